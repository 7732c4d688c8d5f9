"""Leagues drawn elsewhere over HTTP: their rounds are taken as given, or refused whole; the record says so."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import invoke
from tests.support.inside import Clock, inside
from tests.support.organizing import TEN, Contest
from tests.support.service import BEARER, Caller, refusal_of

FOUR = TEN[:4]
ROUNDS: list[dict[str, Any]] = [
    {"matches": [["Dani", "Ana"], ["Beto", "Carla"]]},
    {"matches": [["Ana", "Beto"]], "rests": ["Dani", "Carla"]},
    {"matches": [["Carla", "Dani"]], "rests": ["Beto", "Ana"]},
    {"matches": [["Ana", "Carla"], ["Dani", "Beto"]], "rests": []},
]
PAIRS = [["Ana", "Beto"], ["Carla", "Dani"], ["Elena", "Fito"]]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    with inside(str(tmp_path_factory.mktemp("given") / "given.sqlite"), Clock()) as caller:
        caller.headers.update(BEARER)
        yield caller


def league(client: Caller, rounds: Any = ROUNDS, players: tuple[str, ...] = FOUR, **body: Any) -> Contest:
    return Contest(
        client, *players, **({"ruleset": "corona", "format": "league", "rounds": rounds, "order": None} | body)
    )


def championship(client: Caller, *players: str) -> str:
    body = {"name": "Liga", "players": list(players), "distinct": True}
    return str(client.post("/v1/championships", json=body).json()["id"])


def pairings(contest: Contest) -> list[tuple[int, list[str]]]:
    return [(one["round"], [entrant["name"] for entrant in one["entrants"]]) for one in contest.fixtures()]


def test_the_rounds_are_played_as_they_were_given(client: Caller) -> None:
    contest = league(client)
    assert pairings(contest) == [(n, match) for n, one in enumerate(ROUNDS, start=1) for match in one["matches"]]
    view = contest.view()
    assert sorted((bye["round"], bye["player"]["name"]) for bye in view["byes"]) == [
        (2, "Carla"), (2, "Dani"), (3, "Ana"), (3, "Beto"),
    ]  # fmt: skip
    assert {key: view["draw"][key] for key in ("algorithm", "seed", "seed_source")} == {
        "algorithm": "given", "seed": None, "seed_source": None,
    }  # fmt: skip
    assert view["options"]["legs"] == 1


def test_without_entrants_those_enter_who_are_named(client: Caller) -> None:
    """In the order in which they are named; others of the championship stay out."""
    contest = league(client, players=TEN[:6])
    assert [one["name"] for one in contest.view()["draw"]["order"]] == ["Dani", "Ana", "Beto", "Carla"]
    assert [one["name"] for one in league(client, entrants=list(FOUR)).view()["draw"]["order"]] == [*FOUR]


def test_a_person_may_be_named_by_id_or_name(client: Caller) -> None:
    id_ = championship(client, *FOUR)
    people = {one["name"]: one["id"] for one in client.get(f"/v1/championships/{id_}").json()["players"]}
    rounds = json.loads(json.dumps(ROUNDS))
    rounds[0]["matches"][0] = [people["Dani"], people["Ana"]]
    rounds[2]["rests"][0] = people["Beto"]
    body = {"ruleset": "corona", "format": "league", "rounds": rounds}
    view = client.post(f"/v1/championships/{id_}/contests", json=body).json()
    assert len(view["entrants"]) == 4 and len(view["fixtures"]) == 6


def test_pairs_meet_in_given_rounds(client: Caller) -> None:
    a, b, c = PAIRS
    rounds = [{"matches": [[c, a]], "rests": [b]}, {"matches": [[b, c]]}, {"matches": [[b[::-1], a]], "rests": [c]}]
    contest = league(client, rounds, TEN[:6], ruleset="guinote")
    names = [(one["round"], [entrant["name"] for entrant in one["entrants"]]) for one in contest.fixtures()]
    assert names == [
        (1, ["Elena / Fito", "Ana / Beto"]),
        (2, ["Carla / Dani", "Elena / Fito"]),
        (3, ["Carla / Dani", "Ana / Beto"]),
    ]


REFUSALS: dict[str, tuple[dict[str, Any], int, str, str]] = {
    "unknown name": ({"rounds": [{"matches": [["Dani", "Zoe"]]}]}, 422, "inconsistent", "$.rounds[0].matches[0][1]"),
    "unknown name at rest": (
        {"rounds": [{"matches": [["Dani", "Ana"]], "rests": ["Zoe"]}]}, 422, "inconsistent", "$.rounds[0].rests[0]",
    ),
    "no entrant": (
        {"entrants": ["Ana", "Beto"], "rounds": [{"matches": [["Ana", "Dani"]]}]},
        422, "inconsistent", "$.rounds[0].matches[0][1]",
    ),
    "a match is missing": ({"rounds": ROUNDS[:3]}, 422, "inconsistent", "$.rounds"),
    "a match too many": (
        {"rounds": [*ROUNDS, {"matches": [["Ana", "Dani"]]}]}, 422, "inconsistent", "$.rounds[4].matches[0]",
    ),
    "somebody is missing": ({"entrants": [*FOUR, "Elena"], "rounds": ROUNDS}, 422, "inconsistent", "$.rounds"),
    "twice in a round": (
        {"rounds": [{"matches": [["Dani", "Ana"], ["Ana", "Beto"]]}]}, 422, "inconsistent", "$.rounds[0].matches[1][0]",
    ),
    "the wrong ones rest": (
        {"rounds": [ROUNDS[0], {**ROUNDS[1], "rests": ["Ana"]}, *ROUNDS[2:]]}, 422, "inconsistent", "$.rounds[1].rests",
    ),
    "another number of legs": ({"rounds": ROUNDS, "params": {"legs": 2}}, 422, "inconsistent", "$.params.legs"),
    "another format": ({"rounds": ROUNDS, "format": "knockout"}, 422, "inconsistent", "$.rounds"),
    "a draw as well": ({"rounds": ROUNDS, "seed": "fiesta"}, 422, "inconsistent", "$.rounds"),
    "lots as well": ({"rounds": ROUNDS, "order": [*FOUR]}, 422, "inconsistent", "$.rounds"),
    "no match in a round": ({"rounds": [{"matches": []}]}, 400, "malformed", "$.rounds[0].matches"),
    "a match of three": ({"rounds": [{"matches": [["Ana", "Beto", "Dani"]]}]}, 400, "malformed", "$.rounds[0].matches[0]"),
    "pairs and persons": (
        {"ruleset": "guinote", "rounds": [{"matches": [[["Ana", "Beto"], "Dani"]]}]}, 422, "inconsistent", "$.entrants",
    ),
    "somebody in two pairs": (
        {"ruleset": "guinote", "rounds": [{"matches": [[["Ana", "Beto"], ["Ana", "Dani"]]]}]},
        422, "inconsistent", "$.rounds[0].matches[0][1]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSALS)
def test_a_refusal_says_what_is_wrong_and_where_and_nothing_is_stored(client: Caller, kind: str) -> None:
    body, status, code, path = REFUSALS[kind]
    id_ = championship(client, *FOUR, "Elena")
    before = client.get(f"/v1/championships/{id_}").json()
    address = f"/v1/championships/{id_}/contests"
    for language in ("es", "en"):
        answer = client.post(
            address, json={"ruleset": "corona", "format": "league"} | body, headers={"Accept-Language": language}
        )
        problem = refusal_of(answer, status, code)
        assert path in [flaw["path"] for flaw in problem["errors"]], problem
        assert all(flaw["message"] for flaw in problem["errors"])
    assert client.get(f"/v1/championships/{id_}").json() == before


def test_a_dry_run_tells_the_same_and_stores_nothing(client: Caller) -> None:
    id_ = championship(client, *FOUR)
    body = {"ruleset": "corona", "format": "league", "rounds": ROUNDS}
    trial = client.post(f"/v1/championships/{id_}/contests?dry_run=true", json=body)
    assert trial.status_code == 200, trial.text
    assert client.get(f"/v1/championships/{id_}").json()["contests"] == []
    view = client.post(f"/v1/championships/{id_}/contests", json=body).json()

    def plan(answer: dict[str, Any]) -> Any:
        return [[one["round"], [entrant["id"] for entrant in one["entrants"]]] for one in answer["fixtures"]]

    assert plan(trial.json()) == plan(view)
    assert trial.json()["draw"] == view["draw"]


def test_other_rounds_may_be_given_until_something_is_played(client: Caller) -> None:
    contest = league(client)
    order = [one["id"] for one in contest.view()["draw"]["order"]]
    refusal_of(contest.do("draw", rounds=ROUNDS[:3], reason="faltaba una"), 422, "inconsistent")
    answer = contest.do("draw", rounds=ROUNDS[::-1], reason="al revés")
    assert answer.status_code == 201, answer.text
    assert [one["algorithm"] for one in answer.json()["draws"]] == ["given", "given"]
    assert pairings(contest) == [(n, match) for n, one in enumerate(ROUNDS[::-1], start=1) for match in one["matches"]]
    view = contest.do("draw", order=order, reason="mejor con papeletas").json()
    assert (view["draw"]["algorithm"], {one["round"] for one in view["fixtures"]}) == ("lots", {1, 2, 3})
    contest.report({"Ana": 1, "Beto": 0})
    refusal_of(contest.do("draw", rounds=ROUNDS, reason="tarde"), 409, "closed")


def test_who_comes_late_leaves_or_is_replaced_does_so_as_in_any_league(client: Caller) -> None:
    contest = league(client, players=TEN[:5], params={"late_until": 4})
    given = contest.fixtures()
    assert contest.do("entrants", player="Elena", reason="tarde").status_code == 201
    late = [one for one in contest.fixtures() if one["id"] not in {old["id"] for old in given}]
    assert len(late) == 4 and len(contest.fixtures()) == 10
    # In rounds 2 and 3 two have no match: the newcomer meets one of them in each.
    assert {one["round"] for one in late} >= {2, 3}
    contest.report({"Dani": 1, "Ana": 0})
    client.post(f"/v1/championships/{contest.championship}/players", json={"players": ["Zoe"], "distinct": True})
    answer = contest.do("substitutions", **{"out": "Dani", "in": "Zoe", "reason": "enferma"})
    assert answer.status_code == 201, answer.text
    assert contest.fixture("Zoe", "Carla")["round"] == 3
    assert contest.fixture("Dani", "Ana")["state"] == "played"
    assert contest.do("withdrawals", player="Beto", reason="se va").status_code == 201
    assert {one["state"] for one in contest.fixtures() if "Beto" in {e["name"] for e in one["entrants"]}} == {"void"}


def test_a_league_given_gives_the_table_of_the_league_drawn(client: Caller) -> None:
    def play(contest: Contest) -> Any:
        for fixture in contest.fixtures():
            names = [one["name"] for one in fixture["entrants"]]
            contest.report({who: int(who == min(names)) for who in names})
        assert contest.view()["phase"] == "finished"
        return contest.rows("g", "p", "f", "c"), contest.podium()

    assert play(league(client)) == play(Contest(client, *FOUR, ruleset="corona", format="league"))


def test_the_record_says_that_the_rounds_were_given(
    client: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = league(client)
    export = client.get(f"/v1/championships/{contest.championship}/export").content
    path = tmp_path / "liga.ndjson"
    path.write_bytes(export)
    for language, words in (("es_ES.UTF-8", "no hay sorteo que comprobar"), ("en_GB.UTF-8", "no draw to check")):
        monkeypatch.setenv("LC_ALL", language)
        assert words in invoke("verify", path).output
    assert json.loads(invoke("verify", path, "--json").stdout)["chance"]["given"] == 1
