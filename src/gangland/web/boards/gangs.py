"""The table of Gangs of New York: the pyramid, the rivals, the viewer's own secrets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from markupsafe import Markup

from gangland.core.arguments import instance
from gangland.core.sentence import Sentence
from gangland.core.words import Language, mark
from gangland.gangs import Climb, Expel, Fill, Gang, GangsView, Spot
from gangland.gangs.cards import GANGS, ROW_NAMES, SPOTS
from gangland.gangs.view import Gangster
from gangland.sentences.gangs import MUST_REVEAL
from gangland.web.art import gangs as art
from gangland.web.boards.board import Board, board_of, waiting
from gangland.web.boards.choices import Prompts, Question, Verb, choices
from gangland.web.boards.pieces import LAST, UNMARKED, Banner, Look, Mark, Piece, look_of
from gangland.web.clicks import Click
from gangland.web.names import HTML
from gangland.web.names.gangs import gang_name, gang_picture, spot_name
from gangland.web.pov import Pov
from gangland.web.story.gangs import Face, Pyramid, identity, is_boss

TARGETS_AFTER = 2  # picks: an influence card and its agent
FILLERS = mark("Move up one of the two below it: {left} or {right}.")
CAPTIONS = {6: mark("The Lord"), 5: ROW_NAMES[5], 4: ROW_NAMES[4]}


@dataclass(frozen=True)
class Rival:
    """Another player: open and hidden alliances, how many influence cards are left, and after whom they play."""

    seat: int
    order: str  # such as “after you”; empty if there is only one rival
    alliances: tuple[Piece, ...]
    influence: int
    has_passed: bool


@dataclass(frozen=True)
class PyramidRow:
    """A row of the pyramid, with its name and what its spots are worth."""

    number: int
    spots: tuple[Piece, ...]
    caption: str
    worth: str


@dataclass(frozen=True, kw_only=True)
class GangsBoard(Board):
    """The board of Gangs. The viewer's alliances and influence are empty for a watcher."""

    template: ClassVar[str] = "boards/gangs.html"
    pile_template: ClassVar[str] = "piles/gangs.html"

    rows: tuple[PyramidRow, ...]
    rivals: tuple[Rival, ...]
    alliances: tuple[Piece, ...]
    influence: tuple[Piece, ...]
    deck_size: int
    top: Piece | None
    bosses: tuple[tuple[Piece, int], ...]
    spent: tuple[Piece, ...]
    expelled: tuple[Piece, ...]
    score: int | None
    holdings: tuple[tuple[Markup, int], ...]


@board_of.register
def gangs_board(view: GangsView, pov: Pov) -> GangsBoard:
    """The board of Gangs, as a viewer sees it."""
    words, clicks, pyramid = pov.words, pov.clicks, instance(pov.story.layout, Pyramid, "The layout")
    mine = view.seat
    me = view.players[mine] if mine is not None else None
    others = turn_order(view, mine)
    expelled = sorted(pyramid.expelled, key=lambda face: view.expelled.index(face[0]))
    cards = tuple(influence(gang, i, me, pov) for i, gang in enumerate(me.influence or ())) if me else ()
    return GangsBoard(
        style="gang-table",
        pile_name=words.say("Deck"),
        rows=tuple(pyramid_row(number, view, pyramid, pov) for number in range(6, 0, -1)),
        rivals=tuple(rival(seat, order, view.players[seat], pyramid, words) for seat, order in orders(others, pov)),
        alliances=tuple(alliance(gang, i, me, pov) for i, gang in enumerate(me.alliances) if gang) if me else (),
        influence=cards,
        deck_size=view.deck_size,
        top=card(pyramid.top, "top", words) if pyramid.top else None,
        bosses=tuple(
            (
                Piece(f"boss-{gang}", art.face(gang, 0), gang_name(gang, words)),
                view.bosses.count(gang),
            )
            for gang in sorted(set(view.bosses), key=str)
        ),
        spent=spent(view, pyramid, words),
        expelled=tuple(
            Piece(
                "",
                gang_picture(face[0], words),
                "",
                marks=LAST if face in pyramid.fresh else UNMARKED,
                flight=identity(face),
            )
            for face in expelled
        ),
        score=view.scores[mine] if mine is not None else None,
        holdings=holdings(view, me, words) if me else (),
        passing=clicks.alive.get("pass"),
        passing_word=words.say("Pass for good"),
        cancel=clicks.picks[:-1] if clicks.picks else None,
        banner=banner(view, pov),
        choices=choices(pov, partial(choice_prompts, view, words), cards),
    )


