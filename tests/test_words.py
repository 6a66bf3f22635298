"""The catalogues: no string missing, none unused, every placeholder kept."""

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from conftest import PLAIN
from gangland.core.words import LANGUAGES, LOCALES, Language, choose_language

pytestmark = pytest.mark.skipif(PLAIN, reason="the words are the same")
SOURCE = Path(__file__).parents[1] / "src" / "gangland"
KEYWORDS = {"say": (1,), "mark": (1,), "say_many": (1, 2), "mark_many": (1, 2), "mark_in": ((1, "c"), 2)}
OTHERS = [language for language in LANGUAGES if language != "en"]
Key = tuple[str | None, str | tuple[str, ...]]


@cache
def used() -> set[Key]:
    found = extract_from_dir(str(SOURCE), [("**.py", "python"), ("**.html", "jinja2")], keywords=KEYWORDS)
    return {(context, message) for _, _, message, _, context in found}


@cache
def catalogue(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / "gangland.po").open("rb") as file:
        return read_po(file, language)


def entries(language: str) -> dict[Key, list[str]]:
    """Each entry with its translation, in all forms of the plural."""
    found: dict[Key, list[str]] = {}
    for message in catalogue(language):
        if message.id:
            key = message.id if isinstance(message.id, str) else tuple(message.id)
            forms = [message.string or ""] if isinstance(message.string, str | None) else list(message.string)
            found[message.context, key] = forms
            assert not message.fuzzy
    return found


def placeholders(text: str) -> set[str]:
    braces = {name for _, name, _, _ in Formatter().parse(text) if name} if "%(" not in text else set()
    return braces | set(re.findall(r"%\(\w+\)\w|%s", text))


@pytest.mark.slow
def test_there_are_strings() -> None:
    assert len(used()) > 200


@pytest.mark.slow
def test_no_sentence_hides_inside_another() -> None:
    """Babel does not look for a sentence among the words of another."""
    found = {text for _, message in used() for text in ([message] if isinstance(message, str) else message)}
    calls = (node for path in SOURCE.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    for call in calls:
        if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] in (
            "say",
            "say_many",
            "mark",
            "mark_many",
        ):
            said = {word.value for word in call.args if isinstance(word, ast.Constant) and isinstance(word.value, str)}
            assert said <= found, said - found


@pytest.mark.parametrize("language", OTHERS)
def test_no_string_is_missing_or_unused(language: str) -> None:
    assert used() - set(entries(language)) == set()
    assert set(entries(language)) - used() == set()


@pytest.mark.parametrize("language", OTHERS)
def test_every_string_is_translated_with_its_placeholders(language: str) -> None:
    for (_, message), forms in entries(language).items():
        one = isinstance(message, str)
        original = message if one else message[1]
        assert isinstance(original, str)
        assert len(forms) == (1 if one else catalogue(language).num_plurals)
        for form in forms:
            assert form, original
            spells_out = not one and catalogue(language).num_plurals > 1  # a form for 1 needs no number
            spare = {"count"} if spells_out else set()
            assert placeholders(form) | spare == placeholders(original) | spare, original
            assert form.endswith(" ") == original.endswith(" "), original


@pytest.mark.parametrize("language", OTHERS)
def test_command_words_differ_from_each_other_and_from_moves(language: str) -> None:
    commands = [forms[0] for (context, _), forms in entries(language).items() if context == "command"]
    assert len(commands) > 10
    assert len(set(commands)) == len(commands)
    moves = {"sweep", "take", "play", "swap", "pass", "climb", "fill", "expel", "reveal"}
    assert not moves & set(commands)
    assert all(" " not in word and word == word.lower() for word in commands)


@pytest.mark.parametrize(
    ("count", "polish"),
    [(1, "1 punkt"), (2, "2 punkty"), (5, "5 punktów"), (12, "12 punktów"), (22, "22 punkty"), (0, "0 punktów")],
)
def test_polish_plurals(count: int, polish: str) -> None:
    assert Language("pl").say_many("{count} point", "{count} points", count) == polish


def test_german_and_hungarian_plurals() -> None:
    assert [Language("de").say_many("{count} point", "{count} points", count) for count in (1, 2)] == [
        "1 Punkt",
        "2 Punkte",
    ]
    assert [Language("hu").say_many("{count} point", "{count} points", count) for count in (1, 2)] == [
        "1 pont",
        "2 pont",
    ]


def test_choosing_a_language() -> None:
    assert choose_language("pl", {"LANG": "de_DE"}) == "pl"
    assert choose_language(None, {}) == "en"
    assert choose_language(None, {"LANG": "hu_HU.UTF-8"}) == "hu"
    assert choose_language(None, {"LANGUAGE": "sv:de", "LANG": "hu"}) == "de"
    assert choose_language(None, {"LC_ALL": "plt"}) == "en"
    assert choose_language(None, {"LC_ALL": "C", "LANGUAGE": "pl", "LANG": "pl"}) == "en"
    assert choose_language(None, {"LANG": "C.UTF-8", "LANGUAGE": "pl"}) == "pl"
