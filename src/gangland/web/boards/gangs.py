"""The table of Gangs of New York: the pyramid, the rivals, the viewer's own secrets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import ClassVar

from markupsafe import Markup

from gangland.core.arguments import instance
from gangland.core.sentence import Sentence
from gangland.core.words import Language, mark
from gangland.gangs import Climb, Expel, Fill, Gang, GangsView, Spot
from gangland.gangs.cards import GANGS, ROW_NAMES, SPOTS
from gangland.gangs.view import Gangster
from gangland.play import Played
from gangland.sentences.gangs import MUST_REVEAL, GangsEvent
from gangland.web.art import gangs as art
from gangland.web.boards.board import Board, board_of, waiting
from gangland.web.boards.choices import Prompts, Question, Verb, choices
from gangland.web.boards.pieces import LAST, UNMARKED, Banner, Look, Mark, Piece, look_of
from gangland.web.boards.pointers import point_at
from gangland.web.clicks import Click
from gangland.web.pov import Pov
from gangland.web.sentences import HTML, name_of, picture_of
from gangland.web.story import Line, Motion
from gangland.web.story.gangs import Face, Pyramid, identity, is_boss

CARDS_OF_A_GANG = 8
MOST_KEPT = 1000  # counts and spots, each made once for all who see it
TARGETS_AFTER = 2  # picks: an influence card and its agent
FILLERS = mark("Move up one of the two below it: {left} or {right}.")
CLIMBED = mark("climbed with {gang} to {goal}")
EXPELLED = mark("expelled {gang} from {victim}")
HIT = mark("{name} expelled your {gang} from {victim}.")
ROWS = {number: tuple(spot for spot in SPOTS if spot.row == number) for number in range(1, 7)}
THINGS = tuple(f"spot:{spot}" for spot in SPOTS)  # the names of spots for `clicks`, by their numbers
CAPTIONS = {6: mark("The Lord"), 5: ROW_NAMES[5], 4: ROW_NAMES[4]}


@dataclass(frozen=True)
class Rival:
    """Another player: open and hidden alliances, how many influence cards are left, and after whom they play."""

    seat: int
    order: str  # such as “after you”; empty if there is only one rival
    alliances: tuple[Piece, ...]
    earns: int | None  # the points that the open alliances bring right now; None if there is none
    influence: int
    cards: tuple[Piece, ...]  # the influence cards, if the viewer sees them
    points: int | None  # as far as the viewer can count them
    has_passed: bool
    deed: Markup | str  # the last thing that they did to the pyramid
    has_hit: bool  # it was against an alliance of the viewer


@dataclass(frozen=True)
class PyramidRow:
    """A row of the pyramid, with its name and what its spots are worth."""

    number: int
    spots: tuple[Piece, ...]
    caption: str
    worth: str


@dataclass(frozen=True)
class Count:
    """How many cards of a gang the viewer has seen, and how many not: bosses in the deck, and members anywhere."""

    emblem: Markup
    name: str
    seen: int
    bosses: int
    members: int


@dataclass(frozen=True)
class Pile:
    """What the viewer may know of the deck."""

    counts: tuple[Count, ...]
    members_left: int


@dataclass(frozen=True, kw_only=True)
class GangsBoard(Board):
    """The board of Gangs. The viewer's alliances and influence are empty for a watcher."""

    template: ClassVar[str] = "boards/gangs.html"
    scene: ClassVar[str] = "scenes/gangs.html"
    pile_template: ClassVar[str] = "piles/gangs.html"

    rows: tuple[PyramidRow, ...]
    rivals: tuple[Rival, ...]
    alliances: tuple[Piece, ...]
    influence: tuple[Piece, ...]
    deck_size: int
    top: Piece | None
    counts: tuple[Count, ...]
    members_left: int  # in the deck
    spent: tuple[Piece, ...]
    expelled: tuple[Piece, ...]
    score: int | None

    @property
    def pile(self) -> Pile:
        """What the drawer of the deck shows."""
        return Pile(self.counts, self.members_left)


