"""Who has which face, game by game."""
