"""House rules over HTTP: the choices of the rulebook, the opening of a match or a contest with them, and their effect."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee.cards import SPANISH_40
from referee.match.registry import ruleset, rulesets
from tests.support.organizing import Contest
from tests.support.playout import play_out
from tests.support.service import Caller, refusal_of

ALL = {"rank": "caballo", "cante": "caballo", "pack": 48, "last_trick": 20, "coto": 1, "signals": "forbidden"}
WITH_RULES = [rules.id for rules in rulesets().values() if rules.house_rules]


def others() -> Iterator[tuple[str, str, Any]]:
    """Every ruleset, parameter and value that is not the paper's."""
    for name in WITH_RULES:
        for rule in ruleset(name).house_rules:
            yield from ((name, rule.param, one.value) for one in rule.values if one.value != rule.usual)


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_a_rulebook_says_which_house_rules_there_are(public: Caller, name: str) -> None:
    book = public.get(f"/v1/rulesets/{name}").json()
    assert [one["param"] for one in book["house_rules"]] == [one.param for one in ruleset(name).house_rules]
    codes = {clause["code"] for clause in book["clauses"]}
    for rule in book["house_rules"]:
        shape = book["params"]["properties"][rule["param"]]
        rule_values = [one["value"] for one in rule["values"]]
        assert sorted(rule_values, key=str) == sorted(shape["enum"], key=str) if rule_values else "maximum" in shape
        assert rule["usual"] is None or rule["usual"] in (rule_values or range(shape["minimum"], shape["maximum"] + 1))
        assert codes.issuperset(rule["changes"])
        assert rule["clause"]["code"] not in codes
        assert all(rule["clause"][language] and rule["name"][language] for language in ("es", "en"))
    params = [one["param"] for one in (*book["house_rules"], *book["settings"])]
    clauses = [*book["clauses"], *(rule["clause"] for rule in book["house_rules"])]
    for clause in clauses:
        text = clause["es"] + clause["en"] + "".join(clause.get("ruling", {}).values())
        assert [param for param in params if re.search(f"`{param}(`|:)", text)] == [], clause["code"]
    assert sorted(params) == sorted(book["params"]["properties"])
    for setting in book["settings"]:
        values = book["params"]["properties"][setting["param"]].get("enum", [])
        assert all(isinstance(value, int) for value in values) or values == [one["value"] for one in setting["values"]]


def test_what_is_settled_otherwise_is_told_in_words() -> None:
    rules = ruleset("casino.royal")
    params = rules.params(target=31, sweeps=False, surplus=True)
    sentences = ["Puntos para ganar: 31", "Las barridas puntúan: no", "Cada carta por encima de treinta vale 1"]
    assert [one.es for one in rules.deviations(params)] == sentences
    assert rules.deviations(rules.params()) == []


@pytest.mark.parametrize(("name", "param", "value"), list(others()))
def test_a_match_is_opened_with_a_house_rule_and_shows_it(organizer: Caller, name: str, param: str, value: Any) -> None:
    seats = min(ruleset(name).seats)
    more = {} if ruleset(name).has_dealer else {"first_dealer": None}
    plain = organizer.get(f"/v1/matches/{organizer.open(name, seats, **more)}").json()
    view = organizer.get(f"/v1/matches/{organizer.open(name, seats, params={param: value}, **more)}").json()
    assert view["params"] == {**plain["params"], param: value}
    entry = organizer.get(f"/v1/matches/{view['id']}/events?limit=1").json()["items"][0]
    assert entry["params"] == view["params"]
    assert param not in plain["params"]


def test_a_house_rule_that_there_is_not_is_refused_by_its_place(organizer: Caller) -> None:
    seats = [{"name": "Ana"}, {"name": "Beto"}]
    for params in ({"pack": 44}, {"coto": 100}, {"signals": "sometimes"}):
        answer = organizer.post("/v1/matches", json={"ruleset": "guinote", "seats": seats, "params": params})
        assert refusal_of(answer, 400, "malformed")["errors"][0]["path"] == f"$.params.{next(iter(params))}"


def test_a_whole_match_with_house_rules_is_played_exported_and_audited(organizer: Caller) -> None:
    match = organizer.open("guinote", 2, params=ALL)
    for event in play_out("guinote", 2, "casa", first_dealer=0, params=tuple(ALL.items())):
        answer = organizer.say(match, event)
        assert answer.status_code == 201, answer.text
    token = answer.headers["Consistency-Token"]
    view = organizer.get(f"/v1/matches/{match}").json()
    assert (view["status"], max(view["score"]["partidas"]), view["score"]["wins"]) == ("finished", 1, 1)
    audit = organizer.get(f"/v1/matches/{match}/audit").json()
    assert audit["chain"]["intact"]
    assert audit["seeds"]
    assert all(seed["fits"] for seed in audit["seeds"])
    assert audit["differences"] == []
    for seat in view["seats"]:
        path = f"/v1/players/{seat['player']}/ratings"
        items = organizer.get(path, headers={"Consistency-Token": token}).json()["items"]
        assert match in [one["match"] for one in items]
    record = organizer.get(f"/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"}).text
    assert json.loads(record.splitlines()[0])["params"] == {"wins": 3, **ALL}


def test_a_contest_is_drawn_with_house_rules_that_its_matches_have(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", ruleset="guinote", format="single", params={"pack": 48, "coto": 5})
    [fixture] = contest.fixtures()
    assert contest.view()["params"] == fixture["params"] == {"wins": 3, "pack": 48, "coto": 5}
    other = {"fixture": fixture["id"], "params": {"pack": 40}}
    assert refusal_of(organizer.post("/v1/matches", json=other), 422, "inconsistent")["errors"][0]["path"] == "$.params"
    same = {"fixture": fixture["id"], "params": {"pack": 48, "rank": "sota"}}
    response = organizer.post("/v1/matches", params={"dry_run": "true"}, json=same)
    assert response.status_code == 200, response.text
    assert refusal_of(contest.tell({"Ana": 3, "Beto": 1}), 422, "inconsistent")
    contest.report({"Ana": 5, "Beto": 4})
    assert next(place["player"]["name"] for place in contest.view()["podium"]) == "Ana"


def test_a_dispute_is_told_by_the_clause_as_the_table_has_it(organizer: Caller) -> None:
    """A case in which sota and rey are sung instead of caballo and rey."""
    match = organizer.open("guinote", 2, params={"cante": "caballo"})
    hands = [["2B", "3C", "4B", "5C", "6C", "7C"], ["10O", "12O", "1C", "2C", "4E", "7B"]]
    hand_cards = {card for hand in hands for card in hand} | {"1B", "11O"}
    stock = [*(card for card in SPANISH_40.names if card not in hand_cards), "11O"]
    organizer.tell(match, {"type": "deal", "hands": hands, "turn_up": "1B", "stock": stock})
    organizer.tell(match, [{"type": "play", "seat": 1, "card": "1C"}, {"type": "play", "seat": 0, "card": "3C"}])
    answer = organizer.tell(match, {"type": "cante", "seat": 1, "value": 20, "suit": "O"})
    assert [one["code"] for one in answer["view"]["infractions"]] == ["guinote.cante"]
    organizer.tell(match, {"type": "claim", "by": 0, "against": 1, "kind": "cante", "at": answer["version"]})
    page = organizer.get(
        f"/v1/matches/{match}/claims/c1", headers={"Accept": "text/html", "Accept-Language": "es"}
    ).text
    assert "sota y el rey de un palo" in page
    assert "Si se acuerda, canta quien tiene el caballo y el rey de un palo" in page
