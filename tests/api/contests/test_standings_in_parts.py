"""The tables of a contest in parts: joined they are the whole, one can be had around somebody, and each is right by itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.contests.formats import formats
from tests.api.contests.test_contest_evaluations import HELD
from tests.support.organizing import TEN, Contest
from tests.support.rounds_at_work import ContestInRounds
from tests.support.service import Caller, refusal_of

Json = dict[str, Any]
MATCH: Json = {"format": "single", "order": TEN[:4]}
STAGES: Json = {
    "format": "stages",
    "params": {"stages": [{"format": "groups", "size": 5, "through": 2}, {"format": "knockout"}]},
}
FORMATS = {**HELD, "single": MATCH, "groups and knockout": STAGES}


def contest_of(client: Caller, name: str) -> Contest:
    """A contest of this format, with some results."""
    people = FORMATS[name].get("order", TEN)
    contest = Contest(client, *people, **FORMATS[name])
    if name == "rounds":
        assert client.post(f"/v1/contests/{contest.id}/rounds", json={}).status_code == 200
    for n, fixture in enumerate(contest.fixtures()[:4]):
        points = [40 + n, 64 - n] if len(fixture["entrants"]) == 2 else [18, 20, 66, 104]
        answer = client.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": points})
        assert answer.status_code == 201, answer.text
    return contest


def path(contest: Contest) -> str:
    return f"/v1/contests/{contest.id}/standings"


def tables(view: Json) -> dict[tuple[int | None, str | None], list[list[Json]]]:
    """The rows of the tables of an answer by stage and line; those of groups apart."""
    found: dict[tuple[int | None, str | None], list[list[Json]]] = {}
    for number, one in enumerate([view, *view.get("stages", ())]):
        found[number or None, None] = [group["rows"] for group in one["groups"]] if "groups" in one else [one["rows"]]
        for line in one.get("lines", ()):
            found[number or None, line["line"]] = [line["rows"]]
    return found


def query(table: tuple[int | None, str | None]) -> Json:
    return {name: value for name, value in zip(("stage", "line"), table, strict=True) if value is not None}


def parts(client: Caller, contest: Contest, limit: int, **table: Any) -> Iterator[Json]:
    """The parts of a table, as `Link` leads from one to the next."""
    url: str | None = str(client.build_request("GET", path(contest), params={"limit": limit, **table}).url)
    while url:
        answer = client.get(url)
        assert answer.status_code == 200, answer.text
        yield answer.json()
        url = answer.links.get("next", {}).get("url")
        assert (url is None) == (answer.json()["next"] is None)


def joins(client: Caller, contest: Contest, limits: Any) -> None:
    """Joins the parts of every table, and compares them with the whole."""
    whole = contest.standings()
    assert not {"next", "previous", "before", "total"} & whole.keys()
    for table, groups in tables(whole).items():
        count = sum(map(len, groups))
        for limit in limits:
            joined: list[list[Json]] = [[] for _ in groups]
            seen = 0
            for part in parts(client, contest, limit, **query(table)):
                now = tables(part)
                assert {key: len(value) for key, value in now.items()} == {
                    key: len(value) for key, value in tables(whole).items()
                }
                assert not any(rows for other, own in now.items() if other != table for rows in own)
                assert (part["before"], part["total"]) == (seen, count)
                assert part["previous"] == (str(max(0, seen - limit)) if seen else None)
                for rows, more in zip(joined, now[table], strict=True):
                    rows.extend(more)
                    seen += len(more)
                assert (part["version"], part["provisional"]) == (whole["version"], whole["provisional"])
            assert joined == groups


def test_no_format_is_left_out() -> None:
    assert {FORMATS[name]["format"] for name in FORMATS} == {*formats()}


@pytest.mark.parametrize("name", FORMATS)
def test_parts_joined_are_the_whole(organizer: Caller, name: str) -> None:
    joins(organizer, contest_of(organizer, name), (1, 3, 10, 11))


def test_lines_have_parts_of_their_own(organizer: Caller) -> None:
    contest = ContestInRounds.of_pairs(organizer, *[f"P{n}" for n in range(20)], round_count=5, pairing="mitchell")
    contest.play(contest.pair())
    assert {line for _, line in tables(contest.standings())} == {None, "sitting", "moving"}
    joins(organizer, contest, (2, 5))


@pytest.mark.parametrize("name", FORMATS)
def test_the_part_of_somebody_has_the_rows_around(organizer: Caller, name: str) -> None:
    contest = contest_of(organizer, name)
    for table, groups in tables(contest.standings()).items():
        rows = [row for group in groups for row in group]
        for number, row in enumerate(rows):
            asked = {"limit": 3, **query(table)}
            [by_id, by_name] = [
                organizer.get(path(contest), params={"player": row["player"][field], **asked}).json()
                for field in ("id", "name")
            ]
            assert by_id == by_name
            found = [own for group in tables(by_id)[table] for own in group]
            first = max(0, min(number - 1, len(rows) - 3))
            assert by_id["before"] == first and found == rows[first : first + 3]


def test_a_person_finds_their_pair_and_a_team_its_name(organizer: Caller) -> None:
    contest = ContestInRounds.of_pairs(organizer, *[f"P{n}" for n in range(12)], round_count=3)
    row = contest.standings()["rows"][4]
    for who in (
        row["player"]["id"],
        *(one["id"] for one in row["player"]["players"]),
        row["player"]["players"][1]["name"],
    ):
        part = organizer.get(path(contest), params={"player": who, "limit": 1}).json()
        assert (part["rows"], part["before"]) == ([row], 4)


def test_after_a_result_in_between_each_part_is_right_by_itself(organizer: Caller) -> None:
    contest = Contest(organizer, *TEN, format="league")
    first = organizer.get(path(contest), params={"limit": 5}).json()
    last = contest.standings()["rows"][-1]["player"]["name"]
    fixture = next(one for one in contest.fixtures() if last in [who["name"] for who in one["entrants"]])
    other = next(who["name"] for who in fixture["entrants"] if who["name"] != last)
    contest.report({last: 40, other: 64})
    now = contest.standings()
    second = organizer.get(path(contest), params={"limit": 5, "cursor": first["next"]}).json()
    # The cursor is a number of rows: who went up past it comes in neither part. The versions tell that they are of two tables.
    assert second["rows"] == now["rows"][5:]
    assert last not in [row["player"]["name"] for row in (*first["rows"], *second["rows"])]
    assert second["version"] == now["version"] != first["version"]


def test_a_copy_of_a_part_is_good_until_the_contest_changes(organizer: Caller) -> None:
    contest = Contest(organizer, *TEN[:4], format="league")
    asked = {"limit": 2}
    part = organizer.get(path(contest), params=asked)
    again = {"If-None-Match": part.headers["ETag"]}
    assert organizer.get(path(contest), params=asked, headers=again).status_code == 304
    contest.report({TEN[0]: 64, TEN[1]: 40})
    assert organizer.get(path(contest), params=asked, headers=again).status_code == 200


def test_paper_and_spreadsheets_are_whole(organizer: Caller) -> None:
    contest = Contest(organizer, *TEN, format="league")
    for form in ("csv", "html"):
        whole = organizer.get(path(contest), params={"format": form}).text
        assert organizer.get(path(contest), params={"format": form, "limit": 1, "cursor": "3"}).text == whole


def test_what_names_no_part_is_refused(organizer: Caller) -> None:
    contest = Contest(organizer, *TEN[:4], format="league")
    for query in (
        "limit=0",
        "limit=501",
        "limit=x",
        "limit=1&limit=1",
        "cursor=-1",
        "cursor=ñ",
        "stage=0",
        "line=both",
        "player=",
    ):
        refusal_of(organizer.get(f"{path(contest)}?{query}"), 400, "malformed")
    refusal_of(organizer.get(f"{path(contest)}?player=Ana&cursor=1"), 422, "inconsistent")
    for asked in ("stage=1", "line=moving", "player=Nadie"):
        refusal_of(organizer.get(f"{path(contest)}?{asked}"), 404, "not-found")
    refusal_of(organizer.get("/v1/contests/none/standings?limit=1"), 404, "not-found")
    assert organizer.get(f"{path(contest)}?limit=500").json()["rows"] == contest.standings()["rows"]
    beyond = organizer.get(f"{path(contest)}?cursor=4").json()
    assert (beyond["rows"], beyond["next"], beyond["before"], beyond["previous"]) == ([], None, 4, "0")
    namesakes = Contest(organizer, *TEN[:3], format="league")
    refusal_of(organizer.get(f"{path(namesakes)}?player={TEN[5]}"), 404, "not-found")
