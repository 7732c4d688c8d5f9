"""Webhooks, what is on its way to them, and whose turn it is to deliver."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("match", sa.String(64)),
        sa.Column("championship", sa.String(64)),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("failing_since", sa.String(32)),
        sa.Column("disabled_at", sa.String(32)),
        sa.Column("disabled_for", sa.Text),
    )
    op.create_table(
        "webhook_deliveries",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(36), nullable=False, unique=True),
        sa.Column("webhook", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("stream", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("next_at", sa.String(32)),
        sa.Column("response_status", sa.Integer),
        sa.Column("error", sa.Text),
        sa.Column("queued_at", sa.String(32), nullable=False),
        sa.Column("done_at", sa.String(32)),
    )
    op.create_index("webhook_deliveries_waiting", "webhook_deliveries", ["webhook", "status", "stream", "seq"])
    op.create_index("webhook_deliveries_latest", "webhook_deliveries", ["webhook", "seq"])
    turn = op.create_table(
        "webhook_turn",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("holder", sa.String(36), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
    )
    op.bulk_insert(turn, [{"id": 1, "holder": "", "until": ""}])


def downgrade() -> None:
    op.drop_table("webhook_turn")
    op.drop_table("webhook_deliveries")
    op.drop_table("webhooks")
