"""Days, tables and results of many fixtures of a contest at once, as another program has them; the same again changes nothing."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.championship.boards_at_once import Absence, BoardEntries, MayEndOnTime, nothing_stored, report_boards
from referee.championship.decisions import (
    GiveWalkover,
    ReportResult,
    absentees,
    check_figures,
    due,
    is_walkover,
    report,
    walkover,
)
from referee.championship.events import AnyDecision, FixtureScheduled
from referee.championship.given_rounds import Meeting
from referee.championship.people import PlayerRef, entrant
from referee.championship.recorded_contest import Names, RecordedContest, RecordedFixture
from referee.championship.scheduling import Beginning, ScheduleFixture, TableName, TableNumber, schedule
from referee.championship.state import Championship
from referee.contests.partners import members_of
from referee.errors import Conflict, Flaw, Inconsistent, ServiceRefusal
from referee.text import Text

MOST_ITEMS = 200
"""The most fixtures of one request: each result is followed through its contest."""


class FixtureEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What another program has of one fixture, named by its round and its entrants, in the order of their seats.

    What is left out stays as it is.
    """

    round: Annotated[int, Meta(ge=1, le=9999)]
    entrants: Meeting
    starts_at: Beginning | None = None
    table: TableNumber | TableName | None = None
    result: ReportResult | None = None
    walkover: Absence | None = None
    boards: BoardEntries | None = None


class FillInFixtures(Struct, frozen=True, forbid_unknown_fields=True):
    """Days, tables and results of many fixtures of two entrants each."""

    items: Annotated[tuple[FixtureEntry, ...], Meta(min_length=1, max_length=MOST_ITEMS)]


def fill_in(
    request: FillInFixtures, now: Championship, contest: RecordedContest, names: Names, may_end_on_time: MayEndOnTime
) -> list[AnyDecision]:
    """The decisions that make the fixtures what the request says; none where they are that already.

    Raises the refusal of the first item that is refused, with the flaws of all at `$.items[n]`.
    """
    reader = _Reader(now, contest, names, may_end_on_time)
    decisions: list[AnyDecision] = []
    refusals: list[ServiceRefusal] = []
    flaws: list[Flaw] = []
    item_of: dict[str, int] = {}
    _require_few_boards(request)
    for n, item in enumerate(request.items):
        path = f"$.items[{n}]"
        try:
            record = reader.fixture(item, path)
            if (first := item_of.setdefault(record.id, n)) != n:
                raise _twice(path, first)
            decisions += reader.decisions(item, record)
        except ServiceRefusal as refusal:
            refusals.append(refusal)
            flaws += _flaws_of(refusal, item, path)
    if refusals:
        raise nothing_stored(refusals[0], flaws)
    return decisions


def _require_few_boards(request: FillInFixtures) -> None:
    """Raises Inconsistent for more boards than fixtures may be filled in: each is followed through its contest, too."""
    count = sum(len(item.boards or ()) for item in request.items)
    if count > MOST_ITEMS:
        raise Inconsistent.at(
            "$.items",
            Text(
                es=f"caben {MOST_ITEMS} tableros o manos de una vez, y son {count}: mándelos por partes",
                en=f"{MOST_ITEMS} boards or hands can be told at once, and there are {count}: send them in parts",
            ),
        )


