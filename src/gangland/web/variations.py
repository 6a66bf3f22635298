"""A game tried otherwise, as a page: a variation on the real board, played for all seats.

A page follows from its address alone: the position, the moves made after it with the cards that they turned up, and the
game that it leaves. So nothing is kept until somebody wants to, and every page works without script.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from gangland.core.errors import InvalidArgument
from gangland.core.game import Game, options_of
from gangland.core.position import Position
from gangland.core.words import Language, language_of, mark
from gangland.play import Match, Played, Tried, Variation
from gangland.registry import check_offered, load_game
from gangland.sentences import narrate, narrate_consequences
from gangland.web import drawings
from gangland.web.boards import Banner, Board
from gangland.web.boxes import Variant, all_boxes
from gangland.web.environment import template
from gangland.web.pov import Pov
from gangland.web.practice import practice_table, practice_values
from gangland.web.replays import ALL, Film, Replay, chairs_of
from gangland.web.replays.curve import VariationCurve, variation_curve
from gangland.web.scoring import reason_in_words, verdict_in_words
from gangland.web.sentences import HTML
from gangland.web.sitters import Sitter, sitter
from gangland.web.story import Line, Story
from gangland.web.table_view import Chair, SeatKind

LONGEST_NAME = 60


@dataclass(frozen=True)
class Origin:
    """The moment of a game at which a variation leaves it."""

    replay: Replay
    film: Film
    home: str  # the address of the table or record
    at: int

    @property
    def match(self) -> Match:
        """The game as it stood then."""
        return self.replay.moments[self.at]

    @property
    def thinker(self) -> int | None:
        """The seat whose knowledge the variation begins with. It is None if nothing is hidden. Raises InvalidArgument.

        While the game is on, this is the reader's own seat or nobody's.
        """
        replay = self.replay
        if not replay.match.game.has_secrets or replay.eye == ALL:
            return None
        if replay.eye.isdecimal():
            return int(replay.eye)
        seat = self.match.turn if replay.is_over else replay.reader
        if seat is None:
            raise InvalidArgument(mark("What others hide is shown once the game is over."))
        return seat

    @property
    def address(self) -> str:
        """The address of the moment in the replay of the game."""
        return self.address_at(self.at)

    def address_at(self, number: int) -> str:
        """The address of another moment there."""
        return f"{self.replay.address}?{urlencode({'at': number, 'as': self.replay.eye})}"

    def fits(self, position: Position) -> bool:
        """Whether a position may be that of the moment, as far as the thinker knows."""
        seat = self.thinker
        if seat is None:
            return position == self.match.position
        return position.view(seat) == self.match.view(seat)


class Step(NamedTuple):
    """A line of the list: the number of its turn, what happened, and the address that leads there."""

    turn: int
    said: Markup
    address: str
    is_here: bool = False


@dataclass(frozen=True)
class Attempt:
    """A variation on its page."""

    variation: Variation
    language: str
    origin: Origin | None = None
    picks: tuple[str, ...] = ()  # what has been clicked for a move so far
    name: str = ""
    kept_at: str = ""  # its short address, if this is the page of a kept variation
    trouble: Markup | str = ""  # why the last move was refused

    @property
    def words(self) -> Language:
        """The words of the reader's language."""
        return language_of(self.language)

    @property
    def game(self) -> Game:
        """The rules in force."""
        return self.variation.game

    @property
    def query(self) -> tuple[tuple[str, str], ...]:
        """The names and values in an address that leads here."""
        return self.query_of(self.variation)

    def query_of(self, variation: Variation) -> tuple[tuple[str, str], ...]:
        """The names and values in an address that leads to another variation of the same beginning."""
        origin = self.origin
        left = (("of", origin.home), ("moment", str(origin.at)), ("eye", origin.replay.eye)) if origin else ()
        made = (("made", str(tried)) for tried in variation.tried)
        return (("game", self.game.name), ("rules", rules_of(self.game)), ("position", variation.start), *left, *made)

    def address_of(self, variation: Variation) -> str:
        """The address of another variation of the same beginning."""
        return f"/try?{urlencode(self.query_of(variation))}"

    @property
    def address(self) -> str:
        """The address that leads here."""
        return self.kept_at or self.address_of(self.variation)

    @cached_property
    def story(self) -> Story:
        """What everybody saw: of the game that it leaves, and then of the variation."""
        history = self.variation.history
        if self.origin is None:
            return Story.from_start(history.start, history.steps)
        return Story.of(self.origin.match).going_on(history.steps)

    @cached_property
    def chairs(self) -> tuple[Chair, ...]:
        """Who sits there: those who sat there in the game, or nobody in particular."""
        if self.origin:
            return tuple(replace(chair, mine=chair.kind is not SeatKind.ROBOT) for chair in self.origin.replay.chairs)
        names = [self.words.say("Player {number}", number=seat + 1) for seat in range(self.game.seats)]
        return tuple(replace(chair, mine=chair.number < self.game.players) for chair in chairs_of(self.game, names))

    @cached_property
    def pov(self) -> Pov:
        """The table as the seat sees it whose turn it is."""
        position, game = self.variation.history.position, self.game
        seat = min(position.turn, game.players - 1)
        view = position.view(seat)
        table = practice_table("try", game, self.variation.history, view, self.chairs, seat, len(self.variation.tried))
        if position.ended:
            table = replace(table, turn=None, outcome=game.outcome(position))
        return Pov(
            table, self.story, self.language, picks=self.picks, page="/try", asks=self.query, trouble=self.trouble
        )

    def with_picks(self, picks: tuple[str, ...], number: int | None) -> Attempt:
        """The same variation with these picks, if they were made after so many moves."""
        return replace(self, picks=picks) if number == len(self.variation.tried) else self


