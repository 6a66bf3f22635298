"""The pictures of the rules of Gangs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from gangland.core.words import mark
from gangland.gangs import Climb, Expel, Fill, Gang, GangsView, Spot
from gangland.gangs.cards import SPOTS
from gangland.web.art import gangs as art
from gangland.web.art.drawing import svg, symbol
from gangland.web.figures import Scene, Zone, draw_zone
from gangland.web.sentences import name_of

WIDTH, HEIGHT = 60, 44  # of a spot with its margin
POINTS = {6: 3, 5: 2, 4: 1}
PYRAMID = mark("The pyramid")


@draw_zone.register
def draw_gangs(view: GangsView, zone: str, scene: Scene[GangsView]) -> Zone:
    """The pyramid, or cards in a row."""
    say = scene.words.say
    me = view.players[0]
    match zone:
        case "deck":
            return cards(say("Deck"), [view.top] if view.top else [], scene, copy=0)
        case "alliances":
            turned = me.revealed if scene.earlier else ()
            return cards(say("Alliances"), (gang for gang in me.alliances if gang), scene, turned)
        case "influence":
            return cards(say("Influence"), me.influence or (), scene)
        case "top rows":
            return pyramid(view, scene, 4, 6)
        case "rows":
            return pyramid(view, scene, 1, 6, numbered=True)
    highest = max(spot.row for seen in scene.views for spot in seen.pyramid)
    return pyramid(view, scene, 1, min(6, highest + (len(scene.views) == 1 and not scene.mark)))


def cards(title: str, gangs: Iterable[Gang], scene: Scene[GangsView], came: Iterable[Gang] = (), copy: int = 1) -> Zone:
    """Some cards in a row."""
    shown, turned = tuple(gangs), tuple(came)
    drawn = Markup("").join(
        Markup('<span class="card{}">{}</span>').format(" came" if gang in turned else "", art.face(gang, copy))
        for gang in shown
    )
    row = Markup('<span class="row">{}</span>').format(drawn or Markup('<span class="card none"></span>'))
    return Zone(title, row, ", ".join(name_of(gang, scene.words) for gang in shown) or scene.words.say("empty"))


def pyramid(view: GangsView, scene: Scene[GangsView], lowest: int, highest: int, numbered: bool = False) -> Zone:
    """Some rows of the pyramid. They have their points beside them, or those of all rows their numbers."""
    rows = range(highest, lowest - 1, -1)
    bricks = "".join(brick(view, spot, scene, highest) for spot in SPOTS if spot.row in rows)
    notes = "".join(row_notes(row, highest, lowest == 4, numbered) for row in rows)
    left, right = (-40 if numbered else 0), (44 if numbered or lowest == 4 else 0)
    start = (lowest - 1) * WIDTH / 2 + left
    width = (7 - lowest) * WIDTH - left + right
    box = f"{start - 4:g} -4 {width + 8:g} {len(rows) * HEIGHT + 8}"
    return Zone(scene.words.say(PYRAMID), svg("pyre", box, bricks + notes), "; ".join(said_rows(view, scene, rows)))


def row_notes(row: int, highest: int, points: bool, numbered: bool) -> str:
    """The number of a row at its left, and the points of its spots at its right."""
    y = (highest - row) * HEIGHT + 26
    end = (7 - row) * WIDTH + (row - 1) * WIDTH // 2
    number = f'<text class="rowno" x="{(row - 1) * WIDTH // 2 - 22}" y="{y}">{row}</text>' if numbered else ""
    worth = POINTS.get(row) if points or numbered else None
    coin = f'<g class="worth" transform="translate({end + 20} {y - 6})"><circle r="13"/><text y="6">{worth}</text></g>'
    return number + (coin if worth else "")


def brick(view: GangsView, spot: Spot, scene: Scene[GangsView], highest: int) -> str:
    """A spot of the pyramid and who stands there."""
    x, y = WIDTH * spot.column + WIDTH // 2 * (spot.row - 1), HEIGHT * (highest - spot.row)
    gang = view.pyramid.get(spot)
    ring = " ".join(rings(view, spot, scene))
    if gang is None:
        look = "gap" if spot == view.gap else "empty"
        return f'<rect class="{look} {ring}" x="{x + 2}" y="{y + 2}" width="{WIDTH - 4}" height="{HEIGHT - 4}" rx="4"/>'
    return (
        f'<g class="gang-{gang}"><rect class="brick {ring}" x="{x + 2}" y="{y + 2}" width="{WIDTH - 4}"'
        f' height="{HEIGHT - 4}" rx="4"/>{symbol(f"g-{gang}", x + WIDTH / 2 - 16, y + 6, 32)}</g>'
    )


def rings(view: GangsView, spot: Spot, scene: Scene[GangsView]) -> Iterator[str]:
    """How a spot is ringed: what goes, has come, acts, is expelled or is marked."""
    earlier = scene.earlier
    if earlier and spot in view.pyramid and view.pyramid[spot] != earlier.pyramid.get(spot):
        yield "came"
    for move in scene.moves[:1]:
        match move.action:
            case Climb(start, _) | Fill(start) if start == spot:
                yield "goes"
            case Expel(victim, agent, _) if spot in (victim, agent):
                yield "goes" if spot == agent else "victim"
    if str(spot) in scene.mark:
        yield "goes" if str(spot) == scene.mark[0] else "victim"


def said_rows(view: GangsView, scene: Scene[GangsView], rows: Iterable[int]) -> Iterator[str]:
    """The rows in words, the highest first."""
    say = scene.words.say
    for row in rows:
        gangs = [view.pyramid.get(spot) for spot in SPOTS if spot.row == row]
        said = ", ".join(name_of(gang, scene.words) if gang else say("empty") for gang in gangs)
        yield f"{say('row {row}', row=row)}: {said}"
