"""Every moment of a replay, drawn once for all who may see the same.

A moment is the scene of its board and the sentence of the move that led to it. A scene has a few zones, such as a
player's cards, and moments share most of their zones and of the pieces within them. So a film keeps each piece once, a
zone as the numbers of its pieces, and a scene as the numbers of its zones. The browser puts them together and draws
only the zones that differ. It needs to ask nobody for a step forwards or back.
"""

from __future__ import annotations

import json
import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from markupsafe import Markup

from gangland.core.words import mark
from gangland.play import Match, Played
from gangland.sentences import narrate, narrate_consequences
from gangland.web import art
from gangland.web.boards import Board, board_of
from gangland.web.boards.log import reader_of
from gangland.web.environment import Pencil, template
from gangland.web.pov import Pov
from gangland.web.replays.curve import Curve, curve_of
from gangland.web.replays.landmarks import landmark
from gangland.web.replays.replay import ALL, Replay
from gangland.web.scoring import reason_in_words, verdict_in_words
from gangland.web.sentences import ALOUD, HTML
from gangland.web.sitters import Sitter, sitter
from gangland.web.story import Line, Story
from gangland.web.table_view import SeatKind

MOST_KEPT = 48  # films; each has about 200 KB
PIECE = re.compile(r"(?=<(?:section|div|li|ol|span|button|a)\b)")  # a drawing is cut before each of these
TAG = re.compile(r"<(/?)(?:section|div|li|ol|span|button|a)\b")
OPENS_SCRIPT = re.compile("<(?=!|script)", re.IGNORECASE)  # a name may be so written, but not within a script
DEALT = mark("The cards are dealt.")


@dataclass(frozen=True)
class Moment:
    """A moment of a game: what happened last, in HTML and as a text to be read out, and where it belongs."""

    line: Markup
    more: Markup
    turn_name: str  # such as “Round 14”
    text: str  # with the score
    turn: int
    seat: int | None  # that moved; None at the start
    named: tuple[str, ...]  # the cards that the move is about


@dataclass(frozen=True)
class Film:
    """All moments of a replay, drawn."""

    title: str
    verdict: str
    moments: tuple[Moment, ...]
    pieces: tuple[str, ...]
    zones: tuple[tuple[int, ...], ...]  # the numbers of the pieces of each zone
    scenes: tuple[tuple[int, ...], ...]  # the numbers of the zones of each moment
    curve: Curve
    chairs: tuple[Sitter, ...]
    hides_pile: bool

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.moments) - 1

    def scene(self, number: int) -> Markup:
        """The board of a moment."""
        return Markup("".join(self.pieces[piece] for zone in self.scenes[number] for piece in self.zones[zone]))

    @cached_property
    def data(self) -> Markup:
        """All moments as JSON, for the script of the page."""
        told = {
            "pieces": self.pieces,
            "zones": self.zones,
            "scenes": self.scenes,
            "says": [banner_of(moment) for moment in self.moments],
            "texts": [moment.text for moment in self.moments],
            "names": [" ".join(moment.named) for moment in self.moments],
        }
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        return Markup(OPENS_SCRIPT.sub(r"\\u003c", text).replace("</", "<\\/"))


