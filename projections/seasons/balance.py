"""Gains and losses by stakes over a championship or all editions of a series, and the transfers that settle them."""

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Row, literal, select, union_all

from projections.championships import FIXTURES
from projections.matches import MATCHES
from projections.seasons.all_time import Now, championships
from projections.seasons.stakes import STAKES
from referee.championship.recorded_contest import Names
from referee.championship.views import Somebody
from referee.contests.standings.alphabet import spanish
from referee.match.closing.transfers import transfers


class StakePart(Struct, frozen=True):
    """What one player put into a settled pot, a contest's or a match's, and what they took of it.

    In the balance of a series it is all settled pots of a championship: then `contest` and `match` are null.
    """

    championship: str
    contest: str | None
    match: str | None
    stake: Annotated[int, Meta(description="What the player put in.")]
    share: Annotated[int, Meta(description="What the player took.")]


class BalanceRow(Struct, frozen=True, rename={"parts": "from"}):
    """What one player put into settled pots and took of them, and which pots these are."""

    player: Somebody
    stake: Annotated[int, Meta(description="What the player put into pots that are settled.")]
    share: Annotated[int, Meta(description="What the player took of them.")]
    net: Annotated[int, Meta(description="What they took less what they put in. All players' come to 0.")]
    open: Annotated[int, Meta(description="What the player put into pots that are not settled yet.")]
    parts: tuple[StakePart, ...]


class StakeTransfer(Struct, frozen=True):
    """What one player gives another."""

    debtor: Somebody
    creditor: Somebody
    points: Annotated[int, Meta(description="How many points, of no currency.")]


class Balance(Struct, frozen=True):
    """What came of all stakes, who won most first, and a way for everybody to be even with few transfers."""

    settled: Annotated[int, Meta(description="Pots, a contest's or a match's, that are settled.")]
    open: Annotated[int, Meta(description="Pots that are not settled yet: nothing of them is in any `net`.")]
    players: tuple[BalanceRow, ...]
    transfers: Annotated[
        tuple[StakeTransfer, ...],
        Meta(description="Who gives whom what so that everybody is even. This service pays nothing."),
    ]


def of_championship(connection: Connection, championship: str, now: Now, names: Names) -> Balance:
    """The stakes of a championship's contests and of the matches played for its fixtures."""
    of_it = (STAKES.c.championship == championship, FIXTURES.c.championship == championship)
    return _balance(_stake_rows(connection, *of_it), now, names)


def of_series(connection: Connection, series: str, now: Now, names: Names) -> Balance:
    """The stakes of all editions of a series."""
    editions = championships(series)
    of_it = (STAKES.c.championship.in_(editions), FIXTURES.c.championship.in_(editions))
    return _balance(_stake_rows(connection, *of_it), now, names, by_championship=True)


def _stake_rows(
    connection: Connection, contests: ColumnElement[bool], fixtures: ColumnElement[bool]
) -> Sequence[Row[Any]]:
    """The stake of each person in each pot, and the share taken from it; null until the pot is settled."""
    stake = STAKES.c
    what = (stake.n, stake.player, stake.stake, stake.share)
    of_contests = select(stake.championship, stake.pot, literal(False).label("is_match"), *what).where(contests)
    of_matches = (
        select(FIXTURES.c.championship, stake.pot, literal(True).label("is_match"), *what)
        .join_from(STAKES.table, MATCHES.table, stake.pot == MATCHES.c.id)
        .join(FIXTURES.table, MATCHES.c.fixture == FIXTURES.c.id)
        .where(fixtures)
    )
    # Ids begin with the time at which they were made, so this is the order of making.
    both = union_all(of_contests, of_matches).order_by("championship", "pot", "n")
    return connection.execute(both).all()


def _balance(stakes: Sequence[Row[Any]], now: Now, names: Names, *, by_championship: bool = False) -> Balance:
    """The sums of stakes and shares. With `by_championship` each line holds all pots of one championship together."""
    parts: dict[str, dict[tuple[str, str | None], StakePart]] = {}
    waiting: dict[str, int] = {}
    pots: dict[str, bool] = {}
    for stake in stakes:
        person = now(stake.player)
        own = parts.setdefault(person, {})
        pots[stake.pot] = stake.share is not None
        if stake.share is None:
            waiting[person] = waiting.get(person, 0) + stake.stake
            continue
        key = (stake.championship, None if by_championship else stake.pot)
        contest, match = (None, None) if by_championship else (None, stake.pot) if stake.is_match else (stake.pot, None)
        part = own.get(key, StakePart(stake.championship, contest, match, 0, 0))
        own[key] = replace(part, stake=part.stake + stake.stake, share=part.share + stake.share)
    rows = [_row(Somebody(who, names(who)), own, waiting.get(who, 0)) for who, own in parts.items()]
    rows.sort(key=lambda row: (-row.net, row.player.name is None, spanish(row.player.name or ""), row.player.id))
    people = [row.player for row in rows]
    settled_pots = sum(pots.values())
    return Balance(
        settled_pots,
        len(pots) - settled_pots,
        tuple(rows),
        tuple(
            StakeTransfer(people[stake.debtor], people[stake.creditor], stake.points)
            for stake in transfers([row.net for row in rows])
        ),
    )


def _row(player: Somebody, parts: dict[tuple[str, str | None], StakePart], waiting: int) -> BalanceRow:
    stake, share = sum(part.stake for part in parts.values()), sum(part.share for part in parts.values())
    return BalanceRow(player, stake, share, share - stake, waiting, tuple(parts.values()))
