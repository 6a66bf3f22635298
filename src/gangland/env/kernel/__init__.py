"""What each game does here without the GIL: its encoding, and how it is dealt."""
