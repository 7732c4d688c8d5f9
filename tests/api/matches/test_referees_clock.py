"""The referee's clock over HTTP: the opening of a match with one, the roles that may stop it, and the view of it."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.inside import Clock, inside
from tests.support.service import BEARER, Caller

SECONDS = 60
ENGLISH = {"Accept-Language": "en"}


class Table:
    """A match of guiñote in which a seat is to play, and the time that its service uses."""

    def __init__(self, client: Caller, clock: Clock) -> None:
        self.client, self.clock = client, clock
        self.match = self.open(timing={"turn_seconds": SECONDS}, first_dealer=0, player_input=True)
        client.tell(self.match, {"type": "deal", "shuffle": True, "seed": "azar"})

    def open(self, **opening: Any) -> str:
        return self.client.open("guinote", 2, **opening)

    def clock_of(self, match: str | None = None) -> Any:
        return self.client.get(f"/v1/matches/{match or self.match}").json()["clock"]

    def on(self, seconds: int) -> None:
        self.clock.on(timedelta(seconds=seconds))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    clock = Clock()
    with inside(str(tmp_path / "log.sqlite"), clock) as client:
        client.headers.update(BEARER | ENGLISH)
        yield Table(client, clock)


def test_a_table_is_stopped_and_given_time(table: Table) -> None:
    assert table.client.get(f"/v1/matches/{table.match}").json()["timing"] == {"turn_seconds": SECONDS}
    table.on(20)
    paused = table.client.tell(table.match, {"type": "pause", "reason": "agua"})["view"]["clock"]
    assert (paused["deadline"], paused["left"], paused["paused_at"]) == (None, SECONDS - 20, table.clock())
    table.on(500)
    assert table.clock_of() == paused
    table.client.tell(table.match, {"type": "resume"})
    table.client.tell(table.match, {"type": "extra_time", "seconds": 30})
    clock = table.clock_of()
    table.on(SECONDS - 20 + 30)
    assert (clock["deadline"], clock["extra"], clock["seconds"]) == (table.clock(), 30, SECONDS + 30)
    assert (clock["left"], clock["paused_at"], clock["by"], clock["expired"]) == (None, None, "record", False)
    version = table.client.get(f"/v1/matches/{table.match}").json()["version"]
    late = table.client.get(f"/v1/matches/{table.match}").json()
    assert (late["clock"]["expired"], late["version"]) == (True, version)


def test_a_match_whose_time_is_over_is_ended_by_the_referee(table: Table) -> None:
    match = table.open(timing={"match_seconds": 600}, first_dealer=0)
    address = f"/v1/matches/{match}"
    waits = table.client.get(address).json()
    assert (waits["timing"], waits["match_clock"]["since"], waits["match_clock"]["left"]) == (
        {"match_seconds": 600},
        None,
        600,
    )
    assert "clock" not in waits
    table.client.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})
    table.on(100)
    table.client.tell(match, {"type": "pause"})
    table.on(1_000)
    table.client.tell(match, [{"type": "resume"}, {"type": "extra_time", "seconds": 60, "of": "match"}])
    before = table.client.get(address)
    clock = before.json()["match_clock"]
    assert (clock["time_called"], clock["seconds"], clock["extra"], clock["left"]) == (False, 660, 60, None)
    table.on(560)
    response = table.client.get(address, headers={"If-None-Match": before.headers["ETag"]})
    clock = response.json()["match_clock"]
    assert (response.status_code, clock["time_called"], clock["deadline"]) == (200, True, table.clock())
    assert response.headers["ETag"].strip('"') == f"{response.json()['version']}-called"
    refusal = table.client.say(match, {"type": "time_up"}, **{"If-Match": response.headers["ETag"]})
    assert (refusal.status_code, refusal.json()["rule"]) == (409, "clock.match")
    table.client.tell(match, {"type": "redeal", "reason": "mal repartido"})
    view = table.client.tell(match, {"type": "time_up", "reason": "fin de ronda"})["view"]
    assert (view["status"], view["result"]["reason"]) == ("finished", "clock.match")
    clock = view["match_clock"]
    assert (clock["time_called"], clock["left"]) == (True, 0)


def test_the_clock_of_a_match_that_is_ended_before_its_time_stands_where_it_was(table: Table) -> None:
    """clock.match: the referee decides, and every reader can see the time left."""
    match = table.open(timing={"match_seconds": 600}, first_dealer=0)
    address = f"/v1/matches/{match}"
    table.client.tell(
        match, [{"type": "deal", "shuffle": True, "seed": "azar"}, {"type": "redeal", "reason": "mal repartido"}]
    )
    table.on(170)
    view = table.client.tell(match, {"type": "time_up"})
    table.on(1_000)
    now = table.client.get(address)
    clock = now.json()["match_clock"]
    assert (clock["time_called"], clock["left"], clock["deadline"], clock["paused_at"]) == (False, 430, None, None)
    assert now.headers["ETag"].strip('"') == str(view["version"])
    ending = table.client.get(f"{address}/audit").json()["ended_on_time"]
    assert (ending["version"], ending["left"]) == (view["version"], 430)
    assert ending["text"] == {
        "es": f"acabado por tiempo en la jugada {view['version']}, 430 segundos antes de su hora",
        "en": f"ended on time in event {view['version']}, 430 seconds before its time",
    }
    table.client.tell(match, {"type": "retract", "to": view["version"] - 1, "reason": "faltaba tiempo"})
    assert table.client.get(address).json()["match_clock"]["time_called"], "time went on meanwhile"
    assert table.client.get(f"{address}/audit").json()["ended_on_time"] is None


def test_a_match_that_nobody_ended_on_time_says_no_time_once_it_is_over(table: Table) -> None:
    match = table.open(timing={"match_seconds": 600}, first_dealer=0)
    table.client.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})
    table.client.tell(match, {"type": "withdraw", "seat": 0, "reason": "se va"})
    assert table.client.get(f"/v1/matches/{match}").json()["match_clock"] is None
    assert table.client.get(f"/v1/matches/{match}/audit").json()["ended_on_time"] is None


def test_a_pause_between_two_hands_is_seen(table: Table) -> None:
    match = table.open(timing={"turn_seconds": SECONDS})
    assert table.clock_of(match) is None
    table.client.tell(match, {"type": "pause"})
    clock = table.clock_of(match)
    assert (clock["seat"], clock["left"], clock["paused_at"]) == (None, SECONDS, table.clock())


def test_only_the_referee_stops_a_clock(table: Table) -> None:
    body = {"role": "player", "scope": {"match": table.match, "seat": 1}}
    token = table.client.post("/v1/tokens", json=body).json()["token"]
    own = {"Authorization": f"Bearer {token}"}
    for event in ({"type": "pause"}, {"type": "resume"}, {"type": "extra_time", "seconds": 5}, {"type": "time_up"}):
        answer = table.client.say(table.match, event, **own)
        assert (answer.status_code, answer.json()["type"].rsplit("/", 1)[-1]) == (403, "forbidden")


def test_what_makes_no_sense_is_refused_by_its_clause_and_stores_nothing(table: Table) -> None:
    def refusal_detail(match: str, event: dict[str, Any]) -> str:
        answer = table.client.say(match, event)
        assert (answer.status_code, answer.json()["rule"]) == (409, "clock.pauses")
        return str(answer.json()["detail"])

    bare = table.open()
    version = table.client.get(f"/v1/matches/{bare}").json()["version"]
    assert "no clock" in refusal_detail(bare, {"type": "pause"})
    assert table.client.get(f"/v1/matches/{bare}").json()["version"] == version
    assert "not paused" in refusal_detail(table.match, {"type": "resume"})
    table.client.tell(table.match, {"type": "pause"})
    assert "paused already" in refusal_detail(table.match, {"type": "pause"})
    spanish = table.client.say(table.match, {"type": "pause"}, **{"Accept-Language": "es"})
    assert "ya está en pausa" in spanish.json()["detail"]


def test_a_game_with_a_clock_of_its_own_takes_no_other(table: Table) -> None:
    seats = [{"name": name} for name in ("Ana", "Beto", "Carla", "Dani")]
    body = {"ruleset": "hearts.yppedia", "seats": seats, "timing": {"turn_seconds": SECONDS}}
    answer = table.client.post("/v1/matches", json=body)
    assert (answer.status_code, answer.json()["rule"]) == (422, "clock.turns")
    assert "a clock of its own" in answer.json()["detail"]
    assert "turn_seconds" not in answer.json()["detail"]
    whole = table.client.post("/v1/matches", json=body | {"timing": {"match_seconds": SECONDS}})
    assert whole.status_code == 201
    nothing = table.client.post("/v1/matches", json=body | {"timing": {}})
    assert (nothing.status_code, nothing.json()["errors"][0]["path"]) == (400, "$.timing")


@pytest.mark.parametrize("name", ["guinote", "hearts.yppedia", "corona"])
def test_the_clock_stands_in_every_rulebook(table: Table, name: str) -> None:
    codes = {clause["code"] for clause in table.client.get(f"/v1/rulesets/{name}").json()["clauses"]}
    assert {"clock.turns", "clock.pauses", "clock.match"} <= codes
