"""Fixtures and boards played on the log: a match opened for one reports its result to the contest, in the same transaction.

A later change of the match, a `retract`, a ruling, a late sanction, changes the result in the contest with it.
"""

from collections.abc import Callable, Sequence
from typing import Self

from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee.championship.board_seats import (
    Now,
    in_turn,
    lineup_members,
    named_players,
    require_named,
    seated_members,
)
from referee.championship.boards import outcome_of_board, part_of, require_free_board
from referee.championship.decisions import due, require_all_in, require_no_hands, require_no_teams
from referee.championship.events import (
    AnyDecision,
    BoardMatchFinished,
    BoardMatchOpened,
    BoardMatchReopened,
    DecisionUndone,
    MatchFinished,
    MatchOpened,
    MatchReopened,
)
from referee.championship.hand_matches import (
    hand_of,
    players_of_hand,
    require_seats_of_hand,
    require_sheet,
    result_of_hand,
    with_dealer,
)
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.seat_changes import RULE as SUBSTITUTES
from referee.championship.service import Championships
from referee.championship.state import Championship
from referee.contests.contest import Fixture
from referee.contests.tallies import RecordedResult
from referee.contests.teams.encounters import BoardOutcome
from referee.errors import Conflict, Inconsistent
from referee.log.records import Record
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.events import Confirm, Opening, Seats
from referee.match.facts import MatchEnded, MatchRestated
from referee.match.registry import ruleset
from referee.match.results import Outcome, Result, of_entrants, result_of
from referee.matches.opening import OpenMatch, Seating, prepare_fixture, require_no_sheet
from referee.text import Text


class PlayedPart(Struct, frozen=True):
    """A fixture, or one board of it, for which a match is played, with the people of each entrant there."""

    contest: RecordedContest
    record: RecordedFixture
    board: int | None
    people: tuple[tuple[str, ...], ...]

    @property
    def ruleset(self) -> str:
        """The game that is played there."""
        return self.contest.ruleset if self.board is None else part_of(self.contest, self.board).ruleset

    @property
    def outcome(self) -> Outcome | BoardOutcome | None:
        """Its recorded outcome; None while it has none."""
        if self.board is None:
            return self.contest.outcome_of(self.record)
        return outcome_of_board(self.contest, self.record, self.board)

    @property
    def ended_at(self) -> int | None:
        """The version of its match's log with which play ended, while it is over."""
        if self.board is None:
            return self.record.ended_at
        match = self.record.match_at(self.board)
        return match.ended_at if match else None

    @classmethod
    def of(cls, match: Match, contest: RecordedContest, record: RecordedFixture, now: Now) -> Self:
        """What a match is played for. Raises Inconsistent where those who sit down at a board are not of it."""
        board = None if match.opening.board is UNSET else match.opening.board
        if board is None or contest.contest.duplicate is not None:
            return cls(contest, record, board, tuple(map(contest.contest.people, record.entrants)))
        played = record.match_at(board)
        if played is not None and played.match == match.id:
            people = played.players
        else:
            people = seated_members([one.player for one in match.opening.seats], contest, record, board, now)
        return cls(contest, record, board, people)

    def opening_decision(self, match: Match) -> AnyDecision:
        """The decision that ties a match to it."""
        contest, fixture = self.contest.id, self.record.id
        if self.board is None:
            return MatchOpened(contest, fixture, match.id)
        of_teams = self.people if self.contest.contest.teams is not None else ()
        return BoardMatchOpened(contest, fixture, self.board, match.id, of_teams)

    def result_decision(
        self, match: Match, ended_at: int, result: Result | None, supersedes: int | None, reason: str | None
    ) -> AnyDecision:
        """The decision with its result: that of a match that is over."""
        contest, fixture, version = self.contest.id, self.record.id, match.version
        stored = RecordedResult.of(result) if result else None
        if self.board is None:
            return MatchFinished(contest, fixture, match.id, ended_at, version, stored, supersedes, reason)
        return BoardMatchFinished(contest, fixture, self.board, match.id, ended_at, version, stored, supersedes, reason)

    def reopening_decision(self, match: Match, supersedes: int, reason: str | None) -> AnyDecision:
        """The decision that a match goes on after all."""
        contest, fixture, version = self.contest.id, self.record.id, match.version
        if self.board is None:
            return MatchReopened(contest, fixture, match.id, version, supersedes, reason)
        return BoardMatchReopened(contest, fixture, self.board, match.id, version, supersedes, reason)


