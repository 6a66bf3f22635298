"""What divides a game of Gangs, and its table as a picture."""

from __future__ import annotations

from markupsafe import Markup

from gangland.core.arguments import instance
from gangland.core.game import View
from gangland.core.words import mark
from gangland.gangs import Gang, GangsView, Spot
from gangland.gangs.cards import SPOTS
from gangland.web.art import gangs as art
from gangland.web.pov import Pov
from gangland.web.replays.landmarks import landmark
from gangland.web.replays.picture import MARGIN, WIDTH, Sketch, placed, sketch
from gangland.web.sentences import name_of

ROWS = {4: mark("row 4"), 5: mark("row 5")}


@landmark.register
def gangs_landmark(after: GangsView, before: View) -> str:
    """The rows that make players reveal (G5.1) divide the game, and the coronation does."""
    earlier = instance(before, GangsView, "A view")
    if after.crowned and not earlier.crowned:
        return mark("crowned")
    return ROWS.get(after.reached, "") if after.reached > earlier.reached else ""


@sketch.register
def gangs_sketch(view: GangsView, pov: Pov) -> Sketch:
    """The pyramid, above it everybody's alliances and influence cards as far as they are seen."""
    drawn = Markup("")
    step = (WIDTH - 2 * MARGIN) / len(view.players)
    for seat, player in enumerate(view.players):
        x = MARGIN + step * seat
        hidden: tuple[Gang | None, ...] = (None,) * player.influence_size
        drawn += hand(player.alliances, x, 0, 40, pov)
        drawn += hand(player.influence or hidden, x, 62, 24, pov)
    mine = pov.table.seat
    own = view.players[mine].alliances if mine is not None else ()
    return Sketch(drawn + Markup("").join(plate(spot, view, own, pov) for spot in SPOTS), 110 + 6 * 62)


def hand(gangs: tuple[Gang | None, ...], x: float, y: float, wide: float, pov: Pov) -> Markup:
    """Cards side by side, with backs for those that are hidden."""
    faces = [art.card(gang, name_of(gang, pov.words), 2) if gang else art.BACK for gang in gangs]
    return Markup("").join(
        placed(face, x + place * (wide + 3), y, wide, 1.4 * wide) for place, face in enumerate(faces)
    )


def plate(spot: Spot, view: GangsView, own: tuple[Gang | None, ...], pov: Pov) -> Markup:
    """A spot of the pyramid, with whoever stands there."""
    row = [other for other in SPOTS if other.row == spot.row]
    x = (WIDTH - len(row) * 104 + 6) / 2 + row.index(spot) * 104
    y = 110 + (6 - spot.row) * 62
    gang = view.pyramid.get(spot)
    name = Markup('<text class="st" x="{:g}" y="{}" text-anchor="middle" fill="{}">{}</text>').format(
        x + 49, y + 51, "var(--p)" if gang else "var(--muted)", name_of(spot, pov.words)
    )
    frame = f'<rect x="{x:g}" y="{y}" width="98" height="56" rx="3" stroke="var(--i)" stroke-width="1.5" '
    if gang is None:
        return Markup(frame + 'fill="none" opacity=".4"/>') + name + worth(spot, x, y)
    drawn = Markup(f'<g class="gang-{gang}">{frame}fill="var(--f)"/>')
    drawn += Markup(f'<rect x="{x:g}" y="{y + 41}" width="98" height="15" fill="var(--i)"/>')
    drawn += Markup(f'<use href="#g-{gang}" x="{x + 33:g}" y="{y + 5}" width="32" height="32" fill="var(--o)"/></g>')
    if gang in own:
        drawn += Markup(f'<circle cx="{x + 14:g}" cy="{y + 14}" r="10" fill="var(--p)" stroke="var(--i)"/>')
        place = f"translate({x + 6:g} {y + 6}) scale(.667)"
        drawn += Markup(f'<use href="#star" transform="{place}" fill="var(--i)"/>')
    return drawn + name + worth(spot, x, y)


def worth(spot: Spot, x: float, y: float) -> Markup:
    """What a spot is worth, on a coin."""
    if not spot.points:
        return Markup("")
    return Markup(
        f'<circle cx="{x + 84:g}" cy="{y + 14}" r="10" fill="#d3a541" stroke="var(--i)"/>'
        f'<text class="pts" x="{x + 84:g}" y="{y + 19}" font-size="13" text-anchor="middle">{spot.points}</text>'
    )
