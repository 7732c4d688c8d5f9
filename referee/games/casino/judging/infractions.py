"""The consequences of an infraction of Casino: its cost in points, and a match lost at once."""

from collections.abc import Iterable, Sequence

from referee.games.casino.rules import IMPROPER, LAST_ROUND, LOSES, TAKE
from referee.games.casino.state import CasinoState, IllegalPlay
from referee.match.facts import Fact, HandScored, InfractionDismissed, InfractionProven, MatchEnded, PointsScored
from referee.match.judge import disputes


def leave(state: CasinoState, seat: int, card: int) -> None:
    """Moves a card from the hand to the table, and ends the obligation to trail it."""
    state.knowledge.lay(seat, card)
    if state.duties.obligations:
        state.duties = state.duties.without(card)


def proven_facts(state: CasinoState) -> list[Fact]:
    """The facts of the assertions that the judge has just settled; while a log is folded, those that it holds."""
    hands = state.knowledge
    keys = [(proof.code, proof.seat, proof.version) for proof in hands.proofs if proof.how == "held"]
    open_ = (
        [(assertion, seat) for seat, said_by in enumerate(hands.open) for assertion in said_by]
        if state.stored_facts
        else []
    )
    facts = disputes.facts_of_proofs(state)
    presumed_infractions = {
        (f.code, f.seat, f.version) for f in facts if isinstance(f, InfractionProven) and f.evidence.how == "seen"
    }
    for assertion, seat in open_:
        if (assertion.code, seat, assertion.version) in presumed_infractions:
            hands.reopen(seat, assertion)
    return [*facts, *_dismissals(state, keys)] if keys else facts


def dismiss_presumed(state: CasinoState) -> list[Fact]:
    """Dismisses the infractions that older rules presumed of hands that are not played to their end."""
    open_ = enumerate(state.knowledge.open)
    return _dismissals(
        state, ((assertion.code, seat, assertion.version) for seat, said_by in open_ for assertion in said_by)
    )


def _dismissals(state: CasinoState, keys: Iterable[tuple[str, int, int]]) -> list[Fact]:
    """Dismisses infractions, by (code, seat, version), that older rules presumed.

    By those rules a trail against a build of one's own was an infraction until the hand showed that it had no other play. A
    match that was in play then has such infractions in its ledger.
    """
    presumed_infractions = {(i.code, i.seat, i.version) for i in state.ledger.infractions if i.status == "proven"}
    return [InfractionDismissed(*key) for key in keys if key in presumed_infractions]


def costs(state: CasinoState, facts: Iterable[Fact]) -> list[Fact]:
    """The points that improper builds proven by these facts move: -1 for the maker's side, +1 for every other.

    The totals of a match that is over stay as they are.
    """
    makers = [fact.seat for fact in facts if isinstance(fact, InfractionProven) and fact.code == IMPROPER]
    if not makers or state.ledger.result_of_play is not None:
        return []
    return [cost for seat in makers for cost in costs_of(state, state.side(seat))]


def costs_of(state: CasinoState, maker: int) -> list[PointsScored]:
    """The points that one improper build of this side moves."""
    return [PointsScored(side, -1 if side == maker else 1, IMPROPER) for side in range(state.sides)]


def undo_proofs(state: CasinoState, visible: int) -> None:
    """Gives back the points of the improper builds of the deal in play."""
    since = state.ledger.hidden_from or 0
    for infraction in state.ledger.infractions:
        if (infraction.code, infraction.status) == (IMPROPER, "proven") and infraction.version >= since:
            for cost in costs_of(state, state.side(infraction.seat)):
                state.ledger.totals[cost.side] -= cost.points


def is_moved_by_proof(fact: Fact) -> bool:
    """True for a fact with the cost of an improper build."""
    return isinstance(fact, PointsScored) and fact.rule == IMPROPER


def is_fatal(state: CasinoState) -> bool:
    """True if some irregularities lose the match at once (casino.loses)."""
    return state.params.single_deal and state.seats == 2 and state.ledger.result_of_play is None


def lose_at_once(state: CasinoState, seat: int, before: Sequence[Fact] = (), by_figures: bool = False) -> list[Fact]:
    """Ends a match that this seat loses at once: the deal is not scored, and disputes are dropped.

    `by_figures`: the loss was recorded by the figures of the deal.
    """
    state.phase = "deal"
    state.turn = None
    return [
        *dismiss_presumed(state),
        *disputes.close(state, before),
        HandScored(state.hand, None, tuple(totals_after(state, before)), counted=by_figures),
        MatchEnded(((1 - seat,), (seat,)), (1 - seat,), LOSES),
    ]


def settle(state: CasinoState, facts: list[Fact], illegal_play: IllegalPlay | None = None) -> bool:
    """Adds the costs of these facts, and the end of the match if they lose it. Returns True if they do."""
    facts += costs(state, facts)
    loser = _loser(state, facts, illegal_play)
    if loser is not None:
        facts += lose_at_once(state, loser, facts)
    return loser is not None


def _loser(state: CasinoState, facts: Iterable[Fact], illegal_play: IllegalPlay | None) -> int | None:
    """The seat that loses at once by these facts, or by an illegal take that stands; None if no seat does."""
    if not is_fatal(state):
        return None
    if illegal_play and TAKE in illegal_play.rules:
        return illegal_play.seat
    seats = (f.seat for f in facts if isinstance(f, InfractionProven) and f.code in {IMPROPER, LAST_ROUND})
    return next(seats, None)


def totals_after(state: CasinoState, facts: Iterable[Fact]) -> list[int]:
    """The totals with the points of facts that the ledger does not have yet."""
    totals = list(state.ledger.totals)
    for fact in facts:
        if isinstance(fact, PointsScored):
            totals[fact.side] += fact.points
    return totals
