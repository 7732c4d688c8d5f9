"""Who sat where at any time, whatever counts of the log now.

A seat says where somebody sits, not who: a token that was made for a seat belongs to the person who sat there by the log when it
was made, and goes with that person.
"""

from collections.abc import Sequence

from msgspec import Struct

from referee.match.entries import AnyEntry
from referee.match.events import Retract, Seats, SeatTaken
from referee.match.seating.seats import Taken


class SatSince(Struct, frozen=True):
    """Who sat where from this time on (RFC 3339, UTC)."""

    since: str
    seats: Taken


def seatings(entries: Sequence[AnyEntry], seats: Taken) -> tuple[SatSince, ...]:
    """Who sat where, from when on, by these entries of a log from version 1; `seats` are those of its opening."""
    if not any(isinstance(entry.event, Seats) for entry in entries):
        return (SatSince("", seats),)
    at: list[Taken] = []
    found: tuple[SatSince, ...] = ()
    for entry in entries:
        event = entry.event
        if isinstance(event, Seats):
            now = tuple(SeatTaken(seat.player) for seat in event.seats)
        elif isinstance(event, Retract):
            now = at[event.to - 1]
        else:
            now = at[-1] if at else seats
        at.append(now)
        found = sat(found, now, entry.recorded_at if found else "")
    return found


def sat(before: Sequence[SatSince], seats: Taken, since: str) -> tuple[SatSince, ...]:
    """The seatings up to now."""
    return (*before,) if before and before[-1].seats == seats else (*before, SatSince(since, seats))


def player_at(history: Sequence[SatSince], seat: int, when: str) -> str | None:
    """The person who sat at a seat at a time; None where there is no such seat."""
    then = [seating for seating in history if seating.since <= when] or history[:1]
    return then[-1].seats[seat].player if then and seat < len(then[-1].seats) else None
