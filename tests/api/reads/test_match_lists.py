"""Lists of matches: the results of each filter and order, and names with people. `test_every_list.py` tests all lists."""

from collections.abc import Iterator

import httpx
import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

NOTE = {"type": "note", "text": "x"}


def open_between(organizer: Caller, player: str) -> str:
    """A match between this player and another one."""
    body = {"ruleset": "hearts.castillar", "seats": [{"player": player}, {"name": "Beto"}]}
    return str(organizer.post("/v1/matches", json=body).json()["id"])


def enter(organizer: Caller, name: str = "Ana") -> str:
    return str(organizer.post("/v1/players", json={"name": name, "distinct": True}).json()["id"])


def find_ids(caller: Caller, **query: str) -> list[str]:
    answer = caller.get("/v1/matches", params={"limit": "500", **query})
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()["items"]]


@pytest.fixture
def two(organizer: Caller) -> tuple[str, str]:
    """Two matches with one player in common. The first opened is the last changed."""
    ana = enter(organizer)
    first, second = open_between(organizer, ana), open_between(organizer, ana)
    organizer.tell(first, NOTE)
    return first, second


def mine(organizer: Caller, two: tuple[str, str], **query: str) -> list[str]:
    """The matches of the two that a query finds, in its order."""
    return [id_ for id_ in find_ids(organizer, **query) if id_ in two]


def test_lists_go_by_when_matches_were_opened_or_changed(organizer: Caller, two: tuple[str, str]) -> None:
    first, second = two
    assert mine(organizer, two) == mine(organizer, two, sort="newest") == [second, first]
    assert mine(organizer, two, sort="oldest") == [first, second]
    assert mine(organizer, two, sort="changed") == [first, second]


def test_lists_find_what_was_opened_or_changed_between_two_times(organizer: Caller, two: tuple[str, str]) -> None:
    first, second = two
    items = {item["id"]: item for item in organizer.get("/v1/matches", params={"limit": 500}).json()["items"]}
    since, until = items[second]["opened_at"], items[first]["changed_at"]
    assert second in find_ids(organizer, since=since)
    assert second in find_ids(organizer, until=since)
    assert first in find_ids(organizer, since=until, sort="changed")
    assert (
        find_ids(organizer, since="2999-01-01T00:00:00Z")
        == find_ids(organizer, until="2000-01-01T00:00:00+02:00")
        == []
    )


@pytest.mark.parametrize("time", ["yesterday", "2026-05-01", "2026-05-01T10:00:00", "2026-13-01T10:00:00Z", ""])
def test_a_time_without_its_zone_is_none(public: Caller, time: str) -> None:
    problem = refusal_of(public.get("/v1/matches", params={"since": time}), 400, "malformed")
    assert problem["errors"][0]["path"] == "?since"


def test_lists_find_the_matches_of_a_championship_and_of_nobody_else(organizer: Caller) -> None:
    contest, other = Contest(organizer, "Ana", "Beto", "Carla"), Contest(organizer, "Dani", "Eva", "Fito")
    ids = [
        organizer.post("/v1/matches", json={"fixture": each.fixtures()[0]["id"]}).json()["id"]
        for each in (contest, other)
    ]
    assert find_ids(organizer, championship=contest.championship) == [ids[0]]
    assert find_ids(organizer, championship=contest.championship, contest=other.id) == []
    assert find_ids(organizer, championship="nobody") == []


def test_people_in_lists_have_their_names_until_they_are_erased(organizer: Caller) -> None:
    passer_by = enter(organizer, "Ana de paso")
    match = open_between(organizer, passer_by)

    def seats_shown() -> list[dict[str, str]]:
        items = organizer.get("/v1/matches", params={"player": passer_by}).json()["items"]
        assert [item["id"] for item in items] == [match]
        return list(items[0]["players"])

    assert [player["name"] for player in seats_shown()] == ["Ana de paso", "Beto"]
    assert organizer.delete(f"/v1/players/{passer_by}").status_code == 204
    assert seats_shown()[0] == {"id": passer_by, "name": None}


def pages(caller: Caller, path: str) -> Iterator[httpx.Response]:
    """The pages of a list, as `Link` leads from one to the next."""
    following: str | None = path
    while following:
        answer = caller.get(following)
        assert answer.status_code == 200, answer.text
        yield answer
        following = answer.links.get("next", {}).get("url")


@pytest.mark.parametrize("sort", ["newest", "oldest", "changed"])
def test_pages_of_matches_lead_to_each_other_and_leave_nothing_out(organizer: Caller, sort: str) -> None:
    ana = enter(organizer)
    matches = [open_between(organizer, ana) for _ in range(5)]
    whole = find_ids(organizer, player=ana, sort=sort)
    assert sorted(whole) == sorted(matches)
    some = list(pages(organizer, f"/v1/matches?player={ana}&sort={sort}&limit=2"))
    assert [len(page.json()["items"]) for page in some] == [2, 2, 1]
    assert [item["id"] for page in some for item in page.json()["items"]] == whole
