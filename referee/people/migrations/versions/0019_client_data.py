"""The ids and texts that clients keep with people, championships, contests and fixtures."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "client_data",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("scope", sa.String(36), nullable=False),
        sa.Column("external_id", sa.Text),
        sa.Column("metadata", sa.Text),
        sa.Column("content", sa.String(64)),
    )
    op.create_index("client_data_external_id", "client_data", ["kind", "scope", "external_id"], unique=True)
