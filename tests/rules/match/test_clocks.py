"""The referee's clock: clock.turns and clock.pauses. Times are those of entries; nothing here waits."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from referee.audit.audit import audit
from referee.audit.whatif import without
from referee.errors import BadRequest, Impossible, MatchOver, NotInThisGame, ServiceRefusal
from referee.match.registry import ruleset, rulesets
from referee.match.terms.agreed_time import AgreedTime
from referee.match.timing.clock_views import TurnClockView, clock_view
from referee.match.timing.limits import limit_of
from referee.match.timing.running_time import always
from referee.match.timing.turn_time import TurnTime
from referee.matches.opening import OpenMatch, Sitting, check_ruleset
from tests.support.grown import TABLES, Grown
from tests.support.logged import state

SECONDS = 40
START = datetime.fromisoformat("2026-05-01T17:00:00.000+00:00")
SMALLEST = [(name, rules.seats[0]) for name, rules in sorted(rulesets().items())]


def timed_opening(name: str) -> dict[str, Any]:
    """The opening of a match of this ruleset with a clock: its own, or the referee's."""
    own = ruleset(name).game.setup.timing is not None
    return {"params": {"turn_seconds": SECONDS}} if own else {"timing": AgreedTime(SECONDS)}


class TimedMatch(Grown):
    """A match with a seat to act and a clock, and the time by which it is recorded."""

    def __init__(self, name: str = "guinote", seats: int = 2, **opening: Any) -> None:
        self.at = START.isoformat()
        super().__init__(name, seats, 1, **timed_opening(name) | opening)
        while self.match.turn() is None:
            self.tell(self.next())

    @property
    def now(self) -> datetime:
        return datetime.fromisoformat(self.at)

    def on(self, seconds: int) -> None:
        self.at = (self.now + timedelta(seconds=seconds)).isoformat()

    @property
    def time(self) -> TurnTime:
        assert self.match.state.clock is not None
        return self.match.state.clock

    def clock(self) -> TurnClockView:
        match = self.match
        limit = limit_of(match.game.setup.timing, match.params, match.opening.timing)
        assert limit is not None
        return clock_view(match.turn(), limit, self.time, always(self.time.began(), self.time.pauses()), self.now)

    def left(self) -> float:
        """The seconds that are left, whether the clock runs or stands."""
        clock = self.clock()
        if clock.left is not None:
            return clock.left
        assert clock.deadline is not None
        return max(0.0, (datetime.fromisoformat(clock.deadline) - self.now).total_seconds())


@pytest.mark.parametrize(("name", "seats"), SMALLEST)
def test_in_every_game_the_referee_stops_the_clock_and_gives_more_time(name: str, seats: int) -> None:
    """clock.pauses, as the entries record it, folded again, and in the audit."""
    table = TimedMatch(name, seats)
    turn = table.match.turn()
    assert "pause" not in {option["type"] for option in table.legal()}
    table.on(10)
    table.say("pause", reason="descanso")
    table.on(100)
    assert (table.left(), table.clock().deadline, table.clock().paused_at) == (30, None, "2026-05-01T17:00:10+00:00")
    table.say("extra_time", seconds=60, reason="se cayó la baraja")
    table.say("resume")
    table.on(5)
    clock = table.clock()
    assert (table.left(), clock.seconds, clock.extra, clock.expired) == (85, 100, 60, False)
    assert table.match.turn() == turn
    assert state(table.fold()) == state(table.match)
    lines = table.lines(-1)
    report = audit(table.match, table.entries, lines)
    notes = [row.note["type"] for sheet in report.hands for row in sheet.rows if row.note]
    assert notes[-3:] == ["pause", "extra_time", "resume"]
    assert (report.differences, report.chain.intact) == ([], True)
    assert [line["facts"] for line in lines[-3:]] == [[], [], []]


@pytest.mark.parametrize(("name", "seats"), SMALLEST)
def test_when_time_is_over_nobody_plays_for_a_seat(name: str, seats: int) -> None:
    """clock.turns"""
    table = TimedMatch(name, seats)
    turn, version = table.match.turn(), table.match.version
    table.on(SECONDS - 1)
    assert not table.clock().expired
    table.on(1)
    clock = table.clock()
    assert (clock.expired, clock.by, clock.seconds) == (True, "record", SECONDS)
    assert (table.match.turn(), table.match.version) == (turn, version)


def test_a_pause_forbids_nothing_and_lasts_until_it_is_ended() -> None:
    """clock.pauses: another turn begins with its whole time, and stands."""
    table = TimedMatch()
    table.on(25)
    table.say("pause")
    table.on(5)
    table.tell(table.next())
    assert (table.left(), table.clock().deadline) == (SECONDS, None)
    table.on(50)
    table.say("resume")
    table.on(1)
    assert table.left() == SECONDS - 1


