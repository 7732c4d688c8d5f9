"""Which matches count for ratings, and who came to which place in them, as the log tells it.

A match of its own counts once it has ended, unless it was abandoned. A match of a championship counts as its championship has it:
with the result that stands there, played at a table or told by hand. Who did not come was not beaten by anybody, so walkovers and
void matches count for nothing; neither does what only the alphabet or an organizer's ruling parted: those were level.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import ColumnElement, FromClause, and_, select

from projections.championships import touched
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
from referee.championship.record.contest import ContestOnRecord
from referee.championship.state import Championship, DecisionEntry, decoder
from referee.contests.standings.alphabet import by_place
from referee.contests.standings.match_order import match_order
from referee.follow.feed import LogRecord
from referee.match.registry import ruleset, tag
from referee.match.results import ContestRules, Result

WITH_RESULT = (ResultReported, ResultCorrected, MatchFinished)
"""The decisions that may give a fixture a result that was played for."""
WITHOUT = (WalkoverGiven, MatchOpened, MatchReopened)
"""Those after which it has none."""
TOLD = {tag(kind) for kind in (*WITH_RESULT, *WITHOUT, DecisionUndone)}
FIXTURE_VOIDED = tag(FixtureVoided)
NOBODY = by_place({})


class FinishRow(Struct, frozen=True):
    """A match that counts: `id` is the fixture's where it was played for one, else the match's.

    `ended_at` is when it was over for the first time, in the record `position` of the log: a correction moves it to no other
    place in the order. `margin`: how many points, as its championship counts them, parted the only winner from the next.
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
        """By this matches are rated one after the other."""
        return self.ended_at, self.position


class FinisherRow(Struct, frozen=True):
    """The `n`th player of a match, under the id that it was recorded with: the side, the place of that side, and its points as
    the championship counts them; null for a match of its own.
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
    """For a query, whether a finisher's side won its match: it came to the first place, and shared it with no other side."""
    other = _OF_OTHERS.c
    shared = select(other.n).where(other.finish == finisher.c.finish, other.place == 1, other.side != finisher.c.side)
    return and_(finisher.c.place == 1, ~shared.exists())


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


_opened = msgspec.json.Decoder(_RatedOpeningEntry)
_ending = msgspec.json.Decoder(_EndedEntry)


def changed(batch: Batch, records: Sequence[LogRecord], past: Past) -> dict[str, Finish | None]:
    """What records of the log made of matches, by id: how they count now, or that they do not."""
    ended = [record for record in records if not ENDINGS.isdisjoint(record.head.facts) or record.topic == "seats"]
    decided = touched(records)
    told = [record for record in records if record.topic in TOLD or FIXTURE_VOIDED in record.head.facts]
    found: dict[str, Finish | None] = {}
    matches = {str(record.originator_id): _opening(past, record) for record in ended}
    of_their_own = {id_: opening for id_, opening in matches.items() if opening is not None and opening.fixture is None}
    entries = [(record, decoder.decode(bytes(record.state))) for record in told]
    ids = {*of_their_own, *(entry.event.fixture for _, entry in entries if isinstance(entry.event, FixtureDecision))}
    restored = {
        record.id: _restored(record, e.event, past) for record, e in entries if isinstance(e.event, DecisionUndone)
    }
    ids |= {fixture for fixtures in restored.values() for fixture in fixtures}
    batch.load(FINISHES, ids)
    batch.load(FINISHERS, ids)
    for record in ended:
        id_ = str(record.originator_id)
        if id_ in of_their_own:
            before = found[id_] if id_ in found else known(batch, id_)
            found[id_] = _of_match(record, of_their_own[id_], before, past)
    for record, entry in entries:
        championship = str(record.originator_id)
        if record.id in restored:
            found |= restored[record.id]
            continue
        _of_decision(batch, record, entry, past.championship(championship, decided[championship]), found)
    for id_, version in decided.items():
        _strike(batch, past.championship(id_, version), past, found)
    return found


def known(batch: Batch, id_: str) -> Finish | None:
    """A match as it counted so far; None where it did not."""
    row = batch.get(FINISHES, id_)
    return None if row is None else Finish(row, tuple(batch.rows(FINISHERS, id_)))


def _opening(past: Past, record: LogRecord) -> _RatedOpening | None:
    [first] = past.log.read(str(record.originator_id), upto=1)
    return _opened.decode(bytes(first.state)).event if first.topic == "open" else None


def _of_match(record: LogRecord, opening: _RatedOpening, before: Finish | None, past: Past) -> Finish | None:
    """A match of its own after an entry that ended it, restated it, or let others sit in it."""
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
    """The place of each seat; those that share one have the same, and the next is behind all of them."""
    places: dict[int, int] = {}
    for seats in ranking:
        place = len(places) + 1
        places |= dict.fromkeys(seats, place)
    return places


