"""Logs that were written when the judge said less, or said it later: their account stands, and play goes on by today's judge."""

from collections.abc import Sequence

from msgspec.structs import replace

from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, Entry
from referee.match.facts import Fact, InfractionProven
from referee.match.ledger import Evidence
from referee.match.vocabulary import Event, Play
from referee.review.audit import audit
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


def test_what_the_log_holds_as_proven_is_proven_once() -> None:
    """An older judge proved it with the card shown; today's is not asked again."""
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
