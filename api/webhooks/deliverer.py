"""Follows the log and sends the messages that its entries make, from one process at a time.

A message is stored before it is sent, and its outcome after: if the process dies in between, the message is sent again, with
the same id. A slow receiver delays its own messages only.
"""

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import datetime, timedelta
from importlib import import_module
from typing import TYPE_CHECKING

from litestar import Litestar

from api.runtime.tasks import background_task
from api.runtime.threads import writing_off_loop
from api.webhooks import failures, schedule
from api.webhooks.outbox import PING, AttemptEnd, Outgoing, Webhook
from api.webhooks.queueing import Queueing
from api.webhooks.schedule import MOST_AT_ONCE, moment, stamp
from api.webhooks.sources import Sources
from referee.followers.lease import LeaderLease
from referee.followers.subscription import Subscription

if TYPE_CHECKING:
    from api.webhooks.post import Post, PostOutcome

AT_ONCE = 4
"""Most messages in flight to one webhook; of one match or championship only one, so that they arrive in order."""
DUE_SECONDS = 1.0
"""Seconds until the next look for messages that are due."""
ASIDE_SECONDS = 3.0
"""Seconds to wait for the lease, or for a database that does not answer."""
IDLE_SECONDS = 60.0
"""Seconds to wait, without webhooks, before the next look for those of other processes."""
LEAVE_SECONDS = 1.0
"""Seconds for messages in flight when the service stops, after its responses; then the same for the database."""
MOST_WAITING = 10_000
"""Messages that may wait for one webhook; later ones wait in the log, and are queued as these arrive."""
RETENTION = timedelta(days=30)
"""Age at which a delivery that has ended is deleted from the delivery log."""
TIDY = timedelta(hours=1)
"""Time between two such deletions."""

Send = Callable[[Outgoing, datetime], "Awaitable[PostOutcome]"]
FAILED = "webhooks: the database did not answer as it should; trying again"
_log = logging.getLogger("referee.webhooks")


def delivery_lifespan(sources: Sources, *, private: bool) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns a lifespan in which the app delivers messages; with `private`, also to receivers in private networks."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        sender = _PostOnUse(private=private)
        deliverer = Deliverer(sources, sender)
        try:
            async with background_task(deliverer.run()):
                yield
        finally:
            await deliverer.stop()
            await sender.close()

    return lifespan


class _PostOnUse:
    """Sends messages, and loads with the first one what that takes: most services have no webhook."""

    def __init__(self, *, private: bool) -> None:
        self._private = private
        self._post: Post | None = None

    async def __call__(self, message: Outgoing, now: datetime) -> "PostOutcome":
        """Makes one attempt."""
        if self._post is None:
            # It takes 50 ms, for which no request is to wait.
            await asyncio.to_thread(import_module, "api.webhooks.post")
        # Another message may have come through meanwhile.
        if self._post is None:
            from api.webhooks.post import Post

            self._post = Post(private=self._private)
        return await self._post(message, now)

    async def close(self) -> None:
        """Closes every connection."""
        if self._post is not None:
            await self._post.close()


