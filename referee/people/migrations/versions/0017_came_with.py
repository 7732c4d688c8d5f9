"""The championship of the list of names with which a person came. Null, unknown, for people entered before."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("people", sa.Column("came_with", sa.String(36)))
