"""What a browser needs to draw the choices within a move by itself, without asking the server.

`static/choices.js` reads it. A page without script does the same by links.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from gangland.core.game import Move
from gangland.core.words import Language
from gangland.web.boards.pieces import Banner, Piece
from gangland.web.clicks import DONE, Path
from gangland.web.environment import draw_once
from gangland.web.pov import Pov

GAPS = re.compile(r"\s+")


@dataclass(frozen=True)
class Question:
    """What the page shows while a choice is open. `{0}` and `{1}` stand for the names of what was picked."""

    banner: Banner
    ledger: str = ""  # the last line of a ledger of exchanges
    chooser: str = ""  # a list of moves to choose from, at the card that was picked
    paying: tuple[str, ...] = ()  # the things that these moves would spend

    def as_dict(self, words: Language) -> dict[str, Any]:
        """The question as the script reads it."""
        parts = {"text": draw_once(words, "banner_text", self.banner), "ledger": self.ledger, "chooser": self.chooser}
        told = {name: GAPS.sub(" ", part) for name, part in parts.items() if part}
        return told | ({"paying": self.paying} if self.paying else {})


class Verb(NamedTuple):
    """What a click on a thing does: read aloud, written on it, and written on it on a phone."""

    spoken: str
    shown: str = ""
    sign: str = ""


@dataclass(frozen=True)
class Prompts:
    """What a browser says and shows while a player chooses.

    The kind of a thing is what its name begins with, as in `spot:a4`.
    """

    questions: Mapping[str, Question]  # by picks, or by the kinds of picks
    names: Mapping[str, Markup | str]  # by thing
    verbs: Mapping[str, Verb]  # of the last of several picks, by their kinds; "paying" is that of what is spent
    targets: Mapping[str, int]  # after how many picks things of a kind look like targets


def as_attribute(value: dict[str, Any]) -> Markup:
    """A value as JSON for an attribute in single quotes. HTML in it stays as it is, so that it packs well."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return Markup(text.replace("&", "&amp;").replace("'", "&#39;"))


def choices(pov: Pov, make_prompts: Callable[[], Prompts], pieces: Iterable[Piece]) -> dict[str, Any] | None:
    """The choices of a player who has picked nothing yet. It is None if every click makes a move."""
    made = pov.clicks.picks
    paths = tree(pov.clicks.following)
    if not paths or made not in ((), (DONE,)):
        return None
    prompts = make_prompts()
    picked = set(walk(paths)).union(*(question.paying for question in prompts.questions.values()))
    names = [(thing, name) for thing, name in prompts.names.items() if thing in picked]
    shared: dict[Markup, int] = {}
    places: dict[str, list[str]] = {}
    for piece in pieces:
        if piece.thing in picked:
            places.setdefault(piece.thing, []).append(piece.id)
    return {
        "link": pov.address_with((*made, "")).removesuffix("&pick="),
        "paths": paths,
        "places": places,
        "questions": {key: question.as_dict(pov.words) for key, question in prompts.questions.items()},
        "names": {thing: shared.setdefault(escape(name), len(shared)) for thing, name in names},
        "words": list(shared),  # of the names, each once
        "verbs": prompts.verbs,
        "targets": prompts.targets,
        "cancel": draw_once(pov.words, "cancel"),
    }


def tree(paths: Iterable[tuple[Path, Move]]) -> dict[str, Any]:
    """The moves of several clicks, as nested dictionaries: thing by thing, then the text of the move."""
    root: dict[str, Any] = {}
    for path, move in paths:
        if len(path) == 1 or path[0] == DONE:
            continue
        node = root
        for thing in path[:-1]:
            node = node.setdefault(thing, {})
        if not path[-1].startswith("way:"):
            node[path[-1]] = str(move)
    return root


def walk(node: Mapping[str, Any]) -> Iterable[str]:
    """All things in a tree of moves."""
    for thing, rest in node.items():
        yield thing
        if not isinstance(rest, str):
            yield from walk(rest)
