"""Corazones of four with the same deals over HTTP, everybody alone: from the draw to the podium, on paper, and checked."""

from typing import Any

import msgspec
import pytest

from referee.championship.chance_in_logs import chance_of
from referee.client import ContestHand, ContestRound, check_pairings
from tests.support.organizing import TEN
from tests.support.same_deals import SameDeals, fixtures_of, names_of
from tests.support.service import Caller, refusal_of

EIGHT, NINE = TEN[:8], TEN[:9]
RANDOM = {"round_count": 2, "pairing": "random"}
FIRST, SECOND = (0, 3, 10, 13), (5, 3, 5, 13)
GAMES = ("hearts.castillar", "hearts.yppedia")


class Fours(SameDeals):
    """A contest of Corazones in rounds, four at each table."""

    def __init__(self, client: Caller, *players: str, ruleset: str = GAMES[0], **body: Any) -> None:
        super().__init__(client, *players, **{"ruleset": ruleset, "params": RANDOM} | body)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_contest_from_the_draw_to_the_podium(organizer: Caller, game: str) -> None:
    contest = Fours(organizer, *NINE, hands=1, ruleset=game)
    round_ = contest.pair()
    tables = names_of(round_)
    assert sorted([*tables[0], *tables[1], *(one["player"]["name"] for one in round_["rests"])]) == sorted(NINE)
    for fixture, points in zip(fixtures_of(round_), (FIRST, SECOND), strict=True):
        contest.table(fixture, points)
    # Seat by seat: 0 against 5, 3 against 3, 10 against 5, 13 against 13, and the fewest points are the best.
    percents = dict(zip(tables[0], (100, 50, 0, 50), strict=True)) | dict(zip(tables[1], (0, 50, 100, 50), strict=True))
    assert {name: score for name, (score, *_) in contest.scores().items() if name in percents} == percents
    rows = {row["player"]["name"]: row for row in contest.standings()["rows"]}
    assert {name: (rows[name]["g"], rows[name]["p"], rows[name]["f"], rows[name]["c"]) for name in tables[0]} == {
        name: (int(n == 0), int(n > 0), own, 26 - own)
        for n, (name, own) in enumerate(zip(tables[0], FIRST, strict=True))
    }
    again = contest.pair()
    [rests], [rested] = again["rests"], round_["rests"]
    assert rests["player"] != rested["player"]
    # The rivals of each are all at the table.
    ids = {one["id"]: one["name"] for pair in round_["pairs"] for one in pair["entrants"]}
    for pair in again["pairs"]:
        for person, rivals in zip(pair["entrants"], pair["rivals"], strict=True):
            table = next((table for table in tables if person["name"] in table), ())
            assert {ids[one] for one in rivals} == {*table} - {person["name"]}
    for fixture in fixtures_of(again):
        contest.table(fixture, FIRST)
    assert contest.view()["phase"] == "finished"
    assert contest.podium()[0][1] == contest.standings()["rows"][0]["player"]["name"]
    # No rating goes by who was at the table: the comparison is with other tables (rating.counts).
    assert organizer.get("/v1/ratings", params={"championship": contest.championship}).json()["items"] == []
    text = organizer.get(f"/v1/championships/{contest.championship}/export").content
    chance = chance_of(text)
    assert (chance.pairings, chance.deals, chance.flaw) == (2, 2, None)
    assert [one.wrong for one in check_pairings(text)] == [None, None]


def test_a_hand_is_read_by_seat_once_every_table_has_played_it(organizer: Caller, public: Caller) -> None:
    contest = Fours(organizer, *EIGHT, scoring="difference")
    one, other = fixtures_of(contest.pair())
    contest.table(one, FIRST, SECOND)
    path = f"/v1/contests/{contest.id}/deals/1"
    refused = public.get(path)
    assert refused.status_code == 409
    assert all("result" not in board for board in public.get(f"/v1/fixtures/{one}").json()["boards"])
    contest.table(other, SECOND, FIRST)
    answer = public.get(path)
    deal = answer.json()
    assert [len(cards) for cards in deal["hands"]] == [13] * 4
    assert [result["points"] for result in deal["results"]] == [[*FIRST], [*SECOND]]
    assert [result["scores"] for result in deal["results"]] == [[2.5, 0, -2.5, 0], [-2.5, 0, 2.5, 0]]
    # The client reads it, and its round.
    read_hand = msgspec.json.decode(answer.content, type=ContestHand)
    assert [len(result.entrants) for result in read_hand.results] == [4, 4]
    read_round = msgspec.json.decode(public.get(f"{contest.path}/1").content, type=ContestRound)
    assert [len(pair.entrants) for pair in read_round.pairs] == [4, 4]
    assert contest.client.get(f"{contest.path}/1").json()["deal_seed"] == deal["seed"]


@pytest.mark.parametrize(
    ("points", "rule"),
    [
        pytest.param((13, 13), "duplicate.alone", id="points of two"),
        pytest.param((1, 3, 10, 13), "duplicate.alone", id="no round gives them"),
    ],
)
def test_points_that_no_hand_gives_are_refused(organizer: Caller, points: tuple[int, ...], rule: str) -> None:
    contest = Fours(organizer, *EIGHT)
    fixture = fixtures_of(contest.pair())[0]
    answer = contest.hand(fixture, 1, points)
    assert refusal_of(answer, 422, "inconsistent")["rule"] == rule
    assert all(board["state"] == "pending" for board in organizer.get(f"/v1/fixtures/{fixture}").json()["boards"])


