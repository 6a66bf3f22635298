"""Matches, positions and views as pictures for notebooks (`gangland.core.pictures`), with the art of the table."""

from __future__ import annotations

from functools import singledispatch

from markupsafe import escape

from gangland.core.arguments import name_of
from gangland.core.game import View
from gangland.core.position import Position
from gangland.core.words import Language
from gangland.play import Match, Played
from gangland.web.pov import Pov
from gangland.web.replays.film import moment_of
from gangland.web.replays.picture import framed
from gangland.web.replays.replay import chairs_of, table_at_rest
from gangland.web.story import Story, new_layout

KEY = "notebook"


@singledispatch
def svg_of(thing: object, seat: int | None = None) -> str:
    """The picture of a match, a position or a view as SVG. Raises TypeError for anything else."""
    raise TypeError(f"There is no picture of a {name_of(type(thing))}: only of matches, positions and views.")


@svg_of.register
def svg_of_match(match: Match, seat: int | None = None) -> str:
    """The table of a match as a seat sees it, or a watcher. The sentence tells the last move."""
    game, story = match.game, Story.of(match)
    turn = None if match.outcome else match.turn
    table = table_at_rest(KEY, game, match.view(seat), chairs_of(game, match.seats), seat, turn, match.outcome)
    pov = Pov(table, story, "en")
    moves = [place for place, line in enumerate(story.lines) if isinstance(line.entry, Played)]
    words = escape(moment_of(story.lines[moves[-1] :] if moves else (), pov).text)
    return framed(pov, Language("en").say(game.title), words, f"move {len(match.moves)}")


@svg_of.register
def svg_of_view(view: View, seat: int | None = None) -> str:
    """The table as a view has it."""
    names = tuple(f"P{number}" for number in range(view.game.seats))
    return still(view, view.seat, names)


@svg_of.register
def svg_of_position(position: Position, seat: int | None = None) -> str:
    """The table of a position with everything that is hidden, or as a seat sees it."""
    if seat is not None:
        return svg_of_view(position.view(seat))
    view = position.view(None)
    everything = view.joined(position.view(number) for number in range(view.game.seats))
    return still(everything, None, tuple(f"P{number}" for number in range(view.game.seats)))


def still(view: View, seat: int | None, names: tuple[str, ...]) -> str:
    """The picture of a view, without what led to it."""
    layout = new_layout(view)
    layout.lay_out(view)
    turn = None if view.ended else view.turn
    table = table_at_rest(KEY, view.game, view, chairs_of(view.game, names), seat, turn, None)
    title = Language("en").say(view.game.title)
    words = escape("" if view.ended else f"{names[view.turn]} decides.")
    return framed(Pov(table, Story((), layout, view), "en"), title, words, "")
