"""The opponents that people meet, by name. They are data in levels.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from gangland.bots.analysis import Limit, analyse
from gangland.bots.attention import Attention
from gangland.bots.simple import choose_at_random, choose_greedily
from gangland.core.arguments import LARGEST_SEED, whole
from gangland.core.game import Game, Move
from gangland.core.words import mark
from gangland.play import InformationState
from gangland.play.deal import check_game

PEOPLE = {  # a level is a trade, and each has people enough for every seat of a table; trades alone are translated
    mark("Errand boy"): ("Nico", "Gino", "Beppe", "Tonio"),
    mark("Pickpocket"): ("Lina", "Rico", "Pia", "Sal"),
    mark("Bookmaker"): ("Vincent", "Carla", "Dino", "Max"),
    mark("Bootlegger"): ("Otto", "Marta", "Lou", "Remo"),
    mark("Forger"): ("Vera", "Emil", "Greta", "Hugo"),
    mark("Consigliere"): ("Edmund", "Livia", "Bruno", "Ida"),
    mark("Godfather"): ("Aurelio", "Salvatore", "Ennio", "Cesare"),
    mark("Newsboy"): ("Toby", "Kit", "Alfie", "Ned"),
    mark("Lookout"): ("Hattie", "Mose", "Jonah", "Nell"),
    mark("Bruiser"): ("Bram", "Gus", "Silas", "Rufus"),
    mark("Saloon keeper"): ("Ada", "Barney", "Minnie", "Walt"),
    mark("Gambler"): ("Jasper", "Flora", "Hiram", "Dot"),
    mark("Ward boss"): ("Cornelia", "Otis", "Phineas", "Harriet"),
    mark("Kingpin"): ("Ezra", "Lavinia", "Abel", "Judith"),
}
ABOUT = {  # how each trade plays, in a sentence that is true of any game
    "Errand boy": mark("Takes the dearest thing in sight and never looks twice."),
    "Pickpocket": mark("Good at one trick a turn. Two in a row are too many."),
    "Bookmaker": mark("Counts well, but overlooks something now and then."),
    "Bootlegger": mark("Plays by rules of thumb, and they are good ones."),
    "Forger": mark("Tries a handful of ways before every move."),
    "Consigliere": mark("Sees your next turn before you do."),
    "Godfather": mark("Thinks where the choice is hard. Nobody here is stronger."),
    "Newsboy": mark("Climbs with whoever catches his eye, and now and then topples the Lord."),
    "Lookout": mark("Watches the top of the pyramid and nothing below it."),
    "Bruiser": mark("Likes to expel, and sometimes it is the right one."),
    "Saloon keeper": mark("Plays by rules of thumb, and they are good ones."),
    "Gambler": mark("Guesses your alliances from what you do."),
    "Ward boss": mark("Weighs hundreds of ways and forgets no climb."),
    "Kingpin": mark("Thinks where the choice is hard. Nobody here is stronger."),
}
FORMER = {1: 4, 2: 5, 3: 5, 4: 6, 5: 7}  # games that were saved when there were five levels keep those numbers


@dataclass(frozen=True)
class Level:
    """One opponent. The same seed gives the same move, unless the opponent thinks by the clock."""

    number: int
    name: str  # of the trade, which is to be translated
    plain: float = 1.0  # this and the next two: the shares of ideas that it notices
    trick: float = 1.0
    combination: float = 1.0
    careless: float = 0.0
    simulations: int | None = None
    seconds: float | None = None
    wins: int | None = None  # of ten games against the level below; None if that was not measured

    @property
    def searches(self) -> bool:
        """Whether this opponent searches. Otherwise rules of thumb decide."""
        return self.simulations is not None or self.seconds is not None

    @property
    def by_the_clock(self) -> bool:
        """Whether the moves depend on how fast this machine is."""
        return self.seconds is not None

    @property
    def remembers(self) -> bool:
        """Whether this opponent looks at the past. Rules of thumb do not."""
        return self.searches

    def choose(self, seen: InformationState, seed: int, limit: Limit | None = None) -> Move:
        """The move that this opponent makes at a seat that has seen this. Raises TypeError or ValueError.

        A level has limits of its own. The one that is given only says whether its seconds are CPU time.
        """
        chance = Random(whole(seed, "A seed", 0, LARGEST_SEED))
        if chance.random() < self.careless:
            return choose_at_random(seen.view.legal_moves, chance)
        if not self.searches:
            attention = Attention(self.plain, self.trick, self.combination)
            return choose_greedily(attention.noticed(seen.view, chance))
        return analyse(
            seen, Limit(self.simulations, self.seconds, cpu=limit is not None and limit.cpu, soon=True), seed
        ).move


@cache
def levels(rulebook: str) -> tuple[Level, ...]:
    """The opponents at the games of a rulebook, the weakest first."""
    known = tomllib.loads((Path(__file__).parent / "levels.toml").read_text("utf-8"))
    return tuple(Level(number, **row) for number, row in enumerate(known.get(rulebook, known["any"]), 1))


@cache
def most_levels() -> int:
    """How many opponents the game with the most of them has."""
    known = tomllib.loads((Path(__file__).parent / "levels.toml").read_text("utf-8"))
    return max(map(len, known.values()))


def levels_for(game: Game) -> tuple[Level, ...]:
    """The opponents at a game, the weakest first. Raises InvalidArgument unless it is a game."""
    check_game(game)
    return levels(game.rulebook)
