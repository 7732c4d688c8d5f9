"""The beginning and end of a turn: income, the turn passed on with its draw, and a drawn card named."""

from referee.errors import Breach
from referee.games.corona.events import EndTurn, Income
from referee.games.corona.facts import IncomeTurned
from referee.games.corona.handlers.packs import draw_cards, lose, may_come_next, spend
from referee.games.corona.refusals import DRAW, END, INCOME, refuse_now, refuse_pack, require_turn
from referee.games.corona.rules import PACK
from referee.games.corona.state import CoronaState
from referee.match.events import Draw
from referee.match.judge.refusals import impossible
from referee.match.state import Facts
from referee.text import Text

EMPTY = Text(es="no le quedan cartas", en="it has no cards left")
ELSEWHERE = Text(es="esa carta está en otra parte", en="this card is elsewhere")
UNNAMED = Text(
    es="no se conoce su orden, y hay que decir la carta (`card`)",
    en="its order is not known, and the card must be named (`card`)",
)


def check_income(state: CoronaState, event: Income, at: int) -> Breach | None:
    seat = event.seat
    require_turn(state, seat, ("income",), INCOME)
    camp = state.camps[seat]
    if event.card is None:
        if camp.size and camp.order is None:
            refuse_pack(seat, INCOME.rule, UNNAMED)
    elif not camp.size:
        refuse_pack(seat, INCOME.rule, EMPTY)
    elif not may_come_next(state, seat, PACK.bit[event.card], 1):
        refuse_pack(seat, INCOME.rule, ELSEWHERE)
    return None


def apply_income(state: CoronaState, event: Income, at: int) -> Facts:
    seat = event.seat
    camp = state.camps[seat]
    if not camp.size:
        return lose(state, seat, "income")
    (card,) = spend(state, seat, 1, (event.card,))
    state.income = PACK.bit[card or ""]
    camp.turned = 0
    state.phase = "hire"
    return (IncomeTurned(seat, card or ""),)


def check_end_turn(state: CoronaState, event: EndTurn, at: int) -> Breach | None:
    require_turn(state, event.seat, ("end",), END)
    return None


def apply_end_turn(state: CoronaState, event: EndTurn, at: int) -> Facts:
    state.clear_turn()
    state.active = 1 - event.seat
    if not state.camps[state.active].size:
        return lose(state, state.active, "draw")
    state.phase = "income"
    state.turn = state.active
    return draw_cards(state, state.active, 1, DRAW.rule)


def check_draw(state: CoronaState, event: Draw, at: int) -> Breach | None:
    seat = event.seat
    state.require_seat(seat)
    last_draw = state.knowledge.last_draws[seat]
    if not state.in_hand() or not (last_draw.unknown or last_draw.cards):
        refuse_now(state, seat, DRAW)
    if event.card is None:
        return None
    if not state.knowledge.may_be_drawn(seat, PACK.bit[event.card]):
        raise impossible(
            DRAW.rule,
            es=f"{event.card} no puede ser lo que el asiento {seat} robó la última vez",
            en=f"{event.card} cannot be what seat {seat} drew last",
            seat=seat,
        )
    return None


def apply_draw(state: CoronaState, event: Draw, at: int) -> Facts:
    if event.card:
        state.knowledge.name_drawn(event.seat, PACK.bit[event.card])
    return ()
