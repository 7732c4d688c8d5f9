"""The clock that the service keeps: hearts.house-clock."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import Unavailable
from referee.match.timing.reckoning import SILENCE
from referee.people.presence import Device
from referee.people.register import People, engine
from referee.service.matches import Append, Service
from referee.service.opening import OpenMatch, Sitting
from referee.service.timing.clocks import TurnClocks
from referee.service.timing.keeper import Played, Timekeeper
from referee.store.log import open_log
from tests.support.inside import Clock

SECONDS = 25
SEATS = tuple(Sitting(name=name) for name in ("Ana", "Beto", "Carla", "Dani"))
DEAL = {"type": "deal", "shuffle": True, "seed": "azar"}


class Process:
    """One process of the service: nothing of it is in the memory of another one."""

    def __init__(self, database: str, clock: Clock) -> None:
        self._clock = clock
        self.service = Service(open_log(database), People(engine(database)), clock)
        self.start()

    def start(self) -> None:
        """Begins with nothing in memory, and takes the clocks over."""
        self.service = Service(self.service.log, self.service.people, self._clock)
        self.clocks = TurnClocks(self.service.people.store, lambda _: self._clock.time)
        self.keeper = Timekeeper(self.service, self.clocks)
        self.keeper.take_over()

    def close(self) -> None:
        self.service.log.close()
        self.service.people.store.dispose()


class Hall:
    """A match whose clock the service keeps, and two processes that keep it."""

    def __init__(self, database: str, held: ExitStack, *, seen: bool = True) -> None:
        self.clock = Clock()
        self.clock.time = self.clock.time.replace(microsecond=0)
        self._held = held
        self._database = database
        self.one, self.other = self.process(), self.process()
        self.match = self.open(seen=seen)

    def process(self) -> Process:
        started = Process(self._database, self.clock)
        self._held.callback(started.close)
        return started

    def open(self, *, seen: bool = True, by: str = "service") -> str:
        asked = OpenMatch("hearts.yppedia", SEATS, {"turn_seconds": SECONDS, "clock": by}, first_dealer=0)
        self.match = self.one.service.open_match(asked, "organizer").match.id
        self.say(DEAL if seen else {"type": "deal"})
        for seat in range(4):
            cards = self.one.service.match(self.match).view().hands[seat]
            self.say({"type": "pass", "seat": seat, "cards": cards[:3] if cards else None})
        if not seen:
            self.say({"type": "play", "seat": 0, "card": "2C"})
        return self.match

    def say(self, event: dict[str, Any]) -> None:
        self.one.service.append(Append(self.match, [json.dumps(event).encode()], "organizer"))

    def play(self) -> None:
        match = self.one.service.match(self.match)
        event = next(iter(match.legal()))
        self.one.service.append(Append(self.match, [json.dumps(msgspec.to_builtins(event)).encode()], "organizer"))

    def on(self, seconds: float) -> None:
        self.clock.on(timedelta(seconds=seconds))

    def hear(self, pending: int = 0, process: Process | None = None) -> None:
        process = process or self.one
        device = Device("Marta", "referee:1", pending, None, self.clock())
        process.service.people.presence.hear(self.match, device)
        process.clocks.hear(process.service.match(self.match))

    def hears(self, seconds: int) -> None:
        """A tablet is there for so long, and says so every five seconds."""
        for _ in range(seconds // 5):
            self.hear()
            self.on(5)

    def timeouts(self) -> list[Any]:
        entries = self.other.service.entries(self.match)
        return [entry for entry in entries if entry.recorded_by == "clock"]

    def shown(self) -> Any:
        match = self.other.service.match(self.match)
        return self.other.clocks.of(match, match.turn())


@pytest.fixture
def hall(database: str) -> Iterator[Hall]:
    with ExitStack() as held:
        yield Hall(database, held)


@pytest.fixture
def unseen(tmp_path: Path) -> Iterator[Hall]:
    with ExitStack() as held:
        yield Hall(str(tmp_path / "log.sqlite"), held, seen=False)


@pytest.fixture
def filed(tmp_path: Path) -> Iterator[Hall]:
    with ExitStack() as held:
        yield Hall(str(tmp_path / "log.sqlite"), held)


def test_house_clock_records_the_timeout_once_with_two_processes(hall: Hall) -> None:
    turn = hall.one.service.match(hall.match).turn()
    hall.hears(SECONDS)
    hall.hear()
    for process in (hall.one, hall.other, hall.one):
        process.keeper.round()
    (entry,) = hall.timeouts()
    assert (entry.recorded_by, entry.event.seat, entry.event.seed_source) == ("clock", turn, "drawn")
    assert entry.event.card in {"2C"}
    assert hall.shown().since == hall.clock()


def test_house_clock_records_nothing_before_its_time(filed: Hall) -> None:
    filed.hears(SECONDS)
    filed.clock.on(-timedelta(milliseconds=1))
    filed.one.keeper.round()
    assert (filed.timeouts(), filed.shown().expired) == ([], False)


def test_house_clock_says_how_soon_it_looks_again(filed: Hall) -> None:
    assert filed.one.keeper.round() is None
    filed.hear()
    assert filed.one.keeper.round() == timedelta(seconds=SECONDS)
    filed.on(5)
    filed.hear()
    assert filed.one.keeper.round() == timedelta(seconds=SECONDS - 5)


def test_house_clock_meets_a_play_that_came_first(filed: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    filed.hears(SECONDS)
    filed.hear()
    record = filed.other.service.record

    def played_before(*args: Any) -> Any:
        filed.play()
        with pytest.raises(Played) as met:
            record(*args)
        raise met.value

    monkeypatch.setattr(filed.other.service, "record", played_before)
    filed.other.keeper.round()
    assert filed.timeouts() == []


# Whichever is looked at first.
@pytest.mark.parametrize("failing", (0, 1))
def test_house_clock_goes_on_beside_a_match_that_fails(
    filed: Hall, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    matches = [filed.match, filed.open()]
    for match in matches:
        filed.match = match
        filed.hear()
    for _ in range(SECONDS // 5):
        filed.on(5)
        for match in matches:
            filed.match = match
            filed.hear()
    look = filed.other.keeper.look

    def broken(match: str) -> None:
        if match == matches[failing]:
            raise LookupError(match)
        look(match)

    monkeypatch.setattr(filed.other.keeper, "look", broken)
    with pytest.raises(LookupError, match=matches[failing]):
        filed.other.keeper.round()
    filed.match = matches[1 - failing]
    assert len(filed.timeouts()) == 1


def test_house_clock_asks_a_database_that_does_not_answer_once_a_round(
    filed: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    filed.hear()
    filed.open()
    filed.hear()
    asked = []

    def silent(match: str) -> None:
        asked.append(match)
        raise Unavailable("no")

    monkeypatch.setattr(filed.one.keeper, "look", silent)
    with pytest.raises(Unavailable):
        filed.one.keeper.round()
    assert len(asked) == 1


def test_house_clock_with_an_unknown_hand_says_that_time_is_over_and_records_nothing(unseen: Hall) -> None:
    unseen.hears(SECONDS)
    unseen.hear()
    version = unseen.one.service.match(unseen.match).version
    for _ in range(3):
        unseen.one.keeper.round()
    assert unseen.shown().expired
    assert unseen.one.service.match(unseen.match).version == version


def test_house_clock_stands_while_no_tablet_is_heard_of(filed: Hall) -> None:
    filed.hear()
    filed.on(SECONDS)
    filed.one.keeper.round()
    shown = filed.shown()
    assert (filed.timeouts(), shown.expired, shown.deadline) == ([], False, None)
    filed.hears(SECONDS - 10)
    filed.one.keeper.round()
    assert len(filed.timeouts()) == 1


def test_house_clock_stands_where_no_tablet_was_ever_heard_of(filed: Hall) -> None:
    filed.on(10 * SECONDS)
    filed.one.keeper.round()
    assert (filed.timeouts(), filed.shown().deadline) == ([], None)


def test_house_clock_stands_while_the_service_is_down(filed: Hall) -> None:
    filed.hears(SECONDS - 5)
    filed.hear()
    filed.on(8)
    again = filed.process()
    again.keeper.round()
    assert filed.timeouts() == []
    filed.hears(5)
    again.keeper.round()
    assert len(filed.timeouts()) == 1


def test_house_clock_goes_on_in_a_process_that_starts_from_what_had_run(filed: Hall) -> None:
    filed.hears(10)
    filed.hear()
    again = filed.process()
    filed.hears(SECONDS - 10)
    filed.hear()
    again.keeper.round()
    assert len(filed.timeouts()) == 1


def test_house_clock_hears_first_what_waits_on_a_tablet(filed: Hall) -> None:
    filed.hears(SECONDS)
    filed.hear(pending=1)
    filed.one.keeper.round()
    assert filed.timeouts() == []
    filed.play()
    filed.hear()
    filed.one.keeper.round()
    assert filed.timeouts() == []


def test_house_clock_waits_no_longer_for_a_tablet_that_has_nothing_left(filed: Hall) -> None:
    filed.hears(SECONDS)
    filed.hear(pending=1)
    filed.one.keeper.round()
    filed.hear()
    filed.one.keeper.round()
    assert len(filed.timeouts()) == 1


def test_house_clock_of_the_referee_records_nothing_by_itself(filed: Hall) -> None:
    filed.open(by="record")
    filed.hears(SECONDS)
    filed.hear()
    filed.one.keeper.round()
    assert (filed.timeouts(), filed.shown().expired) == ([], True)


STEPS = st.lists(
    st.one_of(
        st.integers(1, 30),
        st.sampled_from(["hear", "hear elsewhere", "play", "note", "restart", "round", "both"]),
        st.just("hear"),
    ),
    min_size=10,
    max_size=30,
)


class Model:
    """Which seconds of the turn ran, counted one by one."""

    def __init__(self) -> None:
        self.now = 0
        self.heard = -1_000
        self.ran = self.sure = 0
        self.timeouts = 0

    def on(self, seconds: int) -> None:
        for _ in range(seconds):
            self.ran += self.now < self.heard + SILENCE.total_seconds()
            self.now += 1

    def turn(self) -> None:
        self.ran = self.sure = 0

    def hear(self) -> None:
        self.heard, self.sure = self.now, self.ran

    def cut(self) -> None:
        """Nobody kept the clock since a tablet was heard of last."""
        self.heard, self.ran = -1_000, self.sure


def test_house_clock_records_every_time_that_is_over_once_and_no_other(filed: Hall) -> None:
    @settings(max_examples=20)
    @given(steps=STEPS)
    def holds(steps: list[int | str]) -> None:
        filed.open()
        model = Model()
        for step in (*steps, "round"):
            carry_out(filed, model, step)
            assert len(filed.timeouts()) == model.timeouts
            assert filed.shown().expired == (model.ran >= SECONDS)

    holds()


def carry_out(hall: Hall, model: Model, step: int | str) -> None:
    """Does the same in the hall and in the model."""
    match step:
        case int():
            hall.on(step)
            model.on(step)
        case "restart":
            hall.other.start()
            model.cut()
        case "play":
            hall.play()
            model.turn()
        case "note":
            hall.say({"type": "note", "text": "agua"})
        case "hear" | "hear elsewhere":
            hall.hear(process=hall.other if step == "hear elsewhere" else hall.one)
            model.hear()
        case _:
            if model.now < model.heard + SILENCE.total_seconds() and model.ran >= SECONDS:
                model.timeouts += 1
                model.turn()
            for process in (hall.other, hall.one) if step == "both" else (hall.other,):
                process.keeper.round()


# clock.pauses


def test_a_clock_that_the_service_keeps_stands_while_the_referee_has_paused_it(filed: Hall) -> None:
    filed.hears(10)
    filed.hear()
    filed.say({"type": "pause"})
    filed.hears(2 * SECONDS)
    filed.hear()
    for _ in range(2):
        filed.one.keeper.round()
    shown = filed.shown()
    assert (filed.timeouts(), shown.deadline, shown.left, shown.expired) == ([], None, SECONDS - 10, False)
    filed.say({"type": "resume"})
    filed.hears(SECONDS - 15)
    filed.hear()
    filed.one.keeper.round()
    assert filed.timeouts() == []
    filed.hears(5)
    filed.hear()
    for process in (filed.one, filed.other):
        process.keeper.round()
    assert len(filed.timeouts()) == 1


def test_a_clock_that_the_service_keeps_waits_for_extra_time(filed: Hall) -> None:
    filed.hears(10)
    filed.say({"type": "extra_time", "seconds": 20})
    filed.hears(SECONDS + 5)
    filed.hear()
    filed.one.keeper.round()
    assert (filed.timeouts(), filed.shown().left, filed.shown().seconds) == ([], None, SECONDS + 20)
    filed.hears(5)
    filed.hear()
    filed.one.keeper.round()
    assert len(filed.timeouts()) == 1


def test_the_turn_after_one_with_extra_time_is_over_in_its_own_time(filed: Hall) -> None:
    filed.hear()
    filed.say({"type": "extra_time", "seconds": 20})
    assert filed.one.keeper.round() == timedelta(seconds=SECONDS)
    filed.on(5)
    filed.play()
    filed.hears(SECONDS)
    filed.hear()
    filed.one.keeper.round()
    assert len(filed.timeouts()) == 1


def test_a_paused_clock_is_not_looked_at_all_the_time(filed: Hall) -> None:
    filed.hear()
    filed.say({"type": "pause"})
    assert filed.one.keeper.round() == timedelta.max
