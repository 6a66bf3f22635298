"""Chooses the parts of each gangster's face, game by game."""
