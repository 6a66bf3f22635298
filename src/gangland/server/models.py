"""The schema: people, tables, seats, journals, chat, ratings, what people have learned, and settings.

The journal is the truth: a table's game is its deal plus its entries. No entry can be written twice, as its table and
its number are its key. What else a table's row says about the game follows from the journal and is kept for lists.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Enum, ForeignKey, Index, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from gangland.core.game import Termination
from gangland.web.table_view import SeatKind


class EntryKind(StrEnum):
    """What an entry of a journal is."""

    MOVE = "move"
    UNDO = "undo"
    RESIGNED = Termination.RESIGNED.value
    TIME = Termination.TIME.value


def kept_as_text(kinds: type[StrEnum]) -> Enum:
    """A column that keeps the text of a kind."""
    return Enum(kinds, native_enum=False, length=10, values_callable=lambda kinds: [kind.value for kind in kinds])


class Base(DeclarativeBase):
    """The base of all rows, which maps dictionaries to JSON."""

    type_annotation_map = {dict[str, Any]: JSON(none_as_null=True)}  # noqa: RUF012  (as SQLAlchemy wants it)


class PersonRow(Base):
    """A person or a bot that the server knows."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    protected: Mapped[str | None] = mapped_column(String(80), unique=True)  # the key (`key_of`) of a name of their own
    password: Mapped[str | None] = mapped_column(String(200))  # an argon2 hash
    bot: Mapped[bool] = mapped_column(default=False)
    bearer: Mapped[str | None] = mapped_column(String(64), unique=True)  # the hash of a bot's token
    generation: Mapped[int] = mapped_column(default=0)  # of cookies and tokens; those of earlier generations are void
    language: Mapped[str | None] = mapped_column(String(2))
    theme: Mapped[str | None] = mapped_column(String(8))
    tips: Mapped[bool] = mapped_column(default=True)  # the person wants them in a first game
    since: Mapped[float]


class TableRow(Base):
    """A table: its setup, its deal, and what its journal says about the game."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(32))
    rules: Mapped[dict[str, Any]]
    deal: Mapped[dict[str, Any]]
    opener: Mapped[str] = mapped_column(String(32))
    origin: Mapped[str | None] = mapped_column(String(16))  # a keyed hash of the address it was opened from
    public: Mapped[bool]
    clock: Mapped[dict[str, Any]]
    opened: Mapped[float]
    started: Mapped[float | None]
    ended: Mapped[float | None]
    outcome: Mapped[dict[str, Any] | None]
    ranked: Mapped[bool]
    number: Mapped[int] = mapped_column(default=0)  # of the next journal entry
    version: Mapped[int] = mapped_column(default=1)  # counts every change, also of seats and chat
    turn: Mapped[int | None]
    owed: Mapped[bool] = mapped_column(default=False)  # a computer opponent is to move, or a hint is wanted
    since: Mapped[float]  # when the current turn began, in uptime
    deadline: Mapped[float | None]  # when the current player loses on time, or an unstarted table closes; in uptime
    thinker: Mapped[str | None] = mapped_column(String(16))  # the process that thinks about the bot's move
    lease: Mapped[float | None]  # when the thinker's lease ends, in uptime
    asked: Mapped[dict[str, Any] | None]  # an open request to take moves back: the seat, and whose consent is awaited
    hint: Mapped[str | None] = mapped_column(String(80))  # the best move now; empty while it is thought about
    hinted: Mapped[bool] = mapped_column(default=False)  # a hint was asked for in this game
    guided: Mapped[bool] = mapped_column(default=False)  # somebody's first game, with tips; it does not count
    told: Mapped[int | None]  # the number of the journal at which the last tip was put away
    rematch: Mapped[str | None] = mapped_column(String(16))
    ranking: Mapped[str | None] = mapped_column(String(200))  # its list; this and the next two only for a ranked win
    by_bot: Mapped[bool | None]
    score: Mapped[int | None] = mapped_column()
    once: Mapped[str | None] = mapped_column(String(64))  # the key of the request to open it, which may be sent twice
    seats: Mapped[list[SeatRow]] = relationship(order_by="SeatRow.number", lazy="joined", innerjoin=True)

    __table_args__ = (
        Index("tables_owed", "owed", "since"),
        Index("tables_deadline", "deadline"),
        Index("tables_public", "public", "ended", "opened"),
        Index("tables_opener", "opener", "ended"),
        Index("tables_ranking", "game", "ranking", "by_bot", score.desc(), "ended"),
    )


class SeatRow(Base):
    """A seat at a table, free or taken."""

    __tablename__ = "seats"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[SeatKind] = mapped_column(kept_as_text(SeatKind))
    person: Mapped[str | None] = mapped_column(String(32), index=True)  # sits here, or alone may sit down
    name: Mapped[str] = mapped_column(String(40), default="")
    level: Mapped[int | None]
    bot: Mapped[bool] = mapped_column(default=False)
    replaced: Mapped[bool] = mapped_column(default=False)  # an opponent plays on for the person of this name, who left
    link: Mapped[str | None] = mapped_column(String(32))  # the token that claims the seat, once
    left: Mapped[float | None]  # seconds on the clock at the moment `TableRow.since`


class EntryRow(Base):
    """An entry of a table's journal."""

    __tablename__ = "entries"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[EntryKind] = mapped_column(kept_as_text(EntryKind))
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(String(80))  # the move, or how many were taken back
    at: Mapped[float]


