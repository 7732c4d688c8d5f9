"""A tablet's queue, sent as a file over HTTP, on both databases. The roles that may send one are in access.md."""

import json
from typing import Any

import httpx
import pytest

from api.routes.matches.queues import MOST_QUEUED
from tests.support.hands import TWO, holder
from tests.support.service import Caller, refusal_of

NDJSON = {"Content-Type": "application/x-ndjson"}
LEADER = holder(TWO)
DEAL = {"type": "deal", "dealer": 0, "hands": TWO}
LEAD = {"type": "play", "seat": LEADER, "card": "2C"}


def note(text: str) -> dict[str, Any]:
    return {"type": "note", "text": text}


@pytest.fixture
def match(head: Caller) -> str:
    return head.open("hearts.castillar", 2, player_input=True)


def give(client: Caller, match: str, *lines: Any, **headers: str) -> httpx.Response:
    """Sends a queue: pairs of key and event, or lines as they are."""
    text = [line if isinstance(line, str) else json.dumps(line[1] | {"key": line[0]}) for line in lines]
    first = json.dumps({"type": "queue", "match": match, "version": 1})
    body = "\n".join([first, *text]) + "\n"
    return client.post(f"/v1/matches/{match}/queue", content=body.encode(), headers=NDJSON | headers)


def send_queue(client: Caller, match: str, *lines: Any, **headers: str) -> list[dict[str, Any]]:
    answer = give(client, match, *lines, **headers)
    assert answer.status_code == 200, answer.text
    assert answer.json()["version"] == client.version(match)
    assert answer.headers["ETag"] == f'"{answer.json()["version"]}"'
    return list(answer.json()["items"])


def became(items: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(item["line"], item["key"], item["status"], item.get("version")) for item in items]


def texts(client: Caller, match: str) -> list[str]:
    items = client.get(f"/v1/matches/{match}/events").json()["items"]
    return [item["text"] for item in items if item["type"] == "note"]


def test_what_waits_is_appended_in_its_order(head: Caller, match: str) -> None:
    items = send_queue(head, match, ("k1", DEAL), ("k2", LEAD), ("k3", note("mesa 3")))
    assert became(items) == [(2, "k1", "stored", 2), (3, "k2", "stored", 3), (4, "k3", "stored", 4)]


def test_a_refused_line_says_why_and_holds_up_no_other(head: Caller, match: str) -> None:
    items = send_queue(
        head,
        match,
        ("k1", DEAL),
        ("k2", {"type": "play", "seat": LEADER, "card": "5O"}),
        "{",
        json.dumps(note("sin clave")),
        ("k5", {"type": "play", "seat": 1 - LEADER, "card": "2C"}),
        ("k6", note("mesa 3")),
        **{"Accept-Language": "en"},
    )
    codes = [(item["line"], item["problem"]["code"]) for item in items if item["status"] == "refused"]
    assert codes == [(3, "not-in-this-game"), (4, "malformed"), (5, "malformed"), (6, "impossible")]
    assert all(item["problem"]["detail"] and item["problem"]["title"] for item in items if "problem" in item)
    assert items[3]["problem"]["errors"][0]["message"] == "the field `key` is missing"
    assert became(items)[-1] == (7, "k6", "stored", 3)


def test_a_rule_is_named_where_it_is_enforced(head: Caller) -> None:
    match = head.open("hearts.castillar", 2, enforcement="strict")
    follower = 1 - LEADER
    card = next(card for card in TWO[follower] if card[-1] != "C")
    follow = {"type": "play", "seat": follower, "card": card}
    [*_, item] = send_queue(head, match, ("k1", DEAL), ("k2", LEAD), ("k3", follow))
    assert item["problem"]["code"] == "irregular"
    assert item["problem"]["rule"]
    clubs = {card for card in TWO[follower] if card[-1] == "C"}
    assert {legal["card"] for legal in item["problem"]["alternatives"]} == clubs


def test_a_queue_given_in_twice_is_stored_once(head: Caller, match: str) -> None:
    lines = [("k1", DEAL), ("k2", LEAD), ("k3", note("mesa 3"))]
    first = send_queue(head, match, *lines)
    again = send_queue(head, match, *lines, ("k4", note("y otra")))
    assert [item["version"] for item in again[:3]] == [item["version"] for item in first]
    assert [item["status"] for item in again] == ["there", "there", "there", "stored"]


