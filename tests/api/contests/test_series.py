"""Series over HTTP: the championship of each edition, and the totals of all editions after corrections and merges."""

import csv
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

FIRST = {"Ana": 40, "Beto": 64}


class Village:
    """A series with two editions. The same two people met in each, in a league of two legs of Corazones."""

    def __init__(self, client: Caller) -> None:
        self.client = client
        tag = uuid4().hex[:8]
        ids = [client.post("/v1/players", json={"name": f"{one} {tag}"}).json()["id"] for one in ("Ana", "Beto")]
        self.ana, self.beto = ids
        self.names = {f"{one} {tag}": one for one in ("Ana", "Beto")}
        self.series = str(client.post("/v1/series", json={"name": f"Fiestas {tag}"}).json()["id"])
        self.editions = [self.edition(2025), self.edition(2026)]

    def edition(self, number: int) -> Contest:
        contest = Contest(self.client, self.ana, self.beto, format="league")
        answer = self.place(contest, number)
        assert answer.status_code == 200, answer.text
        return contest

    def place(self, contest: Contest, number: int, **headers: str) -> Any:
        body = {"series": self.series, "edition": number}
        return self.client.put(f"/v1/championships/{contest.championship}/series", json=body, headers=headers)

    def report(self, edition: int, **points: int) -> dict[str, Any]:
        whole = {name: points[first] for name, first in self.names.items()}
        return self.editions[edition].report(whole)

    def get(self, path: str = "", **query: Any) -> Any:
        answer = self.client.get(f"/v1/series/{self.series}{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def table(self) -> list[tuple[str, int, int, int, int]]:
        """First name, editions, matches, wins, points."""
        return [
            (self.first(one), one["editions"], one["matches"], one["wins"], one["points"])
            for one in self.get("/table")["items"]
        ]

    def medals(self) -> list[tuple[str, int, int, int]]:
        """First name, titles, golds, silvers."""
        return [(self.first(one), one["titles"], one["golds"], one["silvers"]) for one in self.get("/medals")["items"]]

    def podiums(self) -> list[tuple[int, list[str]]]:
        return [(one["edition"], [self.first(step) for step in one["podium"]]) for one in self.get()["editions"]]

    def first(self, row: dict[str, Any]) -> str:
        name = row["player"]["name"]
        return "" if name is None else str(name).partition(" ")[0]


@pytest.fixture
def village(head: Caller) -> Village:
    return Village(head)


def test_the_palmares_has_each_edition_in_order_and_its_podium_once_it_is_over(village: Village) -> None:
    assert village.podiums() == [(2025, []), (2026, [])]
    village.report(1, Ana=64, Beto=40)
    assert village.podiums() == [(2025, []), (2026, ["Beto", "Ana"])]
    village.report(0, **FIRST)
    assert village.podiums() == [(2025, ["Ana", "Beto"]), (2026, ["Beto", "Ana"])]
    assert village.medals() == [("Ana", 1, 1, 1), ("Beto", 1, 1, 1)]
    assert {one["place"] for one in village.get("/medals")["items"]} == {1}, "level ones share a place"
    first = village.get()
    assert (first["medals"], first["table"]) == (village.get("/medals")["items"], village.get("/table")["items"])


def test_the_table_of_all_editions_counts_what_is_played_before_an_edition_is_over(village: Village) -> None:
    village.report(0, **FIRST)
    points = village.editions[0].general()
    winner, loser = max(points.values()), min(points.values())
    assert village.table() == [("Ana", 2, 1, 1, winner), ("Beto", 2, 1, 0, loser)]
    village.report(1, **FIRST)
    assert village.table() == [("Ana", 2, 2, 2, 2 * winner), ("Beto", 2, 2, 0, 2 * loser)]


def test_a_correction_gives_title_win_and_record_to_the_other(village: Village) -> None:
    village.report(0, Ana=30, Beto=74)
    village.report(1, **FIRST)
    assert village.medals()[0] == ("Ana", 2, 2, 0)
    run, widest = _records(village)
    assert (run, widest) == (("longest_run", 2, "Ana", 2026), ("biggest_win", 44, "Ana", 2025))
    points = {name: {"Ana": 74, "Beto": 30}[first] for name, first in village.names.items()}
    assert village.editions[0].correct(points).status_code == 200
    assert village.medals() == [("Ana", 1, 1, 1), ("Beto", 1, 1, 1)]
    assert [row[:4] for row in village.table()] == [("Ana", 2, 2, 1), ("Beto", 2, 2, 1)]
    assert _records(village) == [("biggest_win", 44, "Beto", 2025)], "a run of one is none"


def test_the_register_of_sanctions_goes_by_player_and_season(village: Village, head: Caller) -> None:
    def give(contest: Contest, player: str, reason: str) -> None:
        card = {"player": player, "card": "yellow", "reason": reason}
        assert head.post(f"/v1/championships/{contest.championship}/sanctions", json=card).is_success

    def sanctions_listed(**query: str) -> list[tuple[str, int | None]]:
        items = head.get("/v1/sanctions", params=query).json()["items"]
        return [(one["reason"], one["edition"]) for one in items]

    first, second = village.editions
    match = head.post("/v1/matches", json={"fixture": first.fixtures()[0]["id"]}).json()["id"]
    seats = head.get(f"/v1/matches/{match}").json()["seats"]
    seat = next(one["seat"] for one in seats if one["player"] == village.ana)
    head.tell(match, {"type": "sanction", "seat": seat, "card": "black", "reason": "en la mesa"})
    give(second, village.ana, "tarde")
    give(second, village.beto, "ruido")
    apart = Contest(head, village.ana, village.beto)
    give(apart, village.ana, "en otro sitio")
    assert sanctions_listed(series=village.series) == [("ruido", 2026), ("tarde", 2026), ("en la mesa", 2025)]
    assert sanctions_listed(series=village.series, player=village.ana) == [("tarde", 2026), ("en la mesa", 2025)]
    assert sanctions_listed(player=village.ana) == [("en otro sitio", None), ("tarde", 2026), ("en la mesa", 2025)]
    assert sanctions_listed(series=village.series, championship=second.championship) == [
        ("ruido", 2026),
        ("tarde", 2026),
    ]
    assert sanctions_listed(series="nothing") == []
    [latest, _] = head.get("/v1/sanctions", params={"series": village.series, "limit": 2}).json()["items"]
    assert (latest["championship"], latest["name"].partition(" ")[0]) == (second.championship, "Beto")
    query = {"series": village.series, "player": village.ana, "format": "csv"}
    rows = list(csv.DictReader(StringIO(head.get("/v1/sanctions", params=query).text)))
    assert [(one["reason"], one["edition"], one["championship"]) for one in rows] == [
        ("tarde", "2026", second.championship),
        ("en la mesa", "2025", first.championship),
    ]
    assert head.delete(f"/v1/championships/{second.championship}/series").is_success
    assert sanctions_listed(series=village.series) == [("en la mesa", 2025)]


def _records(village: Village) -> list[tuple[str, int, str, int]]:
    records = village.get("/records")["items"]
    assert records == village.get()["records"]
    for one in records:
        assert one["match"]["fixture"] and one["match"]["ended_at"]
    return sorted(
        (
            (one["kind"], one["value"], str(one["players"][0]["name"]).partition(" ")[0], one["match"]["edition"])
            for one in records
        ),
        reverse=True,
    )


def test_an_edition_is_one_championship_and_a_wrong_number_is_put_right(village: Village) -> None:
    other = Contest(village.client, village.ana, village.beto, format="league")
    for language, words in (("es", "la edición 2026"), ("en", "edition 2026")):
        problem = refusal_of(village.place(other, 2026, **{"Accept-Language": language}), 409, "impossible")
        assert problem["championship"] == village.editions[1].championship
        assert problem["detail"].startswith(words)
    assert village.client.get(f"/v1/championships/{other.championship}/series").json() == {
        "championship": other.championship,
        "series": None,
        "edition": None,
    }
    assert village.place(village.editions[1], 2027).json()["edition"] == 2027
    assert village.place(other, 2026).status_code == 200
    assert [one[0] for one in village.podiums()] == [2025, 2026, 2027]
    out = village.client.delete(f"/v1/championships/{other.championship}/series")
    assert (out.status_code, out.json()["series"]) == (200, None)
    assert [one[0] for one in village.podiums()] == [2025, 2027]
    refusal_of(village.client.delete(f"/v1/championships/{other.championship}/series"), 404, "not-found")


def test_nobody_puts_a_championship_of_theirs_into_the_series_of_others(village: Village) -> None:
    mine, other = (Contest(village.client, village.ana, village.beto, format="league") for _ in range(2))
    own = village.client.bearer("organizer", championship=mine.championship)
    path, before = f"/v1/championships/{mine.championship}/series", village.get()
    for language, words in (("es", "lo decide quien organiza todos"), ("en", "an organizer of all of them")):
        headers = own | {"Accept-Language": language}
        assert words in refusal_of(village.place(mine, 2027, **headers), 403, "forbidden")["detail"]
    assert village.get() == before
    # The organizer of an edition may change its number and take it out of the series, but may not put it back.
    assert village.place(mine, 2027).status_code == 200
    assert village.place(mine, 2028, **own).json()["edition"] == 2028
    problem = refusal_of(village.place(mine, 2026, **own), 409, "impossible")
    assert problem["championship"] == village.editions[1].championship
    refusal_of(village.place(other, 2029, **own), 403, "forbidden")
    series = village.client.post("/v1/series", json={"name": "Otra serie"}).json()["id"]
    refusal_of(village.client.put(path, json={"series": series, "edition": 1}, headers=own), 403, "forbidden")
    assert village.client.delete(path, headers=own).status_code == 200
    refusal_of(village.place(mine, 2028, **own), 403, "forbidden")
    assert village.get() == before


def test_what_is_sent_again_is_stored_once(village: Village) -> None:
    key = {"Idempotency-Key": uuid4().hex}
    body = {"name": "Torneo de invierno"}
    one, again = (village.client.post("/v1/series", json=body, headers=key) for _ in "ab")
    assert one.json() == again.json()
    before = village.client.get("/v1/log/checkpoint").text
    same = village.place(village.editions[0], 2025)
    assert same.json()["series"]["id"] == village.series
    assert village.client.get("/v1/log/checkpoint").text == before, "nothing changed, and nothing is stored"


@pytest.mark.parametrize("edition", [0, 10_000, "2026"])
def test_a_number_that_no_edition_has_is_refused(village: Village, edition: object) -> None:
    body = {"series": village.series, "edition": edition}
    path = f"/v1/championships/{village.editions[0].championship}/series"
    assert village.client.put(path, json=body).status_code in {400, 422}


def test_a_series_that_is_not_there_is_said_to_be_missing(village: Village) -> None:
    nobody = str(uuid4())
    for what in ("", "/medals", "/table", "/records"):
        refusal_of(village.client.get(f"/v1/series/{nobody}{what}"), 404, "not-found")
    path = f"/v1/championships/{village.editions[0].championship}/series"
    refusal_of(village.client.put(path, json={"series": nobody, "edition": 1}), 404, "not-found")


def test_a_merged_person_has_one_row_and_an_erased_one_no_name(village: Village) -> None:
    village.report(0, **FIRST)
    tag = uuid4().hex[:8]
    twice = village.client.post("/v1/players", json={"name": f"Anna {tag}"}).json()["id"]
    third = Contest(village.client, twice, village.beto, format="league")
    assert village.place(third, 2027).status_code == 200
    names = third.fixtures()[0]["entrants"]
    third.report({names[0]["name"]: 40, names[1]["name"]: 64})
    assert len(village.table()) == 3
    merge = {"into": village.ana, "reason": "apuntada dos veces"}
    assert village.client.post(f"/v1/players/{twice}/merge", json=merge).status_code == 201
    assert [row[:4] for row in village.table()] == [("Ana", 3, 2, 2), ("Beto", 3, 2, 0)]
    assert village.medals()[0] == ("Ana", 2, 2, 0)
    meetings = village.client.get(f"/v1/players/{twice}/against/{village.beto}").json()
    assert (meetings["player"]["id"], meetings["totals"]["ahead"]) == (village.ana, 2)
    assert village.client.delete(f"/v1/players/{village.ana}").is_success
    assert [row[:4] for row in village.table()] == [("", 3, 2, 2), ("Beto", 3, 2, 0)]
    assert village.get()["records"][0]["players"][0]["name"] is None


def test_head_to_head_has_the_last_match_first_and_counts_from_either_side(village: Village) -> None:
    one, two = village.report(0, Ana=30, Beto=74), village.report(1, Ana=64, Beto=40)
    answer = village.client.get(f"/v1/players/{village.ana}/against/{village.beto}").json()
    assert answer["totals"] == {
        "matches": 2,
        "opponents": 2,
        "ahead": 1,
        "behind": 1,
        "level": 0,
        "partners": 0,
        "won": 0,
    }
    assert [item["fixture"] for item in answer["items"]] == [two["id"], one["id"]]
    assert [[side["points"] for side in item["sides"]] for item in answer["items"]] == [[40, 64], [30, 74]]
    other = village.client.get(f"/v1/players/{village.beto}/against/{village.ana}").json()
    assert other["items"] == answer["items"]
    assert (other["player"], other["against"]) == (answer["against"], answer["player"])


def test_partners_are_counted_apart(head: Caller) -> None:
    tag = uuid4().hex[:8]
    people = [f"{one} {tag}" for one in ("Ana", "Beto", "Carla", "Dani")]
    pairs = [people[:2], people[2:]]
    contest = Contest(head, *people, ruleset="guinote", format="league", order=pairs, entrants=pairs)
    [fixture] = contest.fixtures()
    assert head.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": [3, 1]}).status_code == 201
    ids = {one["name"]: one["id"] for one in head.get(f"/v1/championships/{contest.championship}").json()["players"]}
    ana, beto, carla, _ = (ids[name] for name in people)
    together = head.get(f"/v1/players/{ana}/against/{beto}").json()
    assert together["items"][0]["partners"]
    is_winner = people[0] in {one["name"] for one in fixture["entrants"][0]["players"]}
    assert together["totals"] == {
        "matches": 1,
        "opponents": 0,
        "ahead": 0,
        "behind": 0,
        "level": 0,
        "partners": 1,
        "won": int(is_winner),
    }
    apart = head.get(f"/v1/players/{ana}/against/{carla}").json()["totals"]
    assert (apart["partners"], apart["opponents"], apart["ahead"]) == (0, 1, int(is_winner))


def test_somebody_who_is_not_there_is_said_to_be_missing(village: Village) -> None:
    nobody = str(uuid4())
    refusal_of(village.client.get(f"/v1/players/{village.ana}/against/{nobody}"), 404, "not-found")
    refusal_of(village.client.get(f"/v1/players/{nobody}/against/{village.ana}"), 404, "not-found")
    alone = village.client.get(f"/v1/players/{village.ana}/against/{village.ana}").json()["totals"]
    assert alone["opponents"] == 0


def test_every_list_is_a_table_too(village: Village) -> None:
    village.report(0, **FIRST)
    village.report(1, **FIRST)
    for what, head, lines in (
        ("", "edition,name,place", 5),
        ("/medals", "place,player,titles", 3),
        ("/table", "place,player,editions", 3),
        ("/records", "kind,ruleset,deed", 3),
    ):
        path = f"/v1/series/{village.series}{what}"
        plain = village.client.get(path, params={"format": "csv"}).text
        assert plain.startswith(head)
        assert len(list(csv.reader(StringIO(plain)))) == lines
        words = village.client.get(path, params={"format": "csv", "lang": "es"}).text
        assert next(csv.reader(StringIO(words.removeprefix("\ufeff")), delimiter=";"))[0] in {
            "Edición",
            "Puesto",
            "Récord",
        }
    path = f"/v1/players/{village.ana}/against/{village.beto}"
    assert len(list(csv.reader(StringIO(village.client.get(path, params={"format": "csv"}).text)))) == 3


def test_a_series_gets_another_name_and_the_log_keeps_both(village: Village) -> None:
    address = f"/v1/series/{village.series}"
    before = village.get()
    answer = village.client.put(address, json={"name": "Fiestas de septiembre"})
    assert (answer.status_code, answer.json()) == (
        200,
        {"id": village.series, "name": "Fiestas de septiembre", "editions": 2, "opened_at": before["opened_at"]},
    )
    assert village.get() == before | {"name": "Fiestas de septiembre"}
    edition = village.client.get(f"/v1/championships/{village.editions[0].championship}/series").json()
    assert edition["series"] == {"id": village.series, "name": "Fiestas de septiembre"}
    again = village.client.put(address, json={"name": "Fiestas de septiembre"})
    assert again.json() == answer.json()
    refusal_of(village.client.put(address, json={"name": ""}), 400, "malformed")
    refusal_of(village.client.put("/v1/series/none", json={"name": "Fiestas"}), 404, "not-found")
    assert village.get()["name"] == "Fiestas de septiembre"
