"""The balance of stakes over HTTP: of a championship's contests and matches, of the editions of a series, as CSV too."""

import csv
from io import StringIO
from typing import Any

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

TEN: dict[str, Any] = {"each": 10, "split": "winner_takes_all"}
POINTS = {"Ana": 40, "Beto": 64}
OTHERWISE = {"Ana": 64, "Beto": 40}


def league(organizer: Caller, *players: str, **body: Any) -> Contest:
    return Contest(organizer, *(players or ("Ana", "Beto")), format="league", **body)


def balance(of: Caller, championship: str) -> dict[str, Any]:
    return dict(of.get(f"/v1/championships/{championship}/balance").json())


def nets(answer: dict[str, Any]) -> dict[str, int]:
    assert sum(row["net"] for row in answer["players"]) == 0
    for row in answer["players"]:
        assert row["net"] == row["share"] - row["stake"]
        assert [row["stake"], row["share"]] == [sum(part[name] for part in row["from"]) for name in ("stake", "share")]
    left = {row["player"]["id"]: row["net"] for row in answer["players"]}
    for one in answer["transfers"]:
        left[one["debtor"]["id"]] += one["points"]
        left[one["creditor"]["id"]] -= one["points"]
    assert not any(left.values())
    return {row["player"]["name"]: row["net"] for row in answer["players"]}


def gives(answer: dict[str, Any]) -> list[tuple[str, int, str]]:
    return [(one["debtor"]["name"], one["points"], one["creditor"]["name"]) for one in answer["transfers"]]


def play_with_leaver(organizer: Caller, contest: Contest, leaves: int, **opening: Any) -> str:
    """A match of the first fixture, which this seat leaves."""
    body = {"fixture": contest.fixtures()[0]["id"]} | opening
    match = str(organizer.post("/v1/matches", json=body).json()["id"])
    organizer.tell(match, {"type": "withdraw", "seat": leaves, "reason": "se va"})
    return match


def test_nothing_is_staked(organizer: Caller, public: Caller) -> None:
    contest = league(organizer)
    contest.report(POINTS)
    assert balance(public, contest.championship) == {"settled": 0, "open": 0, "players": [], "transfers": []}


def test_a_pot_is_open_until_it_is_settled_and_a_correction_settles_it_again(organizer: Caller, public: Caller) -> None:
    contest = league(organizer, stakes=TEN)
    before = balance(public, contest.championship)
    assert (before["settled"], before["open"], before["transfers"]) == (0, 1, [])
    assert [(row["net"], row["open"], row["from"]) for row in before["players"]] == [(0, 10, []), (0, 10, [])]
    contest.report(POINTS)
    after = balance(public, contest.championship)
    assert (after["settled"], after["open"]) == (1, 0)
    assert nets(after) == {"Ana": 10, "Beto": -10}
    assert gives(after) == [("Beto", 10, "Ana")]
    pot = {"championship": contest.championship, "contest": contest.id, "match": None}
    assert after["players"][0]["from"] == [pot | {"stake": 10, "share": 20}]
    assert contest.correct(OTHERWISE).is_success
    assert nets(balance(public, contest.championship)) == {"Beto": 10, "Ana": -10}


def test_a_match_with_stakes_of_its_own_is_in_it_and_follows_its_log(organizer: Caller, public: Caller) -> None:
    contest = league(organizer, stakes=TEN)
    match = play_with_leaver(organizer, contest, 0, stakes={"each": 3, "split": "winner_takes_all"})
    left, stayer = (seat["name"] for seat in organizer.get(f"/v1/matches/{match}").json()["seats"])
    answer = balance(public, contest.championship)
    assert nets(answer) == {stayer: 13, left: -13}
    assert [part["match"] for row in answer["players"] for part in row["from"]].count(match) == 2
    organizer.tell(match, {"type": "retract", "to": 1, "reason": "se queda"})
    answer = balance(public, contest.championship)
    assert (answer["settled"], answer["open"], nets(answer)) == (0, 2, {left: 0, stayer: 0})
    organizer.tell(match, {"type": "withdraw", "seat": 1, "reason": "se va"})
    assert nets(balance(public, contest.championship)) == {left: 13, stayer: -13}


def test_an_abandoned_match_moves_nothing(organizer: Caller, public: Caller) -> None:
    contest = league(organizer)
    match = play_with_leaver(organizer, contest, 0, stakes=TEN)
    organizer.tell(match, {"type": "withdraw", "seat": 1, "reason": "también"})
    answer = balance(public, contest.championship)
    assert (answer["settled"], {*nets(answer).values()}, answer["transfers"]) == (1, {0}, [])


def test_who_sat_down_for_somebody_else_has_what_the_seat_takes(organizer: Caller, public: Caller) -> None:
    contest = league(organizer)
    fixture = contest.fixtures()[0]["id"]
    match = str(organizer.post("/v1/matches", json={"fixture": fixture, "stakes": TEN}).json()["id"])
    players = [seat["player"] for seat in organizer.get(f"/v1/matches/{match}").json()["seats"]]
    organizer.tell(
        match,
        {"type": "seats", "seats": [{"player": player} for player in reversed(players)], "reason": "mal sentados"},
    )
    organizer.tell(match, {"type": "withdraw", "seat": 0, "reason": "se va"})
    answer = balance(public, contest.championship)
    assert {row["player"]["id"]: row["net"] for row in answer["players"]} == {players[0]: 10, players[1]: -10}


