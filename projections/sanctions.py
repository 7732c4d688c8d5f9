"""The register of sanctions: every yellow and black card, in a match, told with a match's result, or given outside one."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import CompoundSelect, Connection, String, or_, select, union_all

from projections.championships import (
    CHAMPIONSHIPS,
    FIXTURES,
    DisciplineUntil,
    discipline_of,
    disciplines_before,
    touched,
)
from projections.matches import MATCHES
from projections.projection import Past, Projection
from projections.rows import CHUNK, Batch, Id, Position, RowTable, Time
from projections.seasons.projection import EDITIONS
from referee.championship.events import PlayerSanctioned, ResultCorrected, ResultReported
from referee.championship.record.contest import ContestOnRecord
from referee.championship.state import Championship, decoder
from referee.contests.discipline import Discipline, Penalty
from referee.follow.feed import LogRecord
from referee.match.registry import tag

GIVEN = "sanctioned"
"""The fact that gives a card in a match."""
OUTSIDE = tag(PlayerSanctioned)
"""The topic of a card outside a match."""
TOLD = {tag(ResultReported), tag(ResultCorrected)}
"""The topics of results without a record, which may tell of cards."""
MOST_IN_ONE = 1000
"""More cards than one event gives."""


class SanctionRow(Struct, frozen=True):
    """The `nth` card of an event in a match's or a championship's log (`match` is null). It counts while its event does.

    `fixture` is set where the card was told with the result of that fixture.
    """

    stream: Id
    version: int
    nth: int
    place: Position
    player: Id
    card: Annotated[str, String(8)]
    reason: str
    match: Id | None
    fixture: Id | None
    recorded_at: Time
    counts: bool


SANCTIONS = RowTable(SanctionRow, "sanction", key=3, index=("player", "stream"), unique=("place",))


class _Fact(Struct):
    fact: str
    seat: int = -1
    card: Literal["yellow", "black", ""] = ""
    reason: str = ""


class _SanctionEntry(Struct):
    recorded_at: str
    facts: list[_Fact]


_entry = msgspec.json.Decoder(_SanctionEntry)
Card = tuple[str, str, str]
"""Who was given it, its colour, and why."""


class GivenCard(Struct, frozen=True):
    """A yellow or black card, and the event that gave it: `version` of the log `stream`.

    That is a match's log, or a championship's: then `match` is null, and `fixture` is set where the card came with a result.
    `championship` is where it was given, null for a match that stands alone; `edition` is which of its series that is, if any.
    Where that championship had a ladder when it was recorded, this is the `nth` card of its player there, which comes to
    `penalty` by that ladder.
    """

    player: str
    card: str
    reason: str
    stream: str
    version: int
    match: str | None
    fixture: str | None
    recorded_at: str
    championship: str | None
    edition: int | None
    name: str | None = None
    nth: int | None = None
    penalty: Penalty | None = None


class LadderStep(Struct, frozen=True):
    """A card is the `nth` of its player in the championship, and comes to this there."""

    nth: int
    penalty: Penalty


def alone(player: str) -> tuple[str, ...]:
    """The ids of a person who was entered once."""
    return (player,)


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Brings records of the log into the register."""
    in_matches = [r for r in records if r.topic == "retract" or GIVEN in r.head.facts]
    decided = touched(records)
    batch.load(SANCTIONS, [*(str(record.originator_id) for record in in_matches), *decided])
    for record in in_matches:
        if record.topic == "retract":
            _go_back(batch, str(record.originator_id), record.originator_version, past)
        else:
            _of_match(batch, record, past)
    for record in records:
        if record.topic == OUTSIDE or (record.topic in TOLD and b'"cards"' in record.state):
            id_ = str(record.originator_id)
            _of_championship(batch, record, past.championship(id_, decided[id_]))
    for id_, version in decided.items():
        _still_told(batch, id_, version, past)


def _of_match(batch: Batch, record: LogRecord, past: Past) -> None:
    match, entry = str(record.originator_id), _entry.decode(bytes(record.state))
    seats = past.seats(match, record.originator_version)
    cards = [(seats[fact.seat], fact.card, fact.reason) for fact in entry.facts if fact.fact == "sanctioned"]
    _put(batch, record, cards, entry.recorded_at, match=match)


def _of_championship(batch: Batch, record: LogRecord, now: Championship) -> None:
    entry = decoder.decode(bytes(record.state))
    event, at = entry.event, entry.recorded_at
    if isinstance(event, PlayerSanctioned):
        _put(batch, record, [(event.player, event.card, event.reason)], at)
    elif isinstance(event, ResultReported | ResultCorrected):
        _put(batch, record, list(told(event, now.contests[event.contest])), at, fixture=event.fixture)


