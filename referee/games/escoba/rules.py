"""The rules of one match as data: its ruleset with its house rules, and the values of the cards.

A rule's code is made of the prefix of its game: `escoba.take` in Escoba, `scopa.take` in Scopa and Scopone.
"""

from typing import Any, NamedTuple

from referee.cards import SPANISH_40, bits
from referee.games.escoba.params import EscobaParams, ScopaParams, ScoponeParams

NUMBERS = {"10": 8, "11": 9, "12": 10}
"""Values of the figures (*.values)."""
VALUE = {bit: NUMBERS.get(name[:-1]) or int(name[:-1]) for name, bit in SPANISH_40.bit.items()}
"""By card, its value (*.values)."""
OF_VALUE = tuple(sum(card for card, value in VALUE.items() if value == worth) for worth in range(11))
"""The four cards of each value; none at 0."""
HIGHEST = 10

FIFTEEN = 15
"""The sum of a take of Escoba, the card played included (escoba.take)."""
OROS = SPANISH_40.suits["O"]
SUITS = tuple(SPANISH_40.suits.values())
SEVENS = OF_VALUE[7]
SEVEN_OF_OROS = SPANISH_40.bit["7O"]
KINGS = OF_VALUE[HIGHEST]
MANY_KINGS = 3
"""So many kings on the first table void the deal (scopa.kings)."""
PRIMIERA = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}
"""Points of a card in a primiera, by value (scopa.primiera)."""

EACH = 3
"""Cards of a hand in a round (*.deal)."""
LAID = 4
"""Cards on the first table (*.deal)."""
ROUNDS = {2: 6, 3: 4, 4: 3}
"""By number of seats, the rounds that empty the pack (*.deal)."""


class Rules(NamedTuple):
    """The rules of a match. `game` is the prefix of its codes; `by_fifteen`: cards take by summing fifteen, else by their value.

    `table`, `each`, `rounds`: cards on the first table and of a hand, and rounds of a hand.
    """

    game: str
    by_fifteen: bool
    target: int
    in_pairs: bool
    rounds: int
    table: int = LAID
    each: int = EACH
    must_take: bool = True
    renuncio: bool = False
    dealer_takes: bool = False
    kings_void: bool = False
    last_sweeps: bool = True
    setenta: bool = True
    all_bonus: bool = False

    def code(self, rule: str) -> str:
        """The public code of a rule."""
        return f"{self.game}.{rule}"


def _rules(game: str, params: EscobaParams | ScopaParams, seats: int, **own: Any) -> Rules:
    """The rules that Escoba and Scopa share, with those of one game alone in `own`."""
    in_pairs = seats == 4 and params.partners
    return Rules(game, target=params.target, in_pairs=in_pairs, rounds=ROUNDS[seats], **own)


def escoba(params: EscobaParams, seats: int) -> Rules:
    """Escoba under these house rules."""
    return _rules(
        "escoba",
        params,
        seats,
        by_fifteen=True,
        must_take=params.must_take,
        renuncio=params.renuncio,
        dealer_takes=params.dealer_escoba,
        setenta=params.sevens == "setenta",
        all_bonus=params.all_bonus,
    )


def scopa(params: ScopaParams, seats: int) -> Rules:
    """Scopa under these house rules."""
    own = {"kings_void": params.kings_redeal, "last_sweeps": params.last_scopa}
    return _rules("scopa", params, seats, by_fifteen=False, **own)


def scopone(params: ScoponeParams, seats: int) -> Rules:
    """Scopone under these house rules: the whole pack in one round, always in pairs."""
    return Rules(
        "scopa",
        by_fifteen=False,
        target=params.target,
        in_pairs=True,
        table=params.table,
        each=(SPANISH_40.size - params.table) // seats,
        rounds=1,
        kings_void=params.kings_redeal,
        last_sweeps=params.last_scopa,
    )


def total(cards: int) -> int:
    """The sum of the values of these cards."""
    return sum(map(VALUE.__getitem__, bits(cards)))
