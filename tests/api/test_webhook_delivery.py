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

from api.compose import notary_of
from api.desk import Desk
from api.http.bearers import Access
from api.webhooks.deliverer import AT_ONCE, KEPT, TURN, Deliverer, Send
from api.webhooks.news import KINDS, ping
from api.webhooks.outbox import Delivery, Outgoing, Webhook
from api.webhooks.post import Post, PostOutcome
from api.webhooks.schedule import JITTER, MOST_WAIT, PATIENCE, WAITS, next_attempt, retry_after, stamp
from projections.follower import Follower
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
def open_desk(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Callable[[], Desk]]:
    """Opens the database as another process would."""
    sqlite = str(tmp_path / "log.sqlite")
    database = sqlite if request.param == "sqlite" else str(request.getfixturevalue("postgres_database"))
    opened: list[Desk] = []

    def again() -> Desk:
        service = Service(open_log(database), People(engine(database)), clock)
        follower = Follower(service.log, service.people.store)
        opened.append(Desk(service, follower, Access(service.people), notary_of(service, str(tmp_path / "beside"))))
        return opened[-1]

    yield again
    for desk in opened:
        desk.service.log.close()
        desk.people.store.dispose()


@pytest.fixture
def desk(open_desk: Callable[[], Desk]) -> Desk:
    return open_desk()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def hook(desk: Desk, receiver: Receiver, *kinds: str, **only: Any) -> Webhook:
    """A webhook of this receiver, for these kinds of news, or for every event of a match."""
    position = desk.service.log.position()
    kinds = kinds or ("match.event",)
    made, row = desk.outbox.prepare(receiver.url, kinds, SECRET, position, desk.service.clock(), **only)
    store_rows(desk.outbox.store, [row])
    return made


def opened(desk: Desk, seats: str = "ABCD") -> str:
    asked = OpenMatch("hearts.castillar", tuple(Sitting(name=name) for name in seats), first_dealer=0)
    return desk.service.open_match(asked, "tests").match.id


def say(desk: Desk, match: str, *events: dict[str, Any]) -> None:
    desk.service.append(match, [json.dumps(event).encode() for event in events], "tests")


async def _rounds(desk: Desk, rounds: int, send: Send | None, seconds: float) -> None:
    post = Post(private=True, seconds=seconds)
    deliverer = Deliverer(desk, send or post, chance=lambda: 0.0)
    try:
        for _ in range(rounds):
            await deliverer.turn()
            await deliverer.all_settled()
    finally:
        await deliverer.stop()
        await post.close()


def deliver(desk: Desk, rounds: int = 12, send: Send | None = None, seconds: float = DEADLOCK_SECONDS) -> None:
    """As many looks of a deliverer as it takes, with no time going by between them; an attempt has so many seconds."""
    asyncio.run(_rounds(desk, rounds, send, seconds))


def log_of(desk: Desk, webhook: Webhook) -> list[Delivery]:
    """The delivery log, oldest first."""
    return desk.outbox.deliveries(webhook.id, limit=500)[0][::-1]


def refusing(status: int, **headers: str) -> Callable[[Heard], Reply]:
    return lambda heard: Reply(status, {name.replace("_", "-"): value for name, value in headers.items()})


# What is sent


def test_a_receiver_can_verify_what_it_gets(desk: Desk, receiver: Receiver) -> None:
    hook(desk, receiver)
    opened(desk)
    deliver(desk)
    [heard] = receiver.heard
    payload = standardwebhooks.Webhook(SECRET).verify(heard.body, heard.headers)
    assert payload["type"] == "match.event"
    other = standardwebhooks.Webhook(base64.b64encode(b"x" * 32).decode())
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        other.verify(heard.body, heard.headers)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        standardwebhooks.Webhook(SECRET).verify(heard.body + b" ", heard.headers)


def test_the_signature_is_the_hmac_of_id_timestamp_and_body(desk: Desk, receiver: Receiver) -> None:
    hook(desk, receiver)
    opened(desk)
    deliver(desk)
    [heard] = receiver.heard
    signed = b".".join((heard.id.encode(), heard.headers["webhook-timestamp"].encode(), heard.body))
    expected = base64.b64encode(hmac.digest(bytes(range(32)), signed, hashlib.sha256)).decode()
    assert heard.headers["webhook-signature"] == f"v1,{expected}"
    assert heard.headers["content-type"] == "application/json"


