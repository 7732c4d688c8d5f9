"""Claims of renuncio and of false cantes, and the consequences of proofs: cantes fall, partidas change hands."""

from referee.games.guinote import refusals
from referee.games.guinote.facts import CanteCounted, CanteTakenBack, PartidaReopened
from referee.games.guinote.handlers.partidas import reach, stop_by_renuncio
from referee.games.guinote.rules import CANTE
from referee.games.guinote.shown_pairs import confirm
from referee.games.guinote.state import GuinoteState
from referee.match import handlers
from referee.match.events import Claim, Reveal, Ruling
from referee.match.facts import ClaimMade, ClaimRuled, Fact, InfractionProven
from referee.match.judge import disputes
from referee.match.ledger import ClaimState
from referee.match.state import Facts

RENUNCIO = "guinote.renuncio"


def check_claim(state: GuinoteState, event: Claim, at: int) -> None:
    """Refuses a claim by one's own pair, of no play or cante of this partida, or of a partida that is over."""
    state.require_seat(event.by)
    state.require_seat(event.against)
    if state.side(event.by) == state.side(event.against):
        refusals.refuse_claim(
            event,
            RENUNCIO,
            f"el asiento {event.by} juega con él y sólo reclama la otra pareja",
            f"seat {event.by} is on its side, and only the other pair claims",
        )
    if event.kind == "cante" and any(event.at == versions.stop for versions in state.counted):
        # The log has no moment of such a cante, so neither its cards nor the referee could tell one of them from another.
        refusals.refuse_claim(
            event,
            CANTE,
            "son cantes que sólo constan en las cifras de la mano; una cifra equivocada se corrige",
            "its cantes are only on record in the figures of the hand; a wrong figure is corrected",
        )
    if not (_cante_named(state, event) if event.kind == "cante" else _play_named(state, event)):
        refusals.refuse_claim(
            event,
            RENUNCIO,
            "no es jugada suya de la partida en curso",
            "it is no move of that seat in the partida in progress",
        )


def _play_named(state: GuinoteState, event: Claim) -> bool:
    return not state.partida_over and event.at >= state.partida_at and state.author(event.at) == event.against


def _cante_named(state: GuinoteState, event: Claim) -> bool:
    """True if it is a cante of the partida in progress, or of one that 101 points ended before the last trick."""
    disputable = not state.partida_over or (state.early_end is not None and state.counted_hand is None)
    return disputable and any((cante.version, cante.seat) == (event.at, event.against) for cante in state.cantes)


def apply_claim(state: GuinoteState, event: Claim, at: int) -> Facts:
    """Records the claim, and decides it at once if the log can."""
    return _settle(state, list(handlers.apply_claim(state, event, at)), at)


def apply_ruling(state: GuinoteState, event: Ruling, at: int) -> Facts:
    """Applies the referee's ruling on a claim, with its consequences."""
    return _settle(state, list(handlers.apply_ruling(state, event, at)), at)


def apply_reveal(state: GuinoteState, event: Reveal, at: int) -> Facts:
    """Places the cards in the hand, and returns what they prove, with its consequences."""
    confirm(state, event.seat, state.pack.mask(event.cards))
    return _settle(state, list(handlers.apply_reveal(state, event, at)), at)


def proven_facts(state: GuinoteState, at: int) -> list[Fact]:
    """The facts that the judge has just proven, with their consequences."""
    return _settle(state, disputes.facts_of_proofs(state), at)


def _settle(state: GuinoteState, facts: list[Fact], at: int) -> list[Fact]:
    """Adds the consequences of these facts: cantes fall, claims win partidas, a partida that no longer stands goes on.

    For a further kind of claim (`CLAIMS` in `state.py`), `check_claim` says of what it may be made. If it wins the partida,
    `_claimant` names the winner; any other consequence is a function that is called here, as `_take_back` is.
    """
    losses = [fact for proof in facts if isinstance(proof, InfractionProven) for fact in _take_back(state, proof)]
    facts += losses
    facts += _reconsider(state, facts)
    claimant = _claimant(state, facts)
    if claimant is not None:
        _win_by_claim(state, facts, state.side(claimant))
    elif losses and state.early_end and state.counted_hand is None:
        _reopen(state, facts)
        reach(state, facts, at)
    return facts


def _take_back(state: GuinoteState, proof: InfractionProven) -> list[Fact]:
    """Takes back the points of a cante that counted and is disproved."""
    losses = [
        cante for cante in state.cantes if proof.code == CANTE and cante.version == proof.version and cante.points
    ]
    state.cantes = tuple(cante._replace(points=0) if cante in losses else cante for cante in state.cantes)
    before = list(state.points_before)
    for cante in losses:
        if state.vueltas and cante.hand < state.hand:
            before[state.side(cante.seat)] -= cante.points
    state.points_before = (before[0], before[1])
    return [CanteTakenBack(cante.seat, state.side(cante.seat), cante.points, cante.version) for cante in losses]


def is_moved_by_proof(fact: Fact) -> bool:
    """True for a fact that says that a cante counts, or no longer counts."""
    return isinstance(fact, CanteCounted | CanteTakenBack)


def _reconsider(state: GuinoteState, facts: list[Fact]) -> list[Fact]:
    """Upholds claims that were rejected only because 101 stopped the hand, if a reveal before the next deal proves them.

    If that end was undone, any proof in the hand does. The entries of a log that is folded have such claims among their facts.
    """
    ends = state.undone_ends if state.stored_facts is None else ()
    if state.early_end is not None:
        ends = (*ends, state.early_end.at)
    if not ends:
        return []
    proofs = [fact for fact in facts if isinstance(fact, InfractionProven)]
    return [
        ClaimRuled(claim.claim, "upheld")
        for claim in state.ledger.claims
        if claim.status == "rejected" and claim.ruled_at in ends and _proves(state, proofs, claim)
    ]


def _proves(state: GuinoteState, proofs: list[InfractionProven], claim: ClaimState) -> bool:
    rules = state.CLAIMS[claim.kind].rules
    return any(p.version == claim.at and p.seat == claim.against and p.code in rules for p in proofs)


def _claimant(state: GuinoteState, facts: list[Fact]) -> int | None:
    """The claimant of a renuncio that these facts uphold, or None."""
    for fact in facts:
        if isinstance(fact, ClaimMade) and (fact.kind, fact.status) == ("renuncio", "upheld"):
            return fact.by
        if isinstance(fact, ClaimRuled) and fact.status == "upheld":
            claim = state.ledger.claim(fact.claim)
            if claim is not None and claim.kind == "renuncio":
                return claim.by
    return None


def _win_by_claim(state: GuinoteState, facts: list[Fact], side: int) -> None:
    """A proven renuncio wins the partida, and stops the hand, for the side that claimed it (guinote.renuncio)."""
    if state.partida_over:
        if state.early_end is None or state.early_end.winner == side:
            return
        _reopen(state, facts)
    facts += disputes.close(state, facts)
    stop_by_renuncio(state, facts, side)


def _reopen(state: GuinoteState, facts: list[Fact]) -> None:
    """Reopens the hand that 101 stopped; it goes on from the same trick."""
    assert state.early_end is not None
    facts.append(PartidaReopened(state.early_end.winner, state.hand, state.dealt_at))
    state.undone_ends += (state.early_end.at,)
    state.early_end = None
    state.partida_over = False
    state.phase = "descarte" if state.undrawn else "arrastre"
    state.turn = state.winner
