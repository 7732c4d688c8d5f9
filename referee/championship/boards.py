"""Decisions about the boards of an encounter: results, corrections, walkovers, and their refusals (teams.encounter).

Each function checks a request against the championship as it stands, and returns the event to store.
"""

from referee.championship.decisions import (
    CorrectResult,
    GiveWalkover,
    ReportResult,
    check_figures_of,
    due,
    require_all_in,
    require_version,
)
from referee.championship.events import BoardCorrected, BoardReported, BoardWalkoverGiven
from referee.championship.people import entrant
from referee.championship.recorded_contest import Names, RecordedContest, RecordedFixture
from referee.championship.state import Championship
from referee.contests.tallies import RecordedResult
from referee.contests.teams.encounters import BoardOutcome
from referee.contests.teams.terms import Board
from referee.errors import Conflict, Impossible, Inconsistent, NotFound
from referee.match.registry import ruleset
from referee.match.results import Result
from referee.text import Text

RULE = "teams.encounter"


def report_board(
    request: ReportResult,
    number: int,
    contest: RecordedContest,
    record: RecordedFixture,
    expected_version: int | None,
) -> BoardReported:
    """The result of a board without a record.

    Raises NotFound for a board that there is not, Conflict where it has a result, Impossible, NotInThisGame, Inconsistent.
    """
    result = _require_possible(request.result, number, contest, record, expected_version)
    if outcome_of_board(contest, record, number) is not None:
        raise Conflict(
            Text(
                es=f"el tablero {number} ya tiene resultado: PUT lo corrige",
                en=f"board {number} has a result: PUT corrects it",
            ),
            rule=RULE,
            extra={"version": record.version},
        )
    require_all_in(contest, record)
    return BoardReported(contest.id, record.id, number, RecordedResult.of(result), request.note)


def correct_board(
    request: CorrectResult,
    number: int,
    contest: RecordedContest,
    record: RecordedFixture,
    expected_version: int | None,
) -> BoardCorrected:
    """Another result of a board in place of a wrong one. Raises NotFound, Conflict, Impossible, NotInThisGame, Inconsistent."""
    result = _require_possible(request.result, number, contest, record, expected_version)
    outcome = outcome_of_board(contest, record, number)
    if outcome is None:
        raise Impossible(
            Text(
                es=f"el tablero {number} aún no tiene resultado que corregir: POST lo da",
                en=f"board {number} has no result to correct yet: POST gives one",
            ),
            rule=RULE,
        )
    recorded = RecordedResult.of(result)
    return BoardCorrected(contest.id, record.id, number, recorded, request.reason, outcome.at, request.note)


def board_walkover(
    request: GiveWalkover,
    number: int,
    championship: Championship,
    contest: RecordedContest,
    record: RecordedFixture,
    names: Names,
    expected_version: int | None,
) -> BoardWalkoverGiven:
    """The walkover of a board; in place of a result only where the fixture's version is named.

    Raises NotFound, Ambiguous, Conflict, Inconsistent, Impossible.
    """
    due(contest, record)
    board_of(contest, number)
    absent = tuple(entrant(team, contest.contest, championship, names, record.entrants) for team in request.absent)
    if not {*absent} <= {*record.entrants} or len({*absent}) < len(absent):
        text = Text(
            es="`absent` tiene que nombrar a equipos de ese enfrentamiento, cada uno una vez",
            en="`absent` must name teams of that encounter, each once",
        )
        raise Inconsistent.at("$.absent", text, rule=RULE)
    require_version(record, expected_version)
    _require_no_walkover(contest, record)
    require_all_in(contest, record)
    outcome = outcome_of_board(contest, record, number)
    if outcome is not None and outcome.result is not None and expected_version is None:
        raise Conflict(
            Text(
                es=f"el tablero {number} tiene resultado: con If-Match se reemplaza",
                en=f"board {number} has a result: If-Match replaces it",
            ),
            rule=RULE,
            extra={"version": record.version},
        )
    if outcome is not None and outcome.result is None and {*outcome.absent} == {*absent}:
        raise Impossible(
            Text(
                es=f"esa incomparecencia en el tablero {number} ya consta",
                en=f"that walkover at board {number} is on record already",
            ),
            rule=RULE,
        )
    return BoardWalkoverGiven(
        contest.id, record.id, number, absent, request.reason, outcome.at if outcome is not None else None
    )


def board_of(contest: RecordedContest, number: int) -> Board:
    """A board of the encounters of a contest. Raises NotFound, and Impossible where no teams play."""
    terms = contest.contest.teams
    if terms is None:
        raise Impossible(
            Text(
                es="en este torneo no juegan equipos: el encuentro tiene un resultado, en `/result`",
                en="no teams play in this contest: the match has one result, at `/result`",
            ),
            rule=RULE,
        )
    if number > len(terms.boards):
        last = len(terms.boards)
        raise NotFound(
            Text(
                es=f"no hay tablero {number}: el último es el {last}",
                en=f"there is no board {number}: the last is {last}",
            )
        )
    return terms.boards[number - 1]


def outcome_of_board(contest: RecordedContest, record: RecordedFixture, number: int) -> BoardOutcome | None:
    """The outcome of a board of an encounter; None while it has none."""
    return next((one for one in contest.boards_of(record) if one.board == number), None)


def _require_possible(
    result: Result, number: int, contest: RecordedContest, record: RecordedFixture, expected_version: int | None
) -> Result:
    """The result, if its figures are possible at this board and it may be reported now."""
    due(contest, record)
    board = board_of(contest, number)
    checked = check_figures_of(result, ruleset(board.ruleset), board.params, 2, has_clock=False)
    require_version(record, expected_version)
    _require_no_walkover(contest, record)
    return checked


def _require_no_walkover(contest: RecordedContest, record: RecordedFixture) -> None:
    """Raises Conflict for an encounter that a whole team did not come to."""
    outcome = contest.outcome_of(record)
    if outcome is not None and not contest.boards_of(record):
        raise Conflict(
            Text(
                es="ese enfrentamiento tiene una incomparecencia: deshágala antes",
                en="that encounter has a walkover: take it back first",
            ),
            rule=RULE,
            extra={"version": record.version},
        )
