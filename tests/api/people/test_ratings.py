"""Ratings over HTTP: the matches and places that count, their order, the people rated, and the matches behind each change."""

import csv
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

CORAZONES = "hearts.castillar"


class Club:
    """A league of people that play no other matches: their ratings come from these alone."""

    def __init__(self, client: Caller, *firsts: str, **body: Any) -> None:
        self.client = client
        tag = uuid4().hex[:12]
        self.names = {first: f"{first} {tag}" for first in firsts}
        self.contest = Contest(client, *self.names.values(), **({"format": "league"} | body))
        view = client.get(f"/v1/championships/{self.contest.championship}").json()
        self.ids = {one["name"].partition(" ")[0]: one["id"] for one in view["players"]}

    def report(self, **points: int) -> dict[str, Any]:
        return self.contest.report({self.names[first]: n for first, n in points.items()})

    def table(self, **query: Any) -> list[tuple[str, int, int]]:
        """First name, rating, matches; in the order of the table."""
        items = self.page("/v1/ratings", championship=self.contest.championship, **query)["items"]
        return [(one["player"]["name"].partition(" ")[0], one["rating"], one["matches"]) for one in items]

    def of(self, first: str, **query: Any) -> dict[str, Any]:
        return self.page(f"/v1/players/{self.ids[first]}/ratings", **query)

    def page(self, path: str, **query: Any) -> dict[str, Any]:
        answer = self.client.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


@pytest.fixture
def club(head: Caller) -> Club:
    return Club(head, "Ana", "Beto", "Carla")


def test_a_told_result_moves_both_by_their_places(club: Club) -> None:
    result = club.report(Ana=40, Beto=64)
    assert club.table() == [("Ana", 1658, 1), ("Beto", 1342, 1)], "in Corazones points are bad; Carla has not played"
    ana = club.of("Ana")
    assert ana["player"] == {"id": club.ids["Ana"], "name": club.names["Ana"]}
    figures = {"rating": 1658, "uncertainty": 484, "sure": 206, "matches": 1}
    assert ana["ratings"] == [{"ruleset": None} | figures, {"ruleset": CORAZONES} | figures]
    [movement] = ana["items"]
    assert (movement["fixture"], movement["match"], movement["championship"]) == (
        result["id"],
        None,
        club.contest.championship,
    )
    assert (movement["place"], movement["sides"], movement["scored"], movement["expected"]) == (1, 2, 100, 50)
    assert (movement["rating_before"], movement["change"], movement["rating"], movement["ruleset"]) == (
        1500,
        158,
        1658,
        CORAZONES,
    )
    assert [(one["player"]["name"], one["place"], one["change"]) for one in movement["players"]] == [
        (club.names["Ana"], 1, 158),
        (club.names["Beto"], 2, -158),
    ]


def test_a_correction_is_rated_in_its_place_and_what_follows_again(club: Club) -> None:
    club.report(Ana=40, Beto=64)
    club.report(Ana=40, Carla=64)
    before = club.of("Ana")["items"]
    assert club.contest.correct({club.names["Ana"]: 64, club.names["Beto"]: 40}).status_code == 200
    after = club.of("Ana")["items"]
    assert [one["fixture"] for one in after] == [one["fixture"] for one in before]
    assert [one["ended_at"] for one in after] == [one["ended_at"] for one in before]
    assert [one["place"] for one in after] == [1, 2]
    assert after[0]["expected"] < before[0]["expected"] and after[0]["change"] > before[0]["change"]
    assert after[0]["rating_before"] == after[1]["rating"] < 1500


def test_who_did_not_come_was_beaten_by_nobody(club: Club) -> None:
    club.report(Ana=40, Beto=64)
    fixture = club.contest.fixture(club.names["Ana"], club.names["Carla"])
    absent = {"absent": [club.ids["Carla"]], "reason": "no viene"}
    assert club.client.post(f"/v1/fixtures/{fixture['id']}/walkover", json=absent).status_code == 201
    assert [name for name, _, _ in club.table()] == ["Ana", "Beto"]
    assert club.of("Carla") | {"player": None} == {"player": None, "ratings": [], "items": [], "next": None}
    told = club.contest.fixture(club.names["Ana"], club.names["Beto"])
    absent = {"absent": [club.ids["Beto"]], "reason": "no era él"}
    version = club.client.get(f"/v1/fixtures/{told['id']}").headers["etag"]
    response = club.client.post(f"/v1/fixtures/{told['id']}/walkover", json=absent, headers={"If-Match": version})
    assert response.status_code == 201, response.text
    assert club.table() == []


