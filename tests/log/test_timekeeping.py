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
    with ExitStack() as held:
        yield Hall(database, held)


@pytest.fixture
def unseen(tmp_path: Path) -> Iterator[Hall]:
    with ExitStack() as held:
        yield Hall(str(tmp_path / "log.sqlite"), held, with_hands=False)


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
        with pytest.raises(StaleTurn) as met:
            record(*args)
        raise met.value

    monkeypatch.setattr(filed.other.service, "record", played_before)
    filed.other.keeper.round()
    assert filed.timeouts() == []


def test_house_clock_goes_on_with_a_match_that_counts_again(filed: Hall) -> None:
    counts = False

    def contest(*_: Any, **__: Any) -> tuple[()]:
        if not counts:
            raise counts_no_more(None)
        return ()

    filed.one.service.add_hook(contest)
    filed.hears(SECONDS)
    filed.hear()
    assert filed.one.keeper.round() == SILENCE
    counts = True
    filed.on(5)
    filed.hear()
    filed.on(5)
    assert filed.timeouts() == []
    filed.one.keeper.round()
    assert len(filed.timeouts()) == 1


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


def test_house_clock_waits_for_no_player(filed: Hall) -> None:
    filed.hears(SECONDS)
    filed.hear(pending=1, by="player:1")
    filed.one.keeper.round()
    assert len(filed.timeouts()) == 1


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
