"""What a webhook is sent: to a real receiver, on both databases, with a clock that the tests turn."""

import base64
import hashlib
import hmac

import pytest
import standardwebhooks

from api.context import AppContext
from api.webhooks.payloads import KINDS
from tests.support.hands import FOUR
from tests.support.receiver import Receiver
from tests.support.webhooks import NOTE, SECRET, deliver, hook, log_of, opened, say


def test_a_receiver_can_verify_what_it_gets(services: AppContext, receiver: Receiver) -> None:
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


def test_the_signature_is_the_hmac_of_id_timestamp_and_body(services: AppContext, receiver: Receiver) -> None:
    hook(services, receiver)
    opened(services)
    deliver(services)
    [heard] = receiver.heard
    signed = b".".join((heard.id.encode(), heard.headers["webhook-timestamp"].encode(), heard.body))
    expected = base64.b64encode(hmac.digest(bytes(range(32)), signed, hashlib.sha256)).decode()
    assert heard.headers["webhook-signature"] == f"v1,{expected}"
    assert heard.headers["content-type"] == "application/json"


def test_each_entry_is_heard_once_with_its_version(services: AppContext, receiver: Receiver) -> None:
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


def test_hidden_hands_are_never_sent(services: AppContext, receiver: Receiver) -> None:
    hook(services, receiver, *KINDS)
    match = opened(services)
    say(services, match, {"type": "deal", "hands": FOUR})
    deliver(services)
    [deal] = [heard.payload["data"]["event"] for heard in receiver.heard if heard.version == 2]
    assert deal["type"] == "deal"
    assert deal["hands"] is None
    assert not any(b'"hands":[' in heard.body for heard in receiver.heard)


def test_where_infractions_are_shown_at_the_end_of_a_hand_no_kind_tells_of_one(
    services: AppContext, receiver: Receiver
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


def test_a_match_is_told_by_kinds(services: AppContext, receiver: Receiver) -> None:
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


def test_a_webhook_hears_of_its_match_only(services: AppContext, receiver: Receiver) -> None:
    mine, other = opened(services), opened(services)
    hook(services, receiver, match=mine)
    say(services, other, NOTE)
    say(services, mine, NOTE)
    deliver(services)
    assert [heard.payload["data"]["match"] for heard in receiver.heard] == [mine]
