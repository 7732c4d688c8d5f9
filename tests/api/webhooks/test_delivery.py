"""The messages of a webhook, sent to a real receiver, on both databases, with a clock that the tests turn."""

import base64
import hashlib
import hmac

import pytest
import standardwebhooks

from api.context import AppContext
from api.webhooks.payloads import KINDS
from tests.support.hands import FOUR
from tests.support.receiver import Receiver
from tests.support.webhooks import NOTE, SECRET, deliver, hook, log_of, open_sample_match, say


def test_a_receiver_can_verify_what_it_gets(services: AppContext, receiver: Receiver) -> None:
    hook(services, receiver)
    open_sample_match(services)
    deliver(services)
    [message] = receiver.requests
    payload = standardwebhooks.Webhook(SECRET).verify(message.body, message.headers)
    assert payload["type"] == "match.event"
    other = standardwebhooks.Webhook(base64.b64encode(b"x" * 32).decode())
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        other.verify(message.body, message.headers)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        standardwebhooks.Webhook(SECRET).verify(message.body + b" ", message.headers)


def test_the_signature_is_the_hmac_of_id_timestamp_and_body(services: AppContext, receiver: Receiver) -> None:
    hook(services, receiver)
    open_sample_match(services)
    deliver(services)
    [message] = receiver.requests
    signed = b".".join((message.id.encode(), message.headers["webhook-timestamp"].encode(), message.body))
    signature = base64.b64encode(hmac.digest(bytes(range(32)), signed, hashlib.sha256)).decode()
    assert message.headers["webhook-signature"] == f"v1,{signature}"
    assert message.headers["content-type"] == "application/json"


def test_each_entry_is_heard_once_with_its_version(services: AppContext, receiver: Receiver) -> None:
    early = open_sample_match(services)
    webhook = hook(services, receiver)
    match = open_sample_match(services)
    say(services, match, {"type": "deal"}, NOTE)
    say(services, early, NOTE)
    deliver(services)
    deliver(services)
    assert receiver.versions(match) == [1, 2, 3]
    assert receiver.versions(early) == [2]
    assert {item.status for item in log_of(services, webhook)} == {"delivered"}
    assert len({message.id for message in receiver.requests}) == 4


def test_hidden_hands_are_never_sent(services: AppContext, receiver: Receiver) -> None:
    hook(services, receiver, *KINDS)
    match = open_sample_match(services)
    say(services, match, {"type": "deal", "hands": FOUR})
    deliver(services)
    [deal] = [message.payload["data"]["event"] for message in receiver.requests if message.version == 2]
    assert deal["type"] == "deal"
    assert deal["hands"] is None
    assert not any(b'"hands":[' in message.body for message in receiver.requests)


def test_where_infractions_are_shown_at_the_end_of_a_hand_no_kind_tells_of_one(
    services: AppContext, receiver: Receiver
) -> None:
    hook(services, receiver, *KINDS)
    match = open_sample_match(services, "AB", infractions_shown="hand_end")
    plays = ((0, "2C"), (1, "9D"), (0, "KS"), (1, "3S"), (0, "5C"), (1, "8C"))
    say(services, match, {"type": "deal"}, *({"type": "play", "seat": seat, "card": card} for seat, card in plays))
    say(services, match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4})
    assert services.service.match(match).ledger.claims[0].status == "upheld"
    deliver(services, 40)
    kinds = {message.payload["type"] for message in receiver.requests if message.version == 9}
    assert kinds == {"match.event", "claim.made"}
    assert not [message for message in receiver.requests if b"upheld" in message.body or b"infraction_" in message.body]


def test_a_match_is_told_by_kinds(services: AppContext, receiver: Receiver) -> None:
    hook(services, receiver, *KINDS)
    match = open_sample_match(services, "AB")
    plays = ((0, "2C"), (1, "9D"), (0, "KS"), (1, "3S"), (0, "5C"), (1, "8C"))
    say(services, match, {"type": "deal"}, *({"type": "play", "seat": seat, "card": card} for seat, card in plays))
    say(services, match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4})
    say(services, match, {"type": "retract", "to": 3, "reason": "x"}, {"type": "withdraw", "seat": 0, "reason": "x"})
    deliver(services, 40)
    versions: dict[str, list[int]] = {}
    for message in receiver.requests:
        versions.setdefault(message.payload["type"], []).append(message.version)
    assert versions == {
        "match.opened": [1],
        "match.event": list(range(1, 12)),
        "claim.made": [9],
        "claim.ruled": [9],
        "match.restated": [9, 10],
        "match.finished": [11],
    }
    last = [message.payload["data"] for message in receiver.requests if message.payload["type"] == "match.finished"][-1]
    assert (last["status"], last["totals"]) == ("finished", services.service.match(match).ledger.totals)
    assert (last["result"]["winner_sides"], last["result"]["reason"]) == ([1], "withdraw")


def test_a_webhook_hears_of_its_match_only(services: AppContext, receiver: Receiver) -> None:
    mine, other = open_sample_match(services), open_sample_match(services)
    hook(services, receiver, match=mine)
    say(services, other, NOTE)
    say(services, mine, NOTE)
    deliver(services)
    assert [message.payload["data"]["match"] for message in receiver.requests] == [mine]