def told(event: ResultReported | ResultCorrected, contest: ContestOnRecord) -> Iterator[Card]:
    """The cards of a result; both partners of a pair have what the pair has."""
    entrants = contest.fixtures[event.fixture].entrants
    for entrant, (yellow, black) in zip(entrants, event.result.cards, strict=False):
        for player in contest.contest.people(entrant):
            for card in ("yellow",) * yellow + ("black",) * black:
                yield player, card, event.note or ""


def _put(
    batch: Batch,
    record: LogRecord,
    cards: Sequence[Card],
    at: str,
    *,
    match: str | None = None,
    fixture: str | None = None,
) -> None:
    for nth, (player, card, reason) in enumerate(cards):
        batch.put(
            SANCTIONS,
            SanctionRow(
                stream=str(record.originator_id),
                version=record.originator_version,
                nth=nth,
                place=record.id * MOST_IN_ONE + nth,
                player=player,
                card=card,
                reason=reason,
                match=match,
                fixture=fixture,
                recorded_at=at,
                counts=True,
            ),
        )


def _go_back(batch: Batch, match: str, version: int, past: Past) -> None:
    """Lets those cards count whose events lead to where the match stands after a `retract`."""
    if cards := batch.rows(SANCTIONS, match):
        way = past.way(match, version)
        for card in cards:
            batch.put(SANCTIONS, replace(card, counts=card.version in way))


def _still_told(batch: Batch, championship: str, version: int, past: Past) -> None:
    """Lets those cards count that came with a result which stands, or outside a match and were not taken back."""
    cards = batch.rows(SANCTIONS, championship)
    if not cards:
        return
    now = past.championship(championship, version)
    for card in cards:
        batch.put(SANCTIONS, replace(card, counts=_stands(card, now)))


def _stands(card: SanctionRow, now: Championship) -> bool:
    if card.fixture is None:
        return any(given.version == card.version for given in now.sanctions)
    found = now.fixture(card.fixture)
    outcome = found[0].outcome_of(found[1]) if found else None
    return outcome is not None and outcome.match is None and outcome.at == card.version


PROJECTION = Projection("sanctions", (SANCTIONS,), take)


def find(
    connection: Connection,
    *,
    player: tuple[str, ...] | None = None,
    championship: str | None = None,
    series: str | None = None,
    before: int | None = None,
    limit: int = 50,
    same: Callable[[str], Sequence[str]] = alone,
) -> tuple[list[GivenCard], int | None]:
    """Cards that count, latest first; `before` goes on where the last page ended, which the second value says.

    `player` are the ids of one person. Of a `series` are those of all its editions. Nobody is named. `same` says which ids a
    person has, so that the cards of all of them are counted together.
    """
    query = select(SANCTIONS.table).where(SANCTIONS.c.counts).order_by(SANCTIONS.c.place.desc())
    if player is not None:
        query = query.where(SANCTIONS.c.player.in_(player))
    if championship is not None:
        fixtures = select(FIXTURES.c.id).where(FIXTURES.c.championship == championship)
        matches = connection.execute(select(MATCHES.c.id).where(MATCHES.c.fixture.in_(fixtures))).scalars()
        query = query.where(SANCTIONS.c.stream.in_([championship, *matches]))
    if series is not None:
        query = query.where(SANCTIONS.c.stream.in_(_logs_of(series)))
    if before is not None:
        query = query.where(SANCTIONS.c.place < before)
    rows = [SANCTIONS.of(row) for row in connection.execute(query.limit(limit + 1))]
    page = rows[:limit]
    where = _championships(connection, page)
    cards = [
        GivenCard(
            *(r.player, r.card, r.reason, r.stream, r.version, r.match, r.fixture, r.recorded_at),
            *where.get(r.stream, (None if r.match else r.stream, None)),
        )
        for r in page
    ]
    steps = _steps(connection, page, where, same)
    cards = [
        replace(card, nth=step.nth, penalty=step.penalty) if (step := steps.get(row.place)) else card
        for card, row in zip(cards, page, strict=True)
    ]
    return cards, page[-1].place if len(rows) > limit else None


def steps_of(
    connection: Connection, stream: str, same: Callable[[str], Sequence[str]] = alone
) -> dict[tuple[int, int], LadderStep]:
    """What each card that counts comes to, by its version in this log and its number within that event, counted from 0.

    None where the championship has no ladder, or there is no championship.
    """
    given = select(SANCTIONS.table).where(SANCTIONS.c.counts, SANCTIONS.c.stream == stream)
    rows = [SANCTIONS.of(row) for row in connection.execute(given)]
    steps = _steps(connection, rows, _championships(connection, rows), same)
    return {(row.version, row.nth): step for row in rows if (step := steps.get(row.place))}


