"""Matches over HTTP: from the opening to the audit, as an organizer, as the public, and as a client that retries."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from referee.match.entries import first_chain_flaw
from tests.support.hands import FOUR, TWO, holder
from tests.support.service import Caller, refusal_of

RECORD = Path(__file__).parents[2] / "data" / "records" / "hearts-openspiel-05.match.jsonl"
DEAL = {"type": "deal", "hands": TWO}
LEADER = holder(TWO)


def record_match(organizer: Caller) -> str:
    """A recorded match of four rounds, appended over HTTP."""
    opening, *events = map(json.loads, RECORD.read_text(encoding="utf-8").splitlines())
    match = organizer.open("hearts.yppedia", 4, params=opening["params"], first_dealer=opening["first_dealer"])
    for start in range(0, len(events), 100):
        organizer.tell(match, events[start : start + 100])
    return match


def test_opening_answers_with_address_version_and_view(organizer: Caller) -> None:
    body = {"ruleset": "hearts.castillar", "seats": [{"name": "Ana"}, {"name": "Beto"}], "table": "mesa 3"}
    answer = organizer.post("/v1/matches", json=body)
    view = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/v1/matches/{view['id']}"
    assert answer.headers["etag"] == '"1"'
    assert answer.headers["consistency-token"]
    assert [seat["name"] for seat in view["seats"]] == ["Ana", "Beto"]
    assert view["params"] == {"limit": 100, "rounds": 4}
    assert (view["status"], view["phase"], view["hand"], view["version"]) == ("open", "deal", 1, 1)
    assert organizer.get(answer.headers["location"]).json() == view


def test_a_recorded_match_comes_to_its_scores(organizer: Caller) -> None:
    match = record_match(organizer)
    view = organizer.get(f"/v1/matches/{match}").json()
    assert view["score"]["totals"] == [56, 39, 29, 32]
    assert len(view["score"]["hands"]) == 4
    assert view["infractions"] == []


def moves(legal: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cards that may be laid. Figures of a whole hand and words about a card are left out."""
    return [event for event in legal if event["type"] == "play"]


def test_a_client_can_play_by_the_legal_list_alone(organizer: Caller) -> None:
    match = organizer.open(enforcement="strict", params={"rounds": 1})
    organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "fiesta"})
    for _ in range(52):
        legal = organizer.get(f"/v1/matches/{match}/legal").json()
        assert {event["seat"] for event in moves(legal["events"])} == {legal["turn"]}
        organizer.tell(match, moves(legal["events"])[0], Prefer="return=minimal")
    view = organizer.get(f"/v1/matches/{match}").json()
    assert view["status"] == "finished"
    assert sum(view["score"]["totals"]) == 26
    assert organizer.get(f"/v1/matches/{match}/legal").json()["events"] == []


def test_a_shuffle_is_repeatable_from_its_recorded_seed(organizer: Caller) -> None:
    one, other = organizer.open(), organizer.open()
    entry = organizer.tell(one, {"type": "deal", "shuffle": True})["events"][0]
    assert len(entry["seed"]) >= 16
    again = organizer.tell(other, {"type": "deal", "shuffle": True, "seed": entry["seed"]})["events"][0]
    assert again["hands"] == entry["hands"]


def test_stored_events_carry_version_time_author_facts_and_hash(organizer: Caller) -> None:
    match = organizer.open()
    answer = organizer.tell(match, DEAL)
    assert answer["version"] == 2
    entry = answer["events"][0]
    assert entry["type"] == "deal"
    assert {"version", "recorded_at", "recorded_by", "facts", "hash"} <= entry.keys()
    assert entry["facts"] == [{"fact": "hand_dealt", "hand": 1, "dealer": 0}]
    assert entry["recorded_by"].startswith("organizer:")
    assert answer["view"]["version"] == 2


def test_cards_of_a_set_are_stored_in_pack_order(organizer: Caller) -> None:
    match = organizer.open("hearts.castillar", 4)
    organizer.tell(match, {"type": "deal", "hands": [hand[::-1] for hand in FOUR]})
    entry = organizer.tell(match, {"type": "pass", "seat": 0, "cards": FOUR[0][2::-1]})["events"][0]
    assert entry["cards"] == FOUR[0][:3]


def test_prefer_minimal_leaves_the_view_out(organizer: Caller) -> None:
    answer = organizer.say(organizer.open(), DEAL, Prefer="return=minimal")
    assert "view" not in answer.json()
    assert answer.headers["preference-applied"] == "return=minimal"


