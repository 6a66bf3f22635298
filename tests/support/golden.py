"""Golden playthroughs and node counts: `python tests/support/golden.py` writes them, test_golden.py compares.

A playthrough prints one whole game: at each step what changed in the position, what was legal, and what changed
in what each seat and a watcher see, each line with whoever sees it. Node counts walk complete trees; whatever
changes in the rules changes them. The signature of the search is how often it looks at each move, from a few positions;
whatever changes in the search changes it.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any

from gangland.bots import Limit, SearchSettings, analyse, choose_at_random
from gangland.bots.analysis import trained_net
from gangland.core.game import Game
from gangland.core.position import Position
from gangland.famiglia import Duel, SmallDuel, Solo
from gangland.gangs import Gangs, SmallGangs
from gangland.play import Match
from playing import played

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
PLAYTHROUGHS: dict[str, tuple[Game, int]] = {
    "duel": (Duel(), 7),
    "duel-joker": (Duel(joker_with_pair=True), 8),
    "solo-1": (Solo(1), 1),
    "solo-4-robot-starts": (Solo(4, robot_starts=True), 4),
    "small-24": (SmallDuel(), 9),
    "gangs-2": (Gangs(2), 2),
    "gangs-3": (Gangs(3), 3),
    "gangs-4": (Gangs(4), 4),
}
DEALS: dict[str, tuple[Game, int, int]] = {
    "duel": (Duel(), 1, 6),
    "duel-joker": (Duel(joker_with_pair=True), 2, 9),
    "solo-2": (Solo(2), 3, 7),
    "solo-3-robot-starts": (Solo(3, robot_starts=True), 4, 8),
    "small-24": (SmallDuel(), 1, 9),
    "small-12": (SmallDuel(12), 1, 9),
    "gangs-2": (Gangs(2), 5, 3),
    "gangs-4": (Gangs(4), 6, 2),
    "gangs-small-2": (SmallGangs(2), 7, 10),
    "gangs-small-3": (SmallGangs(3), 8, 7),
    "gangs-small-4": (SmallGangs(4), 9, 5),
}
MOVES = (0, 9, 23)  # made at random before a search begins
SIMULATIONS = 100


def playthrough(game: Game, seed: int) -> str:
    """A game at random as text: what changes with each move, and what each seat sees."""
    match = Match.new(game, seed=seed)
    random = Random(seed)
    lines = [f"{game}, seed {seed}", f"commitment {match.commitment}"]
    before: dict[str, str] = {}
    views: dict[str, dict[str, str]] = {}
    while True:
        now = dict(line.split(":", 1) for line in str(match.position).splitlines())
        lines += ["", *(f"{key}:{value}" for key, value in now.items() if before.get(key) != value)]
        before = now
        seen = {"watcher" if seat is None else str(seat): seen_by(match, seat) for seat in (*range(game.seats), None)}
        lines += changes(views, seen)
        views = seen
        if match.outcome:
            return "\n".join([*lines, str(match.outcome), ""])
        moves = match.legal_moves
        lines.append(f"legal: {', '.join(str(move) for move in moves)}")
        move = choose_at_random(moves, random)
        lines.append(f"> seat {match.turn}: {move}")
        match.push(move)


def seen_by(match: Match, seat: int | None) -> dict[str, str]:
    """A view, one value under each name; the legal moves stand in a line of their own."""
    view = json.loads(json.dumps(match.view(seat).as_dict()))
    if view["legal_moves"] == [str(move) for move in match.legal_moves]:
        view["legal_moves"] = "all"
    return dict(flat("", view))


def flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """A value of JSON as lines: the path to each leaf, and the leaf."""
    if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(one, dict | list) for one in value)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from flat(f"{name} {key}".strip(), one)
    else:
        yield name, " ".join(map(plain, value)) if isinstance(value, list) else plain(value)


def plain(value: object) -> str:
    """A leaf of JSON as a word."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def changes(before: dict[str, dict[str, str]], now: dict[str, dict[str, str]]) -> list[str]:
    """Each thing that changed in a view: by whom it is seen, its name, and what it is now."""
    seers: dict[tuple[str, str], list[str]] = {}
    for who, view in now.items():
        for name in {**before.get(who, {}), **view}:
            value = view.get(name, "gone")
            if before.get(who, {}).get(name) != value:
                seers.setdefault((name, value), []).append(who)
    everybody = list(now)
    return [
        f"[{'all' if who == everybody else ', '.join(who)}] {name}: {value}".rstrip()
        for (name, value), who in seers.items()
    ]


