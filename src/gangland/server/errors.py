"""What a request can be refused for. Each error has its HTTP status and is one sentence in four languages.

    Refusal                  400   the request changes nothing
      Unauthorized           401   nobody says who asks
      Forbidden              403   it is somebody else's to do
      NotFound               404   there is no such table, page or game
      Conflict               409   the table has moved on, or has not come so far
      ContentTooLarge        413   the request is too long
      MisdirectedRequest     421   the request calls the server by a name that is not its own
      TooManyRequests        429   one client does too much at once
      NoRoom                 503   all clients together do too much
      DatabaseUnavailable    503   the database is away or busy

A move that cannot be read or is not legal is an error of the game, and answered with 422.
"""

from gangland.core.errors import GanglandError
from gangland.core.words import mark


class Refusal(GanglandError):
    """The request is refused and changes nothing."""

    status = 400
    wait: float | None = None  # seconds after which it makes sense to try again


class Unauthorized(Refusal):
    """The request does not say who asks, or says it by a token that is not known."""

    status = 401


class Forbidden(Refusal):
    """This person may not do that."""

    status = 403


class NotFound(Refusal):
    """There is no such thing."""

    status = 404


class Conflict(Refusal):
    """The table does not stand where the request thinks it stands."""

    status = 409


class ContentTooLarge(Refusal):
    """The request has too many bytes."""

    status = 413


class MisdirectedRequest(Refusal):
    """The request calls the server by a name that is not its own."""

    status = 421


class TooManyRequests(Refusal):
    """One client does too much. `wait` says for how many seconds it should wait."""

    status = 429

    def __init__(self, sentence: str, wait: float = 5, **words: object) -> None:
        super().__init__(sentence, "", **words)
        self.wait = wait


class NoRoom(Refusal):
    """All places are taken, by all clients together."""

    status = 503
    wait = 5


class DatabaseUnavailable(Refusal):
    """The database is away or busy, and nothing was kept."""

    status = 503
    wait = 3


def status_of(trouble: GanglandError) -> int:
    """The HTTP status of an error."""
    return trouble.status if isinstance(trouble, Refusal) else 422


def no_table() -> NotFound:
    """The error for a table that does not exist."""
    return NotFound(mark("There is no such table."))


def moved_on() -> Conflict:
    """The error for an action that answers to an older state of the table."""
    return Conflict(mark("The table has changed in the meantime. Please look again."))
