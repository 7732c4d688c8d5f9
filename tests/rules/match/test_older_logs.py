"""Logs in which older rules left open what is proven: whatever comes first then, it goes on as if folded, and nothing waits."""

from collections.abc import Callable
from typing import Any, Self

import pytest
from msgspec.structs import replace

from referee.games.guinote.facts import CanteTakenBack
from referee.match.aggregate import Match
from referee.match.facts import (
    ClaimMade,
    Fact,
    HandScored,
    InfractionProven,
    MatchEnded,
    MatchRestated,
    PointsScored,
    TallyCounted,
)
from referee.match.judge.disputes import SETTLING
from referee.match.knowledge import Proof
from tests.support.hearts import deal_unseen
from tests.support.logged import LoggedTable, state

IMPROPER = "casino.improper-build"
CANTE = "guinote.cante"
FOLLOW, BEAT = "guinote.arrastre-follow", "guinote.arrastre-beat"
LEAD = "hearts.lead-hearts"

Key = tuple[str, int, int]
"""The rule, the seat and the version of an assertion."""
Say = dict[str, Any]


def moved_by_proof(fact: Fact) -> bool:
    """True for the facts that the proofs of these logs brought."""
    return isinstance(fact, (*SETTLING, CanteTakenBack, HandScored, TallyCounted, MatchEnded, MatchRestated)) or (
        isinstance(fact, PointsScored) and fact.rule == IMPROPER
    )


