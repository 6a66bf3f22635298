"""The games for researchers: PettingZoo, OpenSpiel, and thousands of games at once (docs/research.md)."""
