"""Escoba and Scopa: every deal that fits a log, and the facts that hold in all of them.

A round has one place for each hand and one for the rest. Reads the lines of a log and nothing else.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.support.exact.placing import fits

Line = dict[str, Any]
PACK = tuple(f"{number}{suit}" for suit in "OCEB" for number in (*range(1, 8), *range(10, 13)))
REST = -1


class EscobaDeals:
    """The deals that fit these lines. The questions are about the round in play."""

    def __init__(self, ruleset: str, seats: int, lines: Sequence[Line]) -> None:
        self.whole = ruleset == "scopone"
        self.seats = seats
        self.room: dict[int, int] = {}
        self.holder: dict[str, int] = {}
        self.out: set[str] = set()
        self.stock: list[str] = []
        for line in lines:
            self._read(line)

    def _read(self, line: Line) -> None:
        if line["type"] == "deal":
            self._deal(line)
        elif line["type"] in ("trail", "take") and line.get("card"):
            self.out.add(line["card"])
            self.holder.pop(line["card"], None)
            self.room[line["seat"]] -= 1
        elif line["type"] == "reveal":
            self.holder |= dict.fromkeys(line["cards"], line["seat"])
        for fact in line["facts"]:
            if fact["fact"] == "card_owed":
                self.holder[fact["card"]] = fact["seat"]

    def _deal(self, line: Line) -> None:
        hands = line.get("hands") or [None] * self.seats
        if not self.whole and not any(self.room.values()) and line.get("table") is None and self.out:
            self.stock = self.stock[sum(len(hand or ()) for hand in hands) :]
        else:
            self.out, self.stock = set(line.get("table") or ()), list(line.get("stock") or ())
        size = (len(PACK) - len(line.get("table") or ())) // self.seats if self.whole else 3
        self.room = dict.fromkeys(range(self.seats), size)
        self.holder = {card: seat for seat, hand in enumerate(hands) for card in hand or ()}

    def hand_of(self, seat: int) -> list[str]:
        """The cards of the hand that the log knows."""
        return [card for card, holder in self.holder.items() if holder == seat]

    def may_hold(self, seat: int, cards: Iterable[str]) -> bool:
        """True if the hand may hold all these cards now."""
        asked_cards = set(cards)
        if asked_cards & self.out:
            return False
        everywhere, left = frozenset({*self.room, REST}), [card for card in PACK if card not in self.out]
        places_allowed = []
        for card in left:
            may = frozenset({REST}) if card in self.stock else everywhere
            may = frozenset({self.holder[card]}) if card in self.holder else may
            places_allowed.append(may & {seat} if card in asked_cards else may)
        return fits({**self.room, REST: len(left) - sum(self.room.values())}, places_allowed)
