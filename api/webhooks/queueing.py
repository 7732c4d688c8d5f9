"""Queues the messages that the log makes for each webhook, with its new position, before any is sent."""

from collections import defaultdict

from api.webhooks.outbox import Message, Webhook
from api.webhooks.payloads import messages
from api.webhooks.schedule import moment, stamp
from api.webhooks.sources import Sources
from projections.projection import Past
from referee.followers.feed import Feed
from referee.followers.subscription import batch_of

BATCH = 500
"""Records of the log read at once; a position is stored after so many, or with the first message."""


class Queueing:
    """Follows the log for the webhooks of one service, each from its own position."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._past = Past(sources.service.log)
        self.batch = BATCH
        self._working: list[tuple[Webhook, int]] = []
        self._read: dict[str, int] = {}

    def hear(self, working: list[tuple[Webhook, int]]) -> None:
        """Follows the log for these webhooks from now on, each from its position."""
        self._working = working

    def position(self) -> int:
        """The position through which the messages of all these webhooks are queued."""
        return min(self._after(webhook, at) for webhook, at in self._working)

    def take(self, feed: Feed, through: int) -> int:
        """Queues the messages of one batch for each webhook, with its new position. Returns the end of the batch."""
        if not self._working:
            return through
        records, end = batch_of(feed, self.position(), self.batch, through)
        messages_of: dict[str, list[Message]] = defaultdict(list)
        for record in records:
            ahead = [webhook for webhook, at in self._working if self._after(webhook, at) < record.id]
            for id_, message in messages(self.sources, self._past, record, ahead):
                messages_of[id_].append(message)
        positions = [(webhook, self._write(webhook, at, messages_of[webhook.id], end)) for webhook, at in self._working]
        self._working = [(webhook, at) for webhook, at in positions if at is not None]
        return end

    def _after(self, webhook: Webhook, position: int) -> int:
        """The position through which a webhook's messages are queued."""
        return max(position, self._read.get(webhook.id, 0))

    def _write(self, webhook: Webhook, position: int, new_messages: list[Message], through: int) -> int | None:
        """Stores a webhook's messages with its new position, and returns that. Without messages it may be stored later.

        Returns None if another process stored them, or if the webhook was deleted: the next look starts from the stored position.
        """
        if through <= self._after(webhook, position):
            return position
        if not new_messages and through - position < self.batch:
            self._read[webhook.id] = through
            return position
        now = stamp(moment(self.sources.service.clock()))
        if not self.sources.outbox.queue(webhook.id, new_messages, position, through, now):
            self._read.pop(webhook.id, None)
            return None
        self._read[webhook.id] = through
        return through
