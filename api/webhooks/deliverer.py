"""Follows the log and sends the messages that it brings, from one process at a time.

What is to be sent is written down before it is sent, and what became of it after: whoever dies in between has the message
sent again, with the same id. One slow receiver holds up its own messages only.
"""

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from datetime import datetime, timedelta

from litestar import Litestar

from api.background.beside import beside
from api.threads import writing_off_loop
from api.webhooks import failures, schedule
from api.webhooks.outbox import PING, Outgoing, Settled, Webhook
from api.webhooks.post import MOST_AT_ONCE, Post, PostOutcome
from api.webhooks.queueing import Queueing
from api.webhooks.schedule import moment, stamp
from api.webhooks.sources import Sources
from referee.follow.lease import LeaderLease
from referee.follow.quiet import more
from referee.follow.subscription import Subscription

AT_ONCE = 4
"""Messages on their way to one webhook: of as many matches or championships, each heard in its order."""
DUE_SECONDS = 1.0
"""How long to wait before looking for what is due again."""
ASIDE_SECONDS = 3.0
"""How long to wait for a turn, or for a database that does not answer."""
IDLE_SECONDS = 60.0
"""How long to wait, without webhooks, before looking for those that other processes made."""
LEAVE_SECONDS = 1.0
"""How long messages on their way have to arrive when the service stops, behind the answers; and then a database to hear of it."""
MOST_WAITING = 10_000
"""Messages that wait for one webhook; the next ones wait in the log, and are queued as these arrive."""
KEPT = timedelta(days=30)
"""How long the delivery log goes back."""
TIDY = timedelta(hours=1)

Send = Callable[[Outgoing, datetime], Awaitable[PostOutcome]]
FAILED = "webhooks: the database did not answer as it should; trying again"
_log = logging.getLogger("referee.webhooks")


def delivering(sources: Sources, *, private: bool) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """The lifespan of an app that delivers; with `private`, to receivers in networks of one's own too."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        post = Post(private=private)
        deliverer = Deliverer(sources, post)
        try:
            async with beside(deliverer.run()):
                yield
        finally:
            await deliverer.stop()
            await post.close()

    return lifespan


class Deliverer:
    """Delivers what the webhooks of one service ask for. `chance` gives numbers from 0 to 1."""

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
        self._settled = asyncio.Event()
        self._tidied = ""

    def now(self) -> datetime:
        """The time by the service's clock."""
        return moment(self.sources.service.clock())

    async def run(self) -> None:
        """Delivers until cancelled."""
        while True:
            heard, asked = self.sources.appended.notified, self.sources.mail.notified
            self._settled.clear()
            wait = ASIDE_SECONDS
            with self.sources.setbacks.trying("webhooks", _log, FAILED):
                wait = await self.turn()
            # A process that has nothing to send is not woken by every append.
            await self._wait(wait, heard if wait == DUE_SECONDS else None, asked)

    async def stop(self) -> None:
        """Lets what is on its way arrive, within seconds, and gives up the turn."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=LEAVE_SECONDS)
        for task in [*self._sending]:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        # Where the database does not answer, the turn ends by itself.
        with suppress(TimeoutError):
            await asyncio.wait_for(writing_off_loop(self._turn.leave), LEAVE_SECONDS)

    async def turn(self) -> float:
        """Queues what is new, begins to send what is due, and returns how many seconds there is nothing more to do."""
        wait, due = await writing_off_loop(self._look)
        for sent in due:
            self._busy[sent.webhook].add(sent.id)
            task = asyncio.create_task(self._attempt(sent))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)
        return wait

    async def all_settled(self) -> None:
        """Returns when nothing is on its way."""
        while self._sending:
            await asyncio.wait([*self._sending])

    def _look(self) -> tuple[float, list[Outgoing]]:
        """Everything of a turn that asks the database: how long it is valid, and what to send."""
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
        """Writes down what the log brings each webhook above its position."""
        if working:
            self._queueing.hear(working)
            self._subscription.catch_up()

    def _due(self, webhooks: list[Webhook]) -> list[Outgoing]:
        """What to send now: those webhooks come first that have the least on its way."""
        now = stamp(self.now())
        busy = {webhook.id: frozenset(self._busy[webhook.id]) for webhook in webhooks}
        room = MOST_AT_ONCE - len(self._sending)
        found: list[Outgoing] = []
        for webhook in sorted(webhooks, key=lambda webhook: len(busy[webhook.id])):
            mine = busy[webhook.id]
            free = min(AT_ONCE - len(mine), room - len(found))
            if free > 0:
                found += self.outbox.due(webhook, now, free, mine)
        return found

    async def _attempt(self, sent: Outgoing) -> None:
        try:
            outcome = await self._send(sent, self.now())
            self.sources.figures.attempt(has_arrived=outcome.arrived)
            await writing_off_loop(self._settle, sent, outcome)
        except Exception:
            _log.exception("webhooks: message %s could not be sent or written down; it will be sent again", sent.id)
            # What failed at once would fail at once again.
            await asyncio.sleep(DUE_SECONDS)
        finally:
            self._busy[sent.webhook].discard(sent.id)
            self._settled.set()

    def _settle(self, sent: Outgoing, outcome: PostOutcome) -> None:
        now = self.now()
        at, status = stamp(now), outcome.status
        if outcome.arrived:
            self.outbox.settle(sent, Settled(at, True, status))
            return
        error = failures.kept(outcome.error or failures.answered(status))
        disable = failures.GONE if outcome.gone else None
        failing_since = self.outbox.failing_since(sent.webhook)
        if sent.kind != PING and disable is None and schedule.out_of_patience(failing_since, now):
            disable = failures.nothing_since(str(failing_since))
        again = None
        if sent.kind != PING and not outcome.gone:
            again = schedule.next_attempt(sent.attempts + 1, now, self._chance, outcome.retry_after)
        next_at = stamp(again) if again else None
        self.outbox.settle(sent, Settled(at, False, status, error, next_at, failures.kept(disable)))

    def _tidy(self) -> None:
        now = self.now()
        if self._tidied < stamp(now - TIDY):
            self.outbox.forget(stamp(now - KEPT))
            self._tidied = stamp(now)

    async def _wait(self, seconds: float, heard: int | None, asked: int) -> None:
        """Returns when there may be something to do, at the latest after so many seconds."""
        calls = [self.sources.mail.wait(seconds, asked), self._settled.wait()]
        if heard is not None:
            calls.append(more(self.sources.appended, heard, seconds))
        waiting = [asyncio.ensure_future(call) for call in calls]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()
