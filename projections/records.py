"""Players' records: the deeds of people in all their matches, added up from facts.

A deed is one fact about one person in one event. A `retract` takes deeds back, and a later `retract` may take that one back. So
each deed keeps the version of its event, and counts while that event counts.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, and_, false, func, not_, or_, select

from projections.projection import Past, Projection
from projections.rows import Batch, Id, RowTable, Word
from referee.followers.feed import LogRecord
from referee.match.entries import decode
from referee.match.ledger import HandScore, Ledger
from referee.match.registry import ruleset, rulesets, tag

SHARED_TOLD = ("hand_scored", "match_ended", "match_restated", "tallied", "infraction_proven")
"""The facts that concern records in every game."""


MOVES = {"retract", "seats"}
"""The topics of events that may change the people in seats."""


class PlayedRow(Struct, frozen=True):
    """One person in one match, on a side; `won` is null until the match is over."""

    match: Id
    seat: int
    player: Id
    side: int
    ruleset: Id
    status: Word
    won: bool | None


class DeedRow(Struct, frozen=True):
    """The `nth` fact about people in an event: `what` names it, and `of` is the version that it is about.

    `n` is 1, or -1 if it takes a deed back. `counts` is false while its event is retracted.
    """

    match: Id
    version: int
    nth: int
    player: Id
    ruleset: Id
    what: Id
    of: int | None
    n: int
    counts: bool


class HandsRow(Struct, frozen=True):
    """The hands of a match that were counted, from its account, and the points of one side in them.

    Hands that a claim ended, which have no points of their own, and tie-break rounds are left out.
    """

    match: Id
    side: int
    hands: int
    points: int


PLAYED = RowTable(PlayedRow, "played", key=2, index=("player",))
DEEDS = RowTable(DeedRow, "deed", key=3, index=("player",))
HANDS = RowTable(HandsRow, "match_hands", key=2)


class _PlayedEntry(Struct):
    event: dict[str, Any]
    facts: list[dict[str, Any]]


_entry = msgspec.json.Decoder(_PlayedEntry)


class RulesetRecord(Struct, frozen=True):
    """What a person did in one game: `deeds` counts what the game names, and infractions, by name."""

    ruleset: str
    played: int
    won: int
    unfinished: int
    deeds: dict[str, int]


def take(batch: Batch, records: Sequence[LogRecord], past: Past) -> None:
    """Brings records of the log into people's records."""
    relevant = [record for record in records if _matters(record)]
    matches = dict.fromkeys(str(record.originator_id) for record in relevant)
    batch.load(PLAYED, matches)
    batch.load(DEEDS, matches)
    batch.load(HANDS, matches)
    for record in relevant:
        match, entry = str(record.originator_id), _entry.decode(bytes(record.state))
        if record.topic == "open" and "shared_hand" in entry.event:
            # Its figures would tell of a hand that others have still to play, and its contest compares it (duplicate.deals).
            continue
        if record.topic == "open":
            batch.set(PLAYED, match, _seats(match, entry.event))
        elif seats := batch.rows(PLAYED, match):
            _event(batch, match, record.originator_version, entry, seats)
            if not record.head.facts.isdisjoint(_reopening()):
                _recount(batch, match, record.originator_version, past)
            if record.topic == "retract":
                _go_back(batch, match, past.effective_versions(match, record.originator_version))
            if record.topic in MOVES:
                _sit(batch, match, past.seats(match, record.originator_version))


@cache
def _relevant_facts() -> frozenset[str]:
    """The facts that concern records. Most entries have none of them, and are skipped by their heads."""
    own = (tag(kind) for rules in rulesets().values() for kind in rules.deeds)
    return frozenset((*SHARED_TOLD, *own, *_reopening()))


@cache
def _reopening() -> frozenset[str]:
    """The facts that take back counted hands without a `retract`."""
    return frozenset(tag(kind) for rules in rulesets().values() for kind in rules.facts if kind.REOPENS_HANDS)


def _matters(record: LogRecord) -> bool:
    return record.topic in {"open", *MOVES} or not record.head.facts.isdisjoint(_relevant_facts())


def _seats(match: str, opening: dict[str, Any]) -> Iterator[PlayedRow]:
    game, seats = opening["ruleset"], opening["seats"]
    sides = ruleset(game).sides(len(seats))
    for seat, one in enumerate(seats):
        player = one["player"]
        yield PlayedRow(match=match, seat=seat, side=seat % sides, player=player, ruleset=game, status="open", won=None)


def _event(batch: Batch, match: str, version: int, entry: _PlayedEntry, seats: list[PlayedRow]) -> None:
    """Enters the effect of one event on the match and its people."""
    nth = 0
    for fact in entry.facts:
        if fact["fact"] == "match_ended":
            _restate(batch, seats, "abandoned" if fact.get("abandoned") else "finished", fact)
        elif fact["fact"] == "match_restated":
            _restate(batch, seats, fact["ledger"].get("status", "open"), fact["ledger"].get("result") or {})
            _set_hands(batch, match, msgspec.convert(fact["ledger"].get("hands", ()), list[HandScore]))
        elif fact["fact"] == "hand_scored":
            _add_hand(batch, match, fact["points"], fact.get("extra", False))
        for row, what, n in _deeds(fact, seats):
            about = fact.get("version")
            if about is None or n < 0 or not _is_on_record(batch, match, row.player, what, about):
                batch.put(DEEDS, DeedRow(match, version, nth, row.player, row.ruleset, what, about, n, True))
                nth += 1


