"""The time of a whole match, and its end on time: clock.match. Times are those of entries; nothing here waits."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from referee.audit.audit import audit
from referee.errors import BadRequest, Impossible, Irregular, MatchOver, ServiceRefusal
from referee.match.registry import ruleset
from referee.match.terms.agreed_time import AgreedTime
from referee.match.timing.clock_views import MatchClockView, match_clock_view
from referee.matches.opening import OpenMatch, Sitting, check_ruleset
from tests.rules.match.test_clocks import SMALLEST
from tests.rules.match.test_counted_claims import discard_oros, play_of
from tests.support.grown import Grown
from tests.support.logged import state

SECONDS = 600
START = datetime.fromisoformat("2026-05-01T17:00:00.000+00:00")
WHOLE = AgreedTime(match_seconds=SECONDS)


class Round(Grown):
    """A match with a time for all of it, and the time by which it is recorded."""

    def __init__(self, name: str = "guinote", seats: int = 2, timing: AgreedTime = WHOLE, **opening: Any) -> None:
        self.at = START.isoformat()
        super().__init__(name, seats, 1, timing=timing, **opening)

    def on(self, seconds: int) -> None:
        self.at = (datetime.fromisoformat(self.at) + timedelta(seconds=seconds)).isoformat()

    def clock(self) -> MatchClockView:
        match = self.match
        assert match.time is not None
        assert match.state.limits.match is not None
        assert self.fold().time == match.time
        return match_clock_view(match.state.limits.match, match.time, datetime.fromisoformat(self.at))

    def left(self) -> float:
        """The seconds that are left, whether the clock runs or stands."""
        clock = self.clock()
        if clock.left is not None:
            return clock.left
        assert clock.deadline is not None
        return max(0.0, (datetime.fromisoformat(clock.deadline) - datetime.fromisoformat(self.at)).total_seconds())

    def deal(self) -> None:
        """The events before the first hand, and its deal."""
        while not self.match.state.in_hand():
            self.tell(self.next())

    def finish_hand(self) -> None:
        """Plays until the hand is over."""
        self.deal()
        while self.open and self.match.state.in_hand():
            self.tell(self.next())

    def refusal_of_event(self, **event: Any) -> ServiceRefusal:
        with pytest.raises(ServiceRefusal) as error:
            self.tell(event)
        return error.value


@pytest.mark.parametrize(("name", "seats"), SMALLEST)
def test_in_every_game_the_referee_ends_a_match_whose_time_is_over(name: str, seats: int) -> None:
    """clock.match, as the entries record it, folded again, and in the audit."""
    table = Round(name, seats)
    table.on(500)
    assert (table.left(), table.clock().since, table.clock().deadline) == (SECONDS, None, None)
    table.deal()
    table.on(SECONDS)
    assert (table.clock().time_called, table.left(), table.open) == (True, 0, True)
    early = table.refusal_of_event(type="time_up")
    assert (early.rule, "is in play" in str(early)) == ("clock.match", True)
    table.say("redeal", reason="wrong_pack")
    assert "time_up" not in {option["type"] for option in table.legal()}
    facts = table.say("time_up", reason="fin de ronda")
    result = table.match.ledger.result
    assert result is not None
    assert (result.reason, result.winner_sides, table.match.ledger.status) == ("clock.match", (), "finished")
    assert sorted(seat for place in result.ranking for seat in place) == list(range(seats))
    assert len(facts) == 1
    assert isinstance(table.refusal_of_event(type="time_up"), MatchOver)
    assert state(table.fold()) == state(table.match)
    report = audit(table.match, table.entries, table.lines(-1))
    assert (report.differences, report.chain.intact) == ([], True)
    assert report.ended_on_time is not None
    assert (report.ended_on_time.version, report.ended_on_time.left) == (table.match.version, 0)
    assert ruleset(name).clause("clock.match") is not None


@pytest.mark.parametrize(
    ("name", "seats"),
    [("escoba", 2), ("guinote", 4), ("hearts.yppedia", 4), ("hearts.castillar", 4), ("casino.royal", 2)],
)
def test_the_score_as_it_stands_is_the_result(name: str, seats: int) -> None:
    table = Round(name, seats)
    table.finish_hand()
    assert table.open
    table.say("time_up")
    result, ledger = table.match.ledger.result, table.match.ledger
    assert result is not None
    best = min if name.startswith("hearts") else max
    first = {table.match.state.side(seat) for seat in result.ranking[0]}
    assert first == {side for side, total in enumerate(ledger.totals) if total == best(ledger.totals)}
    assert result.winner_sides == (tuple(first) if len(first) == 1 else ())


def test_time_stands_in_pauses_and_grows_by_what_is_given_to_the_match() -> None:
    table = Round(timing=AgreedTime(60, SECONDS))
    table.deal()
    table.on(100)
    table.say("pause", reason="bocadillo")
    table.on(900)
    assert (table.left(), table.clock().deadline, table.clock().time_called) == (500, None, False)
    table.say("extra_time", seconds=120, of="match")
    table.say("resume")
    table.on(20)
    table.say("extra_time", seconds=30)
    clock = table.clock()
    assert (table.left(), clock.seconds, clock.extra) == (600, SECONDS + 120, 120)
    assert table.match.state.clock is not None
    assert table.match.state.clock.extra == 30
    table.on(600)
    assert table.clock().time_called
    table.say("extra_time", seconds=10, of="match")
    assert (table.clock().time_called, table.left()) == (False, 10)


def test_time_that_stood_while_a_play_was_looked_at_is_not_lost_by_taking_it_back() -> None:
    table = Round()
    table.deal()
    before = table.match.version
    table.tell(table.next())
    table.on(100)
    table.say("pause")
    table.on(300)
    table.say("resume")
    table.say("retract", to=before, reason="carta equivocada")
    assert table.left() == SECONDS - 100
    table.on(10)
    table.say("pause")
    table.on(40)
    table.say("retract", to=before, reason="otra vez")
    table.on(1)
    assert (table.left(), table.clock().paused_at) == (SECONDS - 111, None)


def test_a_retract_takes_back_what_was_given_and_the_first_deal() -> None:
    table = Round()
    start = table.match.version
    table.deal()
    version = table.match.version
    table.on(100)
    table.say("extra_time", seconds=60, of="match")
    table.say("retract", to=version, reason="no era esta mesa")
    assert (table.left(), table.clock().extra) == (SECONDS - 100, 0)
    table.say("retract", to=start, reason="mal repartido")
    assert (table.left(), table.clock().since) == (SECONDS, None)
    table.on(50)
    table.deal()
    table.on(5)
    assert table.left() == SECONDS - 5


def test_a_match_is_not_ended_before_it_began_nor_without_such_a_time() -> None:
    nothing = Round().refusal_of_event(type="time_up")
    assert isinstance(nothing, Impossible)
    assert "no hand was dealt" in str(nothing)
    turns = Round(timing=AgreedTime(60))
    for event in ({"type": "time_up"}, {"type": "extra_time", "seconds": 5, "of": "match"}):
        refusal = turns.refusal_of_event(**event)
        assert (refusal.rule, "no time for the whole match" in str(refusal)) == ("clock.match", True)
    whole = Round()
    whole.deal()
    assert "turns of this match have no time" in str(whole.refusal_of_event(type="extra_time", seconds=5))


def test_where_sides_confirm_the_last_hand_is_confirmed_before_the_end() -> None:
    table = Round("escoba", 2, confirm="sides")
    table.finish_hand()
    refusal = table.refusal_of_event(type="time_up")
    assert isinstance(refusal, Irregular)
    assert refusal.rule == "confirm.sides"
    for side in range(2):
        table.say("confirm", side=side, hand=1, version=table.match.version)
    table.say("time_up")
    assert table.match.ledger.status == "finished"


def test_a_ruling_after_the_end_puts_the_result_right() -> None:
    """guinote.renuncio, found in a hand recorded by its figures: the partida, and with it the first place, goes to the others."""
    table = discard_oros(timing=WHOLE)
    at = play_of(table, 1)
    table.say("count", figures={"tricks": [57, 63], "last": 1, "cantes": []})
    table.say("time_up")
    before = table.view()["result"]
    table.say("claim", by=0, against=1, kind="renuncio", at=at)
    assert table.view()["result"] == before
    table.say("ruling", claim="c1", upheld=True, reason="lo vi")
    after = table.view()["result"]
    assert (before["reason"], before["winner_sides"]) == ("clock.match", [1])
    assert (after["reason"], after["winner_sides"], after["ranking"]) == ("clock.match", [0], [[0, 2], [1, 3]])


def test_points_of_a_partida_that_is_over_part_nobody() -> None:
    """guinote.coto: one partida each is level; the points of the last one do not matter."""
    table = Round("guinote", 2)
    wins: tuple[int, ...] = (0, 0)
    while table.open and sum(wins) < 2:
        table.finish_hand()
        wins = tuple(table.match.ledger.tallies["partidas"])
    table.say("time_up")
    assert table.match.ledger.result is not None
    assert table.match.ledger.result.winner_sides == (() if wins[0] == wins[1] else (wins.index(2),))


@pytest.mark.parametrize("timing", [{}, {"match_seconds": 0}, {"match_seconds": 86_401}, {"match_seconds": "60"}])
def test_a_time_is_whole_seconds_of_something(timing: dict[str, Any]) -> None:
    seats = (Sitting(name="Ana"), Sitting(name="Beto"))
    with pytest.raises((BadRequest, msgspec.ValidationError)):
        check_ruleset(OpenMatch("guinote", seats, timing=msgspec.convert(timing, AgreedTime)))


def test_a_game_that_times_its_turns_itself_takes_a_time_for_the_match() -> None:
    table = Round("hearts.yppedia", 4, params={"turn_seconds": 25})
    table.deal()
    table.on(SECONDS)
    assert table.clock().time_called
    assert table.match.state.limits.turn is not None


def test_words_of_a_seat_give_its_turn_no_time() -> None:
    table = Round(timing=AgreedTime(60, SECONDS))
    while table.match.turn() is None:
        table.tell(table.next())
    assert table.match.state.clock is not None
    since = table.match.state.clock.since
    table.on(30)
    table.say("shuffle_commitment", sha256="0" * 64)
    table.say("shuffle_text", seat=0, text="lluvia")
    assert table.match.state.clock is not None
    assert table.match.state.clock.since == since
