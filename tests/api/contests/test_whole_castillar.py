"""A whole Castillar of ten through the API: 45 league matches played on the log, the final, the podium, the general table."""

from typing import Any

from tests.support.organizing import TEN, Contest
from tests.support.playout import play_out
from tests.support.service import Caller


def play(client: Caller, fixture: dict[str, Any], events: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    """Opens the match of a fixture and appends its events. Returns the view of the match."""
    response = client.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0, "enforcement": "strict"})
    assert response.status_code == 201, response.text
    view = response.json()
    assert [seat["player"] for seat in view["seats"]] == [entrant["id"] for entrant in fixture["entrants"]]
    for start in range(0, len(events), 400):
        view = client.tell(view["id"], list(events[start : start + 400]))["view"]
    assert view["status"] == "finished"
    return dict(view)


def test_a_castillar_of_ten_is_played_to_its_podium(organizer: Caller) -> None:
    contest = Contest(organizer, *TEN)
    league = contest.fixtures("league")
    assert len(league) == 45
    matches = [play_out("hearts.castillar", 2, seed, first_dealer=0, lines=(1,)) for seed in "uvwxyz"]
    wins: dict[str, int] = dict.fromkeys(TEN, 0)
    points: dict[str, int] = dict.fromkeys(TEN, 0)
    for n, fixture in enumerate(league):
        view = play(organizer, fixture, matches[n % 6])
        names = [entrant["name"] for entrant in fixture["entrants"]]
        for seat, name in enumerate(names):
            points[name] += view["score"]["totals"][seat]
            wins[name] += view["result"]["winner_sides"] == [seat]
    rows = contest.rows("ptos", "f", "j")
    assert {name: (ptos, f) for _, name, ptos, f, _ in rows} == {name: (wins[name], points[name]) for name in TEN}
    assert {j for *_, j in rows} == {9}
    fixtures = contest.fixtures("league")
    assert all(item["state"] == "played" and item["match"] for item in fixtures)
    phase = contest.view()["phase"]
    assert phase in {"final", "tie_break", "null"}
    if phase == "tie_break":
        [tie_break] = contest.fixtures("tie_break")
        play(organizer, tie_break, play_out("hearts.castillar", 4, "tb", first_dealer=0, params=(("limit", 50),)))
    [final] = contest.fixtures("final")
    assert final["params"]["limit"] == 100
    view = play(organizer, final, play_out("hearts.castillar", 4, "final", first_dealer=0, lines=(1, 2, 3)))
    names = [entrant["name"] for entrant in final["entrants"]]
    ranking = [names[seat] for [seat] in view["result"]["ranking"]]
    assert contest.podium() == [(n + 1, name, (5, 3, 2, 1)[n]) for n, name in enumerate(ranking)]
    assert contest.view()["phase"] == "finished"
    champion = rows[0][1]
    general = contest.general()
    assert sum(general.values()) == 5 + 3 + 2 + 1 + 2
    assert general[champion] == 2 + dict(zip(ranking, (5, 3, 2, 1), strict=True)).get(champion, 0)
    golds = organizer.get(f"/v1/championships/{contest.championship}").json()["general"]
    gold = next(row for row in golds if row["player"]["name"] == ranking[0])
    source = next(entry for entry in gold["from"] if entry["kind"] == "podium")
    assert (source["match"], source["rule"], source["fixture"]) == (view["id"], "podium.final", final["id"])
    assert source["version"] == view["version"]
