"""Whole contests with every row, place and point expected: `tests/data/conformance/championship.jsonl`."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from referee.contests.contest import Contest, ContestState
from referee.contests.general import GeneralEntry, entries_of, general_table
from tests.support.contests import Desk, alphabet

CASES = Path(__file__).parents[2] / "data" / "conformance" / "championship.jsonl"
PHASE = {
    "final": {"final", "finished"},
    "tie_break_of_four": {"tie_break", "final", "finished"},
    "tied_top": {"final", "finished"},
    "null": {"null"},
    "ruling": {"waiting_ruling"},
    "league": {"finished"},
    "extra_round": {"playing", "tie_break", "final"},
}
FIRST = {"league", "group", "single"}


def cases() -> Iterator[Any]:
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        yield pytest.param(case, id=case["name"])


def enter(desk: Desk, result: dict[str, Any], kinds: set[str]) -> None:
    names = result["fixture"]
    kind = next(f.kind for f in desk.state.fixtures if {*f.entrants} == {*names} and f.kind in kinds)
    figures: dict[str, Any] = {key: tuple(result[key]) for key in ("stars", "rounds_won") if key in result}
    if result.get("extra_rounds"):
        figures["extra_rounds"] = tuple(map(tuple, result["extra_rounds"]))
    cards = {name: tuple(cards) for name, cards in result.get("cards", {}).items()}
    points = dict(zip(names, result["points"], strict=True))
    desk.result(points, kind, cards=cards, winner=result.get("winner"), **figures)


def hold(case: dict[str, Any]) -> tuple[Contest, ContestState]:
    pairings = [name for result in case["results"] for name in result["fixture"]]
    desk = Desk(pairings if len(case["players"]) == 8 else case["players"])
    for result in case["results"]:
        enter(desk, result, FIRST)
    for ruling in case.get("rulings", []):
        desk.rule(*ruling["order"])
    for kind in ("tie_break", "final"):
        if case.get(kind):
            enter(desk, case[kind], {kind})
    return desk.contest, desk.state


def same(state: ContestState, want: dict[str, Any]) -> None:
    assert state.phase in PHASE[want["state"]]
    assert list(state.qualified) == want["qualified"]
    assert [step.player for step in state.podium] == want["podium"]
    assert state.extras == want["extras"]
    if "waiting" in want:
        assert [sorted(pending.tied) for pending in state.pending] == [sorted(tie) for tie in want["waiting"]]
    groups = want["standings"] if isinstance(want["standings"][0], list) else [want["standings"]]
    for rows, table in zip(groups, state.tables, strict=True):
        for ours, row in zip(rows, table.rows, strict=True):
            figures = asdict(row) | getattr(row, "tallies", {}) | {"name": row.player}
            assert {key: figures[key] for key in ours} == ours


@pytest.mark.parametrize("case", list(cases()))
def test_championship(case: dict[str, Any]) -> None:
    entries: list[GeneralEntry] = []
    numbers = count(1)
    for part in case.get("contests") or [case]:
        contest, state = hold(part)
        same(state, part["expect"])
        entries += entries_of(f"contest-{next(numbers)}", contest, state)
    want = case["expect"].get("general")
    if want is not None:
        rows = general_table(case["players"], alphabet(case["players"]), entries)
        assert [{"name": r.player, **{k: getattr(r, k) for k in want[0] if k != "name"}} for r in rows] == want