def test_if_match_lets_one_of_two_tablets_through(organizer: Caller) -> None:
    match = organizer.open()
    assert organizer.say(match, DEAL, **{"If-Match": '"1"'}).status_code == 201
    assert organizer.say(match, DEAL, **{"If-Match": '"1"'}).status_code == 409
    assert organizer.say(match, {"type": "note", "text": "x"}, **{"If-Match": '"2"'}).status_code == 201


def test_a_retry_with_its_key_is_answered_as_the_first_was(organizer: Caller) -> None:
    match = organizer.open()
    first = organizer.say(match, DEAL, **{"Idempotency-Key": "tablet-1"})
    organizer.tell(match, {"type": "note", "text": "x"})
    second = organizer.say(match, DEAL, **{"Idempotency-Key": "tablet-1"})
    assert (second.status_code, second.json()) == (201, first.json())
    assert organizer.version(match) == 3
    body = {"ruleset": "hearts.castillar", "seats": [{"name": "A"}, {"name": "B"}]}
    ids = {organizer.post("/v1/matches", json=body, headers={"Idempotency-Key": "o1"}).json()["id"] for _ in "ab"}
    assert len(ids) == 1


def test_a_view_is_revalidated_by_its_etag(organizer: Caller) -> None:
    match = organizer.open()
    tag = organizer.get(f"/v1/matches/{match}").headers["etag"]
    assert organizer.get(f"/v1/matches/{match}", headers={"If-None-Match": tag}).status_code == 304
    organizer.tell(match, DEAL)
    assert organizer.get(f"/v1/matches/{match}", headers={"If-None-Match": tag}).status_code == 200


def test_past_versions(organizer: Caller) -> None:
    match = organizer.open()
    views = [organizer.tell(match, event)["view"] for event in (DEAL, {"type": "play", "seat": LEADER, "card": "2C"})]
    for view in views:
        assert organizer.get(f"/v1/matches/{match}?at={view['version']}").json() == view


def test_events_in_pages_and_as_ndjson(organizer: Caller) -> None:
    match = record_match(organizer)
    items: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = organizer.get(f"/v1/matches/{match}/events", params={"after": after, "limit": 90}).json()
        items += page["items"]
        after = page["next"]
    assert [item["version"] for item in items] == list(range(1, 226))
    answer = organizer.get(f"/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"})
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert lines == items
    assert first_chain_flaw(lines) == (225, None)


def test_the_public_sees_hands_only_once_the_hand_is_over(organizer: Caller, public: Caller) -> None:
    match = organizer.open(params={"rounds": 2})
    organizer.tell(match, {"type": "deal", "hands": TWO, "shuffle": False})
    view = public.get(f"/v1/matches/{match}").json()
    assert view["hands"] == [None, None]
    assert view["hand_sizes"] == [26, 26]
    assert view["turn"] is None
    legal = public.get(f"/v1/matches/{match}/legal").json()
    assert moves(legal["events"]) == [{"type": "play", "seat": seat, "card": "2C"} for seat in (0, 1)]
    assert public.get(f"/v1/matches/{match}/events").json()["items"][1]["hands"] is None
    while organizer.get(f"/v1/matches/{match}").json()["phase"] == "play":
        legal = organizer.get(f"/v1/matches/{match}/legal").json()
        organizer.tell(match, moves(legal["events"])[0])
    assert public.get(f"/v1/matches/{match}/events").json()["items"][1]["hands"] == TWO
    assert public.get(f"/v1/matches/{match}?at=2").json()["hands"] == TWO


def test_the_replay_shows_each_step_and_what_it_broke(organizer: Caller) -> None:
    match = organizer.open()
    organizer.tell(match, DEAL)
    organizer.tell(match, {"type": "play", "seat": LEADER, "card": "2C"})
    wrong = next(card for card in TWO[1 - LEADER] if card[1] == "D")
    organizer.tell(match, {"type": "play", "seat": 1 - LEADER, "card": wrong})
    assert all("legal" not in step for step in organizer.get(f"/v1/matches/{match}/replay").json()["steps"])
    steps = organizer.get(f"/v1/matches/{match}/replay?hand=1&legal=true").json()["steps"]
    assert [step["version"] for step in steps] == [2, 3, 4]
    assert steps[-1]["breaches"] == [
        {"code": "hearts.follow-suit", "seat": 1 - LEADER, "version": 4, "proven_at": 4, "status": "proven"}
    ]
    assert steps[1]["view"] == organizer.get(f"/v1/matches/{match}?at=3").json()
    assert {event["seat"] for event in moves(steps[1]["legal"])} == {1 - LEADER}


def test_the_audit_names_the_rule_the_proof_and_how_points_arose(organizer: Caller) -> None:
    match = record_match(organizer)
    report = organizer.get(f"/v1/matches/{match}/audit").json()
    assert report["chain"]["intact"]
    assert report["chain"]["length"] == 225
    assert report["differences"] == []
    totals = [sum(point["points"] for point in report["points"] if point["side"] == side) for side in range(4)]
    assert totals == [56, 39, 29, 32]
    assert [len([row for row in sheet["rows"] if not row["note"]]) for sheet in report["hands"]] == [13] * 4


