"""The rules as players read them: chapters of clauses and pictures, the same for pages, printers and terminals.

A book is a folder: `book.toml` has its chapters and the positions of their pictures, and a file for each language the
words. There `{F6.1}` begins the sentences that state a clause, `[F6.1]` refers to it, `*word*` is a term, a code stands
in backquotes, lines with `-` are a list, and lines with `|` a table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from gangland.core.errors import GanglandError, InvalidNotation
from gangland.core.game import Game, Move
from gangland.core.position import Position
from gangland.core.words import mark
from gangland.registry import GAMES, load_game

HERE = Path(__file__).parent
CREDITS = mark(
    "Famiglia is by Friedemann Friese (2F-Spiele), its solo variant by Henning Kröpke and Friedemann Friese; "
    "Gangs of New York is by Gordon Hamilton."
)
UNOFFICIAL = mark("This is an unofficial, non-commercial version with its own art.")
CLAUSE = r"[A-Z]\d+(?:\.\d+)?"
MARKERS = re.compile(rf"((?:\{{{CLAUSE}\}})+)")
MARKUP = re.compile(rf"\*([^*]+)\*|`([^`]+)`|\[({CLAUSE})\]")


@dataclass(frozen=True)
class Run:
    """A few words of one kind."""

    text: str
    kind: str = ""  # plain, or: term, code, link


@dataclass(frozen=True)
class Passage:
    """Some sentences and the clauses that they state."""

    runs: tuple[Run, ...]
    clauses: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The words alone."""
        return "".join(run.text for run in self.runs)


Line = tuple[Passage, ...]


@dataclass(frozen=True)
class Block:
    """A paragraph, a list or a table: its lines are the paragraph, the items or the rows."""

    kind: str  # paragraph, list, table
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Picture:
    """A position and what is played from there, or a move that is refused there."""

    name: str
    game: Game
    position: str
    steps: tuple[tuple[str, ...], ...]  # the moves between one drawing and the next
    draws: tuple[str, ...]  # the cards that these moves turn up
    show: tuple[str, ...]  # the zones that are drawn
    mark: tuple[str, ...]  # what is marked in the first drawing
    refused: str  # the move that is not legal there
    captions: tuple[str, ...] = ()  # one for each drawing

    def moves(self) -> Iterator[tuple[Move, ...]]:
        """The moves of each step."""
        for step in self.steps:
            yield tuple(map(self.game.move_type.parse, step))

    def positions(self) -> Iterator[Position]:
        """The position of each drawing. Raises InvalidNotation or IllegalMove for what the rules do not allow."""
        position = self.game.position(self.position)
        cards = iter(self.draws)
        yield position.copy()
        for step in self.moves():
            for move in step:
                if refusal := self.game.why_illegal(position, move):
                    raise refusal
                position.push(move.number)
                while position.owed:
                    position.draw(self.game.card_type.parse(next(cards)).number)
            yield position.copy()

    def refusal(self) -> GanglandError | None:
        """The error with which the rules refuse the move that is not legal here. It is None if none is shown."""
        if not self.refused:
            return None
        try:
            return self.game.why_illegal(next(self.positions()), self.game.move_type.parse(self.refused))
        except InvalidNotation as error:
            return error


@dataclass(frozen=True)
class Chapter:
    """A chapter of a book."""

    name: str
    number: int  # of the action that it tells, or 0
    title: str
    blocks: tuple[Block, ...]
    pictures: tuple[Picture, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that it states, in order."""
        return tuple(
            clause for block in self.blocks for line in block.lines for passage in line for clause in passage.clauses
        )


@dataclass(frozen=True)
class Book:
    """The rules of the games of one rulebook, in one language."""

    name: str
    chapters: tuple[Chapter, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that it states, in order."""
        return tuple(clause for chapter in self.chapters for clause in chapter.clauses)

    def anchors(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """The names under which a passage with these clauses is found: they, and each section that begins there."""
        first = {clause.partition(".")[0]: clause for clause in reversed(self.clauses)}
        sections = tuple(section for section, clause in first.items() if clause in clauses and section not in clauses)
        return (*sections, *clauses)


def has_book(rulebook: str) -> bool:
    """Whether there is a book with this name."""
    return any(game.rulebook == rulebook for game in GAMES.values()) and (HERE / rulebook / "book.toml").is_file()


@cache
def read_book(rulebook: str, language: str) -> Book:
    """The book of this name in a language of the catalogues."""
    folder = HERE / rulebook
    plan = tomllib.loads((folder / "book.toml").read_text("utf-8"))
    words = tomllib.loads((folder / f"{language}.toml").read_text("utf-8"))
    return Book(rulebook, tuple(make_chapter(chapter, words[chapter["name"]]) for chapter in plan["chapters"]))


def make_chapter(plan: Mapping[str, Any], words: Mapping[str, Any]) -> Chapter:
    """A chapter, from what is the same in all languages and its words in one of them."""
    captions = words.get("captions", {})
    return Chapter(
        plan["name"],
        plan.get("number", 0),
        words["title"],
        tuple(read_blocks(words["text"])),
        tuple(make_picture(picture, captions.get(picture["name"], ())) for picture in plan.get("pictures", ())),
    )


def make_picture(plan: Mapping[str, Any], captions: tuple[str, ...]) -> Picture:
    """A picture, from its plan and its captions."""
    return Picture(
        plan["name"],
        load_game(plan["game"], plan.get("options")),
        plan["position"],
        tuple(map(tuple, plan.get("steps", ()))),
        tuple(plan.get("draws", ())),
        tuple(plan["show"]),
        tuple(plan.get("mark", ())),
        plan.get("refused", ""),
        tuple(captions),
    )


def read_blocks(text: str) -> Iterator[Block]:
    """The blocks of a text. An empty line ends a paragraph."""
    kinds = {"-": "list", "|": "table", "": ""}
    for kind, lines in groupby(text.strip().splitlines(), lambda line: kinds.get(line[:1], "paragraph")):
        if kind == "list":
            yield Block(kind, tuple(read_line(line[1:].strip()) for line in lines))
        elif kind == "table":
            yield Block(kind, tuple(read_row(line) for line in lines))
        elif kind:
            yield Block(kind, (read_line(" ".join(lines)),))


def read_row(line: str) -> Line:
    """The cells of a row."""
    return tuple(Passage(read_runs(cell.strip())) for cell in line.strip("| ").split("|"))


def read_line(text: str) -> Line:
    """The passages of a paragraph or an item."""
    head, *rest = MARKERS.split(text)
    passages = [Passage(read_runs(head.strip()))] if head.strip() else []
    for markers, said in zip(rest[::2], rest[1::2], strict=True):
        passages.append(Passage(read_runs(said.strip()), tuple(re.findall(CLAUSE, markers))))
    return tuple(passages)


def read_runs(text: str) -> tuple[Run, ...]:
    """The words of a text by their kind."""
    runs, end = [], 0
    for found in MARKUP.finditer(text):
        runs.append(Run(text[end : found.start()]))
        kind = ("term", "code", "link")[(found.lastindex or 1) - 1]
        runs.append(Run(found.group(found.lastindex or 1), kind))
        end = found.end()
    return tuple(run for run in (*runs, Run(text[end:])) if run.text)