class FixtureMatches:
    """The hook on fixtures' matches that reports their results to their contests."""

    def __init__(self, championships: Championships) -> None:
        self.championships = championships

    def opening(self, request: OpenMatch, fixture: str, seed_source: Callable[[], str]) -> Opening:
        """The opening of the match of a fixture, or of a board of it: seats, ruleset, limits and first dealer follow from it.

        Raises NotFound, Impossible (others are through), Conflict (it is open or has a result), Inconsistent.
        """
        championship, contest, record = self.championships.fixture(fixture)
        board = request.board
        if board is None:
            seating = self._seating(contest, record)
            require_no_sheet(request)
        elif contest.contest.duplicate is not None:
            require_free_board(contest, record, board)
            seating = self._seating_of_hand(request, contest, record, board)
            request = with_dealer(request, contest.ruleset, seating)
        else:
            require_no_sheet(request)
            require_free_board(contest, record, board)
            players = self._players_at(request, championship, contest, record)
            seating = self._seating_of_board(contest, record, board, players)
            request = replace(request, seats=UNSET)
        return prepare_fixture(request, seating, self.championships.people, seed_source)

    def __call__(
        self, fixture: str, match: Match, entries: Sequence[AnyEntry], by: str, *, reopen: bool
    ) -> Sequence[Record]:
        """The records that these entries of a match bring to its contest. Raises Conflict, Impossible, ContestClosed."""
        refusal = self.championships.refusal_of(match) if entries[0].version > 1 else None
        if refusal is not None:
            raise refusal
        if not _concerns(match, entries):
            return ()
        championship, contest, record = self.championships.fixture(fixture)
        decisions: list[AnyDecision] = []
        if entries[0].version == 1:
            if match.opening.board is UNSET:
                self._seating(contest, record)
            else:
                require_free_board(contest, record, match.opening.board)
        part = PlayedPart.of(match, contest, record, self.championships.people.now)
        if entries[0].version == 1:
            decisions.append(part.opening_decision(match))
        if any(isinstance(entry.event, Seats) for entry in entries):
            self._require_entrants(match, part)
        decisions += self._result(match, entries, part)
        return self._records(championship, decisions, by, reopen)

    def suppose(self, match: Match) -> tuple[Championship, RecordedContest] | None:
        """The championship and the contest as they would stand with this state of the match; None where it counts in none."""
        if match.opening.fixture is None:
            return None
        championship, contest, record = self.championships.fixture(match.opening.fixture)
        if match.id not in record.matches:
            return None
        work = championship.copy()
        part = PlayedPart.of(match, contest, record, self.championships.people.now)
        self.championships.enter(work, self._result(match, (), part), "whatif", reopen=True)
        return work, work.contests[contest.id]

    def catch_up(self, championship: Championship, event: DecisionUndone) -> Sequence[AnyDecision]:
        """The results of the matches that count again once `event` undoes a decision: they may have gone on since."""
        before = championship.contests[event.contest]
        work = championship.copy()
        work.enter(event, championship.version + 1)
        after = work.contests[event.contest]
        decisions: list[AnyDecision] = []
        for record in after.fixtures.values():
            earlier = {*before.fixtures[record.id].matches}
            for id_ in record.matches:
                if id_ not in earlier:
                    match, entries = self.championships.matches.match(id_), self.championships.matches.entries(id_)
                    part = PlayedPart.of(match, after, record, self.championships.people.now)
                    decisions += self._result(match, entries, part)
        return decisions

    def _records(
        self, championship: Championship, decisions: Sequence[AnyDecision], by: str, reopen: bool
    ) -> Sequence[Record]:
        if not decisions:
            return ()
        work = championship.copy()
        return self.championships.records(work.id, self.championships.enter(work, decisions, by, reopen=reopen))

    def _result(self, match: Match, entries: Sequence[AnyEntry], part: PlayedPart) -> Sequence[AnyDecision]:
        return _result(match, entries, part, _sides_of(match, part, self.championships.people.now))

    def _require_entrants(self, match: Match, part: PlayedPart) -> None:
        """Raises Inconsistent for other people than the fixture's, or partners that do not sit across."""
        now = self.championships.people.now
        sitting = [now(seat_player.player) for seat_player in match.opening.seats]
        if {*sitting} != {now(player) for people in part.people for player in people}:
            if part.contest.contest.teams is not None:
                raise Inconsistent(
                    Text(
                        es="en un tablero siguen sentados los mismos, en otro orden si acaso: se sustituye entre tableros, nunca "
                        "dentro de uno",
                        en="at a board the same members stay seated, at most in another order: members are substituted between "
                        "boards, never within one",
                    ),
                    rule=SUBSTITUTES,
                )
            raise Inconsistent(
                Text(
                    es="en el encuentro de un torneo se sientan sus inscritos, en otro orden si acaso: quien viene en lugar de "
                    "otro lo hace con `substitutions`",
                    en="at a contest's match its entrants sit, at most in another order: who comes in place of somebody does so "
                    "by `substitutions`",
                )
            )
        if match.opening.shared_hand is not UNSET:
            require_seats_of_hand(match, self.championships.people.now, part.contest, part.record)
        if None in _sides_of(match, part, now):
            raise Inconsistent(
                Text(
                    es="los compañeros se sientan enfrente: son un bando",
                    en="partners sit opposite each other: they are one side",
                )
            )

    def _players_at(
        self, request: OpenMatch, championship: Championship, contest: RecordedContest, record: RecordedFixture
    ) -> tuple[str, ...]:
        """The players of a board by seat: those that the request names, else those of the line-ups.

        Raises BadRequest, Ambiguous, Impossible, Inconsistent.
        """
        assert request.board is not None
        members = lineup_members(contest, record, request.board)
        if members and request.seats is UNSET:
            players = in_turn(members)
        else:
            require_named(request.seats, request.board)
            players = named_players(request.seats or (), championship, self.championships.people.name)
        now = self.championships.people.now
        seated = seated_members(players, contest, record, request.board, now)
        own_ids = {now(member): member for side in seated for member in side}
        return tuple(own_ids[now(one)] for one in players)

    def _seating_of_board(
        self, contest: RecordedContest, record: RecordedFixture, board: int, players: tuple[str, ...]
    ) -> Seating:
        """The settings of a board's match. No tie of it has to be parted: a level board gives half to each (teams.score)."""
        part = part_of(contest, board)
        table = _table_of(record, due(contest, record))
        return Seating(part.ruleset, dict(part.params), players, record.id, (), table, board=board)

    def _seating_of_hand(
        self, request: OpenMatch, contest: RecordedContest, record: RecordedFixture, board: int
    ) -> Seating:
        """The settings of the match that is one hand of a table. Raises Impossible, and Inconsistent for another sheet."""
        hand = hand_of(contest, record, board)
        require_sheet(request, contest, hand, board)
        own = contest.contest
        return Seating(
            ruleset=contest.ruleset,
            params=dict(own.params),
            players=players_of_hand(contest, record),
            fixture=record.id,
            lines=(),
            table=_table_of(record, due(contest, record)),
            house=own.house,
            timing=own.timing,
            board=board,
            shared_hand=hand,
        )

    def _seating(self, contest: RecordedContest, record: RecordedFixture) -> Seating:
        fixture = due(contest, record)
        require_no_teams(
            contest,
            "un enfrentamiento se juega en varios tableros: abra el encuentro de uno con `board`, o dé el resultado de cada uno",
            "an encounter is played on several boards: open the match of one with `board`, or report the result of each",
        )
        require_no_hands(
            contest,
            "con las mismas cartas en cada mesa el encuentro es de una mano: diga cuál de la ronda con `board`",
            "with the same deals at every table a match is one hand: say which of the round with `board`",
        )
        require_all_in(contest, record)
        if contest.has_begun(record):
            raise Conflict(
                Text(
                    es=f"ya hay un encuentro abierto para él: {record.match}" if record.match else "ya tiene resultado",
                    en=f"a match is open for that fixture already: {record.match}"
                    if record.match
                    else "that fixture has a result already",
                ),
                extra={"version": record.version},
            )
        return Seating(
            contest.ruleset,
            dict(fixture.params),
            in_turn(tuple(map(contest.contest.people, fixture.entrants))),
            record.id,
            fixture.lines,
            _table_of(record, fixture),
            contest.contest.house,
            contest.contest.timing,
        )


