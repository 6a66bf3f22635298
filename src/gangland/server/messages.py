"""The messages of a stream, plain or packed as one gzip file without end."""

from __future__ import annotations

import struct
import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cached_property

from fastapi.sse import format_sse_event

LEVEL = 5  # of packing
HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # of a gzip file
LAST_BLOCK = b"\x03\x00"


class Message:
    """A server-sent event. Streams that tell the same share it, so it is packed only once."""

    def __init__(self, *, event: str | None = None, data: str | None = None, id: int | None = None) -> None:
        self.text = format_sse_event(event=event, data_str=data, id=None if id is None else str(id))

    @cached_property
    def packed(self) -> bytes:
        """The message as blocks of a packed stream. They refer to nothing before them."""
        pack = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return pack.compress(self.text) + pack.flush(zlib.Z_SYNC_FLUSH)


class Greeting(Message):
    """The first line of a stream: after how many milliseconds to connect again."""

    def __init__(self, retry: int) -> None:
        self.text = format_sse_event(retry=retry)


class SignOfLife(Message):
    """A line that the reader of a stream ignores."""

    def __init__(self) -> None:
        self.text = format_sse_event(comment="still here")


async def plain(messages: AsyncGenerator[Message]) -> AsyncGenerator[bytes]:
    """A stream as it is."""
    async with aclosing(messages):
        async for message in messages:
            yield message.text


async def packed(messages: AsyncGenerator[Message]) -> AsyncGenerator[bytes]:
    """A stream as a gzip file. No memory is held between two messages, however many streams there are."""
    check = size = 0
    yield HEAD
    async with aclosing(messages):
        async for message in messages:
            check, size = zlib.crc32(message.text, check), size + len(message.text)
            yield message.packed
    yield LAST_BLOCK + struct.pack("<LL", check, size & 0xFFFFFFFF)
