"""Who somebody is: a guest by a signed cookie, a name protected by a password, a bot by its token."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Executable, Row, bindparam, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from gangland.game import mark
from gangland.server.store import PersonRow, SettingRow, Store, insert_if_missing
from gangland.server.troubles import NotYours, Refusal
from gangland.words import LANGUAGES

LONGEST_NAME = 30
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
THEMES = ("light", "dark")
COLUMNS = (
    PersonRow.id, PersonRow.name, PersonRow.language, PersonRow.theme, PersonRow.password, PersonRow.bearer,
)  # fmt: skip
BY_ID = select(*COLUMNS).where(PersonRow.id == bindparam("key"))
BY_BEARER = select(*COLUMNS).where(PersonRow.bearer == bindparam("key"))


@dataclass(frozen=True)
class Who:
    """One person or bot. A guest whom the store does not know yet has no name."""

    id: str
    name: str = ""
    language: str | None = None
    theme: str | None = None
    is_protected: bool = False
    is_bot: bool = False


class People:
    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now
        self._hasher = PasswordHasher()

    # Cookies

    @cached_property
    def _signer(self) -> URLSafeSerializer:
        """The key lies in the store, so that all processes and all restarts share it."""
        with self.store.write() as session:
            insert_if_missing(session, SettingRow, key="cookie key", value=secrets.token_hex(32))
            return URLSafeSerializer(session.get_one(SettingRow, "cookie key").value, salt="gangland-guest")

    def cookie(self, who: Who) -> str:
        return str(self._signer.dumps(who.id))

    def of_cookie(self, cookie: str) -> Who | None:
        """Nobody if it is forged."""
        try:
            return self.find(str(self._signer.loads(cookie)))
        except BadSignature:
            return None

    # Looking up

    def new_guest(self) -> Who:
        """Somebody new; the store learns of them with their first deed."""
        return Who(secrets.token_urlsafe(12))

    def find(self, id: str) -> Who:
        return self._find(BY_ID, id) or Who(id)

    def of_bearer(self, token: str) -> Who | None:
        return self._find(BY_BEARER, hashed(token))

    def _find(self, statement: Executable, key: str) -> Who | None:
        """Every request begins with this."""
        with self.store.engine.connect() as connection:
            return who(connection.execute(statement, {"key": key}).first())

    # Deeds

    def rename(self, person: Who, name: str) -> Who:
        if person.is_protected:
            raise Refusal(mark("A protected name cannot be changed."))
        return self._change(person, name=self.free_name(name, person))

    def name_newcomer(self, person: Who, name: str) -> Who:
        """What everybody is called at first stays everybody's, whoever may have protected it."""
        return self._change(person, name=clean_name(name))

    def settle_in(self, person: Who, language: str | None = None, theme: str | None = None) -> Who:
        """Choose a language, a theme (an empty one follows the browser), or both."""
        if language not in (None, *LANGUAGES) or theme not in (None, "", *THEMES):
            raise Refusal(mark("There is no such setting."))
        chosen = {"language": language, "theme": theme}
        return self._change(person, **{key: value or None for key, value in chosen.items() if value is not None})

    def protect(self, person: Who, name: str, password: str) -> Who:
        """Reserve a name; who knows the password can take it to any browser."""
        if person.is_protected:
            raise Refusal(mark("A protected name cannot be changed."))
        check_password(password)
        name = clean_name(name)
        try:
            return self._change(person, name=name, protected=key_of(name), password=self._hasher.hash(password))
        except IntegrityError:
            raise taken(name) from None

    def sign_in(self, name: str, password: str) -> Who:
        with self.store.read() as session:
            row = session.scalar(select(PersonRow).where(PersonRow.protected == key_of(name)))
            found = who(row)
            kept = row.password if row and row.password else self._nobodys_password
        try:
            self._hasher.verify(kept, password[:LONGEST_PASSWORD])
        except (Argon2Error, InvalidHashError):
            found = None
        if found is None:
            raise NotYours(mark("Name and password do not belong together."))
        return found

    @cached_property
    def _nobodys_password(self) -> str:
        """So that an unknown name takes as long as a wrong password."""
        return self._hasher.hash(secrets.token_hex(16))

    def new_bot(self, name: str) -> tuple[Who, str]:
        """A bot, and the token that is shown once and kept as a hash."""
        token = f"gl_{secrets.token_urlsafe(24)}"
        return self._change(self.new_guest(), name=self.free_name(name), bearer=hashed(token)), token

    def free_name(self, name: str, person: Who | None = None) -> str:
        """A clean name that nobody else has protected."""
        name = clean_name(name)
        with self.store.read() as session:
            owner = session.scalar(select(PersonRow.id).where(PersonRow.protected == key_of(name)))
        if owner is not None and (person is None or owner != person.id):
            raise taken(name)
        return name

    def _change(self, person: Who, **values: str | None) -> Who:
        with self.store.write() as session:
            row = remember(session, person, self.now())
            for key, value in values.items():
                setattr(row, key, value)
            session.flush()
            return known(row)


def taken(name: str) -> Refusal:
    return Refusal(mark("Somebody else has protected the name {name}."), name=name)


def remember(session: Session, person: Who, now: float) -> PersonRow:
    """The person's row, written if this is their first deed."""
    insert_if_missing(session, PersonRow, id=person.id, name=person.name, since=now)
    return session.get_one(PersonRow, person.id)


def known(row: PersonRow | Row[Any]) -> Who:
    return Who(row.id, row.name, row.language, row.theme, row.password is not None, row.bearer is not None)


def who(row: PersonRow | Row[Any] | None) -> Who | None:
    return None if row is None else known(row)


def hashed(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def key_of(name: str) -> str:
    return tidy(unicodedata.normalize("NFKC", name[:80])).casefold()[:80]


def tidy(text: str) -> str:
    """One line without control characters or invisible ones."""
    kept = "".join(" " if char.isspace() else char for char in text if char.isspace() or char.isprintable())
    return " ".join(unicodedata.normalize("NFC", kept).split())


def clean_name(name: str) -> str:
    cleaned = tidy(name[:1000])
    if not cleaned or len(cleaned) > LONGEST_NAME:
        raise Refusal(mark("A name has between 1 and {count} letters."), count=LONGEST_NAME)
    return cleaned


def check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refusal(mark("A password has at least {count} letters."), count=SHORTEST_PASSWORD)
