"""Decisions about the boards of an encounter, or the hands of a table with the same deals: results, corrections, walkovers.

Each function checks a request against the championship as it stands, and returns the event to store.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from referee.championship.decisions import (
    CorrectResult,
    GiveWalkover,
    ReportResult,
    check_figures_of,
    check_hand,
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
from referee.errors import Conflict, Impossible, Inconsistent, NotFound
from referee.match.registry import ruleset
from referee.match.results import Result
from referee.text import Text

RULE = "teams.encounter"
HANDS = "duplicate.deals"
NO_BOARDS = Text(
    es="en este torneo no juegan equipos ni se reparte lo mismo en cada mesa: el encuentro tiene un resultado, en `/result`",
    en="in this contest no teams play, nor the same deals at every table: the match has one result, at `/result`",
)


class PartWords(Struct, frozen=True):
    """The words for a board or a hand in refusals, for what it is a part of, and the clause of these refusals.

    `last` and `absent` say that there is none of a number (`{number}`, `{last}`), and that somebody else is named as absent.
    """

    part: Text
    whole: Text
    last: Text
    absent: Text
    rule: str

    def conflict(self, record: RecordedFixture, text: Text) -> Conflict:
        """The refusal of what the fixture as it stands does not leave room for, with its version."""
        return Conflict(text, rule=self.rule, extra={"version": record.version})


class PartOfFixture(Struct, frozen=True):
    """A board or a hand: the words for it, and the game that is played there."""

    words: PartWords
    ruleset: str
    params: Mapping[str, Any]


BOARD = PartWords(
    part=Text(es="el tablero", en="board"),
    whole=Text(es="enfrentamiento", en="encounter"),
    last=Text(
        es="no hay tablero {number}: el último es el {last}", en="there is no board {number}: the last is {last}"
    ),
    absent=Text(
        es="`absent` tiene que nombrar a equipos de ese enfrentamiento, cada uno una vez",
        en="`absent` must name teams of that encounter, each once",
    ),
    rule=RULE,
)
HAND = PartWords(
    part=Text(es="la mano", en="hand"),
    whole=Text(es="encuentro", en="match"),
    last=Text(es="no hay mano {number}: la última es la {last}", en="there is no hand {number}: the last is {last}"),
    absent=Text(
        es="`absent` tiene que nombrar a inscritos de ese encuentro, cada uno una vez",
        en="`absent` must name entrants of that match, each once",
    ),
    rule=HANDS,
)


def report_board(
    request: ReportResult,
    number: int,
    contest: RecordedContest,
    record: RecordedFixture,
    expected_version: int | None,
    *,
    has_clock: bool = False,
) -> BoardReported:
    """The result of a board without a record. `has_clock`: a match there may have ended on time.

    Raises NotFound for a board that there is not, Conflict where it has a result, Impossible, NotInThisGame, Inconsistent.
    """
    result = require_possible(request.result, number, contest, record, expected_version, has_clock=has_clock)
    words = part_of(contest, number).words
    if outcome_of_board(contest, record, number) is not None:
        raise words.conflict(
            record,
            Text(
                es=f"{words.part.es} {number} ya tiene resultado: PUT lo corrige",
                en=f"{words.part.en} {number} has a result: PUT corrects it",
            ),
        )
    require_all_in(contest, record)
    if record.match_at(number) is not None:
        raise words.conflict(
            record,
            Text(
                es=f"hay un encuentro abierto en {words.part.es} {number}",
                en=f"a match is open at {words.part.en} {number}",
            ),
        )
    return BoardReported(contest.id, record.id, number, RecordedResult.of(result), request.note)


def correct_board(
    request: CorrectResult,
    number: int,
    contest: RecordedContest,
    record: RecordedFixture,
    expected_version: int | None,
    *,
    has_clock: bool = False,
) -> BoardCorrected:
    """Another result of a board in place of a wrong one. `has_clock`: a match there may have ended on time.

    Raises NotFound, Conflict, Impossible, NotInThisGame, Inconsistent.
    """
    result = require_possible(request.result, number, contest, record, expected_version, has_clock=has_clock)
    outcome = outcome_of_board(contest, record, number)
    if outcome is None and record.match_at(number) is None:
        words = part_of(contest, number).words
        raise Impossible(
            Text(
                es=f"{words.part.es} {number} aún no tiene resultado que corregir: POST lo da",
                en=f"{words.part.en} {number} has no result to correct yet: POST gives one",
            ),
            rule=words.rule,
        )
    record_of_result = RecordedResult.of(result)
    supersedes = record.version if outcome is None else outcome.at
    return BoardCorrected(contest.id, record.id, number, record_of_result, request.reason, supersedes, request.note)


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
    words = part_of(contest, number).words
    absent = tuple(entrant(team, contest.contest, championship, names, record.entrants) for team in request.absent)
    if not {*absent} <= {*record.entrants} or len({*absent}) < len(absent):
        raise Inconsistent.at("$.absent", words.absent, rule=words.rule)
    require_version(record, expected_version)
    _require_no_walkover(contest, record, words)
    require_all_in(contest, record)
    outcome = outcome_of_board(contest, record, number)
    played = record.match_at(number) is not None
    if (played or (outcome is not None and outcome.result is not None)) and expected_version is None:
        raise words.conflict(
            record,
            Text(
                es=f"{words.part.es} {number} tiene resultado o está abierto: con If-Match se reemplaza",
                en=f"{words.part.en} {number} has a result or is open: If-Match replaces it",
            ),
        )
    if outcome is not None and not played and outcome.result is None and {*outcome.absent} == {*absent}:
        raise Impossible(
            Text(
                es=f"esa incomparecencia en {words.part.es} {number} ya consta",
                en=f"that walkover at {words.part.en} {number} is on record already",
            ),
            rule=words.rule,
        )
    return BoardWalkoverGiven(
        contest.id, record.id, number, absent, request.reason, outcome.at if outcome is not None else None
    )


def require_free_board(contest: RecordedContest, record: RecordedFixture, number: int) -> None:
    """Raises NotFound for a board that there is not, Impossible, and Conflict where it is played or has an outcome."""
    due(contest, record)
    words = part_of(contest, number).words
    require_all_in(contest, record)
    _require_no_walkover(contest, record, words)
    match, outcome = record.match_at(number), outcome_of_board(contest, record, number)
    if match is None and outcome is None:
        return
    raise words.conflict(
        record,
        Text(
            es=f"ya hay un encuentro abierto en {words.part.es} {number}: {match.match}"
            if match
            else f"{words.part.es} {number} ya tiene resultado",
            en=f"a match is open at {words.part.en} {number} already: {match.match}"
            if match
            else f"{words.part.en} {number} has a result already",
        ),
    )


def part_of(contest: RecordedContest, number: int) -> PartOfFixture:
    """A board of the encounters of a contest, or a hand of its tables.

    Raises NotFound, and Impossible where neither teams play nor the same deals.
    """
    own = contest.contest
    if own.duplicate is not None:
        part, last = PartOfFixture(HAND, contest.ruleset, own.params), own.duplicate.hands
    elif own.teams is not None:
        last = len(own.teams.boards)
        board = own.teams.boards[min(number, last) - 1]
        part = PartOfFixture(BOARD, board.ruleset, board.params)
    else:
        raise Impossible(NO_BOARDS, rule=RULE)
    if number > last:
        text = part.words.last
        raise NotFound(Text(es=text.es.format(number=number, last=last), en=text.en.format(number=number, last=last)))
    return part


def require_teams(contest: RecordedContest) -> None:
    """Raises Impossible where no teams play."""
    if contest.contest.teams is None:
        raise Impossible(
            Text(
                es="en este torneo no juegan equipos: no hay alineaciones",
                en="no teams play in this contest: there are no line-ups",
            ),
            rule=RULE,
        )


def outcome_of_board(contest: RecordedContest, record: RecordedFixture, number: int) -> BoardOutcome | None:
    """The outcome of a board of an encounter; None while it has none."""
    return next((one for one in contest.boards_of(record) if one.board == number), None)


def require_possible(
    result: Result,
    number: int,
    contest: RecordedContest,
    record: RecordedFixture,
    expected_version: int | None,
    *,
    has_clock: bool,
) -> Result:
    """The result, if its figures are possible at this board and it may be reported now."""
    due(contest, record)
    part = part_of(contest, number)
    rules = ruleset(part.ruleset)
    possible_result = (
        check_hand(result, rules, part.params, len(record.entrants))
        if contest.contest.duplicate is not None
        else check_figures_of(result, rules, part.params, 2, has_clock)
    )
    require_version(record, expected_version)
    _require_no_walkover(contest, record, part.words)
    return possible_result


def _require_no_walkover(contest: RecordedContest, record: RecordedFixture, words: PartWords) -> None:
    """Raises Conflict for a match that a whole side did not come to."""
    outcome = contest.outcome_of(record)
    if outcome is not None and not contest.boards_of(record):
        raise words.conflict(
            record,
            Text(
                es=f"ese {words.whole.es} tiene una incomparecencia: deshágala antes",
                en=f"that {words.whole.en} has a walkover: take it back first",
            ),
        )