def test_what_the_tablet_had_sent_itself_is_there_whoever_gives_the_file_in(head: Caller, match: str) -> None:
    tablet = head.bearer("referee", match=match)
    head.tell(match, DEAL, **tablet, **{"Idempotency-Key": "k1"})
    head.tell(match, [LEAD, note("dos a la vez")], **tablet, **{"Idempotency-Key": "k2"})
    lines = [("k1", DEAL), ("k2", note("dos a la vez")), ("k3", note("sin mandar"))]
    for header in (tablet, {}):
        items = send_queue(head, match, *lines, **header)
        assert [item["version"] for item in items] == [2, 4, 5]
        assert [item["status"] for item in items[:2]] == ["there", "there"]
    assert texts(head, match) == ["dos a la vez", "sin mandar"]


def test_a_tablet_that_comes_back_is_answered_as_stored(head: Caller, match: str) -> None:
    tablet = head.bearer("referee", match=match)
    send_queue(head, match, ("k1", {"type": "deal", "shuffle": True}), ("k2", note("mesa 3")))
    for key, event, version in (("k1", {"type": "deal", "shuffle": True}, 2), ("k2", note("mesa 3"), 3)):
        answer = head.tell(match, event, **tablet, **{"Idempotency-Key": key})
        assert (answer["version"], [entry["version"] for entry in answer["events"]]) == (version, [version])
    assert head.version(match) == 3


def test_a_key_means_one_event_for_who_used_it_and_nothing_for_others(head: Caller, match: str) -> None:
    one, other = head.bearer("referee", match=match), head.bearer("referee", match=match)
    head.tell(match, note("uno"), **one, **{"Idempotency-Key": "1"})
    [item] = send_queue(head, match, ("1", note("otro")), **one)
    assert item["problem"]["code"] == "key-reused"
    assert [item["status"] for item in send_queue(head, match, ("1", note("otro")), **other)] == ["stored"]
    refusal_of(head.say(match, note("tercero"), **other, **{"Idempotency-Key": "1"}), 422, "key-reused")
    assert head.say(match, note("tercero"), **{"Idempotency-Key": "1"}).status_code == 201
    assert texts(head, match) == ["uno", "otro", "tercero"]


def test_a_player_gives_in_the_own_events_only(head: Caller, match: str) -> None:
    head.tell(match, DEAL)
    player = head.bearer("player", match=match, seat=LEADER)
    items = send_queue(head, match, ("k1", note("x")), ("k2", LEAD), ("k3", LEAD | {"seat": 1 - LEADER}), **player)
    assert [(item["status"], item.get("problem", {}).get("code")) for item in items] == [
        ("refused", "forbidden"),
        ("stored", None),
        ("refused", "forbidden"),
    ]
    entry = head.get(f"/v1/matches/{match}/events").json()["items"][-1]
    assert entry["recorded_by"].startswith("player:")


def test_a_confirmation_in_a_queue_needs_its_pin_too(head: Caller) -> None:
    match = head.open("hearts.castillar", 2, confirm="sides")
    [item] = send_queue(head, match, ("k1", {"type": "confirm", "side": 0, "hand": 1}))
    assert item["problem"]["code"] == "forbidden"


def test_the_first_line_says_whose_queue_it_is(head: Caller, match: str) -> None:
    path = f"/v1/matches/{match}/queue"
    other = json.dumps({"type": "queue", "match": head.open(), "version": 1})
    refusal_of(head.post(path, content=other, headers=NDJSON), 422, "inconsistent")
    for body in ("", "\n", "[]", json.dumps(DEAL | {"key": "k1"}), json.dumps({"type": "queue", "match": match})):
        refusal_of(head.post(path, content=body, headers=NDJSON), 400, "malformed")
    assert head.version(match) == 1


def test_a_queue_has_its_bounds_and_its_media_type(head: Caller, match: str) -> None:
    refusal_of(give(head, match, *["{}"] * (MOST_QUEUED + 1)), 413, "too-large")
    refusal_of(give(head, match, '"' + "x" * 1_000_000), 413, "too-large")
    refusal_of(give(head, match, **{"Content-Type": "application/json"}), 415, "unsupported-media-type")
    nobody = {"type": "queue", "match": "nobody", "version": 1}
    refusal_of(head.post("/v1/matches/nobody/queue", content=json.dumps(nobody), headers=NDJSON), 404, "not-found")


def test_keys_and_texts_in_a_queue_are_read_strictly(head: Caller, match: str) -> None:
    lines = [
        '{"type":"note","text":"x","key":7}',
        '{"type":"note","text":"x","key":"ñ"}',
        '{"type":"note","text":"x\\u0000","key":"k"}',
    ]
    assert [item["problem"]["code"] for item in send_queue(head, match, *lines, "[]", "7")] == ["malformed"] * 5
    assert head.version(match) == 1
