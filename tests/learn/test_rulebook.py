"""The rules as players read them: complete, the same in every language, and with pictures that the rules allow."""

import re
from collections.abc import Iterator

import pytest

from conftest import PLAIN
from gangland.core.words import LANGUAGES, Language
from gangland.learn.rulebook import Book, Chapter, Run, has_book, read_book
from gangland.terminal.rules import write_book
from gangland.web.figures import draw_figure
from gangland.web.sentences import rules_address
from reading import CODE
from rule_clauses import cited_in_sources, clauses

pytestmark = pytest.mark.skipif(PLAIN, reason="the words are the same")
BOOKS = ("famiglia", "gangs")
NOT_TOLD = {
    "F12": "worked positions, which are tests",
    "F13": "the words in four languages, which the four books have",
    "G10": "worked positions, which are tests",
    "G11": "the words in four languages, which the four books have",
}
everywhere = pytest.mark.parametrize(
    ("name", "language"), [(name, language) for name in BOOKS for language in LANGUAGES]
)


def runs(chapter: Chapter) -> Iterator[Run]:
    for block in chapter.blocks:
        for line in block.lines:
            for passage in line:
                yield from passage.runs


def shape(book: Book) -> list[object]:
    """What must be the same in all languages: chapters, clauses and references, lists, tables and pictures."""
    return [
        (
            chapter.name,
            chapter.clauses,
            [(block.kind, len(block.lines), [len(line) for line in block.lines if block.kind == "table"])
             for block in chapter.blocks],
            [run.text for run in runs(chapter) if run.kind in ("link", "code")],
            sum(run.kind == "term" for run in runs(chapter)),
            [re.findall(r"\d+", " ".join(passage.text for passage in line))
             for block in chapter.blocks for line in block.lines if block.kind == "table"],
            [(picture.name, len(picture.captions)) for picture in chapter.pictures],
        )
        for chapter in book.chapters
    ]  # fmt: skip


def test_every_clause_is_told_or_has_a_reason() -> None:
    told = {clause for name in BOOKS for clause in read_book(name, "en").clauses}
    sections = {"F11", "G9"}  # a section's own sentence, before its clauses
    assert clauses() - told == set(NOT_TOLD)
    assert told - clauses() <= sections


@pytest.mark.parametrize("name", BOOKS)
def test_a_clause_is_told_once(name: str) -> None:
    told = read_book(name, "en").clauses
    assert len(set(told)) == len(told)


@everywhere
def test_all_languages_have_the_same_chapters_clauses_and_pictures(name: str, language: str) -> None:
    assert shape(read_book(name, language)) == shape(read_book(name, "en"))


@everywhere
def test_no_code_is_said_outside_notation(name: str, language: str) -> None:
    for chapter in read_book(name, language).chapters:
        said = [run.text for run in runs(chapter) if run.kind not in ("link", "code")]
        said += [caption for picture in chapter.pictures for caption in picture.captions]
        assert [text for text in said if CODE.search(text) or re.search(r"[{}\[\]*`|]", text)] == []


@everywhere
def test_every_picture_is_legal_has_its_captions_and_is_said_in_words(name: str, language: str) -> None:
    book, words = read_book(name, language), Language(language)
    actions = [chapter for chapter in book.chapters if chapter.number]
    assert all(any(picture.steps for picture in chapter.pictures) for chapter in actions)
    for chapter in book.chapters:
        for picture in chapter.pictures:
            figure = draw_figure(picture, words)  # raises if a position or a move is not legal
            assert bool(figure.refusal) == bool(picture.refused)
            if figure.refusal:
                assert figure.refusal.clause in book.clauses
            else:
                assert len(picture.captions) == len(figure.frames)
                assert all(picture.captions)
            for frame in figure.frames:
                assert all(zone.title and zone.words and zone.art for zone in frame.zones)
                assert not CODE.search(frame.words)


def test_every_clause_that_the_sources_cite_leads_to_its_sentences() -> None:
    anchors = set()
    for name in BOOKS:
        book = read_book(name, "en")
        anchors |= {f"/rules/{name}#{anchor}" for clause in book.clauses for anchor in book.anchors((clause,))}
    assert {rules_address(clause) for clause in cited_in_sources()} - anchors == set()


def test_a_section_begins_with_its_first_clause() -> None:
    book = read_book("famiglia", "en")
    assert book.anchors(("F6.1",)) == ("F6", "F6.1")
    assert book.anchors(("F6.2",)) == ("F6.2",)
    assert book.anchors(()) == ()


@everywhere
def test_a_terminal_shows_the_same_text_in_its_width(name: str, language: str) -> None:
    book = read_book(name, language)
    lines = list(write_book(book, "Title", Language(language), 72))
    assert max(map(len, lines)) <= 84  # a table is not broken
    text = " ".join(" ".join(lines).split())
    for chapter in book.chapters:
        assert chapter.title in text
        for clause in chapter.clauses:
            assert clause in text
    sentence = read_book(name, language).chapters[1].blocks[0].lines[0][-1].text
    assert sentence in text


def test_there_is_a_book_for_games_that_have_one() -> None:
    assert has_book("famiglia")
    assert not has_book("chess")
    assert not has_book("../famiglia")
