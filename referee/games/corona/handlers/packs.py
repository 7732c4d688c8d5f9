"""Moves of cards from a pack to hand and cementerio, and the end of the battle when a pack has run out."""

from collections.abc import Sequence

from referee.games.corona.facts import Debt, PackDrawn, PackSpent
from referee.games.corona.knowledge import SEATS
from referee.games.corona.rules import LOSE, PACK
from referee.games.corona.state import CoronaState
from referee.match import handlers
from referee.match.events import Redeal, Withdraw
from referee.match.facts import Fact, HandScored, MatchEnded, PointsScored
from referee.match.ledger import Item, Ranking
from referee.match.state import Facts


def may_come_next(state: CoronaState, seat: int, cards: int, count: int) -> bool:
    """True if these cards may be among the next `count` of a pack."""
    camp = state.camps[seat]
    if camp.order is None:
        return state.knowledge.may_leave(seat, camp.size, cards, count)
    return not cards & ~sum(camp.order[camp.size - count :])


def spend(state: CoronaState, seat: int, count: int, names: Sequence[str | None]) -> tuple[str | None, ...]:
    """Moves the next `count` cards of a pack to its cementerio: by its order, or else as `names` says (None: unseen)."""
    camp, hands = state.camps[seat], state.knowledge
    if camp.order is not None:
        cards = [camp.order.pop() for _ in range(count)]
    else:
        cards = [PACK.bit[name] if name else 0 for name in names]
    camp.size -= count
    for card in filter(None, cards):
        hands.place(seat, card)
        camp.cementerio |= card
    unseen = cards.count(0)
    if not camp.size and hands.last[seat]:
        # The pack went to its end unseen, so the card shown at the start is one of the unnamed.
        unseen -= 1
        camp.cementerio |= hands.last[seat]
        hands.place(seat, hands.last[seat])
    if unseen:
        hands.bury_unseen(seat, unseen)
    return tuple(PACK.name(card) if card else None for card in cards)


def draw_cards(state: CoronaState, seat: int, count: int, rule: str) -> list[Fact]:
    """Draws the next cards of a pack into its seat's hand. Returns no fact for no card."""
    if not count:
        return []
    camp, hands = state.camps[seat], state.knowledge
    camp.size -= count
    if camp.order is not None:
        cards = [camp.order.pop() for _ in range(count)]
    else:
        cards = [0] * (count - 1) + [0 if camp.size else hands.last[seat]]
    hands.draw(seat, cards)
    return [PackDrawn(seat, count, rule)]


# The end


def lose(state: CoronaState, seat: int, debt: Debt) -> list[Fact]:
    """Ends the battle of a seat that owes a card and has none in its pack (corona.lose)."""
    return [PackSpent(seat, debt), *end(state, seat, debt)]


def end(state: CoronaState, seat: int, debt: Debt | None, by_figures: bool = False) -> list[Fact]:
    """Ends the battle, lost by `seat`. `by_figures`: recorded by figures, which need not name the debt of the pack."""
    winner = 1 - seat
    state.phase = "over"
    state.turn = None
    state.lost_at = debt
    points = tuple(int(side == winner) for side in range(SEATS))
    fact = HandScored(state.hand, points, points, (Item(winner, 1, LOSE),), counted=by_figures)
    return [fact, MatchEnded(((winner,), (seat,)), (winner,), LOSE)]


def standing(state: CoronaState, left: Sequence[int]) -> Ranking:
    """The seats that have not left, on one place: a battle in progress has no order."""
    stay = tuple(seat for seat in range(SEATS) if seat not in left)
    return (stay,) if stay else ()


def apply_withdraw(state: CoronaState, event: Withdraw, at: int) -> Facts:
    """Gives the battle to the other seat when the first one leaves; takes it back when both have left."""
    alone = not state.left
    change = PointsScored(1 - event.seat, 1, LOSE) if alone else PointsScored(event.seat, -1, LOSE)
    return (change, *handlers.leave(state, event, standing))


def apply_redeal(state: CoronaState, event: Redeal, at: int) -> Facts:
    """Voids the battle: both packs are whole again."""
    facts = handlers.apply_redeal(state, event, at)
    clear_table(state)
    return facts


def clear_table(state: CoronaState) -> None:
    """Clears the table and the hands."""
    state.knowledge.begin([0] * SEATS, [0] * SEATS, 0)
    state.clear(None)
