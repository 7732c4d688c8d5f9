"""The matches that count for ratings, with the places of their players, from the log.

A standalone match counts once it has ended, unless it was abandoned. A match of a championship counts with the result that
stands there, played at a table or reported by hand. Walkovers and void matches do not count: an absent player was not beaten.
Sides that only the alphabet or an organizer's ruling separated are level.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import ColumnElement, FromClause, and_, select

from projections.championships import decided_versions
from projections.matches import ENDINGS
from projections.projection import Past
from projections.rows import Batch, Id, Position, RowTable, Time
from referee.championship.events import (
    ContestDecision,
    DecisionUndone,
    EntrantWithdrawn,
    FixtureDecision,
    FixtureVoided,
    MatchFinished,
    MatchOpened,
    MatchReopened,
    ResultCorrected,
    ResultReported,
    WalkoverGiven,
)
from referee.championship.recorded_contest import RecordedContest
from referee.championship.state import Championship, DecisionEntry, decoder
from referee.contests.standings.alphabet import by_place
from referee.contests.standings.match_order import match_order
from referee.followers.feed import LogRecord
from referee.match.registry import ruleset, tag
from referee.match.results import ContestRules, Result

WITH_RESULT = (ResultReported, ResultCorrected, MatchFinished)
"""The decisions that may give a fixture a played result."""
WITHOUT = (WalkoverGiven, MatchOpened, MatchReopened)
"""The decisions after which a fixture has no played result."""
TOLD = {tag(kind) for kind in (*WITH_RESULT, *WITHOUT, DecisionUndone)}
FIXTURE_VOIDED = tag(FixtureVoided)
NOBODY = by_place({})


class FinishRow(Struct, frozen=True):
    """A match that counts: `id` is that of its fixture, or of the match itself if it has none.

    `ended_at` is the time when it first ended, in the record `position` of the log: a correction does not move it in the order.
    `margin` is the number of points, as its championship counts them, between the only winner and the next side.
    """

    id: Id
    ended_at: Time
    position: Position
    ruleset: Id
    match: Id | None
    fixture: Id | None
    championship: Id | None
    margin: int | None = None

    @property
    def order(self) -> tuple[str, int]:
        """The place of the match in the order of rating."""
        return self.ended_at, self.position


class FinisherRow(Struct, frozen=True):
    """The `n`th player of a match, under the id in the record: the side, its place, and its points.

    `points` are those that the championship counts; null for a standalone match.
    """

    finish: Id
    n: int
    player: Id
    side: int
    place: int
    points: int | None = None


FINISHES = RowTable(FinishRow, "rating_finish", index=(("ended_at", "position"), "match", "championship"))
FINISHERS = RowTable(FinisherRow, "rating_finisher", key=2, index=("player",))


_OF_OTHERS = FINISHERS.table.alias("of_others")


def won_by(finisher: FromClause) -> ColumnElement[bool]:
    """The condition that a finisher's side won its match: it has the first place, and shares it with no other side."""
    other = _OF_OTHERS.c
    shared_first = select(other.n).where(
        other.finish == finisher.c.finish, other.place == 1, other.side != finisher.c.side
    )
    return and_(finisher.c.place == 1, ~shared_first.exists())


class Finish(Struct, frozen=True):
    """A match that counts, with its players."""

    row: FinishRow
    players: tuple[FinisherRow, ...]


class _RatedSeat(Struct):
    player: str


class _RatedOpening(Struct):
    ruleset: str
    seats: list[_RatedSeat]
    fixture: str | None = None


class _RatedOpeningEntry(Struct):
    event: _RatedOpening


class _MatchResult(Struct):
    ranking: list[list[int]]


class _EndedAccount(Struct):
    status: str = "open"
    result: _MatchResult | None = None


class _EndingFact(Struct):
    fact: str
    abandoned: bool = False
    ranking: list[list[int]] = []
    ledger: _EndedAccount | None = None


class _EndedEntry(Struct):
    facts: list[_EndingFact]


_opening_decoder = msgspec.json.Decoder(_RatedOpeningEntry)
_ending = msgspec.json.Decoder(_EndedEntry)


