"""The number of events of each type that each writer recorded in a match, so that no seat takes room from the others.

A player's event counts for the seat that it names, so that another token brings no more room; without a seat it counts for the
token. A `retract` does not lower the numbers.
"""

from referee.match.events import Claim, Event

Writer = int | str | None
"""A seat, the name of a player's token, or None for the staff: referees, organizers, the service itself."""
Shares = dict[tuple[Writer, type[Event]], int]

_PLAYERS = "player:"


def is_player(by: str) -> bool:
    """True if this name in `recorded_by` is of a player's token."""
    return by.startswith(_PLAYERS)


def writer_of(event: Event, by: str) -> Writer:
    """The writer of an event that was recorded under this name."""
    if not is_player(by):
        return None
    seat: int | None = event.by if isinstance(event, Claim) else getattr(event, "seat", None)
    return by if seat is None else seat


def enter(shares: Shares, event: Event, by: str) -> None:
    """Counts an event."""
    share = (writer_of(event, by), type(event))
    shares[share] = shares.get(share, 0) + 1


def of_staff(shares: Shares) -> int:
    """The number of entries that the staff recorded."""
    return sum(count for (writer, _), count in shares.items() if writer is None)
