"""Who was entered twice and merged, and whose name is not what it was once."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "merged_people",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("into", sa.String(36), nullable=False),
    )
    op.add_column("people", sa.Column("changed", sa.Integer))


def downgrade() -> None:
    op.drop_column("people", "changed")
    op.drop_table("merged_people")
