"""Games for tests: rules to choose from, and matches played some way at random or greedily."""

from collections.abc import Callable, Sequence
from random import Random

from hypothesis import strategies as st

from gangland.bots import choose_at_random, choose_greedily
from gangland.core.game import Game, Move
from gangland.famiglia import Duel, SmallDuel, Solo
from gangland.gangs import Gangs, SmallGangs
from gangland.play import Match, deal

GAMES: list[Game] = [
    Duel(),
    Duel(joker_with_pair=True),
    *(Solo(level, robot_starts) for level in (1, 2, 3, 4) for robot_starts in (False, True)),
    Solo(3, joker_with_pair=True),
    SmallDuel(12),
    SmallDuel(24, joker_with_pair=True),
    Gangs(2),
    Gangs(3),
    Gangs(4),
    SmallGangs(2),
    SmallGangs(3),
]

games = st.sampled_from(GAMES)
seeds = st.integers(0, 2**32)


def played(game: Game, seed: int, moves: int | None = None) -> Match:
    """A match after so many random moves, or to the end; passes are rare, as they end games early."""
    match = Match.new(game, seed=seed)
    random = Random(seed)
    while not match.outcome and (moves is None or len(match.moves) < moves):
        legal = match.legal_moves
        match.push(legal[random.randrange(len(legal))] if random.random() < 0.1 else choose_at_random(legal, random))
    return match


def any_moves(game: Game, random: Random, count: int) -> list[Move]:
    """Some moves of a game's action space, legal or not."""
    numbers = [number for number, action in enumerate(game.move_type.actions) if action]
    return [game.move_type(number) for number in random.sample(numbers, count)]


def any_text(moves: Sequence[str], random: Random) -> str:
    """One of the moves that came as text, by the API or a page; a pass only if there is nothing else."""
    return random.choice([move for move in moves if move != "pass"] or list(moves))


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Matches of all games, some moves into them."""
    return played(draw(games), draw(seeds), draw(st.integers(0, 120)))


def come_to(game: Game, seed: int, stop: Callable[[Match], bool]) -> Match:
    """Greedy players at what is wanted: in the first deal from a seed on in which it comes up, seat 0 first."""
    for number in range(seed, seed + 1000):
        match = Match(game, deal(game, number, None if isinstance(game, Solo) else 0))
        while not match.outcome and not stop(match):
            match.push(choose_greedily(match.view(match.turn)))
        if stop(match):
            return match
    raise AssertionError("never seen")
