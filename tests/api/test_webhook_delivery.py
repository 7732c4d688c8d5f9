"""Messages to webhooks, to a real receiver, on both databases, with a clock that the tests turn."""

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import standardwebhooks

from api.compose import assemble, notary_of
from api.services import Services
from api.webhooks.deliverer import AT_ONCE, KEPT, TURN, Deliverer, Send
from api.webhooks.outbox import Delivery, Outgoing, Webhook
from api.webhooks.payloads import KINDS, ping
from api.webhooks.post import Post, PostOutcome
from api.webhooks.schedule import JITTER, MOST_WAIT, PATIENCE, WAITS, next_attempt, retry_after, stamp
from referee.people.register import People, engine
from referee.service.matches import Service
from referee.service.opening import OpenMatch, Sitting
from referee.store.log import open_log
from referee.store.rows import store_rows
from tests.support.hands import FOUR
from tests.support.inside import Clock
from tests.support.receiver import Heard, Receiver, Reply, receiving
from tests.support.waiting import DEADLOCK_SECONDS

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
NOTE = {"type": "note", "text": "mesa 3"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def open_services(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Callable[[], Services]]:
    """Opens the database as another process would."""
    sqlite = str(tmp_path / "log.sqlite")
    database = sqlite if request.param == "sqlite" else str(request.getfixturevalue("postgres_database"))
    opened: list[Services] = []

    def again() -> Services:
        service = Service(open_log(database), People(engine(database)), clock)
        opened.append(assemble(service, notary_of(service, str(tmp_path / "beside"))))
        return opened[-1]

    yield again
    for services in opened:
        services.service.log.close()
        services.people.store.dispose()


@pytest.fixture
def services(open_services: Callable[[], Services]) -> Services:
    return open_services()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def hook(services: Services, receiver: Receiver, *kinds: str, **only: Any) -> Webhook:
    """A webhook of this receiver, for these kinds of event, or for every event of a match."""
    position = services.service.log.position()
    kinds = kinds or ("match.event",)
    made, row = services.outbox.prepare(receiver.url, kinds, SECRET, position, services.service.clock(), **only)
    store_rows(services.outbox.store, [row])
    return made


def opened(services: Services, seats: str = "ABCD", **more: Any) -> str:
    asked = OpenMatch("hearts.castillar", tuple(Sitting(name=name) for name in seats), first_dealer=0, **more)
    return services.service.open_match(asked, "tests").match.id


def say(services: Services, match: str, *events: dict[str, Any]) -> None:
    services.service.append(match, [json.dumps(event).encode() for event in events], "tests")


async def _rounds(services: Services, rounds: int, send: Send | None, seconds: float) -> None:
    post = Post(private=True, seconds=seconds)
    deliverer = Deliverer(services, send or post, chance=lambda: 0.0)
    try:
        for _ in range(rounds):
            await deliverer.turn()
            await deliverer.all_settled()
    finally:
        await deliverer.stop()
        await post.close()


def deliver(services: Services, rounds: int = 12, send: Send | None = None, seconds: float = DEADLOCK_SECONDS) -> None:
    """As many looks of a deliverer as it takes, with no time going by between them; an attempt has so many seconds."""
    asyncio.run(_rounds(services, rounds, send, seconds))


def log_of(services: Services, webhook: Webhook) -> list[Delivery]:
    """The delivery log, oldest first."""
    return services.outbox.deliveries(webhook.id, limit=500)[0][::-1]


def refusing(status: int, **headers: str) -> Callable[[Heard], Reply]:
    return lambda heard: Reply(status, {name.replace("_", "-"): value for name, value in headers.items()})


# What is sent


def test_a_receiver_can_verify_what_it_gets(services: Services, receiver: Receiver) -> None:
    hook(services, receiver)
    opened(services)
    deliver(services)
    [heard] = receiver.heard
    payload = standardwebhooks.Webhook(SECRET).verify(heard.body, heard.headers)
    assert payload["type"] == "match.event"
    other = standardwebhooks.Webhook(base64.b64encode(b"x" * 32).decode())
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        other.verify(heard.body, heard.headers)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        standardwebhooks.Webhook(SECRET).verify(heard.body + b" ", heard.headers)


def test_the_signature_is_the_hmac_of_id_timestamp_and_body(services: Services, receiver: Receiver) -> None:
    hook(services, receiver)
    opened(services)
    deliver(services)
    [heard] = receiver.heard
    signed = b".".join((heard.id.encode(), heard.headers["webhook-timestamp"].encode(), heard.body))
    expected = base64.b64encode(hmac.digest(bytes(range(32)), signed, hashlib.sha256)).decode()
    assert heard.headers["webhook-signature"] == f"v1,{expected}"
    assert heard.headers["content-type"] == "application/json"


def test_each_entry_is_heard_once_with_its_version(services: Services, receiver: Receiver) -> None:
    early = opened(services)
    webhook = hook(services, receiver)
    match = opened(services)
    say(services, match, {"type": "deal"}, NOTE)
    say(services, early, NOTE)
    deliver(services)
    deliver(services)
    assert receiver.versions(match) == [1, 2, 3]
    assert receiver.versions(early) == [2]
    assert {item.status for item in log_of(services, webhook)} == {"delivered"}
    assert len({heard.id for heard in receiver.heard}) == 4


def test_hidden_hands_are_never_sent(services: Services, receiver: Receiver) -> None:
    hook(services, receiver, *KINDS)
    match = opened(services)
    say(services, match, {"type": "deal", "hands": FOUR})
    deliver(services)
    [deal] = [heard.payload["data"]["event"] for heard in receiver.heard if heard.version == 2]
    assert deal["type"] == "deal"
    assert deal["hands"] is None
    assert not any(b'"hands":[' in heard.body for heard in receiver.heard)


def test_where_infractions_are_shown_at_the_end_of_a_hand_no_kind_tells_of_one(
    services: Services, receiver: Receiver
) -> None:
    hook(services, receiver, *KINDS)
    match = opened(services, "AB", infractions_shown="hand_end")
    plays = ((0, "2C"), (1, "9D"), (0, "KS"), (1, "3S"), (0, "5C"), (1, "8C"))
    say(services, match, {"type": "deal"}, *({"type": "play", "seat": seat, "card": card} for seat, card in plays))
    say(services, match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4})
    assert services.service.match(match).ledger.claims[0].status == "upheld"
    deliver(services, 40)
    kinds = {heard.payload["type"] for heard in receiver.heard if heard.version == 9}
    assert kinds == {"match.event", "claim.made"}
    assert not [heard for heard in receiver.heard if b"upheld" in heard.body or b"infraction_" in heard.body]


