"""A whole game between bots, in one call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from gangland.bots.analysis import Limit
from gangland.bots.bot import USUAL_LIMIT, Bot, move_seed, seen_by
from gangland.bots.contestants import contestant, own_bot
from gangland.bots.own import OwnBot
from gangland.core.errors import InvalidArgument, shown
from gangland.core.game import Game, Move, View
from gangland.core.words import mark
from gangland.play import Match

M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)


def play(
    game: Game[M, V],
    bots: Sequence[Bot[V] | OwnBot | str],
    seed: int | str,
    *,
    limit: Limit = USUAL_LIMIT,
    first: int | None = None,
    seats: Sequence[str] | None = None,
) -> Match[M, V]:
    """Play a game to its end, with a bot for each player, and return the match. A robot plays by itself.

    A bot may be given by its short text, as in the arena. The deal and the bots' chance come from the seed, so the same
    call gives the same game unless a bot thinks by the clock. Raises what a bot raises, IllegalMove for an illegal
    move, and InvalidArgument for a wrong number of bots or something that is none.

    >>> from gangland.gangs import Gangs
    >>> match = play(Gangs(players=3), ["greedy", "level:2", "random"], seed=5)
    >>> len(match.outcome.scores), match.legal_moves
    (3, ())
    """
    if not isinstance(bots, list | tuple) or len(bots) != game.players:
        raise InvalidArgument(mark("Wrong number of bots: there must be {count}."), count=game.players)
    for bot in bots:
        check_bot(bot)
    match = Match.new(game, seed=seed, first=first, seats=seats)
    with ExitStack() as stack:
        players = [stack.enter_context(seated(bot, game)) if isinstance(bot, OwnBot | str) else bot for bot in bots]
        while moves := match.legal_moves:
            seat = match.turn
            if len(moves) == 1 or seat >= game.players:  # the robot never has a choice (F11.3)
                match.push(moves[0])
                continue
            bot = players[seat]
            seen = seen_by(bot, match, seat)
            match.push(bot.choose(seen, limit=limit, seed=move_seed(seed, seat, len(match.log))))
    return match


def check_bot(bot: object) -> None:
    """Raises InvalidArgument unless this is a bot or the text of one."""
    if isinstance(bot, type):
        raise InvalidArgument(mark("{name} is a class: give a bot that it makes, {name}()."), name=bot.__name__)
    if not isinstance(bot, OwnBot | str) and not callable(getattr(bot, "choose", None)):
        raise InvalidArgument(mark("{value} is not a bot: it has no method “choose”."), value=shown(bot))


@contextmanager
def seated(bot: OwnBot | str, game: Game) -> Iterator[Bot]:
    """The bot of a text for one game. The process of a bot of somebody's own then waits for another game."""
    own = own_bot(bot) if isinstance(bot, str) else bot
    if isinstance(bot, str) and own is None:
        yield contestant(bot, game)
    elif own is not None:
        process = own.take()
        try:
            yield process
        finally:
            own.give_back(process)