def changed_finishes(batch: Batch, records: Sequence[LogRecord], past: Past) -> dict[str, Finish | None]:
    """The matches that these records change, by id, as they count now; None for one that does not count any more."""
    match_records = [
        record for record in records if not ENDINGS.isdisjoint(record.head.facts) or record.topic == "seats"
    ]
    versions = decided_versions(records)
    result_records = [record for record in records if record.topic in TOLD or FIXTURE_VOIDED in record.head.facts]
    finishes: dict[str, Finish | None] = {}
    matches = {str(record.originator_id): _opening(past, record) for record in match_records}
    of_their_own = {id_: opening for id_, opening in matches.items() if opening is not None and opening.fixture is None}
    entries = [(record, decoder.decode(bytes(record.state))) for record in result_records]
    ids = {*of_their_own, *(entry.event.fixture for _, entry in entries if isinstance(entry.event, FixtureDecision))}
    restored_finishes = {
        record.id: _finishes_after_undo(record, entry.event, past)
        for record, entry in entries
        if isinstance(entry.event, DecisionUndone)
    }
    ids |= {fixture for fixtures in restored_finishes.values() for fixture in fixtures}
    batch.load(FINISHES, ids)
    batch.load(FINISHERS, ids)
    for record in match_records:
        id_ = str(record.originator_id)
        if id_ in of_their_own:
            before = finishes[id_] if id_ in finishes else finish_of(batch, id_)
            finishes[id_] = _of_match(record, of_their_own[id_], before, past)
    for record, entry in entries:
        championship = str(record.originator_id)
        if record.id in restored_finishes:
            finishes |= restored_finishes[record.id]
            continue
        _of_decision(batch, record, entry, past.championship(championship, versions[championship]), finishes)
    for id_, version in versions.items():
        _strike(batch, past.championship(id_, version), past, finishes)
    return finishes


def finish_of(batch: Batch, id_: str) -> Finish | None:
    """A match as it has counted so far; None if it did not."""
    row = batch.get(FINISHES, id_)
    return None if row is None else Finish(row, tuple(batch.rows(FINISHERS, id_)))


def _opening(past: Past, record: LogRecord) -> _RatedOpening | None:
    [first] = past.log.read(str(record.originator_id), through=1)
    return _opening_decoder.decode(bytes(first.state)).event if first.topic == "open" else None


def _of_match(record: LogRecord, opening: _RatedOpening, before: Finish | None, past: Past) -> Finish | None:
    """A standalone match after an entry that ended it, restated it or changed its seats; None if it does not count."""
    id_ = str(record.originator_id)
    places = {finisher.n: finisher.place for finisher in before.players} if before else None
    for fact in _ending.decode(bytes(record.state)).facts:
        if fact.fact == "match_ended":
            places = None if fact.abandoned else _by_seat(fact.ranking)
        elif fact.fact == "match_restated" and fact.ledger is not None:
            result = fact.ledger.result if fact.ledger.status == "finished" else None
            places = _by_seat(result.ranking) if result else None
    players = past.seats(id_, record.originator_version)
    if places is None or {*places} != {*range(len(players))}:
        return None
    first = FinishRow(id_, record.head.recorded_at, record.id, opening.ruleset, id_, None, None)
    sides = ruleset(opening.ruleset).sides(len(players))
    return Finish(
        before.row if before else first,
        tuple(FinisherRow(id_, seat, player, seat % sides, places[seat]) for seat, player in enumerate(players)),
    )


def _by_seat(ranking: Sequence[Sequence[int]]) -> dict[int, int]:
    """The place of each seat. Seats that share a place have the same number; the next place comes after all of them."""
    places: dict[int, int] = {}
    for seats in ranking:
        place = len(places) + 1
        places |= dict.fromkeys(seats, place)
    return places


def _of_decision(
    batch: Batch, record: LogRecord, entry: DecisionEntry, now: Championship, finishes: dict[str, Finish | None]
) -> None:
    """Enters the effect of one decision on the matches of its championship."""
    event = entry.event
    for fact in entry.facts:
        if isinstance(fact, FixtureVoided):
            finishes[fact.fixture] = None
    if isinstance(event, FixtureDecision) and isinstance(event, (*WITH_RESULT, *WITHOUT)):
        id_ = event.fixture
        before = finishes[id_] if id_ in finishes else finish_of(batch, id_)
        outcome = ToldOutcome(event, entry.recorded_at, record.id)
        finishes[id_] = _after(outcome, now, before)


class ToldOutcome(NamedTuple):
    """A decision on the outcome of a match of a championship, with its time and its position in the log."""

    event: FixtureDecision
    at: str
    position: int


def _after(outcome: ToldOutcome, now: Championship, before: Finish | None) -> Finish | None:
    """The match after a decision about it, where it counted as `before`; None if it does not count any more."""
    event, id_ = outcome.event, outcome.event.fixture
    contest = now.contests[event.contest]
    entrants, rules = contest.fixtures[id_].entrants, ruleset(contest.ruleset).contest
    contest_result = event.result if isinstance(event, WITH_RESULT) else None
    result = contest_result.result if contest_result else None
    places = places_of(entrants, result, rules) if result else {}
    if result is None or {*places} != {*range(len(entrants))}:
        return None
    match = event.match if isinstance(event, MatchFinished) else None
    row = FinishRow(
        id_, outcome.at, outcome.position, contest.ruleset, match, id_, now.id, margin_of(places, result, rules)
    )
    if before:
        row = replace(row, ended_at=before.row.ended_at, position=before.row.position)
    players = [(player, n) for n, entrant in enumerate(entrants) for player in contest.contest.people(entrant)]
    return Finish(
        row,
        tuple(
            FinisherRow(id_, n, player, side, places[side], result.points[side])
            for n, (player, side) in enumerate(players)
        ),
    )


