"""The catalogues of the courses: no sentence missing, none unused, every placeholder kept, every case there."""

from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from conftest import PLAIN
from course_sentences import template
from gangland.core.words import COURSE_DOMAIN, LANGUAGES, LOCALES, Language

pytestmark = pytest.mark.skipif(PLAIN, reason="the words are the same")
FILES = {language: LOCALES / language / "LC_MESSAGES" / f"{COURSE_DOMAIN}.po" for language in LANGUAGES[1:]}
OTHERS = list(FILES)
CASES = ("accusative", "dative")


def catalogue(language: str) -> Catalog:
    with FILES[language].open("rb") as file:
        return read_po(file, language)


def placeholders(text: str) -> dict[str, set[str]]:
    """The names of what is filled in, each with the cases that are asked for."""
    found: dict[str, set[str]] = {}
    for _, name, case, _ in Formatter().parse(text):
        if name:
            found.setdefault(name, set()).update([case] if case else [])
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_the_sentences_of_the_courses_and_no_others(language: str) -> None:
    wanted, found = ({str(said.id): said for said in each if said.id} for each in (template(), catalogue(language)))
    assert [f"{FILES[language]}: {wanted[key].auto_comments}: {key}" for key in wanted.keys() - found.keys()] == []
    assert [f"{FILES[language]}: nobody says {key}" for key in found.keys() - wanted.keys()] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated_with_its_placeholders(language: str) -> None:
    found = catalogue(language)
    for said in found:
        where = f"{FILES[language]}: {said.auto_comments}: {said.id}"
        forms = list(said.string) if isinstance(said.string, tuple | list) else [said.string]
        assert len(forms) == (1 if isinstance(said.id, str) else found.num_plurals), where
        english = said.id if isinstance(said.id, str) else said.id[1]
        for form in forms if said.id else []:
            assert form, where
            assert form == form.strip(), where
            spells_out = found.num_plurals > 1 and not isinstance(said.id, str)  # a form for 1 needs no number
            spare = {"count"} if spells_out else set()
            assert placeholders(form).keys() | spare == placeholders(english).keys() | spare, where


@pytest.mark.parametrize("language", OTHERS)
def test_only_words_that_have_them_are_asked_for_in_a_case(language: str) -> None:
    """Cards of Famiglia, whose codes are a letter and a rank, are inflected; gangs and spots are not."""
    for said in catalogue(language):
        for form in [said.string] if isinstance(said.string, str) else said.string or ():
            for name, cases in placeholders(form).items():
                assert cases <= set(CASES if name[0] in "FABM" and name[1:].isdecimal() else ()), f"{language}: {form}"


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_the_sentences_of_the_courses(language: str) -> None:
    said = catalogue(language).get("Take the 0 from the Street.")
    assert said
    assert Language(language).say("Take the 0 from the Street.") == said.string