def test_each_entry_is_heard_once_with_its_version(desk: Desk, receiver: Receiver) -> None:
    early = opened(desk)
    webhook = hook(desk, receiver)
    match = opened(desk)
    say(desk, match, {"type": "deal"}, NOTE)
    say(desk, early, NOTE)
    deliver(desk)
    deliver(desk)
    assert receiver.versions(match) == [1, 2, 3]
    assert receiver.versions(early) == [2]
    assert {item.status for item in log_of(desk, webhook)} == {"delivered"}
    assert len({heard.id for heard in receiver.heard}) == 4


def test_hidden_hands_are_never_sent(desk: Desk, receiver: Receiver) -> None:
    hook(desk, receiver, *KINDS)
    match = opened(desk)
    say(desk, match, {"type": "deal", "hands": FOUR})
    deliver(desk)
    [deal] = [heard.payload["data"]["event"] for heard in receiver.heard if heard.version == 2]
    assert deal["type"] == "deal"
    assert deal["hands"] is None
    assert not any(b'"hands":[' in heard.body for heard in receiver.heard)


def test_a_match_is_told_by_kinds(desk: Desk, receiver: Receiver) -> None:
    hook(desk, receiver, *KINDS)
    match = opened(desk, "AB")
    plays = ((0, "2C"), (1, "9D"), (0, "KS"), (1, "3S"), (0, "5C"), (1, "8C"))
    say(desk, match, {"type": "deal"}, *({"type": "play", "seat": seat, "card": card} for seat, card in plays))
    say(desk, match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4})
    say(desk, match, {"type": "retract", "to": 3, "reason": "x"}, {"type": "withdraw", "seat": 0, "reason": "x"})
    deliver(desk, 40)
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
    assert (last["status"], last["totals"]) == ("finished", desk.service.match(match).ledger.totals)
    assert (last["result"]["winner_sides"], last["result"]["reason"]) == ([1], "withdraw")


def test_a_webhook_hears_of_its_match_only(desk: Desk, receiver: Receiver) -> None:
    mine, other = opened(desk), opened(desk)
    hook(desk, receiver, match=mine)
    say(desk, other, NOTE)
    say(desk, mine, NOTE)
    deliver(desk)
    assert [heard.payload["data"]["match"] for heard in receiver.heard] == [mine]


# What does not arrive


