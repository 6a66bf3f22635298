"""What divides a game of Famiglia, and its table as a picture."""

from __future__ import annotations

from markupsafe import Markup

from gangland.core.arguments import instance
from gangland.core.game import View
from gangland.core.words import mark
from gangland.famiglia import FamigliaView
from gangland.web.art import famiglia as art
from gangland.web.boards.famiglia import in_order
from gangland.web.pov import Pov
from gangland.web.replays.landmarks import landmark
from gangland.web.replays.picture import MARGIN, WIDTH, Sketch, placed, sketch
from gangland.web.story.famiglia import Face, Row


@landmark.register
def famiglia_landmark(after: FamigliaView, before: View) -> str:
    """The second pile (F8.1) divides the game, and the last round ends it."""
    earlier = instance(before, FamigliaView, "A view")
    if after.reshuffled and not earlier.reshuffled:
        return mark("second pile")
    return mark("last round") if after.last_round and not earlier.last_round else ""


@sketch.register
def famiglia_sketch(view: FamigliaView, pov: Pov) -> Sketch:
    """Both families and the Street between them."""
    row = instance(pov.story.layout, Row, "The layout")
    mine = pov.table.seat or 0
    above, below = family(row, 1 - mine, 0, pov), family(row, mine, 240, pov)
    return Sketch(above + cards(row.street, 104, 80, 8) + below, 346)


def family(row: Row, seat: int, y: float, pov: Pov) -> Markup:
    """A player's hand and display, side by side, and below them the player's name."""
    name = Markup('<text class="fine" x="{}" y="{:g}">{}</text>').format(MARGIN, y + 95, pov.names[seat])
    hand, display = in_order(row.piles[f"hand {seat}"]), in_order(row.piles[f"display {seat}"])
    wide = min(56.0, (WIDTH - 2 * MARGIN - 24) / (0.45 * (len(hand) + len(display)) + 1.1))
    left = fan(hand, MARGIN, y, wide)
    return name + left + fan(display, MARGIN + wide * (0.45 * len(hand) + 0.55) + 24, y, wide)


def fan(faces: list[Face], x: float, y: float, wide: float) -> Markup:
    """Cards that overlap, from left to right."""
    drawn = (placed(art.card(*face), x + 0.45 * wide * place, y, wide, 1.4 * wide) for place, face in enumerate(faces))
    return Markup("").join(drawn)


def cards(faces: list[Face], y: float, wide: float, gap: float) -> Markup:
    """Cards side by side, in the middle."""
    wide = min(wide, (WIDTH - 2 * MARGIN) / max(1, len(faces)) - gap)
    left = (WIDTH - len(faces) * (wide + gap) + gap) / 2
    drawn = (
        placed(art.card(*face), left + place * (wide + gap), y + (112 - 1.4 * wide) / 2, wide, 1.4 * wide)
        for place, face in enumerate(faces)
    )
    return Markup("").join(drawn)
