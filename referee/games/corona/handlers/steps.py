"""A defence recorded combat by combat: first the blocks, then each combat by itself (corona.house-combats)."""

from typing import NamedTuple

from referee.errors import Breach
from referee.games.corona import refusals
from referee.games.corona.events import Combat
from referee.games.corona.handlers.combat import check_lost, complete_defence, resolve
from referee.games.corona.refusals import COMBAT, require_turn
from referee.games.corona.rules import PACK, SUIT_CARDS, cost, may_draw
from referee.games.corona.state import CoronaState, Duel
from referee.match.state import Facts


class Due(NamedTuple):
    """The next combat: its cost to the defender's pack, the part of it that the pack can pay, and the cards that may be drawn."""

    duel: Duel
    cost: int
    payable: int
    draws: int


def due(state: CoronaState) -> Due:
    """The next combat. A combat must be left."""
    duel = state.combats[-len(state.attackers)]
    is_blocked = bool(duel.defender)
    toll = cost(duel.attacker, is_blocked, state.abilities)
    blocks = {duel.attacker} if is_blocked else set()
    payable = min(toll, state.camps[1 - state.active].size)
    # An attacker that the pack cannot pay for ends the battle before its draw.
    attackers = (duel.attacker,) if payable == toll else ()
    draws = may_draw(attackers, blocks, state.camps[state.active].size, state.abilities)
    return Due(duel, toll, payable, draws)


def check_combat(state: CoronaState, event: Combat, at: int) -> Breach | None:
    seat = event.seat
    state.require_seat(seat)
    if not state.one_by_one:
        refusals.refuse_step(seat)
    require_turn(state, seat, ("combat",), COMBAT)
    coming = due(state)
    attacker = PACK.bit[event.attacker]
    if attacker != coming.duel.attacker:
        refusals.refuse_order(seat, attacker, coming.duel.attacker)
    check_lost(state, seat, event.lost, coming.payable)
    if event.draw is not None and event.draw > coming.draws:
        return refusals.too_many_drawn(seat, event.draw, coming.draws)
    return None


def apply_combat(state: CoronaState, event: Combat, at: int) -> Facts:
    duel = due(state).duel
    to_draw = SUIT_CARDS if event.draw is None else event.draw
    facts, outcome = resolve(state, duel, list(event.lost or ()), to_draw)
    position = len(state.combats) - len(state.attackers)
    state.combats = (*state.combats[:position], duel._replace(outcome=outcome), *state.combats[position + 1 :])
    state.attackers = state.attackers[1:]
    if state.in_hand() and not state.attackers:
        complete_defence(state)
    return facts
