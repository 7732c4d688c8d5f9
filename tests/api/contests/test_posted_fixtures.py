"""The fixtures on the wall give the outcome of each match, even of a match with an absent player."""

from tests.support.organizing import Contest
from tests.support.service import Caller


def test_a_match_that_somebody_did_not_come_to_is_not_still_to_be_played(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla")
    fixture = contest.fixture("Ana", "Beto")
    absent = [fixture["entrants"][0]["id"]]
    response = organizer.post(f"/v1/fixtures/{fixture['id']}/walkover", json={"absent": absent, "reason": "no vino"})
    assert response.status_code == 201, response.text
    for language, word in (("es", "Incomparecencia"), ("en", "Walkover")):
        page = public.get(f"/print/contests/{contest.id}/fixtures?lang={language}").text
        assert page.count(word) == 1
