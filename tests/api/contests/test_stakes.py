"""Stakes over HTTP: the agreement at the opening of a match or contest, the amounts that follow, and the refusals."""

import csv
from io import StringIO
from typing import Any

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

FIVE = ("Ana", "Beto", "Carla", "Dani", "Elena")
TEN_TO_THE_WINNER: dict[str, Any] = {"each": 10, "split": "winner_takes_all"}


def open_with_stakes(organizer: Caller, seats: int, ruleset: str = "hearts.castillar", **stakes: Any) -> str:
    return organizer.open(ruleset, seats, stakes=stakes)


def leave(organizer: Caller, match: str, *seats: int) -> dict[str, Any]:
    """The view of a match after these seats leave, one after the other."""
    for seat in seats:
        organizer.tell(match, {"type": "withdraw", "seat": seat, "reason": "se va"})
    return dict(organizer.get(f"/v1/matches/{match}").json())


def final(**points: int) -> Any:
    return {"Ana": 20, "Beto": 30, "Carla": 56, "Dani": 102} | points


def play_league(organizer: Caller, **stakes: Any) -> Contest:
    """A league of five up to its final, with the final's result."""
    contest = Contest(organizer, *FIVE, stakes=stakes)
    contest.league(FIVE)
    contest.report(final(), kind="final")
    return contest


def nets(settlement: dict[str, Any]) -> dict[str, int]:
    return {one["player"]["name"]: one["net"] for one in settlement["players"]}


# Matches


def test_a_match_tells_its_stakes_and_in_the_end_its_settlement(organizer: Caller, public: Caller) -> None:
    match = open_with_stakes(organizer, 2, **TEN_TO_THE_WINNER)
    view = public.get(f"/v1/matches/{match}").json()
    assert view["stakes"] == TEN_TO_THE_WINNER
    assert view["result"] is None
    result = leave(organizer, match, 1)["result"]
    assert result["settlement"] == {"pot": 20, "shares": [20, 0], "net": [10, -10], "rule": "stakes.split"}
    first = public.get(f"/v1/matches/{match}/events").json()["items"]
    assert first[0]["stakes"] == TEN_TO_THE_WINNER
    assert first[1]["facts"][-1]["settlement"] == result["settlement"]


def test_without_stakes_nothing_is_said_of_them(organizer: Caller) -> None:
    match = organizer.open("hearts.castillar", 2)
    view = leave(organizer, match, 1)
    assert "stakes" not in view
    assert "settlement" not in view["result"]
    assert "stakes" not in organizer.get(f"/v1/matches/{match}/events").json()["items"][0]


def test_an_abandoned_match_gives_the_stakes_back(organizer: Caller) -> None:
    match = open_with_stakes(organizer, 4, "guinote", each=3, split=[2, 1])
    settlement = leave(organizer, match, 0, 1)["result"]["settlement"]
    assert settlement == {"pot": 12, "shares": [3, 3, 3, 3], "net": [0, 0, 0, 0], "rule": "stakes.returned"}


def test_partners_share(organizer: Caller) -> None:
    match = open_with_stakes(organizer, 4, "guinote", each=3, split=[2, 1])
    assert leave(organizer, match, 1)["result"]["settlement"]["shares"] == [4, 2, 4, 2]


def test_a_dry_run_says_what_it_would_come_to_and_stores_nothing(organizer: Caller) -> None:
    match = open_with_stakes(organizer, 2, **TEN_TO_THE_WINNER)
    event = {"type": "withdraw", "seat": 0, "reason": "se va"}
    trial = organizer.post(f"/v1/matches/{match}/events?dry_run=true", json=event)
    assert trial.json()["view"]["result"]["settlement"]["net"] == [-10, 10]
    assert organizer.get(f"/v1/matches/{match}").json()["result"] is None


def test_what_would_be_without_an_event_is_settled_too(organizer: Caller) -> None:
    match = open_with_stakes(organizer, 4, each=6, split=[2, 1])
    leave(organizer, match, 1, 3)
    answer = organizer.get(f"/v1/matches/{match}/whatif", params={"without": 3}).json()
    assert answer["match"]["result"]["settlement"]["shares"] == [8, 0, 8, 8]
    assert "settlement" not in answer


def test_a_record_carries_its_stakes(organizer: Caller) -> None:
    match = open_with_stakes(organizer, 2, **TEN_TO_THE_WINNER)
    leave(organizer, match, 1)
    audit = organizer.get(f"/v1/matches/{match}/audit").json()
    assert (audit["chain"]["intact"], audit["differences"]) == (True, [])


