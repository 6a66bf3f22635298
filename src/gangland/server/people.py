"""Who people are: a guest by a signed cookie, a name protected by a password, a bot by its token."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Executable, Row, bindparam, delete, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from gangland.core.words import LANGUAGES, mark
from gangland.server.errors import Forbidden, Refusal
from gangland.server.models import LearnedRow, PersonRow, SeatRow, SettingRow
from gangland.server.names import clean_name, is_of_house, newcomer_keys
from gangland.server.store import Store, insert_if_missing
from gangland.web.lookalikes import KEYS, LONGEST_KEY, key_of

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_KNOWN = 10_000  # people in memory
THEMES = ("light", "dark")
COLUMNS = (
    PersonRow.id, PersonRow.name, PersonRow.language, PersonRow.theme, PersonRow.password, PersonRow.bot,
    PersonRow.generation, PersonRow.tips,
)  # fmt: skip
NEXT = PersonRow.generation + 1  # the next generation, counted by the database
BY_ID = select(*COLUMNS).where(PersonRow.id == bindparam("key"))
BY_BEARER = select(*COLUMNS).where(PersonRow.bearer == bindparam("key"))


@dataclass(frozen=True)
class Person:
    """A person or bot. A guest whom the store does not know yet has no name."""

    id: str
    name: str = ""
    language: str | None = None
    theme: str | None = None
    is_protected: bool = False
    is_bot: bool = False
    generation: int = 0  # of the cookie or token that was sent
    tips: bool = True  # wanted in a first game


class People:
    """People and bots: who they are, and how they prove it."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self._known: dict[str, Person] = {}  # by id; only where no other process changes people
        self._changes = 0  # of people, so far
        self._lock = threading.Lock()
        self._hasher = PasswordHasher()

    # Cookies

    @cached_property
    def _signer(self) -> URLSafeSerializer:
        """Signs cookies with a key that lies in the store, so that all processes and restarts share it."""
        with self.store.read() as session:  # read first: pages are shown even if nothing can be written
            kept = session.get(SettingRow, "cookie key")
        if kept is None:
            with self.store.write() as session:
                insert_if_missing(session, SettingRow, key="cookie key", value=secrets.token_hex(32))
                kept = session.get_one(SettingRow, "cookie key")
        return URLSafeSerializer(kept.value, salt="gangland-guest")

    def cookie(self, person: Person) -> str:
        """The cookie that makes a browser this person's."""
        return str(self._signer.dumps([person.id, person.generation]))

    def of_cookie(self, cookie: str) -> Person | None:
        """The person of a cookie; None if it is forged or signed out."""
        try:
            id, generation = read_cookie(self._signer, cookie)
        except BadSignature:
            return None
        found = self.find(id)
        return found if found.generation == generation else None

    def is_at_hand(self, cookie: str) -> bool:
        """Whether the person of a cookie is in memory, so that nothing has to be read."""
        try:
            return bool(self._known) and read_cookie(self._signer, cookie)[0] in self._known
        except BadSignature:
            return False

    def origin(self, address: str) -> str:
        """A short keyed hash of an address, by which tables from there are counted."""
        return hashed(str(self._signer.dumps(address)))[:16]

    # Looking up

    def new_guest(self) -> Person:
        """A new guest. The store learns of them with their first action."""
        return Person(secrets.token_urlsafe(12))

    def find(self, id: str) -> Person:
        """A person by their id; a guest without a name if the store does not know them."""
        if known := self._known.get(id):
            return known
        changes = self._changes
        found = self._find(BY_ID, id)
        with self._lock:
            if found and self.store.is_sqlite and changes == self._changes:  # nobody has changed it meanwhile
                self._known[id] = found
                if len(self._known) > MOST_KNOWN:
                    del self._known[next(iter(self._known))]
        return found or Person(id)

    def of_bearer(self, token: str) -> Person | None:
        """The bot with this token, or None."""
        return self._find(BY_BEARER, hashed(token))

    def is_current(self, person: Person) -> bool:
        """Whether somebody's cookie or token has not been revoked since."""
        return self.find(person.id).generation == person.generation

    def _find(self, statement: Executable, key: str) -> Person | None:
        """Look a person up."""
        with self.store.engine.connect() as connection:
            return person_if_known(connection.execute(statement, {"key": key}).first())

    # Changing

    def rename(self, person: Person, name: str) -> Person:
        """Give somebody another name."""
        if person.is_protected:
            raise Refusal(mark("A protected name cannot be changed."))
        return self._change(person, name=self.free_name(name, person))

    def name_newcomer(self, person: Person, name: str) -> Person:
        """Give a guest the name that all guests have at first, even if somebody has protected it."""
        return self._change(person, name=clean_name(name))

    def set_preferences(
        self, person: Person, language: str | None = None, theme: str | None = None, tips: bool | None = None
    ) -> Person:
        """Set a language, a theme (an empty one follows the browser), or whether tips are wanted. Raises Refusal."""
        if language not in (None, *LANGUAGES) or theme not in (None, "", *THEMES):
            raise Refusal(mark("There is no such setting."))
        chosen = {"language": language, "theme": theme}
        wanted: dict[str, object] = {key: value or None for key, value in chosen.items() if value is not None}
        return self._change(person, **wanted, **({} if tips is None else {"tips": tips}))

    def protect(self, person: Person, name: str, password: str) -> Person:
        """Reserve a name for a person by a password, which signs in from any browser. Earlier cookies become void.

        Raises Refusal.
        """
        if person.is_protected:
            raise Refusal(mark("A protected name cannot be changed."))
        check_password(password)
        name = self.own_name(name, person)
        return self._take(person, name, password=self._hasher.hash(password), generation=NEXT)

    def sign_in(self, name: str, password: str) -> Person:
        """The owner of a name, or of one that looks like it, by its password; raises Forbidden.

        Several owners may have names that look alike, from before that was found out. Each keeps their password.
        """
        with self.store.read() as session:
            alike = PersonRow.protected.in_(keys_of(name))
            rows = session.scalars(select(PersonRow).where(alike, PersonRow.password.is_not(None)))
            kept: list[tuple[str, Person | None]] = [(row.password or "", person_of(row)) for row in rows]
        for hash, found in kept or [(self._nobodys_password, None)]:
            if self._verifies(hash, password) and found:
                return found
        raise Forbidden(mark("Wrong name or password."))

    def change_password(self, person: Person, old: str, new: str) -> Person:
        """Change somebody's password, which signs all other browsers out."""
        check_password(new)
        with self.store.read() as session:
            row = session.get(PersonRow, person.id)
            kept = row.password if row else None
        if kept is None or not self._verifies(kept, old):
            raise Forbidden(mark("This is not your password."))
        return self._change(person, password=self._hasher.hash(new), generation=NEXT)

    def sign_out_others(self, person: Person) -> Person:
        """Make all cookies of somebody void but the next one."""
        if not person.is_protected:
            raise Refusal(mark("Protect your name first: without a password nobody else can come in."))
        return self._change(person, generation=NEXT)

    def _verifies(self, hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash, password[:LONGEST_PASSWORD])
        except (Argon2Error, InvalidHashError):
            return False

    @cached_property
    def _nobodys_password(self) -> str:
        """A hash that no password has, so that an unknown name takes as long as a wrong password."""
        return self._hasher.hash(secrets.token_hex(16))

    # Bots

    def new_bot(self, name: str) -> tuple[Person, str]:
        """Make a bot with a name of its own; returns it with its token, of which only a hash is kept."""
        token = new_token()
        guest = self.new_guest()
        return self._take(guest, self.own_name(name, guest), bot=True, bearer=hashed(token)), token

    def renew_token(self, bot: Person) -> tuple[Person, str]:
        """Give a bot another token; the one before is void."""
        token = new_token()
        return self._change(checked_bot(bot), bearer=hashed(token), generation=NEXT), token

    def revoke_token(self, bot: Person) -> None:
        """Make a bot's token void for good. Its games and its name stay its own."""
        self._change(checked_bot(bot), bearer=None, generation=NEXT)

    # Names

    def free_name(self, name: str, person: Person) -> str:
        """The name, cleaned. Raises Refusal if this person may not take it."""
        name = clean_name(name)
        with self.store.read() as session:
            check_free(session, name, person)
        return name

    def own_name(self, name: str, person: Person) -> str:
        """The name, cleaned. Raises Refusal if this person may not own it."""
        name = self.free_name(name, person)
        if key_of(name) in newcomer_keys():
            raise Refusal(mark("Everybody is called {name} at first: choose another name."), name=name)
        return name

    def _take(self, person: Person, name: str, **values: object) -> Person:
        """Make a name a person's own. If two want it at the same moment, one gets it. Raises Refusal."""
        try:
            return self._change(person, name=name, protected=key_of(name), **values)
        except IntegrityError:
            raise taken(name) from None

    def renew_keys(self) -> None:
        """Make the keys of all names anew if the way to make them has changed.

        Of names alike the oldest keeps the key.
        """
        with self.store.write() as session:
            insert_if_missing(session, SettingRow, key="name keys", value="")
            made = session.get_one(SettingRow, "name keys", with_for_update=True, populate_existing=True)
            if made.value == KEYS:
                return
            made.value = KEYS
            owners = or_(PersonRow.protected.is_not(None), PersonRow.bot)
            rows = list(session.scalars(select(PersonRow).where(owners).order_by(PersonRow.bot, PersonRow.since)))
            for row in rows:
                row.protected = None
            session.flush()
            used: set[str] = set()
            for row in rows:
                row.protected = next((key for key in keys_of(row.name) if key not in used), row.id)
                used.add(row.protected)

    def forget_guests(self, before: float) -> int:
        """Delete guests from before a time who protected no name, sit nowhere and learned nothing. Returns how many."""
        idle = (PersonRow.since < before, PersonRow.password.is_(None), PersonRow.bearer.is_(None))
        seated = select(SeatRow.person).where(SeatRow.person == PersonRow.id).exists()
        taught = select(LearnedRow.person).where(LearnedRow.person == PersonRow.id).exists()
        with self._changing(), self.store.write() as session:
            return session.connection().execute(delete(PersonRow).where(*idle, ~seated, ~taught)).rowcount

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Change people. What is in memory is forgotten, and what is read meanwhile is not kept."""
        try:
            yield
        finally:
            with self._lock:
                self._changes += 1
                self._known.clear()

    def _change(self, person: Person, **values: object) -> Person:
        with self._changing(), self.store.write() as session:
            row = remember(session, person, self.now())
            for key, value in values.items():
                setattr(row, key, value)
            session.flush()
            session.refresh(row)
            return person_of(row)


@lru_cache(10_000)
def read_cookie(signer: URLSafeSerializer, cookie: str) -> tuple[str, int]:
    """The id and the generation that a cookie tells. Raises BadSignature if it is forged."""
    told = signer.loads(cookie)
    id, generation = told if isinstance(told, list) else (told, 0)  # cookies of early versions held the id alone
    return str(id), generation


def taken(name: str) -> Refusal:
    """The error for a name that somebody else owns."""
    return Refusal(
        mark("The name {name} belongs to somebody else, or looks like one that does: choose another one."), name=name
    )


def check_free(session: Session, name: str, person: Person) -> None:
    """Raises Refusal for a name that looks like another person's own or like an opponent's."""
    owner = session.scalar(select(PersonRow.id).where(PersonRow.protected == key_of(name)))
    if is_of_house(name) or (owner not in (None, person.id) and key_of(name) not in newcomer_keys()):
        raise taken(name)


def remember(session: Session, person: Person, now: float) -> PersonRow:
    """The row of a person, which is made with their first action."""
    insert_if_missing(session, PersonRow, id=person.id, name=person.name, since=now)
    return session.get_one(PersonRow, person.id)


def person_of(row: PersonRow | Row[Any]) -> Person:
    """The person of a row."""
    return Person(
        row.id, row.name, row.language, row.theme, row.password is not None, row.bot, row.generation, row.tips
    )  # fmt: skip


def person_if_known(row: PersonRow | Row[Any] | None) -> Person | None:
    """The person of a row, or None."""
    return None if row is None else person_of(row)


def keys_of(name: str) -> list[str]:
    """The keys under which an owner of this name may be kept: that of the name, then numbered ones.

    An old database may have several owners of names that look alike; they are told apart by those numbers.
    """
    key = key_of(name)
    return [key, *(f"{key[: LONGEST_KEY - 2]} {number}" for number in range(2, 10))]


def hashed(token: str) -> str:
    """What is kept of a token or an address."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def new_token() -> str:
    """A token that nobody can guess."""
    return f"gl_{secrets.token_urlsafe(24)}"


def checked_bot(bot: Person) -> Person:
    """A bot; raises Forbidden for a person."""
    if not bot.is_bot:
        raise Forbidden(mark("Only bots have tokens."))
    return bot


def check_password(password: str) -> None:
    """Raises Refusal if a password is too short or too long."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refusal(mark("The password must have at least {count} characters."), count=SHORTEST_PASSWORD)
