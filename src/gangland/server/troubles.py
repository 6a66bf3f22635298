"""What can go wrong between a request and a table, each with its HTTP status; all are sentences in four languages."""

from gangland.errors import GanglandError
from gangland.words import mark


class Refusal(GanglandError):
    """A request that changes nothing."""

    status = 400
    wait: float | None = None  # seconds after which it makes sense to try again


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


class NotCalled(Refusal):
    """By a name that is not this server's."""

    status = 421


class TooMuch(Refusal):
    """Of one client."""

    status = 429

    def __init__(self, sentence: str, wait: float = 5, **words: object) -> None:
        super().__init__(sentence, "", **words)
        self.wait = wait


class Full(Refusal):
    status = 503
    wait = 5


class NotNow(Refusal):
    """The database is away, or busy."""

    status = 503
    wait = 3


def status_of(trouble: GanglandError) -> int:
    return trouble.status if isinstance(trouble, Refusal) else 422  # a move that cannot be read or is not legal


def no_table() -> NotHere:
    return NotHere(mark("There is no such table."))


def moved_on() -> TooLate:
    return TooLate(mark("The table has moved on in the meantime."))
