"""Rounds of Hearts for tests: hands in short notation, and rounds in which every seat takes exactly its planned points.

A hand is written by suit: `"2345C AKD 7H"`. The test decides the log's view of a round: `deal` gives it the hands, `deal_unseen`
nothing.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from referee.cards import FRENCH
from tests.support.table import Table

SUITS = ("23456789TJQKAC", "23456789TJQKAD", "23456789TJQKAH", "23456789TJQKAS")
"""One suit for each of four seats."""
HALVES = (f"{SUITS[0]} {SUITS[1]}", f"{SUITS[2]} {SUITS[3]}")
"""Two suits for each of two seats."""
MIXED = ("2345C 234D 234H 234S", "678C 5678D 567H 567S", "9TJC 9TJD 89TJH 89TS", "QKAC QKAD QKAH JQKAS")
"""Every seat has every suit; the last has the highest cards of each."""
STEPS = (1, -1, 2, 0)


def castillar(seats: int = 4, enforcement: str = "record", first_dealer: int = 0, **params: int) -> Table:
    """A match at El Castillar."""
    return Table("hearts.castillar", seats, enforcement=enforcement, first_dealer=first_dealer, params=params)


def yppedia(enforcement: str = "record", first_dealer: int = 0, **params: int) -> Table:
    """A match at YPPedia."""
    return Table("hearts.yppedia", 4, enforcement=enforcement, first_dealer=first_dealer, params=params)


def cards(text: str) -> list[str]:
    """The cards of a hand in short notation, in pack order."""
    return list(FRENCH.in_order(rank + group[-1] for group in text.split() for rank in group[:-1]))


def four(*hands: str) -> list[list[str]]:
    """Hands in short notation. The last may be left out, and is the rest of the pack."""
    card_lists = [cards(hand) for hand in hands]
    taken_out = {card for hand in card_lists for card in hand}
    rest = [card for card in FRENCH.names if card not in taken_out]
    return [*card_lists, rest] if rest else card_lists


def deal(table: Table, *hands: str, unseen: Sequence[int] = (), **fields: Any) -> None:
    """Deals hands that are these once all have passed. The seats `unseen` keep their deal and passes unknown."""
    targets = four(*hands)
    if table.match.state.seats == 2:
        table.say("deal", hands=[None if s in unseen else hand for s, hand in enumerate(targets)], **fields)
        return
    step = STEPS[(table.match.state.hand + (not table.match.state.void) - 1) % 4]
    passes = [hand[:3] for hand in targets] if step else [[] for _ in targets]
    hands_before = [hand[len(passes[seat]) :] + passes[(seat + step) % 4] for seat, hand in enumerate(targets)]
    table.say("deal", hands=[None if seat in unseen else hand for seat, hand in enumerate(hands_before)], **fields)
    if step:
        for seat in range(4):
            table.say("pass", seat=seat, cards=None if seat in unseen else passes[(seat + step) % 4])


def with_hands(*hands: str, enforcement: str = "strict") -> Table:
    """A match of four at El Castillar, in which these hands are about to be played."""
    table = castillar(enforcement=enforcement)
    deal(table, *hands)
    return table


def deal_unseen(table: Table, **fields: Any) -> None:
    """Deals, and passes if the round has a pass, with all cards unseen."""
    table.say("deal", **fields)
    if table.match.state.phase == "pass":
        for seat in range(4):
            table.say("pass", seat=seat, cards=None)


def lay(table: Table, line: str, first: int | None = None) -> None:
    """Lays these cards in turn. `first` opens the round if the holder of 2C is unknown."""
    table.plays(*line.split(), first=first)


def legal(table: Table) -> list[str]:
    """The cards that may be laid now."""
    return [event["card"] for event in table.moves() if event["type"] == "play"]


def deals(dealer: int) -> list[dict[str, Any]]:
    """The legal events before a round, without its figures: a deal by the service, or by a player."""
    return [{"type": "deal", "dealer": dealer, "shuffle": True}, {"type": "deal", "choose": {"hands": "optional"}}]


def refusal_of_card(table: Table, card: str) -> tuple[str, str | None, int | None]:
    """The refusal of this card by the seat to play: code, rule, seat."""
    refusal = table.refusal("play", seat=table.match.state.turn, card=card)
    return refusal.code, refusal.rule, refusal.seat


def rounds(table: Table) -> list[tuple[int, list[int]]]:
    """The rounds counted so far: number and points."""
    return [(hand["hand"], hand["points"]) for hand in table.view()["score"]["hands"]]


def play_round(table: Table, *points: int, first: int = 0) -> None:
    """Plays a round of unseen hands, in which the seats take these points, 26 in all. `first` opens it."""
    deal_unseen(table)
    for seat, card in script(points, first):
        table.say("play", seat=seat, card=card)


def play_on(table: Table, points: Sequence[int], first: int = 0, stop: int = 52) -> None:
    """Plays the same in a round that is dealt already, up to `stop` cards."""
    for seat, card in list(script(points, first))[:stop]:
        table.say("play", seat=seat, card=card)


def play_out(table: Table, most: int = 52) -> None:
    """Plays the round on, each seat with its lowest legal card, up to a number of cards."""
    for _ in range(most):
        if table.match.state.phase != "play" or table.match.ledger.status != "open":
            return
        table.tell(next(event for event in table.moves() if event["type"] == "play"))


def script(points: Sequence[int], first: int) -> Iterator[tuple[int, str]]:
    """The seat and card of each play, so that each seat takes its points. A seat with points to take leads an unbeaten card."""
    seats = len(points)
    piles = _piles(points)
    plain = [f"{rank}{suit}" for suit in "CSD" for rank in "23456789TJQKA" if rank + suit != "QS"]
    leader = first
    for trick in range(52 // seats):
        winner = next((seat for turn in range(seats) if piles[seat := (leader + turn) % seats]), leader)
        lowest = trick == 0 or winner != leader
        lead = plain.pop(0 if lowest else -1)
        top = _pop(plain, [card for card in plain if card[1] == lead[1]]) if winner != leader else lead
        for turn in range(seats):
            seat = (leader + turn) % seats
            if seat in {leader, winner}:
                yield seat, lead if seat == leader else top
            elif piles[winner]:
                yield seat, piles[winner].pop()
            else:
                yield seat, _pop(plain, [card for card in plain if card[1] != lead[1]] or plain)
        leader = winner


def _piles(points: Sequence[int]) -> list[list[str]]:
    """The point cards that each seat is to take."""
    hearts = [f"{rank}H" for rank in "23456789TJQKA"]
    queen = next(seat for seat, total in enumerate(points) if total >= 13)
    piles: list[list[str]] = [[] for _ in points]
    for seat, total in enumerate(points):
        for _ in range(total - (13 if seat == queen else 0)):
            piles[seat].append(hearts.pop())
    piles[queen].append("QS")
    return piles


def _pop(plain: list[str], choice: list[str]) -> str:
    """Takes the last card of the choice."""
    card = choice[-1]
    plain.remove(card)
    return card


def after(cards: str, seats: int = 4, enforcement: str = "record") -> Table:
    """A table at which these cards have been laid from unknown hands."""
    table = castillar(seats, enforcement)
    deal_unseen(table)
    lay(table, cards, first=0)
    return table
