"""A contest that is over refuses a decision that would change nothing, and names the alternative."""

from typing import Any

import pytest

from tests.support.desk import FORMATS, draw_desk_contest, figures, tables
from tests.support.organizing import Contest
from tests.support.service import Caller

ES = {"Accept-Language": "es"}
BY_A_RULING = 40
"""A number greater than the matches of any of these contests."""


def play_out(contest: Contest) -> None:
    """Plays every match. The first entrant of each match wins, and the first listed of a tie."""
    for _ in range(BY_A_RULING):
        view = contest.view()
        if open_ := [one for one in view["fixtures"] if one["state"] == "pending"]:
            response = contest.client.post(f"/v1/fixtures/{open_[0]['id']}/result", json=figures(contest, open_[0]))
        elif tie := [one["tied"] for one in view["pending"] if one["kind"] == "ruling"]:
            ids = [one["id"] for one in tie[0]]
            response = contest.do("rulings", tie=ids, order=[[one] for one in ids], reason="sorteo")
        else:
            return
        assert response.is_success, response.text


@pytest.mark.parametrize("format_", FORMATS)
def test_nobody_withdraws_from_a_contest_that_is_over(organizer: Caller, format_: str) -> None:
    contest = draw_desk_contest(organizer, format_)
    play_out(contest)
    assert contest.view()["phase"] == "finished"
    before, version = tables(contest), contest.view()["version"]
    for entrant in contest.view()["entrants"]:
        body = {"player": entrant["id"], "reason": "se va"}
        for path in ("withdrawals?dry_run=true", "withdrawals"):
            refusal = organizer.post(f"/v1/contests/{contest.id}/{path}", json=body, headers=ES)
            assert (refusal.status_code, refusal.json()["code"]) == (409, "impossible"), refusal.text
            assert "corríjalo" in refusal.json()["detail"]
    assert (tables(contest), contest.view()["version"]) == (before, version)


def test_what_is_told_again_of_a_contest_that_is_over_is_refused(organizer: Caller) -> None:
    """A walkover of absent players is refused. A correction may repeat the figures: it records a check, and its reason."""
    contest = draw_desk_contest(organizer, "knockout")
    first = contest.fixtures()[0]
    absent = {"absent": [first["entrants"][0]["id"]], "reason": "no vino"}
    assert organizer.post(f"/v1/fixtures/{first['id']}/walkover", json=absent).is_success
    play_out(contest)
    final = contest.fixtures("final")[0]
    body = figures(contest, final) | {"reason": "repasado"}
    before, version = tables(contest), contest.view()["version"]
    refusal = organizer.post(f"/v1/fixtures/{first['id']}/walkover", json=absent)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "impossible"), refusal.text
    assert (tables(contest), contest.view()["version"]) == (before, version)
    assert organizer.put(f"/v1/fixtures/{final['id']}/result", json=body).is_success
    assert organizer.put(f"/v1/fixtures/{final['id']}/result", json=body | figures(contest, final, 1)).is_success


@pytest.mark.parametrize("format_", ["knockout of pairs", "single"])
def test_nobody_withdraws_from_a_contest_to_which_nobody_came(organizer: Caller, format_: str) -> None:
    contest = draw_desk_contest(organizer, format_)
    while open_ := [one for one in contest.fixtures() if one["state"] == "pending"]:
        body: dict[str, Any] = {"absent": [one["id"] for one in open_[0]["entrants"]], "reason": "no vino nadie"}
        assert organizer.post(f"/v1/fixtures/{open_[0]['id']}/walkover", json=body).is_success
    assert contest.view()["phase"] == "null"
    refusal = contest.do("withdrawals", player=contest.view()["entrants"][0]["id"], reason="se va")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "impossible"), refusal.text
