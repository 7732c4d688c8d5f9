"""The time of a turn, as the view of a match tells it: hearts.timeout."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.inside import Clock, inside
from tests.support.service import BEARER, Caller

SECONDS = 20
PASSES = [{"type": "pass", "seat": seat, "cards": None} for seat in range(4)]


class Table:
    """A match with a clock and unknown hands, and the time that its service uses."""

    def __init__(self, client: Caller, clock: Clock) -> None:
        self.client, self.clock = client, clock
        self.open()

    def open(self, **params: Any) -> None:
        self.match = self.client.open("hearts.yppedia", 4, params={"turn_seconds": SECONDS} | params)

    def says(self, *events: dict[str, Any]) -> None:
        for event in events:
            self.client.tell(self.match, event)

    def begins(self) -> None:
        """The deal, the passes and the first lead: it is the turn of seat 1."""
        self.says({"type": "deal"}, *PASSES, {"type": "play", "seat": 0, "card": "2C"})

    def view(self) -> dict[str, Any]:
        return dict(self.client.get(f"/v1/matches/{self.match}").json())

    def on(self, seconds: float) -> None:
        self.clock.on(timedelta(seconds=seconds))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    clock = Clock()
    with inside(str(tmp_path / "log.sqlite"), clock) as client:
        client.headers.update(BEARER)
        yield Table(client, clock)


def test_a_clock_tells_whose_time_it_is_and_until_when(table: Table) -> None:
    table.begins()
    since = table.clock()
    table.on(5)
    clock = table.view()["clock"]
    table.on(SECONDS - 5)
    assert (clock["seat"], clock["since"], clock["seconds"], clock["by"]) == (1, since, SECONDS, "record")
    assert (clock["expired"], clock["deadline"]) == (False, table.clock())


def test_time_is_over_at_the_deadline_and_nothing_is_appended_where_the_referee_records_it(table: Table) -> None:
    table.begins()
    version = table.view()["version"]
    table.on(SECONDS - 0.001)
    assert not table.view()["clock"]["expired"]
    table.on(0.001)
    assert table.view()["clock"]["expired"]
    table.on(SECONDS)
    assert (table.view()["clock"]["expired"], table.view()["version"]) == (True, version)


def test_every_play_gives_the_next_seat_the_whole_time(table: Table) -> None:
    table.begins()
    table.on(SECONDS)
    table.says({"type": "play", "seat": 1, "card": "3C"})
    clock = table.view()["clock"]
    assert (clock["seat"], clock["since"], clock["expired"]) == (2, table.clock(), False)


@pytest.mark.parametrize(
    "event",
    [{"type": "note", "text": "agua"}, {"type": "sanction", "seat": 1, "card": "yellow", "reason": "x"}],
    ids=lambda event: event["type"],
)
def test_what_moves_no_play_gives_no_time(table: Table, event: dict[str, Any]) -> None:
    table.begins()
    since = table.view()["clock"]["since"]
    table.on(5)
    table.says(*[event] * 9)
    assert table.view()["clock"]["since"] == since


def test_a_retract_gives_the_turn_its_whole_time(table: Table) -> None:
    table.begins()
    version = table.view()["version"]
    table.says({"type": "play", "seat": 1, "card": "3C"})
    table.on(SECONDS)
    table.says({"type": "retract", "to": version, "reason": "otra carta"})
    clock = table.view()["clock"]
    assert (clock["seat"], clock["since"], clock["expired"]) == (1, table.clock(), False)


def test_nobodys_time_runs_before_the_play_nor_after_the_end(table: Table) -> None:
    assert table.view()["clock"] is None
    table.begins()
    assert table.view()["clock"] is not None
    table.says(*({"type": "withdraw", "seat": seat, "reason": "tarde"} for seat in range(3)))
    view = table.view()
    assert (view["status"], view["clock"]) == ("finished", None)


def test_a_match_without_a_time_has_no_clock_nor_has_the_past_one(table: Table) -> None:
    other = table.client.open("hearts.yppedia", 4)
    assert "clock" not in table.client.get(f"/v1/matches/{other}").json()
    table.begins()
    assert "clock" not in table.client.get(f"/v1/matches/{table.match}?at=2").json()


def test_who_has_the_view_from_before_is_told_that_time_is_over(table: Table) -> None:
    table.begins()
    path = f"/v1/matches/{table.match}"
    first = table.client.get(path)
    headers = {"If-None-Match": first.headers["ETag"]}
    assert table.client.get(path, headers=headers).status_code == 304
    table.on(SECONDS)
    late = table.client.get(path, headers=headers)
    assert (late.status_code, late.json()["clock"]["expired"]) == (200, True)
    assert table.client.get(path, headers={"If-None-Match": late.headers["ETag"]}).status_code == 304
    play = {"type": "play", "seat": 1, "card": "3C"}
    assert table.client.say(table.match, play, **{"If-Match": late.headers["ETag"]}).status_code == 201


def test_a_written_event_comes_back_with_the_clock_of_the_next_turn(table: Table) -> None:
    table.begins()
    answer = table.client.tell(table.match, {"type": "play", "seat": 1, "card": "3C"})
    assert (answer["view"]["clock"]["seat"], answer["view"]["clock"]["since"]) == (2, table.clock())


def test_a_clock_that_the_service_keeps_runs_while_a_tablet_says_that_it_is_there(table: Table) -> None:
    table.open(clock="service")
    table.begins()
    clock = table.view()["clock"]
    assert (clock["by"], clock["deadline"], clock["expired"]) == ("service", None, False)
    path = f"/v1/matches/{table.match}"
    headers = {"If-None-Match": table.client.get(path).headers["ETag"]}
    assert table.client.put(f"{path}/presence", json={"label": "Marta"}).status_code == 204
    now = table.client.get(path, headers=headers)
    due = datetime.fromisoformat(table.clock()) + timedelta(seconds=SECONDS)
    assert now.status_code == 200
    assert datetime.fromisoformat(now.json()["clock"]["deadline"]) == due
