"""The facts that only Por la Corona has. None of them names a card that the table does not see."""

from typing import Literal

from referee.match.events import Seat
from referee.match.facts import Fact

Debt = Literal["draw", "income", "damage"]
"""The event for which a pack that has run out still owed a card."""


class StartShown(Fact, frozen=True, tag="start_shown"):
    """The bottom cards decided who starts; every try but the last was a tie."""

    seat: Seat
    shown: tuple[tuple[str, ...], ...]


class IncomeTurned(Fact, frozen=True, tag="income_turned"):
    """The card that is the income of the turn."""

    seat: Seat
    card: str


class HireAnswered(Fact, frozen=True, tag="hire_answered"):
    """The replica of `seat` sent the card just hired to its owner's cementerio."""

    seat: Seat
    card: str
    cards: tuple[str, ...]


class AttackMet(Fact, frozen=True, tag="attack_met"):
    """What became of one attacker: who stopped it, who fell, the cards it cost the defender's pack (null: not seen)."""

    seat: Seat
    attacker: str
    defender: str | None
    fallen: tuple[str, ...]
    cost: tuple[str | None, ...]


class PackDrawn(Fact, frozen=True, tag="pack_drawn"):
    """A seat drew cards: how many, and by which rule."""

    seat: Seat
    count: int
    rule: str


class CardsRecovered(Fact, frozen=True, tag="cards_recovered"):
    """A joker and a numbered card were set aside, and these cards returned to the pack."""

    seat: Seat
    aside: tuple[str, ...]
    cards: tuple[str, ...]


class PackSpent(Fact, frozen=True, tag="pack_spent"):
    """A seat owed a card and its pack had none: the battle is lost."""

    seat: Seat
    owed: Debt


CORONA_FACTS = (StartShown, IncomeTurned, HireAnswered, AttackMet, PackDrawn, CardsRecovered, PackSpent)
