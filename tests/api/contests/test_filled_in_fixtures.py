"""A league that another program has, with its days and results: in two requests, and twice without a change."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from referee.championship.filling_in import MOST_ITEMS
from referee.contests.draws import circle
from tests.support.commands import invoke
from tests.support.inside import Clock, inside
from tests.support.organizing import TEN, Contest
from tests.support.service import BEARER, Caller, refusal_of

SIX = TEN[:6]
FOUR = TEN[:4]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    with inside(str(tmp_path_factory.mktemp("filled") / "filled.sqlite"), Clock()) as caller:
        caller.headers.update(BEARER)
        yield caller


def fill_in(contest: Contest, *items: Any, **options: Any) -> httpx.Response:
    return contest.client.post(f"/v1/contests/{contest.id}/fixtures", json={"items": items}, **options)


def log(contest: Contest) -> list[dict[str, Any]]:
    answer = contest.client.get(f"/v1/championships/{contest.championship}/events", params={"limit": 200})
    return list(answer.json()["items"])


def winner(names: list[str]) -> dict[str, int]:
    """The result of two, whoever sits first: the first in the alphabet wins, but for one upset."""
    best = "Beto" if {*names} == {"Ana", "Beto"} else min(names)
    return {name: int(name == best) for name in names}


def league_elsewhere(players: tuple[str, ...]) -> list[dict[str, Any]]:
    """The rounds of a league in an order of their own, with the later of two in the first seat."""
    rounds = [{"matches": [[*pair[::-1]] for pair in one.pairs], "rests": [*one.rests]} for one in circle(players)]
    Random(3).shuffle(rounds)
    return rounds


def entries_of(rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Day, table and result of every match; the last one of the last round was a walkover."""
    entries: list[dict[str, Any]] = [
        {
            "round": n,
            "entrants": names,
            "starts_at": f"2026-09-{n:02}T18:{table:02}:00Z",
            "table": f"Mesa de {names[0]}",
            "result": {"points": [winner(names)[name] for name in names]},
        }
        for n, round_ in enumerate(rounds, start=1)
        for table, names in enumerate(round_["matches"])
    ]
    names = entries[-1]["entrants"]
    absent = min(names, key=winner(names).__getitem__)
    del entries[-1]["result"]
    entries[-1]["walkover"] = {"absent": [absent], "reason": "no vino"}
    return entries


@pytest.mark.parametrize("size", [2, 5, 6])
def test_a_whole_league_comes_in_twice_and_has_the_table_of_one_drawn(
    client: Caller, size: int, tmp_path: Path
) -> None:
    players = TEN[:size]
    rounds = league_elsewhere(players)
    contest = Contest(client, *players, ruleset="corona", format="league", rounds=rounds, order=None)
    entries = entries_of(rounds)
    answer = fill_in(contest, *entries)
    assert answer.status_code == 200, answer.text
    assert answer.json()["difference"]["phase"] == {"before": "playing", "after": "finished"}
    view, version = contest.view(), log(contest)[-1]["version"]
    assert {one["state"] for one in view["fixtures"][:-1]} <= {"played"} and view["fixtures"][-1]["state"] == "walkover"
    for fixture, entry in zip(view["fixtures"], entries, strict=True):
        assert [one["name"] for one in fixture["entrants"]] == entry["entrants"]
        assert {key: fixture[key] for key in ("round", "starts_at", "table")} == {
            key: entry[key] for key in ("round", "starts_at", "table")
        }
    again = fill_in(contest, *entries)
    assert again.status_code == 200, again.text
    assert (contest.view(), log(contest)[-1]["version"]) == (view, version)
    assert again.json()["difference"]["rows"] == []

    drawn = Contest(client, *players, ruleset="corona", format="league")
    for names in map(list, combinations(players, 2)):
        if {*names} != {*entries[-1]["entrants"]}:
            drawn.report(winner(names))
        else:
            path = f"/v1/fixtures/{drawn.fixture(*names)['id']}/walkover"
            assert client.post(path, json=entries[-1]["walkover"]).is_success
    assert drawn.rows("g", "p", "f", "c") == contest.rows("g", "p", "f", "c")
    assert drawn.podium() == contest.podium()

    record = tmp_path / "league.ndjson"
    record.write_bytes(client.get(f"/v1/championships/{contest.championship}/export").content)
    invoke("verify", record)


