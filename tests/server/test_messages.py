"""Streams as they are sent: plain, and packed as one gzip file in which a board refers to the one before it."""

import gzip
from collections.abc import AsyncGenerator

from gangland.server.messages import BoardMessage, Message, message, packed, plain
from waiting import complete

BOARDS = [
    BoardMessage(
        "\n".join(f"<p>{(number * 7919) % 1000} of {turn if number < 5 else 0}</p>" for number in range(900)), turn
    )
    for turn in range(3)
]
TOLD: list[Message] = [message(retry=1000), BOARDS[0], BOARDS[1], message(comment="still here"), BOARDS[2], BOARDS[0]]


async def told(messages: list[Message]) -> AsyncGenerator[Message]:
    for each in messages:
        yield each


async def blocks(stream: AsyncGenerator[bytes]) -> list[bytes]:
    return [block async for block in stream]


def test_a_packed_stream_is_a_gzip_file_of_the_plain_one() -> None:
    sent = complete(blocks(packed(told(TOLD))))
    assert gzip.decompress(b"".join(sent)) == b"".join(complete(blocks(plain(told(TOLD)))))


def test_a_board_is_packed_as_what_differs_from_the_one_right_before_it() -> None:
    _, _, first, second, _, third, again, _ = map(len, complete(blocks(packed(told(TOLD)))))
    assert 3 * second < first
    assert third > first / 2  # something else was told between, and then nothing is remembered
    assert 3 * again < first


def test_streams_that_told_the_same_share_what_is_packed() -> None:
    sent = [complete(blocks(packed(told(TOLD[:3])))) for _ in range(2)]
    assert all(one is other for one, other in zip(sent[0][2:4], sent[1][2:4], strict=True))


def test_a_board_is_one_line() -> None:
    assert BoardMessage("<p>a\r\nb</p>\n", 7).text == b"event: board\ndata: <p>a  b</p> \nid: 7\n\n"