def test_extra_time_is_for_the_turn_in_play_alone() -> None:
    table = TimedMatch()
    table.say("extra_time", seconds=30)
    table.say("extra_time", seconds=5)
    assert (table.clock().seconds, table.clock().extra) == (SECONDS + 35, 35)
    table.tell(table.next())
    assert (table.clock().seconds, table.clock().extra) == (SECONDS, 0)


def test_extra_time_after_time_is_over_counts_from_then_on() -> None:
    table = TimedMatch()
    table.on(SECONDS)
    assert table.clock().expired
    table.say("extra_time", seconds=30)
    assert (table.clock().expired, table.left()) == (False, 30)


def test_a_retract_takes_back_pauses_and_extra_time_and_gives_the_turn_its_whole_time() -> None:
    table = TimedMatch()
    before = table.match.version
    table.on(10)
    table.say("extra_time", seconds=300)
    version = table.match.version
    table.say("pause")
    table.on(10)
    table.say("retract", to=version, reason="no era pausa")
    assert (table.clock().paused_at, table.left()) == (None, SECONDS + 300)
    table.on(10)
    table.say("retract", to=before, reason="eran 30")
    assert (table.clock().extra, table.left()) == (0, SECONDS)
    assert state(table.fold()) == state(table.match)


def test_what_is_said_beside_the_play_gives_no_time() -> None:
    table = TimedMatch()
    table.on(10)
    table.say("note", text="agua")
    table.say("sanction", seat=0, card="yellow", reason="lento")
    table.say("pause")
    table.say("resume")
    assert table.left() == SECONDS - 10


@pytest.mark.parametrize(
    ("before", "event", "words"),
    [
        ((), {"type": "resume"}, "the clock is not paused"),
        (("pause",), {"type": "pause"}, "the clock is paused already: it goes on by `resume`"),
        (("pause", "resume"), {"type": "resume"}, "the clock is not paused"),
        (("redeal",), {"type": "extra_time", "seconds": 5}, "it is nobody's turn now"),
    ],
    ids=["resume while it runs", "pause twice", "resume twice", "extra time for nobody"],
)
def test_what_makes_no_sense_to_a_clock_is_refused(before: tuple[str, ...], event: dict[str, Any], words: str) -> None:
    table = TimedMatch()
    for type_ in before:
        table.say(type_, **({"reason": "x"} if type_ == "redeal" else {}))
    refusal = table.refusal(**{"type_" if name == "type" else name: value for name, value in event.items()})
    assert isinstance(refusal, Impossible)
    assert refusal.rule == "clock.pauses"
    assert words in str(refusal)


@pytest.mark.parametrize("event", [{"type": "pause"}, {"type": "resume"}, {"type": "extra_time", "seconds": 5}])
def test_a_match_without_a_clock_has_none_to_stop(event: dict[str, Any]) -> None:
    table = TimedMatch()
    table.say("pause")
    over = TimedMatch()
    over.say("withdraw", seat=0, reason="se va")
    bare = Grown("guinote", 2, 1).grow(3)
    with pytest.raises(Impossible, match="no clock") as error:
        bare.tell(event)
    assert error.value.rule == "clock.pauses"
    with pytest.raises(MatchOver):
        over.tell(event)


@pytest.mark.parametrize("seconds", [0, -5, 86_401, 1.5, "60"])
def test_extra_time_is_whole_seconds(seconds: object) -> None:
    table = TimedMatch()
    assert isinstance(table.refusal("extra_time", seconds=seconds), BadRequest)


def check_opening(name: str, seats: int, **params: Any) -> None:
    sitting = tuple(Sitting(name=str(seat)) for seat in range(seats))
    check_ruleset(OpenMatch(name, sitting, params, timing=AgreedTime(SECONDS)))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_game_with_a_clock_of_its_own_takes_no_other(name: str, seats: int) -> None:
    """clock.turns"""
    if ruleset(name).game.setup.timing is None:
        check_opening(name, seats)
        return
    with pytest.raises(NotInThisGame) as error:
        check_opening(name, seats)
    assert error.value.rule == "clock.turns"
    with pytest.raises(ServiceRefusal):
        check_opening(name, seats, turn_seconds=SECONDS)


def test_without_a_pause_its_end_could_not_have_come() -> None:
    table = TimedMatch()
    table.say("pause")
    version = table.match.version
    table.say("resume")
    table.tell(table.next())
    assert without("match", table.entries, version).stopped_at == version + 1
    table.say("note", text="agua")
    assert without("match", table.entries, table.match.version).stopped_at is None


def test_a_match_without_a_clock_folds_without_one() -> None:
    bare = Grown("guinote", 2, 1).grow(3)
    assert (bare.match.state.clock, bare.fold().state.clock) == (None, None)
    assert "timing" not in bare.view()
    assert TimedMatch().view()["timing"] == {"turn_seconds": SECONDS}
