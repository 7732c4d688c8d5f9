"""The stakes of a match: the match and its contest as they would be, with nothing stored."""

import json
from pathlib import Path

import pytest

from tests.api.contests.test_fixture_matches import MATCH, open_fixture
from tests.support.hands import FOUR, TWO, holder
from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

RECORDS = Path(__file__).parents[3] / "api" / "cli" / "demo" / "records"


def test_without_a_black_card(organizer: Caller) -> None:
    match = organizer.open("hearts.castillar", 4)
    organizer.tell(match, {"type": "deal", "hands": FOUR})
    organizer.tell(match, {"type": "sanction", "seat": 1, "card": "black", "reason": "insulta"})
    organizer.tell(match, {"type": "note", "text": "sigue"})
    before = organizer.get(f"/v1/matches/{match}").json()
    hypothesis = organizer.get(f"/v1/matches/{match}/whatif?without=3").json()
    assert before["score"]["totals"] == [0, 26, 0, 0]
    assert hypothesis["match"]["score"]["totals"] == [0, 0, 0, 0]
    assert hypothesis["match"]["sanctions"] == []
    assert hypothesis["stopped_at"] is None
    assert organizer.get(f"/v1/matches/{match}").json() == before


def test_without_a_play_the_match_stops_where_it_could_not_go_on(organizer: Caller) -> None:
    match = organizer.open()
    leader = holder(TWO)
    club = next(card for card in TWO[1 - leader] if card[1] == "C")
    organizer.tell(match, {"type": "deal", "hands": TWO})
    organizer.tell(match, {"type": "play", "seat": leader, "card": "2C"})
    organizer.tell(match, {"type": "play", "seat": 1 - leader, "card": club})
    hypothesis = organizer.get(f"/v1/matches/{match}/whatif?without=3").json()
    assert hypothesis["stopped_at"] == 4
    assert hypothesis["match"] == organizer.get(f"/v1/matches/{match}?at=2").json()


@pytest.mark.parametrize(("word", "partidas"), [("upheld", [2, 1]), ("rejected", [2, 0])])
def test_a_claim_decided_so(organizer: Caller, word: str, partidas: list[int]) -> None:
    lines = (RECORDS / "guinote-coto.match.jsonl").read_text(encoding="utf-8").splitlines()
    opening, *events = map(json.loads, lines)
    body = {key: opening[key] for key in ("ruleset", "params", "seats", "enforcement", "first_dealer")}
    match = organizer.post("/v1/matches", json=body).json()["id"]
    organizer.tell(match, events)
    hypothesis = organizer.get(f"/v1/matches/{match}/whatif?claim=c1:{word}").json()
    assert hypothesis["match"]["score"]["partidas"] == partidas
    assert hypothesis["contest"] is None


def test_the_contests_tables_follow(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    match = open_fixture(organizer, contest.fixtures()[0])
    organizer.tell(match, MATCH)
    version = organizer.tell(match, {"type": "sanction", "seat": 0, "card": "black", "reason": "insulta"})["version"]
    before = contest.general()
    hypothesis = organizer.get(f"/v1/matches/{match}/whatif?without={version}").json()
    general = {row["player"]["name"]: row["points"] for row in hypothesis["general"]}
    assert hypothesis["contest"] == contest.id
    assert general == before | {"Ana": before["Ana"] + 1}
    assert [row["player"]["name"] for row in hypothesis["standings"]["rows"]]
    assert contest.general() == before


def test_a_result_that_would_not_be(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    match = open_fixture(organizer, contest.fixtures()[0])
    last = organizer.tell(match, MATCH)["version"]
    assert contest.podium()
    hypothesis = organizer.get(f"/v1/matches/{match}/whatif?without={last}").json()
    assert hypothesis["match"]["status"] == "open"
    assert hypothesis["podium"] == []
    assert contest.podium()


def test_what_cannot_be_asked(organizer: Caller) -> None:
    match = organizer.open()
    url = f"/v1/matches/{match}/whatif"
    for query in ("", "?without=1&claim=c1:upheld", "?claim=c1", "?claim=c1:maybe", "?without=0"):
        refusal_of(organizer.get(url + query), 400, "malformed")
    refusal_of(organizer.get(url + "?without=1"), 409, "impossible")
    refusal_of(organizer.get(url + "?without=9"), 404, "not-found")
    refusal_of(organizer.get(url + "?claim=c1:upheld"), 404, "not-found")
