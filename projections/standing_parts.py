"""Parts of a contest's tables: some rows of one table from its read models, at the cost of those rows."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, func, select

from projections.standings import (
    CONTESTS,
    ENTRANTS,
    STANDINGS,
    StandingRow,
    people_of,
    row_view,
    tables_of,
    tables_with,
)
from referee.championship.recorded_contest import Names
from referee.championship.views import RowView, StandingsView
from referee.contests.standings.tables import LineName
from referee.errors import NotFound
from referee.text import Text


class PartChoice(Struct, frozen=True):
    """At most `limit` rows of one table, those of groups one after the other.

    The table is that of `stage` (1 the first; None the contest's own) and `line`. The part begins after the first `start` rows,
    or is the one around `entrants` (ids), of whom one stands in the table.
    """

    limit: int
    start: int = 0
    stage: int | None = None
    line: LineName | None = None
    entrants: tuple[str, ...] | None = None


def entrants_with(connection: Connection, contest: str, id_: str) -> tuple[str, ...]:
    """The entrants of a contest of this id: an entrant's, or that of a person in one."""
    entrant, player = (
        select(ENTRANTS.c.entrant).where(ENTRANTS.c.contest == contest, column == id_)
        for column in (ENTRANTS.c.entrant, ENTRANTS.c.player)
    )
    return tuple(dict.fromkeys(connection.execute(entrant.union(player)).scalars()))


def teams_named(connection: Connection, contest: str, name: str) -> tuple[str, ...]:
    """The teams of a contest of exactly this name."""
    own = select(ENTRANTS.c.entrant).where(ENTRANTS.c.contest == contest, ENTRANTS.c.team == name).distinct()
    return tuple(connection.execute(own).scalars())


def part(connection: Connection, contest: str, names: Names, choice: PartChoice) -> StandingsView | None:
    """A contest's standings with rows of the choice part only; None if there is no such contest.

    All its tables are there, in their order. Raises NotFound for a table that there is not, and for entrants of whom none stands
    in it.
    """
    row = next(map(CONTESTS.of, connection.execute(select(CONTESTS.table).where(CONTESTS.c.id == contest))), None)
    if row is None:
        return None
    tables = tables_of(connection, contest)
    stage = None if choice.stage is None else choice.stage - 1
    numbers = [table.table for table in tables if (table.stage, table.line) == (stage, choice.line)]
    if not numbers:
        raise _no_table(choice)
    counts = _counts(connection, contest, numbers)
    total, start = sum(counts.values()), choice.start
    if choice.entrants is not None:
        start = _around(_place(connection, contest, counts, choice.entrants), choice.limit, total)
    rows = _rows(connection, contest, numbers, start, choice.limit)
    people = people_of(connection, contest, names, [standing.entrant for standing in rows])
    views: dict[int, list[RowView]] = {}
    for standing in rows:
        views.setdefault(standing.table, []).append(row_view(standing, people))
    end = start + len(rows)
    return replace(
        tables_with(connection, row, tables, views, {}),
        next=str(end) if rows and end < total else None,
        previous=str(max(0, min(start, total) - choice.limit)) if start > 0 and total > 0 else None,
        before=min(start, total),
        total=total,
    )


def _no_table(choice: PartChoice) -> NotFound:
    where = "" if choice.stage is None else f"stage={choice.stage}"
    line = "" if choice.line is None else f"line={choice.line}"
    asked = "&".join(filter(None, (where, line)))
    return NotFound(
        Text(
            es=f"no hay tabla de `{asked}` en este torneo; sin `limit` ni otros parámetros están todas las que hay",
            en=f"there is no table of `{asked}` in this contest; without `limit` and other parameters all that there are come",
        )
    )


def _counts(connection: Connection, contest: str, tables: Sequence[int]) -> dict[int, int]:
    """The number of rows of each of these tables, in their order."""
    own = STANDINGS.c.contest == contest
    if len(tables) == 1:
        # Rows are numbered without gaps: the last tells how many there are, without reading the others.
        last = connection.execute(select(func.max(STANDINGS.c.n)).where(own, STANDINGS.c.table == tables[0])).scalar()
        return {tables[0]: 0 if last is None else last + 1}
    counts = select(STANDINGS.c.table, func.count()).where(own, STANDINGS.c.table.between(tables[0], tables[-1]))
    found = {table: int(count) for table, count in connection.execute(counts.group_by(STANDINGS.c.table))}
    return {table: found.get(table, 0) for table in tables}


def _place(connection: Connection, contest: str, counts: Mapping[int, int], entrants: Sequence[str]) -> int:
    """The number of rows above the one of these entrants that stands highest. Raises NotFound."""
    tables = [*counts]
    query = (
        select(STANDINGS.c.table, STANDINGS.c.n)
        .where(
            STANDINGS.c.contest == contest,
            STANDINGS.c.table.between(tables[0], tables[-1]),
            STANDINGS.c.entrant.in_(entrants),
        )
        .order_by(STANDINGS.c.table, STANDINGS.c.n)
    )
    first = connection.execute(query).first()
    if first is None:
        raise NotFound(
            Text(
                es="quien pide `player` no tiene fila en esta tabla",
                en="the one whom `player` names has no row in this table",
            )
        )
    table, n = first
    return sum(counts[one] for one in tables if one < table) + int(n)


def _around(place: int, limit: int, total: int) -> int:
    """The number of rows before the part around a row: as many above it as below, but no fewer rows than there is room for."""
    return max(0, min(place - limit // 2, total - limit))


def _rows(connection: Connection, contest: str, tables: Sequence[int], start: int, limit: int) -> list[StandingRow]:
    """Rows of these tables, one table after the other, from `start` on."""
    query = select(STANDINGS.table).where(STANDINGS.c.contest == contest)
    query = query.order_by(STANDINGS.c.table, STANDINGS.c.n)
    if len(tables) == 1:
        own = STANDINGS.c.table == tables[0], STANDINGS.c.n >= start, STANDINGS.c.n < start + limit
        return [STANDINGS.of(row) for row in connection.execute(query.where(*own))]
    among = STANDINGS.c.table.between(tables[0], tables[-1])
    return [STANDINGS.of(row) for row in connection.execute(query.where(among).offset(start).limit(limit))]
