"""Marks of writes, by which one whose answer was lost is found again."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "write_marks",
        sa.Column("mark", sa.String(32), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, index=True),
    )


def downgrade() -> None:
    op.drop_table("write_marks")
