"""The index of championships: their names, players and versions, and the contest and result of each fixture."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, select

from projections.projection import Past, Projection
from projections.rows import Batch, Id, Position, RowTable, Time
from projections.time_order import beyond_cursor
from referee.championship.events import (
    DECISIONS,
    BoardDecision,
    ChampionshipOpened,
    ChampionshipRenamed,
    ContestDrawn,
    DecisionUndone,
    DisciplineChanged,
    FixtureDecision,
    FixtureVoided,
    MatchFinished,
    MatchOpened,
    MatchReopened,
    MergeUndone,
    PlayerMerged,
    PlayerRemoved,
    PlayersEntered,
    ResultCorrected,
    ResultReported,
    WalkoverGiven,
)
from referee.championship.state import Championship, DecisionEntry, decoder
from referee.championship.views import ChampionshipSummary
from referee.contests.discipline import Discipline
from referee.followers.feed import LogRecord
from referee.match.registry import tag

DECIDED = frozenset(tag(kind) for kind in DECISIONS)
"""The topics of a championship's records. All other records are skipped without decoding."""
RESULTS = (ResultReported, ResultCorrected, WalkoverGiven, MatchFinished)
"""The decisions that give a match its result."""
BEGINS = (MatchOpened, *RESULTS, BoardDecision)
"""The decisions with which a fixture begins."""
PEOPLE = {tag(PlayersEntered), tag(PlayerMerged), tag(MergeUndone), tag(PlayerRemoved)}
"""The topics of decisions that change the players."""
UNDONE = tag(DecisionUndone)


class ChampionshipRow(Struct, frozen=True):
    """One championship, as lists show it. `discipline` is the agreement about cards, in JSON.

    `disciplines_before` are the earlier agreements, first to last, each with the position of the change that ended it, in JSON.
    """

    id: Id
    opened_position: Position
    name: str
    version: int
    contests: int
    opened_at: Time
    changed_at: Time
    discipline: str | None = None
    disciplines_before: str | None = None


class DisciplineUntil(Struct, frozen=True):
    """The agreement about cards until the record at this position of the log changed it; None if there was none."""

    position: int
    discipline: Discipline | None


class PlayerRow(Struct, frozen=True):
    """A player of a championship, the `n`th in the order of entering; each person has one row."""

    championship: Id
    n: int
    player: Id


class FixtureRow(Struct, frozen=True):
    """The contest of a fixture that has begun, its game, and the record of its result, if it has one.

    A fixture that has not begun has no row: a draw makes thousands, and readers would wait for them to be written.
    """

    id: Id
    contest: Id
    championship: Id
    ruleset: Id
    decided_position: Position | None = None
    decided_at: Time | None = None


class FixturePlayerRow(Struct, frozen=True):
    """A player of a fixture that has begun, by the id under which they were entered."""

    fixture: Id
    player: Id


CHAMPIONSHIPS = RowTable(ChampionshipRow, "championship", unique=("opened_position",))
PLAYERS = RowTable(PlayerRow, "championship_player", key=2, index=("player",))
LATEST = ("decided_at", "decided_position")
"""The columns by which results are ordered."""
FIXTURES = RowTable(
    FixtureRow,
    "begun_fixture",
    index=("contest", "championship", "decided_position", LATEST, ("ruleset", *LATEST)),
)
FIXTURE_PLAYERS = RowTable(FixturePlayerRow, "begun_fixture_player", key=2, index=("player",))


