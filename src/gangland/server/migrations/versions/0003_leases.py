"""Adds leases: which process thinks for a table, and until when."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("thinker", sa.String(length=16), nullable=True))
    op.add_column("tables", sa.Column("lease", sa.Double(), nullable=True))


def downgrade() -> None:
    """Drop the columns."""
    op.drop_column("tables", "lease")
    op.drop_column("tables", "thinker")