def test_the_rulebook_of_every_game_says_how_stakes_are_divided(organizer: Caller) -> None:
    for ruleset in organizer.get("/v1/rulesets").json()["items"]:
        clauses = organizer.get(f"/v1/rulesets/{ruleset['id']}").json()["clauses"]
        assert {"stakes.split", "stakes.returned"} <= {clause["code"] for clause in clauses}
    formats = organizer.get("/v1/formats").json()
    assert {"stakes.split", "stakes.returned", "stakes.contest"} <= {clause["code"] for clause in formats["clauses"]}


# Refusals

WRONG: tuple[tuple[Any, int, str, str], ...] = (
    ({"each": 0, "split": "winner_takes_all"}, 400, "malformed", "$.stakes.each"),
    ({"each": 1_000_001, "split": "winner_takes_all"}, 400, "malformed", "$.stakes.each"),
    ({"each": "5", "split": "winner_takes_all"}, 400, "malformed", "$.stakes.each"),
    ({"each": 5, "split": "all"}, 400, "malformed", "$.stakes.split"),
    ({"each": 5, "split": []}, 400, "malformed", "$.stakes.split"),
    ({"each": 5, "split": [2, -1]}, 400, "malformed", "$.stakes.split[1]"),
    ({"each": 5, "split": [1_000_001, 1]}, 400, "malformed", "$.stakes.split[0]"),
    ({"each": 5, "split": [1.5]}, 400, "malformed", "$.stakes.split[0]"),
    ({"each": 5, "split": [0, 0]}, 400, "malformed", "$.stakes.split"),
    ({"each": 5, "split": [5, 3, 1, 1, 1]}, 422, "inconsistent", "$.stakes.split"),
    ({"each": 5}, 400, "malformed", "$.stakes"),
    ({"each": 5, "split": [1], "currency": "EUR"}, 400, "malformed", "$.stakes"),
)


@pytest.mark.parametrize(("stakes", "status", "code", "path"), WRONG)
def test_what_cannot_be_staked_is_refused_in_both_languages(
    organizer: Caller, stakes: Any, status: int, code: str, path: str
) -> None:
    seats = [{"name": name} for name in FIVE[:4]]
    championship = organizer.post(
        "/v1/championships", json={"name": "x", "players": list(FIVE[:4]), "distinct": True}
    ).json()
    opening = {"ruleset": "hearts.castillar", "seats": seats, "stakes": stakes}
    contest = {"ruleset": "hearts.castillar", "format": "castillar", "stakes": stakes}
    for address, body in (("/v1/matches", opening), (f"/v1/championships/{championship['id']}/contests", contest)):
        messages = set()
        for language in ("es", "en"):
            answer = organizer.post(address, json=body, headers={"Accept-Language": language})
            problem = refusal_of(answer, status, code)
            assert [flaw["path"] for flaw in problem["errors"]] == [path]
            messages.add(problem["errors"][0]["message"])
        assert len(messages) == 2
    assert organizer.get(f"/v1/championships/{championship['id']}").json()["contests"] == []


