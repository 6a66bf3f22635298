"""The same games as ever, compiled and uncompiled, to the last byte."""

from typing import Any

import pytest

from conftest import PLAIN
from golden import (
    DEALS,
    GOLDEN,
    PLAYTHROUGHS,
    count_nodes,
    counts_from_deal,
    playthrough,
    read_nodes,
    read_signatures,
    signature,
)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough(name: str) -> None:
    assert playthrough(*PLAYTHROUGHS[name]) == (GOLDEN / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("row", read_nodes()["deal"], ids=lambda row: row["name"])
def test_node_counts_from_a_deal(row: dict[str, Any]) -> None:
    """Uncompiled, all but the deepest level."""
    game, seed, depth = DEALS[row["name"]]
    counts = row["counts"][: depth + 1 - PLAIN]
    assert counts_from_deal(game, seed, depth - PLAIN) == counts


@pytest.mark.parametrize("row", read_nodes()["late"], ids=lambda row: row["name"])
def test_node_counts_of_a_whole_tree(row: dict[str, Any]) -> None:
    game, _ = PLAYTHROUGHS[row["name"]]
    position = game.position(row["position"])
    assert count_nodes(position, None, 1000) == row["counts"]
    assert sum(row["counts"]) > 1000


@pytest.mark.parametrize(
    "row", read_signatures(), ids=lambda row: f"{row['name']}-{'net' if row['nets'] else 'rollout'}"
)
def test_signature_of_the_search(row: dict[str, Any]) -> None:
    """Rollouts, priors, nets and beliefs all have a part in it."""
    assert signature(*PLAYTHROUGHS[row["name"]], row["nets"]) == row["visits"]
