"""The sheets by which hands are dealt by hand: the cards of each, and a code that names its deal (duplicate.deals)."""

from base64 import b32encode
from hashlib import sha256
from typing import Annotated, Any

from msgspec import Meta, Struct

from referee.contests.duplicate.deals import HandDeal, deal_of
from referee.match.game import Ruleset

CHECK = 4
"""Letters of the check in a code."""


class DealSheet(Struct, frozen=True):
    """One hand of a round, to be dealt by hand at every table."""

    code: Annotated[
        str,
        Meta(
            description="Round, hand in the round, and a check of the commitment: of a round that is paired again it is another. "
            "It says nothing of the cards.",
            examples=["2-05-K7QF"],
        ),
    ]
    deal: Annotated[HandDeal, Meta(description="The cards of the hand.")]


class DealSheets(Struct, frozen=True):
    """The hands of a round, for those who deal them: secret until nobody has them to play."""

    round: int
    commitment: Annotated[str, Meta(description="The SHA-256 of the seed of the round's deals.")]
    sheets: Annotated[tuple[DealSheet, ...], Meta(description="The hands in the order in which they are played.")]


def code_of_hand(round_: int, board: int, hand: int, commitment: str) -> str:
    """The code on the sheet of a hand: it names the deal, and nothing of its cards follows from it.

    Its check are the first letters of the SHA-256 of commitment, newline, number of the hand, in base 32 (RFC 4648).
    """
    digest = sha256(f"{commitment}\n{hand}".encode()).digest()
    return f"{round_}-{board:02}-{b32encode(digest)[:CHECK].decode()}"


def sheets_of(
    rules: Ruleset, params: Any, seats: int, seed: str, round_: int, first: int, hands: int, commitment: str
) -> DealSheets:
    """The sheets of a round whose hands are counted from `first` through the contest."""
    sheets = tuple(
        DealSheet(
            code_of_hand(round_, board, first + board - 1, commitment),
            deal_of(rules, params, seats, seed, first + board - 1),
        )
        for board in range(1, hands + 1)
    )
    return DealSheets(round_, commitment, sheets)
