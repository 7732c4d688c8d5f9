"""The tables beside the log, as this release uses them. Migrations (`referee.people.schema`) make them.

The read models have tables of their own (`projections.rows`), which are built from the log, and the log is made by the
eventsourcing library.
"""

import sqlalchemy as sa

BESIDE_LOG = sa.MetaData()
"""What the log does not say, or says only as commitments."""

# People, and those that act

PEOPLE = sa.Table(
    "people",
    BESIDE_LOG,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("birth_date", sa.Date),
    sa.Column("entered_at", sa.String(32), nullable=False),
    sa.Column("look", sa.String(64)),
    sa.Column("changed", sa.Integer),
    sa.Column("salt", sa.String(64)),
    sa.Column("came_with", sa.String(36)),
    sa.Column("disambiguation", sa.Text),
    sa.Index("people_by_name", "name"),
    sa.Index("people_look", "look"),
)
"""Names and birth dates. `look`: the digest of the skeleton of the name, null for guests; `changed`: the name was another one."""
ERASURES = sa.Table("erasures", BESIDE_LOG, sa.Column("count", sa.Integer, nullable=False))
"""One row: how often a name or an id has changed."""
MERGED_PEOPLE = sa.Table(
    "merged_people",
    BESIDE_LOG,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("into", sa.String(36), nullable=False),
)
"""Ids of people that were entered twice, each with the id into which it was merged.

A row is written in the transaction of the log's record of a merge. It stays after an erasure of these people.
"""
CLIENT_DATA = sa.Table(
    "client_data",
    BESIDE_LOG,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("scope", sa.String(36), nullable=False),
    sa.Column("external_id", sa.Text),
    sa.Column("metadata", sa.Text),
    sa.Column("content", sa.String(64)),
    sa.Index("client_data_external_id", "kind", "scope", "external_id", unique=True),
)
"""Ids and texts that clients keep with people, championships, contests and fixtures.

`content`: the digest of the request that made the thing; null where the row came later.
"""
TOKENS = sa.Table(
    "tokens",
    BESIDE_LOG,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("scope", sa.Text),
    sa.Column("created_at", sa.String(32), nullable=False),
    sa.Column("expires_at", sa.String(32)),
    sa.Column("revoked_at", sa.String(32)),
    sa.Column("created_by", sa.String(36)),
    sa.Column("salt", sa.String(64)),
    sa.Column("name", sa.String(100)),
    sa.Index("tokens_created_by", "created_by"),
)
"""Digests of tokens, with what they are good for."""

# Matches

PINS = sa.Table(
    "pins",
    BESIDE_LOG,
    sa.Column("match", sa.String(64), primary_key=True),
    sa.Column("side", sa.Integer, primary_key=True),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("wrong", sa.Integer, nullable=False),
    sa.Column("locked_until", sa.Float, nullable=False),
    sa.Column("salt", sa.String(64)),
)
"""PINs with which sides confirm hands, and their wrong guesses."""
PRESENCE = sa.Table(
    "presence",
    BESIDE_LOG,
    sa.Column("match", sa.String(64), primary_key=True),
    sa.Column("by", sa.String(100), primary_key=True),
    sa.Column("label", sa.String(100), primary_key=True),
    sa.Column("pending", sa.Integer, nullable=False),
    sa.Column("last_saved", sa.Integer),
    sa.Column("heard_at", sa.String(32), nullable=False),
    sa.Column("tapped_at", sa.String(32)),
)
"""The devices that record a match."""
SHUFFLE_SECRETS = sa.Table(
    "shuffle_secrets",
    BESIDE_LOG,
    sa.Column("match", sa.String(64), primary_key=True),
    sa.Column("sha256", sa.String(64), primary_key=True),
    sa.Column("secret", sa.Text, nullable=False),
)
"""The secrets of shuffles that are committed to and not dealt yet, and of the deals of rounds: `match` is then the contest."""
LINEUP_SECRETS = sa.Table(
    "lineup_secrets",
    BESIDE_LOG,
    sa.Column("fixture", sa.String(64), primary_key=True),
    sa.Column("team", sa.String(64), primary_key=True),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("salt", sa.String(64), nullable=False),
    sa.Column("members", sa.Text, nullable=False),
)
"""The line-ups of encounters that wait for that of the other team, which the log has as commitments."""
TURN_TIMES = sa.Table(
    "turn_times",
    BESIDE_LOG,
    sa.Column("match", sa.String(64), primary_key=True),
    sa.Column("since", sa.String(32), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("ran", sa.Integer, nullable=False),
    sa.Column("until", sa.String(32), nullable=False, index=True),
)
"""The running times of turns, in matches with a clock of the service."""

# Webhooks

WEBHOOKS = sa.Table(
    "webhooks",
    BESIDE_LOG,
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
    sa.Column("salt", sa.String(64)),
)
"""Webhooks, each with the position of the log up to which its messages are queued."""
DELIVERIES = sa.Table(
    "webhook_deliveries",
    BESIDE_LOG,
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
    sa.Index("webhook_deliveries_waiting", "webhook", "status", "stream", "seq"),
    sa.Index("webhook_deliveries_latest", "webhook", "seq"),
)
"""The messages of webhooks: queued, delivered or given up."""

# Evidence

TREE = sa.Table(
    "log_tree",
    BESIDE_LOG,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("position", sa.BigInteger, nullable=False),
)
"""One row: the state of the Merkle tree over the log. `secret` is that of the seals of its leaves."""
TREE_TILES = sa.Table(
    "log_tree_tile",
    BESIDE_LOG,
    sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("hashes", sa.LargeBinary, nullable=False),
)
"""The hashes of the tree, some of a level in each row."""
TREE_RANGES = sa.Table(
    "log_tree_stretch",
    BESIDE_LOG,
    sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("leaf", sa.BigInteger, nullable=False),
)
"""Where positions of the log and indexes of leaves go on without a gap."""
CHECKPOINTS = sa.Table(
    "log_checkpoint",
    BESIDE_LOG,
    sa.Column("size", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("note", sa.Text, nullable=False),
)
"""The published checkpoints: signed notes, one for each size of the tree."""

# Processes

TURNS = sa.Table(
    "turns",
    BESIDE_LOG,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("holder", sa.String(36), nullable=False),
    sa.Column("until", sa.String(32), nullable=False),
)
"""The leases of processes, one for each kind of work."""
WRITE_MARKS = sa.Table(
    "write_marks",
    BESIDE_LOG,
    sa.Column("mark", sa.String(32), primary_key=True),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False, index=True),
)
"""Marks of writes on PostgreSQL, by which a write is found again if its answer was lost."""
