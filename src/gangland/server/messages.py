"""The messages of a stream, plain or packed as one gzip file without end."""

from __future__ import annotations

import struct
import zlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cached_property
from typing import Any

from fastapi.sse import format_sse_event

LEVEL = 5  # of packing
HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # of a gzip file
LAST_BLOCK = b"\x03\x00"


class Message:
    """A server-sent event, from its fields. Streams that tell the same share it, so it is packed only once."""

    def __init__(self, **fields: Any) -> None:
        self.text = format_sse_event(**fields)

    @cached_property
    def packed(self) -> bytes:
        """The message as blocks of a packed stream. They refer to nothing before them."""
        pack = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return pack.compress(self.text) + pack.flush(zlib.Z_SYNC_FLUSH)


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
