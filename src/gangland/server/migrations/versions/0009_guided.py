"""Adds guided games, and whether a person wants tips in them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("guided", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("told", sa.Integer(), nullable=True))
    op.add_column("people", sa.Column("tips", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Drop the columns."""
    op.drop_column("people", "tips")
    op.drop_column("tables", "told")
    op.drop_column("tables", "guided")