class Deliverer:
    """Delivers the messages of one service's webhooks. `chance` gives numbers from 0 to 1."""

    def __init__(self, sources: Sources, send: Send, chance: Callable[[], float] = random.random) -> None:
        self.sources = sources
        self.outbox = sources.outbox
        self._turn = LeaderLease(self.outbox.store, "webhooks", sources.turn_clock)
        self._queueing = Queueing(sources)
        self._subscription = Subscription(sources.feed, self._queueing)
        self._send = send
        self._chance = chance
        self._busy: dict[str, set[str]] = defaultdict(set)
        self._sending: set[asyncio.Task[None]] = set()
        self._settlement = asyncio.Event()
        self._last_tidying = ""

    def now(self) -> datetime:
        """The time by the service's clock."""
        return moment(self.sources.service.clock())

    async def run(self) -> None:
        """Delivers until cancelled."""
        while True:
            appends, requests = self.sources.append_signal.notifications, self.sources.mail.notifications
            self._settlement.clear()
            wait = ASIDE_SECONDS
            with self.sources.job_failures.attempt("webhooks", _log, FAILED):
                wait = await self.turn()
            # A process without messages to send need not wake at every append.
            await self._wait(wait, appends if wait == DUE_SECONDS else None, requests)

    async def stop(self) -> None:
        """Waits a second for the messages in flight, cancels the rest, and gives up the lease."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=LEAVE_SECONDS)
        for task in [*self._sending]:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        # If the database does not answer, the lease expires by itself.
        with suppress(TimeoutError):
            await asyncio.wait_for(writing_off_loop(self._turn.leave), LEAVE_SECONDS)

    async def turn(self) -> float:
        """Queues new messages, starts to send those that are due, and returns the seconds until the next turn."""
        wait, due = await writing_off_loop(self._look)
        for message in due:
            self._busy[message.webhook].add(message.id)
            task = asyncio.create_task(self._attempt(message))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)
        return wait

    async def all_settled(self) -> None:
        """Returns when no message is in flight."""
        while self._sending:
            await asyncio.wait([*self._sending])

    def _look(self) -> tuple[float, list[Outgoing]]:
        """Does the database's part of a turn: returns the seconds until the next one, and the messages to send."""
        working = self.outbox.working()
        if not working:
            return IDLE_SECONDS, []
        if not self._turn.take():
            return ASIDE_SECONDS, []
        full = self.outbox.full(MOST_WAITING)
        self._queue([(one, at) for one, at in working if one.disabled_at is None and one.id not in full])
        self._tidy()
        return DUE_SECONDS, self._due([webhook for webhook, _ in working])

    def _queue(self, working: list[tuple[Webhook, int]]) -> None:
        """Queues the messages of each webhook from its position in the log on."""
        if working:
            self._queueing.hear(working)
            self._subscription.catch_up()

    def _due(self, webhooks: list[Webhook]) -> list[Outgoing]:
        """The messages to send now: webhooks with the fewest messages in flight come first."""
        now = stamp(self.now())
        busy = {webhook.id: frozenset(self._busy[webhook.id]) for webhook in webhooks}
        room = MOST_AT_ONCE - len(self._sending)
        messages: list[Outgoing] = []
        for webhook in sorted(webhooks, key=lambda webhook: len(busy[webhook.id])):
            mine = busy[webhook.id]
            free = min(AT_ONCE - len(mine), room - len(messages))
            if free > 0:
                messages += self.outbox.due(webhook, now, free, mine)
        return messages

    async def _attempt(self, message: Outgoing) -> None:
        try:
            outcome = await self._send(message, self.now())
            self.sources.figures.attempt(has_arrived=outcome.has_arrived)
            await writing_off_loop(self._settle, message, outcome)
        except Exception:
            _log.exception("webhooks: message %s could not be sent or written down; it will be sent again", message.id)
            # Without a pause, an immediate failure would repeat in a busy loop.
            await asyncio.sleep(DUE_SECONDS)
        finally:
            self._busy[message.webhook].discard(message.id)
            self._settlement.set()

    def _settle(self, message: Outgoing, outcome: "PostOutcome") -> None:
        """Stores the outcome of an attempt. A message that failed gets the time of its next one (`schedule`).

        A ping gets none. A receiver that is gone, or has failed for too long, has its webhook disabled.
        """
        now = self.now()
        at, status = stamp(now), outcome.status
        if outcome.has_arrived:
            self.outbox.settle(message, AttemptEnd(at, True, status))
            return
        error = failures.encode(outcome.error or failures.refusal(status))
        disable = failures.GONE if outcome.is_gone else None
        failing_since = self.outbox.failing_since(message.webhook)
        if message.kind != PING and disable is None and schedule.out_of_patience(failing_since, now):
            disable = failures.nothing_since(str(failing_since))
        again = None
        if message.kind != PING and not outcome.is_gone:
            again = schedule.next_attempt(message.attempts + 1, now, self._chance, outcome.retry_after)
        next_at = stamp(again) if again else None
        self.outbox.settle(message, AttemptEnd(at, False, status, error, next_at, failures.encode(disable)))

    def _tidy(self) -> None:
        now = self.now()
        if self._last_tidying < stamp(now - TIDY):
            self.outbox.forget(stamp(now - RETENTION))
            self._last_tidying = stamp(now)

    async def _wait(self, seconds: float, appends: int | None, requests: int) -> None:
        """Returns when there may be work, at the latest after so many seconds."""
        calls = [self.sources.mail.wait(seconds, requests), self._settlement.wait()]
        if appends is not None:
            calls.append(self.sources.append_signal.wait_after_pause(appends, seconds))
        waiting = [asyncio.ensure_future(call) for call in calls]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()
