"""The order of all entrants of a contest in stages: those that came further first (stages.chain)."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.contests.contest import Award, PodiumPlace
from referee.contests.formats.stages.walk import EarlierStage, Walk
from referee.contests.standings.podium import GENERAL
from referee.contests.standings.tables import LeagueRow, MatchRow, Table
from referee.contests.standings.ties import Tie

Row = LeagueRow | MatchRow
RULE = "format.podium"


def overall_table(now: Walk) -> Table:
    """One table of all: the rows of the last stage, then those of each stage before it that did not go on from it."""
    rows = [*_first_rows(now), *(row for _, own in _layers(now) for row in own)]
    is_open = not now.is_left_empty and (now.last is None or any(table.provisional for table in now.last.state.tables))
    return Table(tuple(rows), is_open)


def podium_behind(now: Walk) -> tuple[tuple[PodiumPlace, ...], tuple[Award, ...]]:
    """The places of the podium behind those in the last stage, where it has more than these are, and their points."""
    podium: list[PodiumPlace] = []
    awards: list[Award] = []
    for stage, rows in _layers(now):
        own = stage.ledger.podium(_ties(rows), GENERAL)
        podium += own
        awards += stage.ledger.prizes(own, RULE, stage.place.source(stage.state.source))
    return tuple(podium), tuple(awards)


def podium_alone(now: Walk) -> tuple[tuple[PodiumPlace, ...], tuple[Award, ...]]:
    """The first place of the only entrant left before the last stage, and its points."""
    if now.alone is None:
        return (), ()
    stage = now.earlier[-1]
    podium = stage.ledger.podium([Tie((now.alone,))], GENERAL, now.alone)
    return podium, stage.ledger.prizes(podium, RULE, stage.place.source(stage.state.source))


def _first_rows(now: Walk) -> list[Row]:
    """The rows of those in the last stage, or of the only entrant left before it."""
    if now.last:
        return [row for table in now.last.state.tables for row in table.rows]
    rows = [row for table in now.earlier[-1].state.tables for row in table.rows if row.player == now.alone]
    return [replace(row, place=1, above_by=None) for row in rows]


def _layers(now: Walk) -> Iterator[tuple[EarlierStage, list[Row]]]:
    """The rows of each stage that did not go on from it, or are still in it, the last stage first, with places among all."""
    before = len(_first_rows(now))
    for stage in reversed(now.earlier):
        rows = _behind(stage, before)
        yield stage, rows
        before += len(rows)


def _behind(stage: EarlierStage, before: int) -> list[Row]:
    """The rows of those that did not go on, behind so many others: of several groups in the order across groups."""
    tables = stage.state.tables
    rank = {entrant: tie.place for tie in stage.state.rest for entrant in tie.members}
    rows = [(row, table) for table in tables for row in table.rows if row.player not in stage.state.through]
    # Without an order across groups those of one place in their groups are level. Who went through and left stands before.
    places = [rank.get(row.player, 0) if rank else row.place for row, _ in rows]
    pairs = sorted(zip(places, rows, strict=True), key=lambda pair: pair[0])
    result: list[Row] = []
    for n, (own, (row, table)) in enumerate(pairs):
        is_level = n > 0 and pairs[n - 1][0] == own
        place = result[-1].place if is_level else before + n + 1
        is_below = n > 0 and pairs[n - 1][1][1] is table and not rank
        step = row.above_by if is_below or before + n == 0 else "open" if is_level else "stage"
        result.append(replace(row, place=place, above_by=step))
    return result


def _ties(rows: Iterable[Row]) -> list[Tie]:
    """The rows as an order, level where they share a place."""
    members: dict[int, list[str]] = {}
    for row in rows:
        members.setdefault(row.place, []).append(row.player)
    return [Tie(tuple(entrants), place) for place, entrants in members.items()]
