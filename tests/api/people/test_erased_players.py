"""A person without a name goes on playing: every command and every page, with an erased person in each role."""

import re
from typing import Any

import httpx
import pytest

from tests.api.access.test_access import Ground, ground, table
from tests.support.organizing import Contest
from tests.support.service import Caller

__all__ = ["ground"]

ADDRESS = re.compile(r"(?:href|src)=\"[^\"]*\"")
FIVE = ("Ana", "Beto", "Carla", "Dani", "Elena")


class Nameless:
    """A league of five with one erased player. The erasure comes right after the draw."""

    def __init__(self, client: Caller, *players: str, **body: Any) -> None:
        self.client = client
        self.contest = Contest(client, *players, **body)
        people = client.get(f"/v1/championships/{self.contest.championship}").json()["players"]
        self.ids = {one["name"]: one["id"] for one in people}
        self.erased_player, self.stays = self.ids[players[0]], [self.ids[name] for name in players[1:]]
        assert client.delete(f"/v1/players/{self.erased_player}").status_code == 204

    def fixture(self, *others: str) -> dict[str, Any]:
        """A fixture between the erased player and these."""
        return next(
            item
            for item in self.contest.fixtures()
            if {one["id"] for one in item["entrants"]} >= {self.erased_player, *others}
        )

    def report(self, *others: str) -> httpx.Response:
        fixture = self.fixture(*others)
        points = [40 if one["id"] == self.erased_player else 64 for one in fixture["entrants"]]
        return self.client.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": points})

    def read_everything(self, **ids: str) -> None:
        """Reads every address about the contest, in every form."""
        values = {"championship_id": self.contest.championship, "contest_id": self.contest.id} | ids
        values["fixture_id"] = self.fixture()["id"]
        for path in sorted({line.path for line in table() if line.method == "GET"}):
            names = {part.strip("{}") for part in path.split("/") if part.startswith("{")}
            # No house rules were brought under a name.
            if not names or not names <= values.keys() or path.endswith("/house-rules"):
                continue
            for accept in ("application/json", "text/html", "text/csv", "application/x-ndjson"):
                query = {"once": "true"} if path.endswith("/stream") else {}
                query |= {"without": "2"} if path.endswith("/whatif") else {}
                answer = self.client.get(path.format(**values), params=query, headers={"Accept": accept})
                assert answer.status_code == 200, (path, accept, answer.text)


@pytest.fixture
def league(organizer: Caller) -> Nameless:
    return Nameless(organizer, *FIVE)


def test_their_fixture_is_opened_and_played(league: Nameless) -> None:
    client, fixture = league.client, league.fixture()
    response = client.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0})
    assert response.status_code == 201, response.text
    match = response.json()["id"]
    assert {seat["name"] for seat in response.json()["seats"]} > {None}
    client.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})
    for _ in range(3):
        client.tell(match, client.get(f"/v1/matches/{match}/legal").json()["events"][0])
    seat = next(seat["seat"] for seat in response.json()["seats"] if seat["player"] == league.erased_player)
    entries = client.get(f"/v1/matches/{match}/events").json()["items"]
    play_version = next(item["version"] for item in entries if item["type"] == "play" and item["seat"] == 1 - seat)
    for event in (
        {"type": "sanction", "seat": seat, "card": "yellow", "reason": "habla"},
        {"type": "claim", "by": seat, "against": 1 - seat, "kind": "revoke", "at": play_version},
        {"type": "withdraw", "seat": seat, "reason": "se va"},
    ):
        client.tell(match, event)
    league.read_everything(match_id=match, claim="c1")


