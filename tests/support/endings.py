"""Matches brought to each of their ends: by the rules, on time, and when sides leave, with cards and misdeals on the way."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, Literal

from referee.errors import ServiceRefusal
from referee.match.results import Result
from tests.support.by_legal import MatchRecorder, step

Ending = Literal["rules", "time", "left"]
ENDINGS: tuple[Ending, ...] = ("rules", "time", "left")
CLOCKS: tuple[dict[str, int] | None, ...] = (
    None,
    {"turn_seconds": 60},
    {"match_seconds": 2_700},
    {"turn_seconds": 60, "match_seconds": 2_700},
)
"""The clocks that a table may agree on."""
LONGEST = 400
FIGURES = 0.97
"""The share of hands entered by their figures: a few events make a match."""
MISDEAL = {"type": "redeal", "reason": "wrong_pack"}


def clocks(ruleset: str, ending: Ending) -> Iterator[dict[str, int] | None]:
    """The clocks that a table of this game can agree on, for a match with this ending."""
    for clock in CLOCKS:
        has_own = ruleset == "hearts.yppedia" and clock and "turn_seconds" in clock
        if not has_own and (ending != "time" or (clock and "match_seconds" in clock)):
            yield clock


def bring_to(ending: Ending, rng: Random, match: MatchRecorder, seats: int, sides: int) -> None:
    """Records a match to its end. An end on time or by departures comes after any number of hands."""
    for _ in range(LONGEST):
        if rng.random() < 0.1:
            match.tell({"type": "sanction", "seat": rng.randrange(seats), "card": "black", "reason": "x"})
        if ending == "left" and rng.random() < 0.25:
            _leave(rng, match, sides)
        elif ending == "time" and rng.random() < 0.5:
            _stop(rng, match)
        if not match.is_open():
            return
        step(rng, match, FIGURES, unseen=True)
        if not match.is_open():
            return
    raise AssertionError(f"no end after {LONGEST} events")


def _leave(rng: Random, match: MatchRecorder, sides: int) -> None:
    """Withdraws one side, and sometimes all others but one."""
    for side in rng.sample(range(sides), rng.choice((1, 1, sides - 1))):
        match.tell({"type": "withdraw", "seat": side, "reason": "se va"})


def _stop(rng: Random, match: MatchRecorder) -> None:
    """Ends a match on time if no hand is in play. Else the hand may be voided for it."""
    if rng.random() < 0.3:
        _try(match, MISDEAL)
    _try(match, {"type": "time_up"})


def _try(match: MatchRecorder, event: dict[str, Any]) -> None:
    with suppress(ServiceRefusal):
        match.tell(event)


def hand_result(result: Result) -> Result:
    """A result as an organizer enters it by hand: only the winner and the withdrawn sides of a ranking, and no late cards."""
    cards = [both for both in (result.cards, result.late_cards) if both]
    card_sums = tuple((sum(y for y, _ in of), sum(b for _, b in of)) for of in zip(*cards, strict=True))
    return Result(
        points=result.points,
        tallies=result.tallies,
        cards=card_sums,
        extra_rounds=result.extra_rounds,
        winner=result.winner,
        left=result.left,
    )
