"""The open table of Por la Corona, and what its choices look like."""

from msgspec import Struct, field

from referee.match.ledger import HandScore


class CoronaArmy(Struct, frozen=True):
    """One army: the cards that stand upright, those turned to attack, and which of the upright were hired this turn."""

    upright: tuple[str, ...]
    turned: tuple[str, ...]
    hired: tuple[str, ...]


class CoronaTable(Struct, frozen=True):
    """What lies open, per seat where there are two of it.

    `bottoms` are the cards shown at the start, while they must still be last in their packs. `cementerio_sizes` counts the cards
    that nobody named too. `income_left` is null before the income, and where a joker still pays for one card of any cost.
    """

    active: int | None
    starter: int | None
    shown: tuple[tuple[str, ...], ...]
    armies: tuple[CoronaArmy, ...]
    cementerios: tuple[tuple[str, ...], ...]
    cementerio_sizes: tuple[int, ...]
    pack_sizes: tuple[int, ...]
    bottoms: tuple[str | None, ...]
    out: tuple[tuple[str, ...], ...]
    income: str | None
    income_left: int | None
    answerable: str | None
    attackers: tuple[str, ...]
    lost_at: str | None


class CoronaScore(Struct, frozen=True):
    """Battles won per seat."""

    totals: list[int]
    hands: list[HandScore]


class DefendChoice(Struct, frozen=True):
    """The attackers as declared, and the upright cards that may stop one each."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class RecoverChoice(Struct, frozen=True):
    """A joker, a card of the hand for the number, and the cementerio to choose from; null where not all is known."""

    jokers: tuple[str, ...] | None
    cards: tuple[str, ...] | None
    source: tuple[str, ...] | None = field(name="from")