def _finishes_after_undo(record: LogRecord, event: DecisionUndone, past: Past) -> dict[str, Finish | None]:
    """The matches whose outcome an undo changes, as the decisions that still stand have them."""
    id_, version = str(record.originator_id), record.originator_version
    before = past.championship(id_, version - 1).contests[event.contest]
    now = past.championship(id_, version)
    contest = now.contests[event.contest]
    finishes: dict[str, Finish | None] = {
        fixture.id: None
        for fixture in contest.fixtures.values()
        if fixture.id not in before.fixtures
        or contest.outcome_of(fixture) != before.outcome_of(before.fixtures[fixture.id])
    }
    return _finishes_of_decisions(now, contest, finishes, past)


def _finishes_of_decisions(
    now: Championship, contest: RecordedContest, finishes: dict[str, Finish | None], past: Past
) -> dict[str, Finish | None]:
    """These matches of a contest, as the decisions about them that still stand have them."""
    versions = {
        at
        for at, event in contest.standing()
        if isinstance(event, (*WITH_RESULT, *WITHOUT)) and event.fixture in finishes
    }
    entries = (decoder.decode(bytes(record.state)) for record in past.log.read(now.id, through=now.version))
    times = {entry.version: entry.recorded_at for entry in entries if entry.version in versions}
    for at, event in contest.history:
        if at in versions and isinstance(event, FixtureDecision):
            position = past.log.position_of(now.id, at) or 0
            finishes[event.fixture] = _after(ToldOutcome(event, times[at], position), now, finishes[event.fixture])
        elif not isinstance(event, ContestDecision) and at not in contest.undone:
            finishes |= dict.fromkeys(
                {fact.fixture for fact in event if isinstance(fact, FixtureVoided)} & finishes.keys()
            )
    return finishes


def _strike(batch: Batch, now: Championship, past: Past, finishes: dict[str, Finish | None]) -> None:
    """Takes out the matches that are void since an entrant left early, and brings back those that are not void any more.

    So ratings and records agree with the contest about its matches (league.withdrawal).
    """
    for contest in now.contests.values():
        if not any(isinstance(event, EntrantWithdrawn) for _, event in contest.history):
            continue
        void = {
            (fixture.key, fixture.entrants)
            for fixture in past.page(now, contest.id).state.fixtures
            if fixture.state == "void"
        }
        played_keys = {outcome.fixture for outcome in contest.contest.outcomes if outcome.result}
        records = [record for record in contest.fixtures.values() if record.key in played_keys]
        batch.load(FINISHES, [record.id for record in records])
        missing: dict[str, Finish | None] = {}
        for record in records:
            outcome = contest.outcome_of(record)
            counts = outcome is not None and outcome.result is not None and (record.key, record.entrants) not in void
            finish = finishes[record.id] if record.id in finishes else finish_of(batch, record.id)
            if finish and not counts:
                finishes[record.id] = None
            elif counts and not finish:
                missing[record.id] = None
        if missing:
            finishes |= _finishes_of_decisions(now, contest, missing, past)


def margin_of(places: Mapping[int, int], result: Result, rules: ContestRules) -> int | None:
    """The number of points between the only winner and the next side; None if points do not separate them."""
    by_place = sorted(places, key=places.__getitem__)
    first, following = by_place[0], by_place[1] if len(by_place) > 1 else None
    if following is None or result.withdrawn or places[first] == places[following]:
        return None
    margin = rules.cost(result.points[following]) - rules.cost(result.points[first])
    return margin if margin > 0 else None


def places_of(entrants: Sequence[str], result: Result, rules: ContestRules) -> Mapping[int, int]:
    """The place of each entrant, by number: in the match's own order if its result has one, else by the figures of the result."""
    if result.ranking:
        return _by_seat(result.ranking)
    # The alphabet is not played for, so it must not separate equal totals here.
    steps = tuple(step for step in rules.match_steps if step != "alphabetical")
    ties = match_order(entrants, result, replace(rules, match_steps=steps), (), NOBODY)
    return {n: tie.place for tie in ties for n, entrant in enumerate(entrants) if entrant in tie.members}
