"""The championship with whose list of names somebody came. Null for those entered before: nobody knows any more."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("people", sa.Column("came_with", sa.String(36)))
