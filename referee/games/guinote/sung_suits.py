"""The suits of the cantes of a hand: each seat sings a suit once, so its 20s without a suit need a pair each.

What a cante says of its hand is more than one pair, then: a hand that has sung two 20s without naming a suit said by the second
that it holds two pairs. A cante that is proven false asks for none.

[ruling] Cards of the pairs that earlier 20s ask for may be laid since those were sung, or have been drawn since. And only cantes
of the same seat are weighed together: of two seats that sing one suit, one sings falsely, and the log says which once it can.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from referee.games.guinote.knowledge import GuinoteKnowledge
from referee.games.guinote.state import CanteRecord, GuinoteState, TrickRecord
from referee.match.state import ALL

Way = tuple[str, int]
"""A suit that a cante may be of, and all cards that its hand holds then."""


class Window(NamedTuple):
    """The moment of a cante for one reader of the hands in `visible`: the hands, the `cantes` that count, the tricks since."""

    hands: GuinoteKnowledge
    cantes: Sequence[CanteRecord]
    tricks: Sequence[TrickRecord]
    visible: int = ALL


def suits_left(state: GuinoteState, seat: int, value: int, cantes: Iterable[CanteRecord]) -> list[str]:
    """The suits that this value fits and that none of these cantes of the seat has named."""
    trump = state.deck.letter[state.triunfo]
    named_suits = {cante.suit for cante in cantes if cante.seat == seat}
    return [suit for suit in "OCEB" if (suit == trump) == (value == 40) and suit not in named_suits]


def ways(state: GuinoteState, window: Window, seat: int, suits: Iterable[str]) -> list[Way]:
    """The ways in which a cante of one of these suits can be in order beside those that count, as far as the reader knows."""
    hands, cantes, tricks, visible = window
    mine = [cante for cante in cantes if cante.seat == seat]
    named_suits = {cante.suit for cante in mine}
    pairs = state.deck.pairs
    choices: list[Way] = []
    for suit in suits:
        if suit in named_suits:
            continue
        rivals = _rivals(
            suit, [cante._replace(suits=cante.suits - named_suits) for cante in mine if cante.suit is None]
        )
        for others in product(*(sorted(rival.suits) for rival in rivals)):
            if len({suit, *others}) == 1 + len(rivals):
                cards = pairs[suit]
                for rival, other in zip(rivals, others, strict=True):
                    cards |= pairs[other] & ~_laid_since(tricks, rival)
                if hands.may_hold(seat, cards, visible):
                    choices.append((suit, cards))
    return choices


def least_cards(choices: Iterable[Way]) -> tuple[int, ...]:
    """The cards of these ways, without those that hold all cards of another."""
    masks = dict.fromkeys(cards for _, cards in choices)
    return tuple(mask for mask in masks if not any(other & mask == other != mask for other in masks))


def _rivals(suit: str, cantes: list[CanteRecord]) -> list[CanteRecord]:
    """The cantes without a suit that compete for this one, or for a suit that such a cante may need instead."""
    suits, rivals = {suit}, cantes
    while True:
        rivals = [cante for cante in cantes if cante.suits & suits]
        more = suits.union(*(cante.suits for cante in rivals))
        if more == suits:
            return rivals
        suits = more


def _laid_since(tricks: Iterable[TrickRecord], cante: CanteRecord) -> int:
    """The cards that the seat has laid since its cante."""
    laid = 0
    for trick in tricks:
        if trick.at > cante.version:
            laid |= trick.cards[cante.seat]
    return laid


# The cantes of a hand as a reader takes them


def counting_cantes(state: GuinoteState, visible: int) -> list[CanteRecord]:
    """The cantes of this hand that count, with the suits that they can be of, as far as this reader can know.

    For a reader that does not see proofs yet, `undo_proofs` has taken each cante as far as this reader can.
    """
    cantes = state.counting_cantes()
    if visible == ALL:
        return cantes
    return [cante for cante in (_for_reader(state, cante, visible) for cante in cantes) if cante.suits]


def _for_reader(state: GuinoteState, cante: CanteRecord, visible: int) -> CanteRecord:
    """The cante with the suits that it can be of, by what this reader knew of the hand when it was sung."""
    if cante.suit is not None or cante.moment is None:
        return cante
    hands, suits, cantes, tricks = cante.moment
    # Those of its own seat alone, which are all that `ways` weighs: through every seat the work doubles with each cante.
    earlier = [_for_reader(state, one, visible) for one in cantes if one.points and one.seat == cante.seat]
    choices = ways(state, Window(hands, earlier, tricks, visible), cante.seat, suits)
    return cante._replace(suits=frozenset(suit for suit, _ in choices))


def window_now(state: GuinoteState, visible: int = ALL) -> Window:
    """The window now, for a reader of these hands."""
    return Window(state.knowledge, counting_cantes(state, visible), state.tricks_since, visible)