def rules_of(game: Game) -> str:
    """The options of a game as an address has them."""
    return json.dumps({option.name: getattr(game, option.name) for option in options_of(game)}, separators=(",", ":"))


def game_of(name: str, rules: str) -> Game:
    """The game with these options: the inverse of `rules_of`. Raises InvalidArgument, also if no table offers it."""
    try:
        options = json.loads(rules or "{}")
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise InvalidArgument(mark("This is not JSON."))
    game = load_game(name, options)
    check_offered(game)
    return game


def read_variation(game: Game, position: str, made: list[str]) -> Variation:
    """The variation of an address."""
    return Variation(game, "\n".join(position.splitlines()), tuple(map(Tried.parse, made)))


def games_to_try(words: Language) -> list[tuple[str, str]]:
    """The games whose positions can be typed: each as an address has it, and its name."""
    ways = [
        (variant.game(**variant.options), f"{box.title} · {variant.name}" if variant.name else box.title)
        for box in all_boxes(words)
        for variant in box.variants or (Variant("", box.game),)
    ]
    return [(f"{game.name} {rules_of(game)}", label) for game, label in ways]


def draw_attempt(attempt: Attempt, site: str) -> drawings.Drawing:
    """The part of the page that changes from move to move."""
    values = attempt_values(attempt, site)
    html = template("_variation.html", attempt.words).render(values)
    return drawings.Drawing(values["page_title"], html, "")


def attempt_values(attempt: Attempt, site: str) -> dict[str, Any]:
    """What the template of a variation needs."""
    words, pov, origin, variation = attempt.words, attempt.pov, attempt.origin, attempt.variation
    title = attempt.name or words.say("Try it otherwise")
    return practice_values(pov, board_for(attempt), sitters(attempt)) | {
        "attempt": attempt,
        "origin": origin,
        "page_title": f"{title} · gangland",
        "title": title,
        "about": about_chance(attempt),
        "here_url": attempt.address,
        "kept_at": f"{site}{attempt.kept_at}" if attempt.kept_at else "",
        "asks_before": attempt.query_of(variation.back()),
        "before": list(lines_before(attempt)),
        "lines": list(lines_of(attempt)),
        "otherwise": origin.film.moments[origin.at + 1] if origin and origin.at < origin.film.last else None,
        "way": way_taken(attempt),
        "longest_name": LONGEST_NAME,
        "notation": str(variation.history.position),
    }


