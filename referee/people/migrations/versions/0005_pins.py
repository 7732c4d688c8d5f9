"""PINs with which sides confirm hands, and how often they were guessed wrong."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "pins",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("locked_until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("pins")
