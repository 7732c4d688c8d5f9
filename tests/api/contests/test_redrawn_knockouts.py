"""Knockouts that are paired round by round over HTTP (knockout.redraw, knockout.lives)."""

import json
from typing import Any

from referee.championship.chance_in_logs import chance_of
from tests.support.organizing import TEN, Contest
from tests.support.service import Caller, refusal_of


class Knockout(Contest):
    """A knockout of Hearts in mind of its organizer."""

    def __init__(self, client: Caller, *players: str, **params: Any) -> None:
        super().__init__(client, *players, ruleset="hearts.castillar", format="knockout", params=params)
        self.path = f"/v1/contests/{self.id}/rounds"

    def pair(self, **body: Any) -> dict[str, Any]:
        answer = self.client.post(self.path, json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def play(self, round_: dict[str, Any]) -> None:
        """The first of each pair wins a round of Hearts, where points are bad."""
        for pair in round_["pairs"]:
            assert self.tell_result(pair["fixture"], 40).is_success

    def tell_result(self, fixture: str, first: int) -> Any:
        return self.client.post(f"/v1/fixtures/{fixture}/result", json={"points": [first, 104 - first]})

    def rounds(self) -> dict[str, Any]:
        return dict(self.client.get(self.path).json())

    def checks(self) -> tuple[int, object]:
        """The pairings that the export proves, and the first flaw."""
        export = self.client.get(f"/v1/championships/{self.championship}/export").content
        lines = [json.loads(line) for line in export.splitlines()]
        verdict = chance_of(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
        return verdict.pairings, verdict.flaw


def names(pair: dict[str, Any]) -> set[str]:
    return {entrant["name"] for entrant in pair["entrants"]}


def test_a_redrawn_knockout_from_the_draw_to_the_podium(desk: Caller) -> None:
    contest = Knockout(desk, *TEN[:7], redraw=True, third_place=True)
    assert contest.view()["pending"] == [{"kind": "pairing"}]
    assert contest.fixtures() == []
    assert (contest.rounds()["rounds"], contest.rounds()["waits_for"]) == (None, "pair")
    first = contest.pair(round=1, draft=True)
    assert (len(first["pairs"]), contest.rounds()["waits_for"]) == (3, "publish")
    exempt = first["rest"]["player"]["name"]
    assert contest.client.post(f"{contest.path}/1/publish").is_success
    first = contest.client.get(f"{contest.path}/1").json()
    assert refusal_of(contest.client.post(contest.path, json={}), 409, "impossible")["rule"] == "knockout.redraw"
    contest.play(first)
    second = contest.pair()
    assert {pair["scores"][0] for pair in second["pairs"]} == {1}
    assert exempt in {name for pair in second["pairs"] for name in names(pair)}
    assert {item["stage"] for item in contest.fixtures() if item["round"] == 2} == {"semifinal"}
    one_of_them = second["pairs"][0]["entrants"][0]["name"]
    for media in ("text/html", "text/csv"):
        paper = contest.client.get(f"{contest.path}/2", headers={"Accept": media, "Accept-Language": "es"})
        assert paper.is_success, paper.text
        assert one_of_them in paper.text
    contest.play(second)
    losers = {pair["entrants"][1]["name"] for pair in second["pairs"]}
    final = contest.pair()
    assert names(final["pairs"][1]) == losers
    assert {item["stage"] for item in contest.fixtures() if item["round"] == 3} == {"final", "third_place"}
    mixed = [[final["pairs"][n]["entrants"][0]["id"], final["pairs"][1 - n]["entrants"][1]["id"]] for n in (0, 1)]
    by_hand = contest.client.put(f"{contest.path}/3", json={"pairs": mixed, "reason": "por las sillas"})
    assert refusal_of(by_hand, 422, "inconsistent")["rule"] == "knockout.redraw"
    contest.play(final)
    assert (contest.view()["phase"], contest.rounds()["waits_for"]) == ("finished", "over")
    winner = final["pairs"][0]["entrants"][0]["name"]
    assert [step[0] for step in contest.podium()] == [1, 2, 3, 4]
    assert contest.podium()[0][1] == winner
    assert contest.general()[winner] == 5
    assert contest.checks() == (3, None)
    refusal_of(contest.client.post(contest.path, json={}), 409, "closed")


def test_with_two_lives_the_reasons_show_them_and_the_exempt(desk: Caller) -> None:
    contest = Knockout(desk, *TEN[:5], lives=2)
    exempt: list[str] = []
    numbers = 0
    while contest.rounds()["waits_for"] != "over":
        round_ = contest.pair()
        numbers += 1
        rest = round_.get("rest")
        if rest:
            # How often somebody has been exempt before, and with how many lives.
            assert rest["cost"].get("bye", 0) == exempt.count(rest["player"]["name"])
            assert rest["score"] in {1, 2}
            exempt.append(rest["player"]["name"])
        for pair in round_["pairs"]:
            assert pair["is_float"] == (pair["scores"][0] != pair["scores"][1])
        contest.play(round_)
    assert contest.checks() == (numbers, None)
    assert contest.podium()[0][0] == 1
    assert sum(row["p"] for row in contest.standings()["rows"]) in {8, 9}, (
        "four lost both lives, and the first one at most"
    )


def test_pairs_stand_after_a_correction_and_it_is_said_what_would_be(desk: Caller) -> None:
    contest = Knockout(desk, *TEN[:4], redraw=True)
    first = contest.pair()
    contest.play(first)
    second = contest.pair()
    was_in = names(second["pairs"][0])
    corrected = first["pairs"][0]
    loser = corrected["entrants"][1]["name"]
    body = {"points": [80, 24], "reason": "apuntado al revés"}
    answer = contest.client.put(f"/v1/fixtures/{corrected['fixture']}/result", json=body)
    assert answer.is_success, answer.text
    assert names(contest.client.get(f"{contest.path}/2").json()["pairs"][0]) == was_in
    [others] = answer.json()["difference"]["pairings"]
    assert loser in {person["name"] for pair in others["pairs"] for person in pair}
    assert contest.client.delete(f"{contest.path}/2", params={"reason": "por la corrección"}).is_success
    assert loser in names(contest.pair()["pairs"][0])


def test_choices_that_do_not_fit_are_refused_at_their_place(desk: Caller) -> None:
    contest = Knockout(desk, *TEN[:4])
    body = {"ruleset": "hearts.castillar", "format": "knockout", "params": {"lives": 2, "third_place": True}}
    answer = desk.post(f"/v1/championships/{contest.championship}/contests", json=body)
    assert refusal_of(answer, 422, "inconsistent")["errors"][0]["path"] == "$.params.third_place"
    for params in ({"consolation": True, "redraw": True}, {"consolation": True, "lives": 2}):
        answer = desk.post(f"/v1/championships/{contest.championship}/contests", json=body | {"params": params})
        assert refusal_of(answer, 422, "inconsistent")["errors"][0]["path"] == "$.params.consolation"
    body["params"] = {"lives": 4}
    assert desk.post(f"/v1/championships/{contest.championship}/contests", json=body).status_code in {400, 422}
    assert refusal_of(desk.post(contest.path, json={}), 409, "impossible")["rule"] == "rounds.format"


def test_a_consolation_has_its_own_podium_without_points(desk: Caller) -> None:
    contest = Knockout(desk, *TEN[:4], consolation=True)
    for fixture in contest.fixtures():
        assert contest.tell_result(fixture["id"], 40).is_success
    losers = [fixture["entrants"][1]["name"] for fixture in contest.fixtures() if fixture["round"] == 1]
    side = next(one for one in contest.fixtures() if one["stage"] == "consolation_final")
    assert (side["kind"], side["round"]) == ("knockout", 3)
    assert {entrant["name"] for entrant in side["entrants"]} == {*losers}
    main = next(one for one in contest.fixtures() if one["stage"] == "final")
    assert contest.tell_result(main["id"], 40).is_success
    assert (contest.view()["phase"], contest.podium()) == ("playing", [])
    assert contest.tell_result(side["id"], 40).is_success
    view = contest.view()
    assert view["phase"] == "finished"
    winner = side["entrants"][0]["name"]
    assert [(one["place"], one["player"]["name"], one["points"]) for one in view["consolation"]] == [
        (1, winner, 0),
        (2, side["entrants"][1]["name"], 0),
    ]
    paper = desk.get(f"/v1/contests/{contest.id}/standings", params={"format": "html"}).text
    assert winner in paper[paper.index("Consolation</h2>") :]
    # The general table has the points of the main podium: both losers of the semifinals share the third place.
    assert contest.general()[winner] == 2
    for path, text in (
        (f"/v1/contests/{contest.id}/standings", winner),
        (f"/v1/contests/{contest.id}/fixtures", winner),
    ):
        for media in ("text/html", "text/csv"):
            page = contest.client.get(path, headers={"Accept": media, "Accept-Language": "es"})
            assert page.is_success, page.text
            assert text in page.text
    sheet = contest.client.get(
        f"/v1/contests/{contest.id}/fixtures", headers={"Accept": "text/html", "Accept-Language": "es"}
    )
    assert "Final de consolación" in sheet.text
