"""The Merkle tree over the log, and the checkpoints that were published."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "log_tree",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "log_tree_tile",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hashes", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "log_tree_stretch",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("leaf", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "log_checkpoint",
        sa.Column("size", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("note", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("log_checkpoint", "log_tree_stretch", "log_tree_tile", "log_tree"):
        op.drop_table(table)
