"""Seven levels instead of five, and the level that “Play now” chooses for each person."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

THEN = ("Errand boy", "Pickpocket", "Bookmaker", "Consigliere", "Godfather")
NOW = ("Errand boy", "Pickpocket", "Bookmaker", "Bootlegger", "Forger", "Consigliere", "Godfather")
THEN_IN_GANGS = ("Newsboy", "Lookout", "Bruiser", "Ward boss", "Kingpin")
NOW_IN_GANGS = ("Newsboy", "Lookout", "Bruiser", "Saloon keeper", "Gambler", "Ward boss", "Kingpin")
GANGS = "gangs"  # the only game whose opponents have trades of their own
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
    levels = ((5, 7), (4, 6), (3, 5), (2, 5), (1, 4))  # the strongest first, so that none is moved twice
    renumber(levels, NOW, NOW_IN_GANGS)


def downgrade() -> None:
    """Drop the ladders, and give opponents the nearest of the five levels."""
    op.drop_table("ladders")
    levels = ((1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 4), (7, 5))
    renumber(levels, THEN, THEN_IN_GANGS)


def renumber(levels: tuple[tuple[int, int], ...], trades: tuple[str, ...], trades_in_gangs: tuple[str, ...]) -> None:
    """Change the numbers of opponents' levels. Where two become one, the rating with more games stays."""
    connection = op.get_bind()
    games = connection.scalars(sa.select(TABLES.c.game).union(sa.select(RATINGS.c.game))).all()
    for before, after in levels:
        seats = sa.update(SEATS).where(SEATS.c.kind == "opponent", SEATS.c.level == before)
        for game in games:
            name = (trades_in_gangs if game == GANGS else trades)[after - 1]
            here = SEATS.c.table.in_(sa.select(TABLES.c.id).where(TABLES.c.game == game))
            connection.execute(seats.where(here, ~SEATS.c.replaced).values(name=name))
            rate(game, before, after, name)
        connection.execute(seats.values(level=after))


def rate(game: str, before: int, after: int, name: str) -> None:
    """Give the rating of a level to another one, unless that has more games."""
    connection = op.get_bind()
    mine = RATINGS.c.game == game, RATINGS.c.kind == "opponent"
    found = connection.execute(sa.select(RATINGS.c.level, RATINGS.c.games).where(*mine, RATINGS.c.level.is_not(None)))
    games = {row.level: row.games for row in found}
    if before == after or before not in games:
        return
    fewer = before if games.get(after, -1) >= games[before] else after
    connection.execute(sa.delete(RATINGS).where(*mine, RATINGS.c.level == fewer))
    moved = sa.update(RATINGS).where(*mine, RATINGS.c.level == before)
    connection.execute(moved.values(level=after, who=f"level {after}", name=name))
