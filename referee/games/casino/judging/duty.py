"""What a seat may hold, and what the table asks of it: the cards it must trail, and whether it may trail at all."""

from referee.cards import FRENCH, bits
from referee.games.casino.rules import WRONG_HAND
from referee.games.casino.state import NO_DUTIES, CasinoState
from referee.games.casino.table.board import CasinoBoard
from referee.games.casino.table.layout import Layout
from referee.match.state import ALL


def board(state: CasinoState, seat: int) -> CasinoBoard:
    """What lies on the table, for a seat."""
    return board_of(state, state.layout, seat)


def board_of(state: CasinoState, layout: Layout, seat: int) -> CasinoBoard:
    """What lies on this table, for a seat."""
    barred = layout.barred[state.side(seat)]
    return CasinoBoard(state.values, layout.loose, layout.builds, state.params.face_captures, barred)


def duty(state: CasinoState, seat: int) -> tuple[str, int] | None:
    """The rule that makes the seat trail, and the cards of which it must trail one; None if it is free."""
    duties = state.duties
    if duties is NO_DUTIES:
        return None
    mine = [owed for owed in duties.owed if owed.seat == seat]
    if mine:
        return mine[0].rule, sum(owed.card for owed in mine)
    return (WRONG_HAND, FRENCH.all) if duties.trailing >> seat & 1 else None


def playable(state: CasinoState, seat: int, visible: int = ALL) -> list[tuple[int, int]]:
    """Each card that the seat may hold, with the cards that it may hold beside it, for a reader who sees these hands."""
    judge = state.knowledge
    known = judge.seen(seat, visible)
    unseen = judge.size[seat] - known.bit_count()
    possible = judge.possible(seat, visible) if unseen else known
    hand = []
    for card in bits(possible):
        more = unseen - (not known & card)
        if more >= 0:
            hand.append((card, (possible if more else known) & ~card))
    return hand


def trailable(state: CasinoState, seat: int, visible: int = ALL) -> int:
    """The cards that the seat may trail, as far as this reader may know its hand (casino.trail, casino.own-build).

    While a build of its own stands these are none, unless nothing that it may hold takes, duplicates or raises.
    """
    hand = playable(state, seat, visible)
    table = board(state, seat)
    if not state.layout.binds(seat):
        return sum(card for card, _ in hand)
    if state.knowledge.size[seat] == 1:
        return sum(card for card, _ in hand if not table.obliges(card, 0))
    return 0 if any(table.obliges(card, kept) for card, kept in hand) else sum(card for card, _ in hand)
