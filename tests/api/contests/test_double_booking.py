"""Warnings of a decision about a player or a table with two matches at one time, over all contests of a championship."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from referee.championship.double_booking import MOST
from referee.championship.views import MOST_BESIDE
from tests.api.document.test_document import DOCUMENT, resolve
from tests.support.desk import rule_tie
from tests.support.organizing import Contest
from tests.support.service import Caller

LATE_AT = "2026-08-15T22:00:00Z"
AT, LATER, AFTER = "2026-08-15T17:00:00Z", "2026-08-15T19:30:00+02:00", "2026-08-15T18:00:00Z"


@pytest.fixture
def contests(organizer: Caller) -> tuple[Contest, Contest]:
    """Two contests with Ana in both, the first with a match at five at table 7."""
    first = Contest(organizer, "Ana", "Beto", "Carla", "Dani", format="league")
    body = {"ruleset": "hearts.castillar", "format": "knockout", "order": ["Ana", "Dani"]}
    contest = organizer.post(f"/v1/championships/{first.championship}/contests", json=body).json()
    second = Contest.existing(organizer, first.championship, contest["id"])
    plan(first, first.fixture("Ana", "Beto"), starts_at=AT, table=7)
    return first, second


def plan(contest: Contest, fixture: dict[str, Any], **body: Any) -> Any:
    answer = contest.client.put(f"/v1/fixtures/{fixture['id']}/schedule", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json().get("warnings", [])


@pytest.mark.parametrize("moment", [AT, LATER])
def test_somebody_is_in_two_contests_at_once(contests: tuple[Contest, Contest], moment: str) -> None:
    first, second = contests
    [warning] = plan(second, second.fixtures()[0], starts_at=moment, table=9)
    assert (warning["code"], [one["name"] for one in warning["people"]]) == ("double_booking", ["Ana"])
    assert (warning["fixture"], "table" in warning) == (first.fixture("Ana", "Beto")["id"], False)


def test_a_table_has_two_matches_at_once(contests: tuple[Contest, Contest]) -> None:
    first, _ = contests
    [warning] = plan(first, first.fixture("Carla", "Dani"), starts_at=AT, table="7")
    assert ("people" in warning, warning["table"]) == (False, "7")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *[("salon", "Salon"), ("Salón", "SALON"), ("Mesa del fondo", "mesa  del Fondo"), ("Rincón", "rincon ")],
        *[(3, "Mesa 3"), ("mesa nº 3", "3"), ("03", 3), ("Table 3", "MESA 3")],
    ],
)
def test_a_place_is_one_however_it_is_written(contests: tuple[Contest, Contest], one: Any, other: Any) -> None:
    first, _ = contests
    assert plan(first, first.fixture("Ana", "Carla"), starts_at=LATE_AT, table=one) == []
    [warning] = plan(first, first.fixture("Beto", "Dani"), starts_at=LATE_AT, table=other)
    assert ("people" in warning, "table" in warning) == (False, True)


@pytest.mark.parametrize(("one", "other"), [("Salón", "Salón 2"), (1, 10), ("Mesa 1", "Mesa A"), ("Mesa", "Mesa 1")])
def test_two_places_are_two(contests: tuple[Contest, Contest], one: Any, other: Any) -> None:
    first, _ = contests
    plan(first, first.fixture("Ana", "Carla"), starts_at=LATE_AT, table=one)
    assert plan(first, first.fixture("Beto", "Dani"), starts_at=LATE_AT, table=other) == []


def test_matches_that_follow_each_other_are_no_double_booking(contests: tuple[Contest, Contest]) -> None:
    first, second = contests
    assert plan(second, second.fixtures()[0], starts_at=AFTER, table=7) == []
    assert plan(first, first.fixture("Carla", "Dani"), starts_at=AT, table=8) == []


def test_a_dry_run_warns_too(contests: tuple[Contest, Contest]) -> None:
    _, second = contests
    path = f"/v1/fixtures/{second.fixtures()[0]['id']}/schedule?dry_run=true"
    assert second.client.put(path, json={"starts_at": AT}).json()["warnings"]
    assert "starts_at" not in second.fixtures()[0]


# Other acts than a schedule

Act = tuple[str, str, dict[str, Any]]
"""A request: its method, its address, and its body, or its query if it has no body."""
AT_FOUR = "2026-08-15T16:00:00Z"
FOUR = ("Ana", "Beto", "Carla", "Dani")
WHY = {"reason": "se apuntó por error"}


class Hall:
    """A knockout of four in a championship with a league. Everybody has a league match at five."""

    def __init__(self, client: Caller) -> None:
        self.client = client
        self.league = Contest(client, *FOUR, "Elena", "Nora", format="league")
        for pair in (("Ana", "Beto"), ("Carla", "Dani"), ("Elena", "Nora")):
            plan(self.league, self.league.fixture(*pair), starts_at=AT, table=pair[0])
        self.draws("knockout", *FOUR)

    def draws(self, format_: str, *order: str | list[str], ruleset: str = "corona", **params: Any) -> None:
        championship = self.league.championship
        body = {"ruleset": ruleset, "format": format_, "order": order, "params": params}
        contest = self.client.post(f"/v1/championships/{championship}/contests", json=body).json()
        self.cup = Contest.existing(self.client, championship, contest["id"])

    def semifinal(self, player: str) -> dict[str, Any]:
        matches = [one for one in self.cup.fixtures("knockout") if one["state"] != "void"]
        return next(one for one in matches if player in {entrant["name"] for entrant in one["entrants"]})

    def results(self) -> dict[str, Any]:
        """Reports both semifinals, and schedules the final that follows at five."""
        for winner in ("Ana", "Beto"):
            self.send(self.wins(winner))
        final = self.final()
        plan(self.cup, final, starts_at=AT, table=50)
        return final

    def final(self) -> dict[str, Any]:
        semifinals = {self.semifinal(who)["id"] for who in FOUR}
        [final] = [one for one in self.cup.fixtures() if one["id"] not in semifinals and one["state"] == "pending"]
        return final

    def wins(self, winner: str, **more: Any) -> Act:
        semifinal = self.semifinal(winner)
        points = [int(entrant["name"] == winner) for entrant in semifinal["entrants"]]
        method = "PUT" if more else "POST"
        return method, f"/v1/fixtures/{semifinal['id']}/result", {"points": points} | more

    def absent(self, player: str) -> Act:
        return (
            "POST",
            f"/v1/fixtures/{self.semifinal(player)['id']}/walkover",
            {"absent": [player], "reason": "no vino"},
        )

    def of_contest(self, action: str, **body: Any) -> Act:
        return "POST", f"/v1/contests/{self.cup.id}/{action}", body

    def taken_back(self, path: str) -> Act:
        return "DELETE", path, WHY

    def last(self) -> Act:
        return self.taken_back(f"/v1/contests/{self.cup.id}/decisions/{self.cup.view()['version']}")

    def send(self, act: Act, *, dry: bool = False) -> list[dict[str, Any]]:
        """Sends an act and returns its warnings."""
        method, path, body = act
        query = {"dry_run": "true"} if dry else {}
        options: dict[str, Any] = {"params": body | query} if method == "DELETE" else {"params": query, "json": body}
        answer = self.client.request(method, path, **options)
        assert answer.is_success, answer.text
        warnings: list[dict[str, Any]] = answer.json().get("warnings", [])
        return warnings


def result(hall: Hall) -> Act:
    hall.results()
    hall.send(hall.taken_back(hall.wins("Ana")[1]))
    return hall.wins("Dani")


def correction(hall: Hall) -> Act:
    hall.results()
    return hall.wins("Dani", reason="al revés")


def walkover(hall: Hall) -> Act:
    hall.results()
    hall.send(hall.taken_back(hall.wins("Ana")[1]))
    return hall.absent("Ana")


def result_taken_back(hall: Hall) -> Act:
    plan(hall.cup, hall.semifinal("Ana"), starts_at=AT)
    hall.send(hall.wins("Ana"))
    return hall.taken_back(hall.wins("Ana")[1])


def walkover_taken_back(hall: Hall) -> Act:
    plan(hall.cup, hall.semifinal("Ana"), starts_at=AT)
    act = hall.absent("Ana")
    hall.send(act)
    return hall.taken_back(act[1])


def withdrawal(hall: Hall) -> Act:
    """The next player of the group comes to the final."""
    hall.draws("groups", *FOUR, size=2, through=1, then="final")
    for group in hall.cup.fixtures():
        hall.send(("POST", f"/v1/fixtures/{group['id']}/result", {"points": [1, 0]}))
    plan(hall.cup, hall.cup.fixtures("final")[0], starts_at=AT)
    return hall.of_contest("withdrawals", player="Ana", reason="se va")


def withdrawal_taken_back(hall: Hall) -> Act:
    hall.send(withdrawal(hall))
    return hall.taken_back(f"/v1/contests/{hall.cup.id}/withdrawals/Ana")


def ruling(hall: Hall) -> Act:
    """Another player of a tie comes to a final that an earlier ruling made."""
    hall.draws("castillar", *FOUR, "Elena", ruleset="hearts.castillar")
    earlier = rule_tie(hall.cup)
    plan(hall.cup, hall.cup.fixtures("final")[0], starts_at=AT)
    hall.send(hall.taken_back(earlier))
    return hall.of_contest("rulings", tie=["Dani", "Elena"], order=[["Dani"], ["Elena"]], reason="otro sorteo")


def substitution(hall: Hall) -> Act:
    hall.results()
    return hall.of_contest("substitutions", out="Ana", reason="enferma", **{"in": "Nora"})


def substitution_taken_back(hall: Hall) -> Act:
    hall.send(substitution(hall))
    return hall.taken_back(f"/v1/contests/{hall.cup.id}/substitutions/Ana")


def draw_again(hall: Hall) -> Act:
    plan(hall.cup, hall.semifinal("Ana"), starts_at=AT)
    return hall.of_contest("draw", order=["Beto", "Ana", "Carla", "Dani"], reason="faltaba una papeleta")


def draw_taken_back(hall: Hall) -> Act:
    hall.send(draw_again(hall))
    return hall.last()


def cancellation_taken_back(hall: Hall) -> Act:
    plan(hall.cup, hall.semifinal("Ana"), starts_at=AT)
    hall.send(hall.taken_back(f"/v1/contests/{hall.cup.id}"))
    return hall.last()


def longer_matches(hall: Hall) -> Act:
    plan(hall.cup, hall.semifinal("Ana"), starts_at=AT_FOUR)
    return clock(hall, match_seconds=3601)


def clock(hall: Hall, **timing: Any) -> Act:
    return "PUT", f"/v1/contests/{hall.cup.id}/timing", {"timing": timing or None, "reason": "son lentos"}


ACTS: list[Callable[[Hall], Act]] = [
    result, correction, walkover, result_taken_back, walkover_taken_back, withdrawal, withdrawal_taken_back, substitution,
    substitution_taken_back, ruling, draw_again, draw_taken_back, cancellation_taken_back, longer_matches,
]  # fmt: skip


@pytest.mark.parametrize("act", ACTS)
def test_every_act_warns_of_what_it_brings_about(organizer: Caller, act: Callable[[Hall], Act]) -> None:
    hall = Hall(organizer)
    request = act(hall)
    trial, warnings = hall.send(request, dry=True), hall.send(request)
    scheduled_ones = [one for one in hall.cup.fixtures() if one["state"] == "pending" and "starts_at" in one]
    [own] = scheduled_ones
    playing = {entrant["name"] for entrant in own["entrants"]}
    assert {one["of"] for one in warnings} == {own["id"]}
    assert {person["name"] for one in warnings for person in one["people"]} == playing
    assert [(one["fixture"], one["people"]) for one in trial] == [(one["fixture"], one["people"]) for one in warnings]


RENAMING = "put /v1/contests/{contest_id}"
OF_ROUNDS = {
    "post /v1/contests/{contest_id}/rounds",
    "put /v1/contests/{contest_id}/rounds/{number}",
    "delete /v1/contests/{contest_id}/rounds/{number}",
    "post /v1/contests/{contest_id}/rounds/{number}/publish",
}
"""Decisions about rounds: their matches have no time yet when they are made."""


def test_every_decision_about_a_contest_or_a_match_may_warn() -> None:
    answers = {
        f"{method} {path}": json.dumps(resolve(response))
        for path, item in DOCUMENT["paths"].items()
        if path.startswith(("/v1/contests/", "/v1/fixtures/"))
        for method, operation in item.items()
        if method in {"post", "put", "delete"}
        for status, response in operation["responses"].items()
        if status in {"200", "201"}
    }
    warning = ("/FixtureDecided", "/FixturePlanned", "/ContestDecided")
    assert {name for name, answer in answers.items() if not any(shape in answer for shape in warning)} == {
        RENAMING
    } | OF_ROUNDS


def test_what_overlapped_before_is_not_told_again(organizer: Caller) -> None:
    hall = Hall(organizer)
    plan(hall.cup, hall.semifinal("Ana"), starts_at=AT)
    assert hall.send(hall.wins("Beto")) == []
    assert hall.send(clock(hall, match_seconds=3600)) == []


def test_partners_of_a_pair_are_told_apart(organizer: Caller) -> None:
    hall = Hall(organizer)
    hall.draws("league", ["Ana", "Elena"], ["Carla", "Dani"], ruleset="guinote")
    warnings = plan(hall.cup, hall.cup.fixtures()[0], starts_at="2026-08-15T16:30:00Z", table=50)
    people = [{person["name"] for person in one["people"]} for one in warnings]
    assert sorted(people, key=sorted) == [{"Ana"}, {"Carla", "Dani"}, {"Elena"}]


def test_an_answer_has_so_many_warnings(organizer: Caller) -> None:
    """The fifteen matches of a league of six, all at one table at one time, are 105 pairs."""
    hall = Hall(organizer)
    for fixture in hall.league.fixtures():
        plan(hall.league, fixture, starts_at=AT, table=1)
    hall.cup = hall.league
    assert len(hall.send(clock(hall, match_seconds=3601))) == MOST < 105


# Answers with a schedule


def marks(contest: Contest) -> dict[frozenset[str], list[tuple[str, tuple[str, ...], Any]]]:
    """The clashes of each match of a contest, by its entrants. They are the same in every answer with the match."""
    fixtures = contest.view()["fixtures"]
    assert fixtures == contest.client.get(f"/v1/contests/{contest.id}/fixtures").json()["items"]
    assert all(one == contest.client.get(f"/v1/fixtures/{one['id']}").json() for one in fixtures)
    return {
        frozenset(entrant["name"] for entrant in one["entrants"]): [
            (other["fixture"], tuple(person["name"] for person in other.get("people", ())), other.get("table"))
            for other in one["double_booked"]
        ]
        for one in fixtures
        if "double_booked" in one
    }


def test_whoever_reads_a_schedule_sees_two_matches_at_once(contests: tuple[Contest, Contest]) -> None:
    first, second = contests
    assert marks(first) == marks(second) == {}
    one, other = first.fixture("Ana", "Beto"), second.fixtures()[0]
    path = f"/v1/fixtures/{one['id']}"
    before = first.client.get(path)
    plan(second, other, starts_at=AT, table=7)
    assert marks(first) == {frozenset({"Ana", "Beto"}): [(other["id"], ("Ana",), 7)]}
    assert marks(second) == {frozenset({"Ana", "Dani"}): [(one["id"], ("Ana",), 7)]}
    assert first.client.get(path, headers={"If-None-Match": before.headers["etag"]}).status_code == 200
    plan(first, one, starts_at=AFTER, table=7)
    assert marks(first) == marks(second) == {}


def test_what_is_played_or_counts_no_more_is_no_double_booking(contests: tuple[Contest, Contest]) -> None:
    first, second = contests
    plan(second, second.fixtures()[0], starts_at=AT)
    assert marks(first)
    response = first.client.delete(f"/v1/contests/{second.id}", params=WHY)
    assert response.is_success, response.text
    assert marks(first) == {}
    back = first.client.delete(f"/v1/contests/{second.id}/decisions/{response.json()['version']}", params=WHY)
    assert back.is_success and marks(first)
    first.report({"Ana": 40, "Beto": 64})
    assert marks(first) == marks(second) == {}


def test_both_partners_of_pairs_are_marked(organizer: Caller) -> None:
    hall = Hall(organizer)
    hall.draws("league", ["Ana", "Elena"], ["Carla", "Dani"], ruleset="guinote")
    plan(hall.cup, hall.cup.fixtures()[0], starts_at=AT, table=50)
    [others] = marks(hall.cup).values()
    assert sorted(people for _, people, _ in others) == [("Ana",), ("Carla", "Dani"), ("Elena",)]


def test_a_match_is_marked_with_a_few_others(organizer: Caller) -> None:
    hall = Hall(organizer)
    for fixture in hall.league.fixtures():
        plan(hall.league, fixture, starts_at=AT, table=1)
    assert {len(others) for others in marks(hall.league).values()} == {MOST_BESIDE}


PAPERS = ["/v1/contests/{id}/fixtures?format=html&lang=es", "/print/contests/{id}/fixtures?lang=es"]
MARK = "A la misma hora también en otro encuentro: Ana, Mesa 7"


@pytest.mark.parametrize("path", PAPERS)
def test_a_schedule_on_paper_is_marked(contests: tuple[Contest, Contest], path: str) -> None:
    first, second = contests
    address = path.format(id=first.id)
    assert MARK not in first.client.get(address).text
    plan(second, second.fixtures()[0], starts_at=AT, table=7)
    assert MARK in first.client.get(address).text


# A person entered twice


def test_a_merge_warns_of_two_matches_at_once(organizer: Caller) -> None:
    hall = Hall(organizer)
    people = organizer.get(f"/v1/championships/{hall.league.championship}").json()["players"]
    ids = {one["name"]: one["id"] for one in people}
    hall.draws("knockout", "Carla", "Nora")
    own = hall.cup.fixtures()[0]
    plan(hall.cup, own, starts_at="2026-08-15T17:30:00Z", table=50)
    path, body = f"/v1/players/{ids['Ana']}/merge", {"into": ids["Nora"], "reason": "apuntada dos veces"}
    refusal = organizer.post(path, json=body)
    assert refusal.json()["code"] == "impossible", "both are entered in the league"
    newcomer = organizer.post(
        f"/v1/championships/{hall.league.championship}/players", json={"players": ["Nora B."], "distinct": True}
    ).json()["players"][-1]["id"]
    before = hall.send(hall.of_contest("substitutions", out="Nora", reason="enferma", **{"in": newcomer}))
    assert [[person["name"] for person in one["people"]] for one in before] == [["Carla"]]
    [own] = hall.cup.fixtures()
    path, body = f"/v1/players/{newcomer}/merge", {"into": ids["Ana"], "reason": "apuntada dos veces"}
    trial = organizer.post(f"{path}?dry_run=true", json=body).json()["warnings"]
    assert [[person["name"] for person in one["people"]] for one in clashes_of(organizer, own)] == [["Carla"]]
    key = {"Idempotency-Key": f"merge-{newcomer}"}
    response = organizer.post(path, json=body, headers=key)
    assert response.json()["warnings"] == trial
    assert organizer.post(path, json=body, headers=key).json() == response.json()
    assert {person["name"] for one in trial for person in one["people"]} == {"Ana", "Carla"}
    assert {person["name"] for one in clashes_of(organizer, own) for person in one["people"]} == {"Ana", "Carla"}
    response = organizer.delete(path, params={"reason": "no eran la misma"})
    assert response.is_success
    assert [[person["name"] for person in one["people"]] for one in clashes_of(organizer, own)] == [["Carla"]]


def clashes_of(organizer: Caller, fixture: dict[str, Any]) -> list[dict[str, Any]]:
    """The clashes of a match with others."""
    return list(organizer.get(f"/v1/fixtures/{fixture['id']}").json().get("double_booked", []))
