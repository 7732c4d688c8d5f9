"""Messages that do not reach a webhook: they are repeated in time, and given up in the end."""

from datetime import UTC, datetime, timedelta
from threading import Event

import pytest

from api.context import AppContext
from api.webhooks import deliverer
from api.webhooks.failures import in_language
from api.webhooks.payloads import ping
from api.webhooks.schedule import JITTER, MOST_WAIT, PATIENCE, WAITS, next_attempt, retry_after, stamp
from tests.support.inside import Clock
from tests.support.receiver import Receiver, Reply, receiving
from tests.support.webhooks import NOTE, deliver, hook, log_of, open_sample_match, refusing, say


def test_a_failed_attempt_is_repeated_when_its_time_has_come(
    services: AppContext, receiver: Receiver, clock: Clock
) -> None:
    webhook = hook(services, receiver)
    receiver.answer = refusing(500)
    open_sample_match(services)
    deliver(services)
    assert len(receiver.requests) == 1
    [waiting] = log_of(services, webhook)
    assert (waiting.status, waiting.attempts, waiting.response_status) == ("pending", 1, 500)
    assert waiting.next_at == stamp(clock.time + WAITS[0])
    receiver.answer = lambda request: Reply()
    clock.on(WAITS[0] - timedelta(milliseconds=1))
    deliver(services)
    assert len(receiver.requests) == 1
    clock.on(timedelta(milliseconds=1))
    deliver(services)
    first, second = receiver.requests
    assert (first.id, first.body) == (second.id, second.body)
    assert first.headers["webhook-timestamp"] != second.headers["webhook-timestamp"]
    [record] = log_of(services, webhook)
    assert (record.status, record.attempts, record.response_status, record.next_at) == ("delivered", 2, 204, None)


