"""The score of a hand, and the end of a partida and of the coto."""

from collections.abc import Sequence

from referee.games.guinote.facts import CanteCounted, CanteTakenBack, PartidaBegun, PartidaReopened
from referee.games.guinote.rules import LEAST_IN_CARDS, TARGET
from referee.games.guinote.state import SIDES, EarlyEnd, GuinoteState
from referee.match import handlers
from referee.match.events import Withdraw
from referee.match.facts import Fact, HandScored, MatchEnded, PointsScored, TallyCounted
from referee.match.judge import disputes
from referee.match.ledger import Item, Ranking
from referee.match.state import Facts

GAINS = (PointsScored, CanteCounted)
"""The facts that add points."""


def totals_after(state: GuinoteState, facts: list[Fact]) -> list[int]:
    """The points of the partida once these facts are entered."""
    totals = state.ledger.totals[:]
    for fact in facts:
        if isinstance(fact, PartidaBegun):
            totals = [0, 0]
        elif isinstance(fact, GAINS):
            totals[fact.side] += fact.points
        elif isinstance(fact, CanteTakenBack):
            totals[fact.side] -= fact.points
    return totals


def in_cards(state: GuinoteState, side: int) -> int:
    """The side's points in cards over the whole partida (guinote.thirty)."""
    return state.in_cards(side) + state.won_before[side]


def hand_score(state: GuinoteState, totals: list[int]) -> HandScored:
    """The score of the hand in play, which brought the partida to these totals."""
    start = state.points_before
    points = (totals[0] - start[0], totals[1] - start[1])
    by_figures = state.counted_hand is not None
    return HandScored(state.hand, points, tuple(totals), _items(state, points), counted=by_figures)


def _items(state: GuinoteState, points: tuple[int, int]) -> tuple[Item, ...]:
    """The items of these points: cantes, the last trick, and the rest in cards."""
    in_cards = list(points)
    items = []
    for cante in state.cantes:
        if cante.hand == state.hand and cante.points:
            pair = state.pack.cards(state.deck.pairs[cante.suit]) if cante.suit else ()
            items.append(Item(state.side(cante.seat), cante.points, "guinote.cante", pair))
    if state.is_finished():
        items.append(Item(state.side(state.winner), state.params.last(), "guinote.last-trick"))
    for item in items:
        in_cards[item.side] -= item.points
    return (*[Item(side, n, "guinote.points") for side, n in enumerate(in_cards) if n], *items)


# The end of a hand


def end_hand(state: GuinoteState, facts: list[Fact], at: int) -> None:
    """Ends the hand after its last trick: the partida is won, or the vueltas follow (guinote.win-first-hand)."""
    if state.vueltas:
        reach(state, facts, at)
        return
    totals = totals_after(state, facts)
    over = [side for side in range(SIDES) if totals[side] >= TARGET]
    facts.append(hand_score(state, totals))
    stop(state)
    if over:
        first = over[0] if len(over) == 1 else state.side(state.winner)
        winner = _award(state, facts, first, "guinote.win-first-hand")
        _leave_open(state, at, winner)


def reach(state: GuinoteState, facts: list[Fact], at: int) -> None:
    """Ends the partida as soon as a side has 101 in the vueltas (guinote.vueltas)."""
    totals = totals_after(state, facts)
    first = next((side for side in range(SIDES) if totals[side] >= TARGET), None)
    if first is not None:
        end_vueltas(state, facts, at, first)


def end_vueltas(state: GuinoteState, facts: list[Fact], at: int, first: int) -> None:
    """Ends the partida for the side that reached 101 first. The referee can still rule on claims of a hand without cards."""
    if state.counted_hand is None:
        # No card can decide a claim about an ida that was told by its figures: it waits for the referee, as it did.
        facts += disputes.close(state, facts, keep=state.has_figures_only)
    facts.append(hand_score(state, totals_after(state, facts)))
    early = not state.is_finished()
    stop(state)
    winner = _award(state, facts, first, "guinote.vueltas")
    if early:
        state.early_end = EarlyEnd(at, winner)
    _leave_open(state, at, winner)


def _leave_open(state: GuinoteState, at: int, winner: int) -> None:
    """Lets a later ruling give the partida to the other side, if the hand was recorded by its figures."""
    if state.counted_hand is not None:
        state.early_end = EarlyEnd(at, winner)


def stop_by_renuncio(state: GuinoteState, facts: list[Fact], side: int) -> None:
    """Stops the hand in play, if any, for a proven renuncio: this side wins the partida (guinote.renuncio)."""
    if state.in_hand():
        totals = tuple(totals_after(state, facts))
        facts.append(HandScored(state.hand, None, totals, counted=state.counted_hand is not None))
    stop(state)
    win(state, facts, side, "guinote.renuncio")


def stop(state: GuinoteState) -> None:
    """Ends the hand in play."""
    state.phase = "deal"
    state.turn = None


def _award(state: GuinoteState, facts: list[Fact], first: int, rule: str) -> int:
    """Gives the partida to the side that reached 101, or to the other if that one has too little in cards. Returns the winner."""
    if in_cards(state, first) < LEAST_IN_CARDS:
        first, rule = 1 - first, "guinote.thirty"
    win(state, facts, first, rule)
    return first


def win(state: GuinoteState, facts: list[Fact], side: int, rule: str) -> None:
    """Gives a partida to a side, and the coto with the last of them (guinote.coto)."""
    state.partida_over = True
    state.early_end = None
    reopenings = sum(isinstance(fact, PartidaReopened) and fact.side == side for fact in facts)
    facts.append(TallyCounted("partidas", side, rule))
    if state.ledger.tallies["partidas"][side] - reopenings + 1 >= state.params.partidas():
        ranking = (state.partners(side), state.partners(1 - side))
        facts.append(MatchEnded(ranking, (side,), "guinote.coto"))


def standing(state: GuinoteState, left: Sequence[int]) -> Ranking:
    """The seats by partidas won and then by points of the one in play, without those in `left`; equals share a place."""
    ledger = state.ledger
    points = (0, 0) if state.partida_over else ledger.totals
    places: dict[tuple[int, int], tuple[int, ...]] = {}
    for side in range(SIDES):
        if state.partners(side)[0] not in left:
            key = (ledger.tallies["partidas"][side], points[side])
            places[key] = places.get(key, ()) + state.partners(side)
    return tuple(places[key] for key in sorted(places, reverse=True))


def apply_withdraw(state: GuinoteState, event: Withdraw, at: int) -> Facts:
    """Ends the partida when a side leaves."""
    facts = handlers.leave(state, event, standing)
    state.partida_over = True
    state.early_end = None
    return facts