def test_who_is_missing_has_the_worst_and_the_others_their_own_average(organizer: Caller) -> None:
    contest = Fours(organizer, *EIGHT, hands=1)
    round_ = contest.pair()
    one, other = fixtures_of(round_)
    [missing, *others], players = names_of(round_)
    contest.table(other, SECOND)
    body = {"absent": [missing], "reason": "no vino"}
    assert organizer.post(f"/v1/fixtures/{one}/boards/1/walkover", json=body).status_code == 201
    scores = {name: score for name, (score, *_) in contest.scores().items()}
    assert scores == {missing: 0} | dict.fromkeys((*others, *players), 50)


def test_without_the_same_deals_it_is_said_that_they_are_needed(organizer: Caller) -> None:
    people = {"name": "Fiestas", "players": [*EIGHT], "distinct": True}
    championship = organizer.post("/v1/championships", json=people).json()["id"]
    body = {"ruleset": GAMES[1], "format": "rounds", "order": [*EIGHT]}
    answer = organizer.post(f"/v1/championships/{championship}/contests", json=body)
    assert "`duplicate`" in refusal_of(answer, 422, "inconsistent")["detail"]


@pytest.mark.parametrize(
    ("body", "rule", "path"),
    [
        pytest.param({"order": TEN[:3]}, "duplicate.seats", "$.entrants", id="three"),
        pytest.param({"params": {"pairing": "mitchell"}}, "duplicate.seats", "$.params.pairing", id="two lines"),
        pytest.param(
            {"params": {"pairing": "danish", "repeats": "always"}}, "duplicate.seats", "$.params.repeats", id="repeats"
        ),
    ],
)
def test_what_cannot_be_drawn_says_where(organizer: Caller, body: dict[str, Any], rule: str, path: str) -> None:
    people = {"name": "Fiestas", "players": [*EIGHT], "distinct": True}
    championship = organizer.post("/v1/championships", json=people).json()["id"]
    whole = {"ruleset": GAMES[1], "format": "rounds", "order": [*EIGHT], "duplicate": {"hands": 2}} | body
    answer = organizer.post(f"/v1/championships/{championship}/contests", json=whole)
    assert refusal_of(answer, 422, "inconsistent")["rule"] == rule
    assert path in [one["path"] for one in answer.json()["errors"]]
    assert organizer.get(f"/v1/championships/{championship}").json()["contests"] == []


def test_the_tables_are_changed_by_hand(organizer: Caller) -> None:
    contest = Fours(organizer, *EIGHT, hands=1)
    round_ = contest.pair(draft=True)
    one, other = names_of(round_)
    # Those across from each other, by two; one of each table changes places.
    pairs = [[[other[0], one[2]], [one[1], one[3]]], [[one[0], other[2]], [other[1], other[3]]]]
    answer = organizer.put(f"{contest.path}/1", json={"pairs": pairs, "reason": "son hermanos"})
    assert answer.status_code == 200, answer.text
    after = answer.json()
    assert {frozenset(table) for table in names_of(after)} == {
        frozenset((other[0], *one[1:])),
        frozenset((one[0], *other[1:])),
    }
    assert all(
        {frozenset((table[0], table[2])), frozenset((table[1], table[3]))}
        <= {frozenset(two) for pair in pairs for two in pair}
        for table in names_of(after)
    )
    assert after["deals"] == round_["deals"]
    wrong = organizer.put(f"{contest.path}/1", json={"pairs": [[*one[:2]], [*other[:2]]], "reason": "así"})
    assert refusal_of(wrong, 422, "inconsistent")["rule"] == "duplicate.seats"


def test_all_papers_have_the_four_of_each_table(organizer: Caller) -> None:
    contest = Fours(organizer, *NINE, hands=2)
    round_ = contest.pair()
    wall = organizer.get(f"/print/contests/{contest.id}/rounds/1").text
    sheets = organizer.get(f"/print/contests/{contest.id}/sheets").text
    fixtures = organizer.get(f"/print/contests/{contest.id}/fixtures").text
    for table in names_of(round_):
        assert all(name in text for name in table for text in (wall, sheets, fixtures))
        assert " · ".join(table[1:]) in wall
    headers = {"accept": "text/html", "accept-language": "es"}
    deals = organizer.get(f"{contest.path}/1/deals", headers=headers).text
    assert all(deals.count(f"Asiento {seat} · bando {seat}") == 2 for seat in (1, 2, 3, 4))


def test_another_takes_a_seat_and_one_enters_late(organizer: Caller) -> None:
    contest = Fours(organizer, *EIGHT, hands=1, params=RANDOM | {"late_until": 2})
    round_ = contest.pair()
    [leaver, *_], _ = names_of(round_)
    path = f"/v1/contests/{contest.id}"
    organizer.post(f"/v1/championships/{contest.championship}/players", json={"players": ["Nora"], "distinct": True})
    answer = organizer.post(f"{path}/substitutions", json={"out": leaver, "in": "Nora", "reason": "se va"})
    assert answer.is_success, answer.text
    now = organizer.get(f"{contest.path}/1").json()
    assert names_of(now)[0][0] == "Nora"
    one, other = fixtures_of(now)
    contest.table(one, FIRST)
    contest.table(other, SECOND)
    answer = organizer.post(f"{path}/entrants", json={"player": {"name": "Olga", "distinct": True}})
    assert answer.is_success, answer.text
    again = contest.pair()
    assert "Olga" in {name for table in names_of(again) for name in table} | {
        rest["player"]["name"] for rest in again["rests"]
    }
    rows = {row["player"]["name"]: row["ptos"] for row in contest.standings()["rows"]}
    assert (rows["Nora"], rows["Olga"]) == (100, 0)
