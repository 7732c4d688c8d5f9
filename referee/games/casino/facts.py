"""The facts that only Casino has: rounds, takes, builds, and a card that a seat must trail."""

from referee.match.events import Seat
from referee.match.facts import Fact


class RoundDealt(Fact, frozen=True, tag="round_dealt"):
    """A round of a deal begins; `last` marks the one that empties the pack."""

    hand: int
    round: int
    last: bool = False


class BuildStands(Fact, frozen=True, tag="build_stands"):
    """A build was made, duplicated or raised: it now has these cards and this value, and is this seat's."""

    build: str
    seat: Seat
    value: int
    cards: tuple[str, ...]
    multiple: bool = False


class CardsTaken(Fact, frozen=True, tag="cards_taken"):
    """A seat took these cards, its own among them; `sweep` where that cleared the table and counts."""

    seat: Seat
    card: str
    cards: tuple[str, ...]
    sweep: bool = False


class RestTaken(Fact, frozen=True, tag="rest_taken"):
    """What lay on the table after the last card goes to the side that took last."""

    seat: Seat
    cards: tuple[str, ...]


class CardOwed(Fact, frozen=True, tag="card_owed"):
    """An illegal play was taken back: the card with which it was tried must be trailed.

    **[ruling]** Everybody is told at once, whenever infractions are shown: the play goes back before all, and a duty that is
    hidden could not be kept. If they are shown at the end of the hand, the duty follows only from what everybody sees.
    """

    seat: Seat
    card: str


CASINO_FACTS = (RoundDealt, BuildStands, CardsTaken, RestTaken, CardOwed)