def _add_hand(batch: Batch, match: str, points: Sequence[int] | None, extra: bool) -> None:
    """Adds a hand to those of the sides of a match. Tie-break rounds (`extra`) are left out."""
    for side, n in enumerate(points or () if not extra else ()):
        row = batch.get(HANDS, match, side) or HandsRow(match, side, 0, 0)
        batch.put(HANDS, replace(row, hands=row.hands + 1, points=row.points + n))


def _set_hands(batch: Batch, match: str, hands: Sequence[HandScore]) -> None:
    """Sets all hands of a match."""
    batch.set(HANDS, match, ())
    for hand in hands:
        _add_hand(batch, match, hand.points, hand.extra)


def _recount(batch: Batch, match: str, version: int, past: Past) -> None:
    """Sets the hands of a match from its whole account as of a version."""
    game = ruleset(batch.rows(PLAYED, match)[0].ruleset)
    seats = len(batch.rows(PLAYED, match))
    ledger = Ledger.blank(seats, dict.fromkeys(game.game.setup.tallies, seats))
    for record in past.log.read(match, through=version):
        for fact in decode(bytes(record.state), record.topic, game.id).facts:
            fact.enter(ledger, record.originator_version)
    _set_hands(batch, match, ledger.hands)


def _sit(batch: Batch, match: str, players: list[str]) -> None:
    """Sets the people in the seats of a match."""
    for row in batch.rows(PLAYED, match):
        batch.put(PLAYED, replace(row, player=players[row.seat]))


def _restate(batch: Batch, seats: list[PlayedRow], status: str, result: dict[str, Any]) -> None:
    """Sets the status of a match, and its winners: all seats at the first place, if there is a winning side."""
    winners = set(result["ranking"][0]) if result.get("winner_sides") else set()
    for row in seats:
        batch.put(PLAYED, replace(row, status=status, won=None if status == "open" else row.seat in winners))


def _deeds(fact: dict[str, Any], seats: list[PlayedRow]) -> Iterator[tuple[PlayedRow, str, int]]:
    """The deeds in a fact: the row of the person, the name of the deed, and 1 or -1 (taken back)."""
    match fact["fact"]:
        case "tallied":
            yield from ((row, fact["what"], 1) for row in seats if row.side == fact["seat"])
        case "infraction_proven":
            yield seats[fact["seat"]], fact["code"], 1
        case _:
            for kind, deeds in ruleset(seats[0].ruleset).deeds.items():
                if tag(kind) == fact["fact"]:
                    read = deeds(msgspec.convert(fact, kind), len(seats))
                    yield from ((seats[deed.seat], deed.what, deed.n) for deed in read)


def _is_on_record(batch: Batch, match: str, player: str, code: str, of: int) -> bool:
    """True if this deed is on record and counts. An infraction may be proven twice, and is one deed."""
    return any(
        (deed.player, deed.what, deed.of) == (player, code, of) and deed.counts for deed in batch.rows(DEEDS, match)
    )


def _go_back(batch: Batch, match: str, versions: set[int]) -> None:
    """Updates the deeds that count after a `retract`: those of the versions in `versions`."""
    for deed in batch.rows(DEEDS, match):
        batch.put(DEEDS, replace(deed, counts=deed.version in versions))


PROJECTION = Projection("records", (PLAYED, DEEDS, HANDS), take)


HiddenFrom = Callable[[str], int | None]
"""Gives, for the id of a match, the version from which its infractions are still hidden; None if none is."""


def of_player(
    connection: Connection, player: tuple[str, ...], hidden_from: HiddenFrom = lambda match: None
) -> list[RulesetRecord]:
    """The records of a person under any of these ids, game by game."""
    seats_by_game: dict[str, list[PlayedRow]] = {}
    rows = connection.execute(select(PLAYED.table).where(PLAYED.c.player.in_(player)).order_by(PLAYED.c.ruleset))
    for row in map(PLAYED.of, rows):
        seats_by_game.setdefault(row.ruleset, []).append(row)
    hidden_since = {
        row.match: hidden_from(row.match) for of in seats_by_game.values() for row in of if row.status == "open"
    }
    is_hidden = [
        and_(DEEDS.c.match == match, DEEDS.c.version >= since)
        for match, since in hidden_since.items()
        if since is not None
    ]
    query = select(DEEDS.c.ruleset, DEEDS.c.what, func.sum(DEEDS.c.n)).where(
        DEEDS.c.player.in_(player), DEEDS.c.counts, not_(or_(false(), *is_hidden))
    )
    deeds: dict[str, dict[str, int]] = {}
    for game, what, n in connection.execute(query.group_by(DEEDS.c.ruleset, DEEDS.c.what).order_by(DEEDS.c.what)):
        if n:
            deeds.setdefault(game, {})[what] = int(n)
    return [
        RulesetRecord(
            game,
            sum(row.status == "finished" for row in own),
            sum(row.status == "finished" and bool(row.won) for row in own),
            sum(row.status != "finished" for row in own),
            deeds.get(game, {}),
        )
        for game, own in seats_by_game.items()
    ]
