"""Acts that cannot be undone. An undo needs an act on record, a reason and the right version."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.desk import WHY, cancel, open_fixture, report, sanction, taken_back, withdraw
from tests.support.inside import Clock, inside
from tests.support.organizing import TEN, Contest
from tests.support.service import BEARER, Caller


@pytest.fixture(scope="module")
def client() -> Iterator[Caller]:
    with tempfile.TemporaryDirectory() as folder, inside(str(Path(folder) / "undo.sqlite"), Clock()) as caller:
        caller.headers.update(BEARER)
        yield caller


def test_what_was_never_told_is_not_found(client: Caller) -> None:
    contest = Contest(client, *TEN[:5])
    fixture = open_fixture(contest)["id"]
    championship = f"/v1/championships/{contest.championship}"
    for path in (
        f"/v1/fixtures/{fixture}/result",
        f"/v1/fixtures/{fixture}/walkover",
        f"/v1/contests/{contest.id}/withdrawals/Ana",
        f"/v1/contests/{contest.id}/substitutions/Ana",
        f"/v1/contests/{contest.id}/withdrawals/Nadie",
        f"/v1/contests/{contest.id}/decisions/1",
        f"/v1/contests/{contest.id}/decisions/99",
        f"{championship}/sanctions/1",
        f"{championship}/players/Nadie",
    ):
        assert client.delete(path, params=WHY).status_code == 404, path


@pytest.mark.parametrize("reason", [None, "", "x" * 501])
def test_an_undo_needs_a_reason_that_the_log_can_hold(client: Caller, reason: str | None) -> None:
    contest = Contest(client, *TEN[:5])
    path = withdraw(contest)
    refusal = client.delete(path, params={} if reason is None else {"reason": reason})
    assert (refusal.status_code, refusal.json()["errors"][0]["path"]) == (400, "?reason")
    assert contest.view()["withdrawals"]


def test_an_undo_is_for_the_version_that_it_names(client: Caller) -> None:
    contest = Contest(client, *TEN[:5])
    path = withdraw(contest)
    version = contest.view()["version"]
    stale = client.delete(path, params=WHY, headers={"If-Match": f'"{version - 1}"'})
    assert (stale.status_code, stale.json()["version"]) == (409, version)
    assert client.delete(path, params=WHY, headers={"If-Match": f'"{version}"'}).is_success
    fixture = report(contest)
    stale = client.delete(f"/v1/fixtures/{fixture['id']}/result", params=WHY, headers={"If-Match": '"1"'})
    assert (stale.status_code, stale.json()["code"]) == (409, "conflict")


def test_a_retried_undo_is_answered_as_the_first(client: Caller) -> None:
    contest = Contest(client, *TEN[:5])
    path = withdraw(contest)
    first, again = (client.delete(path, params=WHY, headers={"Idempotency-Key": contest.id}) for _ in range(2))
    assert first.json() == again.json()


def test_who_is_in_a_contest_or_has_a_card_is_not_taken_out(client: Caller) -> None:
    contest = Contest(client, *TEN[:5])
    path = f"/v1/championships/{contest.championship}/players/Ana"
    card = sanction(contest)
    refusal = client.delete(path, params=WHY)
    assert (refusal.status_code, refusal.json()["contests"]) == (409, [contest.id])
    assert [one["type"] for one in refusal.json()["undo_first"]] == ["contest_drawn", "player_sanctioned"]
    cancelled = cancel(contest)
    taken_back(contest, card)
    assert client.delete(path, params=WHY).is_success
    # The contest can be held again only with its entrants.
    refusal = client.delete(cancelled, params=WHY)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "impossible")
