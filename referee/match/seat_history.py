"""The players of the seats at any time of the log, also at times that a `retract` took back.

A token for a seat belongs to the person in that seat at the time it was made, and stays with that person.
"""

from collections.abc import Sequence

from msgspec import Struct

from referee.match.entries import AnyEntry
from referee.match.events import Retract, Seats, SeatTaken
from referee.match.seats import Seating


class SatSince(Struct, frozen=True):
    """The players of the seats from this time on (RFC 3339, UTC)."""

    since: str
    seats: Seating


def seatings(entries: Sequence[AnyEntry], seats: Seating) -> tuple[SatSince, ...]:
    """The players of the seats over time, by the entries of a log from version 1; `seats` are those of its opening."""
    if not any(isinstance(entry.event, Seats) for entry in entries):
        return (SatSince("", seats),)
    at: list[Seating] = []
    history: tuple[SatSince, ...] = ()
    for entry in entries:
        event = entry.event
        if isinstance(event, Seats):
            now = tuple(SeatTaken(seat.player) for seat in event.seats)
        elif isinstance(event, Retract):
            now = at[event.to - 1]
        else:
            now = at[-1] if at else seats
        at.append(now)
        history = add_seating(history, now, entry.recorded_at if history else "")
    return history


def add_seating(before: Sequence[SatSince], seats: Seating, since: str) -> tuple[SatSince, ...]:
    """Adds the players of the seats from a time on, if they have changed."""
    return (*before,) if before and before[-1].seats == seats else (*before, SatSince(since, seats))


def player_at(history: Sequence[SatSince], seat: int, time: str) -> str | None:
    """The person in a seat at a time; None if there is no such seat."""
    then = [seating for seating in history if seating.since <= time] or history[:1]
    return then[-1].seats[seat].player if then and seat < len(then[-1].seats) else None
