"""The cards of a hand that every table plays, as they follow from ruleset, seed and number (duplicate.deals).

A hand is shuffled as in a match: by SHA-256 of seed, newline, number of the hand, newline, card. So anybody can repeat it.
"""

from itertools import count
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from referee.cards import Pack
from referee.match.events import Event, Opening, SeatTaken
from referee.match.facts import HandVoid
from referee.match.game import Ruleset
from referee.match.ledger import Ledger
from referee.match.same_deals import SameDeals
from referee.match.state import State

Cards = tuple[str, ...]


class HandDeal(Struct, frozen=True, omit_defaults=True):
    """The cards of one hand: those of each seat, and what else its game lays out.

    `stock` is in the order of drawing, without the `turn_up`, which is drawn last.
    """

    hand: Annotated[int, Meta(description="Its number, counted from 1 through the contest.")]
    dealer: Annotated[int, Meta(description="The seat that deals it at every table, counted from 0.")]
    hands: Annotated[tuple[Cards, ...], Meta(description="The cards of each seat, in pack order.")]
    table: Annotated[Cards, Meta(description="The cards laid on the table; left out where there are none.")] = ()
    turn_up: Annotated[
        str | None, Meta(description="The card turned up beneath the stock, where the game has one.")
    ] = None
    stock: Annotated[
        Cards,
        Meta(description="The cards left, in the order of drawing, without the turn-up; left out where all are dealt."),
    ] = ()


def dealer_of(hand: int, seats: int) -> int:
    """The seat that deals a hand at every table: the first seat the first, and then in turn (duplicate.alone)."""
    return (hand - 1) % seats


def seed_of_try(seed: str, number: int) -> str:
    """The seed by which a hand is shuffled for this time: the first by the seed itself, a later one by seed, blank, number.

    A deal that the rules of its game void (scopa.kings) would be void at every table, so it is shuffled again for all of them.
    """
    return seed if number == 1 else f"{seed} {number}"


def deal_of(rules: Ruleset, params: Any, seats: int, seed: str, hand: int) -> HandDeal:
    """The deal of a hand, counted from 1 through the contest. Raises ValueError for a game or table without such hands."""
    cards = msgspec.to_builtins(event_of(rules, params, seats, seed, hand))
    return msgspec.convert({**cards, "hand": hand}, HandDeal)


def event_of(rules: Ruleset, params: Any, seats: int, seed: str, hand: int) -> Event:
    """The same as an event for the log of a match: with all cards, and without seed.

    Raises ValueError for a game or table without such hands.
    """
    deal = _terms(rules, seats).deal
    dealer = dealer_of(hand, seats)
    table = _before(rules, params, seats, hand)
    shuffles = (deal(shuffle=True, seed=seed_of_try(seed, number), dealer=dealer) for number in count(1))
    deals = (rules.game.completes[deal](table, shuffle, _no_chance) for shuffle in shuffles)
    event: Event = next(event for event in deals if not _is_void(rules, table, event))
    return replace(event, shuffle=False, seed=None, seed_source=UNSET)


def pack_of(rules: Ruleset, params: Any, seats: int) -> Pack:
    """The cards that such a hand is dealt from: those of the game, or of the house rules of this table."""
    return _before(rules, params, seats, 1).pack


def _terms(rules: Ruleset, seats: int) -> SameDeals:
    terms = rules.same_deals
    if terms is None or seats not in terms.seats:
        raise ValueError(f"no hands of {rules.id} for {seats} seats are dealt to every table")
    return terms


def _before(rules: Ruleset, params: Any, seats: int, hand: int) -> State:
    """A table right before the hand of this number."""
    opening = Opening(rules.id, (SeatTaken(""),) * seats, {})
    state: State = rules.game.begin(opening, params, Ledger.blank(0, {}))
    state.ledger.totals = [0] * state.sides
    state.ledger.tallies = {what: [0] * state.sides for what in rules.game.setup.tallies}
    state.hand = hand - 1
    return state


def _is_void(rules: Ruleset, table: State, event: Event) -> bool:
    """True if the rules of the game void the hand with this deal."""
    facts = rules.game.applies[type(event)](table.copy(table.ledger.copy()), event, 2)
    return any(isinstance(fact, HandVoid) for fact in facts)


def _no_chance() -> str:
    """Raises AssertionError: a deal with its seed asks for no chance."""
    raise AssertionError
