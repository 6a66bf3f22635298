"""The table of Famiglia: two players, the Street, the pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby
from typing import ClassVar

from markupsafe import Markup

from gangland.core.arguments import instance
from gangland.core.game import Action, Move
from gangland.core.sentence import Sentence
from gangland.core.words import Language, mark, mark_many
from gangland.famiglia import Card, FamigliaView, PileInUse, PlayAccountant, PlayBrute, Swap, Sweep, Take
from gangland.famiglia.cards import FAMILIES
from gangland.famiglia.view import opened_by_brutes
from gangland.play import Played
from gangland.sentences.famiglia import FAMILY_NAMES
from gangland.web.art import famiglia as art
from gangland.web.boards.board import Board, board_of, waiting
from gangland.web.boards.choices import Prompts, Question, Verb, choices
from gangland.web.boards.pieces import LAST, UNMARKED, Banner, Look, Mark, Piece, look_of
from gangland.web.boards.pointers import point_at, tell_of
from gangland.web.clicks import DONE
from gangland.web.clicks.famiglia import places
from gangland.web.environment import draw_once
from gangland.web.pov import Pov
from gangland.web.sentences import HTML, name_of, picture_of
from gangland.web.story import Motion, Story
from gangland.web.story.famiglia import Face, Row, identity

MOST_KEPT = 1000  # contents of piles, each drawn once for all who see it
Contents = tuple[Markup, str, tuple[tuple[Piece, int], ...]]  # a family's emblem and name, and its cards with counts
WHICH = mark("Take {card} – which card goes to your display?")
GOES = mark("{card} goes to your display")
COMES_BACK = mark("{card} comes back to your hand")
GIVEN = mark("{card} goes to your display.")
GOT = mark("{card} comes back to your hand.")
ANY = "{0}"  # in place of the card that was picked, for a browser to fill in
STAYS = mark("{card} stays this turn")
LOWER = mark_many(
    "You may take {card} as if it were up to {count} rank lower.",
    "You may take {card} as if it were up to {count} ranks lower.",
)
MOST_APART = 7  # cards on the Street that lie side by side
STEPS = (mark("Sweep"), mark("Accountant"), mark("Brute"), mark("Take or pass"))


@dataclass(frozen=True)
class Payment:
    """One way to pay for a card: what is spent, and what comes back to the hand."""

    move: Move
    spent: Piece | None
    kept: Piece | None
    say: Markup | str
    more: Markup | str


@dataclass(frozen=True)
class Chooser:
    """The ways to pay for a card on the Street, and the question which one it shall be."""

    question: Markup
    ways: tuple[Payment, ...]
    is_right: bool  # the card lies in the right half of the Street


@dataclass(frozen=True)
class Player:
    """One player's hand, display and points."""

    seat: int
    points: int
    in_hand: int  # of these points, those of the hand
    hand: tuple[Piece, ...]
    display: tuple[tuple[Piece, ...], ...]  # the cards by family, each family as a fan

    @property
    def display_size(self) -> int:
        """The number of cards in the display."""
        return sum(len(fan) for fan in self.display)


@dataclass(frozen=True)
class Pile:
    """What everybody may know of the pile."""

    size: int
    contents: tuple[Contents, ...]
    under: tuple[Piece, ...]
    discard: tuple[Piece, ...]


@dataclass(frozen=True, kw_only=True)
class FamigliaBoard(Board):
    """The board of Famiglia, with the open question if something is picked."""

    template: ClassVar[str] = "boards/famiglia.html"
    scene: ClassVar[str] = "scenes/famiglia.html"
    hides_pile: ClassVar[bool] = True
    pile_template: ClassVar[str] = "piles/famiglia.html"

    street: tuple[Piece, ...]
    leaving: tuple[str, ...]  # for each card of the Street the id of the one that leaves if it is clicked
    me: Player
    rival: Player
    pile_size: int
    pile_note: str
    contents: tuple[Contents, ...]  # what the pile still holds, by family
    under: tuple[Piece, ...]
    discard: tuple[Piece, ...]
    steps: tuple[tuple[str, str], ...]  # the name and the state of each step of the turn
    asked_at: int | None  # the place on the Street, from 1, of the card that is to be paid
    chooser: Chooser | None
    is_exchange: bool
    exchanges: tuple[tuple[Markup, Markup], ...]  # made in this turn, each as (out, in)
    out: Markup | None  # the card that was picked to go out in an exchange
    back: Markup | None  # or the one that was picked to come back
    locked: Markup | None  # which card stays where it is this turn, in words
    is_asking: bool  # something is picked, and a question is open

    @property
    def pile(self) -> Pile:
        """What the drawer of the pile shows."""
        return Pile(self.pile_size, self.contents, self.under, self.discard)

    @property
    def is_crowded(self) -> bool:
        """Whether the Street has so many cards that they must be drawn smaller."""
        return len(self.street) > MOST_APART