class _Reader:
    """A contest that fixtures are filled in of."""

    def __init__(
        self, now: Championship, contest: RecordedContest, names: Names, may_end_on_time: MayEndOnTime
    ) -> None:
        self._now, self._contest, self._names = now, contest, names
        self._may_end_on_time = may_end_on_time
        self._records = contest.by_fixture()

    def fixture(self, item: FixtureEntry, path: str) -> RecordedFixture:
        """The fixture that an item names. Raises Inconsistent, NotFound, Ambiguous."""
        entrants = tuple(self._entrant(reference) for reference in item.entrants)
        of_round = [one for one in self._contest.state.fixtures if one.round == item.round]
        matches = [one for one in of_round if {*one.entrants} == {*entrants} and len(one.entrants) == len(entrants)]
        if len(matches) != 1:
            raise self._not_one(item, len(matches), [self._title(one.entrants) for one in of_round], path)
        [fixture] = matches
        if fixture.entrants != entrants:
            title = self._title(fixture.entrants)
            raise Inconsistent.at(
                f"{path}.entrants",
                Text(
                    es=f"en ese encuentro se sientan así: {title}; dé los nombres y las cifras en ese orden",
                    en=f"the seats of that match are: {title}; give names and figures in this order",
                ),
            )
        return self._records[(fixture.key, fixture.entrants)]

    def decisions(self, item: FixtureEntry, record: RecordedFixture) -> Iterable[AnyDecision]:
        """The decisions that make this fixture what the item says. Raises Conflict for another result than the recorded."""
        if item.result is not None and item.walkover is not None:
            raise Inconsistent.at(
                "$.walkover",
                Text(
                    es="un encuentro se jugó (`result`) o no vino alguien (`walkover`), no ambos",
                    en="a match was played (`result`) or somebody did not come (`walkover`), not both",
                ),
            )
        contest, championship = self._contest, self._now
        if planned := self._schedule(item, record):
            yield planned
        if item.boards is not None:
            if item.result is not None or item.walkover is not None:
                raise Inconsistent.at(
                    "$.boards",
                    Text(
                        es="de un encuentro se dan sus tableros o manos (`boards`) o lo de todo él, no ambos",
                        en="of a match its boards or hands (`boards`) are given or what is of all of it, not both",
                    ),
                )
            yield from report_boards(
                item.boards, championship, contest, record, self._names, None, self._may_end_on_time
            )
        if item.result is not None and not self._has_result(item.result, record):
            has_clock = self._may_end_on_time(contest, record, None)
            yield report(item.result, contest, record, None, has_clock=has_clock)
        if item.walkover is not None and not self._has_absentees(item.walkover, record):
            self._require_open(record)
            yield walkover(
                GiveWalkover(item.walkover.absent, item.walkover.reason),
                championship,
                contest,
                record,
                self._names,
                None,
            )

    def _entrant(self, reference: PlayerRef | tuple[PlayerRef, ...]) -> str:
        """The entrant of a reference, preferably one that plays on."""
        if isinstance(reference, str):
            return entrant(reference, self._contest.contest, self._now, self._names)
        ids = {entrant(one, self._contest.contest, self._now, self._names) for one in reference}
        if self._contest.contest.partners:
            pairs = {one for fixture in self._contest.state.fixtures for one in fixture.entrants}
            return next((one for one in pairs if {*members_of(one)} == ids), "")
        return ids.pop() if len(ids) == 1 else ""

    def _schedule(self, item: FixtureEntry, record: RecordedFixture) -> FixtureScheduled | None:
        """The time and table of an item, beside what it leaves out; None where they are set already."""
        starts_at = record.starts_at if item.starts_at is None else item.starts_at
        table = record.table if item.table is None else item.table
        if (starts_at, table) == (record.starts_at, record.table):
            return None
        wanted = ScheduleFixture(starts_at, table)
        decision = schedule(wanted, self._contest, record)
        is_there = (decision.starts_at, decision.table) == (record.starts_at, record.table)
        return None if is_there else decision

    def _has_result(self, report_of_item: ReportResult, record: RecordedFixture) -> bool:
        """True if a fixture has this result by hand. Raises Conflict where it has another."""
        outcome = self._contest.outcome_of(record)
        if outcome is None:
            return False
        fixture = due(self._contest, record)
        result = check_figures(
            report_of_item.result, self._contest, fixture, self._may_end_on_time(self._contest, record, None)
        )
        if outcome.result == result:
            return True
        if not fixture.needs:
            raise _another_result(record)
        return False

    def _has_absentees(self, absence: Absence, record: RecordedFixture) -> bool:
        """True if this walkover is on record. Raises Inconsistent, NotFound."""
        outcome = self._contest.outcome_of(record)
        absent, missing = absentees(absence.absent, self._now, self._contest, record, self._names)
        return outcome is not None and is_walkover(outcome, absent, missing)

    def _require_open(self, record: RecordedFixture) -> None:
        """Raises Conflict where a fixture has an outcome."""
        if self._contest.outcome_of(record) is not None:
            raise _another_result(record)

    def _title(self, entrants: Sequence[str]) -> str:
        return " – ".join(self._contest.display_name(one, self._names) or one for one in entrants)

    def _not_one(self, item: FixtureEntry, count: int, titles: Sequence[str], path: str) -> Inconsistent:
        """The refusal of an item that names no fixture, or several; `titles` are the fixtures of its round."""
        if count:
            text = Text(
                es=f"en la ronda {item.round} hay {count} encuentros de esos dos: dé cada uno en su dirección",
                en=f"round {item.round} has {count} matches of these two: report each at its own address",
            )
        elif titles:
            text = Text(
                es=f"en la ronda {item.round} no hay tal encuentro; hay: {', '.join(titles)}",
                en=f"round {item.round} has no such match; it has: {', '.join(titles)}",
            )
        else:
            last = max((one.round for one in self._contest.state.fixtures), default=0)
            text = Text(
                es=f"no hay ronda {item.round}: la última es la {last}",
                en=f"there is no round {item.round}: the last one is {last}",
            )
        return Inconsistent.at(f"{path}.round" if not titles else f"{path}.entrants", text)


def _twice(path: str, first: int) -> Inconsistent:
    return Inconsistent.at(
        path,
        Text(
            es=f"ese encuentro está ya en el elemento {first}: uno por encuentro",
            en=f"that match is in item {first} already: one for each match",
        ),
    )


def _another_result(record: RecordedFixture) -> Conflict:
    return Conflict(
        Text(
            es=f"ese encuentro tiene otro resultado: se corrige en /v1/fixtures/{record.id}/result con su motivo",
            en=f"that match has another result: correct it at /v1/fixtures/{record.id}/result, with a reason",
        ),
        extra={"version": record.version},
    )


def _flaws_of(refusal: ServiceRefusal, item: FixtureEntry, path: str) -> list[Flaw]:
    """The flaws of an item that was refused, each at its place in the request."""
    part = "result" if item.result is not None else "walkover" if item.walkover is not None else "starts_at"
    if not refusal.flaws:
        return [Flaw(path, refusal.text)]
    return [flaw if flaw.path.startswith("$.items") else _within(flaw, path, part) for flaw in refusal.flaws]


def _within(flaw: Flaw, path: str, part: str) -> Flaw:
    """The flaw of a part of an item, at its place in the whole request."""
    own = flaw.path.removeprefix("$")
    is_of_item = own in {".starts_at", ".table", ".walkover"} or own.startswith(".boards")
    return replace(flaw, path=f"{path}{own}" if is_of_item else f"{path}.{part}{own}")