class OldTable(LoggedTable):
    """A table whose log is that of another, as rules left it that proved nothing from version `since` on."""

    def __init__(self, table: LoggedTable, since: int) -> None:
        self.__dict__.update(table.__dict__)
        self.entries = [
            replace(entry, facts=tuple(fact for fact in entry.facts if not moved_by_proof(fact)))
            if entry.version >= since
            else entry
            for entry in table.entries
        ]
        self._refold()

    def _refold(self) -> None:
        self.past = [Match.fold("match", self.entries[:n]) for n in range(1, len(self.entries) + 1)]
        self.match = self.past[-1].copy()

    def folded(self) -> Self:
        """The same table, folded from its log."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.entries, twin.events, twin.facts = self.entries[:], self.events[:], self.facts[:]
        twin._refold()
        return twin


def lay(table: LoggedTable, cards: str) -> None:
    """Lays these cards, each by the seat to play."""
    for card in cards.split():
        table.say("play", seat=table.match.state.turn, card=card)


# The logs: each with the assertions that it proves, and the claim about one of them


def lead(claims: bool) -> tuple[OldTable, list[Key]]:
    """Seat 3 leads a heart at version 11. Once three more are laid, nine hearts are left for the twelve places in its hand."""
    table = LoggedTable("hearts.castillar", 4, first_dealer=0)
    deal_unseen(table)
    for card in ("2C", "6C", "9C", "QC", "QH"):
        table.plays(card, first=0)
    if claims:
        table.say("claim", by=0, against=3, kind="revoke", at=11)
    lay(table, "2H 5H 8H")
    return OldTable(table, 12), [(LEAD, 3, 11)]


def renuncio(claims: bool) -> tuple[OldTable, list[Key]]:
    """Seat 1 lays 12B on the 1E. Three hands are laid open then: seat 1 has 3E, 10E, 11E, 7O and 6O."""
    table = LoggedTable("guinote", 4, first_dealer=0)
    table.say("count", figures={"tricks": [55, 65], "last": 3, "cantes": []})
    table.say("deal", dealer=3, turn_up="2O")
    lay(table, "11C 2C 4C 5C 7C 6C 2B 4B 11B 5B 6B 7B 11E 2E 4E 5E 1E 12B 6E 7E")
    at = table.match.version - 2
    if claims:
        table.say("claim", by=0, against=1, kind="renuncio", at=at)
    since = table.match.version + 1
    table.say("reveal", seat=0, cards=["10O", "12O", "1O", "3O", "11O"])
    table.say("reveal", seat=2, cards=["1C", "3C", "12C", "10C", "4O"])
    table.say("reveal", seat=3, cards=["2O", "1B", "3B", "10B", "5O"])
    return OldTable(table, since), [(FOLLOW, 1, at), (BEAT, 1, at)]


def room(claims: bool) -> tuple[OldTable, list[Key]]:
    """Seat 0 sings 40 with six cards, of which it has shown five others at version 9. Then it draws, so there is room again."""
    table, at = _sung()
    if claims:
        table.say("claim", by=1, against=0, kind="cante", at=at)
    table.say("reveal", seat=0, cards=["3C", "1E", "3E", "1B"])
    since = table.match.version + 1
    lay(table, "3B 4B 5B 6B")
    return OldTable(table, since), [(CANTE, 0, at)]


def drawn(claims: bool) -> tuple[OldTable, list[Key]]:
    """Seat 0 sings 40, and draws 10O in the next trick: so it did not have it. Then the draws go on unseen."""
    table, at = _sung()
    lay(table, "1B 4B 5B 6B")
    if claims:
        table.say("claim", by=1, against=0, kind="cante", at=at)
    table.say("draw", seat=0, card="10O")
    return OldTable(table, table.match.version), [(CANTE, 0, at)]


def _sung() -> tuple[LoggedTable, int]:
    table = LoggedTable("guinote", 4, first_dealer=3)
    table.say("deal", dealer=3, turn_up="2O")
    lay(table, "1C 4C 5C 6C")
    table.say("cante", seat=0, value=40)
    return table, table.match.version


def build(claims: bool) -> tuple[OldTable, list[Key]]:
    """Seat 0 builds 9 at version 3, and seat 1 takes with the fourth 9 the three of the table."""
    table = LoggedTable("casino.classic", 2, first_dealer=1)
    table.say("deal", table=["7C", "9C", "9D", "9H"])
    table.say("build", seat=0, card="2C", cards=["7C"], value=9)
    if claims:
        table.say("claim", by=1, against=0, kind="improper-build", at=3)
    table.say("take", seat=1, card="9S", cards=["9C", "9D", "9H"], builds=["b1"])
    return OldTable(table, 4), [(IMPROPER, 0, 3)]


LOGS = (lead, renuncio, room, drawn, build)
NAMES = {lead: "hearts", renuncio: "guinote", room: "guinote", drawn: "guinote", build: "casino"}
MOVES: dict[Callable[..., Any], Say] = {
    lead: {"type": "play", "seat": 3, "card": "KH"},
    renuncio: {"type": "play", "seat": 0, "card": "1O"},
    room: {"type": "play", "seat": 0, "card": "3C"},
    drawn: {"type": "play", "seat": 0, "card": "1E"},
    build: {"type": "trail", "seat": 0, "card": "JC"},
}
REVEALS: dict[Callable[..., Any], Say] = {
    lead: {"type": "reveal", "seat": 3, "cards": ["KH"]},
    renuncio: {"type": "reveal", "seat": 1, "cards": ["3E"]},
    room: {"type": "reveal", "seat": 1, "cards": ["4E"]},
    drawn: {"type": "reveal", "seat": 1, "cards": ["4E"]},
    build: {"type": "reveal", "seat": 1, "cards": ["JD"]},
}
FIGURES: dict[str, Any] = {
    "hearts": {"points": [0, 0, 0, 26]},
    "guinote": {"tricks": [60, 60], "last": 0, "cantes": []},
    "casino": {
        "cards": [31, 21],
        "spades": [7, 6],
        "big": 0,
        "little": 1,
        "aces": [2, 2],
        "sweeps": [0, 1],
    },
}
KINDS = (
    "play claim upheld rejected count withdraw redeal cante retract reveal deal draw note timeless".replace(
        " timeless", ""
    ).split()
)


def first_event(log: Callable[..., Any], kind: str, table: OldTable, keys: list[Key]) -> Say | None:
    """The event of this kind in this match; None if there is none."""
    code, seat, at = keys[0]
    claimant = {"hearts": 1, "guinote": 1 - seat + 2, "casino": 1}[NAMES[log]]
    match kind:
        case "play":
            return MOVES[log]
        case "reveal":
            return REVEALS[log]
        case "claim":
            names = (name for name, claim in table.match.state.CLAIMS.items() if code in claim.rules)
            return {"type": "claim", "by": claimant, "against": seat, "kind": next(names), "at": at}
        case "upheld" | "rejected" if table.match.ledger.claims:
            return {"type": "ruling", "claim": "c1", "upheld": kind == "upheld", "reason": "visto"}
        case "count":
            cantes = [{"seat": 0, "value": 40}] if log in (room, drawn) else []
            figures = FIGURES[NAMES[log]]
            return {"type": "count", "figures": {**figures, "cantes": cantes} if "cantes" in figures else figures}
        case "withdraw":
            return {"type": "withdraw", "seat": 1, "reason": "se va"}
        case "redeal":
            return {"type": "redeal", "reason": "wrong_pack"}
        case "cante" if log is renuncio:
            return {"type": "cante", "seat": 0, "value": 40}
        case "cante" if log in (room, drawn):
            return {"type": "cante", "seat": 0, "value": 20, "suit": "C"}
        case "draw" if log in (room, drawn):
            return {"type": "draw", "seat": 1, "card": "4E"}
        case "retract":
            return {"type": "retract", "to": table.match.version, "reason": "para nada"}
        case "note":
            return {"type": "note", "text": "se sigue"}
    return None


def go_on(table: OldTable) -> None:
    """Goes on to the end of the hand or for a few cards: by the first that may be laid, of those that a hand may hold."""
    for _ in range(6):
        moves = [one for one in table.legal() if one["type"] in ("play", "trail")]
        if not moves:
            return
        table.tell(_with_card(moves[0]))


def _with_card(move: dict[str, Any]) -> Say:
    cards = move.pop("choose", {}).get("cards") or move.get("cards")
    return move if "card" in move else {"type": move["type"], "seat": move["seat"], "card": cards[0]}
