"""The disambiguation of a person from others of the same name, in the organizer's words. Null without one."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("people", sa.Column("disambiguation", sa.Text))