@board_of.register
def gangs_board(view: GangsView, pov: Pov) -> GangsBoard:
    """The board of Gangs, as a viewer sees it."""
    words, clicks, pyramid = pov.words, pov.clicks, instance(pov.story.layout, Pyramid, "The layout")
    mine = view.seat
    me = view.players[mine] if mine is not None else None
    others = turn_order(view, mine)
    deeds = last_deeds(pov.story.lines, others)
    expelled = sorted(pyramid.expelled, key=lambda face: view.expelled.index(face[0]))
    cards = tuple(influence(gang, i, me, pov) for i, gang in enumerate(me.influence or ())) if me else ()
    return GangsBoard(
        style="gang-table",
        pile_name=words.say("Deck"),
        rows=tuple(pyramid_row(number, view, pyramid, pov) for number in range(6, 0, -1)),
        rivals=tuple(rival(seat, order, view, deeds.get(seat), pyramid, words) for seat, order in orders(others, pov)),
        alliances=tuple(alliance(gang, i, view, pov) for i, gang in enumerate(me.alliances) if gang) if me else (),
        influence=cards,
        deck_size=view.deck_size,
        top=card(pyramid.top, "top", words) if pyramid.top else None,
        counts=counts(view.bosses, tuple(view.hidden_members), words),
        members_left=view.deck_size - len(view.bosses) - (view.top is not None),
        spent=spent(view, pyramid, words),
        expelled=tuple(
            Piece(
                "",
                picture_of(face[0], words),
                "",
                marks=LAST if face in pyramid.fresh else UNMARKED,
                flight=identity(face),
                motion=Motion.EXPELLED,
            )
            for face in expelled
        ),
        score=view.scores[mine] if mine is not None else None,
        passing=clicks.alive.get("pass"),
        passing_word=words.say("Pass for good"),
        cancel=clicks.picks[:-1] if clicks.picks else None,
        banner=with_hit(banner(view, pov), view, pov),
        choices=choices(pov, partial(choice_prompts, view, words), cards),
    )


def choice_prompts(view: GangsView, words: Language) -> Prompts:
    """How the browser draws the choices of Gangs: who climbs where; who expels whom, and with which influence card."""
    names = [(f"spot:{spot}", picture_of(gang, words)) for spot, gang in view.pyramid.items()]
    kinds = ("spot",), ("influence",), ("influence", "spot")
    climb, expel = words.say("Climb"), words.say("Expel")
    return Prompts(
        {" ".join(kind): Question(question(kind, ("{0}", "{1}"), words)) for kind in kinds},
        dict(names) | {f"influence:{gang}": picture_of(gang, words) for gang in GANGS},
        {
            "spot spot": Verb(climb, climb, "↑"),
            "influence spot": Verb(expel),
            "influence spot spot": Verb(expel, expel, expel),
        },
        {"spot": TARGETS_AFTER},
    )


def turn_order(view: GangsView, mine: int | None) -> list[int]:
    """The other seats in the order of turns after the viewer's. A watcher sees all seats."""
    count = len(view.players)
    return list(range(count)) if mine is None else [(mine + i) % count for i in range(1, count)]


def orders(others: list[int], pov: Pov) -> list[tuple[int, str]]:
    """The other seats with words that say when they play."""
    say, names = pov.words.say, pov.names
    if len(others) == 1:
        return [(others[0], "")]
    told = [say("after {name}", name=names[seat]) for seat in (others[-1], *others)]
    if len(others) < len(names):  # the viewer is one of them
        told[0], told[len(others) - 1] = say("after you"), say("before you")
    return list(zip(others, told, strict=False))


def pyramid_row(number: int, view: GangsView, pyramid: Pyramid, pov: Pov) -> PyramidRow:
    """The row of the pyramid with this number; 6 is the top."""
    spots = tuple(spot_piece(spot, view, pyramid, pov) for spot in ROWS[number])
    return PyramidRow(number, spots, *row_words(number, pov.words))


@cache
def row_words(number: int, words: Language) -> tuple[str, str]:
    """What a row is called and what its spots are worth; both are empty where they are worth nothing."""
    if number == 6:
        return words.say(CAPTIONS[number]), words.say_many("{count} point", "{count} points", 3)
    if number > 3:
        worth = words.say_many("{count} point per spot", "{count} points per spot", number - 3)
        return words.say(CAPTIONS[number]), worth
    return "", ""


