"""Results of several boards of an encounter, or of the hands of a table, told at once; the same again changes nothing.

Each is judged by itself, and all are stored or none (teams.encounter, duplicate.deals).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.boards import board_walkover, outcome_of_board, part_of, report_board, require_possible
from referee.championship.decisions import GiveWalkover, ReportResult, Why, due, require_version
from referee.championship.events import AnyDecision
from referee.championship.people import PlayerRef, entrant
from referee.championship.recorded_contest import Names, RecordedContest, RecordedFixture
from referee.championship.state import Championship
from referee.contests.duplicate.terms import MOST_HANDS
from referee.contests.teams.encounters import BoardOutcome
from referee.errors import Conflict, Flaw, Inconsistent, ServiceRefusal
from referee.text import Text

MayEndOnTime = Callable[[RecordedContest, RecordedFixture, int | None], bool]
"""True if the match of a fixture, or that of a board of it, may have ended on time."""
MOST_FLAWS = 20
"""The most flaws that a refusal names."""


class Absence(Struct, frozen=True, forbid_unknown_fields=True):
    """Who did not come to a match, and why it is a walkover."""

    absent: Annotated[tuple[PlayerRef, ...], Meta(min_length=1, max_length=10)]
    reason: Why


class BoardEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result of one board or hand, or who did not come to it."""

    board: Annotated[int, Meta(ge=1, le=MOST_HANDS)]
    result: ReportResult | None = None
    walkover: Absence | None = None


BoardEntries = Annotated[tuple[BoardEntry, ...], Meta(min_length=1, max_length=MOST_HANDS)]


class ReportBoards(Struct, frozen=True, forbid_unknown_fields=True):
    """The boards of an encounter, or the hands of a table, that are decided: all of them or some."""

    boards: BoardEntries


def report_boards(
    entries: Sequence[BoardEntry],
    now: Championship,
    contest: RecordedContest,
    record: RecordedFixture,
    names: Names,
    expected_version: int | None,
    may_end_on_time: MayEndOnTime,
) -> list[AnyDecision]:
    """The decisions that make the boards what the entries say; none for one that is that already.

    Raises the refusal of the first that is refused, with the flaws of all at `$.boards[n]`, named by table and board.
    """
    decisions: list[AnyDecision] = []
    refusals: list[ServiceRefusal] = []
    flaws: list[Flaw] = []
    entry_of: dict[int, int] = {}
    due(contest, record)
    part_of(contest, 1)
    require_version(record, expected_version)
    for n, entry in enumerate(entries):
        path = f"$.boards[{n}]"
        try:
            if (first := entry_of.setdefault(entry.board, n)) != n:
                raise _twice(first)
            has_clock = contest.contest.duplicate is None and may_end_on_time(contest, record, entry.board)
            decisions += _decisions(entry, now, contest, record, names, has_clock)
        except ServiceRefusal as refusal:
            place = _place(contest, record, entry.board)
            refusals.append(_at(place, refusal))
            flaws += _flaws_of(refusal, entry, path, place)
    if refusals:
        first_one = refusals[0]
        raise type(first_one)(first_one.text, rule=first_one.rule, flaws=flaws[:MOST_FLAWS], extra=first_one.extra)
    return decisions


def nothing_stored(first: ServiceRefusal, flaws: Sequence[Flaw]) -> ServiceRefusal:
    """The refusal of many things at once: that of the first one that is refused, with the places of all."""
    text = Text(
        es=f"{flaws[0].path}: {first.text.es}; no se ha guardado nada",
        en=f"{flaws[0].path}: {first.text.en}; nothing was stored",
    )
    return type(first)(text, rule=first.rule, seat=first.seat, flaws=flaws[:MOST_FLAWS], extra=first.extra)


def _decisions(
    entry: BoardEntry,
    now: Championship,
    contest: RecordedContest,
    record: RecordedFixture,
    names: Names,
    has_clock: bool,
) -> Iterator[AnyDecision]:
    """The decision on one board; none where it is on record. Raises Conflict where something else is."""
    result, absence = entry.result, entry.walkover
    if (result is None) == (absence is None):
        raise Inconsistent.at(
            "$",
            Text(
                es="lo que se jugó tiene `result`, y donde no vino alguien `walkover`: uno de los dos",
                en="what was played has `result`, and where somebody did not come `walkover`: one of the two",
            ),
        )
    part_of(contest, entry.board)
    outcome = outcome_of_board(contest, record, entry.board)
    if result is not None:
        if outcome is None:
            yield report_board(result, entry.board, contest, record, None, has_clock=has_clock)
        elif require_possible(result.result, entry.board, contest, record, None, has_clock=has_clock) != outcome.result:
            raise _another_outcome(contest, record, entry.board)
    if absence is not None:
        if outcome is None:
            walkover = GiveWalkover(absence.absent, absence.reason)
            yield board_walkover(walkover, entry.board, now, contest, record, names, None)
        elif not _has_absentees(absence, outcome, now, contest, record, names):
            raise _another_outcome(contest, record, entry.board)


def _has_absentees(
    absence: Absence,
    outcome: BoardOutcome,
    now: Championship,
    contest: RecordedContest,
    record: RecordedFixture,
    names: Names,
) -> bool:
    """True if these did not come to a board, by the record. Raises NotFound, Ambiguous."""
    absent = {entrant(one, contest.contest, now, names, record.entrants) for one in absence.absent}
    return outcome.result is None and {*outcome.absent} == absent


def _another_outcome(contest: RecordedContest, record: RecordedFixture, number: int) -> Conflict:
    words = part_of(contest, number).words
    path = f"/v1/fixtures/{record.id}/boards/{number}/result"
    return words.conflict(
        record,
        Text(
            es=f"consta otra cosa: se corrige en {path} con su motivo",
            en=f"something else is on record: correct it at {path}, with a reason",
        ),
    )


def _twice(first: int) -> Inconsistent:
    return Inconsistent.at("$", Text(es=f"está ya en el elemento {first}", en=f"it is in item {first} already"))


def _place(contest: RecordedContest, record: RecordedFixture, number: int) -> Text:
    """A board or hand in words, by its table and its number there."""
    fixture = contest.state.fixture(record.key)
    table = record.table_now(fixture)
    is_hand = contest.contest.duplicate is not None
    es, en = ("mano", "hand") if is_hand else ("tablero", "board")
    if table is None:
        return Text(es=f"{es} {number}", en=f"{en} {number}")
    return Text(es=f"mesa {table}, {es} {number}", en=f"table {table}, {en} {number}")


def _at(place: Text, refusal: ServiceRefusal) -> ServiceRefusal:
    return type(refusal)(_with_place(place, refusal.text), rule=refusal.rule, extra=refusal.extra)


def _with_place(place: Text, text: Text) -> Text:
    return Text(es=f"{place.es}: {text.es}", en=f"{place.en}: {text.en}")


def _flaws_of(refusal: ServiceRefusal, entry: BoardEntry, path: str, place: Text) -> list[Flaw]:
    """The flaws of one board, each at its place in the request and named by table and board."""
    part = "walkover" if entry.result is None else "result"
    if not refusal.flaws:
        return [Flaw(path, _with_place(place, refusal.text))]
    return [Flaw(_within(flaw.path, path, part), _with_place(place, flaw.text)) for flaw in refusal.flaws]


def _within(own: str, path: str, part: str) -> str:
    return path if own == "$" else f"{path}.{part}{own.removeprefix('$')}"
