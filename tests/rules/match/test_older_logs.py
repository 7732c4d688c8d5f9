"""Logs in which older rules left open what is proven: whatever comes first then, it goes on as if folded, and nothing waits."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Self

import pytest
from msgspec.structs import replace

from referee.audit.audit import audit
from referee.games.guinote.facts import CanteCounted, CanteTakenBack, PartidaBegun, PartidaReopened, PointsVoid
from referee.games.guinote.state import GuinoteState
from referee.match.aggregate import Match
from referee.match.facts import (
    ClaimRuled,
    Fact,
    HandScored,
    HandVoid,
    InfractionProven,
    MatchEnded,
    MatchRestated,
    PointsScored,
    TallyCounted,
)
from referee.match.judge.disputes import SETTLING
from referee.match.ledger import Evidence
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
    return isinstance(
        fact, (*SETTLING, CanteTakenBack, PartidaReopened, HandScored, TallyCounted, MatchEnded, MatchRestated)
    ) or (isinstance(fact, PointsScored) and fact.rule == IMPROPER)


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
        self._fold_again()

    def _fold_again(self) -> None:
        self.past = [Match.fold("match", self.entries[:n]) for n in range(1, len(self.entries) + 1)]
        self.match = self.past[-1].copy()

    def say_then(self, type_: str, **fields: Any) -> None:
        """Appends an event under the rules that proved nothing."""
        self.match.state.knowledge.overdue_assertions.clear()
        self.say(type_, **fields)
        self._fold_again()

    def statuses(self) -> set[str]:
        """Those of its claims and infractions."""
        ledger = self.match.ledger
        return {claim.status for claim in ledger.claims} | {infraction.status for infraction in ledger.infractions}

    def differences(self) -> list[int]:
        """The versions of which today's rules would say otherwise."""
        return [one.version for one in audit(self.match, self.entries, []).differences]

    def refold(self) -> Self:
        """The same table, folded from its log."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.entries, twin.events, twin.facts = self.entries[:], self.events[:], self.facts[:]
        twin._fold_again()
        return twin


def lay(table: LoggedTable, cards: str) -> None:
    """Lays these cards, each by the seat to play."""
    for card in cards.split():
        table.say("play", seat=table.match.state.turn, card=card)


# The logs: each with the assertions that it proves, and the claim about one of them


def heart_lead(claims: bool) -> tuple[OldTable, list[Key]]:
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
    return _renuncio(table, claims)


def _lay_renuncio(table: LoggedTable) -> int:
    table.say("deal", dealer=3, turn_up="2O")
    lay(table, "11C 2C 4C 5C 7C 6C 2B 4B 11B 5B 6B 7B 11E 2E 4E 5E 1E 12B 6E 7E")
    return table.match.version - 2


def _renuncio(table: LoggedTable, claims: bool) -> tuple[OldTable, list[Key]]:
    at = _lay_renuncio(table)
    if claims:
        table.say("claim", by=0, against=1, kind="renuncio", at=at)
    since = table.match.version + 1
    table.say("reveal", seat=0, cards=["10O", "12O", "1O", "3O", "11O"])
    table.say("reveal", seat=2, cards=["1C", "3C", "12C", "10C", "4O"])
    table.say("reveal", seat=3, cards=["2O", "1B", "3B", "10B", "5O"])
    return OldTable(table, since), [(FOLLOW, 1, at), (BEAT, 1, at)]


def room(claims: bool) -> tuple[OldTable, list[Key]]:
    """Seat 0 sings 40 with six cards, of which it has shown five others at version 9. Then it draws, so there is room again."""
    table, at = _sing_forty()
    if claims:
        table.say("claim", by=1, against=0, kind="cante", at=at)
    table.say("reveal", seat=0, cards=["3C", "1E", "3E", "1B"])
    since = table.match.version + 1
    lay(table, "3B 4B 5B 6B")
    return OldTable(table, since), [(CANTE, 0, at)]


def drawn_card(claims: bool) -> tuple[OldTable, list[Key]]:
    """Seat 0 sings 40, and draws 10O in the next trick: so it did not have it. Then the draws go on unseen."""
    table, at = _sing_forty()
    lay(table, "1B 4B 5B 6B")
    if claims:
        table.say("claim", by=1, against=0, kind="cante", at=at)
    table.say("draw", seat=0, card="10O")
    return OldTable(table, table.match.version), [(CANTE, 0, at)]


def _sing_forty() -> tuple[LoggedTable, int]:
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


def void_hand(claims: bool) -> tuple[OldTable, list[Key]]:
    """Seat 1 lays a diamond on clubs, and seat 2 shows the other twelve clubs: so it had none."""
    table = LoggedTable("hearts.castillar", 4, first_dealer=0)
    deal_unseen(table)
    for card in ("2C", "3D"):
        table.plays(card, first=0)
    at = table.match.version
    # Of an assertion that is not disputed nothing is told.
    table.say("claim", by=0 if claims else 3, against=1, kind="revoke", at=at)
    table.say("reveal", seat=2, cards=[f"{rank}C" for rank in "3456789TJQKA"])
    return OldTable(table, table.match.version), [("hearts.follow-suit", 1, at)]


Log = Callable[[bool], tuple[OldTable, list[Key]]]
LOGS: tuple[Log, ...] = (heart_lead, void_hand, renuncio, room, drawn_card, build)
MOVES: dict[Log, Say] = {
    heart_lead: {"type": "play", "seat": 3, "card": "KH"},
    void_hand: {"type": "play", "seat": 2, "card": "3C"},
    renuncio: {"type": "play", "seat": 0, "card": "1O"},
    room: {"type": "play", "seat": 0, "card": "3C"},
    drawn_card: {"type": "play", "seat": 0, "card": "1E"},
    build: {"type": "trail", "seat": 0, "card": "JC"},
}
REVEALS: dict[Log, Say] = {
    heart_lead: {"type": "reveal", "seat": 3, "cards": ["KH"]},
    void_hand: {"type": "reveal", "seat": 3, "cards": ["KH"]},
    renuncio: {"type": "reveal", "seat": 1, "cards": ["3E"]},
    room: {"type": "reveal", "seat": 1, "cards": ["4E"]},
    drawn_card: {"type": "reveal", "seat": 1, "cards": ["4E"]},
    build: {"type": "reveal", "seat": 1, "cards": ["JD"]},
}
FIGURES: dict[Log, Say] = {
    heart_lead: {"points": [0, 0, 0, 26]},
    void_hand: {"points": [0, 0, 0, 26]},
    renuncio: {"tricks": [60, 60], "last": 1, "cantes": [], "said": 1},
    room: {"tricks": [40, 80], "last": 0, "cantes": [{"seat": 0, "value": 40}]},
    drawn_card: {"tricks": [40, 80], "last": 0, "cantes": [{"seat": 0, "value": 40}]},
    build: {"cards": [30, 22], "spades": [7, 6], "big": 0, "little": 1, "aces": [0, 0, 1, 1], "sweeps": [0, 0]},
}
"""Figures that fit each hand as the log has it. The side that said 101 revoked."""
CANTES: dict[Log, Say] = {
    renuncio: {"type": "cante", "seat": 0, "value": 40},
    room: {"type": "cante", "seat": 0, "value": 20, "suit": "C"},
    drawn_card: {"type": "cante", "seat": 0, "value": 20, "suit": "C"},
}
FALSE_CANTES: dict[Log, tuple[Say, ...]] = {
    renuncio: ({"seat": 2, "value": 40}, {"seat": 0, "value": 20, "suit": "C"}, {"seat": 0, "value": 20, "suit": "E"}),
    room: ({"seat": 0, "value": 20},),
    drawn_card: ({"seat": 0, "value": 20}, {"seat": 2, "value": 40}),
}
"""Cantes of hands that do not have their cards, or do not show them."""
CLAIMANTS: dict[Log, int] = {heart_lead: 1, void_hand: 2, renuncio: 2, room: 1, drawn_card: 1, build: 1}


def first_event(log: Log, kind: str, table: OldTable, key: Key) -> Say:
    """The event of this kind in this match; `upheld` and `rejected` are rulings."""
    code, seat, at = key
    match kind:
        case "claim":
            name = next(name for name, claim in table.match.state.CLAIMS.items() if code in claim.rules)
            return {"type": "claim", "by": CLAIMANTS[log], "against": seat, "kind": name, "at": at}
        case "upheld" | "rejected":
            return {"type": "ruling", "claim": "c1", "upheld": kind == "upheld", "reason": "visto"}
        case "withdraw":
            return {"type": "withdraw", "seat": 1, "reason": "se va"}
        case "retract":
            return {"type": "retract", "to": table.match.version, "reason": "nada"}
        case "note":
            return {"type": "note", "text": "se sigue"}
        case "deal":
            return _deal(table)
        case "draw":
            return {"type": "draw", "seat": 1, "card": "4E"}
        case "count":
            return {"type": "count", "figures": FIGURES[log]}
        case "redeal":
            return {"type": "redeal", "reason": "wrong_pack"}
    return {"play": MOVES, "reveal": REVEALS, "cante": CANTES}[kind][log]


def cases() -> Iterator[tuple[Log, bool, bool, str]]:
    """Each log, whether its assertion is claimed, whether its hand was told by its figures since, and a kind of first event."""
    for log, claims, by_figures in product(LOGS, (False, True), (False, True)):
        kinds = ["withdraw", "retract", "note"]
        kinds += ["deal"] if by_figures else ["play", "count", "redeal", "reveal"]
        kinds += ["upheld", "rejected"] if claims or log is void_hand else []
        # The figures of the renuncio end its partida, and claims are of the partida in progress.
        kinds += [] if by_figures and log is renuncio else ["claim"]
        kinds += ["cante"] if log in CANTES and not by_figures else []
        kinds += ["draw"] if log in (room, drawn_card) and not by_figures else []
        yield from ((log, claims, by_figures, kind) for kind in kinds)


def name_of(part: object) -> str:
    """The name of a log, or of another part of a case."""
    return getattr(part, "__name__", str(part))


@pytest.mark.parametrize(("log", "claims", "by_figures", "kind"), list(cases()), ids=name_of)
def test_an_older_log_goes_on(log: Log, claims: bool, by_figures: bool, kind: str) -> None:
    table, keys = log(claims)
    if by_figures:
        table.say_then("count", figures=FIGURES[log])
    assert table.statuses() <= {"open", "pending"}
    differences = table.differences()
    table.tell(first_event(log, kind, table, keys[0]))
    twin = table.refold()
    assert state(twin.match) == state(table.match)
    wins = log is renuncio and (claims or kind == "claim")
    for one in (table, twin):
        go_on(one)
        assert state(one.match) == state(table.match) == state(one.fold())
        assert {(i.code, i.seat, i.version) for i in one.match.ledger.infractions} == {*keys}
        assert one.statuses() <= ({"rejected", "dismissed"} if log is void_hand else {"upheld", "proven"})
        assert one.match.state.knowledge.overdue_assertions == []
        assert one.differences() == differences != []
        stored_facts = [fact for entry in one.entries for fact in entry.facts]
        fallen_cantes = [fact for fact in stored_facts if isinstance(fact, CanteTakenBack)]
        assert [fact.points for fact in fallen_cantes] == ([40] if log in (room, drawn_card) else [])
        costs = [fact for fact in stored_facts if isinstance(fact, PointsScored) and fact.rule == IMPROPER]
        assert [fact.points for fact in costs] == ([-1, 1] if log is build else [])
        assert (TallyCounted("partidas", 0, "guinote.renuncio") in stored_facts) == wins
        assert not wins or one.match.ledger.tallies["partidas"] == [1, 0]


@pytest.mark.parametrize(
    ("log", "claims", "cante"),
    [(log, *case) for log in FALSE_CANTES for case in product((False, True), FALSE_CANTES[log])],
)
def test_a_false_cante_is_disproved_beside_what_was_overdue(log: Log, claims: bool, cante: Say) -> None:
    table, keys = log(claims)
    at = table.match.version + 1
    facts = table.tell({"type": "cante", **cante})
    codes = [fact.code for fact in facts if isinstance(fact, InfractionProven) and fact.version == at]
    # A renuncio that was claimed has won the partida: nothing is sung any more.
    assert bool(codes) == (not (log is renuncio and claims))
    twin = table.refold()
    assert state(twin.match) == state(table.match)
    for one in (table, twin):
        go_on(one)
        assert state(one.match) == state(table.match) == state(one.fold())
        proofs = [fact for entry in one.entries for fact in entry.facts if isinstance(fact, InfractionProven)]
        told_keys = [(proof.code, proof.seat, proof.version) for proof in proofs]
        assert len(told_keys) == len(set(told_keys))
        assert {*keys} <= set(told_keys)


@pytest.mark.parametrize(("log", "cante"), [(log, cante) for log in FALSE_CANTES for cante in FALSE_CANTES[log]])
def test_what_was_overdue_is_known_by_its_versions_if_another_judge_gave_its_evidence(log: Log, cante: Say) -> None:
    table, _ = log(False)
    table.tell({"type": "cante", **cante})
    *_, last = table.entries
    proof = next(fact for fact in last.facts if isinstance(fact, InfractionProven) and fact.version < last.version)
    facts = (replace(proof, evidence=Evidence("ruling")), *(fact for fact in last.facts if fact != proof))
    twin = table.refold()
    twin.entries[-1] = replace(last, facts=facts)
    ours, theirs = state(table.match), state(twin.fold())
    assert ours.pop("ledger") != theirs.pop("ledger")
    assert ours == theirs


@pytest.mark.parametrize("cante", [{"seat": 0, "value": 40}, {"seat": 0, "value": 20, "suit": "C"}], ids=str)
def test_a_false_cante_is_disproved_beside_a_suit_sung_again(cante: Say) -> None:
    """Seat 0 had but one pair left to sing, and sang it twice: older rules counted both."""
    table = LoggedTable("guinote", 4, first_dealer=3)
    table.say("deal", dealer=3, turn_up="2O")
    lay(table, "1C 4C 5C 6C 1B 4B 5B 6B 3B 7B 2B 11B 3C 7C 2C 11C")
    table.say("reveal", seat=0, cards=["10E", "12E", "1E", "3E", "1O"])
    table.say("cante", seat=0, value=20)
    table.say("cante", seat=0, value=20, suit="E")
    again = table.match.version
    old = OldTable(table, again)
    old.entries[-1] = replace(old.entries[-1], facts=(CanteCounted(0, 0, 20, "E"),))
    old = old.refold()
    facts = old.tell({"type": "cante", **cante})
    proven_versions = [fact.version for fact in facts if isinstance(fact, InfractionProven) and fact.code == CANTE]
    assert proven_versions == [again, again + 1]
    twin = old.refold()
    assert state(twin.match) == state(old.match)
    for one in (old, twin):
        assert one.tell({"type": "play", "seat": 0, "card": "1E"}) == []
        assert state(one.match) == state(old.match) == state(one.fold())


def test_a_ruling_comes_after_what_was_overdue() -> None:
    """101 by a false cante is undone first; so a renuncio of the counted ida stops a hand that goes on."""
    table = LoggedTable("guinote", 4, first_dealer=3)
    at = _lay_renuncio(table)
    table.say("claim", by=0, against=1, kind="renuncio", at=at)
    table.say("count", figures={"tricks": [70, 50], "last": 1, "cantes": []})
    table.say("deal", turn_up="2O")
    lay(table, "4C 5C 1C 6C")
    table.say("cante", seat=2, value=20)
    assert table.match.state.phase == "deal"
    table.say("reveal", seat=2, cards=["3C", "1E", "3E", "1B", "3B"])
    old = OldTable(table, table.match.version)
    facts = old.tell({"type": "ruling", "claim": "c1", "upheld": True, "reason": "visto"})
    order = [type(fact) for fact in facts if isinstance(fact, PartidaReopened | HandScored | TallyCounted)]
    assert order == [PartidaReopened, HandScored, TallyCounted]
    assert state(old.refold().match) == state(old.match)


def test_figures_of_vueltas_are_not_those_of_the_next_ida() -> None:
    """The ida was counted. Its renuncio, proven with the next event, gives the partida away that those figures are for."""
    table, keys = _renuncio(LoggedTable("guinote", 4, first_dealer=3), claims=True)
    table.say_then("count", figures={"tricks": [70, 50], "last": 1, "cantes": []})
    facts = table.tell({"type": "count", "figures": {"tricks": [20, 70], "last": 1, "cantes": [], "said": 1}})
    assert [fact for fact in facts if isinstance(fact, TallyCounted)] == [
        TallyCounted("partidas", 0, "guinote.renuncio")
    ]
    assert not any(isinstance(fact, PartidaBegun | HandScored) for fact in facts)
    ledger = table.match.ledger
    assert (ledger.tallies["partidas"], table.match.state.hand) == ([1, 0], 1)
    assert {(i.code, i.seat, i.version) for i in ledger.infractions if i.status == "proven"} == {*keys}
    assert state(table.refold().match) == state(table.match)
    # The figures of an ida have a place then, and so has a deal.
    table.tell({"type": "count", "figures": {"tricks": [60, 60], "last": 1, "cantes": []}})
    assert table.match.ledger.tallies["partidas"] == [1, 0]
    assert state(table.refold().match) == state(table.match)


def test_what_an_older_service_stored_without_its_consequences_has_none() -> None:
    """It proved the renuncio with the event that voided the hand, and the partida went on."""
    table, keys = renuncio(claims=True)
    proofs = [InfractionProven(*key, Evidence("counted")) for key in keys]
    facts = (*proofs, ClaimRuled("c1", "upheld"), HandVoid(2), PointsVoid((55, 75)))
    table.say_then("redeal", reason="x")
    table.entries[-1] = replace(table.entries[-1], facts=facts)
    match = table.fold()
    assert (match.state.void, match.ledger.totals, match.ledger.tallies) == (True, [55, 75], {"partidas": [0, 0]})
    assert isinstance(match.state, GuinoteState)
    assert not match.state.partida_over
    assert {claim.status for claim in match.ledger.claims} == {"upheld"}


def _deal(table: OldTable) -> Say:
    """The next deal: its hands are not seen."""
    seen: dict[str, Say] = {"guinote": {"turn_up": "2O"}, "casino.classic": {"table": ["7C", "9C", "9D", "9H"]}}
    return {"type": "deal", **seen.get(table.match.rules.id, {})}


def go_on(table: OldTable) -> None:
    """Goes on with a few cards, each the first that may be laid; after a redeal with a deal, after a withdrawal with a claim."""
    if not table.match.state.in_hand() and table.match.ledger.status == "open":
        table.tell(_deal(table))
    for _ in range(5):
        move = next((one for one in table.legal() if one["type"] in ("play", "trail")), None)
        if move is not None:
            table.tell({name: value for name, value in move.items() if name != "choose"})
