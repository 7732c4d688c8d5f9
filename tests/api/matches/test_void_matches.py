"""A void match, without which its contest goes on: nothing is recorded in it, and every client at its table hears so."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.desk import FORMATS, OUTSIDERS, draw_desk_contest, figures, open_fixture
from tests.support.organizing import TEN, Contest
from tests.support.service import Caller, refusal_of

NOTE = {"type": "note", "text": "mesa coja"}
CALL = NOTE | {"kind": "call"}
Way = Callable[[Contest, dict[str, Any]], Any]


def by_hand(contest: Contest, fixture: dict[str, Any]) -> Any:
    body = figures(contest, fixture) | {"reason": "en papel"}
    return contest.client.put(f"{_of(fixture)}/result", json=body)


def walkover(contest: Contest, fixture: dict[str, Any]) -> Any:
    body = {"absent": [fixture["entrants"][0]["id"]], "reason": "se fue"}
    headers = {"If-Match": f'"{contest.client.get(_of(fixture)).json()["version"]}"'}
    return contest.client.post(f"{_of(fixture)}/walkover", json=body, headers=headers)


def withdrawal(contest: Contest, fixture: dict[str, Any]) -> Any:
    return contest.do("withdrawals", player=fixture["entrants"][0]["id"], reason="se va", reopen=True)


def substitution(contest: Contest, fixture: dict[str, Any]) -> Any:
    first = fixture["entrants"][0]
    into = [*OUTSIDERS] if "players" in first else OUTSIDERS[0]
    return contest.do("substitutions", out=first["id"], reason="x", reopen=True, **{"in": into})


def cancellation(contest: Contest, fixture: dict[str, Any]) -> Any:
    return contest.client.delete(f"/v1/contests/{contest.id}", params={"reason": "llueve", "reopen": "true"})


def opened_by_mistake(contest: Contest, fixture: dict[str, Any]) -> Any:
    log = contest.client.get(f"/v1/championships/{contest.championship}/events", params={"limit": 500}).json()["items"]
    [version] = [one["version"] for one in log if one["type"] == "match_opened"]
    path = f"/v1/contests/{contest.id}/decisions/{version}"
    return contest.client.delete(path, params={"reason": "mesa equivocada", "reopen": "true"})


WAYS: tuple[Way, ...] = (by_hand, walkover, withdrawal, substitution, cancellation, opened_by_mistake)


def _replacement(contest: Contest, fixture: dict[str, Any], way: Way) -> Any:
    """The match that replaces it; nothing if the match has a result without a table, or is not played."""
    if way not in {substitution, opened_by_mistake}:
        return None
    [now] = [one for one in contest.fixtures() if _place(one) == _place(fixture) and one["state"] == "pending"]
    assert (now["id"] == fixture["id"]) is (way is opened_by_mistake)
    return {"fixture": now["id"], "match": None}


def _place(fixture: dict[str, Any]) -> list[Any]:
    return [fixture.get(name) for name in ("kind", "round", "order", "group")]


def _of(fixture: dict[str, Any]) -> str:
    return f"/v1/fixtures/{fixture['id']}"


def _is_told(client: Caller, contest: Contest, match: str, instead: Any) -> None:
    """Checks that every recorder, reader and queue hears that the match is void, and that nothing is stored."""
    address = f"/v1/matches/{match}"
    version = client.get(address).json()["version"]
    for again in ("", "?dry_run=true"):
        problem = refusal_of(client.post(f"{address}/events{again}", json=NOTE), 409, "void")
        assert problem["instead"] == instead
    queue = f'{{"type":"queue","match":"{match}","version":{version}}}\n{{"type":"note","text":"x","key":"k"}}\n'
    answer = client.post(f"{address}/queue", content=queue, headers={"Content-Type": "application/x-ndjson"})
    assert answer.status_code < 300, answer.text
    [line] = answer.json()["items"]
    assert (line["status"], line["problem"]["code"]) == ("refused", "void")
    assert client.get(address).json()["version"] == version
    _is_seen(client, contest, match, {"counts": False, "instead": instead})


def _is_seen(client: Caller, contest: Contest, match: str, counting: dict[str, Any]) -> None:
    """Checks that the match and the lists of matches show if it counts. A view of the past stays as it was."""
    address, of_match = f"/v1/matches/{match}", {"championship": contest.championship, "limit": 100}
    view = client.get(address)
    for again in (view, client.get(address), client.get(f"{address}/presence")):
        assert {name: again.json()[name] for name in counting} == counting
    whole = view.headers["etag"] == f'"{view.json()["version"]}"'
    assert whole is counting["counts"]
    first = _read_messages(iter(client.get(f"{address}/stream", params={"once": "true"}).text.splitlines()))
    assert [*first] == ([] if counting["counts"] else [counting])
    assert client.get(address, headers={"If-None-Match": view.headers["etag"]}).status_code == 304
    assert "counts" not in client.get(address, params={"at": 1}).json()
    [row] = [one for one in _matches(client, of_match) if one["id"] == match]
    assert {name: row[name] for name in counting} == counting
    open_ones = [one["id"] for one in _matches(client, of_match | {"status": "open"})]
    called = client.get(f"/v1/championships/{contest.championship}/calls", params={"answered": "false"}).json()["items"]
    for seen in (_tables(client, contest), open_ones, [one["match"] for one in called]):
        assert (match in seen) is counting["counts"]


def _read_messages(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """The messages of a stream about its match being void or not."""
    for line in lines:
        if line == "event: counting":
            yield json.loads(next(lines).removeprefix("data: "))


def _matches(client: Caller, params: dict[str, Any]) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = client.get("/v1/matches", params=params).json()["items"]
    return items


def _tables(client: Caller, contest: Contest) -> list[str]:
    items = client.get(f"/v1/championships/{contest.championship}/tables").json()["items"]
    return [one["id"] for one in items]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("format_", FORMATS)
def test_a_match_that_dies_at_its_table_takes_nothing_and_lives_again_by_an_undo(
    organizer: Caller, format_: str, way: Way
) -> None:
    contest = draw_desk_contest(organizer, format_)
    fixture = open_fixture(contest)
    match = str(organizer.post("/v1/matches", json={"fixture": fixture["id"]}).json()["id"])
    organizer.tell(match, CALL)
    _is_seen(organizer, contest, match, {"counts": True, "instead": None})
    last = {"Last-Event-ID": str(organizer.get(f"/v1/matches/{match}").json()["version"])}
    with organizer.stream("GET", f"/v1/matches/{match}/stream", headers=last) as stream:
        events = _read_messages(stream.iter_lines())
        assert next(events) == {"counts": True, "instead": None}
        answer = way(contest, fixture)
        assert answer.status_code < 300, answer.text
        instead = _replacement(contest, fixture, way)
        assert next(events) == {"counts": False, "instead": instead}
        _is_told(organizer, contest, match, instead)
        if way is not opened_by_mistake:
            _lives_again(organizer, contest, match)
            assert next(events) == {"counts": True, "instead": None}


def _lives_again(organizer: Caller, contest: Contest, match: str) -> None:
    """Takes the last decision back, and the match goes on."""
    log = organizer.get(f"/v1/championships/{contest.championship}/events", params={"limit": 500}).json()["items"]
    path = f"/v1/contests/{contest.id}/decisions/{log[-1]['version']}"
    back = organizer.delete(path, params={"reason": "por error", "reopen": "true"})
    assert back.status_code == 200, back.text
    _is_seen(organizer, contest, match, {"counts": True, "instead": None})
    organizer.tell(match, NOTE)


def test_a_final_to_which_others_are_through_says_where_the_new_one_is_played(organizer: Caller) -> None:
    contest = Contest(organizer, *TEN[:4], ruleset="corona", format="knockout")
    first, second = contest.fixtures()
    for fixture in (first, second):
        assert organizer.post(f"{_of(fixture)}/result", json={"points": [1, 0]}).status_code == 201
    [final] = contest.fixtures("final")
    match = str(organizer.post("/v1/matches", json={"fixture": final["id"]}).json()["id"])
    organizer.tell(match, CALL)
    body = {"points": [0, 1], "reason": "al revés", "reopen": True}
    assert organizer.put(f"{_of(first)}/result", json=body).status_code == 200
    [now] = contest.fixtures("final")
    _is_told(organizer, contest, match, {"fixture": now["id"], "match": None})
    new = str(organizer.post("/v1/matches", json={"fixture": now["id"]}).json()["id"])
    _is_told(organizer, contest, match, {"fixture": now["id"], "match": new})
    assert new in _tables(organizer, contest)
    assert new in refusal_of(organizer.say(match, NOTE), 409, "void")["detail"]
    for one, counts in ((match, False), (new, True)):
        assert ("No cuenta" in organizer.get(f"/table/{one}", params={"lang": "es"}).text) is not counts