def test_a_match_is_told_by_kinds(services: Services, receiver: Receiver) -> None:
    hook(services, receiver, *KINDS)
    match = opened(services, "AB")
    plays = ((0, "2C"), (1, "9D"), (0, "KS"), (1, "3S"), (0, "5C"), (1, "8C"))
    say(services, match, {"type": "deal"}, *({"type": "play", "seat": seat, "card": card} for seat, card in plays))
    say(services, match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4})
    say(services, match, {"type": "retract", "to": 3, "reason": "x"}, {"type": "withdraw", "seat": 0, "reason": "x"})
    deliver(services, 40)
    told: dict[str, list[int]] = {}
    for heard in receiver.heard:
        told.setdefault(heard.payload["type"], []).append(heard.version)
    assert told == {
        "match.opened": [1],
        "match.event": list(range(1, 12)),
        "claim.made": [9],
        "claim.ruled": [9],
        "match.restated": [9, 10],
        "match.finished": [11],
    }
    last = [heard.payload["data"] for heard in receiver.heard if heard.payload["type"] == "match.finished"][-1]
    assert (last["status"], last["totals"]) == ("finished", services.service.match(match).ledger.totals)
    assert (last["result"]["winner_sides"], last["result"]["reason"]) == ([1], "withdraw")


def test_a_webhook_hears_of_its_match_only(services: Services, receiver: Receiver) -> None:
    mine, other = opened(services), opened(services)
    hook(services, receiver, match=mine)
    say(services, other, NOTE)
    say(services, mine, NOTE)
    deliver(services)
    assert [heard.payload["data"]["match"] for heard in receiver.heard] == [mine]


# What does not arrive


def test_a_failed_attempt_is_repeated_when_its_time_has_come(
    services: Services, receiver: Receiver, clock: Clock
) -> None:
    webhook = hook(services, receiver)
    receiver.answer = refusing(500)
    opened(services)
    deliver(services)
    assert len(receiver.heard) == 1
    [waiting] = log_of(services, webhook)
    assert (waiting.status, waiting.attempts, waiting.response_status) == ("pending", 1, 500)
    assert waiting.next_at == stamp(clock.time + WAITS[0])
    receiver.answer = lambda heard: Reply()
    clock.on(WAITS[0] - timedelta(milliseconds=1))
    deliver(services)
    assert len(receiver.heard) == 1
    clock.on(timedelta(milliseconds=1))
    deliver(services)
    first, second = receiver.heard
    assert (first.id, first.body) == (second.id, second.body)
    assert first.headers["webhook-timestamp"] != second.headers["webhook-timestamp"]
    [done] = log_of(services, webhook)
    assert (done.status, done.attempts, done.response_status, done.next_at) == ("delivered", 2, 204, None)