def spot_piece(spot: Spot, view: GangsView, pyramid: Pyramid, pov: Pov) -> Piece:
    """A spot of the pyramid, with the card on it and what a click on it does."""
    words, clicks, thing = pov.words, pov.clicks, THINGS[spot.number]
    face = pyramid.spots.get(spot)
    seat = pov.table.seat
    is_ally = face is not None and seat is not None and face[0] in view.players[seat].alliances
    piece = resting_spot(spot, face, spot == view.gap, face in pyramid.fresh, is_ally, words)
    if not clicks.alive:
        return piece
    quiet = Look.RESTING if face else Look.IDLE
    look, click = look_of(thing, clicks, is_target=len(clicks.picks) == TARGETS_AFTER, quiet=quiet)
    if spot == view.gap:
        look = Look.GAP
    if click or look is not piece.look or thing in clicks.reached:
        marks = piece.marks | {Mark.REACHED} if thing in clicks.reached else piece.marks
        verb, sign = spot_verb(spot, look, click, view, words)
        piece = piece._replace(look=look, marks=marks, verb=verb, sign=sign, click=click)
    return point_at(piece, thing, pov)


@lru_cache(MOST_KEPT)
def resting_spot(
    spot: Spot, face: Face | None, is_gap: bool, is_fresh: bool, is_ally: bool, words: Language
) -> Piece:  # fmt: skip
    """A spot of the pyramid, with the card on it, while nothing can be clicked."""
    name = name_of(spot, words)
    label = f"{name}: {name_of(face[0], words)}" if face else name
    if is_gap:
        label = words.say("{spot}, to be filled", spot=label)
    elif not face:
        label = words.say("{spot}, empty", spot=label)
    return Piece(
        f"spot-{spot}",
        art.plate(face[0]) if face else Markup(""),
        label,
        Look.GAP if is_gap else Look.IDLE,
        LAST if is_fresh else UNMARKED,
        flight=identity(face) if face else "",
        worth=spot.points,
        is_ally=is_ally,
        name=name,
        gang=str(face[0]) if face else "",
    )


def spot_verb(spot: Spot, look: Look, click: Click | None, view: GangsView, words: Language) -> tuple[str, str]:
    """What a click on a spot does: a word, and a sign for small screens. Both are empty if it does nothing."""
    if click is None or click.soft or look is Look.CHOSEN:
        return "", ""
    if click.verb == Fill.verb and view.gap:
        sign = "↗" if view.gap.supports[0] == spot else "↖"
        verb = words.say("Move up")
        return (f"{verb} {sign}" if sign == "↗" else f"{sign} {verb}"), sign
    if click.verb == Expel.verb:
        return (words.say("Expel"), words.say("Expel")) if click.move else ("", "")
    if click.verb == Climb.verb and click.move:
        return words.say("Climb"), "↑"
    if click.verb == Climb.verb:
        return climb_verb(spot, view, words)
    return "", ""


def climb_verb(spot: Spot, view: GangsView, words: Language) -> tuple[str, str]:
    """The verb on a gangster who may climb, with arrows to where: a word, and a sign for small screens."""
    climbs = (move.action for move in view.legal_moves if isinstance(move.action, Climb))
    lefts = [climb.goal.supports[1] == spot for climb in climbs if climb.start == spot]
    left, right = "↖" if True in lefts else "", "↗" if False in lefts else ""
    return f"{left} {words.say('Climb')} {right}".strip(), left + right


def card(face: Face, id_: str, words: Language) -> Piece:
    """A card of the deck, a boss or a member."""
    gang, number = face
    name = name_of(gang, words)
    return Piece(
        id_,
        art.face(gang, 0 if is_boss(face) else 1 + number % 2),
        name,
        flight=identity(face),
    )


def rival(
    seat: int, order: str, view: GangsView, line: Line | None, pyramid: Pyramid, words: Language
) -> Rival:  # fmt: skip
    """Another player, as the viewer sees them, with the line of the log about their last deed."""
    player = view.players[seat]
    alliances = tuple(
        ally(f"ally-{seat}-{place}", gang, (seat, gang) == pyramid.revealed, words)
        for place, gang in enumerate(player.alliances)
    )
    earns = sum(earned(view, gang) for gang in player.revealed) if player.revealed else None
    has_hit = bool(line and is_hit(line, view))
    cards = tuple(
        Piece(f"influence-{seat}-{place}", art.face(gang, 2), name_of(gang, words))
        for place, gang in enumerate(player.influence or ())
    )
    return Rival(
        seat, order, alliances, earns, player.influence_size, cards, view.points[seat], player.passed,
        deed(line, words) if line else "", has_hit,
    )  # fmt: skip


