"""HTTP without a client, for requests that no client would send."""

import socket
from contextlib import suppress

HOST = b"Host: localhost\r\n"


def read_all(client: socket.socket) -> bytes:
    """All that the server sends until it closes."""
    answer = b""
    with suppress(ConnectionError):
        while part := client.recv(65_536):
            answer += part
    client.close()
    return answer


def status_of(answer: bytes) -> int:
    """The HTTP status of an answer; 0 if there is none."""
    return int(answer.split(b" ", 2)[1]) if answer else 0
