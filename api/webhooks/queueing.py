"""Writes down what the log brings each webhook, with the position of that webhook, before anything of it is sent."""

from collections import defaultdict

from api.webhooks.outbox import Message, Webhook
from api.webhooks.payloads import messages
from api.webhooks.schedule import moment, stamp
from api.webhooks.sources import Sources
from projections.projection import Past
from referee.follow.feed import Feed
from referee.follow.subscription import batch_of

BATCH = 500
"""Records of the log read at once; a position is written down after so many, or with the first message."""


class Queueing:
    """Follows the log for the webhooks of one service, each from its own position."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._past = Past(sources.service.log)
        self.batch = BATCH
        self._working: list[tuple[Webhook, int]] = []
        self._read: dict[str, int] = {}

    def hear(self, working: list[tuple[Webhook, int]]) -> None:
        """From now on it follows for these webhooks, which have these positions."""
        self._working = working

    def position(self) -> int:
        """Up to where the log is known to bring none of them anything that is not written down."""
        return min(self._after(webhook, at) for webhook, at in self._working)

    def take(self, feed: Feed, upto: int) -> int:
        """One batch: its messages, for each webhook with its new position. Returns the position that all have reached."""
        if not self._working:
            return upto
        records, reached = batch_of(feed, self.position(), self.batch, upto)
        found: dict[str, list[Message]] = defaultdict(list)
        for record in records:
            ahead = [webhook for webhook, at in self._working if self._after(webhook, at) < record.id]
            for id_, message in messages(self.sources, self._past, record, ahead):
                found[id_].append(message)
        written = [(webhook, self._write(webhook, at, found[webhook.id], reached)) for webhook, at in self._working]
        self._working = [(webhook, at) for webhook, at in written if at is not None]
        return reached

    def _after(self, webhook: Webhook, position: int) -> int:
        """Up to where the log is known to bring a webhook nothing that is not written down."""
        return max(position, self._read.get(webhook.id, 0))

    def _write(self, webhook: Webhook, position: int, found: list[Message], upto: int) -> int | None:
        """Writes a webhook's messages with its new position, and returns that. Without any it may wait to be written.

        None where somebody else has had a turn, or it was deleted: the next look starts from what is written.
        """
        if upto <= self._after(webhook, position):
            return position
        if not found and upto - position < self.batch:
            self._read[webhook.id] = upto
            return position
        now = stamp(moment(self.sources.service.clock()))
        if not self.sources.outbox.queue(webhook.id, found, position, upto, now):
            self._read.pop(webhook.id, None)
            return None
        self._read[webhook.id] = upto
        return upto