def test_other_championships_and_matches_are_not_in_it(organizer: Caller, public: Caller) -> None:
    contest, other = league(organizer, stakes=TEN), league(organizer, "Carla", "Dani", stakes=TEN)
    contest.report(POINTS)
    other.report({"Carla": 40, "Dani": 64})
    alone = organizer.open("hearts.castillar", 2, stakes=TEN)
    organizer.tell(alone, {"type": "withdraw", "seat": 0, "reason": "se va"})
    assert nets(balance(public, contest.championship)) == {"Ana": 10, "Beto": -10}


def test_both_of_a_pair_are_in_it_and_who_was_merged_is_once(organizer: Caller, public: Caller) -> None:
    pairs = [["Ana", "Beto"], ["Carla", "Dani"]]
    people = [name for pair in pairs for name in pair]
    contest = Contest(organizer, *people, ruleset="guinote", format="league", order=pairs, stakes=TEN)
    fixture = contest.fixtures()[0]
    assert organizer.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": [3, 1]}).is_success
    answer = balance(public, contest.championship)
    assert nets(answer) == {"Ana": 10, "Beto": 10, "Carla": -10, "Dani": -10}
    assert gives(answer) == [("Carla", 10, "Ana"), ("Dani", 10, "Beto")]
    dani, again = (
        answer["players"][3]["player"]["id"],
        organizer.post("/v1/players", json={"name": "Daniel", "distinct": True}).json()["id"],
    )
    merge = {"into": again, "reason": "es la misma persona"}
    assert organizer.post(f"/v1/players/{dani}/merge", json=merge).is_success
    assert nets(balance(public, contest.championship)) == {"Ana": 10, "Beto": 10, "Carla": -10, "Daniel": -10}
    assert organizer.delete(f"/v1/players/{again}").is_success
    assert nets(balance(public, contest.championship)) == {"Ana": 10, "Beto": 10, "Carla": -10, None: -10}


def test_a_series_adds_up_its_editions(organizer: Caller, public: Caller) -> None:
    first = league(organizer, stakes=TEN)
    first.report(POINTS)
    ids = [row["player"]["id"] for row in balance(public, first.championship)["players"]]
    second = Contest(organizer, *ids, format="league", stakes={"each": 4, "split": "winner_takes_all"})
    third = Contest(organizer, *ids, format="league", stakes=TEN)
    series = organizer.post("/v1/series", json={"name": "Fiestas"}).json()["id"]
    address = f"/v1/series/{series}/balance"
    assert public.get(address).json()["players"] == []
    for edition, contest in enumerate((first, second, third), 1):
        place = {"series": series, "edition": edition}
        assert organizer.put(f"/v1/championships/{contest.championship}/series", json=place).is_success
    play_with_leaver(
        organizer, second, second.fixtures()[0]["entrants"].index(second.fixture("Ana", "Beto")["entrants"][0])
    )
    answer = public.get(address).json()
    assert (answer["settled"], answer["open"]) == (2, 1)
    loser = balance(public, second.championship)["players"][1]["player"]["name"]
    assert nets(answer) == ({"Ana": 6, "Beto": -6} if loser == "Ana" else {"Ana": 14, "Beto": -14})
    assert {row["open"] for row in answer["players"]} == {10}
    assert [(part["championship"], part["contest"]) for part in answer["players"][0]["from"]] == [
        (contest.championship, None) for contest in (first, second)
    ]
    assert organizer.delete(f"/v1/championships/{second.championship}/series").is_success
    assert nets(public.get(address).json()) == {"Ana": 10, "Beto": -10}


@pytest.mark.parametrize("language", ["es", "en"])
def test_it_comes_as_csv_for_programs_and_for_people(organizer: Caller, public: Caller, language: str) -> None:
    contest = league(organizer, stakes=TEN)
    contest.report(POINTS)
    address = f"/v1/championships/{contest.championship}/balance"
    raw = [*csv.DictReader(StringIO(public.get(address, headers={"Accept": "text/csv"}).text))]
    assert [(row["player"], row["net"], row["gives"], row["points"]) for row in raw] == [
        ("Ana", "10", "", ""),
        ("Beto", "-10", "", ""),
        ("Beto", "", "Ana", "10"),
    ]
    read = public.get(address, params={"format": "csv", "lang": language}).text.lstrip("\ufeff").splitlines()
    assert (
        read[0]
        == {
            "es": "Jugador/a;Apostado;Se lleva;Saldo;Por liquidar;Da a;Puntos",
            "en": "Player,Staked,Takes,Balance,Not settled,Gives to,Points",
        }[language]
    )


def test_where_there_is_none_it_is_said(public: Caller) -> None:
    for kind in ("championships", "series"):
        refusal_of(public.get(f"/v1/{kind}/01920000-0000-7000-8000-000000000099/balance"), 404, "not-found")