@board_of.register
def famiglia_board(view: FamigliaView, pov: Pov) -> FamigliaBoard:
    """The board of Famiglia, as a viewer sees it."""
    words, clicks, row = pov.words, pov.clicks, instance(pov.story.layout, Row, "The layout")
    mine = pov.table.seat or 0
    picked = clicks.picks[-1] if clicks.picks else ""
    zone, _, picked_card = picked.partition(":")
    is_exchange = view.swaps > 0 and view.accountant is not None and view.brute is None and DONE not in clicks.picks
    is_exchange = is_exchange and any(isinstance(move.action, Swap) for move in view.legal_moves)
    asked_at = int(picked_card) if clicks.ways else None
    me = player(view, row, mine, pov)
    own = [*me.hand, *(piece for fan in me.display for piece in fan)]
    swapped = exchanges(pov.story)
    opened = opened_by_brutes(view)
    return FamigliaBoard(
        style="fam-table exchange" if is_exchange else "fam-table",
        pile_name=words.say("Pile"),
        leaving=tuple(f"street-{place}" for place in leaving(view)),
        street=tuple(street_piece(place, face, opened, view, row, pov) for place, face in enumerate(row.street, 1)),
        me=me,
        rival=player(view, row, 1 - mine, pov),
        pile_size=view.pile_size,
        pile_note=pile_note(view, words),
        contents=contents(view.pile, words),
        under=tuple(small((card, 0), words) for card in view.under),
        discard=tuple(
            piece_of(face, words, f"discard-{i}", Look.RESTING, LAST if face in row.fresh else UNMARKED)
            for i, face in enumerate(row.piles["discard"])
        ),
        steps=steps(view, words),
        asked_at=asked_at,
        chooser=chooser(view, asked_at, (way.move for way in clicks.ways), row, words) if asked_at else None,
        is_exchange=is_exchange,
        exchanges=tuple((picture_of(given, words), picture_of(got, words)) for given, got in swapped),
        out=picture_of(Card.parse(picked_card), words) if is_exchange and zone == "hand" else None,
        back=picture_of(Card.parse(picked_card), words) if is_exchange and zone == "display" else None,
        go_on=clicks.alive.get(DONE) if is_exchange else None,
        cancel=clicks.picks[:-1] if picked else None,
        passing=clicks.alive.get("pass"),
        banner=banner(view, picked, is_exchange, pov),
        locked=about(view.accountant, STAYS, words) if view.accountant and view.swaps else None,
        is_asking=bool(picked) and picked != DONE,
        choices=choices(pov, partial(choice_prompts, view, row, opened, len(swapped), is_exchange, pov), own),
    )


