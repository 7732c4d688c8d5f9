"""How many events of each kind everybody recorded of a match: what one seat records takes no room from the others.

What a player recorded counts for the seat that the event names, so that another token brings no more room; where it names none,
for the token. It stays on record though the match goes back.
"""

from referee.match.events import Claim, Event

Writer = int | str | None
"""A seat, the name of a player's token, or None for the staff: referees, organizers, the service itself."""
Shares = dict[tuple[Writer, type[Event]], int]

_PLAYERS = "player:"


def is_player(by: str) -> bool:
    """Whether this name in `recorded_by` is of a player's token."""
    return by.startswith(_PLAYERS)


def writer_of(event: Event, by: str) -> Writer:
    """For whom an event counts that was recorded under this name."""
    if not is_player(by):
        return None
    seat: int | None = event.by if isinstance(event, Claim) else getattr(event, "seat", None)
    return by if seat is None else seat


def enter(shares: Shares, event: Event, by: str) -> None:
    """Counts an event."""
    share = (writer_of(event, by), type(event))
    shares[share] = shares.get(share, 0) + 1


def of_staff(shares: Shares) -> int:
    """How many entries of the match the staff recorded."""
    return sum(count for (writer, _), count in shares.items() if writer is None)
