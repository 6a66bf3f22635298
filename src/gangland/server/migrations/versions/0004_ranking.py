"""Adds the solo ranking and the ratings, counted when a game ends, and keys of requests that may be sent twice."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

from gangland.play import GAMES
from gangland.server.matches import read_outcome
from gangland.server.ratings import newcomers, rated

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TABLES = sa.table(
    "tables",
    *(sa.column(name) for name in ("id", "game", "ranked", "ended", "level", "robot_starts", "by_bot", "score")),
    *(sa.column(name, sa.JSON(none_as_null=True)) for name in ("rules", "deal", "outcome")),
)
WIN = ("key", "level", "robot_starts", "by_bot", "score")
SEAT = ("kind", "person", "name", "level", "bot", "replaced")
SEATS = sa.table("seats", *(sa.column(name) for name in ("table", "number", *SEAT)))


def upgrade() -> None:
    """Add the columns and the ratings, and count all games that have ended."""
    op.add_column("tables", sa.Column("level", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("robot_starts", sa.Boolean(), nullable=True))
    op.add_column("tables", sa.Column("by_bot", sa.Boolean(), nullable=True))
    op.add_column("tables", sa.Column("score", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("once", sa.String(length=64), nullable=True))
    op.add_column("chat", sa.Column("once", sa.String(length=64), nullable=True))
    ratings = op.create_table(
        "ratings",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("who", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("certain", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game", "who"),
    )
    count_finished_games(op.get_bind(), ratings)
    op.create_index("ratings_best", "ratings", ["game", "certain", "mean", "who"])
    op.create_index("tables_ranking", "tables", ["level", "robot_starts", "by_bot", sa.text("score DESC"), "ended"])
    op.create_index("tables_opener", "tables", ["opener", "ended"])
    op.drop_index("tables_ranked", "tables")


def count_finished_games(connection: sa.Connection, ratings: sa.Table) -> None:
    """Fill in what would be there if every game had been counted when it ended."""
    wins: list[dict[str, Any]] = []
    lines: dict[tuple[str, str], Any] = {}
    for row, seats in finished_games(connection):
        game, outcome = GAMES[row.game].from_options(row.rules, row.deal["first"]), read_outcome(row)
        assert outcome
        score = game.ranking_score(outcome)
        if score is not None:
            start = row.rules["level"], row.deal["first"] == 1
            wins.append(dict(zip(WIN, (row.id, *start, seats[0].bot, score), strict=True)))
        before = [replace(lines.get((row.game, new.who), new), name=new.name) for new in newcomers(row.game, seats)]
        if before:
            lines |= {(row.game, line.who): line for line in rated(before, outcome)}
    if wins:
        connection.execute(sa.update(TABLES).where(TABLES.c.id == sa.bindparam("key")), wins)
    if lines:
        values = [{"game": game, "certain": line.is_certain, **vars(line)} for (game, _), line in lines.items()]
        connection.execute(sa.insert(ratings), values)


def finished_games(connection: sa.Connection) -> Iterator[tuple[Any, list[Any]]]:
    """Every ranked game that has ended, with its seats, in the order of their ends."""
    found = (
        sa.select(
            TABLES.c.id, TABLES.c.game, TABLES.c.rules, TABLES.c.deal, TABLES.c.outcome,
            *(SEATS.c[name] for name in SEAT),
        )
        .join(SEATS, SEATS.c.table == TABLES.c.id)
        .where(TABLES.c.ranked == sa.true(), TABLES.c.ended.is_not(None), TABLES.c.outcome.is_not(None))
        .order_by(TABLES.c.ended, TABLES.c.id, SEATS.c.number)
    )  # fmt: skip
    for _, seats in groupby(connection.execute(found), lambda row: row.id):
        sitting = list(seats)
        yield sitting[0], sitting


def downgrade() -> None:
    """Drop the columns and the ratings."""
    op.create_index("tables_ranked", "tables", ["game", "ranked", "ended"])
    op.drop_index("tables_opener", "tables")
    op.drop_index("tables_ranking", "tables")
    op.drop_table("ratings")
    op.drop_column("chat", "once")
    for name in ("once", "score", "by_bot", "robot_starts", "level"):
        op.drop_column("tables", name)
