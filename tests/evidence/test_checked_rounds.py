"""Pairings that anybody can check from an export alone: each is the least of what was known then (rounds.swiss)."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.championship.chance_in_logs import chance_of
from tests.support.organizing import TEN, Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module", params=["swiss", "danish", "random", "repeats"])
def tournament(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lines]:
    """The export of a tournament with a late entry, a withdrawal, a correction and a round by hand; or with repeats."""
    with quiet(str(tmp_path_factory.mktemp("rounds") / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        contest = among_four(client) if request.param == "repeats" else with_everything(client, request.param)
        text = client.get(f"/v1/championships/{contest.championship}/export").content
    yield [json.loads(line) for line in text.splitlines()]


def play(client: Caller, path: str, number: int) -> list[dict[str, Any]]:
    """Reports every match of a round, the first of each pair the winner of most."""
    pairs: list[dict[str, Any]] = client.get(f"{path}/{number}").json()["pairs"]
    for n, pair in enumerate(pairs):
        points = [64, 40] if n == 0 else [40, 64]
        assert client.post(f"/v1/fixtures/{pair['fixture']}/result", json={"points": points}).is_success
    return pairs


def with_everything(client: Caller, pairing: str) -> Contest:
    contest = Contest(client, *TEN[:7], format="rounds", params={"round_count": 4, "pairing": pairing, "late_until": 2})
    path = f"/v1/contests/{contest.id}/rounds"
    assert client.post(path, json={"apart": [TEN[:3]]}).is_success
    first = play(client, path, 1)
    newcomer = {"player": {"name": "Zoe", "distinct": True}}
    assert client.post(f"/v1/contests/{contest.id}/entrants", json=newcomer).is_success
    draft = client.post(path, json={"draft": True}).json()
    by_hand = [[one["id"] for one in pair["entrants"]] for pair in draft["pairs"]]
    by_hand[0][1], by_hand[1][1] = by_hand[1][1], by_hand[0][1]
    assert client.put(f"{path}/2", json={"pairs": by_hand, "reason": "por las sillas"}).is_success
    assert client.post(f"{path}/2/publish").is_success
    play(client, path, 2)
    assert client.post(path, json={}).is_success
    correction = {"points": [40, 64], "reason": "apuntado al revés"}
    assert client.put(f"/v1/fixtures/{first[0]['fixture']}/result", json=correction).is_success
    play(client, path, 3)
    assert client.post(f"/v1/contests/{contest.id}/withdrawals", json={"player": TEN[0], "reason": "se va"}).is_success
    assert client.post(path, json={}).is_success
    return contest


def among_four(client: Caller) -> Contest:
    contest = Contest(client, *TEN[:4], format="rounds", params={"round_count": 4})
    path = f"/v1/contests/{contest.id}/rounds"
    for number in range(1, 5):
        assert client.post(path, json={"repeats": number == 4}).is_success
        play(client, path, number)
    return contest


def check(lines: Lines) -> Any:
    return chance_of(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def test_every_round_is_the_least_of_what_was_known_then(tournament: Lines) -> None:
    verdict = check(tournament)
    assert (verdict.pairings, verdict.flaw) == (4, None)


def exchange(line: dict[str, Any]) -> None:
    one, other = line["pairs"][0]["entrants"], line["pairs"][1]["entrants"]
    one[1], other[1] = other[1], one[1]


def leave_out(line: dict[str, Any]) -> None:
    del line["pairs"][0]


def another_seed(line: dict[str, Any]) -> None:
    line["seed"] += " otra"


def better_scores(line: dict[str, Any]) -> None:
    line["pairs"][0]["scores"][0] += 1


@pytest.mark.parametrize("change", [exchange, leave_out, another_seed, better_scores])
def test_a_pairing_that_was_changed_is_found(tournament: Lines, change: Callable[[dict[str, Any]], None]) -> None:
    lines: Lines = json.loads(json.dumps(tournament))
    third = [line for line in lines if line["type"] == "round_paired"][2]
    change(third)
    flaw = check(lines).flaw
    assert flaw is not None
    assert (flaw.version, flaw.problem) == (third["version"], "seed")
    assert "3" in flaw.text.en


@pytest.fixture(scope="module")
def lines_of_nine(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The export of a contest of nine in two lines, with a late entry, two withdrawals and a round by hand."""
    with quiet(str(tmp_path_factory.mktemp("mitchell") / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        params = {"round_count": 4, "pairing": "mitchell", "late_until": 2}
        contest = Contest(client, *TEN[:9], format="rounds", params=params)
        path = f"/v1/contests/{contest.id}/rounds"
        draft = client.post(path, json={"draft": True}).json()
        pairs = [[one["id"] for one in pair["entrants"]] for pair in draft["pairs"]]
        rest = draft["rest"]["player"]["id"]
        assert client.put(f"{path}/1", json={"pairs": pairs[::-1], "rest": rest, "reason": "la escalera"}).is_success
        assert client.post(f"{path}/1/publish").is_success
        play(client, path, 1)
        newcomer = {"player": {"name": "Zoe", "distinct": True}}
        assert client.post(f"/v1/contests/{contest.id}/entrants", json=newcomer).is_success
        for number in (2, 3, 4):
            assert client.post(path, json={}).is_success
            play(client, path, number)
            if number < 4:
                leaving = {"player": TEN[number], "reason": "se va"}
                assert client.post(f"/v1/contests/{contest.id}/withdrawals", json=leaving).is_success
        text = client.get(f"/v1/championships/{contest.championship}/export").content
    return [json.loads(line) for line in text.splitlines()]


def test_two_lines_move_on_as_is_known_by_the_log_alone(lines_of_nine: Lines) -> None:
    verdict = check(lines_of_nine)
    assert (verdict.pairings, verdict.flaw) == (4, None)


def sit_elsewhere(line: dict[str, Any]) -> None:
    line["pairs"][0]["entrants"] = line["pairs"][0]["entrants"][::-1]


@pytest.mark.parametrize("change", [exchange, leave_out, sit_elsewhere, better_scores])
def test_a_changed_round_of_two_lines_is_found(lines_of_nine: Lines, change: Callable[[dict[str, Any]], None]) -> None:
    lines: Lines = json.loads(json.dumps(lines_of_nine))
    third = [line for line in lines if line["type"] == "round_paired"][2]
    change(third)
    flaw = check(lines).flaw
    assert flaw is not None
    assert (flaw.version, flaw.problem) == (third["version"], "seed")


def swap_partners(line: dict[str, Any]) -> None:
    one, other = (entrant.split("~") for entrant in line["pairs"][0]["entrants"])
    line["pairs"][0]["entrants"] = ["~".join((one[0], other[1])), "~".join((other[0], one[1]))]


def rest_another(line: dict[str, Any]) -> None:
    resting, play = line["rests"][0]["entrant"], line["pairs"][0]["entrants"][0].split("~")
    line["rests"][0]["entrant"] = play[0]
    line["pairs"][0]["entrants"][0] = "~".join((resting, play[1]))


def exchange_rivals(line: dict[str, Any]) -> None:
    line["pairs"][0]["entrants"][1], line["pairs"][1]["entrants"][1] = (
        line["pairs"][1]["entrants"][1],
        line["pairs"][0]["entrants"][1],
    )


def deny_a_repeat(line: dict[str, Any]) -> None:
    line["partners"]["lots"] -= 1


@pytest.fixture(scope="module")
def rotation(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The export of a contest of nine with changing partners, with a withdrawal and a late entry."""
    with quiet(str(tmp_path_factory.mktemp("partners") / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        terms = {"round_count": 4, "late_until": 3}
        contest = Contest(client, *TEN[:9], ruleset="guinote", format="rounds", partners="rotating", params=terms)
        path = f"/v1/contests/{contest.id}/rounds"
        for number in range(1, 5):
            assert client.post(path, json={"apart": [TEN[:2]]}).is_success
            for pair in client.get(f"{path}/{number}").json()["pairs"]:
                assert client.post(f"/v1/fixtures/{pair['fixture']}/result", json={"points": [3, 1]}).is_success
            if number == 1:
                newcomer = {"player": {"name": "Zoe", "distinct": True}}
                assert client.post(f"/v1/contests/{contest.id}/entrants", json=newcomer).is_success
            if number == 2:
                leaving = {"player": TEN[3], "reason": "se va"}
                assert client.post(f"/v1/contests/{contest.id}/withdrawals", json=leaving).is_success
        text = client.get(f"/v1/championships/{contest.championship}/export").content
    return [json.loads(line) for line in text.splitlines()]


def test_changing_partners_are_the_least_of_what_was_known_then(rotation: Lines) -> None:
    verdict = check(rotation)
    assert (verdict.pairings, verdict.flaw) == (4, None)


@pytest.mark.parametrize(
    "change", [swap_partners, rest_another, exchange_rivals, deny_a_repeat, another_seed, better_scores, leave_out]
)
def test_a_changed_pairing_with_changing_partners_is_found(
    rotation: Lines, change: Callable[[dict[str, Any]], None]
) -> None:
    lines: Lines = json.loads(json.dumps(rotation))
    third = [line for line in lines if line["type"] == "round_paired"][2]
    change(third)
    flaw = check(lines).flaw
    assert flaw is not None
    assert (flaw.version, flaw.problem) == (third["version"], "seed")
