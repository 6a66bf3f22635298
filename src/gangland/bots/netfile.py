"""Files of nets. Each says what it judges, where it comes from, and has a checksum over its weights.

A file is a line of JSON and then the weights as 32-bit numbers. A net is put into its place in one step: who is killed
while saving leaves the last good one there.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Self

from gangland.core.arguments import file_path, instance

FORMAT = "gangland-net"
VERSION = 1
LONGEST_HEAD = 1 << 16


@dataclass(frozen=True)
class NetFile:
    """The weights of a net, the game that it judges, and its origin: settings, games and seed.

    With no seats it says one number, what a position is worth to a seat. With seats it says for each of them, beginning
    with the one that it is asked about, its share of first place and then its points.
    """

    game: str
    inputs: int
    seats: int
    weights: bytes
    origin: dict[str, Any] = field(default_factory=dict)

    def dumps(self) -> bytes:
        """The bytes of the file."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "inputs": self.inputs,
            "seats": self.seats,
            "size": len(self.weights),
            "sha256": sha256(self.weights).hexdigest(),
            "origin": self.origin,
        }
        return json.dumps(head, sort_keys=True).encode() + b"\n" + self.weights

    @classmethod
    def loads(cls, data: bytes) -> Self:
        """The net of a file's bytes. Raises ValueError: for what is no net, another version, or damaged."""
        text, newline, weights = instance(data, bytes, "A net").partition(b"\n")
        try:
            head = json.loads(text[:LONGEST_HEAD]) if newline else None
        except (ValueError, RecursionError):
            head = None
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise ValueError("This is not a net.")
        if head.get("version") != VERSION:
            raise ValueError(f"This net is of another version: only {VERSION} can be read.")
        kinds = {"game": str, "inputs": int, "seats": int, "size": int, "sha256": str, "origin": dict}
        if any(type(head.get(key)) is not kind for key, kind in kinds.items()):
            raise ValueError("This net does not say what it is made of.")
        if len(weights) != head["size"]:
            raise ValueError(f"This net has {len(weights)} bytes of weights, and should have {head['size']}.")
        if sha256(weights).hexdigest() != head["sha256"]:
            raise ValueError("This net is damaged: its checksum is wrong.")
        return cls(head["game"], head["inputs"], head["seats"], weights, head["origin"])

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """The net of a file. Raises ValueError, which names the file, or OSError."""
        place = file_path(path, "The path of a net")
        try:
            return cls.loads(place.read_bytes())
        except ValueError as trouble:
            raise ValueError(f"{place}: {trouble}") from None

    def write(self, path: str | os.PathLike[str]) -> None:
        """Put the net into its place. Until it is whole, what was there stays."""
        place = file_path(path, "The path of a net")
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh = place.with_name(place.name + ".new")
        with fresh.open("wb") as file:
            file.write(self.dumps())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(place)