def test_silence_is_a_failed_attempt(services: Services, receiver: Receiver) -> None:
    webhook = hook(services, receiver)
    never = Event()
    receiver.answer = lambda heard: Reply(after=never)
    opened(services)
    deliver(services, 1, seconds=0.3)
    never.set()
    [waiting] = log_of(services, webhook)
    assert (waiting.status, waiting.response_status) == ("pending", None)
    assert waiting.error == "no answer within 0.3 s"


def test_nobody_there_is_a_failed_attempt(services: Services) -> None:
    with receiving() as gone:
        webhook = hook(services, gone)
    opened(services)
    deliver(services, 1)
    [waiting] = log_of(services, webhook)
    assert (waiting.status, waiting.response_status) == ("pending", None)
    assert "ConnectError" in str(waiting.error)


@pytest.mark.parametrize("status", [301, 307, 400, 404, 503])
def test_only_a_2xx_is_taken_for_arrived(services: Services, receiver: Receiver, status: int) -> None:
    webhook = hook(services, receiver)
    receiver.answer = refusing(status, Location=f"http://127.0.0.1:{receiver.port}/elsewhere")
    opened(services)
    deliver(services)
    assert [heard.path for heard in receiver.heard] == ["/hook"]
    assert log_of(services, webhook)[0].status == "pending"


def test_an_answer_that_does_not_end_is_cut_off(services: Services, receiver: Receiver) -> None:
    webhook = hook(services, receiver)
    receiver.answer = lambda heard: Reply(200, {}, b"x" * 20_000_000)
    opened(services)
    deliver(services)
    assert log_of(services, webhook)[0].status == "delivered"


def test_after_the_last_wait_a_message_is_given_up_and_the_next_goes_on(
    services: Services, receiver: Receiver, clock: Clock
) -> None:
    webhook = hook(services, receiver)
    match = opened(services)
    say(services, match, NOTE)
    receiver.answer = lambda heard: Reply(500 if heard.version == 1 else 204)
    for wait in (*WAITS, timedelta()):
        deliver(services, 3)
        clock.on(wait)
    assert receiver.versions(match) == [1] * (len(WAITS) + 1) + [2]
    assert [item.status for item in log_of(services, webhook)] == ["given_up", "delivered"]


def test_a_webhook_that_is_gone_hears_no_more_until_a_ping_arrives(services: Services, receiver: Receiver) -> None:
    webhook = hook(services, receiver)
    match = opened(services)
    receiver.answer = refusing(410)
    deliver(services)
    found = services.outbox.find(webhook.id)
    assert found
    assert found.disabled_at
    assert found.disabled_for == "answered 410 Gone"
    say(services, match, NOTE)
    deliver(services)
    assert receiver.versions(match) == [1]

    def try_it() -> None:
        services.outbox.ping(webhook.id, ping(webhook.id, services.service.clock()), services.service.clock())
        deliver(services)

    try_it()
    found = services.outbox.find(webhook.id)
    assert found
    assert found.disabled_at
    receiver.answer = lambda heard: Reply()
    try_it()
    found = services.outbox.find(webhook.id)
    assert found
    assert found.disabled_at is None
    assert receiver.versions(match) == [1, 2]
    assert [item.status for item in log_of(services, webhook) if item.kind == "ping"] == ["given_up", "delivered"]


