"""Seven levels instead of five, and the level that “Play now” chooses for each person."""

import sqlalchemy as sa
from alembic import op

from gangland.bots import levels_for
from gangland.registry import GAMES

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

LEVELS = ((5, 7), (4, 6), (3, 5), (2, 5), (1, 4))  # then and now, the strongest first, so that none is moved twice
TABLES = sa.table("tables", sa.column("id"), sa.column("game"))
SEATS = sa.table("seats", *(sa.column(name) for name in ("table", "kind", "level", "name", "replaced")))
RATINGS = sa.table("ratings", *(sa.column(name) for name in ("game", "who", "kind", "level", "name", "games")))


def upgrade() -> None:
    """Add the ladders, and give every opponent the number and the trade that its level has now."""
    op.create_table(
        "ladders",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("rulebook", sa.String(length=32), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("results", sa.JSON(none_as_null=True), nullable=False),
        sa.PrimaryKeyConstraint("person", "rulebook"),
    )
    renumber(LEVELS)


def downgrade() -> None:
    """Drop the ladders, and give opponents the nearest of the five levels."""
    op.drop_table("ladders")
    renumber(((1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 4), (7, 5)))


def renumber(levels: tuple[tuple[int, int], ...]) -> None:
    """Change the numbers of opponents' levels. Where two become one, the rating with more games stays."""
    connection = op.get_bind()
    for then, now in levels:
        seats = sa.update(SEATS).where(SEATS.c.kind == "opponent", SEATS.c.level == then)
        for game, kind in GAMES.items():
            trades = {level.number: level.name for level in levels_for(kind())}
            here = SEATS.c.table.in_(sa.select(TABLES.c.id).where(TABLES.c.game == game))
            connection.execute(seats.where(here, ~SEATS.c.replaced).values(name=trades[now]))
            rows = {
                row.level: row.games
                for row in connection.execute(
                    sa.select(RATINGS.c.level, RATINGS.c.games).where(
                        RATINGS.c.game == game, RATINGS.c.kind == "opponent", RATINGS.c.level.in_((then, now))
                    )
                )
            }
            if then == now or then not in rows:
                continue
            fewer = then if rows.get(now, -1) >= rows[then] else now
            mine = RATINGS.c.game == game, RATINGS.c.kind == "opponent"
            connection.execute(sa.delete(RATINGS).where(*mine, RATINGS.c.level == fewer))
            connection.execute(
                sa.update(RATINGS)
                .where(*mine, RATINGS.c.level == then)
                .values(level=now, who=f"level {now}", name=trades[now])
            )
        connection.execute(seats.values(level=now))
