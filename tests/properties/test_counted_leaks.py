"""Counts of cards tell no reader a hidden card: the leak tests, over matches in which a proof was counted.

A count may rest on hands that only some readers may see. So each match here has a proof by counting in the hand in play, in the
record of a referee that knows some of the hands. The match is compared with its twins, in which the cards that a reader has not
seen lie elsewhere.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee.audit.audit import audit
from referee.cards import FRENCH
from referee.errors import Forbidden
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, chain, line
from referee.match.events import Play, Retract
from referee.match.facts import Fact, InfractionProven
from referee.match.judge.players import require_own_knowledge
from referee.match.state import ALL
from tests.properties.test_leaks import TAKEN, everything, mask, readers
from tests.support.asking import Door
from tests.support.table import Table
from tests.support.twins import elsewhere, same_course
from tests.support.watched import Run, WatchedRun, less_told, watch_match

TABLES = [
    ("hearts.castillar", 2),
    ("hearts.castillar", 4),
    ("hearts.yppedia", 4),
    ("guinote", 4),
    ("casino.classic", 4),
    ("casino.draw", 4),
]
SEEDS = {"hearts.castillar": 120, "hearts.yppedia": 120, "guinote": 500, "casino.classic": 400, "casino.draw": 80}
"""Matches of each table in which proofs by counting are searched."""
COUNTED = ("counted", "elsewhere")
"""Names of proofs that rest on the places of cards of other hands."""


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    door = Door(str(tmp_path_factory.mktemp("door")))
    yield door
    door.close()


def counts(run: Run) -> int:
    """The number of infractions of the hand in play that are proven by counting."""
    since = run.match.ledger.hidden_from or run.match.version + 1
    return sum(is_counted(fact) for entry in run.entries[since - 1 :] for fact in entry.facts)


def is_counted(fact: Fact) -> bool:
    """True if this is a proof by counting."""
    return isinstance(fact, InfractionProven) and getattr(fact.evidence, "how", None) in COUNTED


def counted_matches(
    ruleset: str, seats: int, name: str, **opening: Any
) -> Iterator[tuple[str, WatchedRun, list[int], Run]]:
    """Matches with a counted proof: the match that knows every card, the hands that the log knows, and that log."""
    for seed in range(SEEDS[ruleset]):
        run = watch_match(ruleset, seats, f"{name} {seed}", **opening)
        if not run.is_hidden():
            continue
        seats_known = run.chance.sample(range(seats), run.chance.randrange(seats))
        less = less_told(run, seats_known)
        if less is not None and counts(less):
            yield f"match {seed}, hands {seats_known}", run, seats_known, less


def pairs(ruleset: str, seats: int, name: str, **opening: Any) -> Iterator[tuple[str, int | None, Run, Run]]:
    """Such matches and their twins, for every reader: both logs know the same hands."""
    for what, run, seats_known, less in counted_matches(ruleset, seats, name, **opening):
        for reader in readers(run):
            for _ in range(2):
                twin = elsewhere(run, reader)
                other = None if twin is None else less_told(twin, seats_known)
                if other is not None and same_course(less, other):
                    yield f"{what}, reader {reader}", reader, less, other


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_no_answer_depends_on_where_unseen_cards_lie(ruleset: str, seats: int) -> None:
    count = 0
    for what, reader, less, other in pairs(ruleset, seats, "counted"):
        count += 1
        for here, there in zip(everything(less, reader), everything(other, reader), strict=True):
            assert here == there or TAKEN in {here[1], there[1]}, what
    assert count > 2


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_none_tells_before_the_end_of_the_hand_that_something_was_counted(ruleset: str, seats: int) -> None:
    """The twin may have none of them, or another, where infractions are shown at the end of the hand."""
    count = differ = 0
    for what, reader, less, other in pairs(ruleset, seats, "later", infractions_shown="hand_end"):
        count += 1
        differ += counts(less) != counts(other)
        for here, there in zip(everything(less, reader), everything(other, reader), strict=True):
            assert here == there or TAKEN in {here[1], there[1]}, what
    assert count > 2
    assert differ or (ruleset, seats) != ("hearts.castillar", 4)


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_a_player_is_answered_the_same(door: Door, ruleset: str, seats: int) -> None:
    count = 0
    for what, reader, less, other in pairs(ruleset, seats, "counted"):
        if reader is None:
            continue
        count += 1
        id_ = f"counted {ruleset} {seats} {count}"
        for request, here, there in door.answers((less, other), id_, reader, Random(id_)):
            assert here == there, f"{what}: {request}"
    assert count > 1


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_no_proof_names_a_card_that_its_reader_may_not_know(ruleset: str, seats: int) -> None:
    for what, run, _, less in counted_matches(ruleset, seats, "named"):
        for reader in readers(run):
            for infraction in less.match.infractions(mask(reader)):
                if infraction.evidence is not None and infraction.evidence.how == "counted":
                    is_hidden = infraction.version >= (less.match.ledger.hidden_from or 0)
                    assert not (is_hidden and infraction.evidence.cards), f"{what}, reader {reader}"


def test_the_audit_of_an_older_log_does_not_tell_early_what_today_s_judge_counts() -> None:
    """The stored entries have no such proof, and infractions are shown at the end of the hand."""
    count = 0
    for what, run, _, less in counted_matches("hearts.castillar", 4, "older", infractions_shown="hand_end"):
        if any(isinstance(entry.event, Retract) for entry in less.entries):
            continue
        older = without_counting(less.entries)
        match = Match.fold("match", older)
        lines = [line(entry) for entry in older]
        assert audit(match, older, lines, ALL).differences
        for reader in readers(run):
            assert audit(match, older, lines, mask(reader)).differences == [], f"{what}, reader {reader}"
        count += 1
    assert count > 0


def without_counting(entries: list[AnyEntry]) -> list[AnyEntry]:
    """The log as it was recorded before anything was counted."""
    older = entries[:1]
    for entry in entries[1:]:
        facts = tuple(fact for fact in entry.facts if not is_counted(fact))
        head = bytes.fromhex(older[-1].hash)
        older.append(chain(head, entry.version, entry.event, facts, entry.recorded_at, entry.recorded_by))
    return older


@pytest.mark.parametrize("is_told", [True, False])
def test_a_card_that_the_log_knows_is_no_answer_to_what_the_rest_of_the_hand_is(is_told: bool) -> None:
    """True facts about seat 0 can be counted from the hand of seat 1: it may hold nothing that speaks against the card."""
    table = Table("hearts.yppedia", 4, enforcement="strict", params={"turn_seconds": 20})
    hands = [None, list(FRENCH.cards(FRENCH.suits["C"])), None, None] if is_told else None
    table.say("deal", **({"hands": hands} if hands else {}))
    table.say("reveal", seat=0, cards=["2H", "3H"])
    play = Play(0, "2H")
    if is_told:
        with pytest.raises(Forbidden):
            require_own_knowledge(table.match.state, play, 1)
    else:
        require_own_knowledge(table.match.state, play, 1)
