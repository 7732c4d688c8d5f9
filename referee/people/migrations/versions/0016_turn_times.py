"""The running times of turns, in matches with a clock of the service."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "turn_times",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("ran", sa.Integer, nullable=False),
        sa.Column("until", sa.String(32), nullable=False, index=True),
    )