def test_what_is_new_is_stored_and_nothing_else(client: Caller) -> None:
    """Days first, then results round by round, each time with all that was there before."""
    contest = Contest(client, *FOUR, ruleset="corona", format="league")
    rounds = [{"matches": [[*pair] for pair in one.pairs]} for one in circle(FOUR)]
    days = [{key: one[key] for key in ("round", "entrants", "starts_at", "table")} for one in entries_of(rounds)]
    assert fill_in(contest, *days).is_success
    kinds = [entry["type"] for entry in log(contest)]
    assert kinds[-6:] == ["fixture_scheduled"] * 6
    for last in (1, 2, 3):
        entries = [one if one["round"] <= last else day for one, day in zip(entries_of(rounds), days, strict=True)]
        before = len(log(contest))
        assert fill_in(contest, *entries).is_success
        assert [entry["type"] for entry in log(contest)[before:]] in (
            ["result_reported"] * 2, ["result_reported", "walkover_given"],
        )  # fmt: skip
    assert contest.view()["phase"] == "finished"


def test_a_day_moves_and_what_is_left_out_stays(client: Caller) -> None:
    contest = Contest(client, *FOUR, ruleset="corona", format="league")
    fixture = contest.fixtures()[0]
    item = {"round": 1, "entrants": [one["name"] for one in fixture["entrants"]]}
    assert fill_in(contest, item | {"starts_at": "2026-09-01T18:00:00Z", "table": 3}).is_success
    assert fill_in(contest, item | {"starts_at": "2026-09-02T20:00:00+02:00"}).is_success
    now = client.get(f"/v1/fixtures/{fixture['id']}").json()
    assert (now["starts_at"], now["table"]) == ("2026-09-02T18:00:00Z", 3)
    version = contest.view()["version"]
    assert fill_in(contest, item | {"starts_at": "2026-09-02T18:00:00Z"}).is_success
    assert fill_in(contest, item).is_success
    assert contest.view()["version"] == version


def test_two_at_one_time_are_warned_of(client: Caller) -> None:
    contest = Contest(client, *FOUR, ruleset="corona", format="league")
    items = [
        {"round": one["round"], "entrants": [e["name"] for e in one["entrants"]], "starts_at": "2026-09-01T18:00:00Z"}
        for one in contest.fixtures()
        if "Ana" in {e["name"] for e in one["entrants"]}
    ]
    warnings = fill_in(contest, *items).json()["warnings"]
    assert len(warnings) == 3 and {one["code"] for one in warnings} == {"double_booking"}


def test_a_dry_run_tells_what_would_change_and_stores_nothing(client: Caller) -> None:
    contest = Contest(client, *FOUR, ruleset="corona", format="league")
    entries = entries_of([{"matches": [[*pair] for pair in one.pairs]} for one in circle(FOUR)])
    before = log(contest)
    trial = fill_in(contest, *entries, params={"dry_run": "true"})
    assert (trial.status_code, trial.json()["phase"], log(contest)) == (200, "finished", before)
    assert fill_in(contest, *entries).json()["podium"] == trial.json()["podium"]


def test_pairs_are_named_by_both(client: Caller) -> None:
    pairs = [["Ana", "Beto"], ["Carla", "Dani"]]
    rounds = [{"matches": [pairs]}]
    contest = Contest(client, *FOUR, ruleset="guinote", format="league", rounds=rounds, order=None)
    item = {"round": 1, "entrants": [["Beto", "Ana"], ["Carla", "Dani"]], "result": {"points": [3, 1]}}
    assert fill_in(contest, item).json()["phase"] == "finished"
    refusal_of(fill_in(contest, item | {"entrants": [["Ana", "Carla"], ["Beto", "Dani"]]}), 422, "inconsistent")


