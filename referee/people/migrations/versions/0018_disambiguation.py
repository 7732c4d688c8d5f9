"""What tells somebody apart from others of the same name, in the organizer's words. Null: nothing is written of them."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("people", sa.Column("disambiguation", sa.Text))
