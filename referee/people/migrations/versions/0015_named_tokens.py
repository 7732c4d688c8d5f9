"""The name that its maker gives to a token."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("tokens", sa.Column("name", sa.String(100)))
