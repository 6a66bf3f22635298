"""What the researchers' interfaces do differently for Famiglia: its encodings, and how a table is drawn."""

from __future__ import annotations

from collections.abc import Iterator

from gangland.env.drawing import Row, colours, table_rows
from gangland.env.encodings import make_encoding
from gangland.env.kernel.famiglia import DuelEncoding, SoloEncoding
from gangland.famiglia import Duel, FamigliaView, SmallDuel, Solo

COLOURS = {"F": "#c0392b", "A": "#2471a3", "B": "#b9770e", "M": "#1e8449"}


@make_encoding.register
def duel_encoding(game: Duel | SmallDuel) -> DuelEncoding:
    """The encoding of observations and actions of the duel. The small one has the same, with more zeros."""
    return DuelEncoding()


@make_encoding.register
def solo_encoding(game: Solo) -> SoloEncoding:
    """The encoding of the solo game at its level."""
    return SoloEncoding(game.level)


@colours.register
def famiglia_colours(view: FamigliaView) -> dict[str, str]:
    """The colours of the four families."""
    return COLOURS


@table_rows.register
def famiglia_rows(view: FamigliaView) -> Iterator[Row]:
    """The Street, hands, displays and piles as rows of cards."""
    yield Row("street", tuple(map(str, view.street)))
    for seat in range(2):
        yield Row(f"hand {seat}", tuple(map(str, view.hands[seat])))
        yield Row(f"display {seat}", tuple(map(str, view.displays[seat])))
    yield Row(f"discard, pile {view.pile_size}", tuple(map(str, view.discard)))
    if view.under:
        yield Row("under the pile", tuple(map(str, view.under)))
    played = (view.accountant, view.brute, view.target)
    if any(played):
        yield Row("played, target", tuple(str(card) for card in played if card))