def _table_of(record: RecordedFixture, fixture: Fixture) -> str | None:
    """The table where a fixture is played, as a match has it."""
    table = record.table_now(fixture)
    return None if table is None else str(table)


def _concerns(match: Match, entries: Sequence[AnyEntry]) -> bool:
    """True if entries can change the contest's view of a match."""
    is_restatement = any(isinstance(fact, MatchRestated) for entry in entries for fact in entry.facts)
    is_move = any(isinstance(entry.event, Seats) for entry in entries)
    return entries[0].version == 1 or is_restatement or is_move or match.ledger.status != "open"


def _result(
    match: Match, entries: Sequence[AnyEntry], part: PlayedPart, sides: Sequence[int | None]
) -> Sequence[AnyDecision]:
    """The result that a match gives now, where it is not the recorded one; its reopening; or nothing.

    `sides` are those of the fixture's entrants, in their order.
    """
    outcome = part.outcome
    reason = next((str(text) for entry in reversed(entries) if (text := getattr(entry.event, "reason", None))), None)
    supersedes = outcome.at if outcome else None
    if match.ledger.status == "open":
        if outcome is None or supersedes is None:
            return ()
        return (part.reopening_decision(match, supersedes, reason),)
    ended_at = _ended_at(match, entries) or part.ended_at or match.version
    result = _of(match, part.ruleset, ended_at, [side for side in sides if side is not None])
    if outcome is not None and outcome.match == match.id and _same(outcome, result):
        return ()
    return (part.result_decision(match, ended_at, result, supersedes, reason),)