def _of_decision(
    batch: Batch, record: LogRecord, entry: DecisionEntry, now: Championship, found: dict[str, Finish | None]
) -> None:
    """What a decision made of the matches of a championship."""
    event = entry.event
    for fact in entry.facts:
        if isinstance(fact, FixtureVoided):
            found[fact.fixture] = None
    if isinstance(event, FixtureDecision) and isinstance(event, (*WITH_RESULT, *WITHOUT)):
        id_ = event.fixture
        before = found[id_] if id_ in found else known(batch, id_)
        told = ToldOutcome(event, entry.recorded_at, record.id)
        found[id_] = _after(told, now, before)


class ToldOutcome(NamedTuple):
    """A decision about how a match of a championship came out, when it was recorded, and at which position of the log."""

    event: FixtureDecision
    at: str
    position: int


def _after(told: ToldOutcome, now: Championship, before: Finish | None) -> Finish | None:
    """How a match counts after a decision about it, which counted as `before`; None where it counts no more."""
    event, id_ = told.event, told.event.fixture
    contest = now.contests[event.contest]
    entrants, rules = contest.fixtures[id_].entrants, ruleset(contest.ruleset).contest
    recorded = event.result if isinstance(event, WITH_RESULT) else None
    result = recorded.result if recorded else None
    places = places_of(entrants, result, rules) if result else {}
    if result is None or {*places} != {*range(len(entrants))}:
        return None
    match = event.match if isinstance(event, MatchFinished) else None
    row = FinishRow(id_, told.at, told.position, contest.ruleset, match, id_, now.id, margin_of(places, result, rules))
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


def _restored(record: LogRecord, event: DecisionUndone, past: Past) -> dict[str, Finish | None]:
    """How the matches count that came out otherwise before a decision was taken back: as those tell that stand."""
    id_, version = str(record.originator_id), record.originator_version
    before = past.championship(id_, version - 1).contests[event.contest]
    now = past.championship(id_, version)
    contest = now.contests[event.contest]
    found: dict[str, Finish | None] = {
        one.id: None
        for one in contest.fixtures.values()
        if one.id not in before.fixtures or contest.outcome_of(one) != before.outcome_of(before.fixtures[one.id])
    }
    return _as_told(now, contest, found, past)


def _as_told(
    now: Championship, contest: ContestOnRecord, found: dict[str, Finish | None], past: Past
) -> dict[str, Finish | None]:
    """How these matches of a contest count by all that was told of them and stands."""
    told = {at for at, one in contest.standing() if isinstance(one, (*WITH_RESULT, *WITHOUT)) and one.fixture in found}
    entries = (decoder.decode(bytes(stored.state)) for stored in past.log.read(now.id, upto=now.version))
    times = {entry.version: entry.recorded_at for entry in entries if entry.version in told}
    for at, one in contest.history:
        if at in told and isinstance(one, FixtureDecision):
            position = past.log.position_of(now.id, at) or 0
            found[one.fixture] = _after(ToldOutcome(one, times[at], position), now, found[one.fixture])
        elif not isinstance(one, ContestDecision) and at not in contest.undone:
            found |= dict.fromkeys({f.fixture for f in one if isinstance(f, FixtureVoided)} & found.keys())
    return found


def _strike(batch: Batch, now: Championship, past: Past, found: dict[str, Finish | None]) -> None:
    """Takes out the matches that are void because somebody left early, and brings back those that are so no more.

    So everything that is made of matches says what the contest says of them (league.withdrawal).
    """
    for contest in now.contests.values():
        if not any(isinstance(one, EntrantWithdrawn) for _, one in contest.history):
            continue
        void = {(f.key, f.entrants) for f in past.page(now, contest.id).state.fixtures if f.state == "void"}
        played = {outcome.fixture for outcome in contest.contest.outcomes if outcome.result}
        records = [record for record in contest.fixtures.values() if record.key in played]
        batch.load(FINISHES, [record.id for record in records])
        missing: dict[str, Finish | None] = {}
        for record in records:
            outcome = contest.outcome_of(record)
            counts = outcome is not None and outcome.result is not None and (record.key, record.entrants) not in void
            counted = found[record.id] if record.id in found else known(batch, record.id)
            if counted and not counts:
                found[record.id] = None
            elif counts and not counted:
                missing[record.id] = None
        if missing:
            found |= _as_told(now, contest, missing, past)


def margin_of(places: Mapping[int, int], result: Result, rules: ContestRules) -> int | None:
    """By how many points the only winner is better than the next; None where nobody is by points."""
    by_place = sorted(places, key=places.__getitem__)
    first, following = by_place[0], by_place[1] if len(by_place) > 1 else None
    if following is None or result.withdrawn or places[first] == places[following]:
        return None
    parted = rules.cost(result.points[following]) - rules.cost(result.points[first])
    return parted if parted > 0 else None


def places_of(entrants: Sequence[str], result: Result, rules: ContestRules) -> Mapping[int, int]:
    """The place of each entrant, by number, that a result gives: the match's own order where it has one, else by its figures."""
    if result.ranking:
        return _by_seat(result.ranking)
    # Only what was played for parts equal totals here.
    steps = tuple(step for step in rules.match_steps if step != "alphabetical")
    ties = match_order(entrants, result, replace(rules, match_steps=steps), (), NOBODY)
    return {n: tie.place for tie in ties for n, entrant in enumerate(entrants) if entrant in tie.members}
