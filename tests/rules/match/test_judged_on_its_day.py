"""Logs from times when the judge said less, or said it later: their account stands, and play goes on by today's judge."""

from collections.abc import Sequence
from io import StringIO

import pytest
from msgspec.structs import replace
from rich.console import Console

from api.cli.terminal import audit_of
from referee.audit.audit import RefusedToday, audit, only
from referee.games.casino.events import Trail
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Entry
from referee.match.events import Event, Opening, Play
from referee.match.facts import Fact, InfractionProven
from referee.match.ledger import Evidence
from referee.match.state import ALL
from tests.support import stored
from tests.support.casino import CasinoTable
from tests.support.hearts import castillar, deal_unseen, lay
from tests.support.table import Table

LEAD = "hearts.lead-hearts"
HASH = "00"


def entries_of(table: Table) -> list[AnyEntry]:
    """The log of the table, as its judge wrote it."""
    facts: dict[int, list[Fact]] = {}
    for at, fact in table.facts:
        facts.setdefault(at, []).append(fact)
    opening: AnyEntry = Entry(1, "", "", table.match.opening, (), HASH)
    return [opening, *(entry(at, event, facts.get(at, [])) for at, event in enumerate(table.events, 2))]


def entry(at: int, event: Event, facts: Sequence[Fact]) -> AnyEntry:
    return Entry(at, "", "", event, tuple(facts), HASH)


def only_hearts() -> Table:
    """Seat 3 leads a heart at version 11; at 13 fewer hearts are left than it has cards, and at 15 it lays a spade."""
    table = castillar()
    deal_unseen(table)
    lay(table, "2C 6C 9C QC QH 2H 5H 8H", first=0)
    return table


def without_proof(entries: list[AnyEntry]) -> list[AnyEntry]:
    return [
        replace(one, facts=tuple(fact for fact in one.facts if not isinstance(fact, InfractionProven)))
        for one in entries
    ]


def test_what_the_log_does_not_hold_as_proven_is_not_proven_by_folding_it() -> None:
    entries = without_proof(entries_of(only_hearts()))
    match = Match.fold("", entries)
    assert match.ledger.infractions == []
    differences = audit(match, entries, []).differences
    assert [one.version for one in differences] == [13]
    assert [fact["fact"] for fact in differences[0].today] == ["infraction_proven"]


def test_play_goes_on_by_the_judge_of_today() -> None:
    match = Match.fold("", without_proof(entries_of(only_hearts())))
    facts = match.decide(Play(3, "KH"), lambda _: match)
    assert [(f.code, f.seat, f.version, f.evidence.how) for f in facts if isinstance(f, InfractionProven)] == [
        (LEAD, 3, 11, "counted")
    ]


def test_what_a_hand_showed_before_it_drew_is_proven_by_the_judge_of_today() -> None:
    """Seat 0 trails without drawing against its own build of 9, and shows a 9. Then it draws: a card of it may be a new one."""
    table = CasinoTable("draw", dealer=0)
    table.deal(table="7D 6H 4S 3H")
    table.trail("JH")
    table.build("2C", "7D", 9)
    table.trail("JC")
    table.say("expose", card="QS")
    table.trail("KC")
    at = table.match.version
    table.say("reveal", seat=0, cards=["9D"])
    table.trail("JD")
    table.take("9D", builds="b1")
    match = Match.fold("", without_proof(entries_of(table)))
    facts = match.decide(Trail(1, "JS"), lambda _: match)
    assert [(f.code, f.seat, f.version) for f in facts if isinstance(f, InfractionProven)] == [
        ("casino.own-build", 0, at)
    ]


def test_what_the_log_holds_as_proven_is_proven_once() -> None:
    """An older judge proved it with the card shown; today's judge does not repeat it."""
    table = only_hearts()
    lay(table, "KS")
    entries = without_proof(entries_of(table))
    late = InfractionProven(LEAD, 3, 11, Evidence("shown", ("KS",)))
    entries[-1] = replace(entries[-1], facts=(late, *entries[-1].facts))
    match = Match.fold("", entries)
    assert [(i.proven_at, i.evidence) for i in match.ledger.infractions] == [(len(entries), late.evidence)]
    assert not any(match.state.knowledge.open)
    facts = match.decide(Play(0, "2S"), lambda _: match)
    assert not any(isinstance(fact, InfractionProven) for fact in facts)


# Entries that would be refused today

IMPOSSIBLE = stored.FOLDER / "corona" / "902286fe4b33.jsonl"
"""A battle in which an older judge took a card from the bottom of the pack, and a drawn card that the hand had before."""


def refusals(entries: Sequence[AnyEntry], visible: int = ALL) -> dict[int, RefusedToday | None]:
    """The differences of an audit by their versions, each with the reason of a refusal."""
    match = Match.fold("", entries)
    return {one.version: one.refused for one in audit(match, entries, [], visible).differences}


def test_what_was_taken_and_would_be_refused_today_is_said_with_its_reason() -> None:
    entries = stored.entries(IMPOSSIBLE)
    reasons = {at: refusal and (refusal.code, refusal.rule, refusal.seat) for at, refusal in refusals(entries).items()}
    assert reasons == {6: ("impossible", "corona.hire", 1), 15: ("impossible", "corona.draw", 1)}
    match = Match.fold("", entries)
    assert match.version == len(entries)
    report = audit(match, entries, [])
    assert [len(one.stored) + len(one.today) for one in report.differences if one.version == 15] == [0]
    assert "2B" in report.differences[0].text.es and "2B" in report.differences[0].text.en


@pytest.mark.parametrize("visible", range(3))
def test_of_a_hand_that_is_hidden_nothing_would_be_refused(visible: int) -> None:
    assert refusals(stored.entries(IMPOSSIBLE), visible) == {}


def test_what_would_be_irregular_today_is_refused_only_where_the_match_is_strict() -> None:
    table = castillar()
    deal_unseen(table)
    table.say("reveal", seat=1, cards=["6C"])
    lay(table, "2C 6D", first=0)
    entries = entries_of(table)
    opening = entries[0].event
    assert isinstance(opening, Opening)
    assert refusals(entries) == {}
    strict = [replace(entries[0], event=replace(opening, enforcement="strict")), *entries[1:]]
    assert {at: refusal and refusal.code for at, refusal in refusals(strict).items()} == {
        table.match.version: "irregular"
    }


def test_the_terminal_says_what_would_be_refused() -> None:
    entries = stored.entries(IMPOSSIBLE)
    match = Match.fold("", entries)
    paper = Console(file=StringIO(), width=200)
    report = audit(match, entries, [])
    audit_of(report, match.view(), paper)
    assert isinstance(paper.file, StringIO)
    assert paper.file.getvalue().count("Today's rules would refuse play") == 2
    assert [one.version for one in only(report, 1).differences] == [6, 15]
