"""The clock that the service keeps: hearts.house-clock."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.championship.decisions import counts_no_more
from referee.errors import Unavailable
from referee.match.timing.running_time import SILENCE
from referee.matches.timing.keeper import StaleTurn
from tests.support.kept_clock import SECONDS, Hall


@pytest.fixture
def hall(database: str) -> Iterator[Hall]:
    with ExitStack() as exits:
        yield Hall(database, exits)


@pytest.fixture
def unseen(tmp_path: Path) -> Iterator[Hall]:
    with ExitStack() as exits:
        yield Hall(str(tmp_path / "log.sqlite"), exits, with_hands=False)


@pytest.fixture
def hall_on_file(tmp_path: Path) -> Iterator[Hall]:
    with ExitStack() as exits:
        yield Hall(str(tmp_path / "log.sqlite"), exits)


def test_house_clock_records_the_timeout_once_with_two_processes(hall: Hall) -> None:
    turn = hall.one.service.match(hall.match).turn()
    hall.hears(SECONDS)
    hall.hear()
    for process in (hall.one, hall.other, hall.one):
        process.keeper.round()
    (entry,) = hall.timeouts()
    assert (entry.recorded_by, entry.event.seat, entry.event.seed_source) == ("clock", turn, "drawn")
    assert entry.event.card in {"2C"}
    assert hall.clock_shown().since == hall.clock()


def test_house_clock_records_nothing_before_its_time(hall_on_file: Hall) -> None:
    hall_on_file.hears(SECONDS)
    hall_on_file.clock.on(-timedelta(milliseconds=1))
    hall_on_file.one.keeper.round()
    assert (hall_on_file.timeouts(), hall_on_file.clock_shown().expired) == ([], False)


def test_house_clock_says_how_soon_it_looks_again(hall_on_file: Hall) -> None:
    assert hall_on_file.one.keeper.round() is None
    hall_on_file.hear()
    assert hall_on_file.one.keeper.round() == timedelta(seconds=SECONDS)
    hall_on_file.on(5)
    hall_on_file.hear()
    assert hall_on_file.one.keeper.round() == timedelta(seconds=SECONDS - 5)


def test_house_clock_meets_a_play_that_came_first(hall_on_file: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall_on_file.hears(SECONDS)
    hall_on_file.hear()
    record = hall_on_file.other.service.record

    def played_before(*args: Any) -> Any:
        hall_on_file.play()
        with pytest.raises(StaleTurn) as error:
            record(*args)
        raise error.value

    monkeypatch.setattr(hall_on_file.other.service, "record", played_before)
    hall_on_file.other.keeper.round()
    assert hall_on_file.timeouts() == []


def test_house_clock_goes_on_with_a_match_that_counts_again(
    hall_on_file: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = False

    record = hall_on_file.one.service.record

    def record_if_it_counts(*args: Any) -> Any:
        if not counts:
            raise counts_no_more(None)
        return record(*args)

    monkeypatch.setattr(hall_on_file.one.service, "record", record_if_it_counts)
    hall_on_file.hears(SECONDS)
    hall_on_file.hear()
    assert hall_on_file.one.keeper.round() == SILENCE
    counts = True
    hall_on_file.on(5)
    hall_on_file.hear()
    hall_on_file.on(5)
    assert hall_on_file.timeouts() == []
    hall_on_file.one.keeper.round()
    assert len(hall_on_file.timeouts()) == 1


# In any order of looks.
@pytest.mark.parametrize("failing", (0, 1))
def test_house_clock_goes_on_beside_a_match_that_fails(
    hall_on_file: Hall, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    matches = [hall_on_file.match, hall_on_file.open()]
    for match in matches:
        hall_on_file.match = match
        hall_on_file.hear()
    for _ in range(SECONDS // 5):
        hall_on_file.on(5)
        for match in matches:
            hall_on_file.match = match
            hall_on_file.hear()
    look = hall_on_file.other.keeper.look

    def fail_if_broken(match: str) -> None:
        if match == matches[failing]:
            raise LookupError(match)
        look(match)

    monkeypatch.setattr(hall_on_file.other.keeper, "look", fail_if_broken)
    with pytest.raises(LookupError, match=matches[failing]):
        hall_on_file.other.keeper.round()
    hall_on_file.match = matches[1 - failing]
    assert len(hall_on_file.timeouts()) == 1


def test_house_clock_asks_a_database_that_does_not_answer_once_a_round(
    hall_on_file: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall_on_file.hear()
    hall_on_file.open()
    hall_on_file.hear()
    matches_read = []

    def silent(match: str) -> None:
        matches_read.append(match)
        raise Unavailable("no")

    monkeypatch.setattr(hall_on_file.one.keeper, "look", silent)
    with pytest.raises(Unavailable):
        hall_on_file.one.keeper.round()
    assert len(matches_read) == 1


def test_house_clock_with_an_unknown_hand_says_that_time_is_over_and_records_nothing(unseen: Hall) -> None:
    unseen.hears(SECONDS)
    unseen.hear()
    version = unseen.one.service.match(unseen.match).version
    for _ in range(3):
        unseen.one.keeper.round()
    assert unseen.clock_shown().expired
    assert unseen.one.service.match(unseen.match).version == version


def test_house_clock_stands_while_no_tablet_is_heard_of(hall_on_file: Hall) -> None:
    hall_on_file.hear()
    hall_on_file.on(SECONDS)
    hall_on_file.one.keeper.round()
    clock = hall_on_file.clock_shown()
    assert (hall_on_file.timeouts(), clock.expired, clock.deadline) == ([], False, None)
    hall_on_file.hears(SECONDS - 10)
    hall_on_file.one.keeper.round()
    assert len(hall_on_file.timeouts()) == 1


def test_house_clock_stands_where_no_tablet_was_ever_heard_of(hall_on_file: Hall) -> None:
    hall_on_file.on(10 * SECONDS)
    hall_on_file.one.keeper.round()
    assert (hall_on_file.timeouts(), hall_on_file.clock_shown().deadline) == ([], None)


def test_house_clock_stands_while_the_service_is_down(hall_on_file: Hall) -> None:
    hall_on_file.hears(SECONDS - 5)
    hall_on_file.hear()
    hall_on_file.on(8)
    again = hall_on_file.process()
    again.keeper.round()
    assert hall_on_file.timeouts() == []
    hall_on_file.hears(5)
    again.keeper.round()
    assert len(hall_on_file.timeouts()) == 1


def test_house_clock_goes_on_in_a_process_that_starts_from_what_had_run(hall_on_file: Hall) -> None:
    hall_on_file.hears(10)
    hall_on_file.hear()
    again = hall_on_file.process()
    hall_on_file.hears(SECONDS - 10)
    hall_on_file.hear()
    again.keeper.round()
    assert len(hall_on_file.timeouts()) == 1


def test_house_clock_hears_first_what_waits_on_a_tablet(hall_on_file: Hall) -> None:
    hall_on_file.hears(SECONDS)
    hall_on_file.hear(pending=1)
    hall_on_file.one.keeper.round()
    assert hall_on_file.timeouts() == []
    hall_on_file.play()
    hall_on_file.hear()
    hall_on_file.one.keeper.round()
    assert hall_on_file.timeouts() == []


def test_house_clock_waits_for_no_player(hall_on_file: Hall) -> None:
    hall_on_file.hears(SECONDS)
    hall_on_file.hear(pending=1, by="player:1")
    hall_on_file.one.keeper.round()
    assert len(hall_on_file.timeouts()) == 1


def test_house_clock_waits_no_longer_for_a_tablet_that_has_nothing_left(hall_on_file: Hall) -> None:
    hall_on_file.hears(SECONDS)
    hall_on_file.hear(pending=1)
    hall_on_file.one.keeper.round()
    hall_on_file.hear()
    hall_on_file.one.keeper.round()
    assert len(hall_on_file.timeouts()) == 1


def test_house_clock_of_the_referee_records_nothing_by_itself(hall_on_file: Hall) -> None:
    hall_on_file.open(by="record")
    hall_on_file.hears(SECONDS)
    hall_on_file.hear()
    hall_on_file.one.keeper.round()
    assert (hall_on_file.timeouts(), hall_on_file.clock_shown().expired) == ([], True)


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
    """Seconds of the turn that ran, counted one by one."""

    def __init__(self) -> None:
        self.now = 0
        self.last_beat = -1_000
        self.ran = self.sure = 0
        self.timeouts = 0

    def on(self, seconds: int) -> None:
        for _ in range(seconds):
            self.ran += self.now < self.last_beat + SILENCE.total_seconds()
            self.now += 1

    def turn(self) -> None:
        self.ran = self.sure = 0

    def hear(self) -> None:
        self.last_beat, self.sure = self.now, self.ran

    def cut(self) -> None:
        """No clock ran since the last sign of a tablet."""
        self.last_beat, self.ran = -1_000, self.sure


def test_house_clock_records_every_time_that_is_over_once_and_no_other(hall_on_file: Hall) -> None:
    @settings(max_examples=min(20, settings().max_examples))
    @given(steps=STEPS)
    def holds(steps: list[int | str]) -> None:
        hall_on_file.open()
        model = Model()
        for step in (*steps, "round"):
            carry_out(hall_on_file, model, step)
            assert len(hall_on_file.timeouts()) == model.timeouts
            assert hall_on_file.clock_shown().expired == (model.ran >= SECONDS)

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
            if model.now < model.last_beat + SILENCE.total_seconds() and model.ran >= SECONDS:
                model.timeouts += 1
                model.turn()
            for process in (hall.other, hall.one) if step == "both" else (hall.other,):
                process.keeper.round()
