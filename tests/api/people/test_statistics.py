"""A player's statistics over HTTP: by game, partner and opponent. They follow all corrections, merges and erasures."""

import csv
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.seasons.statistics import Likely, likely
from tests.api.contests.test_series import FIRST, Village
from tests.support.organizing import Contest
from tests.support.playout import play_out
from tests.support.service import Caller, refusal_of

NONE = {"hands": 0, "points": 0}
"""The counts of matches that have a score only."""


@pytest.fixture
def village(head: Caller) -> Village:
    return Village(head)


def statistics(client: Caller, player: str, **query: str) -> Any:
    answer = client.get(f"/v1/players/{player}/statistics", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_what_was_told_by_its_score_counts_for_the_game_and_against_the_opponent(village: Village) -> None:
    assert statistics(village.client, village.ana)["games"] == []
    village.report(0, **FIRST)
    village.report(1, Ana=64, Beto=40)
    answer = statistics(village.client, village.ana)
    [game] = answer["games"]
    [opponent] = answer["opponents"]
    assert (game["matches"], game["won"], game["recorded"], game["deeds"]) == (2, 1, 0, {})
    assert game["in_hands"] == opponent["in_hands"] == NONE
    assert game["likely"] == opponent["likely"] == {"least": 9, "most": 91}
    assert opponent["player"]["id"] == village.beto
    assert [opponent[what] for what in ("matches", "ahead", "behind", "level")] == [2, 1, 1, 0]
    assert answer["partners"] == []
    of_game = statistics(village.client, village.ana, ruleset=game["ruleset"])
    assert of_game == answer
    of_another = statistics(village.client, village.ana, ruleset="guinote")
    assert of_another == answer | {"games": [], "opponents": []}


def test_a_correction_changes_them_and_a_walkover_is_no_match(village: Village) -> None:
    fixture = village.report(0, Ana=30, Beto=74)
    points = {name: {"Ana": 74, "Beto": 30}[first] for name, first in village.names.items()}
    assert village.editions[0].correct(points).status_code == 200
    [opponent] = statistics(village.client, village.ana)["opponents"]
    assert (opponent["ahead"], opponent["behind"]) == (0, 1)
    absent = {"absent": [village.beto], "reason": "no vino"}
    version = village.client.get(f"/v1/fixtures/{fixture['id']}").headers["etag"]
    headers = {"If-Match": version}
    answer = village.client.post(f"/v1/fixtures/{fixture['id']}/walkover", json=absent, headers=headers)
    assert answer.is_success, answer.text
    assert statistics(village.client, village.ana)["games"] == []


def test_who_was_entered_twice_is_one_opponent_and_who_was_erased_has_no_name(village: Village) -> None:
    village.report(0, **FIRST)
    twice = village.client.post("/v1/players", json={"name": f"Anna {uuid4().hex[:8]}"}).json()["id"]
    other = Contest(village.client, twice, village.beto, format="league")
    names = other.fixtures()[0]["entrants"]
    other.report({names[0]["name"]: 40, names[1]["name"]: 64})
    assert len(statistics(village.client, village.beto)["opponents"]) == 2
    merge = {"into": village.ana, "reason": "apuntada dos veces"}
    assert village.client.post(f"/v1/players/{twice}/merge", json=merge).status_code == 201
    [opponent] = statistics(village.client, village.beto)["opponents"]
    assert (opponent["player"]["id"], opponent["matches"]) == (village.ana, 2)
    assert statistics(village.client, twice) == statistics(village.client, village.ana)
    assert village.client.delete(f"/v1/players/{village.ana}").is_success
    [opponent] = statistics(village.client, village.beto)["opponents"]
    assert opponent["player"] == {"id": village.ana, "name": None}
    assert statistics(village.client, village.ana)["games"][0]["matches"] == 2


def test_partners_are_apart_from_opponents(head: Caller) -> None:
    tag = uuid4().hex[:8]
    people = [f"{one} {tag}" for one in ("Ana", "Beto", "Carla", "Dani")]
    pairs = [people[:2], people[2:]]
    contest = Contest(head, *people, ruleset="guinote", format="league", order=pairs, entrants=pairs)
    [fixture] = contest.fixtures()
    assert head.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": [3, 1]}).status_code == 201
    winner, partner = fixture["entrants"][0]["players"]
    answer = statistics(head, winner["id"])
    assert answer["partners"] == [
        {"player": partner, "matches": 1, "won": 1, "likely": {"least": 20, "most": 100}, "in_hands": NONE},
    ]
    assert {one["player"]["name"] for one in answer["opponents"]} == {
        one["name"] for one in fixture["entrants"][1]["players"]
    }
    assert [(one["ahead"], one["behind"]) for one in answer["opponents"]] == [(1, 0), (1, 0)]
    rows = csv.DictReader(StringIO(head.get(f"/v1/players/{winner['id']}/statistics", params={"format": "csv"}).text))
    assert [(row["by"], row["player"], row["matches"], row["won"]) for row in rows] == [
        ("game", "", "1", "1"),
        ("partner", partner["name"], "1", "1"),
        *(("opponent", one["player"]["name"], "1", "1") for one in answer["opponents"]),
    ]
    for language, by in (("es", "Según"), ("en", "By")):
        query = {"format": "csv", "lang": language}
        words = head.get(f"/v1/players/{winner['id']}/statistics", params=query).text
        [head_row, *_] = csv.reader(StringIO(words.removeprefix("\ufeff")), delimiter=";" if language == "es" else ",")
        assert head_row[0] == by


def test_deeds_are_those_of_finished_matches_at_a_table(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2)
    answer = organizer.tell(match, list(play_out("hearts.castillar", 2, "v", first_dealer=0)))
    seats = [seat["player"] for seat in answer["view"]["seats"]]
    before = [statistics(public, id_) for id_ in seats]
    for n, statistics_before in enumerate(before):
        [game] = statistics_before["games"]
        assert (game["matches"], game["recorded"]) == (1, 1)
        assert game["won"] == int([n] == answer["view"]["result"]["winner_sides"])
        assert game["deeds"].get("rounds_won", 0) == answer["view"]["score"]["rounds_won"][n]
        assert statistics_before["opponents"][0]["player"]["id"] == seats[1 - n]
        hands = [one["points"][n] for one in answer["view"]["score"]["hands"] if not one.get("extra")]
        assert (
            game["in_hands"]
            == statistics_before["opponents"][0]["in_hands"]
            == {"hands": len(hands), "points": sum(hands)}
        )
        query = {"format": "csv", "lang": "en"}
        words = public.get(f"/v1/players/{seats[n]}/statistics", params=query).text
        rows = list(csv.DictReader(StringIO(words.removeprefix("\ufeff"))))
        assert {row["Points a hand"] for row in rows} == {str(round(sum(hands) / len(hands), 2))}
    opening = {"ruleset": "escoba", "seats": [{"player": id_} for id_ in seats], "first_dealer": 0}
    other = organizer.post("/v1/matches", json=opening).json()["id"]
    organizer.tell(other, list(play_out("escoba", 2, "v", first_dealer=0)))
    both = statistics(public, seats[0])
    assert len(both["games"]) == 2
    assert [one["in_hands"] for one in both["opponents"]] == [None], "points of two games do not add up"
    assert statistics(public, seats[0], ruleset="hearts.castillar")["opponents"] == before[0]["opponents"]
    organizer.tell(other, {"type": "retract", "to": 1, "reason": "otra mesa"})
    organizer.tell(match, {"type": "retract", "to": 1, "reason": "otra mesa"})
    assert [statistics(public, id_)["games"] for id_ in seats] == [[], []]
    organizer.tell(match, {"type": "retract", "to": answer["version"], "reason": "estaba bien"})
    assert [statistics(public, id_) for id_ in seats] == before


def test_nobody_has_none(public: Caller) -> None:
    refusal_of(public.get("/v1/players/nobody/statistics"), 404, "not-found")


@pytest.mark.parametrize(
    ("wins", "matches", "least", "most"),
    [(7, 12, 31, 81), (0, 1, 0, 80), (1, 1, 20, 100), (0, 10, 0, 28), (50, 100, 40, 60), (500, 1000, 46, 54)],
)
def test_what_so_many_of_so_many_say(wins: int, matches: int, least: int, most: int) -> None:
    assert likely(wins, matches) == Likely(least, most)


@pytest.mark.parametrize(("wins", "matches"), [(0, 0), (2, 1), (-1, 1)])
def test_of_no_matches_nothing_is_said(wins: int, matches: int) -> None:
    with pytest.raises(ValueError, match=f"{wins} of {matches}"):
        likely(wins, matches)


@given(st.integers(1, 10**6).flatmap(lambda matches: st.tuples(st.integers(0, matches), st.just(matches))))
def test_the_share_itself_is_always_likely(case: tuple[int, int]) -> None:
    wins, matches = case
    estimate, other = likely(wins, matches), likely(matches - wins, matches)
    assert 0 <= estimate.least <= 100 * wins / matches <= estimate.most <= 100
    assert abs(estimate.least + other.most - 100) <= 1, "who loses has the rest of it"