def test_a_queue_has_an_end(
    services: AppContext, receiver: Receiver, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A queue of this length takes no more messages. Later messages follow once it is shorter."""
    monkeypatch.setattr(deliverer, "MOST_WAITING", 2)
    webhook = hook(services, receiver)
    receiver.answer = refusing(500)
    match = open_sample_match(services)
    say(services, match, NOTE)
    deliver(services)
    assert len(log_of(services, webhook)) == 2
    say(services, match, NOTE, NOTE)
    deliver(services)
    assert [item.status for item in log_of(services, webhook)] == ["pending"] * 2
    receiver.answer = lambda request: Reply()
    clock.on(WAITS[0] + WAITS[1])
    deliver(services)
    deliver(services)
    assert {item.status for item in log_of(services, webhook)} == {"delivered"}
    assert {message.version for message in receiver.requests} == {1, 2, 3, 4}


def test_silence_is_a_failed_attempt(services: AppContext, receiver: Receiver) -> None:
    webhook = hook(services, receiver)
    never = Event()
    receiver.answer = lambda request: Reply(after=never)
    open_sample_match(services)
    deliver(services, 1, seconds=0.3)
    never.set()
    [waiting] = log_of(services, webhook)
    assert (waiting.status, waiting.response_status) == ("pending", None)
    assert in_language(waiting.error, "en") == "no answer within 0.3 s"
    assert in_language(waiting.error, "es") == "sin respuesta en 0.3 s"


def test_nobody_there_is_a_failed_attempt(services: AppContext) -> None:
    with receiving() as closing:
        webhook = hook(services, closing)
    open_sample_match(services)
    deliver(services, 1)
    [waiting] = log_of(services, webhook)
    assert (waiting.status, waiting.response_status) == ("pending", None)
    assert str(in_language(waiting.error, "en")).startswith("could not be sent (ConnectError")


@pytest.mark.parametrize("status", [301, 307, 400, 404, 503])
def test_only_a_2xx_is_taken_for_arrived(services: AppContext, receiver: Receiver, status: int) -> None:
    webhook = hook(services, receiver)
    receiver.answer = refusing(status, Location=f"http://127.0.0.1:{receiver.port}/elsewhere")
    open_sample_match(services)
    deliver(services)
    assert [message.path for message in receiver.requests] == ["/hook"]
    assert log_of(services, webhook)[0].status == "pending"


def test_an_answer_that_does_not_end_is_cut_off(services: AppContext, receiver: Receiver) -> None:
    webhook = hook(services, receiver)
    receiver.answer = lambda request: Reply(200, {}, b"x" * 20_000_000)
    open_sample_match(services)
    deliver(services)
    assert log_of(services, webhook)[0].status == "delivered"


def test_after_the_last_wait_a_message_is_given_up_and_the_next_goes_on(
    services: AppContext, receiver: Receiver, clock: Clock
) -> None:
    webhook = hook(services, receiver)
    match = open_sample_match(services)
    say(services, match, NOTE)
    receiver.answer = lambda request: Reply(500 if request.version == 1 else 204)
    for wait in (*WAITS, timedelta()):
        deliver(services, 3)
        clock.on(wait)
    assert receiver.versions(match) == [1] * (len(WAITS) + 1) + [2]
    assert [item.status for item in log_of(services, webhook)] == ["given_up", "delivered"]


def test_a_webhook_that_is_gone_hears_no_more_until_a_ping_arrives(services: AppContext, receiver: Receiver) -> None:
    webhook = hook(services, receiver)
    match = open_sample_match(services)
    receiver.answer = refusing(410)
    deliver(services)
    state = services.outbox.find(webhook.id)
    assert state
    assert state.disabled_at
    assert in_language(state.disabled_for, "es") == "contestó 410 Gone"
    say(services, match, NOTE)
    deliver(services)
    assert receiver.versions(match) == [1]

    def try_it() -> None:
        services.outbox.ping(webhook.id, ping(webhook.id, services.service.clock()), services.service.clock())
        deliver(services)

    try_it()
    state = services.outbox.find(webhook.id)
    assert state
    assert state.disabled_at
    receiver.answer = lambda request: Reply()
    try_it()
    state = services.outbox.find(webhook.id)
    assert state
    assert state.disabled_at is None
    assert receiver.versions(match) == [1, 2]
    assert [item.status for item in log_of(services, webhook) if item.kind == "ping"] == ["given_up", "delivered"]


def test_a_webhook_that_fails_for_days_is_disabled(services: AppContext, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(services, receiver)
    receiver.answer = refusing(500)
    open_sample_match(services)
    deliver(services)
    state = services.outbox.find(webhook.id)
    assert state
    assert state.failing_since == clock()
    clock.on(PATIENCE)
    deliver(services)
    state = services.outbox.find(webhook.id)
    assert state
    assert state.disabled_at == clock()
    assert "nothing has arrived since" in str(in_language(state.disabled_for, "en"))


def test_one_that_arrives_ends_the_count_of_days(services: AppContext, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(services, receiver)
    match = open_sample_match(services)
    receiver.answer = refusing(500)
    deliver(services)
    clock.on(WAITS[0])
    receiver.answer = lambda request: Reply()
    deliver(services)
    receiver.answer = refusing(500)
    clock.on(PATIENCE)
    say(services, match, NOTE)
    deliver(services)
    state = services.outbox.find(webhook.id)
    assert state
    assert (state.failing_since, state.disabled_at) == (clock(), None)


def test_retry_after_is_heeded(services: AppContext, receiver: Receiver, clock: Clock) -> None:
    webhook = hook(services, receiver)
    receiver.answer = refusing(503, Retry_After="3600")
    open_sample_match(services)
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
    for attempt, wait in enumerate(WAITS, 1):
        assert next_attempt(attempt, now, lambda: 0.0) == now + wait
        assert next_attempt(attempt, now, lambda: 1.0) == now + wait * (1 + JITTER)
    assert next_attempt(len(WAITS) + 1, now, lambda: 0.0) is None
    assert next_attempt(1, now, lambda: 0.0, timedelta(days=9)) == now + MOST_WAIT
