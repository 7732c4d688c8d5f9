"""The tables of the first release.

No earlier state of them was released. Columns are written out, not imported from the code that reads them: the result of a
migration must stay the same when that code changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = None


def upgrade() -> None:
    _people()
    _tokens()
    _webhooks()
    _evidence()
    _matches()
    _writes()


def _people() -> None:
    """People, merged ids, and the count of erasures, by which every process notices one."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("birth_date", sa.Date),
        sa.Column("entered_at", sa.String(32), nullable=False),
        sa.Column("look", sa.String(64)),
        sa.Column("changed", sa.Integer),
    )
    op.create_index("people_by_name", "people", ["name"])
    op.create_index("people_look", "people", ["look"])
    op.create_table(
        "merged_people",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("into", sa.String(36), nullable=False),
    )
    erasures = op.create_table("erasures", sa.Column("count", sa.Integer, nullable=False))
    op.bulk_insert(erasures, [{"count": 0}])


def _tokens() -> None:
    """Tokens, each with the token that made it: a revoked token takes those with it that it made."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("scope", sa.Text),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("expires_at", sa.String(32)),
        sa.Column("revoked_at", sa.String(32)),
        sa.Column("created_by", sa.String(36)),
    )
    op.create_index("tokens_created_by", "tokens", ["created_by"])


def _webhooks() -> None:
    """Webhooks, the messages on their way, and the turn to deliver."""
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


def _evidence() -> None:
    """The Merkle tree over the log, and the checkpoints that were published."""
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


def _matches() -> None:
    """PINs with which sides confirm hands, and their wrong guesses; the devices that record a match."""
    op.create_table(
        "pins",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("locked_until", sa.Float, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("by", sa.String(100), primary_key=True),
        sa.Column("label", sa.String(100), primary_key=True),
        sa.Column("pending", sa.Integer, nullable=False),
        sa.Column("last_saved", sa.Integer),
        sa.Column("heard_at", sa.String(32), nullable=False),
    )


def _writes() -> None:
    """Marks of writes, by which a write is found again if its answer was lost."""
    op.create_table(
        "write_marks",
        sa.Column("mark", sa.String(32), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, index=True),
    )