def count_out(client: Caller, match: str, *points: int) -> None:
    for _ in range(4):
        client.tell(match, {"type": "count", "figures": {"points": [*points]}})


def test_a_match_of_a_fixture_counts_once_and_not_while_it_is_open_again(club: Club) -> None:
    fixture = club.contest.fixture(club.names["Ana"], club.names["Beto"])
    view = club.client.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0}).json()
    first, second = (one["player"] for one in view["seats"])
    count_out(club.client, view["id"], 10, 16)
    [movement] = club.of("Ana")["items"]
    assert (movement["match"], movement["fixture"]) == (view["id"], fixture["id"])
    by_id = {one["player"]["id"]: one["place"] for one in movement["players"]}
    assert by_id == {first: 1, second: 2}
    club.client.tell(view["id"], {"type": "retract", "to": 3, "reason": "mal contada"})
    assert club.table() == []
    for _ in range(2):
        club.client.tell(view["id"], {"type": "count", "figures": {"points": [20, 6]}})
    [movement] = club.of("Ana")["items"]
    assert {one["player"]["id"]: one["place"] for one in movement["players"]} == {first: 2, second: 1}


def alone(client: Caller, *seats: dict[str, str]) -> str:
    body = {"ruleset": CORAZONES, "seats": [*seats], "first_dealer": 0}
    response = client.post("/v1/matches", json=body)
    assert response.status_code == 201, response.text
    return str(response.json()["id"])


def test_matches_of_no_contest_count_and_abandoned_ones_do_not(club: Club) -> None:
    seats = [{"player": club.ids["Ana"]}, {"player": club.ids["Beto"]}]
    match = alone(club.client, *seats)
    count_out(club.client, match, 10, 16)
    assert club.table() == [("Ana", 1658, 1), ("Beto", 1342, 1)]
    left = alone(club.client, *seats)
    for seat in (0, 1):
        club.client.tell(left, {"type": "withdraw", "seat": seat, "reason": "se va la luz"})
    assert club.client.get(f"/v1/matches/{left}").json()["status"] == "abandoned"
    assert [one["match"] for one in club.of("Beto")["items"]] == [match]
    club.client.tell(match, {"type": "retract", "to": 2, "reason": "mal contada"})
    assert club.table() == []


def test_a_pair_is_one_side_and_both_move(head: Caller) -> None:
    tag = uuid4().hex[:12]
    pairs = [[f"{name} {tag}" for name in pair] for pair in (("Ana", "Beto"), ("Carla", "Dani"))]
    contest = Contest(head, *pairs[0], *pairs[1], ruleset="guinote", format="league", entrants=pairs, order=pairs)
    contest.report({" / ".join(pairs[0]): 3, " / ".join(pairs[1]): 1})
    query = {"championship": contest.championship, "ruleset": "guinote"}
    items = head.get("/v1/ratings", params=query).json()["items"]
    assert {item["player"]["name"]: item["rating"] for item in items} == {
        **dict.fromkeys(pairs[0], 1618),
        **dict.fromkeys(pairs[1], 1382),
    }
    ana = next(item["player"]["id"] for item in items if item["player"]["name"] == pairs[0][0])
    [movement] = head.get(f"/v1/players/{ana}/ratings").json()["items"]
    assert (movement["sides"], movement["place"]) == (2, 1)
    of_sides = [(one["side"], one["player"]["name"]) for one in movement["players"]]
    assert {side for side, name in of_sides if name in pairs[0]} != {
        side for side, name in of_sides if name in pairs[1]
    }
    assert [one["place"] for one in movement["players"]] == [1, 1, 2, 2]