class Films:
    """Draws films and keeps the last ones. Who asks for one that is being drawn waits for it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Replay, Future[Film]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, replay: Replay) -> Film:
        """The film of a replay."""
        with self._lock:
            shared = self._kept.get(replay)
            is_first = shared is None
            if shared is None:
                shared = self._kept[replay] = Future()
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            else:
                self._kept.move_to_end(replay)
        if is_first:
            try:
                shared.set_result(film_of(replay))
            except BaseException as error:
                shared.set_exception(error)
                with self._lock:
                    self._kept.pop(replay, None)
        return shared.result()


def film_of(replay: Replay) -> Film:
    """Draw all moments of a replay."""
    words, story = replay.words, Story.of(replay.moments[0])
    chairs = sitters(replay.pov(0, story))
    scenes: list[str] = []
    moments: list[Moment] = []
    povs: list[Pov] = []
    for number, match in enumerate(replay.moments):
        told = story.following(match) if number else story
        pov = replay.pov(number, told)
        assert pov.table.view is not None
        board = board_of(pov.table.view, pov)
        scenes.append(draw_scene(replay, match, board, pov, chairs))
        moments.append(moment_of(told.lines[len(story.lines) :], pov))
        povs.append(pov)
        story = told
    pieces: dict[str, int] = {}
    zones: dict[tuple[int, ...], int] = {}
    numbers = tuple(
        tuple(
            zones.setdefault(tuple(pieces.setdefault(piece, len(pieces)) for piece in PIECE.split(zone)), len(zones))
            for zone in zones_of(scene)
        )
        for scene in scenes
    )
    views = [pov.table.view for pov in povs if pov.table.view]
    marks = [(place, landmark(after, before)) for place, (before, after) in enumerate(pairwise(views), 1)]
    curve = curve_of(
        [view.points for view in views],
        povs[-1].names,
        [moment.seat for moment in moments if moment.seat is not None],
        [moment.turn for moment in moments[1:]],
        [(place, words.say(text)) for place, text in marks if text],
    )
    end = povs[-1]
    verdict = verdict_in_words(end.table.outcome, end) if end.table.outcome else ""
    return Film(
        title=words.say(replay.match.game.title),
        verdict=verdict,
        moments=tuple(moments),
        pieces=tuple(pieces),
        zones=tuple(zones),
        scenes=numbers,
        curve=curve,
        chairs=chairs,
        hides_pile=board.hides_pile,
    )


def zones_of(scene: str) -> list[str]:
    """The outermost elements of a drawing, each with the space after it."""
    cuts, depth = [], 0
    for tag in TAG.finditer(scene):
        if tag[1]:
            depth -= 1
            continue
        if depth == 0:
            cuts.append(tag.start())
        depth += 1
    return [scene[start:end] for start, end in pairwise([*cuts, len(scene)])]


def draw_scene(replay: Replay, match: Match, board: Board, pov: Pov, chairs: Sequence[Sitter]) -> str:
    """The board of a moment as HTML."""
    pile = match.pile if replay.eye == ALL and replay.is_over and board.hides_pile else ()
    values = {
        "t": pov.table,
        "board": board,
        "chairs": [replace(chair, runs=chair.number == pov.table.turn) for chair in chairs],
        "back": art.back_of(match.game),
        "pencil": Pencil(pov.words, pov.address_with),
        "pile": Markup(" ").join(HTML.write(card, pov.words) for card in pile),
    }
    return template(board.scene, pov.words).render(values)


def sitters(pov: Pov) -> tuple[Sitter, ...]:
    """Who sat there. Nobody is told who is present now."""
    people = ((chair, sitter(chair, pov)) for chair in pov.table.chairs)
    return tuple(
        replace(who, note="") if chair.kind is SeatKind.PERSON and not chair.mine else who for chair, who in people
    )


def moment_of(lines: Sequence[Line], pov: Pov) -> Moment:
    """The moment after these lines of the log: a move, or nothing at the start, and a reshuffle that it caused."""
    words, table = pov.words, pov.table
    end = []
    if table.outcome:
        end = [f"{verdict_in_words(table.outcome, pov)}.", reason_in_words(table.outcome, pov)]
    if not lines:
        start = words.say(DEALT)
        more = Markup(" ").join(end)
        return Moment(Markup.escape(start), more, "", with_score(start, pov), 0, None, ())
    line = lines[0]
    assert isinstance(line.entry, Played)
    seat = reader_of(line, pov.reader)
    sentence = narrate(line.event, pov.names, seat)
    rest = [*narrate_consequences(line.event), *(narrate(other.event, pov.names) for other in lines[1:])]
    turn = words.say(pov.story.layout.turn_name, number=line.turn)
    return Moment(
        HTML.say(sentence, words),
        Markup(" ").join([*(HTML.say(other, words) for other in rest), *end]),
        turn,
        with_score(f"{turn}: {ALOUD.say(sentence, words)}", pov),
        line.turn,
        line.entry.seat,
        line.named,
    )


def with_score(text: str, pov: Pov) -> str:
    """A text with everybody's points after it, as far as they are known."""
    assert pov.table.view is not None
    known = [
        f"{name} {count}" for name, count in zip(pov.names, pov.table.view.points, strict=True) if count is not None
    ]
    return f"{text} {', '.join(known)}" if known else text


def banner_of(moment: Moment) -> str:
    """The sentences of a moment as the banner has them."""
    say = Markup("{}: {}").format(moment.turn_name, moment.line) if moment.turn_name else moment.line
    more = Markup("<p>{}</p>").format(moment.more) if moment.more else ""
    return str(Markup('<p class="say">{}</p>{}').format(say, more))
