"""The hands of a table, or the boards of an encounter, told at once: all or nothing, twice without a change (duplicate.deals)."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.support.inside import Clock, inside
from tests.support.organizing import TEN
from tests.support.same_deals import POINTS, SameDeals, fixtures_of, names_of
from tests.support.service import BEARER, Caller, refusal_of
from tests.support.teams_at_work import TeamContest

SIX = TEN[:6]
TWO_HANDS = [{"board": 1, "result": {"points": [4, 1]}}, {"board": 2, "result": {"points": [2, 2]}}]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    with inside(str(tmp_path_factory.mktemp("hands") / "hands.sqlite"), Clock()) as caller:
        caller.headers.update(BEARER)
        yield caller


@pytest.fixture(scope="module")
def first_hand(client: Caller) -> SameDeals:
    """A contest whose first table has told its first hand."""
    contest = SameDeals(client, *SIX)
    contest.hand(fixtures_of(contest.pair())[0], 1, (4, 1))
    return contest


def tell(client: Caller, fixture: str, boards: list[dict[str, Any]], **options: Any) -> httpx.Response:
    return client.post(f"/v1/fixtures/{fixture}/boards", json={"boards": boards}, **options)


def version_of(contest: SameDeals | TeamContest) -> int:
    return int(contest.client.get(f"/v1/contests/{contest.id}").json()["version"])


def test_all_hands_of_each_table_are_what_they_are_hand_by_hand(client: Caller) -> None:
    at_once, by_hand = SameDeals(client, *SIX), SameDeals(client, *SIX)
    rounds = at_once.pair(), by_hand.pair()
    assert names_of(rounds[0]) == names_of(rounds[1])
    for n, (one, other) in enumerate(zip(*map(fixtures_of, rounds), strict=True)):
        points = POINTS[n], POINTS[n + 1]
        boards = [{"board": k, "result": {"points": [*own]}} for k, own in enumerate(points, start=1)]
        trial = tell(client, one, boards[::-1], params={"dry_run": "true"})
        assert trial.status_code == 200, trial.text
        assert client.get(f"/v1/fixtures/{one}").json()["state"] == "pending"
        answer = tell(client, one, boards[::-1])
        assert answer.status_code == 200, answer.text
        assert [board["result"]["points"] for board in answer.json()["boards"]] == [[*own] for own in points]
        version = version_of(at_once)
        # The same again changes nothing, a part of it neither.
        assert tell(client, one, boards).is_success
        assert tell(client, one, boards[:1]).is_success
        assert version_of(at_once) == version
        by_hand.table(other, *points)
    assert at_once.scores() == by_hand.scores()
    # The round is opened as soon as its last hand is told.
    assert "deal_seed" in client.get(f"{at_once.path}/1").json()


def test_several_tables_are_told_in_one_request(client: Caller) -> None:
    contest = SameDeals(client, *SIX)
    round_ = contest.pair()
    absentee = names_of(round_)[2][1]
    left = [TWO_HANDS[0], {"board": 2, "walkover": {"absent": [absentee], "reason": "se va"}}]
    items = [
        {"round": 1, "entrants": [*names], "boards": boards}
        for names, boards in zip(names_of(round_), (TWO_HANDS, TWO_HANDS, left), strict=True)
    ]
    path = f"/v1/contests/{contest.id}/fixtures"
    wrong = [*items[:2], items[2] | {"boards": [{"board": 1, "result": {"points": [400, 1]}}]}]
    problem = refusal_of(client.post(path, json={"items": wrong}), 422, "inconsistent")
    assert [one["path"].split(".result")[0] for one in problem["errors"]] == ["$.items[2].boards[0]"]
    assert "table 3, hand 1" in problem["detail"]
    assert all(board["state"] == "pending" for one in contest.fixtures() for board in one["boards"])
    assert client.post(path, json={"items": items}).is_success
    version = version_of(contest)
    assert client.post(path, json={"items": items}).is_success
    assert version_of(contest) == version
    assert contest.scores()[absentee][0] == 25
    both = [items[0] | {"result": {"points": [4, 1]}}]
    problem = refusal_of(client.post(path, json={"items": both}), 422, "inconsistent")
    assert problem["errors"][0]["path"] == "$.items[0].boards"


def test_the_boards_of_an_encounter_are_told_at_once(client: Caller) -> None:
    contest = TeamContest(client)
    [encounter, *_] = contest.fixtures()
    absence = {"absent": [encounter["entrants"][0]["name"]], "reason": "faltan"}
    boards = [
        {"board": 1, "result": {"points": [3, 1]}},
        {"board": 2, "walkover": absence},
        {"board": 3, "result": {"points": [40, 64]}},
    ]
    answer = tell(client, encounter["id"], boards)
    assert answer.status_code == 200, answer.text
    assert [board["state"] for board in answer.json()["boards"]] == ["played", "walkover", "played"]
    assert answer.json()["state"] == "played"
    version = version_of(contest)
    assert tell(client, encounter["id"], boards).is_success
    assert version_of(contest) == version


REFUSALS: dict[str, tuple[list[dict[str, Any]], int, str, list[str], str]] = {
    "two wrong ones": (
        [TWO_HANDS[0] | {"board": 1, "result": {"points": [4, 1]}}, {"board": 2, "result": {"points": [400, 1]}},
         {"board": 3, "result": {"points": [1, 1]}}],
        422, "inconsistent", ["$.boards[1].result.points", "$.boards[2]"], "table 1, hand 2: ",
    ),
    "no such hand": ([{"board": 3, "result": {"points": [1, 1]}}], 404, "not-found", ["$.boards[0]"], "the last is 2"),
    "another result": (
        [TWO_HANDS[1], {"board": 1, "result": {"points": [3, 1]}}], 409, "conflict", ["$.boards[1]"], "/boards/1/result",
    ),
    "a walkover for a result": (
        [{"board": 1, "walkover": {"absent": ["{first}"], "reason": "no"}}], 409, "conflict", ["$.boards[0]"], "on record",
    ),
    "twice": ([TWO_HANDS[1], TWO_HANDS[1]], 422, "inconsistent", ["$.boards[1]"], "item 0"),
    "neither": ([{"board": 2}], 422, "inconsistent", ["$.boards[0]"], "one of the two"),
    "both": (
        [TWO_HANDS[1] | {"walkover": {"absent": ["{first}"], "reason": "no"}}],
        422, "inconsistent", ["$.boards[0]"], "one of the two",
    ),
    "absent from elsewhere": (
        [{"board": 2, "walkover": {"absent": ["{other}"], "reason": "no"}}],
        422, "inconsistent", ["$.boards[0].walkover.absent"], "entrants of that match",
    ),
    "nothing": ([], 400, "malformed", ["$.boards"], ""),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSALS)
def test_a_refusal_names_each_wrong_hand_and_nothing_is_stored(
    client: Caller, first_hand: SameDeals, kind: str
) -> None:
    boards, status, code, paths, words = REFUSALS[kind]
    fixture, other = first_hand.fixtures()[:2]
    names = {"{first}": fixture["entrants"][0]["id"], "{other}": other["entrants"][0]["id"]}
    for board in boards:
        for absence in filter(None, [board.get("walkover")]):
            absence["absent"] = [names.get(one, one) for one in absence["absent"]]
    before = version_of(first_hand)
    problem = refusal_of(tell(client, fixture["id"], boards), status, code)
    assert [one["path"] for one in problem["errors"]] == paths
    assert any(words in one["message"] for one in problem["errors"]), problem
    assert version_of(first_hand) == before


def test_a_match_without_boards_and_a_stale_version_are_refused_once(client: Caller, first_hand: SameDeals) -> None:
    fixture = first_hand.fixtures()[0]
    stale = tell(client, fixture["id"], TWO_HANDS, headers={"If-Match": '"1"'})
    assert "errors" not in refusal_of(stale, 409, "conflict")
    now = f'"{fixture["version"]}"'
    assert tell(client, fixture["id"], TWO_HANDS[:1], headers={"If-Match": now}).is_success
