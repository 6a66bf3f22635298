"""What the pieces of Gangs answer: spots and the gangsters on them, the viewer's cards, those of others, the deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from functools import cache

from markupsafe import Markup

from gangland.core.arguments import instance
from gangland.core.sentence import Sentence
from gangland.core.words import Language, mark
from gangland.gangs import Climb, Expel, Fill, Gang, GangsView, Reveal, Spot
from gangland.gangs.cards import GANGS, SPOTS
from gangland.web.answers import NOT_YOUR_TURN, Answer, Use, answer_of, code_of, refusals, use, write
from gangland.web.art import gangs as art
from gangland.web.art.drawing import svg
from gangland.web.boards.gangs import card as deck_card
from gangland.web.clicks import Click
from gangland.web.environment import BUTTON_LABELS
from gangland.web.pov import Pov
from gangland.web.sentences import name_of
from gangland.web.story.gangs import Pyramid

INFLUENCE = mark("Spend it, and a gangster expels a neighbour: in rows 4 to 6 only a gangster of this gang.")
ALLIANCE = mark("Spots of this gang in rows 4, 5 and 6 bring 1, 2 and 3 points.")
SECRET = mark("Only its owner knows the gang, until it is revealed.")
NEXT = mark("It fills the next gap in the lowest row.")
HELD = mark("Influence cards stay secret until they are spent. Each lets a gangster expel a neighbour.")
SPENT = Sentence(mark("If the deck runs out, they are shuffled into a new one."), clause="G3.3")
EXPELLED = Sentence(mark("They are out of the game for good."), clause="G4.3")
EMPTY = mark("A gangster climbs here if both spots below are taken.")
ALL_EIGHT = mark("Of this gang's 8 cards: {pyramid} in the pyramid, {expelled} expelled, {spent} spent as influence.")


@answer_of.register
def gangs_answer(view: GangsView, piece: str, pov: Pov) -> Answer | None:
    """The answer of a piece of Gangs, from what the viewer may know."""
    me = view.players[view.seat] if view.seat is not None else None
    match piece.split("-"):
        case ["spot", code] if code in map(str, SPOTS):
            return spot_answer(view, Spot.parse(code), piece, pov)
        case ["alliance", place] if me and place in places(me.alliances):
            gang = me.alliances[int(place)]
            return alliance_answer(view, gang, piece, pov) if gang else None
        case ["influence", place] if me and place in places(me.influence or ()):
            return influence_answer(view, (me.influence or ())[int(place)], piece, pov)
        case ["ally", seat, place] if seat in places(view.players):
            rival = view.players[int(seat)]
            return (
                ally_answer(view, int(seat), rival.alliances[int(place)], piece, pov)
                if place in places(rival.alliances)
                else None
            )
        case ["hidden", seat] if seat in places(view.players) and int(seat) != view.seat:
            return hidden_answer(view, int(seat), piece, pov)
        case ["spent"]:
            return gone_answer(piece, pov.words.say("Spent influence"), view.discard, SPENT, pov)
        case ["expelled"]:
            return gone_answer(piece, pov.words.say("Expelled"), view.expelled, EXPELLED, pov)
        case ["top"]:
            return top_answer(view, piece, pov)
    return None


@code_of.register
def gangs_code(view: GangsView, piece: str, pov: Pov) -> Gang | Spot | None:
    """A spot, or the gang on one of the viewer's cards."""
    me = view.players[view.seat] if view.seat is not None else None
    match piece.split("-"):
        case ["spot", code] if code in Spot.texts:
            return Spot.parse(code)
        case [("alliance" | "influence") as kind, place] if me:
            cards = me.alliances if kind == "alliance" else me.influence or ()
            return cards[int(place)] if place in places(cards) else None
    return None


def places(things: Sized) -> list[str]:
    """The numbers of things in a row, as ids write them."""
    return [str(number) for number in range(len(things))]


def note(view: GangsView, gang: Gang, words: Language) -> str:
    """Where the cards of a gang have gone that everybody has seen."""
    standing = list(view.pyramid.values()).count(gang)
    return words.say(ALL_EIGHT, pyramid=standing, expelled=view.expelled.count(gang), spent=view.discard.count(gang))


def act(thing: str, pov: Pov) -> tuple[str, Click] | None:
    """What a click on a thing does, in a word."""
    click = pov.clicks.alive.get(thing)
    if click is None:
        return None
    return (pov.words.say("Use") if thing.startswith("influence:") else pov.words.say(BUTTON_LABELS[click.verb])), click


