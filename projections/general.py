"""The general table of every championship: each player's place, and for each point its event and its rule."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, String, select

from projections.championships import CHAMPIONSHIPS, PLAYERS, decided_versions, discipline_of
from projections.projection import FoldedChampionship, Past, Projection, nobody
from projections.rows import Batch, Id, RowTable, Word
from projections.standings import summaries
from referee.championship.difference import gives_the_same
from referee.championship.presenters import ContestPresenter, general_row, general_rows
from referee.championship.recorded_contest import Names
from referee.championship.state import Championship
from referee.championship.views import ChampionshipView, GeneralRowView, Provenance, Somebody
from referee.contests.contest import changed_outcomes
from referee.contests.general import GeneralStanding
from referee.followers.feed import LogRecord


class GeneralRow(Struct, frozen=True):
    """The `n`th row of a general table."""

    championship: Id
    n: int
    place: int
    player: Id
    points: int
    golds: int
    silvers: int
    bronzes: int
    sanctions: int

    @property
    def standing(self) -> GeneralStanding:
        """The row as the rules give it, without the provenance of its points, which has its own table."""
        return GeneralStanding(
            self.place, self.player, self.points, self.golds, self.silvers, self.bronzes, self.sanctions, ()
        )


class ProvenanceRow(Struct, frozen=True):
    """The `nth` item that gave a player points or cost points: see `Provenance`."""

    championship: Id
    player: Id
    nth: int
    kind: Word
    points: int
    rule: Id
    version: int
    contest: Id | None
    fixture: Id | None
    match: Id | None
    place: int | None
    card: Annotated[str, String(8)] | None


GENERAL = RowTable(GeneralRow, "general", key=2)
PROVENANCE = RowTable(ProvenanceRow, "provenance", key=3)


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Computes the general table of every championship with a decision among these records."""
    for id_, version in decided_versions(records).items():
        now = past.championship(id_, version)
        before, pages = past.before(now, records), {contest: past.page(now, contest) for contest in now.contests}
        if before is not None and _is_the_same(before, now, pages):
            continue
        rows = general_rows(now, [*pages.values()], nobody)
        batch.load(GENERAL, [id_])
        batch.load(PROVENANCE, [id_])
        batch.set(GENERAL, id_, (_row(id_, n, row) for n, row in enumerate(rows)))
        batch.set(
            PROVENANCE,
            id_,
            (
                ProvenanceRow(id_, row.player.id, nth, **asdict(one))
                for row in rows
                for nth, one in enumerate(row.provenance)
            ),
        )


def _is_the_same(before: FoldedChampionship, now: Championship, pages: Mapping[str, ContestPresenter]) -> bool:
    """True if the general table is the one before: most results change nothing in it."""
    was = before.championship
    if was.merges is not now.merges or [*was.contests] != [*now.contests]:
        return False
    if (was.players, was.alphabet, was.sanctions) != (now.players, now.alphabet, now.sanctions):
        return False
    pairs = ((before.pages.get(contest), page) for contest, page in pages.items())
    return all(
        page is then or (then is not None and gives_the_same(then, page, changed_outcomes(then.contest, page.contest)))
        for then, page in pairs
    )


def _row(championship: str, n: int, row: GeneralRowView) -> GeneralRow:
    return GeneralRow(
        championship,
        n,
        row.place,
        row.player.id,
        row.points,
        row.golds,
        row.silvers,
        row.bronzes,
        row.sanctions,
    )


PROJECTION = Projection("general", (GENERAL, PROVENANCE), take)


def view(connection: Connection, championship: str, names: Names) -> ChampionshipView | None:
    """A championship with its contests and its general table; None if there is no such championship."""
    query = select(CHAMPIONSHIPS.table).where(CHAMPIONSHIPS.c.id == championship)
    row = next(map(CHAMPIONSHIPS.of, connection.execute(query)), None)
    if row is None:
        return None
    players = select(PLAYERS.c.player).where(PLAYERS.c.championship == championship).order_by(PLAYERS.c.n)
    return ChampionshipView(
        id=row.id,
        name=row.name,
        version=row.version,
        players=tuple(Somebody(player, names(player)) for player in connection.execute(players).scalars()),
        contests=summaries(connection, championship, names),
        general=_general(connection, championship, names),
        discipline=discipline_of(row.discipline),
    )


def _general(connection: Connection, championship: str, names: Names) -> tuple[GeneralRowView, ...]:
    provenance: dict[str, list[Provenance]] = {}
    of_it = PROVENANCE.c.championship == championship
    for one in map(PROVENANCE.of, connection.execute(select(PROVENANCE.table).where(of_it).order_by(PROVENANCE.c.nth))):
        provenance.setdefault(one.player, []).append(
            Provenance(
                one.kind,
                one.points,
                one.rule,
                one.version,
                one.contest,
                one.fixture,
                one.match,
                one.place,
                one.card,
            )
        )
    rows = select(GENERAL.table).where(GENERAL.c.championship == championship).order_by(GENERAL.c.n)
    general_rows = map(GENERAL.of, connection.execute(rows))
    return tuple(general_row(row.standing, provenance.get(row.player, ()), names) for row in general_rows)
