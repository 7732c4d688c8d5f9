"""What becomes of an infraction of Casino: what it costs, and when it loses a match at once."""

from collections.abc import Iterable, Sequence

from referee.games.casino.rules import IMPROPER, LAST_ROUND, LOSES, TAKE
from referee.games.casino.state import CasinoState, Tried
from referee.match.facts import Fact, HandScored, InfractionDismissed, InfractionProven, MatchEnded, PointsScored
from referee.match.judge import disputes


def leave(state: CasinoState, seat: int, card: int) -> None:
    """A card leaves the hand for the table, and the log learns that the hand held it."""
    state.knowledge.lay(seat, card)
    if state.duties.owed:
        state.duties = state.duties.met(card)


def proven(state: CasinoState) -> list[Fact]:
    """The facts of what the judge has just settled; while the log is folded, those that it holds."""
    judge = state.knowledge
    held = [(proof.code, proof.seat, proof.version) for proof in judge.proofs if proof.how == "upheld"]
    open_ = [(said, seat) for seat, said_by in enumerate(judge.open) for said in said_by] if state.stored else []
    facts = disputes.proven(state)
    presumed = {
        (f.code, f.seat, f.version) for f in facts if isinstance(f, InfractionProven) and f.evidence.how == "seen"
    }
    for said, seat in open_:
        if (said.code, seat, said.version) in presumed:
            judge.reopen(seat, said)
    return [*facts, *_excused(state, held)] if held else facts


def dropped(state: CasinoState) -> list[Fact]:
    """Dismisses what older rules presumed of hands that are played no further: nothing has settled it."""
    open_ = enumerate(state.knowledge.open)
    return _excused(state, ((said.code, seat, said.version) for seat, said_by in open_ for said in said_by))


def _excused(state: CasinoState, asserted: Iterable[tuple[str, int, int]]) -> list[Fact]:
    """Dismisses those of the assertions that older rules presumed to be false.

    By them a trail against a build of one's own was an infraction until the hand showed that it could do nothing else; a match
    that was in play then has such infractions on its account.
    """
    presumed = {(i.code, i.seat, i.version) for i in state.ledger.infractions if i.status == "proven"}
    return [InfractionDismissed(*said) for said in asserted if said in presumed]


def costs(state: CasinoState, facts: Iterable[Fact]) -> list[Fact]:
    """The points that the improper builds proven by these facts move: -1 for the maker's side, +1 for every other.

    The totals of a match that is over stay as they are.
    """
    makers = [fact.seat for fact in facts if isinstance(fact, InfractionProven) and fact.code == IMPROPER]
    if not makers or state.ledger.decided is not None:
        return []
    return [cost for seat in makers for cost in costs_of(state, state.side(seat))]


def costs_of(state: CasinoState, maker: int) -> list[PointsScored]:
    """The points that one improper build of this side moves."""
    return [PointsScored(side, -1 if side == maker else 1, IMPROPER) for side in range(state.sides)]


def undo_proofs(state: CasinoState, visible: int) -> None:
    """Gives back what the improper builds of the deal in play cost."""
    since = state.ledger.hidden_from or 0
    for found in state.ledger.infractions:
        if (found.code, found.status) == (IMPROPER, "proven") and found.version >= since:
            for cost in costs_of(state, state.side(found.seat)):
                state.ledger.totals[cost.side] -= cost.points


def is_moved_by_proof(fact: Fact) -> bool:
    """Whether a fact says what an improper build costs."""
    return isinstance(fact, PointsScored) and fact.rule == IMPROPER


def is_fatal(state: CasinoState) -> bool:
    """Whether some irregularities lose the game at once (casino.loses)."""
    return state.params.single_deal and state.seats == 2 and state.ledger.decided is None


def lost_by(state: CasinoState, seat: int, before: Sequence[Fact] = (), counted: bool = False) -> list[Fact]:
    """The end of a match that this seat loses at once: the deal is not counted, and nothing stays in dispute.

    `counted`: that it did was told by the figures of the deal.
    """
    state.phase = "deal"
    state.turn = None
    return [
        *dropped(state),
        *disputes.close(state, before),
        HandScored(state.hand, None, tuple(totals_after(state, before)), counted=counted),
        MatchEnded(((1 - seat,), (seat,)), (1 - seat,), LOSES),
    ]


def settle(state: CasinoState, facts: list[Fact], stood: Tried | None = None) -> bool:
    """Adds what these facts cost, and the end of the match if that loses it; says whether it does."""
    facts += costs(state, facts)
    loser = _loser(state, facts, stood)
    if loser is not None:
        facts += lost_by(state, loser, facts)
    return loser is not None


def _loser(state: CasinoState, facts: Iterable[Fact], stood: Tried | None) -> int | None:
    """Who loses at once by these facts, or by the illegal take that stood; None if nobody does."""
    if not is_fatal(state):
        return None
    if stood and TAKE in stood.rules:
        return stood.seat
    proven = (f.seat for f in facts if isinstance(f, InfractionProven) and f.code in {IMPROPER, LAST_ROUND})
    return next(proven, None)


def totals_after(state: CasinoState, facts: Iterable[Fact]) -> list[int]:
    """The totals with the points of facts that the ledger does not have yet."""
    totals = list(state.ledger.totals)
    for fact in facts:
        if isinstance(fact, PointsScored):
            totals[fact.side] += fact.points
    return totals