def spot_answer(view: GangsView, spot: Spot, piece: str, pov: Pov) -> Answer:
    """A spot of the pyramid, and the gangster on it."""
    words, gang = pov.words, view.pyramid.get(spot)
    worth = (
        words.say_many("{count} point", "{count} points", spot.points) if spot.points else words.say("no points here")
    )
    name = name_of(spot, words)
    row = words.say("row {row}", row=spot.row)
    pyramid = instance(pov.story.layout, Pyramid, "The layout")
    return Answer(
        piece=piece,
        art=deck_card(pyramid.spots[spot], piece, words).art if gang else Markup(""),
        name=name_of(gang, words) if gang else name,
        facts=() if gang else (words.say("empty"),),
        ability=f"{name}, {row}\n{worth}" if gang else f"{row}\n{worth}",
        sign=locator(spot),
        uses=tuple(spot_uses(view, spot, pov)),
        note=note(view, gang, words) if gang else words.say(EMPTY),
        act=act(f"spot:{spot}", pov),
    )


@cache
def locator(spot: Spot) -> Markup:
    """A small pyramid in which one spot is marked."""
    bricks = "".join(
        f'<rect x="{7 * other.column + 3.5 * (other.row - 1) + 1:g}" y="{36 - 6 * other.row}" width="6" height="5"'
        + (' class="on"/>' if other == spot else "/>")
        for other in SPOTS
    )
    return svg("locator", "0 0 44 36", bricks)


def spot_uses(view: GangsView, spot: Spot, pov: Pov) -> Iterator[Use]:
    """What the viewer can do now with a spot or the gangster on it, and what not."""
    words = pov.words
    if view.seat is None:
        return
    if view.turn != view.seat:
        yield use(words, False, NOT_YOUR_TURN)
    elif view.reveals or view.gap:
        yield filling(view, spot, words)
    elif spot in view.pyramid:
        if spot.row < 6:
            yield climbing(view, spot, words)
        yield from expelling(view, spot, words)
    else:
        yield reaching(view, spot, words)


def filling(view: GangsView, spot: Spot, words: Language) -> Use:
    """What can be done with a spot while a gap must be filled or an alliance revealed."""
    starts = [move.action.start for move in view.legal_moves if isinstance(move.action, Fill)]
    if spot in starts:
        return use(words, True, mark("It can move up."), Sentence(mark("It fills the gap."), clause="G3.2"))
    if spot == view.gap:
        gangs = tuple(view.gang_on(start) for start in starts)
        return use(words, True, Sentence(mark("One of these must move up: {gangs}"), {"gangs": gangs}, clause="G3.2"))
    return use(words, False, mark("Nothing to do here now."), *refusals(view, ["climb a1 a2"]))


def climbing(view: GangsView, spot: Spot, words: Language) -> Use:
    """Whether the gangster on a spot can climb now."""
    goals = [
        move.action.goal for move in view.legal_moves if isinstance(move.action, Climb) and move.action.start == spot
    ]
    if goals:
        names = ", ".join(name_of(goal, words) for goal in goals)
        return use(words, True, mark("It can climb."), Sentence(mark("To {spots}."), {"spots": names}, clause="G3.1"))
    above = [goal for goal in SPOTS[6:] if spot in goal.supports]
    return use(words, False, mark("It cannot climb."), *refusals(view, [f"climb {spot} {goal}" for goal in above]))


def reaching(view: GangsView, spot: Spot, words: Language) -> Use:
    """Whether somebody can climb to an empty spot now."""
    starts = [
        move.action.start for move in view.legal_moves if isinstance(move.action, Climb) and move.action.goal == spot
    ]
    if starts:
        gangs = tuple(view.gang_on(start) for start in starts)
        return use(words, True, Sentence(mark("These can climb here: {gangs}"), {"gangs": gangs}, clause="G3.1"))
    reasons = refusals(view, [f"climb {start} {spot}" for start in spot.supports])
    return use(words, False, mark("Nobody can climb here."), *reasons)


def expelling(view: GangsView, spot: Spot, words: Language) -> Iterator[Use]:
    """Whom the gangster on a spot can expel now, whom not, and who can expel it."""
    legal = [move.action for move in view.legal_moves if isinstance(move.action, Expel)]
    victims = sorted({action.victim for action in legal if action.agent == spot})
    agents = sorted({action.agent for action in legal if action.victim == spot})
    if victims:
        yield use(words, True, about(view, mark("It can expel {gangs}"), victims, "G4.1"))
    spared = [other for other in view.pyramid if other.touches(spot) and other not in victims]
    if spared:
        assert view.seat is not None
        cards = view.players[view.seat].influence or (view.gang_on(spot),)
        reasons = refusals(view, [f"expel {victim} by {spot} with {cards[0]}" for victim in spared])
        yield use(words, False, about(view, mark("It cannot expel {gangs}"), spared), *reasons)
    if agents:
        yield use(words, True, about(view, mark("It can be expelled by {gangs}"), agents, "G4.1"))


def about(view: GangsView, template: str, spots: list[Spot], clause: str = "") -> Sentence:
    """A sentence about the gangsters on some spots."""
    return Sentence(template, {"gangs": tuple(view.gang_on(spot) for spot in spots)}, clause=clause)


