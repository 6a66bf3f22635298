"""A client's connection: uvicorn's, with a limit to everything that a client can send or hold open."""

from __future__ import annotations

import asyncio
import socket
import struct
from math import ceil
from typing import Any
from weakref import WeakSet

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from gangland.server.errors import Refusal
from gangland.server.limits import household, is_within

PIECE = 8 * 1024  # bytes that the parser gets at once
LONGEST_LINE = 8 * 1024
LONGEST_HEAD = 16 * 1024  # request line and headers
BUFFER = 16 * 1024  # bytes that the system may receive ahead of us
LINGER = 1.0  # seconds for a client to read why it is cut off


class Connection(HttpToolsProtocol):
    """A connection on which a request must end within the server's patience, and its head within 16 KB.

    The parser itself takes whatever comes. So it gets small pieces, and this counts the bytes that brought neither the
    end of a head nor part of a body.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        services = self.app_state["services"]
        self.places, self.settings = services.connections, services.settings
        self.patience: float = self.settings.caps.patience
        self.shares: dict[str, int] | None = None  # what the connection's place counts for; None without a place
        self.url = b""
        self.pending = 0  # bytes since the last end of a head or part of a body
        self.in_head = True
        self.is_refused = False
        self.cycles: WeakSet[RequestResponseCycle] = WeakSet()  # several, if a client does not wait for answers
        self.to_send: asyncio.TimerHandle | None = None  # ends the connection if no request comes in time
        self.to_take: asyncio.TimerHandle | None = None  # ends the connection if an answer is not taken in time

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place for the connection, or refuse it."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
        address = self.client[0] if self.client else ""
        is_proxy = is_within(address, self.settings.proxies)
        shares = {} if is_proxy else {household(address): self.settings.caps.connections_per_address}
        try:
            self.places.take(shares)
        except Refusal as refusal:
            self.write_refusal(refusal.status, str(refusal), refusal.wait)
            transport.close()
            return
        self.shares = shares
        self.expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back and stop all timers."""
        self.request_is_here()
        self.answer_is_taken()
        if self.shares is not None:
            self.places.give_back(self.shares)
            self.shares = None
        self.leave_unanswered()
        super().connection_lost(exc)

    # Requests

    def data_received(self, data: bytes) -> None:
        """Hand bytes to the parser, piece by piece, and count them."""
        if self.is_refused:
            return
        self.expect_request()
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self.pending += len(piece)
            super().data_received(piece)
            if self.is_refused or self.transport.is_closing():
                return
            if self.in_head and len(self.url) > LONGEST_LINE:
                self.refuse(414, "The address of this request is too long.")
                return
            if self.pending > LONGEST_HEAD:
                self.refuse(431, "The headers of this request are too long.")
                return

    def on_message_begin(self) -> None:
        """Note that a request begins: it must end in time."""
        super().on_message_begin()
        self.expect_request()

    def on_headers_complete(self) -> None:
        """The head of a request is here."""
        self.in_head, self.pending = False, 0
        super().on_headers_complete()
        self.cycles.add(self.cycle)

    def on_body(self, body: bytes) -> None:
        """A part of a body is here."""
        self.pending = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A whole request is here."""
        self.in_head, self.pending = True, 0
        self.request_is_here()
        super().on_message_complete()

    def expect_request(self) -> None:
        """Start the client's time for a request."""
        if self.to_send is None:
            self.to_send = self.loop.call_later(self.patience, self.too_slow)

    def request_is_here(self) -> None:
        """Stop the client's time for a request."""
        if self.to_send is not None:
            self.to_send.cancel()
            self.to_send = None

    def too_slow(self) -> None:
        """End a connection whose request did not come in time."""
        is_answered = not self.in_head and self.cycle.response_started
        if is_answered or (self.in_head and not self.pending):
            self.transport.close()
        else:
            self.refuse(408, "This request did not come to its end in time.")

    # Answers

    def pause_writing(self) -> None:
        """The client does not take what is sent."""
        super().pause_writing()
        self.expect_taking()

    def resume_writing(self) -> None:
        """The client takes what is sent again."""
        super().resume_writing()
        self.answer_is_taken()

    def on_response_complete(self) -> None:
        """An answer is written; the client has to take it."""
        super().on_response_complete()
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self.expect_taking()

    def timeout_keep_alive_handler(self) -> None:
        """End a connection on which nothing was asked for long."""
        if self.transport.get_write_buffer_size():
            self.drop()
        else:
            super().timeout_keep_alive_handler()

    def expect_taking(self) -> None:
        """Start the client's time for an answer."""
        if self.to_take is None:
            self.to_take = self.loop.call_later(self.patience, self.drop)

    def drop(self) -> None:
        """Close at once. What is still to be sent is thrown away, by the system too."""
        sock = self.transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def answer_is_taken(self) -> None:
        """Stop the client's time for an answer."""
        if self.to_take is not None:
            self.to_take.cancel()
            self.to_take = None

    # Refusals, in English: the language that the client asks for is not known yet

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP."""
        self.refuse(400, "This request cannot be read.")

    def refuse(self, status: int, sentence: str) -> None:
        """Send a refusal, receive nothing more, and close after the client had time to read it."""
        self.is_refused = True
        self.request_is_here()
        if self.leave_unanswered():
            self.transport.abort()
            return
        self.write_refusal(status, sentence)
        self.transport.write_eof()
        self.flow.pause_reading()
        self.loop.call_later(LINGER, self.transport.abort)

    def leave_unanswered(self) -> bool:
        """Leave all earlier requests unanswered. Returns whether an answer had begun."""
        left = [cycle for cycle in self.cycles if not cycle.response_complete]
        for cycle in left:
            cycle.disconnected = True
            cycle.message_event.set()
        return any(cycle.response_started for cycle in left)

    def write_refusal(self, status: int, sentence: str, wait: float | None = None) -> None:
        """Write a whole answer by hand, as no application is asked."""
        headers = [
            *self.server_state.default_headers,
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", b"%d" % len(sentence.encode())),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
            (b"connection", b"close"),
        ]
        if wait is not None:
            headers.append((b"retry-after", b"%d" % ceil(wait)))
        lines = b"".join(b"%b: %b\r\n" % header for header in headers)
        self.transport.write(STATUS_LINE[status] + lines + b"\r\n" + sentence.encode())
