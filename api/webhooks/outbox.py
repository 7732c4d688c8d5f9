"""Webhooks, and the outbox of their messages.

Each webhook has its own position in the log. The messages of a range of the log and the new position are stored in one
transaction, so a crash at any point neither loses a message nor queues one twice. A rebuild of the read models never
touches these tables.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal
from uuid import UUID, uuid5

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from uuid_utils import uuid7

from referee.commitments.commitments import new_salt
from referee.log.row_writes import DeleteRow, InsertRow, RowWrite
from referee.log.tables import DELIVERIES, WEBHOOKS
from referee.log.unit_of_work import unit_of_work

PING = "ping"
"""The kind of a message that tests a webhook on request. It is attempted once."""
Status = Literal["pending", "delivered", "given_up"]


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
    """A message on its way or at its end. `id` is its `webhook-id`; `stream` and `version` are those of the log's entry.

    `body` is there only where it was asked for.
    """

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
    body: str | msgspec.UnsetType = msgspec.UNSET


class Message(msgspec.Struct, frozen=True):
    """A message for a webhook: the entry of the log that it reports, and its exact body."""

    kind: str
    stream: str
    version: int
    body: str


class Outgoing(msgspec.Struct, frozen=True):
    """A message that is due, with the address and secret that are needed to send it."""

    id: str
    webhook: str
    kind: str
    body: str
    attempts: int
    url: str
    secret: str


class WaitingMessages(msgspec.Struct, frozen=True):
    """The number of messages that wait for a webhook, and the time at which the first is due or was."""

    waiting: int
    due_since: str


class WebhookCount(msgspec.Struct, frozen=True):
    """The number of all webhooks, and of those with the same match, the same championship, or neither."""

    whole: int
    alike: int


class AttemptEnd(msgspec.Struct, frozen=True):
    """The end of an attempt. Neither delivered nor `next_at`: given up. `disable` is the reason to disable the webhook."""

    at: str
    is_delivered: bool
    response_status: int | None = None
    error: str | None = None
    next_at: str | None = None
    disable: str | None = None


def message_id(webhook: str, message: Message) -> str:
    """The id of a message to a webhook: the same at any time and in any process."""
    return str(uuid5(UUID(webhook), f"{message.stream} {message.version} {message.kind}"))


def new_id() -> str:
    """Returns the id of a new webhook or message; ids sort by the time they were made."""
    return str(uuid7())


class Outbox:
    """The webhooks of one database and their messages. All times are RFC 3339 in UTC to the millisecond, so they sort."""

    def __init__(self, store: sa.Engine, new_id: Callable[[], str] = new_id) -> None:
        self.store = store
        self._new_id = new_id

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
    ) -> tuple[Webhook, InsertRow]:
        """A webhook for the entries after this position of the log, and the row that creates it when it is stored."""
        webhook = Webhook(self._new_id(), url, tuple(kinds), match, championship, at)
        row: dict[str, str | int | None] = {
            "id": webhook.id,
            "url": url,
            "kinds": " ".join(kinds),
            "secret": secret,
            "match": match,
            "championship": championship,
            "position": position,
            "created_at": at,
            "salt": new_salt(),
        }
        return webhook, InsertRow(WEBHOOKS.name, row)

    def find(self, id_: str) -> Webhook | None:
        """The webhook of this id."""
        with self.store.connect() as connection:
            row = connection.execute(WEBHOOKS.select().where(WEBHOOKS.c.id == id_)).first()
        return _webhook(row) if row else None

    def secret(self, id_: str) -> str | None:
        """The key that signs this webhook's messages."""
        with self.store.connect() as connection:
            return connection.scalar(sa.select(WEBHOOKS.c.secret).where(WEBHOOKS.c.id == id_))

    def page(self, after: str, limit: int, championship: str | None = None) -> list[Webhook]:
        """Webhooks after this id, in the order of their creation; with `championship`, only those of it."""
        query = WEBHOOKS.select().where(WEBHOOKS.c.id > after).order_by(WEBHOOKS.c.id).limit(limit)
        if championship is not None:
            query = query.where(WEBHOOKS.c.championship == championship)
        with self.store.connect() as connection:
            return [_webhook(row) for row in connection.execute(query)]

    def count(self, match: str | None, championship: str | None) -> WebhookCount:
        """The number of all webhooks, and of those of exactly this match or championship."""
        is_alike = sa.and_(
            WEBHOOKS.c.match.is_not_distinct_from(match), WEBHOOKS.c.championship.is_not_distinct_from(championship)
        )
        query = sa.select(sa.func.count(), sa.func.count().filter(is_alike)).select_from(WEBHOOKS)
        with self.store.connect() as connection:
            return WebhookCount(*connection.execute(query).one())

    @staticmethod
    def deletion(id_: str) -> tuple[RowWrite, ...]:
        """The changes that delete a webhook and its messages."""
        return DeleteRow(DELIVERIES.name, {"webhook": id_}), DeleteRow(WEBHOOKS.name, {"id": id_})

    def working(self) -> list[tuple[Webhook, int]]:
        """The webhooks with work, each with its position: those that are enabled, and those with a ping to send."""
        pings = sa.select(DELIVERIES.c.webhook).where(
            DELIVERIES.c.webhook == WEBHOOKS.c.id, DELIVERIES.c.status == "pending", DELIVERIES.c.kind == PING
        )
        query = WEBHOOKS.select().where(WEBHOOKS.c.disabled_at.is_(None) | pings.exists()).order_by(WEBHOOKS.c.id)
        with self.store.connect() as connection:
            return [(_webhook(row), row.position) for row in connection.execute(query)]

    # Messages

    def full(self, most: int) -> set[str]:
        """The webhooks with at least so many waiting messages."""
        waiting = sa.select(DELIVERIES.c.webhook).where(DELIVERIES.c.status == "pending")
        full_queues = waiting.group_by(DELIVERIES.c.webhook).having(sa.func.count() >= most)
        with self.store.connect() as connection:
            return set(connection.execute(full_queues).scalars())

    def queues(self) -> dict[str, WaitingMessages]:
        """The waiting messages of each webhook that has any."""
        waiting = sa.select(DELIVERIES.c.webhook, sa.func.count(), sa.func.min(DELIVERIES.c.next_at))
        waiting = waiting.where(DELIVERIES.c.status == "pending").group_by(DELIVERIES.c.webhook)
        with self.store.connect() as connection:
            return {id_: WaitingMessages(many, first) for id_, many, first in connection.execute(waiting)}

    def queue(self, webhook: str, messages: Sequence[Message], after: int, through: int, at: str) -> bool:
        """Queues the messages of a webhook between two positions of the log; False if another process has done so."""
        mine = WEBHOOKS.update().where(WEBHOOKS.c.id == webhook, WEBHOOKS.c.position == after)
        with unit_of_work(self.store) as connection:
            if connection.execute(mine.values(position=through)).rowcount != 1:
                return False
            if messages:
                rows = [_waiting(webhook, message_id(webhook, message), message, at) for message in messages]
                connection.execute(DELIVERIES.insert(), rows)
        return True

    def ping(self, webhook: str, message: Message, at: str) -> Delivery:
        """Queues a ping and returns it."""
        waiting = _waiting(webhook, self._new_id(), message, at)
        with unit_of_work(self.store) as connection:
            row = connection.execute(DELIVERIES.insert().values(**waiting).returning(DELIVERIES)).one()
        return _delivery(row)

    def due(self, webhook: Webhook, now: str, limit: int, busy: Collection[str] = ()) -> list[Outgoing]:
        """Messages to send now, oldest first, without those that are `busy`. A message never tried before is due at once: the
        clock of the process that queued it may have been ahead.

        Of each stream of the log only the first message that has not ended: a webhook gets the entries of a match in order.
        """
        waiting = [DELIVERIES.c.webhook == webhook.id, DELIVERIES.c.status == "pending"]
        if webhook.disabled_at is not None:
            waiting.append(DELIVERIES.c.kind == PING)
        first = sa.select(sa.func.min(DELIVERIES.c.seq)).where(*waiting).group_by(DELIVERIES.c.stream)
        query = (
            sa.select(DELIVERIES, WEBHOOKS.c.url, WEBHOOKS.c.secret)
            .join(WEBHOOKS, WEBHOOKS.c.id == DELIVERIES.c.webhook)
            .where(DELIVERIES.c.seq.in_(first))
            .where(sa.or_(DELIVERIES.c.next_at <= now, DELIVERIES.c.attempts == 0))
            .order_by(DELIVERIES.c.seq)
            .limit(limit + len(busy))
        )
        with self.store.connect() as connection:
            rows = [row for row in connection.execute(query) if row.id not in busy][:limit]
        return [Outgoing(r.id, r.webhook, r.kind, r.body, r.attempts, r.url, r.secret) for r in rows]

    def settle(self, message: Outgoing, end: AttemptEnd) -> None:
        """Stores the end of an attempt, and its effect on the webhook."""
        status: Status = "delivered" if end.is_delivered else "pending" if end.next_at else "given_up"
        mine = DELIVERIES.update().where(DELIVERIES.c.id == message.id)
        hook = WEBHOOKS.update().where(WEBHOOKS.c.id == message.webhook)
        with unit_of_work(self.store) as connection:
            connection.execute(
                mine.values(
                    status=status,
                    attempts=DELIVERIES.c.attempts + 1,
                    next_at=end.next_at,
                    response_status=end.response_status,
                    error=end.error,
                    done_at=None if end.next_at else end.at,
                )
            )
            if end.is_delivered:
                connection.execute(hook.where(WEBHOOKS.c.failing_since.is_not(None)).values(failing_since=None))
            if end.is_delivered and message.kind == PING:
                connection.execute(hook.values(disabled_at=None, disabled_for=None))
            if not end.is_delivered and message.kind != PING:
                connection.execute(hook.where(WEBHOOKS.c.failing_since.is_(None)).values(failing_since=end.at))
            if end.disable:
                stop = hook.where(WEBHOOKS.c.disabled_at.is_(None))
                connection.execute(stop.values(disabled_at=end.at, disabled_for=end.disable))

    def failing_since(self, webhook: str) -> str | None:
        """The time since which all attempts have failed; None if the last one arrived."""
        with self.store.connect() as connection:
            return connection.scalar(sa.select(WEBHOOKS.c.failing_since).where(WEBHOOKS.c.id == webhook))

    def deliveries(
        self,
        webhook: str,
        *,
        status: str | None = None,
        before: int | None = None,
        limit: int = 50,
        has_bodies: bool = False,
    ) -> tuple[list[Delivery], int | None]:
        """A page of messages, latest first, and its end: the `before` of the next page; None on the last page.

        With `has_bodies`, each with its body.
        """
        query = DELIVERIES.select().where(DELIVERIES.c.webhook == webhook).order_by(DELIVERIES.c.seq.desc())
        if status is not None:
            query = query.where(DELIVERIES.c.status == status)
        if before is not None:
            query = query.where(DELIVERIES.c.seq < before)
        with self.store.connect() as connection:
            rows = list(connection.execute(query.limit(limit + 1)))
        page = rows[:limit]
        items = [replace(_delivery(row), body=row.body) if has_bodies else _delivery(row) for row in page]
        return items, page[-1].seq if len(rows) > limit else None

    def again(self, webhook: str, id_: str, at: str) -> Delivery | None:
        """Makes a message due now, in any status, and returns it; None if it does not exist."""
        mine = DELIVERIES.update().where(DELIVERIES.c.webhook == webhook, DELIVERIES.c.id == id_)
        due = mine.values(status="pending", next_at=at, done_at=None).returning(DELIVERIES)
        with unit_of_work(self.store) as connection:
            row = connection.execute(due).first()
        return _delivery(row) if row else None

    def forget(self, before: str) -> int:
        """Deletes the messages that ended before this time, and returns their number."""
        old = DELIVERIES.delete().where(DELIVERIES.c.status != "pending", DELIVERIES.c.done_at < before)
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
