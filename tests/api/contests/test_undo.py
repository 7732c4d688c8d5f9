"""Every act of an organizer can be undone: the tables are those from before it, and later acts stay."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.championship.events import (
    DECISIONS,
    BoardCorrected,
    BoardMatchOpened,
    BoardReported,
    BoardWalkoverGiven,
    ContestCancelled,
    ContestDrawn,
    ContestRedrawn,
    Decision,
    EntrantAdded,
    EntrantSubstituted,
    EntrantWithdrawn,
    MatchOpened,
    MemberSubstituted,
    PlayerSanctioned,
    PlayersEntered,
    ResultCorrected,
    ResultReported,
    TieRuled,
    WalkoverGiven,
)
from referee.championship.undoing.ways import WAYS
from tests.support.desk import (
    FORMATS,
    WHY,
    Act,
    assert_ok,
    cancel,
    correct_result,
    decision,
    draw_again,
    draw_desk_contest,
    enter,
    figures,
    give_walkover,
    open_fixture,
    open_match,
    replace_by_walkover,
    report,
    rule_tie,
    sanction,
    substitute,
    tables,
    taken_back,
    tell_result,
    withdraw,
)
from tests.support.inside import Clock, inside
from tests.support.organizing import TEN, Contest
from tests.support.service import BEARER, Caller


@pytest.fixture(scope="module")
def client() -> Iterator[Caller]:
    with tempfile.TemporaryDirectory() as folder, inside(str(Path(folder) / "undo.sqlite"), Clock()) as caller:
        caller.headers.update(BEARER)
        yield caller


BEFORE_PLAY: dict[str, tuple[type[Decision], Act]] = {
    "draw again": (ContestRedrawn, draw_again),
    "cancel": (ContestCancelled, cancel),
    "open a match": (MatchOpened, open_match),
    "withdraw": (EntrantWithdrawn, withdraw),
    "substitute": (EntrantSubstituted, substitute),
    "enter a player": (PlayersEntered, enter),
    "walkover": (WalkoverGiven, give_walkover),
    "result": (ResultReported, tell_result),
    "card": (PlayerSanctioned, sanction),
}
AMID_PLAY: dict[str, tuple[type[Decision], Act]] = {
    "correct": (ResultCorrected, correct_result),
    "walkover for a result": (WalkoverGiven, replace_by_walkover),
    "withdraw": (EntrantWithdrawn, withdraw),
    "substitute": (EntrantSubstituted, substitute),
    "card": (PlayerSanctioned, sanction),
}
ELSEWHERE = {
    TieRuled,
    ContestDrawn,
    EntrantAdded,
    BoardReported,
    BoardCorrected,
    BoardWalkoverGiven,
    BoardMatchOpened,
    MemberSubstituted,
}
"""Kinds with a test of their own.