def _ended_at(match: Match, entries: Sequence[AnyEntry]) -> int | None:
    """The version of the last of these entries that ended the match; where that is a confirmation, of the hand it confirms.

    Entries between the last card and its confirmation are late: play is over.
    """
    ends = [entry for entry in entries if any(isinstance(fact, MatchEnded) for fact in entry.facts)]
    if not ends:
        return None
    return match.ledger.hands[-1].scored_at if isinstance(ends[-1].event, Confirm) else ends[-1].version


def _of(match: Match, ruleset_id: str, ended_at: int, sides: Sequence[int]) -> Result | None:
    """The result of a match that is over, in the order of the fixture's entrants; None where all sides left."""
    if match.ledger.status == "abandoned":
        return None
    if match.opening.shared_hand is not UNSET:
        result = result_of_hand(match, ended_at)
        return result if result is None or len(sides) != len(result.points) else of_entrants(result, sides)
    result = replace(result_of(match.ledger, ruleset(ruleset_id).contest, ended_at), left=tuple(match.state.left))
    return result if len(sides) != len(result.points) else of_entrants(result, sides)


def _sides_of(match: Match, part: PlayedPart, now: Now) -> list[int | None]:
    """The side of each entrant of a fixture in its match; None for one that does not sit there, or not on one side."""
    seats = {now(seat_player.player): match.state.side(seat) for seat, seat_player in enumerate(match.opening.seats)}
    sides_of_entrants = [{seats.get(now(player)) for player in people} for people in part.people]
    return [sides.pop() if len(sides) == 1 else None for sides in sides_of_entrants]


def _same(outcome: Outcome | BoardOutcome, result: Result | None) -> bool:
    """True if this is the recorded result; an older log does not name the seats that left."""
    if outcome.result is not None and result is not None and not outcome.result.left:
        result = replace(result, left=())
    return outcome.result == result