def choice_prompts(view: GangsView, words: Language) -> Prompts:
    """How the browser draws the choices of Gangs: who climbs where; who expels whom, and with which influence card."""
    names = [(f"spot:{spot}", gang_picture(gang, words)) for spot, gang in view.pyramid.items()]
    kinds = ("spot",), ("influence",), ("influence", "spot")
    climb, expel = words.say("Climb"), words.say("Expel")
    return Prompts(
        {" ".join(kind): Question(question(kind, ("{0}", "{1}"), words)) for kind in kinds},
        dict(names) | {f"influence:{gang}": gang_picture(gang, words) for gang in GANGS},
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
    words = pov.words
    spots = [spot for spot in SPOTS if spot.row == number]
    worth = words.say_many("{count} point per spot", "{count} points per spot", number - 3) if number > 3 else ""
    if number == 6:
        worth = words.say_many("{count} point", "{count} points", 3)
    return PyramidRow(
        number,
        tuple(spot_piece(spot, view, pyramid, pov) for spot in spots),
        words.say(CAPTIONS[number]) if number > 3 else "",
        worth,
    )


def spot_piece(spot: Spot, view: GangsView, pyramid: Pyramid, pov: Pov) -> Piece:
    """A spot of the pyramid, with the card on it and what a click on it does."""
    words, clicks = pov.words, pov.clicks
    face = pyramid.spots.get(spot)
    own = view.players[view.seat].alliances if view.seat is not None else ()
    name = spot_name(spot, words)
    quiet = Look.RESTING if face else Look.IDLE
    look, click = look_of(f"spot:{spot}", clicks, is_target=len(clicks.picks) == TARGETS_AFTER, quiet=quiet)
    if spot == view.gap:
        look = Look.GAP
    marks = LAST if face in pyramid.fresh else UNMARKED
    if f"spot:{spot}" in clicks.reached:
        marks |= {Mark.REACHED}
    verb, sign = spot_verb(spot, look, click, view, words)
    label = f"{name}: {gang_name(face[0], words)}" if face else name
    if spot == view.gap:
        label = words.say("{spot}, to be filled", spot=label)
    elif not face:
        label = words.say("{spot}, empty", spot=label)
    return Piece(
        f"spot-{spot}",
        art.plate(face[0]) if face else Markup(""),
        label,
        look,
        marks,
        verb,
        sign,
        click,
        identity(face) if face else "",
        worth=spot.points,
        is_ally=face is not None and face[0] in own,
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
    name = gang_name(gang, words)
    return Piece(
        id_,
        art.face(gang, 0 if is_boss(face) else 1 + number % 2),
        name,
        flight=identity(face),
    )


def rival(seat: int, order: str, player: Gangster, pyramid: Pyramid, words: Language) -> Rival:
    """Another player, as everybody sees them."""
    alliances = tuple(
        ally(f"ally-{seat}-{place}", gang, (seat, gang) == pyramid.revealed, words)
        for place, gang in enumerate(player.alliances)
    )
    return Rival(seat, order, alliances, player.influence_size, player.passed)


def ally(id_: str, gang: Gang | None, turned: bool, words: Language) -> Piece:
    """An alliance of another player: its card if it is open, otherwise a back."""
    if gang is None:
        return Piece(id_, art.BACK, words.say("a secret alliance"))
    name = gang_name(gang, words)
    marks = LAST if turned else UNMARKED
    return Piece(id_, art.face(gang, 2), name, marks=marks, motion="turned" if turned else "")


def spent(view: GangsView, pyramid: Pyramid, words: Language) -> tuple[Piece, ...]:
    """The influence cards that were spent. The newest one has just been turned over."""
    newest = view.discard.index(pyramid.spent) if pyramid.spent else None
    return tuple(
        Piece("", gang_picture(card, words), "", motion="turned" if place == newest else "")
        for place, card in enumerate(view.discard)
    )


def alliance(gang: Gang, place: int, me: Gangster, pov: Pov) -> Piece:
    """An alliance of the viewer, to be clicked if it can be revealed."""
    words, name = pov.words, gang_name(gang, pov.words)
    look, click = look_of(f"alliance:{gang}", pov.clicks, is_target=False, quiet=Look.IDLE)
    verb = words.say("Reveal") if click else ""
    note = words.say("open") if gang in me.revealed else ""
    return Piece(f"alliance-{place}", art.face(gang, 1), name, look, verb=verb, sign=verb, click=click, note=note)


def influence(gang: Gang, place: int, me: Gangster, pov: Pov) -> Piece:
    """An influence card of the viewer, to be clicked if it can be spent."""
    name = gang_name(gang, pov.words)
    look, click = look_of(f"influence:{gang}", pov.clicks, is_target=False)
    is_copy = gang in (me.influence or ())[:place]
    if look is Look.CHOSEN and is_copy:  # of two equal cards it does not matter which one was clicked
        look = Look.OPTIONAL
    verb = pov.words.say("Use") if click and click.verb and look in (Look.PLAYABLE, Look.OPTIONAL) else ""
    return Piece(
        f"influence-{place}", art.face(gang, 2), name, look, verb=verb, sign=verb and "→", click=click,
        thing=f"influence:{gang}",
    )  # fmt: skip


def holdings(view: GangsView, me: Gangster, words: Language) -> tuple[tuple[Markup, int], ...]:
    """The points that each of the viewer's alliances holds in the pyramid (G7.1), if any."""
    held = [(gang, spot.points) for spot, gang in view.pyramid.items()]
    points = [(gang, sum(worth for other, worth in held if other == gang)) for gang in me.alliances if gang]
    return tuple((gang_picture(gang, words), count) for gang, count in points if count)


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
            Markup(words.translate(MUST_REVEAL, HTML)),
            mine=True,
        )
    if view.gap:
        left, right = (view.pyramid[spot] for spot in view.gap.supports)
        below = Sentence(FILLERS, {"left": left, "right": right})
        return Banner(say("Your turn: fill the gap"), Markup(words.translate(below, HTML)), mine=True)
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
    return gang_picture(Gang.parse(code) if kind == "influence" else view.pyramid[Spot.parse(code)], words)


def spend(gang: Markup | str, words: Language) -> Markup:
    """The words for an influence card that is about to be spent."""
    return Markup("{} {}").format(gang, words.say("to spend"))
