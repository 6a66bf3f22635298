"""The games by the names that records and commands use."""

from gangland.famiglia import Duel, Solo
from gangland.game import Game
from gangland.gangs import Gangs

GAMES: dict[str, type[Game]] = {game.name: game for game in (Duel, Solo, Gangs)}
