"""Order, turns and crashes: the process that delivers messages, and the outcome if two do, or one dies."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event

from api.context import AppContext
from api.webhooks.deliverer import AT_ONCE, RETENTION, Deliverer
from api.webhooks.outbox import Outgoing
from api.webhooks.post import Post, PostOutcome
from api.webhooks.schedule import WAITS
from referee.followers.lease import LASTS
from tests.support.beside import store_rows
from tests.support.inside import Clock
from tests.support.receiver import ReceivedRequest, Receiver, Reply, receiving
from tests.support.waiting import DEADLOCK_SECONDS
from tests.support.webhooks import NOTE, deliver, hook, log_of, open_sample_match, say


def test_a_match_is_heard_in_its_order_though_an_attempt_fails(
    services: AppContext, receiver: Receiver, clock: Clock
) -> None:
    hook(services, receiver)
    first, second = open_sample_match(services), open_sample_match(services)
    failures: list[str] = []

    def once(message: ReceivedRequest) -> Reply:
        if message.payload["data"]["match"] == first and message.version == 2 and not failures:
            failures.append(message.id)
            return Reply(500)
        return Reply()

    receiver.answer = once
    for _ in range(4):
        say(services, first, NOTE)
        say(services, second, NOTE)
    deliver(services)
    assert receiver.versions(first) == [1, 2]
    assert receiver.versions(second) == [1, 2, 3, 4, 5]
    clock.on(WAITS[0])
    deliver(services)
    assert receiver.versions(first) == [1, 2, 2, 3, 4, 5]


def test_a_slow_receiver_holds_up_nobody_else(services: AppContext, receiver: Receiver) -> None:
    with receiving() as slow:
        release = Event()
        slow.answer = lambda request: Reply(after=release)
        hook(services, slow)
        hook(services, receiver)
        matches = [open_sample_match(services) for _ in range(8)]

        async def look() -> None:
            post = Post(private=True, seconds=DEADLOCK_SECONDS)
            deliverer = Deliverer(services, post)
            while len(receiver.requests) < len(matches):
                await deliverer.turn()
                await asyncio.sleep(0)
            assert len(slow.requests) <= AT_ONCE
            release.set()
            await deliverer.stop()
            await post.close()

        asyncio.run(look())


async def die(services: AppContext, *, sending: bool = True) -> None:
    """Queues, sends if `sending` is true, and dies before it can store the outcome."""
    post = Post(private=True, seconds=DEADLOCK_SECONDS)

    async def send(message: Outgoing, now: datetime) -> PostOutcome:
        if sending:
            await post(message, now)
        raise asyncio.CancelledError

    deliverer = Deliverer(services, send)
    await deliverer.turn()
    await deliverer.all_settled()
    await post.close()


def test_what_a_clock_wrote_down_that_was_ahead_is_sent_at_once(
    open_services: Callable[[], AppContext], receiver: Receiver, clock: Clock
) -> None:
    services, ahead = open_services(), timedelta(hours=1)
    hook(services, receiver)
    clock.on(ahead)
    match = open_sample_match(services)
    asyncio.run(die(services, sending=False))
    clock.on(-ahead)
    deliver(open_services())
    assert receiver.versions(match) == [1]


def test_who_dies_after_sending_sends_it_again_with_the_same_id(
    open_services: Callable[[], AppContext], receiver: Receiver, clock: Clock
) -> None:
    services = open_services()
    hook(services, receiver)
    match = open_sample_match(services)
    say(services, match, NOTE)

    asyncio.run(die(services))
    other = open_services()
    deliver(other)
    assert receiver.versions(match) == [1]
    clock.on(LASTS)
    deliver(other)
    assert receiver.versions(match) == [1, 1, 2]
    assert receiver.requests[0].id == receiver.requests[1].id


def test_what_is_written_while_nobody_delivers_is_not_lost(
    open_services: Callable[[], AppContext], receiver: Receiver
) -> None:
    services = open_services()
    hook(services, receiver)
    match = open_sample_match(services)
    deliver(services)
    for _ in range(5):
        say(services, match, NOTE)
    deliver(open_services())
    assert receiver.versions(match) == [1, 2, 3, 4, 5, 6]


def test_two_processes_take_turns(open_services: Callable[[], AppContext], receiver: Receiver) -> None:
    one, other = open_services(), open_services()
    hook(one, receiver)
    match = open_sample_match(one)

    async def both() -> None:
        post = Post(private=True, seconds=DEADLOCK_SECONDS)
        deliverers = [Deliverer(services, post) for services in (one, other)]
        for services in (one, other) * 5:
            say(services, match, NOTE)
            await asyncio.gather(*(deliverer.turn() for deliverer in deliverers))
        for _ in range(12):
            await asyncio.gather(*(deliverer.turn() for deliverer in deliverers))
            await asyncio.gather(*(deliverer.all_settled() for deliverer in deliverers))
        for deliverer in deliverers:
            await deliverer.stop()
        await post.close()

    asyncio.run(both())
    assert receiver.versions(match) == list(range(1, 12))


def test_a_webhook_deleted_on_the_way_is_no_error(services: AppContext, receiver: Receiver) -> None:
    webhook = hook(services, receiver)
    open_sample_match(services)

    async def send(message: Outgoing, now: datetime) -> PostOutcome:
        store_rows(services.people.store, services.outbox.deletion(message.webhook))
        return PostOutcome(204)

    deliver(services, 2, send)
    assert services.outbox.find(webhook.id) is None
    assert log_of(services, webhook) == []


def test_the_delivery_log_forgets(services: AppContext, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(services, receiver)
    match = open_sample_match(services)
    deliver(services)
    clock.on(RETENTION + timedelta(seconds=1))
    say(services, match, NOTE)
    deliver(services)
    assert [item.version for item in log_of(services, webhook)] == [2]
    assert receiver.versions(match) == [1, 2]


def test_a_long_log_of_no_interest_is_read_once(services: AppContext, receiver: Receiver) -> None:
    match = open_sample_match(services)
    webhook = hook(services, receiver, "match.opened")
    for _ in range(3):
        say(services, match, *([NOTE] * 200))
    deliver(services, 2)
    [(_, position)] = services.outbox.working()
    assert position >= services.service.log.position() - 500
    late = open_sample_match(services)
    deliver(services, 2)
    assert [item.stream for item in log_of(services, webhook)] == [late]
