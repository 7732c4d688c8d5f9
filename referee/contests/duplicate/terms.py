"""Terms of a contest in which every table plays the same deals (duplicate.deals, duplicate.matchpoints, duplicate.difference)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

MOST_HANDS = 32
DuplicateScoring = Literal["matchpoints", "difference"]


class DuplicateTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The same deals at every table of a round: how many, and how they are compared."""

    hands: Annotated[int, Meta(ge=1, le=MOST_HANDS, description="The hands of each round, the same at every table.")]
    scoring: Annotated[
        DuplicateScoring,
        Meta(
            description="`matchpoints`: 2 for each that did worse with the same cards, 1 for each that did the same, by percent; "
            "`difference`: from the mean of all tables, added up."
        ),
    ] = "matchpoints"


class RoundDeals(Struct, frozen=True):
    """The deals of a round: its hands by number through the contest, and what binds their secret seed.

    `commitment` is the SHA-256 of the seed in UTF-8, in hexadecimal.
    """

    first: int
    hands: int
    commitment: str


def hand_number(terms: DuplicateTerms, round_: int, board: int) -> int:
    """The number through the contest of hand `board` of a round, all counted from 1."""
    return (round_ - 1) * terms.hands + board


def place_of_hand(terms: DuplicateTerms, number: int) -> tuple[int, int]:
    """The round of a hand, and its number within it."""
    round_, board = divmod(number - 1, terms.hands)
    return round_ + 1, board + 1