def test_they_are_named_by_their_id_in_every_command(league: Nameless) -> None:
    client, contest = league.client, league.contest
    assert league.report(league.stays[0]).status_code == 201
    fixture = league.fixture(league.stays[0])
    points = [30 if one["id"] == league.erased_player else 74 for one in fixture["entrants"]]
    correction = {"points": points, "reason": "mal apuntado"}
    assert client.put(f"/v1/fixtures/{fixture['id']}/result", json=correction).status_code == 200
    absent = {"absent": [league.erased_player], "reason": "no vino"}
    other = league.fixture(league.stays[1])
    assert client.post(f"/v1/fixtures/{other['id']}/walkover", json=absent).status_code == 201
    card = {"player": league.erased_player, "card": "black", "reason": "insulta", "contest": contest.id}
    assert client.post(f"/v1/championships/{contest.championship}/sanctions", json=card).status_code == 201
    sheet = client.get(f"/v1/contests/{contest.id}/fixtures", params={"player": league.erased_player, "format": "html"})
    assert sheet.status_code == 200
    late = client.post(f"/v1/championships/{contest.championship}/players", json={"players": ["Fito"]})
    assert late.status_code == 201, late.text
    response = contest.do("substitutions", out=league.erased_player, reason="viaja")
    assert response.status_code == 201, response.text
    league.read_everything()
    left = contest.do("withdrawals", player=league.erased_player, reason="se va")
    assert left.status_code == 201, left.text
    league.read_everything()


def test_they_come_instead_of_somebody(league: Nameless) -> None:
    answer = league.contest.do("substitutions", out=league.stays[0], reason="viaja", **{"in": league.erased_player})
    assert answer.status_code == 201, answer.text
    league.read_everything()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_they_are_drawn_and_drawn_again(organizer: Caller, seats: int) -> None:
    nameless = Nameless(organizer, *FIVE[:seats])
    order = [nameless.erased_player, *nameless.stays]
    again = nameless.contest.do("draw", reason="mal sorteado", order=order[::-1])
    assert again.status_code == 201, again.text
    body = {"ruleset": "hearts.castillar", "format": "castillar", "order": order}
    response = organizer.post(f"/v1/championships/{nameless.contest.championship}/contests", json=body)
    assert response.status_code == 201, response.text
    nameless.read_everything()


def test_they_play_in_a_pair(organizer: Caller) -> None:
    championship = organizer.post(
        "/v1/championships", json={"name": "Parejas", "players": list(FIVE[:4]), "distinct": True}
    ).json()
    ids = [one["id"] for one in championship["players"]]
    pairs = {"ruleset": "guinote", "format": "single", "entrants": [ids[:2], ids[2:]]}
    response = organizer.post(f"/v1/championships/{championship['id']}/contests", json=pairs)
    assert response.status_code == 201, response.text
    assert organizer.delete(f"/v1/players/{ids[0]}").status_code == 204
    fixture = response.json()["fixtures"][0]["id"]
    opening = organizer.post("/v1/matches", json={"fixture": fixture, "first_dealer": 0})
    assert opening.status_code == 201, opening.text
    left = {"player": ids[0], "reason": "se va"}
    assert organizer.post(f"/v1/contests/{response.json()['id']}/withdrawals", json=left).status_code == 201


def test_no_paper_has_an_id_for_a_name(ground: Ground, organizer: Caller) -> None:
    """Text that people read: papers, tables to print, calendars and feeds. Addresses may have ids."""
    people = [one["id"] for one in organizer.get(f"/v1/championships/{ground.championship}").json()["players"]]
    for id_ in people:
        assert organizer.delete(f"/v1/players/{id_}").status_code in {204, 404}
    read = [line.path for line in table() if line.method == "GET" and line.path.startswith(("/print/", "/champ"))]
    read += ["/v1/contests/{contest_id}/standings", "/v1/contests/{contest_id}/fixtures"]
    for path in read:
        answer = organizer.get(ground.path_with_ids(path), headers={"Accept": "text/html"})
        assert answer.status_code == 200, path
        text = ADDRESS.sub("", answer.text)
        assert [id_ for id_ in people if id_ in text] == [], path


def test_every_route_answers_where_every_person_was_erased(ground: Ground, organizer: Caller) -> None:
    for one in organizer.get(f"/v1/championships/{ground.championship}").json()["players"]:
        assert organizer.delete(f"/v1/players/{one['id']}").status_code in {204, 404}
    for line in table():
        for role in ground.tokens:
            answer = ground.ask(line, role)
            assert answer.status_code < 500, (line, role, answer.text)
