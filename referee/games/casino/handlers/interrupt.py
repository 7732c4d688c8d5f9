"""What every game has and Casino adds to: misdeals, hands shown, rulings, withdrawals, plays taken back.

An infraction that one of these proves moves points, or loses a single deal.
"""

from collections.abc import Iterable

from referee.cards import FRENCH
from referee.errors import BadRequest
from referee.games.casino import refusals
from referee.games.casino.facts import CardOwed
from referee.games.casino.handlers.ending import standing
from referee.games.casino.handlers.irregular import owe
from referee.games.casino.judging.infractions import dropped, proven, settle
from referee.games.casino.rules import ILLEGAL_PLAY, MISDEAL
from referee.games.casino.state import CasinoOwed, CasinoState
from referee.match import handlers
from referee.match.events import Redeal, Reveal, Ruling, Withdraw
from referee.match.facts import Fact
from referee.match.judge import disputes
from referee.match.state import NOTHING, Facts
from referee.text import Text

BEFORE_PLAY = ("no_shuffle", "no_cut")
"""Misdeals that count only before any play; a wrong pack voids the deal whenever it is found (casino.misdeal)."""
MISDEALS = ("wrong_pack", *BEFORE_PLAY)


def check_redeal(state: CasinoState, event: Redeal, at: int) -> None:
    """Refuses a reason that is none of Casino's, or that comes too late."""
    if event.reason not in MISDEALS:
        said = ", ".join(MISDEALS)
        raise BadRequest(Text(es=f"`reason` es uno de {said}", en=f"`reason` is one of {said}"), rule=MISDEAL)
    handlers.check_redeal(state, event, at)
    if event.reason in BEFORE_PLAY and (state.round.played or state.round.number > 1):
        refusals.refuse_misdeal(event.reason)


def apply_redeal(state: CasinoState, event: Redeal, at: int) -> Facts:
    """The deal is void, and what its plays asserted is dropped."""
    return [*dropped(state), *handlers.apply_redeal(state, event, at)]


def apply_reveal(state: CasinoState, event: Reveal, at: int) -> Facts:
    """Cards of the hand are known now: they may prove an improper build, or that it could have done better than trail."""
    state.knowledge.learn(event.seat, FRENCH.mask(event.cards))
    facts = proven(state) if state.knowledge.proofs else []
    settle(state, facts)
    return facts


def apply_ruling(state: CasinoState, event: Ruling, at: int) -> Facts:
    """The referee's word may prove an improper build."""
    facts = list(handlers.apply_ruling(state, event, at))
    settle(state, facts)
    return facts


def apply_withdraw(state: CasinoState, event: Withdraw, at: int) -> Facts:
    """A side leaves, and nothing stays in dispute."""
    return [*dropped(state), *disputes.close(state), *handlers.leave(state, event, standing)]


def taken_back(state: CasinoState, undone: CasinoState) -> Facts:
    """The card of an illegal play taken back before the next seat played must be trailed."""
    tried = undone.tried
    if tried is None or undone.plays != state.plays + 1 or undone.hand != state.hand or state.turn != tried.seat:
        return NOTHING
    owe(state, CasinoOwed(tried.seat, tried.card, ILLEGAL_PLAY))
    facts: list[Fact] = [CardOwed(tried.seat, FRENCH.name(tried.card)), *proven(state)]
    settle(state, facts)
    return facts


def recall(state: CasinoState, facts: Iterable[Fact]) -> None:
    """Takes up what `taken_back` left behind."""
    left = tuple(facts)
    disputes.bind(state, left)
    for fact in left:
        if isinstance(fact, CardOwed):
            owe(state, CasinoOwed(fact.seat, FRENCH.bit[fact.card], ILLEGAL_PLAY))
    disputes.proven(state)
    disputes.release(state)
