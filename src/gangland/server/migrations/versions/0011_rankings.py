"""Names the list of a ranked win by the options of its game, so that any game can have a ranking."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

TABLES = sa.table("tables", *(sa.column(name) for name in ("ranking", "level", "robot_starts", "score")))
LISTS = [(level, starts, f"level={level}&robot_starts={starts}") for level in (1, 2, 3, 4) for starts in (False, True)]


def upgrade() -> None:
    """Put the list in the place of the level and the start."""
    op.add_column("tables", sa.Column("ranking", sa.String(length=200), nullable=True))
    for level, starts, ranking in LISTS:
        wins = TABLES.c.score.is_not(None), TABLES.c.level == level, TABLES.c.robot_starts == sa.literal(starts)
        op.execute(sa.update(TABLES).where(*wins).values(ranking=ranking))
    op.drop_index("tables_ranking", "tables")
    op.create_index("tables_ranking", "tables", ["game", "ranking", "by_bot", sa.text("score DESC"), "ended"])
    op.drop_column("tables", "robot_starts")
    op.drop_column("tables", "level")


def downgrade() -> None:
    """Put the level and the start in the place of the list."""
    op.add_column("tables", sa.Column("level", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("robot_starts", sa.Boolean(), nullable=True))
    for level, starts, ranking in LISTS:
        op.execute(sa.update(TABLES).where(TABLES.c.ranking == ranking).values(level=level, robot_starts=starts))
    op.drop_index("tables_ranking", "tables")
    op.create_index("tables_ranking", "tables", ["level", "robot_starts", "by_bot", sa.text("score DESC"), "ended"])
    op.drop_column("tables", "ranking")
