"""The turns to follow the log, one for each kind of follower: not for webhooks alone."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.drop_table("webhook_turn")
    op.create_table(
        "turns",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(36), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
    )