def choice_prompts(
    view: FamigliaView,
    row: Row,
    opened: frozenset[tuple[Card, Card]],
    swapped: int,
    is_exchange: bool,
    pov: Pov,
) -> Prompts:
    """How the browser draws the choices of Famiglia: how to pay, what a Brute is played on, what is exchanged."""
    words, last = pov.words, end_note(view, pov.words)
    ways: dict[int, list[Move]] = {}
    for path, move in pov.clicks.following:
        if len(path) > 1 and path[1].startswith("way:"):
            ways.setdefault(int(path[0].partition(":")[2]), []).append(move)
    questions = {
        f"street:{place}": Question(
            question("street", is_exchange, last, words),
            chooser=draw_once(words, "chooser", chooser(view, place, moves, row, words, placeholder(view, row))),
            paying=tuple(sorted({f"hand:{card}" for move in moves for card in pair_of(move)})),
        )
        for place, moves in ways.items()
    }
    names: dict[str, Markup] = {}
    for zone, owned in (("hand", view.hands), ("display", view.displays)) if is_exchange else ():
        line = draw_once(words, f"{zone}_line", swapped + 1, Markup(ANY))
        questions[zone] = Question(question(zone, is_exchange, last, words), ledger=line)
        names |= {f"{zone}:{card}": picture_of(card, words) for card in sorted(set(owned[view.turn]))}
    questions.setdefault("hand", Question(question("hand", is_exchange, last, words)))
    reduce, take, pays = words.say("Reduce"), words.say("Reduce, take"), words.say("pays")
    verbs = {
        f"hand:{brute} street:{place}": Verb(take, take, "▼✓")
        for brute, target in sorted(opened)
        for place in places(view, target)
    } | {
        "hand street": Verb(reduce, reduce, "▼"),
        "hand display": Verb(words.say("exchange")),
        "display hand": Verb(words.say("exchange")),
        "paying": Verb(pays, pays, pays),
    }
    return Prompts(questions, names, verbs, {"street": 1, "display": 1, "hand": 1})


def placeholder(view: FamigliaView, row: Row) -> Callable[[Face], Markup]:
    """How the browser is told to draw a card of the viewer's hand: as it lies there already."""
    hand = in_order(row.piles[f"hand {view.turn}"])
    return lambda face: Markup('<i data-art="hand-{}-{}"></i>').format(view.turn, hand.index(face))


def exchanges(story: Story) -> tuple[tuple[Card, Card], ...]:
    """The exchanges made in the current turn as (out, in), the first one first."""
    made: list[tuple[Card, Card]] = []
    for line in reversed(story.lines):
        match line.entry.move.action if isinstance(line.entry, Played) else None:
            case Swap(given, got):
                made.insert(0, (given, got))
            case PlayAccountant() | PlayBrute():
                pass
            case _:
                break
    return tuple(made)


def piece_of(face: Face, words: Language, id_: str, look: Look, marks: frozenset[Mark]) -> Piece:
    """A card in a pile, with this look and these marks."""
    return Piece(id_, art.face(*face), name_of(face[0], words), look, marks, flight=identity(face))


def leaving(view: FamigliaView) -> list[int]:
    """For each place of the Street the place whose card leaves if this one is clicked: of equal cards the leftmost.

    A solo game names the place (F11.2), so there every card is the one that leaves.
    """
    if view.robot_level is not None:
        return list(range(1, len(view.street) + 1))
    return [view.street.index(card) + 1 for card in view.street]


def street_piece(
    place: int, face: Face, opened: frozenset[tuple[Card, Card]], view: FamigliaView, row: Row, pov: Pov
) -> Piece:  # fmt: skip
    """A card on the Street, with what a click on it and on its corner does, and whether a Brute would open it."""
    words, clicks = pov.words, pov.clicks
    thing = f"street:{place}"
    look, click = look_of(thing, clicks, is_target=True)
    label = name_of(face[0], words)
    brute = view.brute if view.target == face[0] else None
    verb = sign = spoken = ""
    note = f"−{reduction(face[0], brute)}" if brute else ""
    openers = {f"hand:{other}" for other, target in opened if target == face[0]}
    if click and click.verb == Take.verb and look is not Look.CHOSEN:
        spoken, sign = how_to_take(face[0], place, view, words)
    if click and not click.soft and look is not Look.CHOSEN:
        verb = sign if len(view.street) > MOST_APART else spoken
        if click.verb == PlayBrute.verb:
            is_opened = clicks.picks[-1] in openers
            verb, sign = (words.say("Reduce, take"), "▼✓") if is_opened else (words.say("Reduce"), "▼")
    elif openers and not click and clicks.picks in ((), (DONE,)):
        note = words.say("with a Brute")
    piece = Piece(
        f"street-{place}", art.face(*face), label, look, frozenset({Mark.REDUCED}) if brute else UNMARKED,
        verb, sign, click, identity(face), row.motions.get(face),
        row.came.index(face) if face in row.came else None, clicks.alive.get(f"sweep:{place}"), note,
        points_at_corner=f"sweep:{place}" in pov.pointed, spoken=spoken,
    )  # fmt: skip
    return point_at(piece, thing, pov)


