"""Points of view: the one argument of everything that draws a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from urllib.parse import quote_plus

from markupsafe import Markup

from gangland.core.game import Move
from gangland.core.words import Language, language_of
from gangland.learn import Counsel, Tip
from gangland.web.clicks import NOTHING, Clicks, clicks
from gangland.web.seat_names import names_of
from gangland.web.story import Story
from gangland.web.table_view import HOUSE, TableView

HINT = "hint"  # a pick: the viewer wants to see the best move, or is asked whether the game need not count
UNDO = "undo"  # a pick: the viewer wants to take a move back, and is asked whether the game need not count


@dataclass(frozen=True)
class Pov:
    """A table as one viewer sees it: everything that a drawing of it may depend on.

    Viewers with equal points of view see the same, letter by letter, so they can share one drawing.
    """

    table: TableView
    story: Story = field(compare=False, repr=False)  # not compared, as it follows from the table's id and version
    language: str = "en"
    picks: tuple[str, ...] = ()  # what the viewer has clicked for a move so far
    site: str = ""  # the server's public address, with which links to send begin
    link: str | None = None  # the token of the seat link that led here
    name: str = ""  # the viewer's name, for the form to sit down
    has_own_name: bool = False  # the viewer's name is protected by a password
    trouble: Markup | str = ""  # why the viewer's last action was refused
    known_log: str = ""  # the key of the log that the viewer's page shows already
    page: str = ""  # the path of the page, if it is not that of the table
    asks: tuple[tuple[str, str], ...] = ()  # what the address of the page asks for besides picks
    tip: Tip | None = None  # for the viewer's first game
    wants_tips: bool = True
    counsels: tuple[Counsel, ...] = ()  # what to try next, when the viewer's game is over
    usual: int | None = None  # the level that “Play now” chooses for the viewer after a game against the computer

    def __hash__(self) -> int:
        return hash((self.table.id, self.table.version, self.table.seat, self.picks, self.language))

    @cached_property
    def words(self) -> Language:
        """The words of the viewer's language."""
        return language_of(self.language)

    @property
    def is_watcher(self) -> bool:
        """Whether the viewer only watches, and so sees what all other watchers see."""
        table = self.table
        return not (table.mine or table.is_opener or self.link or self.name or self.trouble)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        chairs = self.table.chairs
        return names_of(tuple((chair.kind, chair.name, chair.replaced) for chair in chairs), self.words)

    @cached_property
    def house(self) -> frozenset[int]:
        """The seats of computer opponents and robots."""
        return frozenset(chair.number for chair in self.table.chairs if chair.kind in HOUSE)

    @cached_property
    def clicks(self) -> Clicks:
        """What the viewer may click on now."""
        return clicks(self.table.view, self.picks) if self.table.view and self.table.legal_moves else NOTHING

    @property
    def reader(self) -> int | None:
        """The seat that sentences call “you”. It is None if several people share the screen."""
        return self.table.mine[0] if len(self.table.mine) == 1 else None

    @property
    def may_look_back(self) -> bool:
        """Whether the viewer may look at the game again: everybody when it is over, until then who sits there."""
        return bool(self.table.mine or self.table.outcome)

    @property
    def is_curtained(self) -> bool:
        """Whether the table is hidden: people with secrets share this screen, and another one's turn has come."""
        table = self.table
        if not table.started or table.outcome or len(table.mine) < 2 or not table.game.has_secrets:
            return False
        return table.needs_curtain or (table.turn in table.mine and table.turn != table.seat)

    @property
    def asks_before_undo(self) -> bool:
        """Whether the viewer is asked before a move is taken back, because the game will count no more after that."""
        return self.table.ranked and self.table.undo.way == "free" and len(self.table.mine) == 1

    @property
    def is_undoing(self) -> bool:
        """Whether the viewer is just asked that."""
        return self.asks_before_undo and self.picks == (UNDO,)

    @property
    def asks_before_hint(self) -> bool:
        """Whether the viewer is asked before the first hint, because the game will count no more after that."""
        return self.table.ranked and self.may_ask

    @property
    def may_ask(self) -> bool:
        """Whether the viewer may ask for the best move now."""
        return self.table.hints.offered and self.table.turn == self.table.seat

    @property
    def is_hinting(self) -> bool:
        """Whether the page shows the best move, or that it is thought about, or asks whether it shall."""
        hints = self.table.hints
        is_open = self.asks_before_hint or hints.awaited or hints.move is not None
        return self.picks == (HINT,) and self.may_ask and is_open

    @cached_property
    def advised(self) -> Move | None:
        """The best move, while the page shows it."""
        view, wanted = self.table.view, self.table.hints.move
        if not self.is_hinting or view is None:
            return None
        return next((move for move in view.legal_moves if str(move) == wanted), None)

    @cached_property
    def pointed(self) -> tuple[str, ...]:
        """The things to click for the best move, in their order, while the page shows it."""
        return self.things_for(self.advised)

    @property
    def shown_tip(self) -> Tip | None:
        """The tip for the viewer's first game, unless the page shows or asks something else."""
        return None if self.is_hinting or self.is_undoing else self.tip

    @cached_property
    def told(self) -> tuple[str, ...]:
        """The things to click for the move that the tip speaks of."""
        return self.things_for(self.shown_tip.move if self.shown_tip else None)

    def things_for(self, wanted: Move | None) -> tuple[str, ...]:
        """The things to click for a move, in their order, by the shortest way."""
        ways = [path for path, move in self.clicks.following if move == wanted] if wanted else []
        return tuple(thing for thing in min(ways, key=len, default=()) if not thing.startswith("way:"))

    @property
    def address(self) -> str:
        """The address of this drawing, for reloading."""
        if self.link:
            return f"/t/{self.table.id}/sit/{self.link}"
        if self.is_undoing or self.is_hinting:
            return self.address_with(self.picks)
        return self.address_with(() if self.is_curtained else self.clicks.picks)

    def address_with(self, picks: Sequence[str]) -> str:
        """The address of the page with these picks. They hold for this number of the journal only."""
        table = self.table
        query = [f"{quoted(name)}={quoted(value)}" for name, value in self.asks]
        if table.seat is not None and len(table.mine) > 1:
            query.append(f"as={table.seat}")
        if picks:
            query += [f"at={table.number}", *(f"pick={quoted(pick)}" for pick in picks)]
        return (self.page or f"/t/{table.id}") + (f"?{'&'.join(query)}" if query else "")


@lru_cache(2000)
def quoted(text: str) -> str:
    """A text as it stands in the query of an address."""
    return quote_plus(text)


def in_whole_seconds(table: TableView) -> TableView:
    """The table with its clocks rounded down, so that all who look within one second see the same."""
    chairs = (
        replace(chair, left=float(int(chair.left))) if chair.left is not None else chair for chair in table.chairs
    )
    return replace(table, chairs=tuple(chairs))