class Ladders(Struct, frozen=True):
    """What is agreed on in a championship about cards, and what was before, first to last."""

    now: Discipline | None
    before: Sequence[DisciplineUntil]

    def any(self) -> bool:
        """Whether there is a ladder, or ever was."""
        return any(one is not None and one.ladder for one in (self.now, *(past.discipline for past in self.before)))

    def penalty(self, nth: int, place: int) -> Penalty | None:
        """What somebody's `nth` card comes to, which stands at this place of the register: by the ladder of that moment."""
        position = place // MOST_IN_ONE
        agreed = next((one.discipline for one in self.before if position < one.position), self.now)
        return agreed.penalty(nth) if agreed else None


Where = dict[str, tuple[str, int | None]]
"""By a log, the championship in which its cards were given, and which edition that is of its series."""


def _championship(row: SanctionRow, where: Where) -> str | None:
    return where.get(row.stream, (None if row.match else row.stream, None))[0]


def _steps(
    connection: Connection, rows: Sequence[SanctionRow], where: Where, same: Callable[[str], Sequence[str]]
) -> dict[int, LadderStep]:
    """What cards come to by their places, where their championship has a ladder: counted over the whole of it, first to last."""
    ladders = _ladders(connection, sorted({its for row in rows if (its := _championship(row, where))}))
    players = {row.player for row in rows if _championship(row, where) in ladders}
    if not players:
        return {}
    of_person = {id_: ids[0] for ids in map(same, players) for id_ in ids}
    every = _rows_of(connection, sorted(of_person))
    where = _championships(connection, every)
    counted: Counter[tuple[str, str]] = Counter()
    steps: dict[int, LadderStep] = {}
    for row in every:
        its = _championship(row, where)
        if its in ladders:
            counted[its, of_person[row.player]] += 1
            nth = counted[its, of_person[row.player]]
            penalty = ladders[its].penalty(nth, row.place)
            if penalty is not None:
                steps[row.place] = LadderStep(nth, penalty)
    return steps


def _ladders(connection: Connection, championships: Sequence[str]) -> dict[str, Ladders]:
    """What is agreed on about cards, and was, by championship; without those that never had a ladder."""
    found: dict[str, Ladders] = {}
    of = CHAMPIONSHIPS.c
    for start in range(0, len(championships), CHUNK):
        some = of.id.in_(championships[start : start + CHUNK])
        ever = or_(of.discipline.is_not(None), of.disciplines_before.is_not(None))
        for id_, kept, before in connection.execute(
            select(of.id, of.discipline, of.disciplines_before).where(some, ever)
        ):
            ladders = Ladders(discipline_of(kept), disciplines_before(before))
            if ladders.any():
                found[id_] = ladders
    return found


def _rows_of(connection: Connection, players: Sequence[str]) -> list[SanctionRow]:
    """Every card of these ids that counts, first to last."""
    found: list[SanctionRow] = []
    for start in range(0, len(players), CHUNK):
        theirs = SANCTIONS.c.player.in_(players[start : start + CHUNK])
        found += map(SANCTIONS.of, connection.execute(select(SANCTIONS.table).where(SANCTIONS.c.counts, theirs)))
    return sorted(found, key=lambda row: row.place)


def _logs_of(series: str) -> CompoundSelect[tuple[str]]:
    """The logs of the championships of a series, and of the matches that are played in them."""
    editions = select(EDITIONS.c.championship).where(EDITIONS.c.series == series)
    fixtures = select(FIXTURES.c.id).where(FIXTURES.c.championship.in_(editions))
    return union_all(editions, select(MATCHES.c.id).where(MATCHES.c.fixture.in_(fixtures)))


def _championships(connection: Connection, cards: Sequence[SanctionRow]) -> Where:
    """Where cards were given."""
    of, logs = EDITIONS.c.championship, sorted({card.stream for card in cards})
    played = (
        select(MATCHES.c.id, FIXTURES.c.championship, EDITIONS.c.edition)
        .join_from(MATCHES.table, FIXTURES.table, MATCHES.c.fixture == FIXTURES.c.id)
        .outerjoin(EDITIONS.table, of == FIXTURES.c.championship)
    )
    found: Where = {}
    for start in range(0, len(logs), CHUNK):
        some = logs[start : start + CHUNK]
        for query in (select(of, of, EDITIONS.c.edition).where(of.in_(some)), played.where(MATCHES.c.id.in_(some))):
            found |= {log: (championship, edition) for log, championship, edition in connection.execute(query)}
    return found
