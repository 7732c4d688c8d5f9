"""The correction of wrong seats before the first card: an event with the right players of all seats."""

from msgspec.structs import replace

from referee.errors import Impossible, NotInThisGame
from referee.match.events import Opening, Seats, SeatTaken
from referee.match.state import NOTHING, Facts, State
from referee.text import Text

RULE = "seats.before-cards"
Seating = tuple[SeatTaken, ...]


def check_seats(state: State, event: Seats, at: int) -> None:
    """Refuses seats that the table does not have, and any seats once a card was dealt, told, or given as a sanction."""
    players = [seat.player for seat in event.seats]
    if len(players) != state.seats:
        raise Impossible(
            Text(
                es=f"la mesa tiene {state.seats} asientos, y han llegado {len(players)} jugadores",
                en=f"this table has {state.seats} seats, got {len(players)} players",
            )
        )
    if len({*players}) < len(players):
        raise Impossible(
            Text(es="la misma persona no puede ocupar dos asientos", en="one person cannot take two seats")
        )
    if event.first_dealer is not None:
        state.require_seat(event.first_dealer)
    if state.has_begun():
        raise Impossible(
            Text(
                es="ya se han repartido, contado o enseñado cartas: quien se sentó ha jugado; se abre otro encuentro, o se "
                "vuelve antes con `retract`",
                en="cards were dealt, told or shown already: who sat there has played; open another match, or go back before "
                "that with `retract`",
            ),
            rule=RULE,
        )
    if state.ledger.sanctions:
        seat = state.ledger.sanctions[0].seat
        raise Impossible(
            Text(
                es=f"el asiento {seat} tiene una tarjeta, que es de quien se sienta ahí: con `retract` se vuelve antes de ella",
                en=f"seat {seat} has a card, which belongs to the person who sits there: go back before it with `retract`",
            ),
            rule=RULE,
            seat=seat,
        )


def apply_seats(state: State, event: Seats, at: int) -> Facts:
    """Sets the first dealer of the event, if it has one."""
    if event.first_dealer is not None:
        state.first_dealer = event.first_dealer
    return NOTHING


def complete(event: Seats, opening: Opening, *, has_dealer: bool) -> Seats:
    """The event with its first dealer: the same person as before, or the one now in that seat if that person left.

    Raises NotInThisGame for a first dealer in a game that has none.
    """
    if not has_dealer:
        if event.first_dealer is not None:
            raise NotInThisGame(
                Text(es="aquí no reparte nadie: sobra `first_dealer`", en="nobody deals here: no `first_dealer`")
            )
        return event
    if event.first_dealer is not None or opening.first_dealer is None:
        return event
    dealer = opening.seats[opening.first_dealer].player
    new_seats = [seat for seat, seat_taken in enumerate(event.seats) if seat_taken.player == dealer]
    return replace(event, first_dealer=new_seats[0] if new_seats else opening.first_dealer)


def with_seats(event: Seats, opening: Opening) -> Opening:
    """The opening as it would have been with these seats."""
    seats = tuple(SeatTaken(seat.player) for seat in event.seats)
    dealer = opening.first_dealer if event.first_dealer is None else event.first_dealer
    return replace(opening, seats=seats, first_dealer=dealer)


def changed_sides(before: Seating, after: Seating, sides: int) -> list[int]:
    """The sides with other people than before."""
    return [side for side in range(sides) if {*before[side::sides]} != {*after[side::sides]}]
