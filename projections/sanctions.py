"""The register of sanctions: every yellow and black card, given in a match, with a reported result, or outside a match."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import CompoundSelect, Connection, String, or_, select, union_all

from projections.championships import (
    CHAMPIONSHIPS,
    FIXTURES,
    DisciplineUntil,
    decided_versions,
    discipline_of,
    disciplines_before,
)
from projections.matches import MATCHES
from projections.projection import Past, Projection
from projections.rows import CHUNK, Batch, Id, Position, RowTable, Time
from projections.seasons.projection import EDITIONS
from referee.championship.board_seats import lineup_members
from referee.championship.events import BoardCorrected, BoardReported, PlayerSanctioned, ResultCorrected, ResultReported
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.state import Championship, decoder
from referee.contests.discipline import Discipline, Penalty
from referee.followers.feed import LogRecord
from referee.match.registry import tag

GIVEN = "sanctioned"
"""The fact that gives a card in a match."""
OUTSIDE = tag(PlayerSanctioned)
"""The topic of a card outside a match."""
ToldResult = ResultReported | ResultCorrected | BoardReported | BoardCorrected
TOLD = {*map(tag, get_args(ToldResult))}
"""The topics of reported results, which may have cards."""
OF_BOARDS = {tag(BoardReported), tag(BoardCorrected)}
MOST_IN_ONE = 1000
"""Factor between the places of two records: no event gives more cards."""


class SanctionRow(Struct, frozen=True):
    """The `nth` card of an event in the log of a match, or of a championship (`match` is null). It counts while its event does.

    `fixture` is set if the card came with the reported result of that fixture.
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
"""The player, the colour and the reason."""


class GivenCard(Struct, frozen=True):
    """A yellow or black card, and the event that gave it: `version` of the log `stream`.

    That is a match's log, or a championship's: then `match` is null, and `fixture` is set where the card came with a result.
    `championship` is where it was given, null for a match that stands alone; `edition` is which of its series that is, if any.
    Where that championship had a ladder when it was recorded, this is the `nth` card of its player there, which comes to
    `penalty` by that ladder. `version` is null for who may not read a match whose hand a table has still to play.
    """

    player: str
    card: str
    reason: str
    stream: str
    version: int | None
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
    """The ids of a person with a single entry."""
    return (player,)


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Brings records of the log into the register."""
    in_matches = [r for r in records if r.topic == "retract" or GIVEN in r.head.facts]
    versions = decided_versions(records)
    batch.load(SANCTIONS, [*(str(record.originator_id) for record in in_matches), *versions])
    for record in in_matches:
        if record.topic == "retract":
            _go_back(batch, str(record.originator_id), record.originator_version, past)
        else:
            _of_match(batch, record, past)
    for record in records:
        if record.topic == OUTSIDE or (record.topic in TOLD and b'"cards"' in record.state):
            id_ = str(record.originator_id)
            # Who sits at a board may be others later, if its result is taken back.
            version = record.originator_version if record.topic in OF_BOARDS else versions[id_]
            _of_championship(batch, record, past.championship(id_, version))
    for id_, version in versions.items():
        _update_counts(batch, id_, version, past)


def _of_match(batch: Batch, record: LogRecord, past: Past) -> None:
    match, entry = str(record.originator_id), _entry.decode(bytes(record.state))
    seats = past.seats(match, record.originator_version)
    is_shared = past.is_shared_hand(match)
    cards = [
        # Its reason may speak of a hand that others have still to play (duplicate.deals); the match says it.
        (seats[fact.seat], fact.card, "" if is_shared else fact.reason)
        for fact in entry.facts
        if fact.fact == "sanctioned"
    ]
    _put(batch, record, cards, entry.recorded_at, match=match)


def _of_championship(batch: Batch, record: LogRecord, now: Championship) -> None:
    entry = decoder.decode(bytes(record.state))
    event, at = entry.event, entry.recorded_at
    if isinstance(event, PlayerSanctioned):
        _put(batch, record, [(event.player, event.card, event.reason)], at)
    elif isinstance(event, ToldResult):
        _put(batch, record, list(cards_of(event, now.contests[event.contest])), at, fixture=event.fixture)


def cards_of(event: ToldResult, contest: RecordedContest) -> Iterator[Card]:
    """The cards of a result. Both partners of a pair have the cards of the pair.

    Of a team, those have them who sat at the board; where nobody said who did, no person has them.
    """
    record = contest.fixtures[event.fixture]
    if isinstance(event, BoardReported | BoardCorrected):
        people = contest.players_at(record, event.board) or lineup_members(contest, record, event.board)
    else:
        people = tuple(map(contest.contest.people, record.entrants))
    for players, (yellow, black) in zip(people, event.result.cards, strict=False):
        for player in players:
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
    """Updates the cards of a match that count after a `retract`."""
    if cards := batch.rows(SANCTIONS, match):
        versions = past.effective_versions(match, version)
        for card in cards:
            batch.put(SANCTIONS, replace(card, counts=card.version in versions))


def _update_counts(batch: Batch, championship: str, version: int, past: Past) -> None:
    """Updates the cards of a championship that count: those of results that stand, and those outside a match not taken back."""
    cards = batch.rows(SANCTIONS, championship)
    if not cards:
        return
    now = past.championship(championship, version)
    for card in cards:
        batch.put(SANCTIONS, replace(card, counts=_stands(card, now)))


def _stands(card: SanctionRow, now: Championship) -> bool:
    if card.fixture is None:
        return any(sanction.version == card.version for sanction in now.sanctions)
    contest_and_fixture = now.fixture(card.fixture)
    return contest_and_fixture is not None and is_told_at(card.version, *contest_and_fixture)


def is_told_at(version: int, contest: RecordedContest, record: RecordedFixture) -> bool:
    """True if this version told the result that a match has, or one of its boards."""
    outcomes = (contest.outcome_of(record), *contest.boards_of(record))
    return any(one is not None and one.match is None and one.at == version for one in outcomes)


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
    """Returns a page of cards that count, latest first, and its end if there are more. The page starts before `before`.

    `player` are the ids of one person. Cards of a `series` are those of all its editions. Names of people are left out. `same`
    gives all ids of a person, so that the cards of all of them are counted together.
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
    """The step of each card that counts, by its version in this log and its number within that event, from 0.

    Cards without a championship, or in one without a ladder, are left out.
    """
    query = select(SANCTIONS.table).where(SANCTIONS.c.counts, SANCTIONS.c.stream == stream)
    rows = [SANCTIONS.of(row) for row in connection.execute(query)]
    steps = _steps(connection, rows, _championships(connection, rows), same)
    return {(row.version, row.nth): step for row in rows if (step := steps.get(row.place))}


