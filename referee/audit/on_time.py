"""Ends of matches on time, with the time that was left then (clock.match)."""

from math import ceil
from typing import Annotated

from msgspec import Meta, Struct

from referee.match.aggregate import Match
from referee.match.timing.clock_views import stood_at_end
from referee.text import Text


class EndedOnTime(Struct, frozen=True):
    """Event `version` ended the match on time, with so many seconds left; the same in a sentence."""

    version: int
    left: Annotated[float, Meta(description="0 where its time was over.")]
    text: Text


def ended_on_time(match: Match) -> EndedOnTime | None:
    """The end of a match on time; None if it was not ended so, or goes on after all."""
    seconds, time = match.state.limits.match, match.time
    if seconds is None or time is None or time.end is None or match.ledger.status == "open":
        return None
    remaining = stood_at_end(seconds, time)
    left = 0.0 if remaining is None or remaining.left is None else remaining.left
    return EndedOnTime(time.end.version, left, _in_words(time.end.version, ceil(left)))


def _in_words(version: int, seconds: int) -> Text:
    if seconds == 0:
        return Text(
            es=f"acabado por tiempo en la jugada {version}, pasada su hora",
            en=f"ended on time in event {version}, once its time was over",
        )
    return Text(
        es=f"acabado por tiempo en la jugada {version}, {seconds} {'segundo' if seconds == 1 else 'segundos'} antes de su hora",
        en=f"ended on time in event {version}, {seconds} {'second' if seconds == 1 else 'seconds'} before its time",
    )
