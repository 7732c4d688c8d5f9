"""Tests that a contest is evaluated once for each decision about it, and once more for the read models, in every format."""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.contests import formats
from referee.contests.contest import Contest as Recorded
from referee.contests.contest import ContestState
from tests.support.inside import Clock, inside
from tests.support.organizing import TEN, Contest
from tests.support.service import TOKEN, Caller

HELD: dict[str, dict[str, Any]] = {
    "league": {"format": "league"},
    "castillar": {"format": "castillar"},
    "knockout": {"format": "knockout"},
    "groups": {"format": "groups", "params": {"size": 5, "through": 2, "then": "knockout"}},
    "rounds": {"format": "rounds"},
    "stages": {
        "format": "stages",
        "params": {"stages": [{"format": "league", "through": 4}, {"format": "knockout"}]},
    },
}


@pytest.fixture
def organizer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    database = tmp_path_factory.mktemp("counting") / "log.sqlite"
    with inside(str(database), Clock()) as public:
        yield Caller(
            transport=public._transport, base_url=public.base_url, headers={"Authorization": f"Bearer {TOKEN}"}
        )


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The formats of the contests that are evaluated from here on."""
    names: list[str] = []
    compute = formats._compute

    def counting(contest: Recorded) -> ContestState:
        names.append(contest.format)
        return compute(contest)

    monkeypatch.setattr(formats, "_compute", counting)
    return names


def test_no_format_is_left_out() -> None:
    assert {*HELD} == {*formats.formats()} - {"single"}, "a contest of one match has no tables after another result"


@pytest.mark.parametrize("name", HELD)
def test_a_result_and_the_tables_after_it(organizer: Caller, worked_out: list[str], name: str) -> None:
    contest = Contest(organizer, *TEN, **HELD[name])
    if name == "rounds":
        assert organizer.post(f"/v1/contests/{contest.id}/rounds", json={}).status_code == 200
    contest.standings()
    for fixture in contest.fixtures()[:3]:
        players = [player["name"] for player in fixture["entrants"]]
        worked_out.clear()
        contest.report({players[0]: 60, players[1]: 44}, fixture["kind"])
        # The read models may follow before the request to follow: both are counted together.
        contest.standings()
        assert len(worked_out) == 2