def earned(view: GangsView, gang: Gang) -> int:
    """The points that an alliance with a gang brings right now (G7.1)."""
    return sum(spot.points for spot, other in view.pyramid.items() if other == gang)


def last_deeds(lines: Sequence[Line], seats: Iterable[int]) -> dict[int, Line]:
    """The last climb or expulsion of each of these seats."""
    found: dict[int, Line] = {}
    missing = set(seats)
    for line in reversed(lines):
        if not missing:
            break
        entry = line.entry
        if isinstance(entry, Played) and entry.seat in missing and isinstance(entry.move.action, Climb | Expel):
            found[entry.seat] = line
            missing.remove(entry.seat)
    return found


def deed(line: Line, words: Language) -> Markup:
    """A climb or an expulsion in a few words, without who did it."""
    event = instance(line.event, GangsEvent, "An event")
    match line.entry.move.action if isinstance(line.entry, Played) else None:
        case Climb(_, goal):
            said = Sentence(CLIMBED, {"gang": event.moved, "goal": goal})
        case Expel(victim):
            said = Sentence(EXPELLED, {"gang": event.moved, "victim": victim})
        case _:
            return Markup()
    return HTML.say(said, words)


def is_hit(line: Line, view: GangsView) -> bool:
    """Whether a line tells that somebody else expelled a gangster whom the viewer is allied with."""
    event, entry = instance(line.event, GangsEvent, "An event"), line.entry
    if view.seat is None or not isinstance(entry, Played) or entry.seat == view.seat:
        return False
    return isinstance(entry.move.action, Expel) and event.moved in view.players[view.seat].alliances


def with_hit(told: Banner, view: GangsView, pov: Pov) -> Banner:
    """A banner that also tells what hit the viewer since their last move, unless it asks for something special."""
    if view.seat is None or view.ended or view.gap or view.reveals or pov.clicks.picks:
        return told
    for line in reversed(pov.story.lines):
        entry = line.entry
        if not isinstance(entry, Played) or entry.seat == view.seat:
            break
        if is_hit(line, view) and isinstance(entry.move.action, Expel):
            event = instance(line.event, GangsEvent, "An event")
            told_by = {"name": pov.names[entry.seat], "gang": event.moved, "victim": entry.move.action.victim}
            return replace(told, more=HTML.say(Sentence(HIT, told_by), pov.words), is_hit=True)
    return told


@lru_cache(MOST_KEPT)
def counts(bosses: tuple[Gang, ...], hidden: tuple[Gang, ...], words: Language) -> tuple[Count, ...]:
    """How many cards of each gang the viewer has seen, and what may still come from the deck."""
    return tuple(
        Count(
            art.emblem(gang),
            name_of(gang, words),
            CARDS_OF_A_GANG - bosses.count(gang) - hidden.count(gang),
            bosses.count(gang),
            hidden.count(gang),
        )
        for gang in GANGS
    )


def ally(id_: str, gang: Gang | None, turned: bool, words: Language) -> Piece:
    """An alliance of another player: its card if it is open, otherwise a back."""
    if gang is None:
        return Piece(id_, art.BACK, words.say("a secret alliance"))
    name = name_of(gang, words)
    marks = LAST if turned else UNMARKED
    return Piece(id_, art.face(gang, 2), name, marks=marks, motion=Motion.TURNED if turned else None)


def spent(view: GangsView, pyramid: Pyramid, words: Language) -> tuple[Piece, ...]:
    """The influence cards that were spent. The newest one has just been turned over."""
    newest = view.discard.index(pyramid.spent) if pyramid.spent else None
    return tuple(
        Piece("", picture_of(card, words), "", motion=Motion.TURNED if place == newest else None)
        for place, card in enumerate(view.discard)
    )


