"""Limits on the events of a player, so that no refusal tells of a card that the player has not seen.

A refusal is an answer: a player that may try every card learns which of them the log knows to be elsewhere. So if the log knows
more of the cards than a player does, an event that could meet such a card is refused before the card is looked at. The checks
here depend on which events were recorded in the hand, never on their cards.
"""

from referee.errors import Forbidden, Impossible
from referee.match.events import Event
from referee.match.state import State
from referee.text import Text


def require_one_event(events: int) -> None:
    """Raises Forbidden for a player's request of several events.

    The second is decided by what the first brings to light: a card drawn, a turn that only the last pass gives.
    """
    if events > 1:
        raise Forbidden(
            Text(
                es="un jugador envía los eventos de uno en uno: el siguiente depende de lo que salga de éste",
                en="a player sends one event at a time: the next depends on the result of this one",
            )
        )


def require_own_knowledge(state: State, event: Event, visible: int) -> None:
    """Raises Forbidden for an event of a player that the log could refuse by cards unseen by that player.

    `visible` are the player's own hands.
    """
    seat = getattr(event, "seat", None)
    if not event.OWN or seat is None or seat >= state.seats:
        return
    if (drawn_fields := _list_filled(event, event.UNSEEN)) and state.order_known(seat):
        raise _is_drawn(drawn_fields)
    if state.knowledge.complete(seat):
        return
    if (secret_fields := _list_filled(event, event.SECRET)) and state.ONE_PACK:
        raise _is_secret(secret_fields)
    if state.knows_beyond(visible) and _plays(event):
        raise Forbidden(
            Text(
                es=f"el registro conoce cartas de otras manos y no toda la del asiento {seat}: el árbitro anota esta jugada",
                en=f"the log knows cards of other hands, and not all of seat {seat}'s: the referee records this move",
            )
        )


def require_whole_deal(event: Event, seats: int) -> None:
    """Raises Impossible for a deal of some hands in a match with players' input: the log would know more than they do."""
    if event.tells_all_or_nothing(seats):
        return
    raise Impossible(
        Text(
            es="en un encuentro en el que anotan los jugadores se reparten todas las manos o ninguna",
            en="in a match in which players record, a deal gives every hand or none",
        )
    )


def _list_filled(event: Event, fields: tuple[str, ...]) -> str:
    """Those of the fields that the event fills in, as a sentence lists them."""
    return ", ".join(f"`{field}`" for field in fields if getattr(event, field) is not None)


def _plays(event: Event) -> bool:
    """True if the event is judged by the hand.

    That holds for a card that the log knows to be there too: the number of cards left for the unseen hands may decide if
    the rest of the hand allows it.
    """
    return event.HELD is None or bool(_list_filled(event, event.HELD))


def _is_drawn(fields: str) -> Forbidden:
    return Forbidden(
        Text(
            es=f"el registro ya conoce el orden del mazo: envíe la jugada sin {fields}",
            en=f"the log knows the order of the pack: send the event without {fields}",
        )
    )


def _is_secret(fields: str) -> Forbidden:
    return Forbidden(
        Text(
            es=f"el registro no conoce su mano entera: envíe la jugada sin {fields}, que sólo ve usted",
            en=f"the log does not know your whole hand: send the event without {fields}, which only you see",
        )
    )