def test_matches_are_listed_newest_first_in_pages(organizer: Caller, public: Caller) -> None:
    ids = [organizer.open("hearts.yppedia", 4) for _ in range(3)]
    player = organizer.get(f"/v1/matches/{ids[1]}").json()["seats"][2]["player"]
    page = public.get("/v1/matches?ruleset=hearts.yppedia&limit=2").json()
    assert [item["id"] for item in page["items"]] == ids[:0:-1]
    rest = public.get(f"/v1/matches?ruleset=hearts.yppedia&limit=1&cursor={page['next']}").json()
    assert [item["id"] for item in rest["items"]] == ids[:1]
    mine = public.get(f"/v1/matches?player={player}").json()
    assert [item["id"] for item in mine["items"]] == [ids[1]]
    assert mine["next"] is None
    organizer.tell(ids[0], {"type": "withdraw", "seat": 0, "reason": "x"})
    items = public.get("/v1/matches?status=finished&limit=1").json()["items"]
    assert [(item["id"], item["version"]) for item in items] == [(ids[0], 2)]


def events_of(answer: httpx.Response) -> list[tuple[str, str]]:
    events = []
    fields: dict[str, str] = {}
    for line in answer.iter_lines():
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "id" in fields:
            events.append((fields["id"], json.loads(fields["data"])["type"]))
            fields = {}
    return events


def test_a_stream_resumes_after_the_last_event_id(organizer: Caller, public: Caller) -> None:
    match = organizer.open()
    organizer.tell(match, [DEAL, {"type": "note", "text": "x"}])
    url = f"/v1/matches/{match}/stream?once=true"
    with public.stream("GET", url) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert events_of(answer) == [("1", "open"), ("2", "deal"), ("3", "note")]
    with public.stream("GET", url, headers={"Last-Event-ID": "2"}) as answer:
        assert events_of(answer) == [("3", "note")]


def test_a_stream_brings_what_comes_later(organizer: Caller, public: Caller) -> None:
    match = organizer.open()
    kinds = []
    with public.stream("GET", f"/v1/matches/{match}/stream") as answer:
        for line in answer.iter_lines():
            if line.startswith("data: "):
                kinds.append(json.loads(line.removeprefix("data: "))["type"])
                if kinds == ["open"]:
                    organizer.tell(match, DEAL)
                elif kinds == ["open", "deal"]:
                    break
    assert kinds == ["open", "deal"]


def test_rulebooks(public: Caller) -> None:
    ids = [item["id"] for item in public.get("/v1/rulesets").json()["items"]]
    assert {"hearts.castillar", "hearts.yppedia"} <= set(ids)
    for id_ in ids:
        book = public.get(f"/v1/rulesets/{id_}").json()
        codes = [clause["code"] for clause in book["clauses"]]
        assert len(set(codes)) == len(codes)
        assert all(clause["es"] and clause["en"] and clause["source"] for clause in book["clauses"])
        assert book["events"]
        assert book["params"]


def test_metrics_and_health(organizer: Caller, public: Caller) -> None:
    organizer.open()
    public.get("/v1/matches")
    assert public.get("/v1/health/live").json() == {"status": "live"}
    assert public.get("/v1/health/ready").json() == {"status": "ready"}
    ready = organizer.get("/v1/health/ready").json()
    state = ready["projections"]["matches"]
    assert (state["position"], state["lag"]) == (ready["position"], 0)
    assert state["rows"] > 0
    assert len(state["digest"]) == 64
    refusal_of(public.get("/metrics"), 401, "unauthenticated")
    metrics = organizer.get("/metrics").text
    assert "referee_log_position" in metrics
    assert f'referee_projection_info{{digest="{state["digest"]}",projection="matches"}} 1.0' in metrics


@pytest.mark.parametrize(
    "path",
    ["/v1/docs", "/v1/docs/guide.css", "/v1/docs/swagger-ui.css", "/v1/docs/swagger-ui-bundle.js", "/v1/docs/start.js"],
)
def test_the_documentation_needs_no_internet(public: Caller, path: str) -> None:
    answer = public.get(path)
    assert answer.status_code == 200
    if path in {"/v1/docs", "/v1/docs/start.js"}:
        # Text to be copied has addresses of the reader's own service. Nothing is fetched from them.
        text = re.sub(r"<(pre|code)>.*?</\1>", "", answer.text, flags=re.DOTALL)
        assert "http://" not in text
        assert "https://" not in text
