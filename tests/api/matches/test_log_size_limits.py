"""Limits on the size of one match's log, tested from outside."""

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.log.commits.group import streams_of
from referee.log.log import Log
from referee.log.records import Write
from referee.matches.preconditions import MOST_CLAIMS, MOST_ENTRIES, MOST_RETRACTS, MOST_SANCTIONS
from tests.support.hands import TWO
from tests.support.playout import play_out
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of


@pytest.fixture
def match(organizer: Caller) -> str:
    match_id = organizer.open()
    organizer.tell(match_id, [{"type": "deal", "hands": TWO}, {"type": "play", "seat": 1, "card": "2C"}])
    return match_id


JSON = {"Content-Type": "application/json"}
CLAIM: dict[str, Any] = {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 3}


def test_one_seat_claims_one_thing_once(organizer: Caller, match: str) -> None:
    organizer.tell(match, CLAIM)
    version = organizer.version(match)
    for body in (CLAIM, [CLAIM] * 500):
        problem = refusal_of(organizer.say(match, body), 409, "impossible")
        assert problem["detail"] == "seat 0 claimed this already: it is claim c1"
    assert organizer.version(match) == version


@pytest.mark.parametrize(
    ("event", "most", "field"),
    [({"type": "sanction", "seat": 0, "card": "yellow", "reason": "habla"}, MOST_SANCTIONS, "sanctions")],
)
def test_what_is_said_beside_the_play_has_an_end(
    organizer: Caller, match: str, event: dict[str, Any], most: int, field: str
) -> None:
    organizer.tell(match, [event] * most, Prefer="return=minimal")
    refusal_of(organizer.say(match, event), 409, "impossible")
    assert len(organizer.get(f"/v1/matches/{match}").json()[field]) == most
    organizer.tell(match, {"type": "note", "text": "sigue"})


def test_one_request_folds_a_match_again_a_few_times_only(organizer: Caller, match: str) -> None:
    retract = {"type": "retract", "to": 3, "reason": "prueba"}
    refusal_of(organizer.say(match, [retract] * (MOST_RETRACTS + 1)), 400, "malformed")
    refusal_of(organizer.say(match, [retract] * 300), 400, "malformed")
    organizer.tell(match, [retract] * MOST_RETRACTS)


def test_a_match_takes_so_many_claims(organizer: Caller) -> None:
    """The rivals claim after every play. Further claims are refused past the limit, and play goes on."""
    match = organizer.open("hearts.castillar", 4)
    organizer.tell(match, list(play_out("hearts.castillar", 4, "u", first_dealer=0))[:200], Prefer="return=minimal")
    plays = [e for e in organizer.get(f"/v1/matches/{match}/events?limit=500").json()["items"] if e["type"] == "play"]
    claims = [
        {"type": "claim", "by": by, "against": play["seat"], "kind": "revoke", "at": play["version"]}
        for play in plays
        for by in range(4)
        if by != play["seat"]
    ]
    assert len(claims) > MOST_CLAIMS
    organizer.tell(match, claims[:MOST_CLAIMS], Prefer="return=minimal")
    problem = refusal_of(organizer.say(match, claims[MOST_CLAIMS]), 409, "impossible")
    assert str(MOST_CLAIMS) in problem["detail"]
    organizer.tell(match, {"type": "note", "text": "sigue"})


def test_a_match_takes_no_note_after_so_many_entries(organizer: Caller) -> None:
    match = organizer.open()
    note = {"type": "note", "text": "x"}
    left = MOST_ENTRIES - organizer.version(match)
    while left:
        organizer.tell(match, [note] * min(500, left), Prefer="return=minimal")
        left -= min(500, left)
    problem = refusal_of(organizer.say(match, note), 409, "impossible")
    assert str(MOST_ENTRIES) in problem["detail"]
    organizer.tell(match, {"type": "deal"}, Prefer="return=minimal")


def test_what_folds_a_match_again_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A retract is decided in a thread of its own. A quick act is not."""
    carried_out: list[tuple[str, set[str]]] = []
    append_all = Log.append_all

    def noting(log: Log, writes: Sequence[Write]) -> list[int]:
        carried_out.append((threading.current_thread().name, set().union(*map(streams_of, writes))))
        return append_all(log, writes)

    monkeypatch.setattr(Log, "append_all", noting)
    with quiet(str(tmp_path / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        match = client.open()
        client.tell(match, {"type": "note", "text": "x"})
        for body in (
            {"type": "retract", "to": 1, "reason": "x"},
            b'[{"type": "ret\\u0072act", "to": 1, "reason": "x"}]',
        ):
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            assert client.post(f"/v1/matches/{match}/events", content=content, headers=JSON).status_code == 201
        lines_of_queue = [
            {"type": "queue", "match": match, "version": client.version(match)},
            {"key": "note", "type": "note", "text": "y"},
            {"key": "back", "type": "retract", "to": 1, "reason": "x"},
        ]
        lines = "\n".join(json.dumps(line) for line in lines_of_queue).encode()
        ndjson = {"Content-Type": "application/x-ndjson"}
        answer = client.post(f"/v1/matches/{match}/queue", content=lines, headers=ndjson)
        assert [item["status"] for item in answer.json()["items"]] == ["stored", "stored"], answer.text
    threads = [thread for thread, streams in carried_out if match in streams]
    opening, note, *retracts, queued_note, queued_retract = threads
    assert opening == note == queued_note
    assert len(retracts) == 2 and note not in {*retracts, queued_retract}