def test_a_webhook_that_fails_for_days_is_disabled(services: Services, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(services, receiver)
    receiver.answer = refusing(500)
    opened(services)
    deliver(services)
    found = services.outbox.find(webhook.id)
    assert found
    assert found.failing_since == clock()
    clock.on(PATIENCE)
    deliver(services)
    found = services.outbox.find(webhook.id)
    assert found
    assert found.disabled_at == clock()
    assert "nothing has arrived since" in str(found.disabled_for)


def test_one_that_arrives_ends_the_count_of_days(services: Services, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(services, receiver)
    match = opened(services)
    receiver.answer = refusing(500)
    deliver(services)
    clock.on(WAITS[0])
    receiver.answer = lambda heard: Reply()
    deliver(services)
    receiver.answer = refusing(500)
    clock.on(PATIENCE)
    say(services, match, NOTE)
    deliver(services)
    found = services.outbox.find(webhook.id)
    assert found
    assert (found.failing_since, found.disabled_at) == (clock(), None)


def test_retry_after_is_heeded(services: Services, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(services, receiver)
    receiver.answer = refusing(503, Retry_After="3600")
    opened(services)
    deliver(services)
    assert log_of(services, webhook)[0].next_at == stamp(clock.time + timedelta(hours=1))


@pytest.mark.parametrize(
    ("header", "wait"),
    [
        ("90", timedelta(seconds=90)),
        ("9" * 30, MOST_WAIT),
        ("Fri, 01 May 2026 17:02:00 GMT", timedelta(minutes=2)),
        ("Fri, 01 May 2026 16:00:00 GMT", timedelta()),
        ("soon", None),
        ("-5", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_as_seconds_or_date(header: str | None, wait: timedelta | None) -> None:
    assert retry_after(header, datetime(2026, 5, 1, 17, tzinfo=UTC)) == wait


def test_waits_grow_and_jitter_only_lengthens_them() -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    assert list(WAITS) == sorted(WAITS)
    for made, wait in enumerate(WAITS, 1):
        assert next_attempt(made, now, lambda: 0.0) == now + wait
        assert next_attempt(made, now, lambda: 1.0) == now + wait * (1 + JITTER)
    assert next_attempt(len(WAITS) + 1, now, lambda: 0.0) is None
    assert next_attempt(1, now, lambda: 0.0, timedelta(days=9)) == now + MOST_WAIT


# Order, turns, crashes


def test_a_match_is_heard_in_its_order_though_an_attempt_fails(
    services: Services, receiver: Receiver, clock: Clock
) -> None:
    hook(services, receiver)
    first, second = opened(services), opened(services)
    failed: list[str] = []

    def once(heard: Heard) -> Reply:
        if heard.payload["data"]["match"] == first and heard.version == 2 and not failed:
            failed.append(heard.id)
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


def test_a_slow_receiver_holds_up_nobody_else(services: Services, receiver: Receiver) -> None:
    with receiving() as slow:
        done = Event()
        slow.answer = lambda heard: Reply(after=done)
        hook(services, slow)
        hook(services, receiver)
        matches = [opened(services) for _ in range(8)]

        async def look() -> None:
            post = Post(private=True, seconds=DEADLOCK_SECONDS)
            deliverer = Deliverer(services, post)
            while len(receiver.heard) < len(matches):
                await deliverer.turn()
                await asyncio.sleep(0)
            assert len(slow.heard) <= AT_ONCE
            done.set()
            await deliverer.stop()
            await post.close()

        asyncio.run(look())


def test_who_dies_after_sending_sends_it_again_with_the_same_id(
    open_services: Callable[[], Services], receiver: Receiver, clock: Clock
) -> None:
    services = open_services()
    hook(services, receiver)
    match = opened(services)
    say(services, match, NOTE)

    async def die() -> None:
        """Queues, sends, and is gone before it can write down what became of it."""
        post = Post(private=True, seconds=DEADLOCK_SECONDS)

        async def send(sent: Outgoing, now: datetime) -> PostOutcome:
            await post(sent, now)
            raise asyncio.CancelledError

        deliverer = Deliverer(services, send)
        await deliverer.turn()
        await deliverer.all_settled()
        await post.close()

    asyncio.run(die())
    other = open_services()
    deliver(other)
    assert receiver.versions(match) == [1]
    clock.on(TURN)
    deliver(other)
    assert receiver.versions(match) == [1, 1, 2]
    assert receiver.heard[0].id == receiver.heard[1].id


def test_what_is_written_while_nobody_delivers_is_not_lost(
    open_services: Callable[[], Services], receiver: Receiver
) -> None:
    services = open_services()
    hook(services, receiver)
    match = opened(services)
    deliver(services)
    for _ in range(5):
        say(services, match, NOTE)
    deliver(open_services())
    assert receiver.versions(match) == [1, 2, 3, 4, 5, 6]


def test_two_processes_take_turns(open_services: Callable[[], Services], receiver: Receiver) -> None:
    one, other = open_services(), open_services()
    hook(one, receiver)
    match = opened(one)

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


def test_a_webhook_deleted_on_the_way_is_no_error(services: Services, receiver: Receiver) -> None:
    webhook = hook(services, receiver)
    opened(services)

    async def send(sent: Outgoing, now: datetime) -> PostOutcome:
        services.outbox.delete(sent.webhook)
        return PostOutcome(204)

    deliver(services, 2, send)
    assert services.outbox.find(webhook.id) is None
    assert log_of(services, webhook) == []


def test_the_delivery_log_forgets(services: Services, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(services, receiver)
    match = opened(services)
    deliver(services)
    clock.on(KEPT + timedelta(seconds=1))
    say(services, match, NOTE)
    deliver(services)
    assert [item.version for item in log_of(services, webhook)] == [2]
    assert receiver.versions(match) == [1, 2]


def test_a_long_log_of_no_interest_is_read_once(services: Services, receiver: Receiver) -> None:
    match = opened(services)
    webhook = hook(services, receiver, "match.opened")
    for _ in range(3):
        say(services, match, *([NOTE] * 200))
    deliver(services, 2)
    [(_, position)] = services.outbox.working()
    assert position >= services.service.log.position() - 500
    late = opened(services)
    deliver(services, 2)
    assert [item.stream for item in log_of(services, webhook)] == [late]