def alliance(gang: Gang, place: int, view: GangsView, pov: Pov) -> Piece:
    """An alliance of the viewer with what it earns, to be clicked if it can be revealed."""
    assert view.seat is not None
    words, name = pov.words, name_of(gang, pov.words)
    look, click = look_of(f"alliance:{gang}", pov.clicks, is_target=False, quiet=Look.IDLE)
    verb = words.say("Reveal") if click else ""
    note = words.say("open") if gang in view.players[view.seat].revealed else ""
    earns = earned(view, gang)
    label = f"{name}, {words.say_many('{count} point now', '{count} points now', earns)}"
    piece = Piece(
        f"alliance-{place}",
        art.face(gang, 1),
        label,
        look,
        verb=verb,
        sign=verb and "↻",
        click=click,
        note=note,
        earns=earns,
    )
    return point_at(piece, f"alliance:{gang}", pov)


def influence(gang: Gang, place: int, me: Gangster, pov: Pov) -> Piece:
    """An influence card of the viewer, to be clicked if it can be spent."""
    name = name_of(gang, pov.words)
    look, click = look_of(f"influence:{gang}", pov.clicks, is_target=False)
    is_copy = gang in (me.influence or ())[:place]
    if look is Look.CHOSEN and is_copy:  # of two equal cards it does not matter which one was clicked
        look = Look.OPTIONAL
    verb = pov.words.say("Use") if click and click.verb and look in (Look.PLAYABLE, Look.OPTIONAL) else ""
    piece = Piece(
        f"influence-{place}", art.face(gang, 2), name, look, verb=verb, sign=verb and "→", click=click,
        thing=f"influence:{gang}",
    )  # fmt: skip
    return piece if is_copy else point_at(piece, f"influence:{gang}", pov)


def banner(view: GangsView, pov: Pov) -> Banner:
    """The banner: what the viewer should do, or who is waited for."""
    say, name = pov.words.say, pov.names[view.turn]
    if view.seat == view.turn and not view.ended:
        return ask(view, pov)
    if view.reveals:
        return Banner(say("{name} reveals an alliance", name=name))
    return waiting(view, pov)


def ask(view: GangsView, pov: Pov) -> Banner:
    """The banner that tells the player whose turn it is what to do now."""
    words, say, picks = pov.words, pov.words.say, pov.clicks.picks
    if view.reveals:
        return Banner(
            say("Your turn: reveal one of your alliances"),
            HTML.say(MUST_REVEAL, words),
            mine=True,
        )
    if view.gap:
        left, right = (view.pyramid[spot] for spot in view.gap.supports)
        below = Sentence(FILLERS, {"left": left, "right": right})
        return Banner(say("Your turn: fill the gap"), HTML.say(below, words), mine=True)
    if picks:
        kinds = tuple(pick.partition(":")[0] for pick in picks)
        return question(kinds, [name_of_pick(pick, view, words) for pick in picks], words)
    if view.crowned:
        return Banner(
            say("Your turn: use influence or pass"),
            say("Nobody climbs any more. Whoever passes is out for good."),
            mine=True,
        )
    if any(isinstance(move.action, Expel) for move in view.legal_moves):
        return Banner(
            say("Your turn: climb or use influence"),
            say("Click a gangster that may climb, or one of your influence cards."),
            mine=True,
        )
    return Banner(say("Your turn: climb"), say("Click a gangster that may climb."), mine=True)


def question(kinds: tuple[str, ...], names: Sequence[Markup | str], words: Language) -> Banner:
    """The banner after picks of these kinds, which have these names."""
    say = words.say
    match kinds:
        case ("influence",):
            steps = spend(names[0], words), say("agent: pick one")
            return Banner(say("Your turn: choose the gangster who expels a neighbour"), mine=True, crumbs=steps)
        case ("influence", _):
            agent = Markup("{}: {}").format(say("agent"), names[1])
            crumbs = spend(names[0], words), agent, say("victim: pick one")
            return Banner(say("Your turn: whom does the agent expel?"), mine=True, crumbs=crumbs)
    return Banner(say("Your turn: where does the gangster climb?"), mine=True)


def name_of_pick(pick: str, view: GangsView, words: Language) -> Markup:
    """The picture of the gang on an influence card, or on a spot."""
    kind, _, code = pick.partition(":")
    return picture_of(Gang.parse(code) if kind == "influence" else view.pyramid[Spot.parse(code)], words)


def spend(gang: Markup | str, words: Language) -> Markup:
    """The words for an influence card that is about to be spent."""
    return Markup("{} {}").format(gang, words.say("to spend"))
