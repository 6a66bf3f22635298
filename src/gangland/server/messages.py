"""The messages of a stream, plain or packed as one gzip file without end.

A board is much like the one before it, which the browser has just unpacked. So it is packed as what is different: a
quarter of the bytes, in less time. For that a stream remembers its last message until it tells something else.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any
from weakref import WeakKeyDictionary

from fastapi.sse import format_sse_event

LEVEL = 5  # of packing
LEVEL_AFTER = 3  # of packing what is much like the message before
WINDOW = 2**15  # bytes that a browser remembers of what it unpacked
HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # of a gzip file
LAST_BLOCK = b"\x03\x00"


class Message:
    """A server-sent event. Streams that tell the same share it, so it is packed only once."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._packed = b""
        self._packed_after: WeakKeyDictionary[Message, bytes] = WeakKeyDictionary()

    def packed(self, before: Message | None = None) -> bytes:
        """The message as blocks of a packed stream. They refer to nothing but the message right before them."""
        if before is None:
            self._packed = self._packed or pack(self.text, zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS))
            return self._packed
        found = self._packed_after.get(before)
        if found is None:
            known = before.text[-WINDOW:]
            packer = zlib.compressobj(LEVEL_AFTER, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=known)
            found = self._packed_after[before] = pack(self.text, packer)
        return found


class BoardMessage(Message):
    """The table as HTML at a version. On a stream it may be packed against the one before it."""

    def __init__(self, html: str, version: int) -> None:
        line = html.replace("\n", " ").replace("\r", " ")
        super().__init__(f"event: board\ndata: {line}\nid: {version}\n\n".encode())


def message(**fields: Any) -> Message:
    """A message from its fields."""
    return Message(format_sse_event(**fields))


def pack(text: bytes, packer: zlib._Compress) -> bytes:
    """A text as blocks that end with a whole byte."""
    return packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)


async def plain(messages: AsyncGenerator[Message]) -> AsyncGenerator[bytes]:
    """A stream as it is."""
    async with aclosing(messages):
        async for message in messages:
            yield message.text


async def packed(messages: AsyncGenerator[Message]) -> AsyncGenerator[bytes]:
    """A stream as a gzip file. On a quiet stream no memory is held, however many streams there are."""
    check = size = 0
    before: Message | None = None
    yield HEAD
    async with aclosing(messages):
        async for message in messages:
            check, size = zlib.crc32(message.text, check), size + len(message.text)
            yield message.packed(before)
            before = message if isinstance(message, BoardMessage) else None
    yield LAST_BLOCK + struct.pack("<LL", check, size & 0xFFFFFFFF)
