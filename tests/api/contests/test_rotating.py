"""Contests in which partners change from round to round, over HTTP (partners.rotating)."""

from collections import Counter
from typing import Any

import pytest

from tests.support.organizing import TEN, Contest
from tests.support.playout import play_out
from tests.support.service import Caller, refusal_of

SIX = TEN[:6]


class Rotating(Contest):
    """A contest of Guiñote with changing partners, as its organizer holds it."""

    def __init__(self, client: Caller, *players: str, ruleset: str = "guinote", **params: Any) -> None:
        super().__init__(client, *players, ruleset=ruleset, format="rounds", partners="rotating", params=params)
        self.path = f"/v1/contests/{self.id}/rounds"

    def pair(self, **body: Any) -> dict[str, Any]:
        answer = self.client.post(self.path, json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def round(self, number: int) -> dict[str, Any]:
        return dict(self.client.get(f"{self.path}/{number}").json())

    def play(self, number: int) -> None:
        for pair in self.round(number)["pairs"]:
            answer = self.client.post(f"/v1/fixtures/{pair['fixture']}/result", json={"points": [3, 1]})
            assert answer.status_code == 201, answer.text

    def scores(self) -> dict[str, float]:
        return {row["player"]["name"]: row["ptos"] for row in self.standings()["rows"]}


def sides(round_: dict[str, Any]) -> list[frozenset[str]]:
    """The partners of a round by name."""
    return [
        frozenset(person["name"] for person in entrant["players"])
        for pair in round_["pairs"]
        for entrant in pair["entrants"]
    ]


def resting(round_: dict[str, Any]) -> list[str]:
    return [one["player"]["name"] for one in round_.get("rests", [])]


def test_a_whole_contest_from_the_draw_to_the_podium_and_the_general_table(organizer: Caller) -> None:
    contest = Rotating(organizer, *SIX, round_count=5)
    view = contest.view()
    assert view["partners"] == "rotating"
    assert [one["name"] for one in view["entrants"]] == [*SIX]
    partners: set[frozenset[str]] = set()
    rests: Counter[str] = Counter(dict.fromkeys(SIX, 0))
    points: Counter[str] = Counter()
    for number in range(1, 6):
        round_ = contest.pair(round=number)
        assert partners.isdisjoint(sides(round_))
        partners |= {*sides(round_)}
        rests.update(resting(round_))
        assert max(rests.values()) - min(rests.values()) <= 1
        assert round_["partners"]["repeated"] == []
        points.update(dict.fromkeys(resting(round_), 2))
        points.update(dict.fromkeys((one["name"] for one in round_["pairs"][0]["entrants"][0]["players"]), 2))
        contest.play(number)
    assert contest.scores() == {name: points[name] for name in SIX}
    view = contest.view()
    assert view["phase"] == "finished"
    best = {step["player"]["name"] for step in view["podium"]}
    assert best <= {*SIX}
    assert {name for name, score in contest.general().items() if score} <= best
    assert len([bye for bye in view["byes"] if bye["round"] == 1]) == 2


@pytest.mark.parametrize("rules", ["guinote", "escoba", "scopa", "scopone", "casino.classic"])
def test_every_game_of_pairs_is_played_so(organizer: Caller, rules: str) -> None:
    contest = Rotating(organizer, *TEN[:9], ruleset=rules, round_count=2)
    round_ = contest.pair()
    assert (len(round_["pairs"]), len(resting(round_))) == (2, 1)


def test_a_match_is_opened_at_the_tablet_with_partners_across_and_tells_both(organizer: Caller) -> None:
    contest = Rotating(organizer, *TEN[:4], round_count=1)
    [pair] = contest.pair()["pairs"]
    one, other = ([person["name"] for person in entrant["players"]] for entrant in pair["entrants"])
    answer = organizer.post("/v1/matches", json={"fixture": pair["fixture"], "first_dealer": 0})
    assert [seat["name"] for seat in answer.json()["seats"]] == [one[0], other[0], one[1], other[1]]
    match, events = answer.json()["id"], list(play_out("guinote", 4, "pairs", first_dealer=0))
    for start in range(0, len(events), 400):
        view = organizer.tell(match, events[start : start + 400])["view"]
    [winner] = view["result"]["winner_sides"]
    assert contest.scores() == dict.fromkeys(one, 2 * (winner == 0)) | dict.fromkeys(other, 2 * (winner == 1))
    mine = organizer.get(f"/v1/contests/{contest.id}/fixtures?player={other[1]}").json()["items"]
    assert [item["id"] for item in mine] == [pair["fixture"]]


def test_a_walkover_names_the_person_that_did_not_come(organizer: Caller) -> None:
    contest = Rotating(organizer, *TEN[:4], round_count=2)
    [pair] = contest.pair()["pairs"]
    one, other = ([person["name"] for person in entrant["players"]] for entrant in pair["entrants"])
    path = f"/v1/fixtures/{pair['fixture']}/walkover"
    answer = organizer.post(path, json={"absent": [one[1]], "reason": "no vino"})
    assert answer.status_code == 201, answer.text
    assert contest.scores() == {one[1]: 0, one[0]: 2} | dict.fromkeys(other, 2)
    refusal_of(organizer.post(path, json={"absent": [TEN[0], TEN[0]], "reason": "no vino"}), 422, "inconsistent")
    undo = organizer.delete(path, params={"reason": "llegó"})
    assert undo.status_code == 200, undo.text
    assert {*contest.scores().values()} == {0}
    whole = organizer.post(path, json={"absent": [pair["entrants"][1]["id"]], "reason": "no vinieron"})
    assert whole.status_code == 201, whole.text
    assert contest.scores() == dict.fromkeys(one, 2) | dict.fromkeys(other, 0)


def test_late_entries_withdrawals_substitutes_and_corrections(organizer: Caller) -> None:
    contest = Rotating(organizer, *TEN[:8], round_count=3, late_until=3)
    contest.pair()
    contest.play(1)
    late = organizer.post(f"/v1/contests/{contest.id}/entrants", json={"player": {"name": "Zoe", "distinct": True}})
    assert late.status_code == 201, late.text
    assert contest.do("withdrawals", player=TEN[0], reason="se va").status_code == 201
    second = contest.pair()
    assert {name for side in sides(second) for name in side} == {*TEN[1:8], "Zoe"}
    # A substitute takes the place, and the partner, of one that does not come any more.
    swap = contest.do("substitutions", **{"out": TEN[1], "in": TEN[0], "reason": "lesión"})
    refusal_of(swap, 422, "inconsistent")
    organizer.post(f"/v1/championships/{contest.championship}/players", json={"players": ["Nuria"], "distinct": True})
    swap = contest.do("substitutions", **{"out": TEN[1], "in": "Nuria", "reason": "lesión"})
    assert swap.status_code == 201, swap.text
    persons = {
        person["name"]
        for item in contest.fixtures()
        if item["round"] == 2
        for e in item["entrants"]
        for person in e["players"]
    }
    assert persons == {*TEN[2:8], "Zoe", "Nuria"}
    contest.play(2)
    before = contest.scores()
    fixture = contest.round(1)["pairs"][0]["fixture"]
    body = {"points": [1, 3], "reason": "al revés"}
    answer = organizer.put(f"/v1/fixtures/{fixture}/result", json=body)
    assert answer.status_code == 200, answer.text
    assert sum(contest.scores().values()) == sum(before.values())
    assert contest.scores() != before
    third = contest.pair()
    assert organizer.delete(f"{contest.path}/3", params={"reason": "otra vez"}).status_code == 200
    assert sides(contest.pair(seed=third["seed"])) == sides(third)


def test_pairs_by_hand_name_persons_and_say_what_they_do_not_keep(organizer: Caller) -> None:
    contest = Rotating(organizer, *SIX, round_count=3)
    first = contest.pair()
    contest.play(1)
    second = contest.pair(draft=True)
    one, other = (sorted(side) for side in sides(first))
    body: dict[str, Any] = {"pairs": [[one, other]], "rests": resting(first), "reason": "lo piden"}
    answer = organizer.put(f"{contest.path}/2", json=body)
    assert answer.status_code == 200, answer.text
    assert {*answer.json()["breaks"]} == {"partners", "not_least"}
    assert [[person["name"] for person in pair] for pair in answer.json()["partners"]["repeated"]]
    back = organizer.put(
        f"{contest.path}/2",
        json={
            "pairs": [[sorted(side) for side in sides(second)]],
            "rests": resting(second),
            "reason": "como salió",
        },
    )
    assert back.json().get("breaks", []) == []
    missing = organizer.put(f"{contest.path}/2", json=body | {"rests": resting(first)[:1]})
    assert refusal_of(missing, 422, "inconsistent")["rule"] == "rounds.by-hand"
    alone = organizer.put(f"{contest.path}/2", json=body | {"pairs": [[one[0], other[0]]]})
    assert refusal_of(alone, 422, "inconsistent")["rule"] == "partners.rotating"


@pytest.mark.parametrize(
    ("body", "code", "path"),
    [
        ({"ruleset": "corona"}, "not-in-this-game", "$.partners"),
        ({"format": "league"}, "not-in-this-game", "$.partners"),
        ({"entrants": [["Ana", "Beto"], ["Carla", "Dani"]]}, "inconsistent", "$.entrants"),
        ({"entrants": ["Ana", "Beto", "Carla"]}, "inconsistent", "$.entrants"),
        ({"params": {"pairing": "danish", "repeats": "always"}}, "inconsistent", "$.params.repeats"),
    ],
)
def test_what_does_not_go_with_changing_partners_is_refused(
    organizer: Caller, body: dict[str, Any], code: str, path: str
) -> None:
    championship = organizer.post("/v1/championships", json={"name": "x", "players": [*TEN], "distinct": True}).json()
    whole = {"ruleset": "guinote", "format": "rounds", "partners": "rotating", "entrants": [*TEN]} | body
    problem = refusal_of(organizer.post(f"/v1/championships/{championship['id']}/contests", json=whole), 422, code)
    assert problem["rule"] == "partners.rotating"
    assert problem["errors"][0]["path"] == path


def test_a_round_is_on_paper_and_in_the_spreadsheet_by_person(organizer: Caller) -> None:
    contest = Rotating(organizer, *SIX, round_count=3)
    round_ = contest.pair()
    sheet = organizer.get(f"{contest.path}/1", headers={"Accept": "text/csv"}).text
    assert sheet.count("\nrest") == 0
    assert len(sheet.strip().splitlines()) == 1 + 1 + 2
    paper = organizer.get(f"{contest.path}/1", headers={"Accept": "text/html"}).text
    for name in SIX:
        assert name in paper
    for name in resting(round_):
        assert name in sheet


def test_a_correction_says_which_pairs_later_rounds_would_have(organizer: Caller) -> None:
    contest = Rotating(organizer, *TEN[:8], round_count=4)
    for number in (1, 2):
        contest.pair(seed=f"ronda {number}")
        contest.play(number)
    contest.pair(seed="ronda 3")
    before = contest.round(3)
    changes: list[dict[str, Any]] = []
    for number in (1, 2):
        for pair in contest.round(number)["pairs"]:
            body = {"points": [0, 3], "reason": "apuntado al revés"}
            answer = organizer.put(f"/v1/fixtures/{pair['fixture']}/result", json=body)
            assert answer.status_code == 200, answer.text
            changes += answer.json()["difference"].get("pairings", [])
    assert contest.round(3)["pairs"] == before["pairs"]
    # Partners go by no result, so that those of the round stay: it is the rivals that may be others.
    partners = {*sides(before)}
    later = [pair for one in changes if one["round"] == 3 for pair in one["pairs"]]
    assert {frozenset(person["name"] for person in side["players"]) for pair in later for side in pair} <= partners


def test_what_was_decided_of_a_person_is_taken_back(organizer: Caller) -> None:
    contest = Rotating(organizer, *TEN[:8], round_count=3, late_until=3)
    contest.pair()
    before = contest.scores()
    leaver = contest.round(1)["pairs"][0]["entrants"][0]["players"][0]
    assert contest.do("withdrawals", player=leaver["name"], reason="se va").status_code == 201
    assert sorted(contest.scores().values()) == [0, 0, 0, 0, 0, 2, 2, 2]
    fixture = contest.round(1)["pairs"][0]["fixture"]
    opening = organizer.post("/v1/matches", json={"fixture": fixture, "first_dealer": 0})
    assert refusal_of(opening, 409, "impossible")["rule"] == "league.withdrawal"
    undo = organizer.delete(f"/v1/contests/{contest.id}/withdrawals/{leaver['id']}", params={"reason": "se queda"})
    assert undo.status_code == 200, undo.text
    assert contest.scores() == before
    late = organizer.post(f"/v1/contests/{contest.id}/entrants", json={"player": {"name": "Zoe", "distinct": True}})
    assert late.status_code == 201, late.text
    contest.play(1)
    assert "Zoe" in {name for side in sides(contest.pair()) for name in side}
    path = f"/v1/contests/{contest.id}/decisions/{late.json()['version']}"
    refusal = organizer.delete(path, params={"reason": "no vino"})
    problem = refusal_of(refusal, 409, "impossible")
    assert [one["type"] for one in problem["undo_first"]] == ["round_paired"]


def test_two_matches_at_once_are_told_of_the_persons_in_both(organizer: Caller) -> None:
    contest = Rotating(organizer, *TEN[:8], round_count=3)
    contest.pair()
    for pair in contest.round(1)["pairs"][:1]:
        organizer.put(f"/v1/fixtures/{pair['fixture']}/schedule", json={"starts_at": "2026-09-01T18:00:00Z"})
    body = {"ruleset": "guinote", "format": "league", "order": [*TEN[:2]]}
    other = organizer.post(f"/v1/championships/{contest.championship}/contests", json=body).json()
    [fixture] = other["fixtures"]
    answer = organizer.put(f"/v1/fixtures/{fixture['id']}/schedule", json={"starts_at": "2026-09-01T18:00:00Z"})
    first = {person["name"] for e in contest.round(1)["pairs"][0]["entrants"] for person in e["players"]}
    beside = answer.json().get("double_booked", [])
    assert {person["name"] for one in beside for person in one.get("people", [])} == first & {*TEN[:2]}


def test_results_are_filled_in_by_the_persons_of_each_pair(organizer: Caller) -> None:
    contest = Rotating(organizer, *SIX, round_count=2)
    [pair] = contest.pair()["pairs"]
    sitting = [[person["name"] for person in entrant["players"]] for entrant in pair["entrants"]]
    item = {"round": 1, "entrants": sitting, "result": {"points": [3, 2]}}
    answer = organizer.post(f"/v1/contests/{contest.id}/fixtures", json={"items": [item]})
    assert answer.status_code == 200, answer.text
    assert contest.fixtures()[0]["result"]["points"] == [3, 2]
    across = item | {"entrants": [[sitting[0][0], sitting[1][0]], [sitting[0][1], sitting[1][1]]]}
    refusal_of(organizer.post(f"/v1/contests/{contest.id}/fixtures", json={"items": [across]}), 422, "inconsistent")


def test_a_person_entered_twice_is_one_in_every_pair(organizer: Caller) -> None:
    contest = Rotating(organizer, *TEN[:4], round_count=2)
    contest.pair()
    contest.play(1)
    other = organizer.post("/v1/championships", json={"name": "x", "players": ["Ana"], "distinct": True}).json()
    ana = next(one for one in contest.view()["entrants"] if one["name"] == "Ana")
    into = other["players"][0]["id"]
    merge = organizer.post(f"/v1/players/{ana['id']}/merge", json={"into": into, "reason": "es la misma"})
    assert merge.is_success, merge.text
    people = [person for entrant in contest.fixtures()[0]["entrants"] for person in entrant["players"]]
    assert into in {person["id"] for person in people}
    assert "Ana" in contest.scores()
    second = contest.pair()
    assert frozenset({"Ana"}) < {name for side in sides(second) for name in side}
    [pair] = second["pairs"]
    absence = {"absent": [into], "reason": "no vino"}
    answer = organizer.post(f"/v1/fixtures/{pair['fixture']}/walkover", json=absence)
    assert answer.status_code == 201, answer.text
    assert [one["name"] for one in answer.json()["result"]["absent"]] == ["Ana"]
    assert len(organizer.get(f"/v1/contests/{contest.id}/fixtures?player={into}").json()["items"]) == 2