def how_to_take(card: Card, place: int, view: FamigliaView, words: Language) -> tuple[str, str]:
    """What a click on a Street card does, long and short: it is free, or a pair pays for it, or a joker must help."""
    takes = [move.action for move in view.legal_moves if isinstance(move.action, Take) and move.action.card == card]
    ways = [take for take in takes if take.place in (None, place)]
    if any(take.spent is None for take in ways):
        return words.say("Take, free"), words.say("free")
    if any(take.is_plain for take in ways):
        return words.say("Take, pair"), words.say("pair")
    return words.say("Take, joker"), words.say("joker")


def player(view: FamigliaView, row: Row, seat: int, pov: Pov) -> Player:
    """One player's cards, clickable if they are the viewer's."""
    mine = seat == view.seat
    hand = in_order(row.piles[f"hand {seat}"])
    return Player(
        seat,
        view.scores[seat] or 0,
        sum(card.points for card in view.hands[seat]),
        tuple(hand_piece(f"hand-{seat}-{i}", face, copy, mine, row, pov) for i, face, copy in with_copies(hand)),
        tuple(
            tuple(display_piece(face, seat, i, copy, view, row, pov) for i, face, copy in with_copies(fan))
            for fan in fans(row.piles[f"display {seat}"])
        ),
    )


def in_order(faces: list[Face]) -> list[Face]:
    """The cards of a hand as they lie on the table."""
    return sorted(faces, key=lambda face: face[0].number)


def with_copies(faces: list[Face]) -> Iterator[tuple[int, Face, int]]:
    """Cards that lie in order, each with its place and how many copies of it come before it.

    Only the first of them looks chosen.
    """
    first = 0
    for place, face in enumerate(faces):
        first = first if face[0] is faces[first][0] else place
        yield place, face, place - first


def fans(faces: list[Face]) -> list[list[Face]]:
    """A display as one fan for each family, from low to high."""
    return [list(fan) for _, fan in groupby(in_order(faces), key=lambda face: face[0].family)]


def hand_piece(id_: str, face: Face, copy: int, mine: bool, row: Row, pov: Pov) -> Piece:
    """A card in a hand, with what a click on it does if it is the viewer's own."""
    words, clicks, card = pov.words, pov.clicks, face[0]
    flight, motion = identity(face), row.motions.get(face)
    marks = LAST if face in row.fresh else UNMARKED
    label = name_of(card, words)
    if not mine:
        return Piece(id_, art.face(*face), label, marks=marks, flight=flight, motion=motion)
    is_given = bool(clicks.picks) and clicks.picks[-1].startswith("display:")  # for a card that was picked to come back
    look, click = look_of(f"hand:{card}", clicks, is_target=is_given, quiet=Look.IDLE)
    if look is Look.CHOSEN and copy:  # of two equal cards only the first looks chosen
        look = Look.OPTIONAL
    verb = sign = ""
    if click and look in (Look.PLAYABLE, Look.OPTIONAL) and click.verb in (PlayAccountant.verb, PlayBrute.verb):
        verb = (
            words.say("Exchange {count}", count=card.rank)
            if card.family == "A"
            else words.say("Reduce by {count}", count=card.rank)
        )
        sign = f"⇄ {card.rank}" if card.family == "A" else f"▼ {card.rank}"
    if any(card in pair_of(way.move) for way in clicks.ways):
        look, verb, sign = Look.PAYING, words.say("pays"), words.say("pays")
        click = None
    piece = Piece(id_, art.face(*face), label, look, marks, verb, sign, click, flight, motion, thing=f"hand:{card}")
    if pov.shown_tip and pov.shown_tip.move and copy < pair_of(pov.shown_tip.move).count(card):
        piece = tell_of(piece)
    if pov.advised and copy < pair_of(pov.advised).count(card):
        return piece._replace(hint=words.say("pays"))
    return piece if copy else point_at(piece, f"hand:{card}", pov)


