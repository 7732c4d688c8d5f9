"""How many people were erased, so that every process notices."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    erasures = op.create_table("erasures", sa.Column("count", sa.Integer, nullable=False))
    op.bulk_insert(erasures, [{"count": 0}])


def downgrade() -> None:
    op.drop_table("erasures")
