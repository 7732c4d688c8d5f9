"""The line-ups of encounters of teams that wait for that of the other team."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "lineup_secrets",
        sa.Column("fixture", sa.String(64), primary_key=True),
        sa.Column("team", sa.String(64), primary_key=True),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("members", sa.Text, nullable=False),
    )