def about_chance(attempt: Attempt) -> str:
    """Who moves here, and what chance does: it is said wherever something is not as it was in the game."""
    words, game = attempt.words, attempt.game
    if game.has_robot:
        who = words.say("The robot answers by itself.")
    else:
        who = words.say("You move for both.") if game.seats == 2 else words.say("You move for all.")
    seat = attempt.origin.thinker if attempt.origin else None
    if seat is None:
        chance = words.say("Cards nobody has seen are drawn anew each time.")
    else:
        chance = words.say("Cards that {name} could not see are dealt anew each time.", name=attempt.pov.names[seat])
    return f"{who} {chance}"


def sitters(attempt: Attempt) -> list[Sitter]:
    """Who sits there. Nobody is told who is present now."""
    pov = attempt.pov
    people = [(chair, sitter(chair, pov)) for chair in pov.table.chairs]
    return [replace(who, note="", trade="") if chair.kind is SeatKind.PERSON else who for chair, who in people]


def board_for(attempt: Attempt) -> Board:
    """The board of the seat whose turn it is. Its banner names that seat, or says how the variation ended."""
    pov = attempt.pov
    board, outcome = drawings.board_for(pov), pov.table.outcome
    if outcome:
        result = Banner(f"{verdict_in_words(outcome, pov)}.", reason_in_words(outcome, pov), mine=True)
        return replace(board, banner=result)
    return board


def lines_before(attempt: Attempt) -> Iterator[Step]:
    """What happened in the game until the variation leaves it."""
    if origin := attempt.origin:
        for number, moment in enumerate(origin.film.moments[: origin.at + 1]):
            more = Markup(" <small>{}</small>").format(moment.more) if moment.more else ""
            yield Step(moment.turn, moment.line + more, origin.address_at(number))


def lines_of(attempt: Attempt) -> Iterator[Step]:
    """What happens in the variation. Each line leads to where it can be left again."""
    variation = attempt.variation
    played = [line for line in attempt.story.lines[-len(variation.history.steps) :] if variation.tried]
    moves = [line for line in played if isinstance(line.entry, Played)]
    for number, line in enumerate(moves, 1):
        earlier = replace(variation, tried=variation.tried[:number])
        is_here = number == len(moves)
        yield Step(line.turn, told(line, attempt), attempt.address_of(earlier), is_here)


def told(line: Line, attempt: Attempt) -> Markup:
    """A line of the variation with its consequences."""
    names, words = attempt.pov.names, attempt.words
    said = HTML.say(narrate(line.event, names), words)
    rest = Markup(" ").join(HTML.say(other, words) for other in narrate_consequences(line.event))
    return said + (Markup(" <small>{}</small>").format(rest) if rest else "")


def way_taken(attempt: Attempt) -> VariationCurve | None:
    """The points of the variation beside those of the game that it leaves, as the eye sees them."""
    origin, variation = attempt.origin, attempt.variation
    if origin is None:
        return None
    seat = origin.thinker
    steps = [step for step in variation.history.steps if step.is_move]
    positions = [variation.history.start, *(step.after for step in steps)]
    return variation_curve(
        origin.film.curve, [points_of(position, seat, attempt.game) for position in positions], origin.at
    )


def points_of(position: Position, seat: int | None, game: Game) -> tuple[int | None, ...]:
    """Everybody's points as a seat counts them, or all of them if it is None."""
    if seat is not None:
        return position.view(seat).points
    return game.standing(position)
