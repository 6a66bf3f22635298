"""Adds generations of cookies and tokens, marks of bots, seats that the house took over, and the origin of tables."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

DAY = 86400
HOUSE = (
    "Errand boy", "Pickpocket", "Bookmaker", "Consigliere", "Godfather",
    "Newsboy", "Lookout", "Bruiser", "Ward boss", "Kingpin",
)  # fmt: skip
people = sa.table("people", sa.column("id"), sa.column("bot"), sa.column("bearer"))
seats = sa.table(
    "seats", sa.column("kind"), sa.column("person"), sa.column("name"), sa.column("bot"), sa.column("replaced")
)
tables = sa.table("tables", sa.column("started"), sa.column("ended"), sa.column("deadline"))


def upgrade() -> None:
    """Add the columns, and fill them from what is there."""
    for table, column in (("people", "bot"), ("seats", "bot"), ("seats", "replaced")):
        op.add_column(table, sa.Column(column, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("generation", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("origin", sa.String(length=16), nullable=True))
    op.execute(people.update().where(people.c.bearer.is_not(None)).values(bot=sa.true()))
    bots = sa.select(people.c.id).where(people.c.bearer.is_not(None))
    op.execute(seats.update().where(seats.c.person.in_(bots)).values(bot=sa.true()))
    op.execute(seats.update().where(seats.c.kind == "opponent", seats.c.name.not_in(HOUSE)).values(replaced=sa.true()))
    waiting = tables.update().where(tables.c.started.is_(None), tables.c.ended.is_(None))
    op.execute(waiting.values(deadline=time.time() + DAY))


def downgrade() -> None:
    """Drop the columns."""
    for table, column in (
        ("tables", "origin"), ("people", "generation"), ("people", "bot"), ("seats", "bot"), ("seats", "replaced"),
    ):  # fmt: skip
        op.drop_column(table, column)