def influence_answer(view: GangsView, gang: Gang, piece: str, pov: Pov) -> Answer:
    """An influence card of the viewer."""
    words, name = pov.words, name_of(gang, pov.words)
    if view.turn != view.seat:
        found = use(words, False, NOT_YOUR_TURN)
    elif any(isinstance(move.action, Expel) and move.action.card == gang for move in view.legal_moves):
        found = use(
            words,
            True,
            mark("You can spend it now."),
            Sentence(mark("First choose the gangster who expels."), clause="G4.1"),
        )
    else:
        found = use(words, False, mark("You cannot spend it now."), *refusals(view, [f"expel a1 by b1 with {gang}"]))
    return Answer(
        piece=piece, art=art.face(gang, 2), name=name, facts=(words.say("influence card"),),
        ability=words.say(INFLUENCE), sign=art.emblem(gang), uses=(found,), note=note(view, gang, words),
        act=act(f"influence:{gang}", pov),
    )  # fmt: skip


def alliance_answer(view: GangsView, gang: Gang, piece: str, pov: Pov) -> Answer:
    """An alliance of the viewer."""
    words, name = pov.words, name_of(gang, pov.words)
    assert view.seat is not None
    points = sum(spot.points for spot, other in view.pyramid.items() if other == gang)
    is_open = gang in view.players[view.seat].revealed
    if view.turn != view.seat:
        found = use(words, False, NOT_YOUR_TURN)
    elif any(move.action == Reveal(gang) for move in view.legal_moves):
        found = use(
            words,
            True,
            mark("You can reveal it now."),
            Sentence(mark("One of your secret alliances must be revealed."), clause="G5.1"),
        )
    else:
        found = use(words, False, mark("You cannot reveal it now."), *refusals(view, [f"reveal {gang}"]))
    return Answer(
        piece=piece, art=art.face(gang, 1), name=name,
        facts=(
            words.say("your alliance"), words.say("open") if is_open else words.say("secret"),
            words.say_many("{count} point now", "{count} points now", points),
        ),
        ability=words.say(ALLIANCE), sign=art.emblem(gang), uses=(found,), note=note(view, gang, words),
        act=act(f"alliance:{gang}", pov),
    )  # fmt: skip


def ally_answer(view: GangsView, seat: int, gang: Gang | None, piece: str, pov: Pov) -> Answer:
    """An alliance of another player: its gang if it is open, and else nothing that the viewer does not know."""
    words = pov.words
    whose = words.say("alliance of {name}", name=pov.names[seat])
    if gang is None:
        reveal = Sentence(
            mark("Alliances are revealed when row 4 or 5 is first reached, and at the end."), clause="G5.1"
        )
        return Answer(
            piece=piece, art=art.BACK, name=words.say("a secret alliance"), facts=(whose,),
            ability=words.say(SECRET), uses=(Use(None, write(words, reveal)),),
        )  # fmt: skip
    name = name_of(gang, words)
    return Answer(
        piece=piece, art=art.face(gang, 2), name=name, facts=(whose, words.say("open")),
        ability=words.say(ALLIANCE), sign=art.emblem(gang), note=note(view, gang, words),
    )  # fmt: skip


def hidden_answer(view: GangsView, seat: int, piece: str, pov: Pov) -> Answer:
    """The influence cards of another player, of which everybody knows only how many there are."""
    words, count = pov.words, view.players[seat].influence_size
    left = words.say_many("{count} influence card left", "{count} influence cards left", count)
    most = Sentence(mark("In a tie, the player with more influence cards left wins."), clause="G7.2")
    return Answer(
        piece=piece, art=art.BACK if count else Markup(""), name=words.say("secret influence"),
        facts=(pov.names[seat], left), ability=words.say(HELD), uses=(Use(None, write(words, most)),),
    )  # fmt: skip


def gone_answer(piece: str, name: str, cards: Sequence[Gang], why: Sentence, pov: Pov) -> Answer:
    """The cards that were spent or expelled, gang by gang."""
    words = pov.words
    counted = Markup(" · ").join(
        Markup("{} {} {}").format(art.emblem(gang), name_of(gang, words), cards.count(gang))
        for gang in GANGS
        if gang in cards
    )
    return Answer(
        piece=piece, art=Markup(""), name=name,
        facts=(words.say_many("{count} card", "{count} cards", len(cards)),),
        uses=(Use(None, write(words, why)),), note=counted,
    )  # fmt: skip


def top_answer(view: GangsView, piece: str, pov: Pov) -> Answer | None:
    """The card that comes next from the deck."""
    top, words = instance(pov.story.layout, Pyramid, "The layout").top, pov.words
    if top is None:
        return None
    found = deck_card(top, piece, words)
    return Answer(
        piece=piece, art=found.art, name=found.label, facts=(words.say("next card of the deck"),),
        ability=words.say(NEXT), sign=art.emblem(top[0]), note=note(view, top[0], words),
    )  # fmt: skip
