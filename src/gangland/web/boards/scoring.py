"""The end of a game, card by card."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from gangland.famiglia import Card, FamigliaView
from gangland.famiglia.cards import CARDS, FAMILIES
from gangland.game import Outcome, View
from gangland.gangs import GangsView, Spot
from gangland.sentences import REASONS
from gangland.sentences.famiglia import FAMILY_NAMES
from gangland.web import art
from gangland.web.boards.pieces import Look, Piece
from gangland.web.names import card_name, gang_name, spot_name
from gangland.web.story import Story
from gangland.words import Words, mark


@dataclass(frozen=True)
class Group:
    """The cards of one family, or one alliance of Gangs, and what they are worth."""

    code: str
    name: str
    cards: tuple[tuple[Piece, int], ...]
    points: int


@dataclass(frozen=True)
class Sheet:
    seat: int
    place: int
    name: str
    wins: bool
    points: int
    more: str
    groups: tuple[Group, ...]


GIVEN_UP = {"resigned": mark("{name} has resigned."), "time": mark("{name} has run out of time.")}


@dataclass(frozen=True)
class Scoring:
    kind: str
    verdict: str
    reason: str
    sheets: tuple[Sheet, ...]
    rows: tuple[tuple[Piece, ...], ...]  # of the pyramid that count


def scoring_of(view: View, outcome: Outcome, story: Story, names: tuple[str, ...], words: Words) -> Scoring:
    seats = sorted(range(len(names)), key=lambda seat: (seat not in outcome.winners, -outcome.scores[seat], seat))
    losers = [name for seat, name in enumerate(names) if seat not in outcome.winners]
    reason = words.say(GIVEN_UP.get(outcome.reason) or REASONS[outcome.reason], name=", ".join(losers))
    verdict = verdict_of(view.seat, outcome, names, words)
    if isinstance(view, FamigliaView):
        order = [view.seat, 1 - view.seat] if view.seat is not None else [0, 1]
        sheets = tuple(famiglia_sheet(seat, outcome, story, names, words) for seat in order)
        return Scoring("famiglia", verdict, reason, sheets, ())
    assert isinstance(view, GangsView)
    places = (gangs_sheet(seat, place, view, outcome, names, words) for place, seat in enumerate(seats, 1))
    return Scoring("gangs", verdict, reason, tuple(places), crown(view, words))


def verdict_of(seat: int | None, outcome: Outcome, names: tuple[str, ...], words: Words) -> str:
    say = words.say
    scores = sorted(outcome.scores, reverse=True)
    if len(outcome.winners) > 1:
        if len(outcome.winners) == len(names) or seat not in outcome.winners:
            return say("A tie: {names}", names=", ".join(names[winner] for winner in outcome.winners))
        return say("You share the win with {names}", names=", ".join(names[w] for w in outcome.winners if w != seat))
    winner = outcome.winners[0]
    best = outcome.scores[winner]
    other = max(score for one, score in enumerate(outcome.scores) if one != winner)
    if scores[0] != best or best < other:
        return say("You win") if winner == seat else say("{name} wins", name=names[winner])
    if winner == seat:
        return say("You win, {points} to {other}", points=best, other=other)
    return say("{name} wins, {points} to {other}", name=names[winner], points=best, other=other)


def famiglia_sheet(seat: int, outcome: Outcome, story: Story, names: tuple[str, ...], words: Words) -> Sheet:
    faces = story.row.piles[f"hand {seat}"] + story.row.piles[f"display {seat}"]
    faces = sorted(faces, key=lambda face: CARDS.index(Card.parse(face[0])))
    groups = []
    for family in FAMILIES:
        cards = tuple(
            (Piece("", art.famiglia(*face), card_name(face[0], words)), Card.parse(face[0]).points)
            for face in faces if face[0][0] == family
        )  # fmt: skip
        groups.append(Group(family, words.say(FAMILY_NAMES[family]), cards, sum(points for _, points in cards)))
    best = max(faces, key=lambda face: (Card.parse(face[0]).points, Card.parse(face[0]).rank))
    more = words.say_many(
        "{count} card, the best: {card}", "{count} cards, the best: {card}", len(faces), card=card_name(best[0], words)
    )
    points = sum(group.points for group in groups)
    return Sheet(seat, 0, names[seat], outcome.winners == (seat,), points, more, tuple(groups))


def gangs_sheet(
    seat: int, place: int, view: GangsView, outcome: Outcome, names: tuple[str, ...], words: Words
) -> Sheet:
    player = view.players[seat]
    groups = []
    for gang in player.alliances:
        if gang is None:  # somebody gave up before it was revealed
            groups.append(Group("", "", ((Piece("", art.back_of("gangs"), words.say("a secret alliance")), 0),), 0))
            continue
        held = sum(Spot.parse(spot).row - 3 for spot, other in view.pyramid.items() if other == gang and spot[1] > "3")
        name, look = gang_name(gang, words), Look.IDLE if held else Look.RESTING
        groups.append(Group(gang, name, ((Piece("", art.gang(gang, name, 1), name, look), held),), held))
    more = words.say_many("{count} influence card left", "{count} influence cards left", player.influence_size)
    return Sheet(seat, place, names[seat], seat in outcome.winners, outcome.scores[seat], more, tuple(groups))


def crown(view: GangsView, words: Words) -> tuple[tuple[Piece, ...], ...]:
    rows = []
    for number in (6, 5, 4):
        spots = [f"{'abc'[column]}{number}" for column in range(7 - number)]
        rows.append(tuple(crown_spot(spot, view, words) for spot in spots))
    return tuple(rows)


def crown_spot(spot: str, view: GangsView, words: Words) -> Piece:
    gang, name, worth = view.pyramid.get(spot), spot_name(spot, words), int(spot[1]) - 3
    if gang is None:  # somebody gave up early
        return Piece(f"spot-{spot}", Markup(""), words.say("{spot}, empty", spot=name), worth=worth, name=name)
    label = f"{name}: {gang_name(gang, words)}"
    return Piece(f"spot-{spot}", art.plate(gang), label, worth=worth, name=name, gang=gang)
