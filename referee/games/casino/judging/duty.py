"""The cards that a seat may hold, and its duties: cards that it must trail, and builds that forbid it to trail."""

from referee.cards import FRENCH, bits
from referee.games.casino.rules import WRONG_HAND
from referee.games.casino.state import NO_DUTIES, CasinoState
from referee.games.casino.table.board import CasinoBoard
from referee.match.state import ALL


def board(state: CasinoState, seat: int) -> CasinoBoard:
    """The table as it is for a seat."""
    layout = state.layout
    barred_cards = layout.barred[state.side(seat)]
    return CasinoBoard(state.values, layout.loose, layout.builds, state.params.face_captures, barred_cards)


def duty(state: CasinoState, seat: int) -> tuple[str, int] | None:
    """The rule that makes the seat trail, and the mask of cards of which it must trail one; None if it is free."""
    duties = state.duties
    if duties is NO_DUTIES:
        return None
    mine = [obligation for obligation in duties.obligations if obligation.seat == seat]
    if mine:
        return mine[0].rule, sum(obligation.card for obligation in mine)
    return (WRONG_HAND, FRENCH.all) if duties.trailing >> seat & 1 else None


def playable(state: CasinoState, seat: int, visible: int = ALL) -> list[tuple[int, int]]:
    """Each card that the seat may hold, with the cards that it may hold beside it, for a reader that sees these hands."""
    hands = state.knowledge
    known_cards, possible = hands.visible_cards(seat, visible), hands.possible(seat, visible)
    beside_known, beside_unknown = (
        hands.unseen_beside(seat, card, visible) for card in (known_cards & -known_cards, 0)
    )
    if hands.lacks and visible == ALL:
        lacking_hands = hands.lacking_hands()
        return [(card, lacking_hands.beside(seat, card)) for card in bits(possible)]
    hand = []
    for card in bits(possible):
        unseen = beside_known if card & known_cards else beside_unknown
        if unseen >= 0:
            hand.append((card, (possible if unseen else known_cards) & ~card))
    return hand


def is_bound(state: CasinoState, seat: int) -> bool:
    """True if a build of its own keeps the seat from trailing and building, unless it has no other play."""
    return state.layout.binds(seat) and not duty(state, seat)


def free_to_play(state: CasinoState, seat: int, visible: int = ALL) -> int:
    """The cards that the seat may trail, or build with, as far as this reader may know its hand (casino.own-build).

    While a build of its own stands, a card is free if no card known of the hand, nor itself, takes, duplicates or raises.
    """
    cards = sum(card for card, _ in playable(state, seat, visible))
    if not state.layout.binds(seat):
        return cards
    table, hand = board(state, seat), state.knowledge.visible_cards(seat, visible)
    return sum(card for card in bits(cards) if not table.obliges_any(hand | card))
