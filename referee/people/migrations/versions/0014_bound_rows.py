"""The salts of the commitments by which the log binds people, tokens, PINs and webhooks.

Rows that are there have none yet: the service binds them when it starts, on the log.
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    for table in ("people", "tokens", "pins", "webhooks"):
        op.add_column(table, sa.Column("salt", sa.String(64)))
