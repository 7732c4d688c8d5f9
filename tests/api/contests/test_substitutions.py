"""Substitutions over HTTP: a player, one partner, a pair; before play, between matches, of a finalist; one after the other."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of

FORMATS: dict[str, tuple[int, dict[str, Any]]] = {
    "single": (2, {"format": "single"}),
    "league": (3, {"format": "league"}),
    "knockout": (4, {"format": "knockout"}),
    "groups": (4, {"format": "groups", "params": {"size": 2, "through": 1, "then": "final"}}),
    "groups and knockout": (4, {"format": "groups", "params": {"size": 2, "through": 1, "then": "knockout"}}),
    "castillar": (5, {"format": "castillar", "ruleset": "hearts.castillar"}),
}
PERSONS = {"ruleset": "casino.classic"}
PAIRS = {"ruleset": "guinote"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    folder: Path = tmp_path_factory.mktemp("substitutions")
    with quiet(str(folder / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        yield client


def draw_contest(client: Caller, kind: str, *, pairs: bool) -> Contest:
    """A contest of A, B, ... or of the pairs A0/A1, B0/B1, ... Zoe and Yago are in the championship only."""
    n, body = FORMATS[kind]
    names = "ABCDE"[:n]
    entrants: list[Any] = [[f"{name}0", f"{name}1"] for name in names] if pairs else [*names]
    people = [one for pair in entrants for one in pair] if pairs else [*names]
    body = (PAIRS if pairs else PERSONS) | body
    return Contest(client, *people, "Zoe", "Yago", entrants=entrants, order=entrants, **body)


def name_of(letter: str, *, pairs: bool) -> str:
    return f"{letter}0 / {letter}1" if pairs else letter


def play(contest: Contest, fixture: dict[str, Any], winner: int = 0) -> None:
    """Enters a result: the entrant of this number wins."""
    figures: dict[str, list[int]] = {
        "guinote": [3, 1],
        "casino.classic": [21, 15],
        "hearts.castillar": [40, 64] if len(fixture["entrants"]) == 2 else [10, 21, 25, 100],
    }
    points = figures[contest.view()["ruleset"]]
    points = points[::-1] if winner else points
    answer = contest.client.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": points})
    assert answer.status_code == 201, answer.text


def play_on(contest: Contest) -> None:
    while open_ := [one for one in contest.fixtures() if one["state"] == "pending"]:
        play(contest, open_[0])


def names(contest: Contest) -> set[str]:
    """Every person that plays or has played in the matches as they stand."""
    return {
        person["name"]
        for fixture in contest.fixtures()
        for entrant in fixture["entrants"]
        for person in entrant.get("players", [entrant])
    }


CASES = [(kind, pairs) for kind in FORMATS for pairs in (False, True) if not (pairs and kind == "castillar")]


@pytest.mark.parametrize(("kind", "pairs"), CASES)
def test_before_the_first_match_the_substitute_plays_all_of_it(client: Caller, kind: str, pairs: bool) -> None:
    contest = draw_contest(client, kind, pairs=pairs)
    out = "A0" if pairs else "A"
    body = {"out": out, "in": "Zoe", "reason": "enfermo"}
    trial = contest.client.post(f"/v1/contests/{contest.id}/substitutions", json=body, params={"dry_run": "true"})
    assert trial.status_code == 200 and out in names(contest)
    assert contest.do("substitutions", **body).status_code == 201
    assert "Zoe" in names(contest) and out not in names(contest)
    play_on(contest)
    assert contest.view()["phase"] == "finished"
    general = contest.general()
    assert general.get(out, 0) == 0 and general["Zoe"] > 0
    assert not pairs or general["A1"] == general["Zoe"]
    assert out not in str([row["player"]["name"] for row in rows(contest)])


def rows(contest: Contest) -> list[dict[str, Any]]:
    standings = contest.standings()
    return [row for group in standings.get("groups", [standings]) for row in group["rows"]]


@pytest.mark.parametrize(("kind", "pairs"), [case for case in CASES if case[0] not in {"single"}])
def test_between_matches_the_substitute_plays_the_rest(client: Caller, kind: str, pairs: bool) -> None:
    contest = draw_contest(client, kind, pairs=pairs)
    mine = name_of("A", pairs=pairs)
    fixture = next(one for one in contest.fixtures() if mine in {e["name"] for e in one["entrants"]})
    play(contest, fixture, [e["name"] for e in fixture["entrants"]].index(mine))
    out = "A0" if pairs else "A"
    assert contest.do("substitutions", **{"out": out, "in": "Zoe", "reason": "enfermo"}).status_code == 201
    assert mine in {e["name"] for e in contest.client.get(f"/v1/fixtures/{fixture['id']}").json()["entrants"]}
    play_on(contest)
    assert contest.view()["phase"] == "finished"
    assert {out, "Zoe"} <= names(contest)
    assert contest.general()["Zoe"] > 0
    statistics = contest.client.get(f"/v1/players/{person(contest, out)}/statistics").json()
    assert sum(game["matches"] for game in statistics["games"]) == 1


def person(contest: Contest, name: str) -> str:
    view = contest.client.get(f"/v1/championships/{contest.championship}").json()
    return next(str(one["id"]) for one in view["players"] if one["name"] == name)


def entry(contest: Contest) -> str:
    """The id of the only entry of a championship's calendar."""
    lines = contest.client.get(f"/v1/championships/{contest.championship}/calendar.ics").text.splitlines()
    [uid] = [line for line in lines if line.startswith("UID:")]
    return uid


