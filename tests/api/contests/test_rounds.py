"""Contests in rounds over HTTP: paired, drawn up by hand, published, played, corrected (rounds.*)."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.support.organizing import TEN, Contest
from tests.support.service import Caller, Running, refusal_of

SEVEN = TEN[:7]


class Tournament(Contest):
    """A contest in rounds of Guiñote in mind of its organizer, each with a name of one person."""

    def __init__(self, client: Caller, *players: str, **params: Any) -> None:
        super().__init__(client, *players, ruleset="hearts.castillar", format="rounds", params=params)
        self.path = f"/v1/contests/{self.id}/rounds"

    def pair(self, **body: Any) -> dict[str, Any]:
        answer = self.client.post(self.path, json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def round(self, number: int) -> dict[str, Any]:
        answer = self.client.get(f"{self.path}/{number}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def play(self, number: int, first: int = 40) -> None:
        """The first of each pair wins a round of Hearts, where points are bad."""
        for pair in self.round(number)["pairs"]:
            self.tell_pair(pair, first)

    def tell_pair(self, pair: dict[str, Any], first: int) -> None:
        answer = self.client.post(f"/v1/fixtures/{pair['fixture']}/result", json={"points": [first, 104 - first]})
        assert answer.status_code == 201, answer.text


def names(pair: dict[str, Any]) -> list[str]:
    return [entrant["name"] for entrant in pair["entrants"]]


def pairs_of(round_: dict[str, Any]) -> list[frozenset[str]]:
    return [frozenset(names(pair)) for pair in round_["pairs"]]


def next_step(tournament: Tournament) -> str:
    return str(tournament.client.get(tournament.path).json()["waits_for"])


def test_a_whole_tournament_with_a_late_entry_a_withdrawal_and_a_correction(desk: Caller) -> None:
    tournament = Tournament(desk, *SEVEN, round_count=4, points={"win": 3, "level": 1, "loss": 0}, late_until=2)
    assert tournament.view()["pending"] == [{"kind": "pairing"}]
    seen: set[frozenset[str]] = set()
    rested: list[str] = []
    for number in range(1, 5):
        assert next_step(tournament) == "pair"
        round_ = tournament.pair(round=number)
        assert (round_["round"], round_["state"]) == (number, "published")
        assert seen.isdisjoint(pairs_of(round_))
        seen |= {*pairs_of(round_)}
        rested += [round_["rest"]["player"]["name"]] if "rest" in round_ else []
        assert next_step(tournament) == "results"
        if number == 1:
            late = desk.post(
                f"/v1/contests/{tournament.id}/entrants", json={"player": {"name": "Zoe", "distinct": True}}
            )
            assert late.status_code == 201, late.text
        tournament.play(number)
        if number == 2:
            # Everybody is in the second round: eight.
            assert {name for pair in pairs_of(round_) for name in pair} == {*SEVEN, "Zoe"}
            leaving = {"player": SEVEN[0], "reason": "se va de viaje"}
            assert desk.post(f"/v1/contests/{tournament.id}/withdrawals", json=leaving).status_code == 201
        if number >= 3:
            assert SEVEN[0] not in {name for pair in pairs_of(round_) for name in pair}
    assert len(rested) == len({*rested})
    rows = {row["player"]["name"]: row for row in tournament.standings()["rows"]}
    assert rows["Zoe"]["j"] == 4
    assert rows[SEVEN[0]]["j"] == 2
    assert {*rows["Zoe"]["tie_breaks"]} == {"buchholz", "difference", "wins"}
    view = tournament.view()
    assert (view["phase"], next_step(tournament)) == ("finished", "over")
    assert view["podium"][0]["player"]["name"] == tournament.standings()["rows"][0]["player"]["name"]
    assert tournament.general()[view["podium"][0]["player"]["name"]] == 5


def test_a_correction_changes_the_table_and_no_pair_and_says_which_would_be_others(desk: Caller) -> None:
    tournament = Tournament(desk, *TEN[:4], round_count=3)
    ana, beto, carla, dani = TEN[:4]
    tournament.pair()
    tournament.play(1)
    tournament.pair()
    before = [frozenset((ana, beto)), frozenset((carla, dani))]
    assert pairs_of(tournament.round(2)) == before
    fixture = tournament.round(1)["pairs"][0]["fixture"]
    body = {"points": [80, 24], "reason": "apuntado al revés"}
    dry = desk.put(f"/v1/fixtures/{fixture}/result", json=body, params={"dry_run": "true"}).json()
    answer = desk.put(f"/v1/fixtures/{fixture}/result", json=body).json()
    assert pairs_of(tournament.round(2)) == before
    [others] = answer["difference"]["pairings"]
    would_be = {frozenset(person["name"] for person in pair) for pair in others["pairs"]}
    # Carla beat Ana, and has won as Beto has.
    assert (others["round"], would_be) == (2, {frozenset((beto, carla)), frozenset((ana, dani))})
    assert dry["difference"]["pairings"] == answer["difference"]["pairings"]
    assert desk.delete(f"{tournament.path}/2", params={"reason": "por la corrección"}).status_code == 200
    assert {*pairs_of(tournament.pair())} == would_be


def test_a_draft_is_played_once_it_is_published(desk: Caller) -> None:
    tournament = Tournament(desk, *SEVEN)
    draft = tournament.pair(draft=True, seed="borrador")
    assert draft["state"] == "draft"
    assert {pair["fixture"] for pair in draft["pairs"]} == {None}
    assert tournament.fixtures() == []
    assert next_step(tournament) == "publish"
    refusal_of(desk.post(tournament.path, json={}), 409, "conflict")
    published = desk.post(f"{tournament.path}/1/publish").json()
    assert published["state"] == "published"
    assert pairs_of(published) == pairs_of(draft)
    assert len(tournament.fixtures()) == 3
    again = desk.post(f"{tournament.path}/1/publish").json()
    assert again["version"] == published["version"]


def test_pairs_by_hand_say_what_they_do_not_keep(desk: Caller) -> None:
    tournament = Tournament(desk, *TEN[:6])
    tournament.pair(seed="uno", apart=[["Ana", "Beto"]])
    tournament.play(1)
    second = tournament.pair(draft=True)
    assert not {frozenset(("Ana", "Beto"))} & {*pairs_of(second)}
    first = [[*pair] for pair in pairs_of(tournament.round(1))]
    body = {"pairs": first, "reason": "la peña quiere la revancha"}
    changed = desk.put(f"{tournament.path}/2", json=body).json()
    assert pairs_of(changed) == [frozenset(pair) for pair in first]
    assert changed["breaks"][0] == "repeats"
    assert changed["reason"] == body["reason"]
    ana, beto, *others = SEVEN[:6]
    apart = desk.put(
        f"{tournament.path}/2", json={"pairs": [[ana, beto], others[:2], others[2:]], "reason": "x"}
    ).json()
    assert "apart" in apart["breaks"]
    least = desk.put(f"{tournament.path}/2", json={"pairs": [names(one) for one in second["pairs"]], "reason": "x"})
    assert "breaks" not in least.json()


@pytest.mark.parametrize("pairing", ["swiss", "danish", "random"])
def test_one_that_rests_by_hand_stands_in_either_field_and_two_are_refused(desk: Caller, pairing: str) -> None:
    for key, count in (("rest", 5), ("rests", 5), ("rests", 6)):
        tournament = Tournament(desk, *TEN[:count], pairing=pairing)
        before = tournament.pair(draft=True)
        ana, beto, carla, dora, *others = TEN[:count]
        body = {
            "pairs": [[ana, beto], [carla, dora]],
            key: others if key == "rests" else others[0],
            "reason": "no está",
        }
        answer = desk.put(f"{tournament.path}/1", json=body)
        if len(others) == 1:
            assert answer.json()["rest"]["player"]["name"] == others[0], answer.text
            assert len(tournament.round(1)["pairs"]) == 2
        else:
            problem = refusal_of(answer, 422, "inconsistent")
            assert problem["errors"][0]["path"] == "$.rests"
            assert tournament.round(1) == before


@pytest.mark.parametrize(
    "pairs",
    [[["Ana", "Beto"], ["Carla", "Ana"]], [["Ana", "Beto"]], [["Ana", "Beto"], ["Carla", "Nadie"]]],
    ids=["twice", "missing", "stranger"],
)
def test_pairs_by_hand_have_everybody_once(desk: Caller, pairs: list[list[str]]) -> None:
    tournament = Tournament(desk, *TEN[:4])
    before = tournament.pair(draft=True)
    answer = desk.put(f"{tournament.path}/1", json={"pairs": pairs, "reason": "a ojo"})
    assert answer.status_code in {404, 422}, answer.text
    assert tournament.round(1) == before


def test_a_round_that_has_begun_is_neither_changed_nor_taken_away(desk: Caller) -> None:
    tournament = Tournament(desk, *TEN[:4])
    round_ = tournament.pair()
    tournament.tell_pair(round_["pairs"][1], 40)
    body = {"pairs": [names(one) for one in round_["pairs"]], "reason": "da igual"}
    for answer in (
        desk.put(f"{tournament.path}/1", json=body),
        desk.delete(f"{tournament.path}/1", params={"reason": "da igual"}),
    ):
        problem = refusal_of(answer, 409, "impossible")
        assert problem["rule"] == "rounds.by-hand"
        assert "2" in problem["detail"]
    problem = refusal_of(desk.post(tournament.path, json={}), 409, "impossible")
    assert problem["detail"].endswith("tables 1")


def test_a_round_taken_away_was_never_paired(desk: Caller) -> None:
    tournament = Tournament(desk, *TEN[:4])
    tournament.pair(seed="x")
    answer = desk.delete(f"{tournament.path}/1", params={"reason": "faltaba gente"})
    assert (answer.json()["waits_for"], answer.json()["items"]) == ("pair", [])
    assert tournament.fixtures() == []
    refusal_of(desk.get(f"{tournament.path}/1"), 404, "not-found")
    first = tournament.pair(seed="x")
    assert first["state"] == "published"
    for way in (desk.get(f"/v1/contests/{tournament.id}/decisions").json()["items"][-1],):
        refusal_of(
            desk.delete(f"/v1/contests/{tournament.id}/decisions/{way['version']}", params={"reason": "x"}),
            409,
            "impossible",
        )


def test_where_nothing_is_left_it_says_who_is_in_the_way_and_what_would_be_least(desk: Caller) -> None:
    tournament = Tournament(desk, *TEN[:4], round_count=4)
    for number in range(1, 4):
        tournament.pair()
        tournament.play(number)
    problem = refusal_of(desk.post(tournament.path, json={}), 409, "impossible")
    assert problem["rule"] == "rounds.impossible"
    assert {one["name"] for one in problem["in_the_way"]} == {*TEN[:4]}
    assert problem["least"]["repeats"] == 2
    assert len(tournament.client.get(tournament.path).json()["items"]) == 3
    fourth = tournament.pair(repeats=True)
    assert fourth["repeats"]
    least = [frozenset(one["name"] for one in pair) for pair in problem["least"]["pairs"]]
    # The oldest meetings come again: those of the first round.
    assert {*least} == {*pairs_of(tournament.round(1))} == {*pairs_of(fourth)}


def test_two_organizers_who_pair_at_once_have_one_pairing(running: Running, desk: Caller) -> None:
    tournament = Tournament(desk, *TEN)
    with running.client() as one, running.client() as other, ThreadPoolExecutor(2) as hands:
        asked = [
            hands.submit(client.post, tournament.path, json={"round": 1, "seed": f"de {n}"})
            for n, client in enumerate((one, other))
        ]
        answers: list[httpx.Response] = [each.result() for each in asked]
    assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
    assert answers[0].json() == answers[1].json()
    assert len(tournament.fixtures()) == 5


@pytest.mark.parametrize("pairing", ["swiss", "danish", "random"])
def test_the_same_seed_gives_the_same_pairs_and_a_dry_run_stores_nothing(desk: Caller, pairing: str) -> None:
    tournament = Tournament(desk, *SEVEN, pairing=pairing)
    dry = desk.post(tournament.path, json={"seed": "misma"}, params={"dry_run": "true"}).json()
    assert next_step(tournament) == "pair"
    assert pairs_of(tournament.pair(seed="misma")) == pairs_of(dry)
    assert desk.delete(f"{tournament.path}/1", params={"reason": "otra vez"}).status_code == 200
    chance = desk.post(tournament.path, json={}, params={"dry_run": "true"}).json()
    assert chance["seed"] is None
    assert "pairs" not in chance or not any(chance["pairs"])


def test_a_contest_of_another_format_has_no_rounds_to_pair(desk: Caller) -> None:
    league = Contest(desk, *TEN[:3], format="league")
    path = f"/v1/contests/{league.id}/rounds"
    rounds = desk.get(path).json()
    assert (rounds["items"], rounds["rounds"], rounds["waits_for"]) == ([], 0, None)
    for answer in (desk.get(f"{path}/1"), desk.post(path, json={})):
        problem = refusal_of(answer, 409, "impossible")
        assert problem["rule"] == "rounds.format"


def test_choices_that_do_not_fit_are_refused_with_their_place(desk: Caller) -> None:
    opening = {"name": "Fiestas", "players": [*TEN], "distinct": True}
    championship = desk.post("/v1/championships", json=opening).json()["id"]
    path = f"/v1/championships/{championship}/contests"
    body = {"ruleset": "guinote", "format": "rounds", "params": {"points": {"win": 0, "level": 1, "loss": 0}}}
    problem = refusal_of(desk.post(path, json=body), 422, "inconsistent")
    assert [flaw["path"] for flaw in problem["errors"]] == ["$.params.points"]
    alone = {"ruleset": "guinote", "format": "rounds", "entrants": ["Ana", "Beto"]}
    problem = refusal_of(desk.post(path, json=alone), 422, "inconsistent")
    assert problem["rule"] == "rounds.format"
    assert "3–4096" in problem["detail"]
    assert problem["possible"] == [3, 4, 5]


def test_who_wins_because_the_rival_stays_away_rests_no_more(desk: Caller) -> None:
    tournament = Tournament(desk, *TEN[:5], round_count=3)
    first = tournament.pair()
    here, away = names(first["pairs"][0])
    absence = {"absent": [away], "reason": "no vino"}
    assert desk.post(f"/v1/fixtures/{first['pairs'][0]['fixture']}/walkover", json=absence).status_code == 201
    tournament.tell_pair(first["pairs"][1], 40)
    rests = [first["rest"]["player"]["name"]]
    for number in (2, 3):
        round_ = tournament.pair()
        rests.append(round_["rest"]["player"]["name"])
        tournament.play(number)
    assert here not in rests
    assert len({*rests}) == 3


def test_who_comes_while_a_round_is_a_draft_is_in_it_once_it_is_paired_again(desk: Caller) -> None:
    tournament = Tournament(desk, *TEN[:4], late_until=2)
    tournament.pair(draft=True)
    entry = {"player": {"name": "Zoe", "distinct": True}}
    assert desk.post(f"/v1/contests/{tournament.id}/entrants", json=entry).status_code == 201
    assert desk.delete(f"{tournament.path}/1", params={"reason": "ha venido Zoe"}).status_code == 200
    round_ = tournament.pair()
    assert "Zoe" in {name for pair in pairs_of(round_) for name in pair} | {round_["rest"]["player"]["name"]}
    assert {row[2] for row in tournament.rows("j") if row[1] == "Zoe"} <= {0, 1}
    tournament.play(1)
    assert {row[2] for row in tournament.rows("j")} == {1}


def test_between_rounds_somebody_from_outside_takes_a_place_and_nobody_has_two(desk: Caller) -> None:
    tournament = Tournament(desk, *TEN[:5])
    path = f"/v1/contests/{tournament.id}/substitutions"
    tournament.pair()
    tournament.play(1)
    twice = {"out": TEN[0], "in": TEN[1], "reason": "se va"}
    refusal_of(desk.post(path, json=twice), 422, "inconsistent")
    newcomer = {"players": [{"name": "Zoe", "distinct": True}]}
    assert desk.post(f"/v1/championships/{tournament.championship}/players", json=newcomer).is_success
    before = {row["player"]["name"]: row["ptos"] for row in tournament.standings()["rows"]}
    answer = desk.post(path, json={"out": TEN[0], "in": "Zoe", "reason": "se va"})
    assert answer.status_code == 201, answer.text
    after = {row["player"]["name"]: row["ptos"] for row in tournament.standings()["rows"]}
    assert after == {"Zoe": before.pop(TEN[0])} | before
    second = tournament.pair()
    present = {name for pair in pairs_of(second) for name in pair} | {second["rest"]["player"]["name"]}
    assert present == {"Zoe", *TEN[1:5]}


def test_a_late_entrant_who_is_paired_is_taken_back_with_the_round_alone(desk: Caller) -> None:
    tournament = Tournament(desk, *TEN[:4], late_until=2)
    tournament.pair()
    tournament.play(1)
    entry = desk.post(
        f"/v1/contests/{tournament.id}/entrants", json={"player": {"name": "Zoe", "distinct": True}}
    ).json()
    tournament.pair()
    problem = refusal_of(
        desk.delete(f"/v1/contests/{tournament.id}/decisions/{entry['version']}", params={"reason": "se va"}),
        409,
        "impossible",
    )
    assert [one["type"] for one in problem["undo_first"]] == ["round_paired"]
    assert desk.delete(f"{tournament.path}/2", params={"reason": "se va"}).status_code == 200
    undo = desk.delete(f"/v1/contests/{tournament.id}/decisions/{entry['version']}", params={"reason": "se va"})
    assert undo.status_code == 200, undo.text
