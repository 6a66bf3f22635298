"""The rules for taking moves back at a table on the web."""

from __future__ import annotations

from gangland.play import Match, Played


def moves_to_take_back(match: Match, seat: int) -> int:
    """How many moves to take back to reach the seat's last decision. It is 0 if the seat made none."""
    played = (step.entry for step in reversed(match.history()) if isinstance(step.entry, Played))
    return next((back for back, entry in enumerate(played, 1) if entry.seat == seat), 0)


def is_free_to_undo(match: Match, seat: int) -> bool:
    """Whether the last move is the seat's, within its own turn, and has uncovered nothing hidden or random."""
    if match.outcome or match.turn != seat or moves_to_take_back(match, seat) != 1:
        return False
    last = match.history()[-1]
    return isinstance(last.entry, Played) and last.before.view(None).unseen == match.view(None).unseen


def taken_back(match: Match, count: int) -> Match:
    """A copy of the match without its last moves."""
    before = match.copy()
    for _ in range(count):
        before.undo()
    return before
