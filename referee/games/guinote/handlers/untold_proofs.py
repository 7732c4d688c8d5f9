"""The hand in play for readers that learn of proofs only at its end: each cante counts as far as this reader can know.

[ruling] A reader counts a cante until no deal that fits this reader's knowledge has the pair in the hand that sang it. A suit
that a seat sings again, beside a cante of its own that this reader counted then, counts no more, even if the first falls later.
The log judges in the same way by its own knowledge, so `legal` lists for a player what a `strict` match takes that knows no more
than this player.
"""

from referee.games.guinote.shown_pairs import SeenCantes, cards_in_trick
from referee.games.guinote.state import CanteRecord, GuinoteState
from referee.games.guinote.sung_suits import Window, least_cards, suits_left, ways


def undo_proofs(state: GuinoteState, visible: int) -> None:
    """Restores the cantes of the hand in play as they were sung: their points, and the cards that they showed.

    A cante that this reader can see to be false, or sung again, keeps no suit that it can be of.
    """
    cantes = state.cantes_of_hand()
    for cante in cantes:
        if not cante.points:
            state.ledger.totals[state.side(cante.seat)] += cante.value
    now = SeenCantes(state.knowledge, cantes, state.tricks_since, visible, cards_in_trick(state))
    counting = {cante.version: cante for cante in _standing(_count_as_sung(state, cantes, visible), now)}
    others = state.cantes[: len(state.cantes) - len(cantes)]
    state.cantes = (*others, *(_as_sung(cante, counting.get(cante.version)) for cante in cantes))


def _count_as_sung(state: GuinoteState, cantes: tuple[CanteRecord, ...], visible: int) -> list[CanteRecord]:
    """The cantes that this reader counted when the last of them was sung, with the suits that each could be of."""
    counted: list[CanteRecord] = []
    for cante in cantes:
        if cante.moment is None:
            counted.append(cante)
            continue
        knowledge, _, earlier, tricks = cante.moment
        then = SeenCantes(knowledge.copy(), earlier, tricks, visible)
        counted = _standing(counted, then)
        suits = [cante.suit] if cante.suit else suits_left(state, cante.seat, cante.value, counted)
        choices = ways(state, Window(then.hands, counted, tricks, visible), cante.seat, suits)
        if choices:
            possible_suits = frozenset(suit for suit, _ in choices)
            counted.append(cante._replace(suits=possible_suits, cards_meant=least_cards(choices)))
    return counted


def _standing(cantes: list[CanteRecord], cantes_of_reader: SeenCantes) -> list[CanteRecord]:
    """Those of these cantes that may have been true."""
    return [
        cante for cante in cantes if any(cantes_of_reader.may_have_held(cante, cards) for cards in cante.cards_meant)
    ]


def _as_sung(cante: CanteRecord, count: CanteRecord | None) -> CanteRecord:
    return cante._replace(points=cante.value, suits=count.suits if count else frozenset(), moment=None)