def display_piece(
    face: Face, seat: int, place: int, copy: int, view: FamigliaView, row: Row, pov: Pov
) -> Piece:  # fmt: skip
    """A card in a display, with what a click on it does if it is the viewer's own."""
    marks, motion = LAST if face in row.fresh else UNMARKED, row.motions.get(face)
    piece = lying_piece(face, seat, place, seat == view.seat, marks, motion, pov.words)
    if seat != view.seat:
        return piece
    look, click = look_of(piece.thing, pov.clicks, is_target=True, quiet=Look.IDLE)
    if look is Look.CHOSEN and copy:  # of two equal cards only the first looks chosen
        look = Look.OPTIONAL
    if view.accountant == face[0] and view.swaps and not click:
        piece = piece._replace(marks=marks | {Mark.LOCKED})
    if click or look is not piece.look:
        piece = piece._replace(look=look, click=click)
    return piece if copy else point_at(piece, piece.thing, pov)


@lru_cache(10_000)
def lying_piece(
    face: Face, seat: int, place: int, mine: bool, marks: frozenset[Mark], motion: Motion | None, words: Language
) -> Piece:  # fmt: skip
    """A card in a display that does nothing. Most cards are such, so it is made once for all pages."""
    card = face[0]
    return Piece(
        f"display-{seat}-{card}-{place}", art.face(*face), name_of(card, words), marks=marks,
        flight=identity(face), motion=motion, thing=f"display:{card}" if mine else "",
    )  # fmt: skip


def pair_of(move: Move) -> tuple[Card, ...]:
    """The card that a move spends and the one of the pair that it keeps. It is empty for other moves."""
    match move.action:
        case Take(_, Card() as spent, Card() as kept):
            return spent, kept
    return ()


def chooser(
    view: FamigliaView,
    place: int,
    moves: Iterable[Move],
    row: Row,
    words: Language,
    draw: Callable[[Face], Markup] = lambda face: art.face(*face),
) -> Chooser:
    """The chooser at a place of the Street, counted from 1, for the moves that take the card there."""
    hand = row.piles[f"hand {view.turn}"]
    is_right = 2 * (place - 1) >= len(view.street)
    return Chooser(
        about(view.street[place - 1], WHICH, words), tuple(way(move, hand, words, draw) for move in moves), is_right
    )


def way(move: Move, hand: list[Face], words: Language, draw: Callable[[Face], Markup]) -> Payment:
    """One way to pay, as the chooser shows it."""
    if not pair_of(move):
        return Payment(move, None, None, words.say("Take it for free"), words.say("no card goes to your display"))
    spent, kept = pair_of(move)
    copies = [face for face in hand if face[0] == spent]
    others = [face for face in hand if face[0] == kept and face != copies[0]]
    return Payment(
        move,
        Piece("", draw(copies[0]), name_of(spent, words)),
        Piece("", draw(others[0]), name_of(kept, words)),
        about(spent, GOES, words),
        about(kept, COMES_BACK, words),
    )


@lru_cache(MOST_KEPT)
def about(card: Card | str, template: str, words: Language) -> Markup:
    """A sentence about a card, which is drawn in it, or about a text that stands for one."""
    return HTML.say(Sentence(template, {"card": card}), words)


def small(face: Face, words: Language) -> Piece:
    """A card that cannot be clicked, for lists and choosers."""
    return Piece("", art.face(*face), name_of(face[0], words))


def steps(view: FamigliaView, words: Language) -> tuple[tuple[str, str], ...]:
    """The four steps of a turn (F2.1) with their states: done, open or shut. The last one is always possible."""

    kinds = kinds_of_moves(view)
    states = (
        "open" if Sweep in kinds else "shut",
        "done" if view.accountant else "open" if PlayAccountant in kinds else "shut",
        "done" if view.brute else "open" if PlayBrute in kinds else "shut",
        "open" if Take in kinds else "",
    )
    return tuple((words.say(name), state) for name, state in zip(STEPS, states, strict=True))


def kinds_of_moves(view: FamigliaView) -> set[type[Action]]:
    """The kinds of actions that are legal now."""
    return {type(move.action) for move in view.legal_moves}


