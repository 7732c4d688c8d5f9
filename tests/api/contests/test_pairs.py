"""Contests of pairs: entered two by two, seated across from each other, both with the podium's points."""

from tests.support.organizing import Contest
from tests.support.playout import play_out
from tests.support.service import Caller, refusal_of

PAIRS = [["Ana", "Beto"], ["Carla", "Dani"], ["Elena", "Fito"]]
EVERYBODY = [name for pair in PAIRS for name in pair]


def contest_of_pairs(client: Caller, *pairs: list[str], **body: object) -> Contest:
    return Contest(
        client,
        *(name for pair in pairs for name in pair),
        ruleset="guinote",
        **{"format": "league", "entrants": list(pairs), "order": list(pairs), **body},
    )


def test_a_league_of_pairs_is_held_and_both_partners_have_the_points(organizer: Caller) -> None:
    contest = contest_of_pairs(organizer, *PAIRS)
    fixtures = contest.fixtures()
    assert [entrant["name"] for entrant in fixtures[0]["entrants"]] == ["Carla / Dani", "Elena / Fito"]
    assert [player["name"] for player in fixtures[0]["entrants"][0]["players"]] == ["Carla", "Dani"]
    for first, second in (
        ("Ana / Beto", "Carla / Dani"),
        ("Ana / Beto", "Elena / Fito"),
        ("Carla / Dani", "Elena / Fito"),
    ):
        contest.report({first: 3, second: 1})
    assert contest.rows("ptos") == [(1, "Ana / Beto", 2), (2, "Carla / Dani", 1), (3, "Elena / Fito", 0)]
    assert contest.general() == {"Ana": 5, "Beto": 5, "Carla": 3, "Dani": 3, "Elena": 2, "Fito": 2}
    mine = organizer.get(f"/v1/contests/{contest.id}/fixtures?player=Fito").json()["items"]
    assert len(mine) == 2


def test_a_pair_withdraws_by_the_name_of_one_of_them(organizer: Caller) -> None:
    contest = contest_of_pairs(organizer, *PAIRS)
    assert contest.do("withdrawals", player="Fito", reason="se va").status_code == 201
    assert [one["player"]["name"] for one in contest.view()["withdrawals"]] == ["Elena / Fito"]


def test_partners_sit_across_and_the_match_tells_its_contest(organizer: Caller) -> None:
    contest = contest_of_pairs(organizer, *PAIRS[:2])
    [fixture] = contest.fixtures()
    response = organizer.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0})
    assert [seat["name"] for seat in response.json()["seats"]] == ["Ana", "Carla", "Beto", "Dani"]
    events = list(play_out("guinote", 4, "pairs", first_dealer=0))
    match = response.json()["id"]
    for start in range(0, len(events), 400):
        view = organizer.tell(match, events[start : start + 400])["view"]
    assert view["status"] == "finished"
    fixture_after = contest.fixtures()[0]
    assert fixture_after["state"] == "played"
    assert len(fixture_after["result"]["points"]) == 2
    [winner] = view["result"]["winner_sides"]
    assert contest.podium()[0][1] == ["Ana / Beto", "Carla / Dani"][winner]


def test_a_game_of_pairs_alone_takes_no_single_players_at_four_seats(organizer: Caller) -> None:
    championship = organizer.post(
        "/v1/championships", json={"name": "x", "players": EVERYBODY, "distinct": True}
    ).json()
    url = f"/v1/championships/{championship['id']}/contests"
    body = {"ruleset": "hearts.yppedia", "format": "single", "entrants": PAIRS[:2]}
    problem = refusal_of(organizer.post(url, json=body), 422, "inconsistent")
    assert problem["possible"] == []