def test_a_failed_attempt_is_repeated_when_its_time_has_come(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(desk, receiver)
    receiver.answer = refusing(500)
    opened(desk)
    deliver(desk)
    assert len(receiver.heard) == 1
    [waiting] = log_of(desk, webhook)
    assert (waiting.status, waiting.attempts, waiting.response_status) == ("pending", 1, 500)
    assert waiting.next_at == stamp(clock.time + WAITS[0])
    receiver.answer = lambda heard: Reply()
    clock.on(WAITS[0] - timedelta(milliseconds=1))
    deliver(desk)
    assert len(receiver.heard) == 1
    clock.on(timedelta(milliseconds=1))
    deliver(desk)
    first, second = receiver.heard
    assert (first.id, first.body) == (second.id, second.body)
    assert first.headers["webhook-timestamp"] != second.headers["webhook-timestamp"]
    [done] = log_of(desk, webhook)
    assert (done.status, done.attempts, done.response_status, done.next_at) == ("delivered", 2, 204, None)


def test_silence_is_a_failed_attempt(desk: Desk, receiver: Receiver) -> None:
    webhook = hook(desk, receiver)
    never = Event()
    receiver.answer = lambda heard: Reply(after=never)
    opened(desk)
    deliver(desk, 1, seconds=0.3)
    never.set()
    [waiting] = log_of(desk, webhook)
    assert (waiting.status, waiting.response_status) == ("pending", None)
    assert waiting.error == "no answer within 0.3 s"


def test_nobody_there_is_a_failed_attempt(desk: Desk) -> None:
    with receiving() as gone:
        webhook = hook(desk, gone)
    opened(desk)
    deliver(desk, 1)
    [waiting] = log_of(desk, webhook)
    assert (waiting.status, waiting.response_status) == ("pending", None)
    assert "ConnectError" in str(waiting.error)


@pytest.mark.parametrize("status", [301, 307, 400, 404, 503])
def test_only_a_2xx_is_taken_for_arrived(desk: Desk, receiver: Receiver, status: int) -> None:
    webhook = hook(desk, receiver)
    receiver.answer = refusing(status, Location=f"http://127.0.0.1:{receiver.port}/elsewhere")
    opened(desk)
    deliver(desk)
    assert [heard.path for heard in receiver.heard] == ["/hook"]
    assert log_of(desk, webhook)[0].status == "pending"


def test_an_answer_that_does_not_end_is_cut_off(desk: Desk, receiver: Receiver) -> None:
    webhook = hook(desk, receiver)
    receiver.answer = lambda heard: Reply(200, {}, b"x" * 20_000_000)
    opened(desk)
    deliver(desk)
    assert log_of(desk, webhook)[0].status == "delivered"


def test_after_the_last_wait_a_message_is_given_up_and_the_next_goes_on(
    desk: Desk, receiver: Receiver, clock: Clock
) -> None:
    webhook = hook(desk, receiver)
    match = opened(desk)
    say(desk, match, NOTE)
    receiver.answer = lambda heard: Reply(500 if heard.version == 1 else 204)
    for wait in (*WAITS, timedelta()):
        deliver(desk, 3)
        clock.on(wait)
    assert receiver.versions(match) == [1] * (len(WAITS) + 1) + [2]
    assert [item.status for item in log_of(desk, webhook)] == ["given_up", "delivered"]


def test_a_webhook_that_is_gone_hears_no_more_until_a_ping_arrives(desk: Desk, receiver: Receiver) -> None:
    webhook = hook(desk, receiver)
    match = opened(desk)
    receiver.answer = refusing(410)
    deliver(desk)
    found = desk.outbox.find(webhook.id)
    assert found
    assert found.disabled_at
    assert found.disabled_for == "answered 410 Gone"
    say(desk, match, NOTE)
    deliver(desk)
    assert receiver.versions(match) == [1]

    def try_it() -> None:
        desk.outbox.ping(webhook.id, ping(webhook.id, desk.service.clock()), desk.service.clock())
        deliver(desk)

    try_it()
    found = desk.outbox.find(webhook.id)
    assert found
    assert found.disabled_at
    receiver.answer = lambda heard: Reply()
    try_it()
    found = desk.outbox.find(webhook.id)
    assert found
    assert found.disabled_at is None
    assert receiver.versions(match) == [1, 2]
    assert [item.status for item in log_of(desk, webhook) if item.kind == "ping"] == ["given_up", "delivered"]


def test_a_webhook_that_fails_for_days_is_disabled(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(desk, receiver)
    receiver.answer = refusing(500)
    opened(desk)
    deliver(desk)
    found = desk.outbox.find(webhook.id)
    assert found
    assert found.failing_since == clock()
    clock.on(PATIENCE)
    deliver(desk)
    found = desk.outbox.find(webhook.id)
    assert found
    assert found.disabled_at == clock()
    assert "nothing has arrived since" in str(found.disabled_for)


def test_one_that_arrives_ends_the_count_of_days(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(desk, receiver)
    match = opened(desk)
    receiver.answer = refusing(500)
    deliver(desk)
    clock.on(WAITS[0])
    receiver.answer = lambda heard: Reply()
    deliver(desk)
    receiver.answer = refusing(500)
    clock.on(PATIENCE)
    say(desk, match, NOTE)
    deliver(desk)
    found = desk.outbox.find(webhook.id)
    assert found
    assert (found.failing_since, found.disabled_at) == (clock(), None)


def test_retry_after_is_heeded(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(desk, receiver)
    receiver.answer = refusing(503, Retry_After="3600")
    opened(desk)
    deliver(desk)
    assert log_of(desk, webhook)[0].next_at == stamp(clock.time + timedelta(hours=1))


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


def test_a_match_is_heard_in_its_order_though_an_attempt_fails(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    hook(desk, receiver)
    first, second = opened(desk), opened(desk)
    failed: list[str] = []

    def once(heard: Heard) -> Reply:
        if heard.payload["data"]["match"] == first and heard.version == 2 and not failed:
            failed.append(heard.id)
            return Reply(500)
        return Reply()

    receiver.answer = once
    for _ in range(4):
        say(desk, first, NOTE)
        say(desk, second, NOTE)
    deliver(desk)
    assert receiver.versions(first) == [1, 2]
    assert receiver.versions(second) == [1, 2, 3, 4, 5]
    clock.on(WAITS[0])
    deliver(desk)
    assert receiver.versions(first) == [1, 2, 2, 3, 4, 5]


def test_a_slow_receiver_holds_up_nobody_else(desk: Desk, receiver: Receiver) -> None:
    with receiving() as slow:
        done = Event()
        slow.answer = lambda heard: Reply(after=done)
        hook(desk, slow)
        hook(desk, receiver)
        matches = [opened(desk) for _ in range(8)]

        async def look() -> None:
            post = Post(private=True, seconds=DEADLOCK_SECONDS)
            deliverer = Deliverer(desk, post)
            while len(receiver.heard) < len(matches):
                await deliverer.turn()
                await asyncio.sleep(0)
            assert len(slow.heard) <= AT_ONCE
            done.set()
            await deliverer.stop()
            await post.close()

        asyncio.run(look())


def test_who_dies_after_sending_sends_it_again_with_the_same_id(
    open_desk: Callable[[], Desk], receiver: Receiver, clock: Clock
) -> None:
    desk = open_desk()
    hook(desk, receiver)
    match = opened(desk)
    say(desk, match, NOTE)

    async def die() -> None:
        """Queues, sends, and is gone before it can write down what became of it."""
        post = Post(private=True, seconds=DEADLOCK_SECONDS)

        async def send(sent: Outgoing, now: datetime) -> PostOutcome:
            await post(sent, now)
            raise asyncio.CancelledError

        deliverer = Deliverer(desk, send)
        await deliverer.turn()
        await deliverer.all_settled()
        await post.close()

    asyncio.run(die())
    other = open_desk()
    deliver(other)
    assert receiver.versions(match) == [1]
    clock.on(TURN)
    deliver(other)
    assert receiver.versions(match) == [1, 1, 2]
    assert receiver.heard[0].id == receiver.heard[1].id


def test_what_is_written_while_nobody_delivers_is_not_lost(open_desk: Callable[[], Desk], receiver: Receiver) -> None:
    desk = open_desk()
    hook(desk, receiver)
    match = opened(desk)
    deliver(desk)
    for _ in range(5):
        say(desk, match, NOTE)
    deliver(open_desk())
    assert receiver.versions(match) == [1, 2, 3, 4, 5, 6]


def test_two_processes_take_turns(open_desk: Callable[[], Desk], receiver: Receiver) -> None:
    one, other = open_desk(), open_desk()
    hook(one, receiver)
    match = opened(one)

    async def both() -> None:
        post = Post(private=True, seconds=DEADLOCK_SECONDS)
        deliverers = [Deliverer(desk, post) for desk in (one, other)]
        for desk in (one, other) * 5:
            say(desk, match, NOTE)
            await asyncio.gather(*(deliverer.turn() for deliverer in deliverers))
        for _ in range(12):
            await asyncio.gather(*(deliverer.turn() for deliverer in deliverers))
            await asyncio.gather(*(deliverer.all_settled() for deliverer in deliverers))
        for deliverer in deliverers:
            await deliverer.stop()
        await post.close()

    asyncio.run(both())
    assert receiver.versions(match) == list(range(1, 12))


def test_a_webhook_deleted_on_the_way_is_no_error(desk: Desk, receiver: Receiver) -> None:
    webhook = hook(desk, receiver)
    opened(desk)

    async def send(sent: Outgoing, now: datetime) -> PostOutcome:
        desk.outbox.delete(sent.webhook)
        return PostOutcome(204)

    deliver(desk, 2, send)
    assert desk.outbox.find(webhook.id) is None
    assert log_of(desk, webhook) == []


def test_the_delivery_log_forgets(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(desk, receiver)
    match = opened(desk)
    deliver(desk)
    clock.on(KEPT + timedelta(seconds=1))
    say(desk, match, NOTE)
    deliver(desk)
    assert [item.version for item in log_of(desk, webhook)] == [2]
    assert receiver.versions(match) == [1, 2]


def test_a_long_log_of_no_interest_is_read_once(desk: Desk, receiver: Receiver) -> None:
    match = opened(desk)
    webhook = hook(desk, receiver, "match.opened")
    for _ in range(3):
        say(desk, match, *([NOTE] * 200))
    deliver(desk, 2)
    [(_, position)] = desk.outbox.working()
    assert position >= desk.service.log.position() - 500
    late = opened(desk)
    deliver(desk, 2)
    assert [item.stream for item in log_of(desk, webhook)] == [late]