def pile_note(view: FamigliaView, words: Language) -> str:
    """Which pile is in use, in words."""
    if view.pile_in_use is PileInUse.USED_UP:
        return words.say("used up")
    return words.say("first pile") if view.pile_in_use is PileInUse.FIRST else words.say("second pile")


@lru_cache(MOST_KEPT)
def contents(pile: tuple[Card, ...], words: Language) -> tuple[Contents, ...]:
    """What the pile still holds, family by family (F1.5)."""
    counts = Counter(pile)
    table = []
    for family in FAMILIES:
        cards = [card for card in sorted(counts) if card.family == family]
        pieces = tuple((small((card, 0), words), counts[card]) for card in cards)
        table.append((art.emblem(family), words.say(FAMILY_NAMES[family]), pieces))
    return tuple(table)


def reduction(card: Card, brute: Card) -> int:
    """By how many ranks a Brute lowers a card at most; never below 0 (F5.2)."""
    return min(card.rank, brute.rank)


def lowered(card: Card, brute: Card) -> Sentence:
    """The sentence about a card that a Brute was played on."""
    one, many = LOWER
    return Sentence(one, {"card": card, "count": reduction(card, brute)}, many)


def banner(view: FamigliaView, picked: str, is_exchange: bool, pov: Pov) -> Banner:
    """The banner: what the viewer should do, or who is waited for."""
    say, last = pov.words.say, end_note(view, pov.words)
    if view.robot_level is not None and view.turn == 1 and not view.ended:
        return Banner(say("The robot gangster plays"), last)
    if view.seat != view.turn or view.ended:
        return waiting(view, pov, last)
    return ask(view, picked, is_exchange, last, pov)


def end_note(view: FamigliaView, words: Language) -> str:
    """What the player should know about the end of the game, or an empty text."""
    if view.passed and view.seat == view.turn and view.robot_level is None:  # F9.3
        return words.say("If you pass too, the game ends.")
    return words.say("This is the last round.") if view.last_round else ""


def question(zone: str, is_exchange: bool, last: str, words: Language, card: Card | str = ANY) -> Banner:
    """The banner after a pick: a card of the Street with several ways to pay, or one of the hand or the display."""
    say, asking = words.say, partial(Banner, mine=True)
    if zone == "street":
        return asking(say("Your turn: which card goes to your display?"), last)
    if not is_exchange:
        return asking(say("Your turn: which card does the Brute make cheaper?"), say("Click it on the Street."))
    if zone == "display":
        return asking(say("Your turn: which card do you give for it?"), about(card, GOT, words))
    return asking(say("Your turn: which card do you take back?"), about(card, GIVEN, words))


def ask(view: FamigliaView, picked: str, is_exchange: bool, last: str, pov: Pov) -> Banner:
    """The banner that tells the player whose turn it is what to do now."""
    say, say_many, asking = pov.words.say, pov.words.say_many, partial(Banner, mine=True)
    zone, _, card = picked.partition(":")
    kinds = kinds_of_moves(view)
    if picked and picked != DONE:
        return question(zone, is_exchange, last, pov.words, ANY if zone == "street" else Card.parse(card))
    if is_exchange:
        return asking(
            say_many("Your turn: exchange one card", "Your turn: exchange up to {count} cards", view.swaps),
            say("Click a card in your hand and one in your display. Or go on."),
        )
    if view.brute and view.target and Take in kinds:
        return asking(
            say("Your turn: take a card"),
            HTML.say(lowered(view.target, view.brute), pov.words),
        )
    before = [
        say(what)
        for kind, what in (
            (Sweep, mark("sweep")),
            (Swap, mark("exchange")),
            (PlayAccountant, mark("play an Accountant")),
            (PlayBrute, mark("play a Brute")),
        )
        if kind in kinds
    ]
    if Take in kinds:
        hint = say("or first: {what}", what=", ".join(before)) if before else ""
        return asking(say("Your turn: take a card"), last, hint=hint)
    if before:
        what = say(
            "{first} or {last}", first=before[0] if len(before) == 1 else say("take an action"), last=say("pass")
        )
        return asking(say("Your turn: {what}", what=what), last, hint=say("There is nothing you can take yet."))
    return asking(say("Your turn: you can only pass"), last)
