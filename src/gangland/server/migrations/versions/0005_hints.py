"""Adds hints: the best move that a person asked for, and whether somebody did in this game."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("hint", sa.String(length=80), nullable=True))
    op.add_column("tables", sa.Column("hinted", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop the columns."""
    op.drop_column("tables", "hinted")
    op.drop_column("tables", "hint")
