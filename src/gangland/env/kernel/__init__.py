"""What each game does without the GIL: its encoding, and how it is dealt."""
