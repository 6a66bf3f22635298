"""The games by the names that records and commands use, and moves as people type them."""

import re

from gangland.famiglia import Duel, Solo
from gangland.game import Game
from gangland.gangs import Gangs

GAMES: dict[str, type[Game]] = {game.name: game for game in (Duel, Solo, Gangs)}


def spelled(line: str, game: Game) -> str:
    """A move typed in any case, as the notation writes it."""
    codes = r"[bdnlkrep]" if isinstance(game, Gangs) else r"[fabm][0-4](#\d+)?"
    words = line.lower().split()
    return " ".join(word.upper() if re.fullmatch(codes, word) else word for word in words)