class Ladders(Struct, frozen=True):
    """The agreement about cards in a championship, and the earlier ones, first to last."""

    now: Discipline | None
    before: Sequence[DisciplineUntil]

    def any(self) -> bool:
        """True if there is a ladder, or ever was one."""
        return any(one is not None and one.ladder for one in (self.now, *(past.discipline for past in self.before)))

    def penalty(self, nth: int, place: int) -> Penalty | None:
        """The penalty of a player's `nth` card at this place of the register, by the ladder of that moment; None without one."""
        position = place // MOST_IN_ONE
        discipline = next((earlier.discipline for earlier in self.before if position < earlier.position), self.now)
        return discipline.penalty(nth) if discipline else None


CardPlaces = dict[str, tuple[str, int | None]]
"""By the id of a log, the championship of its cards, and the edition of its series."""


def _championship(row: SanctionRow, places: CardPlaces) -> str | None:
    return places.get(row.stream, (None if row.match else row.stream, None))[0]


def _steps(
    connection: Connection, rows: Sequence[SanctionRow], places: CardPlaces, same: Callable[[str], Sequence[str]]
) -> dict[int, LadderStep]:
    """The steps of cards in championships with a ladder, by their places: each is counted over its whole championship."""
    ladders = _ladders(
        connection, sorted({championship for row in rows if (championship := _championship(row, places))})
    )
    players = {row.player for row in rows if _championship(row, places) in ladders}
    if not players:
        return {}
    of_person = {id_: ids[0] for ids in map(same, players) for id_ in ids}
    every = _rows_of(connection, sorted(of_person))
    places = _championships(connection, every)
    card_counts: Counter[tuple[str, str]] = Counter()
    steps: dict[int, LadderStep] = {}
    for row in every:
        championship = _championship(row, places)
        if championship in ladders:
            card_counts[championship, of_person[row.player]] += 1
            nth = card_counts[championship, of_person[row.player]]
            penalty = ladders[championship].penalty(nth, row.place)
            if penalty is not None:
                steps[row.place] = LadderStep(nth, penalty)
    return steps


def _ladders(connection: Connection, championships: Sequence[str]) -> dict[str, Ladders]:
    """The present and earlier agreements about cards, by championship. Those that never had a ladder are left out."""
    ladders_of: dict[str, Ladders] = {}
    of = CHAMPIONSHIPS.c
    for start in range(0, len(championships), CHUNK):
        some = of.id.in_(championships[start : start + CHUNK])
        ever = or_(of.discipline.is_not(None), of.disciplines_before.is_not(None))
        for id_, discipline, before in connection.execute(
            select(of.id, of.discipline, of.disciplines_before).where(some, ever)
        ):
            ladders = Ladders(discipline_of(discipline), disciplines_before(before))
            if ladders.any():
                ladders_of[id_] = ladders
    return ladders_of


def _rows_of(connection: Connection, players: Sequence[str]) -> list[SanctionRow]:
    """All cards of these ids that count, first to last."""
    rows: list[SanctionRow] = []
    for start in range(0, len(players), CHUNK):
        is_theirs = SANCTIONS.c.player.in_(players[start : start + CHUNK])
        rows += map(SANCTIONS.of, connection.execute(select(SANCTIONS.table).where(SANCTIONS.c.counts, is_theirs)))
    return sorted(rows, key=lambda row: row.place)


def _logs_of(series: str) -> CompoundSelect[tuple[str]]:
    """Selects the logs of the championships of a series, and of the matches played in them."""
    editions = select(EDITIONS.c.championship).where(EDITIONS.c.series == series)
    fixtures = select(FIXTURES.c.id).where(FIXTURES.c.championship.in_(editions))
    return union_all(editions, select(MATCHES.c.id).where(MATCHES.c.fixture.in_(fixtures)))


def _championships(connection: Connection, cards: Sequence[SanctionRow]) -> CardPlaces:
    """The championships of cards, by the ids of the logs of the cards."""
    of, logs = EDITIONS.c.championship, sorted({card.stream for card in cards})
    in_matches = (
        select(MATCHES.c.id, FIXTURES.c.championship, EDITIONS.c.edition)
        .join_from(MATCHES.table, FIXTURES.table, MATCHES.c.fixture == FIXTURES.c.id)
        .outerjoin(EDITIONS.table, of == FIXTURES.c.championship)
    )
    where: CardPlaces = {}
    for start in range(0, len(logs), CHUNK):
        some = logs[start : start + CHUNK]
        for query in (select(of, of, EDITIONS.c.edition).where(of.in_(some)), in_matches.where(MATCHES.c.id.in_(some))):
            where |= {log: (championship, edition) for log, championship, edition in connection.execute(query)}
    return where