@pytest.mark.parametrize("pairs", [False, True], ids=["persons", "pairs"])
@pytest.mark.parametrize("kind", ["knockout", "groups", "groups and knockout"])
def test_of_a_finalist(client: Caller, kind: str, pairs: bool) -> None:
    contest = draw_contest(client, kind, pairs=pairs)
    for fixture in contest.fixtures():
        play(contest, fixture)
    [final] = contest.fixtures("final")
    when = {"starts_at": "2026-08-15T17:00:00Z", "table": "la del fondo"}
    contest.client.put(f"/v1/fixtures/{final['id']}/schedule", json=when)
    out, finalists = "A0" if pairs else "A", entry(contest)
    assert contest.do("substitutions", **{"out": out, "in": "Zoe", "reason": "enfermo"}).status_code == 201
    assert entry(contest) == finalists
    [final] = contest.fixtures("final")
    assert "Zoe" in str(final["entrants"]) and "'A'" not in str(final["entrants"])
    assert (final["starts_at"], final["table"]) == (when["starts_at"], when["table"])
    items = contest.client.get(f"/v1/contests/{contest.id}/fixtures").json()["items"]
    before = next(one for one in items if one["state"] == "superseded")
    assert (before["round"], before["order"]) == (final["round"], final["order"])
    play(contest, final, ["Zoe" in entrant["name"] for entrant in final["entrants"]].index(True))
    general = contest.general()
    assert general["Zoe"] == 5 and (not pairs or general["A1"] == 5)
    late = contest.do("substitutions", **{"out": "Zoe", "in": "Yago", "reason": "tarde"})
    assert "is over" in refusal_of(late, 409, "impossible")["detail"]


@pytest.mark.parametrize("pairs", [False, True], ids=["persons", "pairs"])
def test_one_after_the_other(client: Caller, pairs: bool) -> None:
    """Zoe replaces the first, Yago replaces Zoe, and the first replaces Yago."""
    contest = draw_contest(client, "league", pairs=pairs)
    first = "A0" if pairs else "A"
    for out, into in ((first, "Zoe"), ("Zoe", "Yago"), ("Yago", first)):
        assert contest.do("substitutions", **{"out": out, "in": into, "reason": "x"}).status_code == 201
        assert into in names(contest) and (out == into or out not in names(contest))
    assert name_of("A", pairs=pairs) in {row["player"]["name"] for row in rows(contest)}


def test_a_pair_by_a_pair_and_the_ways_to_say_it(client: Caller) -> None:
    contest = draw_contest(client, "groups", pairs=True)
    pair = next(one for one in contest.view()["entrants"] if one["name"] == "A0 / A1")
    response = contest.do("substitutions", **{"out": ["A0", "A1"], "in": ["Zoe", "Yago"], "reason": "enfermos"})
    assert response.status_code == 201
    assert {"Zoe", "Yago"} <= names(contest) and not {"A0", "A1"} & names(contest)
    assert response.json()["substitutions"][0]["into"]["name"] == "Zoe / Yago"
    assert [one["name"] for one in response.json()["entrants"]][-1] == "Zoe / Yago"
    assert pair["id"] not in {one["id"] for one in response.json()["entrants"]}
    now = next(one for one in response.json()["entrants"] if one["name"] == "Zoe / Yago")
    assert contest.do("substitutions", **{"out": now["id"], "in": ["A0", "A1"], "reason": "vuelven"}).status_code == 201
    assert {"A0", "A1"} <= names(contest)


