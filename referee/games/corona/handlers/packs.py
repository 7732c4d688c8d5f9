"""What moves from a pack to hand and cementerio, and what comes of a pack that has run out."""

from collections.abc import Sequence

from referee.games.corona.facts import Owed, PackDrawn, PackSpent
from referee.games.corona.knowledge import SEATS
from referee.games.corona.rules import LOSE, PACK
from referee.games.corona.state import CoronaState
from referee.match import handlers
from referee.match.events import Redeal, Withdraw
from referee.match.facts import Fact, HandScored, MatchEnded, PointsScored
from referee.match.ledger import Item, Ranking
from referee.match.state import Facts


def may_come_next(state: CoronaState, seat: int, cards: int, count: int) -> bool:
    """Whether these cards may be among the next `count` of a pack."""
    camp = state.camps[seat]
    if camp.order is None:
        return state.knowledge.may_leave(seat, camp.size, cards, count)
    return not cards & ~sum(camp.order[camp.size - count :])


def spend(state: CoronaState, seat: int, count: int, named: Sequence[str | None]) -> tuple[str | None, ...]:
    """The next `count` cards of a pack go to its cementerio: as the order has them, else as `named`."""
    camp, judge = state.camps[seat], state.knowledge
    if camp.order is not None:
        cards = [camp.order.pop() for _ in range(count)]
    else:
        cards = [PACK.bit[name] if name else 0 for name in named]
    camp.size -= count
    for card in filter(None, cards):
        judge.place(seat, card)
        camp.cementerio |= card
    unseen = cards.count(0)
    if not camp.size and judge.last[seat]:
        # The pack went to its end unseen, so the card shown at the start is one of those that nobody named.
        unseen -= 1
        camp.cementerio |= judge.last[seat]
        judge.place(seat, judge.last[seat])
    if unseen:
        judge.bury_unseen(seat, unseen)
    return tuple(PACK.name(card) if card else None for card in cards)


def draw_cards(state: CoronaState, seat: int, count: int, rule: str) -> list[Fact]:
    """A seat takes the next cards of its pack into the hand; no fact where it takes none."""
    if not count:
        return []
    camp, judge = state.camps[seat], state.knowledge
    camp.size -= count
    if camp.order is not None:
        cards = [camp.order.pop() for _ in range(count)]
    else:
        cards = [0] * (count - 1) + [0 if camp.size else judge.last[seat]]
    judge.draw(seat, cards)
    return [PackDrawn(seat, count, rule)]


# The end


def lose(state: CoronaState, seat: int, owed: Owed) -> list[Fact]:
    """A card is owed and the pack has none: the battle is over (corona.lose)."""
    return [PackSpent(seat, owed), *end(state, seat, owed)]


def end(state: CoronaState, seat: int, owed: Owed | None, counted: bool = False) -> list[Fact]:
    """The seat has lost the battle; `counted`: that was told by the figures, which need not say what its pack owed."""
    winner = 1 - seat
    state.phase = "over"
    state.turn = None
    state.lost_at = owed
    points = tuple(int(side == winner) for side in range(SEATS))
    scored = HandScored(state.hand, points, points, (Item(winner, 1, LOSE),), counted=counted)
    return [scored, MatchEnded(((winner,), (seat,)), (winner,), LOSE)]


def standing(state: CoronaState, left: Sequence[int]) -> Ranking:
    """The seats that have not left: a battle that is not over has no order."""
    stay = tuple(seat for seat in range(SEATS) if seat not in left)
    return (stay,) if stay else ()


def apply_withdraw(state: CoronaState, event: Withdraw, at: int) -> Facts:
    """The first to leave gives the battle away; when both have left, nobody has won it."""
    alone = not state.left
    change = PointsScored(1 - event.seat, 1, LOSE) if alone else PointsScored(event.seat, -1, LOSE)
    return (change, *handlers.leave(state, event, standing))


def apply_redeal(state: CoronaState, event: Redeal, at: int) -> Facts:
    """The battle is void: both packs are whole again."""
    facts = handlers.apply_redeal(state, event, at)
    clear_table(state)
    return facts


def clear_table(state: CoronaState) -> None:
    """Nothing lies on the table, and no hand holds a card."""
    state.knowledge.begin([0] * SEATS, [0] * SEATS, 0)
    state.clear(None)
