"""Rooms and games: what a room does differently for a game stands in a file named after the game's folder."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec

# The folders of the package that hold a game. This one has a file of that name too, which says what a game is.
GAME_FOLDERS = tuple(
    sorted(
        folder.name
        for folder in files("gangland").iterdir()
        if folder.joinpath("game.py").is_file() and folder.name != "core"
    )
)


def load_room(room: str) -> None:
    """Import the files of a room that are named after a game's folder. They hold what that game does differently."""
    for folder in GAME_FOLDERS:
        if find_spec(f"{room}.{folder}"):
            import_module(f"{room}.{folder}")