def test_what_a_substitution_cannot_be(client: Caller) -> None:
    contest = draw_contest(client, "groups", pairs=True)
    pair = contest.view()["entrants"][0]["id"]

    def no(status: int, code: str, **body: Any) -> str:
        answer = contest.do("substitutions", **{key.rstrip("_"): value for key, value in body.items()}, reason="x")
        problem = refusal_of(answer, status, code)
        return str(problem["detail"])

    assert "a pair comes" in no(422, "inconsistent", out=pair, in_="Zoe")
    assert "own partner" in no(422, "inconsistent", out="A0", in_="A1")
    assert "plays in this" in no(422, "inconsistent", out="A0", in_="B0")
    assert "themselves" in no(422, "inconsistent", out=["A0", "A1"], in_=["A1", "A0"])
    assert "no such pair" in no(422, "inconsistent", out=["A0", "B0"], in_=["Zoe", "Yago"])
    assert "substitutions" not in contest.view()
    persons = draw_contest(client, "league", pairs=False)
    refusal_of(persons.do("substitutions", **{"out": "A", "in": ["Zoe", "Yago"], "reason": "x"}), 422, "inconsistent")
    refusal_of(persons.do("substitutions", **{"out": "A", "in": "B", "reason": "x"}), 422, "inconsistent")
    for kind in ("single", "league", "knockout"):
        alone = refusal_of(
            draw_contest(client, kind, pairs=True).do("substitutions", out="A0", reason="x"), 409, "impossible"
        )
        assert "name in `in`" in alone["detail"]


@pytest.mark.parametrize("pairs", [False, True], ids=["persons", "pairs"])
def test_who_will_not_come_to_the_final_is_told_in_advance(client: Caller, pairs: bool) -> None:
    """The next of the group comes if no entrant is named. A named entrant comes if they are out by then."""
    for into in (None, "C1" if pairs else "C"):
        contest = draw_contest(client, "groups", pairs=pairs)
        pair = {one["name"]: one["id"] for one in contest.view()["entrants"]}
        body: dict[str, Any] = {"out": pair[name_of("A", pairs=pairs)], "reason": "viaja"}
        body |= {"in": pair[name_of("C", pairs=pairs)]} if into else {}
        assert contest.do("substitutions", **body).status_code == 201
        for first, second in ("AB", "DC"):
            fixture = contest.fixture(name_of(first, pairs=pairs), name_of(second, pairs=pairs))
            play(contest, fixture, [one["name"] for one in fixture["entrants"]].index(name_of(first, pairs=pairs)))
        names_then = {name_of("C" if into else "B", pairs=pairs), name_of("D", pairs=pairs)}
        assert {one["name"] for one in contest.fixtures("final")[0]["entrants"]} == names_then


def test_who_was_replaced_does_not_withdraw_and_the_substitute_does(client: Caller) -> None:
    contest = draw_contest(client, "league", pairs=False)
    contest.do("substitutions", **{"out": "A", "in": "Zoe", "reason": "x"})
    assert (
        "another has that place"
        in refusal_of(contest.do("withdrawals", player="A", reason="x"), 409, "impossible")["detail"]
    )
    assert contest.do("withdrawals", player="Zoe", reason="x").status_code == 201


def test_a_match_that_is_open_is_not_taken_away_unasked(client: Caller) -> None:
    contest = draw_contest(client, "league", pairs=True)
    fixture = contest.fixture("A0 / A1", "B0 / B1")
    assert client.post("/v1/matches", json={"fixture": fixture["id"]}).status_code == 201
    body = {"out": "A0", "in": "Zoe", "reason": "enfermo"}
    refusal_of(contest.do("substitutions", **body), 409, "closed")
    response = contest.do("substitutions", **body, reopen=True)
    assert response.status_code == 201 and len(response.json()["difference"]["voids"]) == 1
    again = client.post("/v1/matches", json={"fixture": contest.fixture("Zoe / A1", "B0 / B1")["id"]})
    assert {seat["name"] for seat in again.json()["seats"]} == {"Zoe", "A1", "B0", "B1"}