def test_as_of_a_time_and_page_by_page(club: Club) -> None:
    club.report(Ana=40, Beto=64)
    club.report(Beto=40, Carla=64)
    club.report(Carla=40, Ana=64)
    [last, middle, first] = club.of("Carla")["items"] + club.of("Ana")["items"][1:]
    assert club.table(at=first["ended_at"]) == [("Ana", 1658, 1), ("Beto", 1342, 1)]
    assert [n for _, _, n in club.table(at=last["ended_at"])] == [2, 2, 2]
    assert club.of("Carla", at=first["ended_at"])["items"] == []
    assert [one["matches"] for one in club.of("Carla", at=middle["ended_at"])["ratings"]] == [1, 1]
    assert club.table(at="2020-01-01T00:00:00Z") == []
    one_by_one, cursor = [], None
    while True:
        page = club.of("Carla", limit=1, **({"cursor": cursor} if cursor else {}))
        one_by_one += page["items"]
        cursor = page["next"]
        if cursor is None:
            break
    assert one_by_one == club.of("Carla")["items"]
    assert club.of("Carla", ruleset="guinote")["items"] == []


def test_two_entries_of_one_person_are_rated_as_one_and_apart_again(head: Caller) -> None:
    club, other = Club(head, "Ana", "Beto"), Club(head, "Ania", "Carla")
    other.report(Ania=40, Carla=64)
    club.report(Ana=40, Beto=64)
    apart, others = club.table(), other.table()
    response = head.post(f"/v1/players/{other.ids['Ania']}/merge", json={"into": club.ids["Ana"], "reason": "la misma"})
    assert response.status_code == 201, response.text
    assert [(name, n) for name, _, n in club.table()] == [("Ana", 2), ("Beto", 1)]
    assert [(name, n) for name, _, n in other.table()] == [("Ana", 2), ("Carla", 1)]
    assert club.table()[0][1] > 1658 and club.table()[1][1] > 1342, "Beto lost to somebody who had won before"
    assert other.of("Ania") == club.of("Ana") and len(club.of("Ana")["items"]) == 2
    response = head.delete(f"/v1/players/{other.ids['Ania']}/merge", params={"reason": "eran dos"})
    assert response.is_success, response.text
    assert (club.table(), other.table()) == (apart, others)


def test_an_erased_person_has_a_rating_and_no_name(club: Club) -> None:
    club.report(Ana=40, Beto=64)
    assert club.client.delete(f"/v1/players/{club.ids['Ana']}").is_success
    rows = club.page("/v1/ratings", championship=club.contest.championship)["items"]
    assert [(row["player"]["name"], row["rating"]) for row in rows] == [(None, 1658), (club.names["Beto"], 1342)]
    assert club.names["Ana"] not in str(club.of("Beto"))
    assert club.of("Ana")["player"] == {"id": club.ids["Ana"], "name": None}


def test_a_table_is_a_line_a_player_and_a_history_a_line_a_match(club: Club) -> None:
    club.report(Ana=40, Beto=64)
    query = {"format": "csv", "championship": club.contest.championship}
    rows = [*csv.DictReader(StringIO(club.client.get("/v1/ratings", params=query).text))]
    assert [(row["player"], row["rating"], row["sure"]) for row in rows] == [
        (club.names["Ana"], "1658", "206"),
        (club.names["Beto"], "1342", "-110"),
    ]
    sheet = club.client.get(f"/v1/players/{club.ids['Beto']}/ratings", params={"format": "csv", "lang": "es"}).text
    [row] = csv.DictReader(StringIO(sheet.removeprefix("\ufeff")), delimiter=";")
    assert (row["Puesto"], row["Cambio"], row["Jugaron"]) == (
        "2",
        "-158",
        f"{club.names['Ana']} / {club.names['Beto']}",
    )


def test_what_is_asked_for_wrongly_is_refused(club: Club) -> None:
    public = club.client
    refusal_of(public.get("/v1/ratings?at=ayer"), 400, "malformed")
    refusal_of(public.get("/v1/ratings?cursor=1"), 400, "malformed")
    refusal_of(public.get(f"/v1/players/{club.ids['Ana']}/ratings?cursor=1"), 400, "malformed")
    refusal_of(public.get("/v1/players/nobody/ratings"), 404, "not-found")
