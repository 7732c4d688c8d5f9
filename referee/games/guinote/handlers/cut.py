"""The dealer of a hand, and the cut before the deal (guinote.first-dealer, guinote.cut).

The seat at the dealer's left lifts a heap, and the dealer lays the other one on it: the bottom card of the lifted heap becomes
the bottom card of the pack. So a card seen in cutting is in no hand until the last draw.
"""

from typing import NoReturn

from referee.errors import Breach, Flaw, Impossible
from referee.games.guinote.events import Cut, GuinoteDeal
from referee.games.guinote.state import GuinoteState
from referee.match import first_deal
from referee.match.facts import InfractionProven
from referee.match.ledger import Evidence
from referee.match.state import NOTHING, Facts
from referee.text import Text

CUT = "guinote.cut"


def due_dealer(state: GuinoteState) -> int:
    """The seat that has to deal now, or that dealt the hand in progress (guinote.first-dealer)."""
    if state.dealer is None:
        return state.first_dealer
    # A claim may stop the hand within a trick: the seat that is winning that one has not won it.
    if state.void or state.in_hand():
        return state.dealer
    if state.counted_hand is not None:
        return state.counted_hand.last
    return state.last_trick.seat if state.last_trick else state.dealer


def cutter(state: GuinoteState) -> int:
    """The seat that has to cut: the one at the dealer's left."""
    return (due_dealer(state) - 1) % state.seats


def check_cut(state: GuinoteState, event: Cut, at: int) -> Breach | None:
    """Refuses a cut when none is due, and names another seat than the one that has to cut."""
    state.require_seat(event.seat)
    first_deal.require_no_draw(state)
    if state.in_hand() or state.cut is not None:
        _refuse(
            "se corta una vez, antes de repartir: la mano está en juego o ya se ha cortado",
            "the pack is cut once, before it is dealt: a hand is in progress, or it was cut already",
        )
    due = cutter(state)
    if event.seat == due:
        return None
    return Breach(
        CUT,
        event.seat,
        Text(es=f"corta el asiento {due}, no el {event.seat}", en=f"seat {due} cuts, not seat {event.seat}"),
    )


def apply_cut(state: GuinoteState, event: Cut, at: int) -> Facts:
    due = cutter(state)
    state.cut = 0 if event.card is None else state.pack.bit[event.card]
    return NOTHING if event.seat == due else (InfractionProven(CUT, event.seat, at, Evidence("seen")),)


def require_cut_card(state: GuinoteState, event: GuinoteDeal) -> None:
    """Raises Impossible for a deal in which the card seen in cutting is not the last of the stock, and names the place."""
    if not state.cut:
        return
    card = state.pack.name(state.cut)
    if event.shuffle:
        _refuse(
            f"al cortar se vio {card}: esa baraja ya no la reparte el servicio",
            f"{card} was seen in cutting: the service cannot deal this pack",
            "$.shuffle",
        )
    places: dict[str, tuple[str | None, ...]] = {
        f"$.hands[{seat}]": hand for seat, hand in enumerate(event.hands or ()) if hand
    }
    places |= {"$.turn_up": (event.turn_up,)}
    places |= {f"$.stock[{n}]": (other,) for n, other in enumerate((event.stock or ())[:-1])}
    wrong = next((place for place, cards in places.items() if card in cards), None)
    if wrong is None and event.stock and event.stock[-1] != card:
        wrong = f"$.stock[{len(event.stock) - 1}]"
    if wrong is not None:
        _refuse(
            f"al cortar se vio {card}, que es la última del monte",
            f"{card} was seen in cutting: it is the last of the stock",
            wrong,
        )


def _refuse(es: str, en: str, path: str | None = None) -> NoReturn:
    text = Text(es=es, en=en)
    raise Impossible(text, rule=CUT, flaws=(Flaw(path, text),) if path else ())
