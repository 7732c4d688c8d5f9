"""Who records a match, on which device."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "presence",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("by", sa.String(100), primary_key=True),
        sa.Column("label", sa.String(100), primary_key=True),
        sa.Column("pending", sa.Integer, nullable=False),
        sa.Column("last_saved", sa.Integer),
        sa.Column("heard_at", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("presence")
