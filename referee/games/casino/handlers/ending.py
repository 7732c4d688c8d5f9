"""The end of a play, a round, a deal and a match of Casino: proofs, scores, winners."""

from collections.abc import Sequence

from referee.cards import FRENCH
from referee.games.casino.facts import RestTaken
from referee.games.casino.judging.infractions import proven_facts, settle, totals_after
from referee.games.casino.rules import END, SWEEP
from referee.games.casino.scoring import worth
from referee.games.casino.scoring.haul import CasinoHaul, haul
from referee.games.casino.state import CasinoState, IllegalPlay
from referee.games.casino.table.layout import Layout
from referee.match.facts import Fact, HandScored, MatchEnded, TallyCounted


def close(state: CasinoState, facts: list[Fact], illegal_play: IllegalPlay | None = None) -> list[Fact]:
    """Ends a play, or a change of a hand: adds proofs and costs, and ends the round or the deal if all hands are out.

    `illegal_play` is the one before, which stands now and may lose the match.
    """
    if state.knowledge.doubtful:
        state.knowledge.let_go()
    if state.knowledge.proofs:
        facts += proven_facts(state)
    over = not any(state.knowledge.size)
    last = over and state.round.number == state.rounds
    if settle(state, facts, illegal_play or (state.illegal_play if last else None)):
        return facts
    if last:
        facts += score_deal(state, facts)
    elif over:
        state.phase = "round"
        state.turn = None
    return facts


def pass_turn(state: CasinoState) -> None:
    """Passes the turn to the next seat that holds a card; it stays if no other does."""
    size, seats, turn = state.knowledge.size, state.seats, state.turn
    if turn is None:
        return
    for step in range(1, seats):
        seat = (turn + step) % seats
        if size[seat]:
            state.turn = seat
            return


def skip_empty(state: CasinoState) -> None:
    """Passes the turn on from a seat without cards."""
    if state.turn is not None and not state.knowledge.size[state.turn]:
        pass_turn(state)


def score_deal(state: CasinoState, before: Sequence[Fact]) -> list[Fact]:
    """Ends the deal after its last card: gives away the rest of the table, and scores the piles."""
    facts: list[Fact] = _award_rest(state)
    return facts + score_haul(state, haul(state.takings.piles, state.takings.swept), before)


def score_haul(state: CasinoState, have: CasinoHaul, before: Sequence[Fact], by_figures: bool = False) -> list[Fact]:
    """Scores the haul of each side: the items, the totals, and the result if the match is over.

    `before` are facts that the ledger does not have yet. `by_figures`: a count was recorded in place of the cards.
    """
    steps = worth.count(have, worth.tariff(state.params, state.options))
    points = worth.points(steps, state.sides)
    start = totals_after(state, before)
    totals = [total + n for total, n in zip(start, points, strict=True)]
    items = tuple(item for step in steps for item in step)
    facts: list[Fact] = [HandScored(state.hand, tuple(points), tuple(totals), items, counted=by_figures)]
    if state.params.sweeps:
        swept = (side for side, n in enumerate(have.sweeps) for _ in range(n))
        facts += [TallyCounted("sweeps", side, SWEEP) for side in swept]
    state.phase = "deal"
    state.turn = None
    return facts + _result(state, start, steps, totals)


def _award_rest(state: CasinoState) -> list[Fact]:
    """Gives the cards on the table to the side that took last, and to none if none took (casino.rest)."""
    rest, last = state.layout.cards, state.takings.last
    state.layout = Layout(0, (), state.layout.build_count, state.layout.barred)
    if not rest or last is None:
        return []
    state.takings = state.takings.gather(state.side(last), rest)
    return [RestTaken(last, FRENCH.cards(rest))]


def _result(state: CasinoState, start: Sequence[int], steps: Sequence[worth.Step], totals: Sequence[int]) -> list[Fact]:
    params = state.params
    if params.single_deal:
        best = worth.places(totals)[0]
        return [MatchEnded(_ranking(state, totals), tuple(best) if len(best) == 1 else (), END)]
    ahead = worth.first_home(start, steps, params.target)
    if not ahead:
        return []
    margin = worth.margin(totals, ahead, worth.factor(params.doubling, state.hand))
    winners = ahead if len(ahead) == 1 else ()
    return [MatchEnded(_ranking(state, totals, ahead), winners, END, margin)]


def _ranking(state: CasinoState, totals: Sequence[int], first: Sequence[int] = ()) -> tuple[tuple[int, ...], ...]:
    """The seats in order of their sides, partners together."""
    places = worth.places(totals, first)
    return tuple(tuple(seat for seat in range(state.seats) if state.side(seat) in place) for place in places)


def standing(state: CasinoState, left: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The seats in order of their totals, without those in `left`; equals share a place."""
    stay = (tuple(seat for seat in place if seat not in left) for place in _ranking(state, state.ledger.totals))
    return tuple(place for place in stay if place)
