"""Adds what people have learned."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "learned",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("task", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("person", "task"),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("learned")