class ChatRow(Base):
    """A message at a table."""

    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(primary_key=True)
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), index=True)
    person: Mapped[str] = mapped_column(String(32))
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(String(400))
    at: Mapped[float]
    once: Mapped[str | None] = mapped_column(String(64))  # the key of the request to say it, which may be sent twice


class RatingRow(Base):
    """How strong somebody seems to be at a game. It changes in the transaction that ends a rated game."""

    __tablename__ = "ratings"

    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    who: Mapped[str] = mapped_column(String(32), primary_key=True)  # a person's id, or a computer's level
    name: Mapped[str] = mapped_column(String(40))  # as it was in the last game
    kind: Mapped[SeatKind] = mapped_column(kept_as_text(SeatKind))  # a person or an opponent
    level: Mapped[int | None]
    bot: Mapped[bool]
    mean: Mapped[float]
    deviation: Mapped[float]
    games: Mapped[int]
    certain: Mapped[bool]

    __table_args__ = (Index("ratings_best", "game", "certain", "mean", "who"),)


class LearnedRow(Base):
    """A task of a course that somebody has solved, or a tip that they have heard.

    It may be one that no course has any more.
    """

    __tablename__ = "learned"

    person: Mapped[str] = mapped_column(String(32), primary_key=True)
    task: Mapped[str] = mapped_column(String(16), primary_key=True)
    at: Mapped[float]


class UploadRow(Base):
    """A record that somebody brought. It is verified, and its id follows from its text."""

    __tablename__ = "uploads"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[float]


class VariationRow(Base):
    """A variation that somebody keeps. Its id follows from what it holds, so it is never changed."""

    __tablename__ = "variations"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    address: Mapped[str] = mapped_column(Text)  # what the address of its page asks for
    name: Mapped[str] = mapped_column(String(80))
    at: Mapped[float]


class LadderRow(Base):
    """The level that “Play now” chooses for a person at the games of a rulebook. It changes as games end."""

    __tablename__ = "ladders"

    person: Mapped[str] = mapped_column(String(32), primary_key=True)
    rulebook: Mapped[str] = mapped_column(String(32), primary_key=True)
    level: Mapped[int]
    run: Mapped[int]  # wins in a row at this level; losses count downwards
    results: Mapped[dict[str, Any]]  # by level: games won and games played


class SettingRow(Base):
    """A value that all processes share."""

    __tablename__ = "settings"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))
