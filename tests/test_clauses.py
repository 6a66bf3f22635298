"""Every clause of the rules is cited by a test."""

import re
from pathlib import Path

from rule_clauses import cited_in_sources, clauses

TESTS = Path(__file__).parent


def cited() -> set[str]:
    """In the data of worked positions, and by the mark `clause` on tests."""
    data = " ".join(path.read_text("utf-8") for path in (TESTS / "data").glob("*.toml"))
    marks = " ".join(path.read_text("utf-8") for path in TESTS.rglob("test_*.py") if path.name != Path(__file__).name)
    lists = re.findall(r"clauses = \[(.*?)\]", data) + re.findall(r"@clause\((.*?)\)", marks)
    return set(re.findall(r'"([FG]\d+(?:\.\d+)?)"', " ".join(lists)))


def test_the_rules_have_clauses() -> None:
    assert {"F0.1", "F12", "F13", "G8", "G11", "G3.3"} <= clauses()
    assert len(clauses()) > 80


def test_every_clause_is_cited_by_a_test() -> None:
    assert clauses() - cited() == set()


def test_no_test_cites_a_clause_that_is_not_there() -> None:
    sections = {clause.split(".")[0] for clause in clauses()}
    assert cited() - clauses() - sections == set()


def test_every_clause_in_an_error_message_exists() -> None:
    sections = {clause.split(".")[0] for clause in clauses()}
    assert cited_in_sources() - clauses() - sections == set()
