"""The tables of a championship, as its head referee watches them, on both databases. The roles allowed are in access.md."""

from typing import Any

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

CLAIM = {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4}


@pytest.fixture
def contest(head: Caller) -> Contest:
    """A contest with three matches to play."""
    return Contest(head, "Ana", "Beto", "Carla")


def open_table_match(contest: Contest, n: int, **more: Any) -> str:
    """The match of a fixture, in which seat 1 does not follow suit. The log cannot tell if it could."""
    body = {"fixture": contest.fixtures()[n]["id"], "first_dealer": 0} | more
    match = str(contest.client.post("/v1/matches", json=body).json()["id"])
    plays = [{"type": "play", "seat": seat, "card": card} for seat, card in ((0, "2C"), (1, "5D"))]
    contest.client.tell(match, [{"type": "deal"}, *plays])
    return match


def tables(contest: Contest) -> list[dict[str, Any]]:
    answer = contest.client.get(f"/v1/championships/{contest.championship}/tables")
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


def test_every_match_in_play_is_there_with_who_records_it(contest: Contest, head: Caller) -> None:
    first, second = open_table_match(contest, 0), open_table_match(contest, 1, table="la del fondo")
    assert head.put(f"/v1/matches/{first}/presence", json={"label": "Marta", "pending": 3}).status_code == 204
    later, earlier = tables(contest)
    assert [earlier["id"], later["id"]] == [first, second]
    assert (later["table"], later["devices"], later["claims"]) == ("la del fondo", [], [])
    assert later["fixture"] == contest.fixtures()[1]["id"]
    names = {one["name"] for one in contest.fixtures()[1]["entrants"]}
    assert {one["name"] for one in later["players"]} == names
    [device] = earlier["devices"]
    assert (device["label"], device["pending"]) == ("Marta", 3)
    assert earlier["seconds_ago"] >= 0
    assert earlier["changed_at"] == head.get(f"/v1/matches/{first}/events").json()["items"][-1]["recorded_at"]


def test_a_copy_is_good_until_something_is_written_or_somebody_heard_of(contest: Contest, head: Caller) -> None:
    match = open_table_match(contest, 0)
    paths = [f"/v1/championships/{contest.championship}/tables", f"/v1/matches/{match}/presence"]

    def again(path: str, etag: str) -> int:
        return head.get(path, headers={"If-None-Match": etag}).status_code

    head.put(f"/v1/matches/{match}/presence", json={"label": "Marta"})
    for path in paths:
        etag = head.get(path).headers["etag"]
        assert again(path, etag) == 304
        head.put(f"/v1/matches/{match}/presence", json={"label": "Marta", "pending": 2})
        assert again(path, etag) == 200


def test_a_claim_stands_there_until_it_is_ruled_on(contest: Contest, head: Caller) -> None:
    match = open_table_match(contest, 0)
    head.tell(match, CLAIM)
    [table] = tables(contest)
    assert [(one["claim"], one["kind"], one["status"]) for one in table["claims"]] == [("c1", "revoke", "pending")]
    head.tell(match, {"type": "ruling", "claim": "c1", "upheld": False, "reason": "no llevaba tréboles"})
    assert [table["claims"] for table in tables(contest)] == [[]]


def test_a_match_that_is_over_is_there_while_a_claim_waits(contest: Contest, head: Caller) -> None:
    match = open_table_match(contest, 0)
    head.tell(match, {"type": "withdraw", "seat": 0, "reason": "se fue"})
    head.tell(match, CLAIM)
    assert [(table["status"], len(table["claims"])) for table in tables(contest)] == [("finished", 1)]
    head.tell(match, {"type": "ruling", "claim": "c1", "upheld": False, "reason": "no llevaba tréboles"})
    assert tables(contest) == []


def test_matches_of_other_championships_are_not_there(contest: Contest, head: Caller) -> None:
    open_table_match(Contest(head, "Dani", "Elena"), 0)
    assert tables(contest) == []
    refusal_of(head.get("/v1/championships/nobody/tables"), 404, "not-found")
