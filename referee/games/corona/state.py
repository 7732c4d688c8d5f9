"""The state of a battle of Por la Corona: plain values, and the camp of each seat."""

from typing import Any, ClassVar, NamedTuple, Self

from referee.games.corona.facts import Debt
from referee.games.corona.knowledge import SEATS, CoronaKnowledge
from referee.games.corona.params import CoronaParams
from referee.games.corona.rules import PACK
from referee.match.events import Opening
from referee.match.ledger import Ledger
from referee.match.state import State


class DuelOutcome(NamedTuple):
    """The outcome of a combat: the cards that fell, those it cost the pack (None: not seen), the number drawn by the attacker."""

    casualties: tuple[str, ...]
    cost: tuple[str | None, ...]
    draws: int


class Duel(NamedTuple):
    """An attacker, the card that stops it (0: none), and the outcome; None before their combat."""

    attacker: int
    defender: int
    outcome: DuelOutcome | None = None


class Camp:
    """`army`, `cementerio`, `aside` are masks, `turned` the part of the army that attacked in its last turn.

    `size` counts the pack; `order` holds it as single cards, the next one at the end, or None where it is unknown.
    """

    __slots__ = ("army", "aside", "cementerio", "order", "size", "turned")

    def __init__(self, size: int, order: list[int] | None = None) -> None:
        self.army = 0
        self.turned = 0
        self.cementerio = 0
        self.aside = 0
        self.size = size
        self.order = order

    def copy(self) -> "Camp":
        """An independent copy."""
        twin = Camp(self.size, None if self.order is None else self.order[:])
        twin.army = self.army
        twin.turned = self.turned
        twin.cementerio = self.cementerio
        twin.aside = self.aside
        return twin

    @property
    def upright(self) -> int:
        """The cards that may defend: those that did not attack in their last turn (corona.defend)."""
        return self.army & ~self.turned

    def bury(self, card: int) -> None:
        """Moves a card to the cementerio, from the army or from elsewhere."""
        self.army &= ~card
        self.turned &= ~card
        self.cementerio |= card


class CoronaState(State):
    """One battle. Cards are bits; `hires`, `income` and `answerable` belong to the turn of seat `active`.

    `abilities`, `extra` (added to an income), `first` (the number of cards drawn first) and `one_by_one` come from the house
    rules.
    `began` is the version of the event that began it. `answerable` is the card hired last while a replica to it may come;
    `attackers` are those still to be met, in the order declared; `combats` are all of a defence that is recorded combat by
    combat (`one_by_one`), until the next attack or turn.
    The phases of a turn are `income`, `hire`, `defend`, `combat` (only there) and `end`: `turn` is the seat to act in them, the
    opponent in `defend` and `combat`.
    """

    __slots__ = (
        "abilities",
        "active",
        "answerable",
        "attackers",
        "began",
        "bottoms",
        "camps",
        "combats",
        "expense",
        "extra",
        "first",
        "has_replied",
        "hires",
        "income",
        "lost_at",
        "one_by_one",
        "starter",
        "whole",
    )
    pack = PACK
    ONE_PACK: ClassVar = False
    IDLE: ClassVar[tuple[str, ...]] = ("start", "deal", "over")
    params: CoronaParams
    knowledge: CoronaKnowledge

    def __init__(self, opening: Opening, params: Any, ledger: Ledger, options: Any = None) -> None:
        super().__init__(opening, params, ledger, options)
        self.sides = self.seats = SEATS
        self.whole = PACK.all & ~PACK.mask(("X1", "X2")[params.jokers :])
        self.knowledge = CoronaKnowledge(self.whole)
        self.abilities = params.abilities()
        self.extra = params.extra()
        self.first = params.first()
        self.one_by_one = params.one_by_one()
        self.phase = "start"
        self.began = 0
        self.starter: int | None = None
        self.bottoms: tuple[tuple[str, ...], ...] = ()
        self.lost_at: Debt | None = None
        self.clear(None)

    def clear(self, orders: list[list[int]] | None) -> None:
        """Restores both packs whole, in these orders (next card last) if they are known, and clears the table."""
        size = self.whole.bit_count()
        self.camps = [Camp(size, orders[seat] if orders else None) for seat in range(SEATS)]
        self.active = self.starter or 0
        self.clear_turn()

    def clear_turn(self) -> None:
        """Clears a turn: no income, nothing hired, answered or attacked."""
        self.income = 0
        self.expense = 0
        self.hires = 0
        self.answerable = 0
        self.has_replied = False
        self.attackers: tuple[int, ...] = ()
        self.combats: tuple[Duel, ...] = ()

    def has_begun(self) -> bool:
        return self.hand > 0 or bool(self.bottoms)

    def copy(self, ledger: Ledger) -> Self:
        twin = super().copy(ledger)
        twin.camps = [camp.copy() for camp in self.camps]
        return twin

    def order_known(self, seat: int) -> bool:
        return self.camps[seat].order is not None

    def cementerio_size(self, seat: int) -> int:
        """The number of cards in a cementerio, with the unnamed ones."""
        return self.camps[seat].cementerio.bit_count() + self.knowledge.unseen[seat].size
