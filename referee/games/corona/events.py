"""The events that only Por la Corona has."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.cards import CardName, CardRow, CardSet
from referee.games.corona.rules import LOSE, LOSING
from referee.match.events import CountOfHand, Event, Seat, Seed, SeedSource, all_or_nothing

ShownPair = Annotated[
    CardRow, Meta(min_length=2, max_length=2, description="The bottom card of seat 0, and of seat 1.")
]
IsObserved = Annotated[bool, Meta(description="The referee saw it break a rule; it stood.")]


class Start(Event, frozen=True, tag="start"):
    """Both packs are shuffled and show their bottom cards, as often as it takes to tell who starts."""

    shown: Annotated[tuple[ShownPair, ...], Meta(min_length=1)]


class CoronaDeal(Event, frozen=True, tag="deal"):
    """Each seat draws its first cards. Packs (top first) may be known, or the hands only, or nothing at all."""

    hands: tuple[CardSet | None, ...] | None = None
    packs: tuple[CardRow, ...] | None = None
    shuffle: bool = False
    seed: Seed | None = None
    seed_source: SeedSource | UnsetType = UNSET

    def tells_all_or_nothing(self, seats: int) -> bool:
        return all_or_nothing(self.packs or self.hands, seats)


class Income(Event, frozen=True, tag="income"):
    """The next card of the pack is turned up: the income of the turn. `card` names it where the order is unknown."""

    OWN = True
    UNSEEN = ("card",)
    seat: Seat
    card: CardName | None = None


class Hire(Event, frozen=True, tag="hire"):
    """A card of the hand joins the army."""

    OWN = True
    HELD = ("card",)
    REFEREES = ("observed",)
    seat: Seat
    card: CardName
    observed: IsObserved = False


class Replica(Event, frozen=True, tag="replica"):
    """The opponent discards cards to answer the card hired last."""

    OWN = True
    HELD = ("cards",)
    REFEREES = ("observed",)
    seat: Seat
    cards: CardSet
    observed: IsObserved = False


class Attack(Event, frozen=True, tag="attack"):
    """Cards of the army are turned to attack, in this order; none ends the hiring all the same."""

    OWN = True
    REFEREES = ("observed",)
    seat: Seat
    cards: CardRow
    observed: IsObserved = False


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """One defender stops one attacker."""

    attacker: CardName
    defender: CardName


class Defend(Event, frozen=True, tag="defend"):
    """The attack is met and resolved; where its combats are recorded one by one, only who stops whom.

    `lost` are the cards moved from the pack, in order, null for one not seen; `draw` is how many the attacker takes for *oros*.
    """

    OWN = True
    UNSEEN = ("lost",)
    REFEREES = ("observed",)
    seat: Seat
    blocks: tuple[Block, ...]
    lost: Annotated[tuple[CardName | None, ...], Meta(extra={"cards": "row"})] | None = None
    draw: Annotated[int, Meta(ge=0)] | None = None
    observed: IsObserved = False


class Combat(Event, frozen=True, tag="combat"):
    """The next combat of a defence that is recorded combat by combat: `seat` defends, `attacker` is the card it meets.

    `lost` are the cards moved from the pack, in order, null for one not seen; `draw` is how many the attacker takes for *oros*.
    """

    OWN = True
    UNSEEN = ("lost",)
    seat: Seat
    attacker: CardName
    lost: Annotated[tuple[CardName | None, ...], Meta(extra={"cards": "row"})] | None = None
    draw: Annotated[int, Meta(ge=0)] | None = None


class Recover(Event, frozen=True, tag="recover"):
    """A joker and a numbered card leave the match, and cards of the cementerio return to the pack, which is shuffled.

    `pack` is the whole new pack, top first, where its order is known; `seed` shuffled it where the server did.
    """

    OWN = True
    HELD = ("joker", "card")
    REFEREES = ("pack", "seed", "seed_source")
    seat: Seat
    joker: CardName
    card: CardName
    cards: CardRow
    pack: CardRow | None = None
    seed: Seed | None = None
    seed_source: SeedSource | UnsetType = UNSET


class EndTurn(Event, frozen=True, tag="end_turn"):
    """The turn passes; the opponent draws."""

    OWN = True
    seat: Seat


class CoronaFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Who lost the battle, and by which rule."""

    loser: Seat
    by: Annotated[
        str,
        Meta(
            description="`corona.lose`, or what the pack that had run out still owed: `corona.draw`, `corona.income` or, for "
            "damage, `corona.combat`.",
            examples=[LOSE],
            extra_json_schema={"enum": list(LOSING)},
        ),
    ]


class CoronaCount(CountOfHand, frozen=True, tag="count"):
    """A battle told by who lost it, in place of its cards or of the rest of them."""

    figures: CoronaFigures
