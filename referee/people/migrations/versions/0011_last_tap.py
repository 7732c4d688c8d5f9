"""The time of the last tap on a device that records a match."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("presence", sa.Column("tapped_at", sa.String(32)))
