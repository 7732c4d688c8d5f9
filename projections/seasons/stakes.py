"""Stakes as a read model: the stake of each person in the pot of each match and contest, and the share taken from it.

The stakes of a match follow its own log, also if a result was reported by hand in its place; those of a contest follow its
podium.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from projections.championships import decided_versions
from projections.matches import ENDINGS
from projections.projection import Past, Projection
from projections.rows import Batch, Id, RowTable
from referee.championship.presenters import ContestPresenter
from referee.contests.settlement import staking
from referee.followers.feed import LogRecord


class StakeRow(Struct, frozen=True):
    """The stake of the `n`th person in a match or contest, `pot`; `share` is null until the pot is settled.

    `championship` is that of a contest. It is null for a match: the championship follows from its fixture.
    """

    pot: Id
    n: int
    player: Id
    championship: Id | None
    stake: int
    share: int | None


STAKES = RowTable(StakeRow, "stake", key=2, index=("championship", "player"))


class _StakedSeat(Struct):
    player: str


class _StakeAgreement(Struct):
    each: int


class _StakedOpening(Struct):
    seats: list[_StakedSeat]
    stakes: _StakeAgreement | None = None


class _StakedOpeningEntry(Struct):
    event: _StakedOpening


class _StakeShares(Struct):
    shares: list[int]


class _Result(Struct):
    settlement: _StakeShares | None = None


class _SettledAccount(Struct):
    result: _Result | None = None


class _SettledFact(Struct):
    fact: str
    settlement: _StakeShares | None = None
    ledger: _SettledAccount | None = None


class _Entry(Struct):
    facts: list[_SettledFact]


_opening_decoder = msgspec.json.Decoder(_StakedOpeningEntry)
_entry = msgspec.json.Decoder(_Entry)


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Brings records of the log into the stakes."""
    changes = [record for record in records if record.topic == "seats" or not ENDINGS.isdisjoint(record.head.facts)]
    batch.load(STAKES, (str(record.originator_id) for record in changes))
    for record in records:
        if record.topic == "open" and b'"stakes"' in record.state:
            _open(batch, record)
    for record in changes:
        _move(batch, record, past)
    for id_, version in decided_versions(records).items():
        now = past.championship(id_, version)
        for contest, on_record in now.contests.items():
            if on_record.contest.stakes is not None:
                batch.set(STAKES, contest, _of_contest(past.page(now, contest), on_record.contest.stakes.each))


def _open(batch: Batch, record: LogRecord) -> None:
    opening, id_ = _opening_decoder.decode(bytes(record.state)).event, str(record.originator_id)
    if opening.stakes is not None:
        each = opening.stakes.each
        batch.set(
            STAKES, id_, [StakeRow(id_, n, seat.player, None, each, None) for n, seat in enumerate(opening.seats)]
        )


def _move(batch: Batch, record: LogRecord, past: Past) -> None:
    """Updates the stakes of a match after an entry that ended it, restated it or changed its seats."""
    id_ = str(record.originator_id)
    rows = batch.rows(STAKES, id_)
    if not rows:
        return
    shares: Sequence[int | None] = [row.share for row in rows]
    for fact in _entry.decode(bytes(record.state)).facts:
        result = fact.ledger.result if fact.ledger else None
        settlement = fact.settlement if fact.fact == "match_ended" else result.settlement if result else None
        if fact.fact in ENDINGS:
            shares = settlement.shares if settlement else [None] * len(rows)
    players = past.seats(id_, record.originator_version)
    batch.set(
        STAKES,
        id_,
        [
            StakeRow(id_, row.n, player, None, row.stake, share)
            for row, player, share in zip(rows, players, shares, strict=True)
        ],
    )


def _of_contest(page: ContestPresenter, each: int) -> Iterable[StakeRow]:
    """The stakes of a contest in the order of the draw, with their shares once it is settled."""
    settlement = page.settlement()
    players: list[tuple[str, int | None]]
    if settlement is None:
        now, people = page.championship.merges.now, page.contest.people
        players = [(now(one), None) for entrant in staking(page.contest, page.state) for one in people(entrant)]
    else:
        players = [(one.player.id, one.share) for one in settlement.players]
    where = (page.recorded_contest.id, page.championship.id)
    return [StakeRow(where[0], n, player, where[1], each, share) for n, (player, share) in enumerate(players)]


PROJECTION = Projection("stakes", (STAKES,), take)
