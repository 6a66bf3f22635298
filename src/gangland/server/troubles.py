"""What can go wrong between a request and a table, each with its HTTP status; all are sentences in four languages."""

from gangland.game import Trouble, mark


class Refusal(Trouble):
    """A request that changes nothing."""

    status = 400


class NotKnown(Refusal):
    """Nobody says who asks."""

    status = 401


class NotHere(Refusal):
    status = 404


class NotYours(Refusal):
    status = 403


class TooLate(Refusal):
    """The table has moved on since the page was made."""

    status = 409


class TooLong(Refusal):
    status = 413


class TooMuch(Refusal):
    status = 429


def status_of(trouble: Trouble) -> int:
    return trouble.status if isinstance(trouble, Refusal) else 422  # a move that cannot be read or is not legal


def no_table() -> NotHere:
    return NotHere(mark("There is no such table."))


def moved_on() -> TooLate:
    return TooLate(mark("The table has moved on in the meantime."))