FIRST = {"round": 1, "entrants": ["Ana", "Dani"]}
SECOND = {"round": 1, "entrants": ["Beto", "Carla"]}
RESULT = {"result": {"points": [1, 0]}}
REFUSALS: dict[str, tuple[list[dict[str, Any]], int, str, str, str]] = {
    "no such round": ([FIRST | {"round": 9}], 422, "inconsistent", "$.items[0].round", "the last one is 3"),
    "not in this round": (
        [FIRST | {"round": 2}], 422, "inconsistent", "$.items[0].entrants", "it has: Ana – Carla, Beto – Dani",
    ),
    "unknown name": ([FIRST | {"entrants": ["Ana", "Zoe"]}], 404, "not-found", "$.items[0]", "Zoe"),
    "the other way round": (
        [FIRST | {"entrants": ["Dani", "Ana"]} | RESULT], 422, "inconsistent", "$.items[0].entrants", "Ana – Dani",
    ),
    "twice": ([FIRST, SECOND, FIRST], 422, "inconsistent", "$.items[2]", "item 0"),
    "impossible figures": (
        [FIRST, SECOND | {"result": {"points": [1]}}], 422, "inconsistent", "$.items[1].result.points", "",
    ),
    "both": (
        [FIRST | RESULT | {"walkover": {"absent": ["Ana"], "reason": "no vino"}}],
        422, "inconsistent", "$.items[0].walkover", "not both",
    ),
    "absent from elsewhere": (
        [FIRST | {"walkover": {"absent": ["Beto"], "reason": "no vino"}}], 422, "inconsistent", "$.items[0]", "absent",
    ),
    "no day": ([FIRST | {"starts_at": "2026-02-30T18:00:00Z"}], 400, "malformed", "$.items[0].starts_at", ""),
    "another result": ([FIRST, SECOND | RESULT], 409, "conflict", "$.items[1]", "/result"),
    "a walkover for a result": (
        [SECOND | {"walkover": {"absent": ["Beto"], "reason": "no vino"}}], 409, "conflict", "$.items[0]", "/result",
    ),
    "a day for what was played": (
        [SECOND | {"starts_at": "2026-09-01T18:00:00Z"}], 409, "impossible", "$.items[0]", "played",
    ),
    "nothing": ([], 400, "malformed", "$.items", ""),
    "too many": ([FIRST] * (MOST_ITEMS + 1), 400, "malformed", "$.items", ""),
}  # fmt: skip


@pytest.fixture(scope="module")
def league_begun(client: Caller) -> Contest:
    """A league in which one match of the first round was played."""
    contest = Contest(client, *FOUR, ruleset="corona", format="league")
    contest.report({"Beto": 0, "Carla": 1})
    return contest


@pytest.mark.parametrize("kind", REFUSALS)
def test_a_refusal_names_the_item_and_nothing_is_stored(league_begun: Contest, kind: str) -> None:
    items, status, code, path, words = REFUSALS[kind]
    # What comes before a wrong item is not stored either.
    new = {"round": 3, "entrants": ["Ana", "Beto"], "table": 8}
    before = log(league_begun)
    for language in ("es", "en"):
        problem = refusal_of(fill_in(league_begun, *items, headers={"Accept-Language": language}), status, code)
        [flaw, *_] = [one for one in problem["errors"] if one["path"] == path]
        assert language == "es" or words in flaw["message"]
    if len(items) < MOST_ITEMS and items:
        fill_in(league_begun, *items, new)
    assert log(league_begun) == before


def test_a_refusal_names_every_wrong_item(league_begun: Contest) -> None:
    problem = refusal_of(fill_in(league_begun, FIRST | {"round": 9}, SECOND, FIRST | {"round": 8}), 422, "inconsistent")
    assert [one["path"] for one in problem["errors"]] == ["$.items[0].round", "$.items[2].round"]
