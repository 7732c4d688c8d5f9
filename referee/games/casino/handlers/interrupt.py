"""Shared events to which Casino adds: misdeals, hands shown, rulings, withdrawals, plays taken back.

An infraction that one of these proves moves points, or loses a single deal.
"""

from collections.abc import Iterable

from referee.cards import FRENCH
from referee.errors import BadRequest
from referee.games.casino import refusals
from referee.games.casino.facts import CardOwed
from referee.games.casino.handlers.ending import standing
from referee.games.casino.handlers.irregular import owe
from referee.games.casino.judging.infractions import dismiss_presumed, proven_facts, settle
from referee.games.casino.rules import ILLEGAL_PLAY, MISDEAL
from referee.games.casino.state import CasinoState, TrailObligation
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
    """Refuses a reason that Casino does not have, or that comes too late."""
    if event.reason not in MISDEALS:
        reasons = ", ".join(MISDEALS)
        raise BadRequest(Text(es=f"`reason` es uno de {reasons}", en=f"`reason` is one of {reasons}"), rule=MISDEAL)
    handlers.check_redeal(state, event, at)
    if event.reason in BEFORE_PLAY and (state.round.plays or state.round.number > 1):
        refusals.refuse_misdeal(event.reason)


def apply_redeal(state: CasinoState, event: Redeal, at: int) -> Facts:
    """Voids the deal, and drops the assertions of its plays."""
    return [*dismiss_presumed(state), *handlers.apply_redeal(state, event, at)]


def apply_reveal(state: CasinoState, event: Reveal, at: int) -> Facts:
    """Names cards of the hand: they may prove an improper build, or that the hand could have done better than trail."""
    state.knowledge.learn(event.seat, FRENCH.mask(event.cards))
    return settle_proofs(state, at)


def settle_proofs(state: CasinoState, at: int) -> list[Fact]:
    """The facts of what the judge has just settled, with their costs, and with the end of the match if they lose it."""
    facts = proven_facts(state) if state.knowledge.proofs else []
    settle(state, facts)
    return facts


def apply_ruling(state: CasinoState, event: Ruling, at: int) -> Facts:
    """Applies a ruling, which may prove an improper build."""
    facts = list(handlers.apply_ruling(state, event, at))
    settle(state, facts)
    return facts


def apply_withdraw(state: CasinoState, event: Withdraw, at: int) -> Facts:
    """Lets a side leave, and drops the infractions that were presumed."""
    return [*dismiss_presumed(state), *handlers.leave(state, event, standing)]


def left_by_retract(state: CasinoState, undone: CasinoState) -> Facts:
    """The obligation to trail the card of an illegal play that was taken back before the next seat played."""
    illegal_play = undone.illegal_play
    if (
        illegal_play is None
        or undone.plays != state.plays + 1
        or undone.hand != state.hand
        or state.turn != illegal_play.seat
    ):
        return NOTHING
    owe(state, TrailObligation(illegal_play.seat, illegal_play.card, ILLEGAL_PLAY))
    facts: list[Fact] = [CardOwed(illegal_play.seat, FRENCH.name(illegal_play.card)), *proven_facts(state)]
    settle(state, facts)
    return facts


def recall(state: CasinoState, facts: Iterable[Fact]) -> None:
    """Restores the obligations of `left_by_retract` from its facts."""
    left = tuple(facts)
    disputes.bind(state, left)
    for fact in left:
        if isinstance(fact, CardOwed):
            owe(state, TrailObligation(fact.seat, FRENCH.bit[fact.card], ILLEGAL_PLAY))
    disputes.facts_of_proofs(state)
    disputes.release(state)