They are below, in `test_late_entries.py`, in `test_teams.py`, in `test_board_matches.py` and in `test_member_substitutes.py`.
"""


def test_every_decision_has_a_way_back() -> None:
    """A new decision needs a line in `WAYS`. If it can be undone, it needs an act here."""
    assert set(WAYS) == set(DECISIONS)
    undone = {kind for kind, way in WAYS.items() if way.means == "undo"}
    acts = {kind for kind, _ in (*BEFORE_PLAY.values(), *AMID_PLAY.values())}
    assert undone <= acts | ELSEWHERE
    assert all(way.instead.es and way.instead.en for way in WAYS.values() if way.means != "undo")


# The views of readers


def names_only(value: Any) -> Any:
    """A view with the names of people, but without ids or times. Two contests of people with the same names agree."""
    match value:
        case {"name": str(name), "id": _}:
            return name
        case dict():
            left = {
                "id",
                "contest",
                "championship",
                "version",
                "match",
                "fixture",
                "decided_at",
                "recorded_at",
                "stream",
            }
            return {name: names_only(part) for name, part in value.items() if name not in left}
        case list() | tuple():
            return [names_only(part) for part in value]
    return value


CASES = [
    pytest.param(format_, act, played, id=f"{name}: {format_}{', played' if played else ''}")
    for played, acts in ((False, BEFORE_PLAY), (True, AMID_PLAY))
    for name, (_, act) in acts.items()
    for format_ in FORMATS
    # Once a single match has been played, no match is left for a withdrawal or a substitution.
    if not (format_ == "single" and played and act in (substitute, withdraw))
]


@pytest.mark.parametrize(("format_", "act", "has_results"), CASES)
def test_an_undo_gives_what_was_there_before(client: Caller, format_: str, act: Act, has_results: bool) -> None:
    contest = draw_desk_contest(client, format_)
    if has_results:
        report(contest)
    before = tables(contest)
    path = act(contest)
    standings = contest.standings()
    taken_back(contest, path)
    assert tables(contest) == before
    # A second act gives the same as the first.
    act(contest)
    assert names_only(contest.standings()) == names_only(standings)


def test_a_ruling_is_taken_back(client: Caller) -> None:
    contest = Contest(client, *TEN[:5])
    path = rule_tie(contest)
    assert contest.view()["phase"] == "final"
    taken_back(contest, path)
    assert contest.awaits() == [("ruling", "Dani", "Elena")]


def test_a_contest_cannot_be_undrawn_but_cancelled(client: Caller) -> None:
    contest = Contest(client, *TEN[:5])
    version = contest.view()["draw"]["version"]
    refusal = client.delete(f"/v1/contests/{contest.id}/decisions/{version}", params=WHY)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "impossible")
    assert "DELETE /v1/contests/{id}" in refusal.json()["detail"]


def test_the_result_goes_with_its_corrections(client: Caller) -> None:
    contest = Contest(client, *TEN[:5])
    before = tables(contest)
    fixture = report(contest)
    correct_result(contest)
    taken_back(contest, f"/v1/fixtures/{fixture['id']}/result")
    assert tables(contest) == before


def test_an_undo_is_in_the_history_with_its_reason(client: Caller) -> None:
    contest = Contest(client, *TEN[:5])
    path = withdraw(contest)
    version = contest.view()["version"]
    answer = taken_back(contest, path)
    left, undone = client.get(f"/v1/contests/{contest.id}/changes").json()["items"]
    assert (left["type"], left["undone_by"]) == ("entrant_withdrawn", answer["version"])
    assert (undone["type"], undone["undone"], undone["reason"]) == ("decision_undone", [version], WHY["reason"])
    assert [one["name"] for one in undone["concerns"]] == ["Beto"]


# Later acts


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("seed", range(2))
def test_what_came_later_stands_as_if_the_act_had_never_been(client: Caller, format_: str, seed: int) -> None:
    """Two contests get the same acts, and one of them gets one act more. After its undo, both have the same tables."""
    chance = Random(f"{format_} {seed}")
    one, other = draw_desk_contest(client, format_), draw_desk_contest(client, format_)
    acts = [act for _, act in (*BEFORE_PLAY.values(), *AMID_PLAY.values()) if act in LATER]
    mistake = chance.choice((withdraw, sanction, give_walkover))
    path = mistake(other)
    skipped = path.split("/")[3]
    for _ in range(4):
        if open_fixtures(one) and open_fixtures(other):
            act = chance.choice(acts)
            fixture = next((two for two in map(alike(other), open_fixtures(one)) if two and two["id"] != skipped), None)
            if fixture is None:
                break
            act_at(act, one, other, fixture)
    answer = client.delete(path, params=WHY | {"reopen": "true"})
    assert answer.is_success, answer.text
    assert names_only(tables(other)["standings"]) == names_only(tables(one)["standings"])
    assert names_only(tables(other)["championship"]["general"]) == names_only(tables(one)["championship"]["general"])


LATER = (tell_result, sanction)


def open_fixtures(contest: Contest) -> list[dict[str, Any]]:
    return [one for one in contest.fixtures() if one["state"] == "pending"]


def alike(contest: Contest) -> Callable[[dict[str, Any]], dict[str, Any] | None]:
    """The open fixture of a contest between the players of these names."""
    by_key = {key_of(one): one for one in open_fixtures(contest)}
    return lambda fixture: by_key.get(key_of(fixture))


def key_of(fixture: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    return fixture["kind"], tuple(one["name"] for one in fixture["entrants"])


def act_at(act: Act, one: Contest, other: Contest, fixture: dict[str, Any]) -> None:
    """Sends the same act to both: a card, or the result of the match between the players of this fixture."""
    for contest in (one, other):
        if act is sanction:
            sanction(contest)
            continue
        match = next(own for own in open_fixtures(contest) if key_of(own) == key_of(fixture))
        assert_ok(contest.client.post(f"/v1/fixtures/{match['id']}/result", json=figures(contest, match)))


def test_what_stands_on_it_has_to_be_taken_back_first(client: Caller) -> None:
    """A correction on a result, a result on a draw, a walkover on a result: each refusal names the act that stands in the way."""
    contest = Contest(client, *TEN[:5])
    first = draw_again(contest)
    fixture = report(contest)
    report_version = fixture_version(contest, fixture)
    correct_result(contest)
    correction_version = fixture_version(contest, fixture)
    log = f"/v1/championships/{contest.championship}/events"
    version = client.get(log).json()["version"]
    for path, versions in (
        (first, [report_version, correction_version]),
        (f"/v1/contests/{contest.id}/decisions/{report_version}", [correction_version]),
    ):
        refusal = client.delete(path, params=WHY)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "impossible"), refusal.text
        assert [one["version"] for one in refusal.json()["undo_first"]] == versions
    assert client.get(log).json()["version"] == version


@pytest.mark.parametrize("format_", FORMATS)
def test_an_undo_brings_back_no_match_of_an_earlier_draw(client: Caller, format_: str) -> None:
    """The draw in reverse order has the same people at many of its places, each in another order."""
    contest = draw_desk_contest(client, format_)
    entrants = [[one["id"] for one in who.get("players", [who])] for who in contest.view()["entrants"]]
    order = [who if len(who) > 1 else who[0] for who in reversed(entrants)]
    assert_ok(contest.do("draw", order=order, reason="al revés"))
    tell_result(contest)
    path = f"/v1/contests/{contest.id}/fixtures"
    states = {one["id"]: one["state"] for one in client.get(path).json()["items"]}
    taken_back(contest, replace_by_walkover(contest))
    assert {one["id"]: one["state"] for one in client.get(path).json()["items"]} == states


@pytest.mark.parametrize("format_", FORMATS)
def test_who_came_instead_stays_while_the_draw_made_since_names_them(client: Caller, format_: str) -> None:
    contest = draw_desk_contest(client, format_)
    before = tables(contest)
    path = substitute(contest)
    version = draw_again(contest)
    known = tables(contest)
    refusal = client.delete(path, params=WHY)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "impossible"), refusal.text
    assert [one["version"] for one in refusal.json()["undo_first"]] == [int(version.rpartition("/")[2])]
    assert tables(contest) == known
    taken_back(contest, version)
    taken_back(contest, path)
    assert tables(contest) == before


def fixture_version(contest: Contest, fixture: dict[str, Any]) -> int:
    return int(contest.client.get(f"/v1/fixtures/{fixture['id']}").json()["version"])


# The finalists


def with_final(client: Caller) -> tuple[Contest, str]:
    """A league with a result of the final, and the address of a league result."""
    contest = Contest(client, *TEN[:5])
    contest.league(TEN[:5])
    final = contest.fixtures("final")[0]
    assert_ok(client.post(f"/v1/fixtures/{final['id']}/result", json={"points": [101, 55, 60, 18]}))
    return contest, f"/v1/fixtures/{contest.fixture('Dani', 'Elena', kind='league')['id']}/result"


def test_who_is_through_to_a_final_that_was_played_changes_only_with_reopen(client: Caller) -> None:
    contest, path = with_final(client)
    before = tables(contest)
    refusal = client.delete(path, params=WHY)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "closed"), refusal.text
    assert [one["kind"] for one in refusal.json()["difference"]["voids"]] == ["final"]
    assert tables(contest) == before
    answer = taken_back(contest, path, reopen="true")
    assert [one["kind"] for one in answer["difference"]["voids"]] == ["final"]
    assert contest.view()["phase"] == "playing"


def test_a_final_that_a_withdrawal_voided_is_there_again(client: Caller) -> None:
    contest, _ = with_final(client)
    before = tables(contest)
    wrong = contest.fixture("Dani", "Elena", kind="league")
    body = contest.body(wrong, {"Dani": 64, "Elena": 40}, reason="al revés", reopen=True)
    path = decision(contest, client.put(f"/v1/fixtures/{wrong['id']}/result", json=body))
    assert contest.view()["phase"] == "final"
    taken_back(contest, path)
    assert tables(contest) == before


# Matches at tables


def test_a_match_opened_by_mistake_goes_with_what_it_told(client: Caller) -> None:
    contest = Contest(client, *TEN[:5])
    before = tables(contest)
    fixture = open_fixture(contest)
    match = client.post("/v1/matches", json={"fixture": fixture["id"]}).json()["id"]
    client.tell(match, {"type": "withdraw", "seat": 0, "reason": "se va"})
    taken_back(contest, f"/v1/fixtures/{fixture['id']}/result")
    assert tables(contest) == before
    # The fixture is free for another table, and the first table does not count.
    assert client.post("/v1/matches", json={"fixture": fixture["id"]}).status_code == 201


def test_a_match_goes_on_and_counts_once_its_correction_is_taken_back(client: Caller) -> None:
    contest = Contest(client, *TEN[:5])
    fixture = open_fixture(contest)
    match = client.post("/v1/matches", json={"fixture": fixture["id"]}).json()["id"]
    body = figures(contest, fixture) | {"reason": "se apuntó en papel"}
    path = decision(contest, client.put(f"/v1/fixtures/{fixture['id']}/result", json=body))
    left = {"type": "withdraw", "seat": 0, "reason": "se va"}
    assert client.say(match, left).status_code == 409
    assert client.get(f"/v1/fixtures/{fixture['id']}").json().get("match") is None
    taken_back(contest, path)
    client.tell(match, left)
    again = client.get(f"/v1/fixtures/{fixture['id']}").json()
    assert (again["state"], again["match"], again["result"]["ranking"]) == ("played", match, [[1], [0]])
