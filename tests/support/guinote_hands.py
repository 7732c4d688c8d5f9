"""Hands and positions of Guiñote that several tests play from."""

from typing import Any

from referee.errors import ServiceRefusal
from referee.games.guinote.deck import USUAL
from referee.games.guinote.state import GuinoteState
from referee.match.facts import Fact
from tests.support.guinote_table import arrastre
from tests.support.table import Table

HANDS = ["10O 12O 1C 2C 7B 4E", "10E 12E 3C 5C 2B 4B", "10B 12B 6C 7C 2E 3E", "1E 5E 6E 1O 2O 3O"]
STOCK = "4O 5O 6O 7O 11O 4C 10C 11C 12C 7E 11E 3B 5B 6B 11B"
SIETE = ("7O 2E 4E 5E 2B 4B", "4O 10O 1C 2C 3E 6B", "6O 4C 5C 7E 10E 5B", "3C 11C 1E 12E 7B 10B")
LOW = ["2O 4O 5O 6O 7O 11O", "2E 4E 5E 6E 7E 11E", "2B 4B 5B 6B 7B 11B", "2C 4C 5C 6C 7C 3C"]
PAIRS = ("10O 12O 10E 12E 1B 4B", "7O 1C 2C 3E 6B 5B", "6O 4C 5C 7E 11O 2B", "3C 11C 1E 2E 7B 10B")
ALL = (0, 1, 2, 3)
LIAR = ("10O 12O 10E 12E 1B 4B", "7O 10C 12C 3E 6B 5B", "6O 4C 5C 7E 11O 2B", "3C 11C 1E 2E 7B 10B")
"""Triunfo is copas: seat 0 can sing two 20s but no 40."""
CUT = ("1O 2E 4E 5E 2B 4B", "2O 10O 1C 2C 3E 6B", "6O 4C 5C 7E 10E 5B", "3C 7O 1E 12E 7B 10B")


def deal_guinote(turn_up: str = "1B", stock: str | None = STOCK, **opening: Any) -> Table:
    """A table at which seat 3 deals these hands, and seat 0 leads."""
    table = Table("guinote", 4, first_dealer=3, **opening)
    table.say("deal", hands=[hand.split() for hand in HANDS], turn_up=turn_up, stock=stock and stock.split())
    return table


def kind_of(refusal: ServiceRefusal) -> tuple[type[ServiceRefusal], str | None]:
    return type(refusal), refusal.rule


def game(table: Table) -> GuinoteState:
    game_state = table.match.state
    assert isinstance(game_state, GuinoteState)
    return game_state


def brink(
    side: int, totals: tuple[int, int], *, poor: int | None = None, left: int = 1, vueltas: bool = False
) -> Table:
    """A hand with `left` cards each, which `side` wins without a point in cards. These totals stand before it.

    `poor`: the side that has nothing in cards, in spite of any other points.
    """
    leader = 1 - side
    hands = [LOW[(seat - leader) % 4] for seat in range(4)]
    table = arrastre(*hands, turn_up="3C", leader=leader, known_seats=(), vueltas=(-200, -200) if vueltas else None)
    for trick in range(6 - left):
        turn = table.match.state.turn or 0
        table.plays(*(hands[(turn + i) % 4].split()[5 - trick] for i in range(4)))
    state = game(table)
    won_cards = state.piles[0] | state.piles[1]
    if poor is not None:
        state.piles[poor], state.piles[1 - poor] = won_cards & ~USUAL.above_seven, won_cards & USUAL.above_seven
        state.won_before[poor] = 0
    table.match.ledger.totals = list(totals)
    return table


def finish(table: Table, tricks: int = 1) -> list[Fact]:
    """Plays on with the lowest cards; the facts of the last one."""
    hands = [LOW[(seat - (game(table).winner + 1)) % 4].split() for seat in range(4)]
    facts: list[Fact] = []
    for trick in range(tricks):
        turn = table.match.state.turn or 0
        for i in range(4):
            seat = (turn + i) % 4
            card = hands[seat][tricks - 1 - trick]
            facts = table.say("play", seat=seat, card=card)
    return facts


def after_first_trick(*, is_hidden: bool = False, **opening: Any) -> Table:
    """A table at which seat 0 has just won the first trick; triunfo is bastos, the 1B lies turned up."""
    if is_hidden:
        table = Table("guinote", 4, first_dealer=3, **opening)
        table.say("deal", turn_up="1B")
    else:
        table = deal_guinote(**opening)
    table.plays("1C", "3C", "6C", "2O")
    return table


def offers(table: Table, type_: str, visible: int = -1) -> list[tuple[int, int | None, str | None]]:
    """The legal events of a type: seat, value, suit."""
    return [(e["seat"], e.get("value"), e.get("suit")) for e in table.moves(visible) if e["type"] == type_]


def claims(table: Table) -> list[str]:
    return [claim.status for claim in table.match.ledger.claims]


def partidas(table: Table) -> list[int]:
    return table.match.ledger.tallies["partidas"]


def renuncio(known_seats: tuple[int, ...] = (), **opening: Any) -> tuple[Table, int]:
    """Lets seat 1 throw a 3E on a 7O though it holds oros that beat it, and copas. Returns the version of that play."""
    table = arrastre(*SIETE, turn_up="3C", leader=0, known_seats=known_seats, **opening)
    table.plays("7O", "3E")
    return table, table.match.version


def accuse(table: Table, at: int, by: int = 2, against: int = 1, kind: str = "renuncio") -> None:
    table.say("claim", by=by, against=against, kind=kind, at=at)
