"""Webhooks, and the outbox of what is on its way to them.

Each webhook has its own position in the log. The messages that a stretch of the log brings and the new position are written
in one transaction, so a crash at any point neither loses a message nor queues one twice. A rebuild of the read models never
touches these tables.
"""

from collections.abc import Collection, Sequence
from typing import Any, Literal
from uuid import UUID, uuid5

import msgspec
import sqlalchemy as sa
from uuid_utils import uuid7

from referee.binding.commitments import new_salt
from referee.store.rows import Beside, Gone, NewRow
from referee.store.unit_of_work import unit_of_work

PING = "ping"
"""The kind of a message that was asked for, to try a webhook. It has no second attempt."""
Status = Literal["pending", "delivered", "given_up"]

_meta = sa.MetaData()
_webhooks = sa.Table(
    "webhooks",
    _meta,
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
_deliveries = sa.Table(
    "webhook_deliveries",
    _meta,
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


class Webhook(msgspec.Struct, frozen=True):
    """An address that hears of these kinds of things, of everything or of one match or championship. Never its secret.

    `failing_since` is the first of the attempts that have failed without one that arrived since; a disabled webhook hears of
    nothing until a ping arrives.
    """

    id: str
    url: str
    kinds: tuple[str, ...]
    match: str | None
    championship: str | None
    created_at: str
    failing_since: str | None = None
    disabled_at: str | None = None
    disabled_for: str | None = None


class Delivery(msgspec.Struct, frozen=True):
    """A message on its way or at its end. `id` is its `webhook-id`; `stream` and `version` are those of the log's entry."""

    id: str
    kind: str
    stream: str
    version: int
    status: Status
    attempts: int
    next_at: str | None
    response_status: int | None
    error: str | None
    queued_at: str
    done_at: str | None


class Message(msgspec.Struct, frozen=True):
    """What a webhook is to hear: of which entry of the log, and the body to the letter."""

    kind: str
    stream: str
    version: int
    body: str


class Outgoing(msgspec.Struct, frozen=True):
    """A message that is due, and what sending it takes."""

    id: str
    webhook: str
    kind: str
    body: str
    attempts: int
    url: str
    secret: str


class WaitingMessages(msgspec.Struct, frozen=True):
    """The messages that wait for a webhook: how many, and when the first of them is due or was."""

    waiting: int
    due_since: str


class WebhookCount(msgspec.Struct, frozen=True):
    """How many webhooks there are in all, and how many hear of the same match, of the same championship, or of everything."""

    whole: int
    alike: int


class Settled(msgspec.Struct, frozen=True):
    """How an attempt ended. Neither delivered nor `next_at`: given up. `disable` says why the webhook hears no more."""

    at: str
    delivered: bool
    response_status: int | None = None
    error: str | None = None
    next_at: str | None = None
    disable: str | None = None


def message_id(webhook: str, message: Message) -> str:
    """The id of a message to a webhook: the same whenever, and by whomever, it is made."""
    return str(uuid5(UUID(webhook), f"{message.stream} {message.version} {message.kind}"))


class Outbox:
    """The webhooks of one database and their messages. All times are RFC 3339 in UTC to the millisecond, so they sort."""

    def __init__(self, store: sa.Engine) -> None:
        self.store = store

    # Webhooks

    def prepare(
        self,
        url: str,
        kinds: Sequence[str],
        secret: str,
        position: int,
        at: str,
        *,
        match: str | None = None,
        championship: str | None = None,
    ) -> tuple[Webhook, NewRow]:
        """A webhook that hears of what comes after this position of the log, and the row that makes it once it is stored."""
        made = Webhook(str(uuid7()), url, tuple(kinds), match, championship, at)
        row: dict[str, str | int | None] = {
            "id": made.id,
            "url": url,
            "kinds": " ".join(kinds),
            "secret": secret,
            "match": match,
            "championship": championship,
            "position": position,
            "created_at": at,
            "salt": new_salt(),
        }
        return made, NewRow(_webhooks.name, row)

    def find(self, id_: str) -> Webhook | None:
        """The webhook of this id."""
        with self.store.connect() as connection:
            row = connection.execute(_webhooks.select().where(_webhooks.c.id == id_)).first()
        return _webhook(row) if row else None

    def secret(self, id_: str) -> str | None:
        """What this webhook's messages are signed with."""
        with self.store.connect() as connection:
            return connection.scalar(sa.select(_webhooks.c.secret).where(_webhooks.c.id == id_))

    def page(self, after: str, limit: int, championship: str | None = None) -> list[Webhook]:
        """Webhooks in the order in which they were made, those after this id; with `championship`, only those of it."""
        wanted = _webhooks.select().where(_webhooks.c.id > after).order_by(_webhooks.c.id).limit(limit)
        if championship is not None:
            wanted = wanted.where(_webhooks.c.championship == championship)
        with self.store.connect() as connection:
            return [_webhook(row) for row in connection.execute(wanted)]

    def count(self, match: str | None, championship: str | None) -> WebhookCount:
        """How many webhooks there are, and of exactly this match or championship."""
        is_alike = sa.and_(
            _webhooks.c.match.is_not_distinct_from(match), _webhooks.c.championship.is_not_distinct_from(championship)
        )
        wanted = sa.select(sa.func.count(), sa.func.count().filter(is_alike)).select_from(_webhooks)
        with self.store.connect() as connection:
            return WebhookCount(*connection.execute(wanted).one())

    @staticmethod
    def deletion(id_: str) -> tuple[Beside, ...]:
        """What deletes a webhook and its messages."""
        return Gone(_deliveries.name, {"webhook": id_}), Gone(_webhooks.name, {"id": id_})

    def working(self) -> list[tuple[Webhook, int]]:
        """The webhooks that there is work for, each with its position: those that hear, and those with a ping to send."""
        pinged = sa.select(_deliveries.c.webhook).where(
            _deliveries.c.webhook == _webhooks.c.id, _deliveries.c.status == "pending", _deliveries.c.kind == PING
        )
        wanted = _webhooks.select().where(_webhooks.c.disabled_at.is_(None) | pinged.exists()).order_by(_webhooks.c.id)
        with self.store.connect() as connection:
            return [(_webhook(row), row.position) for row in connection.execute(wanted)]

    # Messages

    def full(self, most: int) -> set[str]:
        """The webhooks that have so many messages waiting, or more."""
        waiting = sa.select(_deliveries.c.webhook).where(_deliveries.c.status == "pending")
        crowded = waiting.group_by(_deliveries.c.webhook).having(sa.func.count() >= most)
        with self.store.connect() as connection:
            return set(connection.execute(crowded).scalars())

    def queues(self) -> dict[str, WaitingMessages]:
        """What waits for each webhook that something waits for."""
        waiting = sa.select(_deliveries.c.webhook, sa.func.count(), sa.func.min(_deliveries.c.next_at))
        waiting = waiting.where(_deliveries.c.status == "pending").group_by(_deliveries.c.webhook)
        with self.store.connect() as connection:
            return {id_: WaitingMessages(many, first) for id_, many, first in connection.execute(waiting)}

    def queue(self, webhook: str, messages: Sequence[Message], after: int, upto: int, at: str) -> bool:
        """Queues what the log brings a webhook between two positions; False where somebody else has done so already."""
        mine = _webhooks.update().where(_webhooks.c.id == webhook, _webhooks.c.position == after)
        with unit_of_work(self.store) as connection:
            if connection.execute(mine.values(position=upto)).rowcount != 1:
                return False
            if messages:
                rows = [_waiting(webhook, message_id(webhook, message), message, at) for message in messages]
                connection.execute(_deliveries.insert(), rows)
        return True

    def ping(self, webhook: str, message: Message, at: str) -> Delivery:
        """Queues a ping and returns it."""
        waiting = _waiting(webhook, str(uuid7()), message, at)
        with unit_of_work(self.store) as connection:
            row = connection.execute(_deliveries.insert().values(**waiting).returning(_deliveries)).one()
        return _delivery(row)

    def due(self, webhook: Webhook, now: str, limit: int, busy: Collection[str] = ()) -> list[Outgoing]:
        """Messages to send now, oldest first, without those that are `busy`; those that were never tried whenever they were due:
        the clock of the process that wrote them down may have been ahead.

        Of each stream of the log only the first that has not come to its end: a webhook hears of a match in its order.
        """
        waiting = [_deliveries.c.webhook == webhook.id, _deliveries.c.status == "pending"]
        if webhook.disabled_at is not None:
            waiting.append(_deliveries.c.kind == PING)
        first = sa.select(sa.func.min(_deliveries.c.seq)).where(*waiting).group_by(_deliveries.c.stream)
        wanted = (
            sa.select(_deliveries, _webhooks.c.url, _webhooks.c.secret)
            .join(_webhooks, _webhooks.c.id == _deliveries.c.webhook)
            .where(_deliveries.c.seq.in_(first))
            .where(sa.or_(_deliveries.c.next_at <= now, _deliveries.c.attempts == 0))
            .order_by(_deliveries.c.seq)
            .limit(limit + len(busy))
        )
        with self.store.connect() as connection:
            rows = [row for row in connection.execute(wanted) if row.id not in busy][:limit]
        return [Outgoing(r.id, r.webhook, r.kind, r.body, r.attempts, r.url, r.secret) for r in rows]

    def settle(self, sent: Outgoing, end: Settled) -> None:
        """Writes down how an attempt ended, and what that says of its webhook."""
        status: Status = "delivered" if end.delivered else "pending" if end.next_at else "given_up"
        mine = _deliveries.update().where(_deliveries.c.id == sent.id)
        hook = _webhooks.update().where(_webhooks.c.id == sent.webhook)
        with unit_of_work(self.store) as connection:
            connection.execute(
                mine.values(
                    status=status,
                    attempts=_deliveries.c.attempts + 1,
                    next_at=end.next_at,
                    response_status=end.response_status,
                    error=end.error,
                    done_at=None if end.next_at else end.at,
                )
            )
            if end.delivered:
                connection.execute(hook.where(_webhooks.c.failing_since.is_not(None)).values(failing_since=None))
            if end.delivered and sent.kind == PING:
                connection.execute(hook.values(disabled_at=None, disabled_for=None))
            if not end.delivered and sent.kind != PING:
                connection.execute(hook.where(_webhooks.c.failing_since.is_(None)).values(failing_since=end.at))
            if end.disable:
                stop = hook.where(_webhooks.c.disabled_at.is_(None))
                connection.execute(stop.values(disabled_at=end.at, disabled_for=end.disable))

    def failing_since(self, webhook: str) -> str | None:
        """When the attempts began to fail that no message has arrived since."""
        with self.store.connect() as connection:
            return connection.scalar(sa.select(_webhooks.c.failing_since).where(_webhooks.c.id == webhook))

    def deliveries(
        self, webhook: str, *, status: str | None = None, before: int | None = None, limit: int = 50
    ) -> tuple[list[Delivery], int | None]:
        """Messages, latest first; `before` goes on where the last page ended, which the second value says."""
        wanted = _deliveries.select().where(_deliveries.c.webhook == webhook).order_by(_deliveries.c.seq.desc())
        if status is not None:
            wanted = wanted.where(_deliveries.c.status == status)
        if before is not None:
            wanted = wanted.where(_deliveries.c.seq < before)
        with self.store.connect() as connection:
            rows = list(connection.execute(wanted.limit(limit + 1)))
        page = rows[:limit]
        return [_delivery(row) for row in page], page[-1].seq if len(rows) > limit else None

    def again(self, webhook: str, id_: str, at: str) -> Delivery | None:
        """Makes a message due now, whatever became of it, and returns it; None where there is no such one."""
        mine = _deliveries.update().where(_deliveries.c.webhook == webhook, _deliveries.c.id == id_)
        due = mine.values(status="pending", next_at=at, done_at=None).returning(_deliveries)
        with unit_of_work(self.store) as connection:
            row = connection.execute(due).first()
        return _delivery(row) if row else None

    def forget(self, before: str) -> int:
        """Deletes the messages that came to their end before this time, and says how many."""
        old = _deliveries.delete().where(_deliveries.c.status != "pending", _deliveries.c.done_at < before)
        with unit_of_work(self.store) as connection:
            return connection.execute(old).rowcount


def _webhook(row: sa.Row[Any]) -> Webhook:
    return Webhook(
        row.id,
        row.url,
        tuple(row.kinds.split()),
        row.match,
        row.championship,
        row.created_at,
        row.failing_since,
        row.disabled_at,
        row.disabled_for,
    )


def _delivery(row: sa.Row[Any]) -> Delivery:
    return Delivery(
        row.id,
        row.kind,
        row.stream,
        row.version,
        row.status,
        row.attempts,
        row.next_at,
        row.response_status,
        row.error,
        row.queued_at,
        row.done_at,
    )


def _waiting(webhook: str, id_: str, message: Message, at: str) -> dict[str, Any]:
    return {
        **msgspec.structs.asdict(message),
        "id": id_,
        "webhook": webhook,
        "status": "pending",
        "attempts": 0,
        "next_at": at,
        "queued_at": at,
    }