def test_a_fixture_can_have_stakes_of_its_own(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    fixture = contest.fixture("Ana", "Beto")["id"]
    answer = organizer.post("/v1/matches", json={"fixture": fixture, "stakes": TEN_TO_THE_WINNER})
    assert answer.json()["stakes"] == TEN_TO_THE_WINNER
    assert "stakes" not in contest.view()


# Contests


def test_a_contest_is_settled_by_its_podium(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, *FIVE, stakes={"each": 10, "split": [3, 2]})
    assert contest.view()["stakes"] == {"each": 10, "split": [3, 2]}
    contest.league(FIVE)
    assert "settlement" not in contest.view()
    contest.report(final(), kind="final")
    settlement = contest.view()["settlement"]
    assert (settlement["pot"], settlement["rule"]) == (50, "stakes.contest")
    assert nets(settlement) == {"Ana": 20, "Beto": 10, "Carla": -10, "Dani": -10, "Elena": -10}
    assert [one["place"] for one in settlement["players"]] == [1, 2, 3, 4, None]
    answer = public.get(f"/v1/contests/{contest.id}/settlement").json()
    assert answer["settlement"] == settlement
    assert answer["stakes"] == {"each": 10, "split": [3, 2]}


def test_a_correction_settles_again_and_says_so(organizer: Caller) -> None:
    contest = play_league(organizer, **TEN_TO_THE_WINNER)
    fixture = contest.fixture("Ana", "Beto", "Carla", "Dani", kind="final")
    body = contest.body(fixture, final(Ana=30, Beto=20), reason="acta mal sumada")
    path = f"/v1/fixtures/{fixture['id']}/result"
    trial = organizer.put(path, json=body, params={"dry_run": "true"}).json()["difference"]["settlement"]
    assert nets(trial["before"]) == {"Ana": 40, "Beto": -10, "Carla": -10, "Dani": -10, "Elena": -10}
    assert nets(trial["after"]) == {"Ana": -10, "Beto": 40, "Carla": -10, "Dani": -10, "Elena": -10}
    assert nets(contest.view()["settlement"])["Ana"] == 40
    response = organizer.put(path, json=body)
    assert response.json()["difference"]["settlement"] == trial
    assert nets(contest.view()["settlement"])["Beto"] == 40
    [change] = organizer.get(f"/v1/contests/{contest.id}/changes").json()["items"]
    assert (change["settlement_before"], change["settlement_after"]) == (trial["before"], trial["after"])


def test_without_stakes_no_difference_speaks_of_them(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    assert "settlement" not in contest.report({"Ana": 40, "Beto": 64})["difference"]
    answer = organizer.get(f"/v1/contests/{contest.id}/settlement").json()
    assert (answer["stakes"], answer["settlement"]) == (None, None)


def test_a_claim_on_the_last_match_says_how_the_contest_would_settle(organizer: Caller) -> None:
    """A contest of one match. The what-if leaves out the withdrawal that ended it."""
    contest = Contest(organizer, "Ana", "Beto", format="single", stakes=TEN_TO_THE_WINNER)
    fixture = contest.fixture("Ana", "Beto")
    match = organizer.post("/v1/matches", json={"fixture": fixture["id"]}).json()["id"]
    leave(organizer, match, 0)
    assert nets(contest.view()["settlement"]) == {"Ana": -10, "Beto": 10}
    assert organizer.get(f"/v1/matches/{match}/whatif", params={"without": 2}).json()["settlement"] is None


def test_the_settlement_as_a_spreadsheet(organizer: Caller, public: Caller) -> None:
    contest = play_league(organizer, each=10, split=[3, 2])
    path = f"/v1/contests/{contest.id}/settlement"
    answer = public.get(path, params={"format": "csv"})
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(StringIO(answer.text)))
    assert rows[0] == {"player": "Ana", "place": "1", "stake": "10", "share": "30", "net": "20"}
    assert rows[-1] == {"player": "Elena", "place": "", "stake": "10", "share": "0", "net": "-10"}
    sheet = public.get(path, params={"format": "csv", "lang": "es"}).text.lstrip("\ufeff")
    assert next(csv.reader(StringIO(sheet), delimiter=";")) == ["Jugador/a", "Puesto", "Apuesta", "Se lleva", "Saldo"]


def test_the_stakes_of_a_match_are_printed_to_be_signed(organizer: Caller, public: Caller) -> None:
    match = open_with_stakes(organizer, 2, **TEN_TO_THE_WINNER)
    paper = f"/print/matches/{match}/settlement?lang=es"
    assert "Aún no se han liquidado" in public.get(paper).text
    leave(organizer, match, 1)
    page = public.get(paper).text
    assert "Cada uno pone 10. Quien gana se lo lleva todo. El bote es de 20." in page
    assert [page.count(f">{net}</td>") for net in ("+10", "−10")] == [1, 1]
    assert page.count('class="signature"></td>') == 2
    assert "Aquí no se apuesta nada." in public.get(f"/print/matches/{organizer.open()}/settlement?lang=es").text


def test_a_contest_that_is_not_there_has_no_settlement(public: Caller) -> None:
    refusal_of(public.get("/v1/contests/01920000-0000-7000-8000-000000000099/settlement"), 404, "not-found")


def test_a_drawn_contest_keeps_its_stakes_when_it_is_drawn_again(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE, stakes=TEN_TO_THE_WINNER)
    assert contest.do("draw", seed="verbena", reason="faltaba una papeleta").json()["stakes"] == TEN_TO_THE_WINNER


def test_places_that_a_set_podium_has_can_be_paid(organizer: Caller) -> None:
    six = [*FIVE, "Fito"]
    championship = organizer.post("/v1/championships", json={"name": "x", "players": six, "distinct": True}).json()
    body = {"ruleset": "guinote", "format": "league", "stakes": {"each": 1, "split": [5, 4, 3, 2, 1]}}
    address = f"/v1/championships/{championship['id']}/contests"
    refusal_of(organizer.post(address, json=body), 422, "inconsistent")
    assert organizer.post(address, json=body | {"podium": [5, 4, 3, 2, 1]}).status_code == 201
