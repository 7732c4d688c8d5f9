"""The secrets of shuffles that are committed to and not dealt yet."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "shuffle_secrets",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
    )
