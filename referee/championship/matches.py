"""Fixtures played on the log: a match opened for one reports its result to the contest, in the same transaction.

A later change of the match, a `retract`, a ruling, a late sanction, changes the result in the contest with it.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from referee.championship.decisions import due, require_all_in, require_no_hands, require_no_teams
from referee.championship.events import AnyDecision, DecisionUndone, MatchFinished, MatchOpened, MatchReopened
from referee.championship.recorded_contest import RecordedContest, RecordedFixture
from referee.championship.service import Championships
from referee.championship.state import Championship
from referee.contests.tallies import RecordedResult
from referee.errors import Conflict, Inconsistent
from referee.log.records import Record
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.events import Confirm, Opening, Seats
from referee.match.facts import MatchEnded, MatchRestated
from referee.match.registry import ruleset
from referee.match.results import Outcome, Result, of_entrants, result_of
from referee.matches.opening import OpenMatch, Seating, prepare_fixture
from referee.text import Text


class FixtureMatches:
    """The hook on fixtures' matches that reports their results to their contests."""

    def __init__(self, championships: Championships) -> None:
        self.championships = championships

    def opening(self, request: OpenMatch, fixture: str, seed_source: Callable[[], str]) -> Opening:
        """The opening of a fixture's match: seats, ruleset, limits and first dealer follow from it.

        Raises NotFound, Impossible (others are through), Conflict (it is open or has a result), Inconsistent.
        """
        _, contest, record = self.championships.fixture(fixture)
        return prepare_fixture(request, self._seating(contest, record), self.championships.people, seed_source)

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
            self._seating(contest, record)
            decisions.append(MatchOpened(contest.id, fixture, match.id))
        if any(isinstance(entry.event, Seats) for entry in entries):
            self._require_entrants(match, contest, record)
        decisions += self._result(match, entries, contest, record)
        return self._records(championship, decisions, by, reopen)

    def suppose(self, match: Match) -> tuple[Championship, RecordedContest] | None:
        """The championship and the contest as they would stand with this state of the match; None where it counts in none."""
        if match.opening.fixture is None:
            return None
        championship, contest, record = self.championships.fixture(match.opening.fixture)
        if record.match != match.id:
            return None
        work = championship.copy()
        self.championships.enter(work, self._result(match, (), contest, record), "whatif", reopen=True)
        return work, work.contests[contest.id]

    def catch_up(self, championship: Championship, event: DecisionUndone) -> Sequence[AnyDecision]:
        """The results of the matches that count again once `event` undoes a decision: they may have gone on since."""
        before = championship.contests[event.contest]
        work = championship.copy()
        work.enter(event, championship.version + 1)
        after = work.contests[event.contest]
        decisions: list[AnyDecision] = []
        for record in after.fixtures.values():
            if record.match is not None and before.fixtures[record.id].match != record.match:
                match = self.championships.matches.match(record.match)
                entries = self.championships.matches.entries(record.match)
                decisions += self._result(match, entries, after, record)
        return decisions

    def _records(
        self, championship: Championship, decisions: Sequence[AnyDecision], by: str, reopen: bool
    ) -> Sequence[Record]:
        if not decisions:
            return ()
        work = championship.copy()
        return self.championships.records(work.id, self.championships.enter(work, decisions, by, reopen=reopen))

    def _result(
        self, match: Match, entries: Sequence[AnyEntry], contest: RecordedContest, record: RecordedFixture
    ) -> Sequence[AnyDecision]:
        sides = _sides_of(match, contest, record, self.championships.people.now)
        return _result(match, entries, contest, record, sides)

    def _require_entrants(self, match: Match, contest: RecordedContest, record: RecordedFixture) -> None:
        """Raises Inconsistent for other people than the fixture's, or partners that do not sit across."""
        now = self.championships.people.now
        pairs = [contest.contest.people(entrant) for entrant in record.entrants]
        sitting = [now(seat_player.player) for seat_player in match.opening.seats]
        if {*sitting} != {now(player) for people in pairs for player in people}:
            raise Inconsistent(
                Text(
                    es="en el encuentro de un torneo se sientan sus inscritos, en otro orden si acaso: quien viene en lugar de "
                    "otro lo hace con `substitutions`",
                    en="at a contest's match its entrants sit, at most in another order: who comes in place of somebody does so "
                    "by `substitutions`",
                )
            )
        if None in _sides_of(match, contest, record, now):
            raise Inconsistent(
                Text(
                    es="los compañeros se sientan enfrente: son un bando",
                    en="partners sit opposite each other: they are one side",
                )
            )

    def _seating(self, contest: RecordedContest, record: RecordedFixture) -> Seating:
        fixture = due(contest, record)
        require_no_teams(
            contest,
            "un enfrentamiento se juega en varios tableros: no hay un encuentro que abrir por él; dé el resultado de cada uno",
            "an encounter is played on several boards: there is no one match to open for it; report the result of each",
        )
        require_no_hands(
            contest,
            "con las mismas cartas en cada mesa no se abre un encuentro: dé el resultado de cada mano",
            "with the same deals at every table no match is opened: report the result of each hand",
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
        pairs = [contest.contest.people(entrant) for entrant in fixture.entrants]
        players = tuple(people[n] for n in range(len(pairs[0])) for people in pairs)
        table = record.table_now(fixture)
        place = None if table is None else str(table)
        return Seating(
            contest.ruleset,
            dict(fixture.params),
            players,
            record.id,
            fixture.lines,
            place,
            contest.contest.house,
            contest.contest.timing,
        )


def _concerns(match: Match, entries: Sequence[AnyEntry]) -> bool:
    """True if entries can change the contest's view of a match."""
    is_restatement = any(isinstance(fact, MatchRestated) for entry in entries for fact in entry.facts)
    is_move = any(isinstance(entry.event, Seats) for entry in entries)
    return entries[0].version == 1 or is_restatement or is_move or match.ledger.status != "open"


def _result(
    match: Match,
    entries: Sequence[AnyEntry],
    contest: RecordedContest,
    record: RecordedFixture,
    sides: Sequence[int | None],
) -> Sequence[AnyDecision]:
    """The result that a match gives now, where it is not the recorded one; its reopening; or nothing.

    `sides` are those of the fixture's entrants, in their order.
    """
    outcome = contest.outcome_of(record)
    reason = next((str(text) for entry in reversed(entries) if (text := getattr(entry.event, "reason", None))), None)
    supersedes = outcome.at if outcome else None
    if match.ledger.status == "open":
        if outcome is None or supersedes is None:
            return ()
        return (MatchReopened(contest.id, record.id, match.id, match.version, supersedes, reason),)
    ended_at = _ended_at(match, entries) or record.ended_at or match.version
    result = _of(match, contest, ended_at, [side for side in sides if side is not None])
    if outcome is not None and outcome.match == match.id and _same(outcome, result):
        return ()
    stored_result = RecordedResult.of(result) if result else None
    return (MatchFinished(contest.id, record.id, match.id, ended_at, match.version, stored_result, supersedes, reason),)


def _ended_at(match: Match, entries: Sequence[AnyEntry]) -> int | None:
    """The version of the last of these entries that ended the match; where that is a confirmation, of the hand it confirms.

    Entries between the last card and its confirmation are late: play is over.
    """
    ends = [entry for entry in entries if any(isinstance(fact, MatchEnded) for fact in entry.facts)]
    if not ends:
        return None
    return match.ledger.hands[-1].scored_at if isinstance(ends[-1].event, Confirm) else ends[-1].version


def _of(match: Match, contest: RecordedContest, ended_at: int, sides: Sequence[int]) -> Result | None:
    """The result of a match that is over, in the order of the fixture's entrants; None where all sides left."""
    if match.ledger.status == "abandoned":
        return None
    result = replace(result_of(match.ledger, ruleset(contest.ruleset).contest, ended_at), left=tuple(match.state.left))
    return result if len(sides) != len(result.points) else of_entrants(result, sides)


def _sides_of(
    match: Match, contest: RecordedContest, record: RecordedFixture, now: Callable[[str], str]
) -> list[int | None]:
    """The side of each entrant of a fixture in its match; None for one that does not sit there, or not on one side."""
    seats = {now(seat_player.player): match.state.side(seat) for seat, seat_player in enumerate(match.opening.seats)}
    sides_of_entrants = [
        {seats.get(now(player)) for player in contest.contest.people(entrant)} for entrant in record.entrants
    ]
    return [sides.pop() if len(sides) == 1 else None for sides in sides_of_entrants]


def _same(outcome: Outcome, result: Result | None) -> bool:
    """True if this is the recorded result; an older log does not name the seats that left."""
    if outcome.result is not None and result is not None and not outcome.result.left:
        result = replace(result, left=())
    return outcome.result == result
