"""Each problem code: the status and the code. Nothing is stored then."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.administering import grant
from tests.support.hands import TWO, holder
from tests.support.service import TOKEN, Caller, refusal_of, start

LEADER = holder(TWO)
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def match(organizer: Caller) -> str:
    """A strict match of two with known hands, before the first lead."""
    match = organizer.open(enforcement="strict", params={"rounds": 1})
    organizer.tell(match, {"type": "deal", "hands": TWO})
    return match


@pytest.fixture
def log_unchanged(organizer: Caller, match: str) -> Any:
    """Checks at the end that the log of `match` is exactly as before."""
    before = organizer.get(f"/v1/matches/{match}/events").json()
    yield
    assert organizer.get(f"/v1/matches/{match}/events").json() == before


def play(card: str, seat: int = LEADER) -> dict[str, Any]:
    return {"type": "play", "seat": seat, "card": card}


@pytest.mark.usefixtures("log_unchanged")
class TestAppending:
    @pytest.mark.parametrize("size", [1_000_001, 5_000_000])
    def test_too_large(self, organizer: Caller, match: str, size: int) -> None:
        body = json.dumps({"type": "note", "text": "x" * size})
        refusal_of(organizer.post(f"/v1/matches/{match}/events", content=body, headers=JSON), 413, "too-large")

    @pytest.mark.parametrize("media", ["text/plain", "application/xml", ""])
    def test_unsupported_media_type(self, organizer: Caller, match: str, media: str) -> None:
        answer = organizer.post(f"/v1/matches/{match}/events", content=b"{}", headers={"Content-Type": media})
        refusal_of(answer, 415, "unsupported-media-type")

    def test_unauthenticated_without_a_token(self, public: Caller, match: str) -> None:
        answer = public.say(match, play("2C"))
        refusal_of(answer, 401, "unauthenticated")
        assert answer.headers["www-authenticate"].startswith("Bearer")

    def test_unauthenticated_with_an_unknown_token(self, public: Caller, match: str) -> None:
        refusal_of(public.say(match, play("2C"), Authorization="Bearer nope"), 401, "unauthenticated")

    def test_not_found(self, organizer: Caller) -> None:
        refusal_of(organizer.say("01920000-0000-7000-8000-000000000000", play("2C")), 404, "not-found")

    @pytest.mark.parametrize(
        ("body", "path"),
        [
            (b"{", "$"),
            (b"", "$"),
            (b"7", "$"),
            (b"[]", None),
            (b"{}", "$"),
            (b'{"type":"ride","seat":0}', "$.type"),
            (b'{"type":"play","seat":"0","card":"2C"}', "$.seat"),
            (b'{"type":"play","seat":1.0,"card":"2C"}', "$.seat"),
            (b'{"type":"play","seat":true,"card":"2C"}', "$.seat"),
            (b'{"type":"play","seat":-1,"card":"2C"}', "$.seat"),
            (b'{"type":"play","seat":0,"card":2}', "$.card"),
            (b'{"type":"play","seat":0}', "$"),
            (b'{"type":"play","seat":0,"card":"2C","colour":1}', "$"),
            (b'{"type":"pass","seat":0,"cards":["2C","3C"]}', "$.cards"),
            (b'{"type":"sanction","seat":0,"card":"green","reason":"x"}', "$.card"),
            (b'{"type":"note","text":""}', "$.text"),
            (b'{"type":"note","text":"\xff"}', None),
        ],
    )
    def test_malformed(self, organizer: Caller, match: str, body: bytes, path: str | None) -> None:
        problem = refusal_of(
            organizer.post(f"/v1/matches/{match}/events", content=body, headers=JSON), 400, "malformed"
        )
        if path is not None:
            assert [error["path"] for error in problem["errors"]] == [path]

    def test_malformed_header(self, organizer: Caller, match: str) -> None:
        refusal_of(organizer.say(match, play("2C"), **{"If-Match": '"two"'}), 400, "malformed")
        refusal_of(organizer.say(match, play("2C"), **{"Idempotency-Key": ""}), 400, "malformed")

    @pytest.mark.parametrize(
        "event",
        [
            {"type": "timeout", "seat": 0, "card": "2C"},
            {"type": "play", "seat": LEADER, "card": "10C"},
            {"type": "play", "seat": LEADER, "card": "ZZ"},
            {"type": "claim", "by": 0, "against": 1, "kind": "renuncio", "at": 2},
        ],
    )
    def test_not_in_this_game(self, organizer: Caller, match: str, event: dict[str, Any]) -> None:
        refusal_of(organizer.say(match, event), 422, "not-in-this-game")

    def test_conflict(self, organizer: Caller, match: str) -> None:
        problem = refusal_of(organizer.say(match, play("2C"), **{"If-Match": '"1"'}), 409, "conflict")
        assert problem["version"] == 2
        assert [event["type"] for event in problem["since"]] == ["deal"]
        assert problem["still"] == ["regular"]

    def test_conflict_says_what_the_event_would_be_now(self, organizer: Caller, match: str) -> None:
        late = refusal_of(organizer.say(match, {"type": "deal"}, **{"If-Match": '"1"'}), 409, "conflict")
        assert late["still"] == ["impossible"]

    def test_impossible(self, organizer: Caller, match: str) -> None:
        problem = refusal_of(organizer.say(match, play(TWO[LEADER][1])), 409, "impossible")
        assert problem["rule"] == "hearts.opening-lead"
        assert problem["seat"] == LEADER
        refusal_of(organizer.say(match, play("2C", 7)), 409, "impossible")

    def test_an_array_names_the_event_that_failed(self, organizer: Caller, match: str) -> None:
        problem = refusal_of(organizer.say(match, [play("2C"), play("2C", 1 - LEADER)]), 409, "impossible")
        assert problem["index"] == 1

    def test_the_first_reason_in_the_tables_order_is_given(self, organizer: Caller, match: str) -> None:
        refusal_of(organizer.say(match, {"type": "play", "seat": "x"}, **{"If-Match": '"1"'}), 400, "malformed")
        refusal_of(organizer.say(match, play("ZZ"), **{"If-Match": '"1"'}), 422, "not-in-this-game")


def test_irregular_names_rule_and_alternatives(organizer: Caller, match: str) -> None:
    organizer.tell(match, play("2C"))
    other = 1 - LEADER
    wrong = next(card for card in TWO[other] if card[1] == "D")
    problem = refusal_of(organizer.say(match, play(wrong, other)), 409, "irregular")
    assert problem["rule"] == "hearts.follow-suit"
    assert {event["card"] for event in problem["alternatives"]} == {card for card in TWO[other] if card[1] == "C"}
    assert organizer.version(match) == 3


def test_finished(organizer: Caller, match: str) -> None:
    organizer.tell(match, {"type": "withdraw", "seat": 0, "reason": "se va"})
    refusal_of(organizer.say(match, play("2C")), 409, "finished")
    refusal_of(organizer.say(match, play("2C"), **{"If-Match": '"1"'}), 409, "finished")
    for event in (
        {"type": "note", "text": "fin"},
        {"type": "sanction", "seat": 0, "card": "yellow", "reason": "x"},
        {"type": "retract", "to": 2, "reason": "error"},
    ):
        organizer.tell(match, event)
    assert organizer.get(f"/v1/matches/{match}").json()["status"] == "open"


def test_key_reused(organizer: Caller, match: str) -> None:
    organizer.tell(match, play("2C"), **{"Idempotency-Key": "a"})
    problem = refusal_of(
        organizer.say(match, {"type": "note", "text": "x"}, **{"Idempotency-Key": "a"}), 422, "key-reused"
    )
    assert "a" in problem["detail"]
    assert organizer.version(match) == 3


OPENINGS: list[tuple[dict[str, Any], int, str]] = [
    ({"ruleset": "brisca"}, 400, "malformed"),
    ({"params": {"limits": 1}}, 400, "malformed"),
    ({"params": {"limit": 0}}, 400, "malformed"),
    ({"params": {"limit": "100"}}, 400, "malformed"),
    ({"seats": [{"name": "A", "player": "x"}, {"name": "B"}]}, 400, "malformed"),
    ({"seats": [{}, {"name": "B"}]}, 400, "malformed"),
    ({"seats": []}, 400, "malformed"),
    ({"colour": 1}, 400, "malformed"),
    ({"enforcement": "lax"}, 400, "malformed"),
    ({"seats": [{"name": "A"}] * 3}, 422, "not-in-this-game"),
    ({"seats": [{"name": "A"}, {"player": "nobody"}]}, 404, "not-found"),
    ({"first_dealer": 2}, 409, "impossible"),
]


@pytest.mark.parametrize(("change", "status", "code"), OPENINGS)
def test_opening_refused(organizer: Caller, change: dict[str, Any], status: int, code: str) -> None:
    before = organizer.get("/v1/matches?limit=1").json()
    body = {"ruleset": "hearts.castillar", "seats": [{"name": "A"}, {"name": "B"}], **change}
    refusal_of(organizer.post("/v1/matches", json=body), status, code)
    assert organizer.get("/v1/matches?limit=1").json() == before


def test_the_same_person_twice_is_inconsistent(organizer: Caller) -> None:
    player = organizer.get(f"/v1/matches/{organizer.open()}").json()["seats"][0]["player"]
    body = {"ruleset": "hearts.castillar", "seats": [{"player": player}, {"player": player}]}
    refusal_of(organizer.post("/v1/matches", json=body), 422, "inconsistent")


def test_paths_methods_and_parameters(organizer: Caller, match: str) -> None:
    refusal_of(organizer.get("/v1/nothing"), 404, "not-found")
    refusal_of(organizer.get("/v1/rulesets/brisca"), 404, "not-found")
    refusal_of(organizer.get("/v1/problems/none"), 404, "not-found")
    answer = organizer.delete(f"/v1/matches/{match}")
    refusal_of(answer, 405, "not-allowed")
    assert answer.headers["allow"]
    refusal_of(organizer.get(f"/v1/matches/{match}?at=zero"), 400, "malformed")
    refusal_of(organizer.get(f"/v1/matches/{match}?at=99"), 404, "not-found")


@pytest.mark.parametrize(
    ("accept", "language"),
    [("es", "es"), ("es-ES,es;q=0.9,en;q=0.8", "es"), ("en-GB", "en"), ("fr", "en"), ("en;q=0.2, es;q=0.7", "es")],
)
def test_problems_speak_the_readers_language(organizer: Caller, match: str, accept: str, language: str) -> None:
    answer: httpx.Response = organizer.say(match, play("2C", 1 - LEADER), **{"Accept-Language": accept})
    problem = refusal_of(answer, 409, "impossible")
    assert answer.headers["content-language"] == language
    assert ("asiento" in problem["detail"]) == (language == "es")


def test_every_code_is_explained(public: Caller) -> None:
    items = public.get("/v1/problems").json()["items"]
    assert {"malformed", "impossible", "irregular", "finished", "conflict"} <= {item["code"] for item in items}
    for item in items:
        assert public.get(f"/v1/problems/{item['code']}").json() == item


def test_forbidden_for_an_auditor(tmp_path: Path) -> None:
    from api import opening

    with start(tmp_path) as running, Caller(base_url=running.url) as client:
        client.headers["Authorization"] = f"Bearer {TOKEN}"
        match = client.open()
        client.tell(match, {"type": "deal", "hands": TWO})
        people = opening.open_service(str(running.database)).people
        auditor = {"Authorization": f"Bearer {grant(people, 'auditor')}"}
        refusal_of(client.say(match, play("2C"), **auditor), 403, "forbidden")
        view = client.get(f"/v1/matches/{match}", headers=auditor).json()
        assert (view["version"], view["hands"]) == (2, TWO)