def count_nodes(position: Position, pile: list[int] | None, depth: int) -> list[int]:
    """How many positions there are after 0, 1, ... decisions.

    With a pile its cards come in order; without, or after its end, every card that may turn up is a branch.
    """
    if position.owed:
        if pile:
            position = position.copy()
            position.draw(pile[0])
            return count_nodes(position, pile[1:], depth)
        counts: list[int] = []
        for card in sorted(set(position.bag_cards())):
            branch = position.copy()
            branch.draw(card)
            counts = add(counts, count_nodes(branch, None, depth))
        return counts
    if depth == 0:
        return [1]
    counts = []
    for move in position.moves():
        branch = position.copy()
        branch.push(move)
        counts = add(counts, count_nodes(branch, pile, depth - 1))
    return [1, *counts]


def add(left: list[int], right: list[int]) -> list[int]:
    """The sums of two rows of counts, of which one may be longer."""
    size = max(len(left), len(right))
    return [(left[i] if i < len(left) else 0) + (right[i] if i < len(right) else 0) for i in range(size)]


def counts_from_deal(game: Game, seed: int, depth: int) -> list[int]:
    """How many positions follow the deal of a seed, by depth."""
    match = Match.new(game, seed=seed)
    return count_nodes(match.position, list(map(int, match.pile)), depth)


def late_position(game: Game, seed: int) -> tuple[str, list[int]]:
    """The earliest position of a random game whose whole tree, chance included, still fits."""
    match = Match.new(game, seed=seed)
    random = Random(seed)
    while not match.outcome:
        match.push(choose_at_random(match.legal_moves, random))
    last = ""
    counts: list[int] = []
    while True:
        match.undo()
        tree = tree_within(match.position, 20_000)
        if tree is None:
            return last, counts
        last, counts = str(match.position), tree


def tree_within(position: Position, most: int) -> list[int] | None:
    """The node counts of the whole tree, unless there are more than so many."""
    counts: list[int] = []
    for depth in range(1, 200):
        deeper = count_nodes(position, None, depth)
        if sum(deeper) > most:
            return None
        if deeper == counts:
            return counts
        counts = deeper
    return None


def signature(game: Game, seed: int, nets: bool) -> list[str]:
    """How often a search looks at each move, the most visited first: with what was learned, or without."""
    lines = []
    settings = SearchSettings(nets=nets, looks=nets)
    for moves in MOVES:
        match = played(game, seed, moves)
        while len(match.legal_moves) < 2:  # forced moves need no search
            match.push(match.legal_moves[0])
        found = analyse(match.seen(match.turn), Limit(simulations=SIMULATIONS), seed, settings)
        visits = ", ".join(f"{option.move}: {option.share * found.simulations:.0f}" for option in found.candidates[:9])
        lines.append(f"after {moves}: {visits}")
    return lines


def write_all() -> None:
    """Write all golden files anew."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    rows = ["# How often a search looks at each move; written by tests/golden.py."]
    for name, (game, seed) in PLAYTHROUGHS.items():
        for nets in (False, True) if trained_net(game.name) else (False,):
            rows += ["", "[[search]]", f'name = "{name}"', f"nets = {str(nets).lower()}", "visits = ["]
            rows += [*(f"    {json.dumps(line)}," for line in signature(game, seed, nets)), "]"]
        print(name, file=sys.stderr)
    write(GOLDEN / "search.toml", "\n".join([*rows, ""]))
    for name, (game, seed) in PLAYTHROUGHS.items():
        write(GOLDEN / f"{name}.txt", playthrough(game, seed))
        print(name, file=sys.stderr)
    rows = ["# Node counts after 0, 1, 2, ... decisions; written by tests/support/golden.py.", ""]
    for name, (game, seed, depth) in DEALS.items():
        rows += ["[[deal]]", f'name = "{name}"', f"counts = {counts_from_deal(game, seed, depth)}", ""]
        print(name, file=sys.stderr)
    for name, (game, seed) in PLAYTHROUGHS.items():
        trees = (late_position(game, late) for late in range(seed, seed + 100))
        position, counts = next((position, counts) for position, counts in trees if sum(counts) > 1000)
        rows += ["[[late]]", f'name = "{name}"', f"counts = {counts}", f'position = """\n{position}\n"""', ""]
        print(name, file=sys.stderr)
    write(GOLDEN / "nodes.toml", "\n".join(rows))


def write(file: Path, text: str) -> None:
    """Write a golden file and show what is new: whoever writes one reads the difference."""
    old = file.read_text("utf-8") if file.exists() else ""
    sys.stdout.writelines(unified_diff(old.splitlines(True), text.splitlines(True), "before", file.name, n=0))
    file.write_text(text, "utf-8")


def read_nodes() -> dict[str, list[dict[str, object]]]:
    """The golden counts of positions."""
    return tomllib.loads((GOLDEN / "nodes.toml").read_text("utf-8"))


def read_signatures() -> list[dict[str, object]]:
    """The golden visits of searches."""
    signatures: list[dict[str, object]] = tomllib.loads((GOLDEN / "search.toml").read_text("utf-8"))["search"]
    return signatures


if __name__ == "__main__":
    write_all()