def decided_versions(records: Sequence[LogRecord]) -> dict[str, int]:
    """The championships of the decisions among these records, with the last version of each."""
    return {str(r.originator_id): r.originator_version for r in records if r.topic in DECIDED}


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Brings records of the log into the index."""
    versions = decided_versions(records)
    batch.load(CHAMPIONSHIPS, versions)
    for record in records:
        if record.topic in DECIDED:
            _take_decision(batch, record, past)
        if record.topic == UNDONE:
            _restore_results(batch, record, past)
    for id_ in {str(record.originator_id): None for record in records if record.topic in PEOPLE}:
        players = past.championship(id_, versions[id_]).players
        batch.set(PLAYERS, id_, (PlayerRow(id_, n, player) for n, player in enumerate(players)))


def _take_decision(batch: Batch, record: LogRecord, past: Past) -> None:
    id_, entry = str(record.originator_id), decoder.decode(bytes(record.state))
    event, at = entry.event, entry.recorded_at
    if isinstance(event, ChampionshipOpened):
        discipline = _discipline_json(event.discipline)
        batch.put(CHAMPIONSHIPS, ChampionshipRow(id_, record.id, event.name, 0, 0, at, at, discipline))
    row = batch.get(CHAMPIONSHIPS, id_)
    if row is None:
        return
    if isinstance(event, DisciplineChanged):
        earlier_disciplines = [
            *disciplines_before(row.disciplines_before),
            DisciplineUntil(record.id, discipline_of(row.discipline)),
        ]
        row = replace(row, discipline=_discipline_json(event.discipline), disciplines_before=_json(earlier_disciplines))
    if isinstance(event, ChampionshipRenamed):
        row = replace(row, name=event.name)
    is_draw = isinstance(event, ContestDrawn)
    batch.put(
        CHAMPIONSHIPS,
        replace(row, version=record.originator_version, changed_at=at, contests=row.contests + is_draw),
    )
    _fixtures(batch, record, entry, past)


def _fixtures(batch: Batch, record: LogRecord, entry: DecisionEntry, past: Past) -> None:
    """Enters the effect of a decision on fixtures: their beginning, a result, or a result taken back."""
    event, id_ = entry.event, str(record.originator_id)
    reopened_fixtures = [event.fixture] if isinstance(event, MatchReopened) else []
    fixtures_without_result = [
        *reopened_fixtures,
        *(fact.fixture for fact in entry.facts if isinstance(fact, FixtureVoided)),
    ]
    begun_fixtures = [event.fixture] if isinstance(event, BEGINS) else []
    batch.load(FIXTURES, (*fixtures_without_result, *begun_fixtures))
    for fixture in fixtures_without_result:
        _set_result(batch, fixture, None, None)
    if isinstance(event, BEGINS):
        if batch.get(FIXTURES, event.fixture) is None:
            _begin(batch, event, past.championship(id_, record.originator_version))
        if isinstance(event, BoardDecision):
            now = past.championship(id_, record.originator_version).contests[event.contest]
            is_decided = now.outcome_of(now.fixtures[event.fixture]) is not None
            _set_result(batch, event.fixture, *((record.id, entry.recorded_at) if is_decided else (None, None)))
        elif isinstance(event, RESULTS):
            _set_result(batch, event.fixture, record.id, entry.recorded_at)


def _begin(batch: Batch, event: FixtureDecision, championship: Championship) -> None:
    """Enters a fixture that begins, with its players. Its entrants stay the same: others in their place have another fixture."""
    contest = championship.contests[event.contest]
    batch.put(FIXTURES, FixtureRow(event.fixture, event.contest, championship.id, contest.ruleset))
    players = {
        player: None
        for entrant in contest.fixtures[event.fixture].entrants
        for player in contest.contest.people(entrant)
    }
    batch.set(FIXTURE_PLAYERS, event.fixture, (FixturePlayerRow(event.fixture, player) for player in players))


def _restore_results(batch: Batch, record: LogRecord, past: Past) -> None:
    """Sets the results of all fixtures of a contest after a decision was taken back."""
    id_ = str(record.originator_id)
    event = decoder.decode(bytes(record.state)).event
    if not isinstance(event, DecisionUndone):
        return
    contest = past.championship(id_, record.originator_version).contests[event.contest]
    batch.load(FIXTURES, contest.fixtures)
    for fixture in contest.fixtures.values():
        if batch.get(FIXTURES, fixture.id) is None:
            continue
        outcome = contest.outcome_of(fixture)
        if outcome is None:
            _set_result(batch, fixture.id, None, None)
            continue
        [result_record] = past.log.read(id_, outcome.at - 1, outcome.at)
        at = decoder.decode(bytes(result_record.state)).recorded_at
        _set_result(batch, fixture.id, past.log.position_of(id_, outcome.at), at)


def _set_result(batch: Batch, fixture: str, position: int | None, at: str | None) -> None:
    row = batch.get(FIXTURES, fixture)
    if row is not None:
        batch.put(FIXTURES, replace(row, decided_position=position, decided_at=at))


def discipline_of(text: str | None) -> Discipline | None:
    """Decodes the agreement about cards of a row."""
    return msgspec.json.decode(text, type=Discipline) if text else None


def disciplines_before(text: str | None) -> list[DisciplineUntil]:
    """Decodes the earlier agreements about cards of a row, first to last."""
    return msgspec.json.decode(text, type=list[DisciplineUntil]) if text else []


def _discipline_json(discipline: Discipline | None) -> str | None:
    return _json(discipline) if discipline else None


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


PROJECTION = Projection("championships", (CHAMPIONSHIPS, PLAYERS, FIXTURES, FIXTURE_PLAYERS), take)


def of_players(connection: Connection, *players: str) -> list[str]:
    """The championships of any of these players, in the order in which they were opened."""
    championships = select(PLAYERS.c.championship).where(PLAYERS.c.player.in_(players))
    query = (
        select(CHAMPIONSHIPS.c.id)
        .where(CHAMPIONSHIPS.c.id.in_(championships))
        .order_by(CHAMPIONSHIPS.c.opened_position)
    )
    return list(connection.execute(query).scalars())


def exists(connection: Connection, championship: str) -> bool:
    """True if there is a championship of this id."""
    query = select(CHAMPIONSHIPS.c.id).where(CHAMPIONSHIPS.c.id == championship)
    return connection.execute(query).first() is not None


def find(
    connection: Connection,
    *,
    player: tuple[str, ...] | None = None,
    id_: str | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[list[ChampionshipSummary], int | None]:
    """Returns a page of championships, newest first, and its end if there are more. The page starts before `before`.

    With `player`, the ids of one person, only championships of this person; with `id_` only this one.
    """
    query = select(CHAMPIONSHIPS.table).order_by(CHAMPIONSHIPS.c.opened_position.desc())
    if player is not None:
        query = query.where(CHAMPIONSHIPS.c.id.in_(select(PLAYERS.c.championship).where(PLAYERS.c.player.in_(player))))
    if id_ is not None:
        query = query.where(CHAMPIONSHIPS.c.id == id_)
    if before is not None:
        query = query.where(CHAMPIONSHIPS.c.opened_position < before)
    rows = [CHAMPIONSHIPS.of(row) for row in connection.execute(query.limit(limit + 1))]
    page = rows[:limit]
    summaries = [
        ChampionshipSummary(row.id, row.name, row.version, row.contests, row.opened_at, row.changed_at) for row in page
    ]
    return summaries, page[-1].opened_position if len(rows) > limit else None


class DecidedFixture(Struct, frozen=True):
    """A fixture with the position of its result in the log, and the present `version` of its championship."""

    fixture: str
    contest: str
    championship: str
    name: str
    version: int
    position: int
    at: str


class ResultFilter(Struct, frozen=True):
    """A filter for lists of results: a result must meet all conditions given here.

    `player` are the ids of one person. `since` is a time as the log writes it. `cursor` is the one that came with the page
    before.
    """

    championship: str | None = None
    player: tuple[str, ...] | None = None
    ruleset: str | None = None
    since: str | None = None
    cursor: int | None = None
    limit: int = 50


def latest_results(connection: Connection, filters: ResultFilter) -> tuple[list[DecidedFixture], int | None]:
    """Returns a page of fixtures with a result, the latest result first, and the cursor of the next page, if there is one."""
    fixture, of = FIXTURES.c, CHAMPIONSHIPS.c
    at, place = fixture.decided_at, fixture.decided_position
    query = (
        select(fixture.id, fixture.contest, of.id, of.name, of.version, place, at)
        .join_from(FIXTURES.table, CHAMPIONSHIPS.table, fixture.championship == of.id)
        .where(at.is_not(None), *_conditions(filters))
        .order_by(at.desc(), place.desc())
    )
    rows = [DecidedFixture(*row) for row in connection.execute(query.limit(filters.limit + 1))]
    page = rows[: filters.limit]
    return page, page[-1].position if len(rows) > filters.limit else None


def _conditions(filters: ResultFilter) -> Iterator[ColumnElement[bool]]:
    fixture, players = FIXTURES.c, FIXTURE_PLAYERS.c
    if filters.championship is not None:
        yield fixture.championship == filters.championship
    if filters.player is not None:
        yield fixture.id.in_(select(players.fixture).where(players.player.in_(filters.player)))
    if filters.ruleset is not None:
        yield fixture.ruleset == filters.ruleset
    if filters.since is not None:
        yield fixture.decided_at >= filters.since
    if filters.cursor is not None:
        yield beyond_cursor(fixture.decided_at, fixture.decided_position, filters.cursor)
