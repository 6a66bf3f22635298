"""The rules in a terminal: the same book as on the web, in plain lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from gangland.core.errors import InvalidArgument
from gangland.core.game import Game
from gangland.core.words import Language, mark
from gangland.learn.rulebook import CREDITS, UNOFFICIAL, Block, Book, Chapter, Line, has_book, read_book


def write_rules(games: Sequence[type[Game]], words: Language, width: int) -> Iterator[str]:
    """The lines of the rulebooks of some games, and who made them. Raises InvalidArgument if there is no book."""
    books = {game.rulebook: game for game in reversed(games) if has_book(game.rulebook)}
    if not books:
        raise InvalidArgument(mark("The rules of {game} are not written down here."), game=games[0].name)
    for game in reversed(books.values()):
        yield from (*write_book(read_book(game.rulebook, words.code), words.say(game.title), words, width), "")
    yield from wrap(f"{words.say(CREDITS)} {words.say(UNOFFICIAL)}", width)


def write_book(book: Book, title: str, words: Language, width: int) -> Iterator[str]:
    """The lines of a book, none longer than the width."""
    yield from (title, "=" * len(title))
    for chapter in book.chapters:
        yield from write_chapter(chapter, words, width)


def write_chapter(chapter: Chapter, words: Language, width: int) -> Iterator[str]:
    """The lines of a chapter: its text, and as examples what its pictures show step by step or how it is not done."""
    heading = f"{chapter.number} {chapter.title}" if chapter.number else chapter.title
    yield from ("", heading, "-" * len(heading))
    for number, block in enumerate(chapter.blocks):
        if number:
            yield ""
        yield from write_block(block, width)
    for picture in chapter.pictures:
        if picture.steps:
            yield ""
            for number, caption in enumerate(picture.captions, 1):
                yield from item(f"{number}. {caption}", width)
        elif refusal := picture.refusal():
            yield from ("", *item(f"{words.say('Not like this')}: {words.error(refusal)}", width))


def write_block(block: Block, width: int) -> Iterator[str]:
    """The lines of a paragraph, a list or a table."""
    if block.kind == "table":
        cells = [[passage.text for passage in row] for row in block.lines]
        columns = [max(map(len, column)) for column in zip(*cells, strict=True)]
        for row in cells:
            padded = (cell.ljust(size) for cell, size in zip(row, columns, strict=True))
            yield "  ".join(padded).rstrip()
    elif block.kind == "list":
        for line in block.lines:
            yield from item(plain(line), width)
    else:
        yield from wrap(plain(block.lines[0]), width)


def item(text: str, width: int) -> list[str]:
    """An item of a list."""
    return wrap(text, width, initial_indent="- ", subsequent_indent="  ")


def plain(line: Line) -> str:
    """The text of a line, with its clauses in brackets."""
    said = []
    for passage in line:
        cited = f" ({', '.join(passage.clauses)})" if passage.clauses else ""
        runs = (f"({run.text})" if run.kind == "link" else run.text for run in passage.runs)
        said.append("".join(runs) + cited)
    return " ".join(said)
