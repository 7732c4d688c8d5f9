"""Hands for tests."""

from referee.cards import FRENCH, Pack


def deal_pack(pack: Pack, seats: int, seed: str = "tests") -> list[list[str]]:
    """The whole pack dealt by a seed."""
    order = pack.shuffle(seed, 1)
    return [list(pack.in_order(order[seat::seats])) for seat in range(seats)]


TWO = deal_pack(FRENCH, 2)
FOUR = deal_pack(FRENCH, 4)


def holder(hands: list[list[str]], card: str = "2C") -> int:
    """The seat that holds a card."""
    return next(seat for seat, hand in enumerate(hands) if card in hand)
