"""One contest of the log, its draws and fixtures, and the fold of its decisions and their consequences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Self

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee.championship.board_matches import BoardMatch
from referee.championship.events import (
    OPENING,
    AnyConsequence,
    BoardCorrected,
    BoardDecision,
    BoardMatchFinished,
    BoardMatchOpened,
    BoardMatchReopened,
    BoardReported,
    BoardWalkoverGiven,
    ContestCancelled,
    ContestDecision,
    ContestDrawn,
    ContestRedrawn,
    ContestRenamed,
    DealsOpened,
    DecisionUndone,
    EntrantAdded,
    EntrantSubstituted,
    EntrantWithdrawn,
    FixtureCreated,
    FixtureDecision,
    FixtureScheduled,
    FixtureVoided,
    LineupGiven,
    LineupsShown,
    MatchFinished,
    MatchOpened,
    MatchReopened,
    MemberSubstituted,
    ResultCorrected,
    ResultReported,
    RoundChanged,
    RoundPaired,
    RoundPublished,
    RulingFallen,
    TieRuled,
    TimingChanged,
    WalkoverGiven,
    resting_in,
)
from referee.contests.contest import (
    Contest,
    ContestState,
    Fixture,
    FixtureKind,
    FixtureStage,
    LateEntry,
    PairedRound,
    Substitution,
    TieRuling,
    Withdrawal,
)
from referee.contests.draws import DrawnOrder
from referee.contests.formats import follow, format_named
from referee.contests.partners import members_of
from referee.contests.rounds.hands import outcome_of_hands
from referee.contests.substitution import with_substitution
from referee.contests.teams.encounters import ENCOUNTER, BoardOutcome, encounter_outcome
from referee.contests.teams.lineups import BoardMembers, Lineup
from referee.match.registry import ruleset
from referee.match.results import ContestRules, Outcome

Names = Callable[[str], str | None]
PAIR = 2
"""The persons of a side where partners change."""
History = tuple[tuple[int, ContestDecision | tuple[AnyConsequence, ...]], ...]
"""The decisions about a contest and their consequences, each with its version, first to last."""


class DrawMade(Struct, frozen=True):
    """A draw, the version that made it, and the reason for drawing again."""

    draw: DrawnOrder
    version: int
    reason: str | None = None


class FixturePlace(Struct, frozen=True):
    """The place of a match in its contest, independent of its players; `table` is that of the draw."""

    round: int
    order: int
    table: int | None = None
    group: int | None = None
    stage: FixtureStage | None = None


class RecordedFixture(Struct, frozen=True):
    """A fixture since its creation. `version` is the last that changed its result; `match` is played for it.

    `ended_at` is the version of the match's log with which play ended, while it is over. `starts_at` and `table` are its
    schedule, which is no part of the result: it belongs to the match of this `key`, with any players. `place` is None in older
    logs. `board_matches` are those played at its boards.
    """

    id: str
    contest: str
    key: str
    kind: FixtureKind
    entrants: tuple[str, ...]
    version: int
    match: str | None = None
    ended_at: int | None = None
    note: str | None = None
    starts_at: str | None = None
    table: int | str | None = None
    place: FixturePlace | None = None
    board_matches: tuple[BoardMatch, ...] = ()

    @property
    def matches(self) -> tuple[str, ...]:
        """The matches that are played for it: its own, or those of its boards."""
        return (*(() if self.match is None else (self.match,)), *(one.match for one in self.board_matches))

    def match_at(self, board: int) -> BoardMatch | None:
        """The match played at a board; None where there is none."""
        return next((one for one in self.board_matches if one.board == board), None)

    def matches_with(self, change: BoardMatch) -> tuple[BoardMatch, ...]:
        """The matches of its boards with this one at its board."""
        return (*self.matches_but(change.board), change)

    def matches_but(self, board: int) -> tuple[BoardMatch, ...]:
        """The matches of its boards without that of one board."""
        return tuple(one for one in self.board_matches if one.board != board)

    def stage(self, fixture: Fixture | None) -> FixtureStage | None:
        """The name of the match, where it has one; `fixture` is that of its key, which has the name for an older log."""
        own = self.place.stage if self.place else None
        return own or (fixture.stage if fixture else None)

    def drawn_table(self, fixture: Fixture | None) -> int | None:
        """The table that it was given at its creation; in older logs its number in its group or round.

        `fixture` is the match of its key.
        """
        if self.place is not None:
            return self.place.table
        number = self.key.rpartition("-")[2]
        return int(number) if number.isdecimal() else fixture.table if fixture else None

    def table_now(self, fixture: Fixture | None) -> int | str | None:
        """The table of its schedule, else that of the draw."""
        return self.drawn_table(fixture) if self.table is None else self.table

    @classmethod
    def of(cls, fact: FixtureCreated, at: int) -> Self:
        """The fixture that was created at this version."""
        has_place = fact.round is not None and fact.order is not None
        place = (
            FixturePlace(fact.round or 0, fact.order or 0, fact.table, fact.group, fact.stage) if has_place else None
        )
        return cls(fact.fixture, fact.contest, fact.key, fact.kind, fact.entrants, at, place=place)

    @property
    def members(self) -> tuple[str, ...]:
        """Its entrants; of pairs of one round, the persons."""
        return tuple(one for entrant in self.entrants for one in members_of(entrant))

    def is_for(self, fixture: Fixture) -> bool:
        """True if it is this match between these entrants, in these seats."""
        return self.key == fixture.key and self.entrants == fixture.entrants

    def has_outcome(self, outcome: Outcome) -> bool:
        """True if an outcome is of this match."""
        return self.key == outcome.fixture and {*self.entrants} == {*outcome.entrants}


class RecordedContest(Struct, frozen=True, dict=True):
    """One contest: all that was recorded of it, its draws, first to last, and its fixtures by id.

    `history` holds all its decisions and consequences, each with its version; the decisions of the versions in `undone` were
    taken back.
    """

    id: str
    ruleset: str
    contest: Contest
    draws: tuple[DrawMade, ...]
    fixtures: dict[str, RecordedFixture]
    version: int
    name: str | None = None
    history: History = ()
    undone: frozenset[int] = frozenset()

    @property
    def state(self) -> ContestState:
        """The contest's fixtures, tables and podium under the rules."""
        return follow(self.contest)

    def display_name(self, entrant: str, names: Names) -> str | None:
        """The name of an entrant; `names` gives the current name of a person."""
        if team := self.contest.team_name(entrant):
            return team
        people = self.contest.people(entrant)
        return names(entrant) if people == (entrant,) else pair_name(people, names)

    def record_of(self, fixture: Fixture) -> RecordedFixture | None:
        """The recorded fixture; None before there is one."""
        id_ = self._ids.get((fixture.key, fixture.entrants))
        return None if id_ is None else self.fixtures[id_]

    @cached_property
    def _ids(self) -> dict[tuple[str, tuple[str, ...]], str]:
        """The ids of its fixtures by their keys and entrants."""
        return {(record.key, record.entrants): id_ for id_, record in self.fixtures.items()}

    @cached_property
    def has_times(self) -> bool:
        """True if any of its matches has a time, now or by an earlier draw."""
        return any(record.starts_at for record in self.fixtures.values())

    def by_fixture(self) -> dict[tuple[str, tuple[str, ...]], RecordedFixture]:
        """Every recorded fixture by its key and entrants."""
        return {(record.key, record.entrants): record for record in self.fixtures.values()}

    def outcome_of(self, record: RecordedFixture) -> Outcome | None:
        """The recorded outcome of a fixture.

        One drawn before the last draw has none: a record for the same people in its place is of another match.
        """
        if record.version < self.draws[-1].version:
            return None
        return next((one for one in self.contest.outcomes_of(record.key) if record.has_outcome(one)), None)

    def boards_of(self, record: RecordedFixture) -> tuple[BoardOutcome, ...]:
        """The boards of an encounter that are decided, in the order of the boards."""
        if record.version < self.draws[-1].version:
            return ()
        own = (one for one in self.contest.boards if one.is_of(record.key, record.entrants))
        return tuple(sorted(own, key=lambda one: one.board))

    def lineups_of(self, record: RecordedFixture) -> dict[str, Lineup]:
        """The line-ups that count for an encounter, by team.

        One given before the last draw, or before its round was paired as it is now, is of another encounter (teams.encounter).
        """
        since = self._start_of(record)
        own = (one for one in self.contest.lineups if one.at > since and one.is_of(record.key, record.entrants))
        return {one.team: one for one in own}

    def all_lineups(self) -> tuple[Lineup, ...]:
        """The line-ups that count, of all encounters."""
        lineups = self.contest.lineups
        if not lineups:
            return ()
        records = self.fixtures.values()
        since = {(one.key, frozenset(one.entrants)): self._start_of(one) for one in records}
        return tuple(one for one in lineups if one.at > since[one.fixture, frozenset(one.entrants)])

    def _start_of(self, record: RecordedFixture) -> int:
        """The version from which line-ups are of this encounter: that of the draw, or of the pairing of its round."""
        place = record.place
        paired_at = [
            one.at for one in self.contest.pairings if place and record.kind == "round" and one.round == place.round
        ]
        return max((self.draws[-1].version, *paired_at))

    def standing(self) -> list[tuple[int, ContestDecision]]:
        """The decisions that were not taken back, each with its version, first to last."""
        decisions = ((at, one) for at, one in self.history if isinstance(one, ContestDecision))
        return [(at, one) for at, one in decisions if at not in self.undone and not isinstance(one, DecisionUndone)]

    def with_schedule(self, key: str, starts_at: str | None, table: int | str | None) -> "RecordedContest":
        """The contest with a schedule for the matches of this key: it stays when others play that match."""
        fixtures = {
            id_: replace(record, starts_at=starts_at, table=table) if record.key == key else record
            for id_, record in self.fixtures.items()
        }
        return replace(self, fixtures=fixtures)

    def past(self) -> Iterator["RecordedContest"]:
        """The contest now, and as it was after each entry of its history, last first."""
        yield self
        states = [*_fold(self.history)]
        # The places of names in the alphabet are no part of the contest's own history.
        alphabet = self.contest.alphabet
        yield from (replace(one, contest=replace(one.contest, alphabet=alphabet)) for one in reversed(states))

    def with_fixtures(self, new_fixtures: Iterable[RecordedFixture]) -> "RecordedContest":
        """The contest with new fixtures, each at the time and table that were set for the match of its key."""
        before = {
            record.key: record for record in self.fixtures.values() if (record.starts_at, record.table) != (None, None)
        }
        fixtures = dict(self.fixtures)
        for record in new_fixtures:
            earlier = before.get(record.key, record)
            fixtures[record.id] = replace(record, starts_at=earlier.starts_at, table=earlier.table)
        return replace(self, fixtures=fixtures)

    def orphaned_fixtures(self) -> set[str]:
        """The fixtures of decisions that were taken back, without any standing decision of their own."""
        if not self.undone:
            return set()
        facts = (fact for at, one in self.history if at in self.undone and isinstance(one, tuple) for fact in one)
        standing_fixtures = {
            one.fixture
            for _, one in self.standing()
            if isinstance(one, FixtureDecision) and not isinstance(one, LineupGiven | LineupsShown)
        }
        return {fact.fixture for fact in facts if isinstance(fact, FixtureCreated)} - standing_fixtures

    def ever_timed(self) -> bool:
        """True if its matches have a time for the whole match, or had one since its draw."""
        timings = (one.timing for _, one in self.history if isinstance(one, ContestDrawn | TimingChanged))
        return any(timing is not None and timing.match_seconds is not UNSET for timing in timings)

    def opened_at(self, record: RecordedFixture, board: int | None) -> list[str]:
        """The matches ever opened for a board of a fixture, or for the fixture itself, by id, the first first."""
        openings = (one for _, one in self.history if isinstance(one, OPENING) and one.fixture == record.id)
        return [one.match for one in openings if (one.board if isinstance(one, BoardMatchOpened) else None) == board]

    def counts(self, record: RecordedFixture, match: str) -> bool:
        """True if a match is the one that is played, or was, for this fixture or a board of it: its records count.

        It does not count once others play, its result was reported by hand, or one of its entrants left before its end.
        """
        if match not in record.matches:
            return False
        leavers = {withdrawal.entrant for withdrawal in self.contest.withdrawals}
        if not leavers or leavers.isdisjoint(record.members) or self.outcome_of(record) is not None:
            return True
        return any(one.match == match for one in self.boards_of(record))

    def board_of_match(self, record: RecordedFixture, match: str) -> int | None:
        """The board of a fixture at which a match was ever opened; None for a match of the fixture itself."""
        openings = (one for _, one in self.history if isinstance(one, BoardMatchOpened) and one.fixture == record.id)
        return next((one.board for one in openings if one.match == match), None)

    def void_matches(self) -> list[tuple[RecordedFixture, str]]:
        """The matches ever opened for it that count no more, each with its fixture, the first first."""
        openings = ((self.fixtures[one.fixture], one.match) for _, one in self.history if isinstance(one, OPENING))
        return [(record, match) for record, match in openings if not self.counts(record, match)]

    def has_begun(self, record: RecordedFixture) -> bool:
        """True if a match has been opened for a fixture, or has an outcome, or one of its boards has."""
        return bool(record.matches) or self.outcome_of(record) is not None or bool(self.boards_of(record))

    def without(self, record: RecordedFixture, **change: Any) -> "RecordedContest":
        """The contest without the outcome of a fixture and its boards; `change` are the new fields of the fixture."""
        return self._with_outcome(record, None, **change)

    def with_board(self, record: RecordedFixture, board: BoardOutcome, **change: Any) -> "RecordedContest":
        """The contest with another outcome of a board, and that of its encounter once all boards have one."""
        others = (one for one in self.boards_of(record) if one.board != board.board)
        boards = (*others, board)
        outcome = self._outcome_of_boards(record, boards)
        return self._with_outcome(record, outcome, boards, version=board.at, **change)

    def without_board(self, record: RecordedFixture, board: int, **change: Any) -> "RecordedContest":
        """The contest without the outcome of a board, and so without that of its encounter."""
        boards = tuple(one for one in self.boards_of(record) if one.board != board)
        return self._with_outcome(record, None, boards, **change)

    def players_at(self, record: RecordedFixture, board: int) -> BoardMembers:
        """The members of each team at the match of a board, played or replaced by a result; none where there was none."""
        if match := record.match_at(board):
            return match.players
        return next((one.players for one in self.boards_of(record) if one.board == board), ())

    def with_lineups(self, record: RecordedFixture, lineups: Iterable[Lineup]) -> "RecordedContest":
        """The contest with other line-ups of teams in an encounter."""
        now = {one.team: one for one in lineups}
        others = tuple(
            one for one in self.contest.lineups if one.team not in now or not one.is_of(record.key, record.entrants)
        )
        return replace(self, contest=replace(self.contest, lineups=(*others, *now.values())))

    def _outcome_of_boards(self, record: RecordedFixture, boards: Sequence[BoardOutcome]) -> Outcome | None:
        """The outcome that follows from the boards of an encounter, or the hands of a table; None while one is missing."""
        contest = self.contest
        if contest.duplicate is not None:
            return outcome_of_hands(contest.duplicate, contest.rules, record.key, record.entrants, boards)
        assert contest.teams is not None
        return encounter_outcome(contest.teams, record.key, record.entrants, boards)

    def with_outcome(self, record: RecordedFixture, outcome: Outcome, **change: Any) -> "RecordedContest":
        """The contest with another outcome of a fixture."""
        return self._with_outcome(record, outcome, version=outcome.at, **change)

    def _with_outcome(
        self, record: RecordedFixture, outcome: Outcome | None, boards: Iterable[BoardOutcome] = (), **change: Any
    ) -> "RecordedContest":
        """The contest with this outcome of a fixture and these of its boards; `change` are the new fields of the fixture."""
        contest = self.contest
        others = (one for one in contest.outcomes_of(record.key) if not record.has_outcome(one))
        outcomes = (*others, *(() if outcome is None else (outcome,)))
        other_boards = (one for one in contest.boards if not one.is_of(record.key, record.entrants))
        contest = contest.with_outcomes(record.key, outcomes, (*other_boards, *boards))
        after = replace(self, contest=contest, fixtures={**self.fixtures, record.id: replace(record, **change)})
        # The ids of the fixtures and their times stay.
        vars(after).update(vars(self))
        return after

    def with_entry(self, at: int, entry: ContestDecision | tuple[AnyConsequence, ...]) -> "RecordedContest":
        """The contest with a further entry of its history, made at version `at`."""
        after = replace(self, history=(*self.history, (at, entry)))
        vars(after).update(vars(self))
        return after


def pair_name(people: Sequence[str], names: Names) -> str:
    """The names of a pair; an erased person stands by the id."""
    return " / ".join([names(player) or player for player in people])


def sides_of(ruleset_id: str, size: int) -> tuple[int, ...]:
    """The possible numbers of entrants in a match of a ruleset, for entrants of this many players."""
    rules = ruleset(ruleset_id)
    sides = {seats: rules.sides(seats) for seats in rules.seats}
    return tuple(sorted({n for seats, n in sides.items() if n * size == seats}))


def sides_of_same_deals(ruleset_id: str, size: int) -> tuple[int, ...]:
    """The same where every table plays the same deals: those at which a hand of the game stands alone (duplicate.alone)."""
    terms = ruleset(ruleset_id).same_deals
    return () if terms is None else tuple(n for n in sides_of(ruleset_id, size) if n * size in terms.seats)


def _sides(event: ContestDrawn) -> tuple[int, ...]:
    if event.teams:
        return (2,)
    size = PAIR if event.partners else len(event.entrants[0].people) if event.entrants else 1
    return (sides_of if event.duplicate is None else sides_of_same_deals)(event.ruleset, size)


def _draw_contest(event: ContestDrawn, at: int) -> RecordedContest:
    contest = Contest(
        format=event.format,
        order=event.draw.order,
        rules=_rules_of(event),
        sides=_sides(event),
        options=msgspec.convert(event.options, format_named(event.format).options),
        params=event.params,
        podium=event.podium,
        stakes=event.stakes,
        house=event.house,
        timing=event.timing,
        entrants=event.entrants,
        rounds=event.draw.rounds,
        partners=event.partners,
        seed=event.draw.seed,
        teams=event.teams,
        duplicate=event.duplicate,
    )
    draws = (DrawMade(event.draw, at),)
    return RecordedContest(event.contest, event.ruleset, contest, draws, {}, at, event.name)


def _rules_of(event: ContestDrawn) -> ContestRules:
    """The rules of its matches: of encounters, and of tables with the same deals, those that follow from the boards."""
    if event.teams is not None:
        return ENCOUNTER
    rules = ruleset(event.ruleset).contest
    return rules if event.duplicate is None else ContestRules(low_wins=rules.low_wins)


def apply_decision(before: RecordedContest | None, event: ContestDecision, at: int) -> RecordedContest:
    """A contest after a decision; `before` is None where that draws it."""
    after = (
        _without_undone(before, event, at)
        if before and isinstance(event, DecisionUndone)
        else _apply(before, event, at)
    )
    return after.with_entry(at, event)


def _apply(before: RecordedContest | None, event: ContestDecision, at: int) -> RecordedContest:
    match event:
        case ContestDrawn():
            return _draw_contest(event, at)
        case FixtureDecision() if before:
            return _apply_to_fixture(before, before.fixtures[event.fixture], event, at)
    assert before is not None
    return _apply_to_contest(before, event, at)


def apply_consequences(contest: RecordedContest, facts: tuple[AnyConsequence, ...], at: int) -> RecordedContest:
    """A contest after the consequences of a decision. A draw makes thousands of fixtures: they are added to one copy."""
    if new_fixtures := [RecordedFixture.of(fact, at) for fact in facts if isinstance(fact, FixtureCreated)]:
        contest = contest.with_fixtures(new_fixtures)
    for fact in facts:
        match fact:
            case FixtureVoided():
                contest = contest.without(
                    contest.fixtures[fact.fixture], version=at, match=None, ended_at=None, board_matches=()
                )
            case RulingFallen():
                contest = _without_ruling(contest, fact.ruling)
    return contest.with_entry(at, facts)


def _fold(history: History, undone: frozenset[int] = frozenset()) -> Iterator[RecordedContest]:
    """The contest after each entry of its history, as if the decisions of the versions in `undone` had never been made.

    A fixture keeps its id without the decision that made it: it is the same one if it is created again.
    """
    contest: RecordedContest | None = None
    for at, one in history:
        if isinstance(one, ContestDecision):
            # What earlier undos took back is in `undone` already.
            if undone and (at in undone or isinstance(one, DecisionUndone)):
                continue
            contest = apply_decision(contest, one, at)
            yield contest
        elif contest:
            facts = one if at not in undone else tuple(fact for fact in one if isinstance(fact, FixtureCreated))
            contest = apply_consequences(contest, facts, at)
            yield contest


def _without_undone(now: RecordedContest, event: DecisionUndone, at: int) -> RecordedContest:
    """The contest folded again without the decisions that were taken back, now and before."""
    undone = now.undone | {*event.undone}
    *_, again = _fold(now.history, undone)
    fixtures = {id_: _at_its_version(record, again, now, at) for id_, record in again.fixtures.items()}
    return replace(again, fixtures=fixtures, history=now.history, undone=undone)


def _at_its_version(record: RecordedFixture, again: RecordedContest, now: RecordedContest, at: int) -> RecordedFixture:
    """A fixture as the fold without an undone decision has it: with a new version where that changed it."""
    earlier = now.fixtures[record.id]
    stays = replace(record, version=earlier.version) == earlier and again.outcome_of(record) == now.outcome_of(earlier)
    return earlier if stays else replace(record, version=at)


def _apply_to_contest(recorded_contest: RecordedContest, event: ContestDecision, at: int) -> RecordedContest:
    contest = recorded_contest.contest
    match event:
        case ContestRedrawn():
            draws = (*recorded_contest.draws, DrawMade(event.draw, at, event.reason))
            contest = replace(contest, order=event.draw.order, rounds=event.draw.rounds, seed=event.draw.seed)
            return replace(recorded_contest, contest=contest, draws=draws)
        case ContestCancelled():
            contest = replace(contest, is_cancelled=True)
        case ContestRenamed():
            return replace(recorded_contest, name=event.name)
        case TimingChanged():
            contest = replace(contest, timing=event.timing)
        case EntrantWithdrawn():
            contest = replace(contest, withdrawals=(*contest.withdrawals, Withdrawal(event.entrant, at)))
        case EntrantAdded():
            entry = LateEntry(event.entrant.id, event.round, event.group, at)
            entrants = (*contest.entrants, event.entrant)
            contest = replace(contest, entrants=entrants, late=(*contest.late, entry))
        case EntrantSubstituted():
            contest = with_substitution(contest, Substitution(event.out, event.into, at), event.people)
        case RoundPaired():
            # A round that is paired anew takes the place of one that others were in (stages.chain), and of all after it.
            earlier = tuple(one for one in contest.pairings if one.round < event.round)
            paired_round = replace(_round_of(event, at, is_draft=event.draft), deals=event.deals)
            contest = replace(contest, pairings=(*earlier, paired_round))
        case RoundChanged():
            before = _round_in(contest, event.round)
            # Other pairs, the same deals: nobody has seen them.
            pairs = _round_of(event, before.at, is_draft=before.is_draft)
            round_now = replace(before, pairs=pairs.pairs, rests=pairs.rests)
            contest = replace(contest, pairings=_with_round(contest, round_now))
        case RoundPublished():
            round_now = replace(_round_in(contest, event.round), is_draft=False)
            contest = replace(contest, pairings=_with_round(contest, round_now))
        case DealsOpened():
            pairings = (
                replace(one, deal_seed=event.seed) if one.round == event.round else one for one in contest.pairings
            )
            contest = replace(contest, pairings=tuple(pairings))
        case TieRuled():
            contest = replace(contest, rulings=(*contest.rulings, TieRuling(event.tie, event.order, at)))
    return replace(recorded_contest, contest=contest)


def _round_of(event: RoundPaired | RoundChanged, at: int, *, is_draft: bool) -> PairedRound:
    pairs = tuple(match.entrants for match in event.pairs)
    return PairedRound(event.round, pairs, resting_in(event), is_draft, at)


def _round_in(contest: Contest, number: int) -> PairedRound:
    return next(one for one in contest.pairings if one.round == number)


def _with_round(contest: Contest, round_: PairedRound) -> tuple[PairedRound, ...]:
    """The rounds of a contest with another state of one."""
    return tuple(round_ if one.round == round_.round else one for one in contest.pairings)


def _without_ruling(recorded_contest: RecordedContest, at: int) -> RecordedContest:
    rulings = tuple(replace(r, fallen=True) if r.at == at else r for r in recorded_contest.contest.rulings)
    return replace(recorded_contest, contest=replace(recorded_contest.contest, rulings=rulings))


def _apply_to_fixture(
    contest: RecordedContest, record: RecordedFixture, event: FixtureDecision, at: int
) -> RecordedContest:
    bare_outcome = Outcome(record.key, record.entrants, at=at)
    match event:
        case ResultReported() | ResultCorrected():
            outcome = replace(bare_outcome, result=event.result.result)
            return contest.with_outcome(record, outcome, match=None, ended_at=None, note=event.note)
        case WalkoverGiven():
            outcome = replace(bare_outcome, absent=event.absent, missing=event.missing)
            return contest.with_outcome(record, outcome, match=None, ended_at=None, board_matches=())
        case BoardDecision():
            return _apply_to_board(contest, record, event, at)
        case LineupGiven():
            return contest.with_lineups(record, [Lineup(record.key, record.entrants, event.team, event.sha256, at)])
        case LineupsShown():
            now = contest.lineups_of(record)
            lineups = [replace(now[one.team], members=one.members) for one in event.lineups if one.team in now]
            return contest.with_lineups(record, lineups)
        case FixtureScheduled():
            return contest.with_schedule(record.key, event.starts_at, event.table)
        case MatchOpened():
            return contest.without(record, version=at, match=event.match)
        case MatchReopened():
            return contest.without(record, version=at, ended_at=None)
        case MatchFinished():
            result = event.result.result if event.result else None
            absent = () if result else record.entrants
            outcome = replace(
                bare_outcome, result=result, absent=absent, match=event.match, version=event.match_version
            )
            return contest.with_outcome(record, outcome, match=event.match, ended_at=event.ended_at)
    return contest


def _apply_to_board(
    contest: RecordedContest, record: RecordedFixture, event: BoardDecision, at: int
) -> RecordedContest:
    bare_outcome = BoardOutcome(
        record.key, record.entrants, event.board, at=at, players=contest.players_at(record, event.board)
    )
    others = record.matches_but(event.board)
    match event:
        case BoardReported() | BoardCorrected():
            outcome = replace(bare_outcome, result=event.result.result, note=event.note)
            return contest.with_board(record, outcome, board_matches=others)
        case BoardWalkoverGiven():
            return contest.with_board(record, replace(bare_outcome, absent=event.absent), board_matches=others)
        case MemberSubstituted():
            lineup = contest.lineups_of(record).get(event.team)
            change = [lineup.with_substitute(event.board, event.out, event.into)] if lineup and lineup.is_shown else []
            return contest.with_lineups(record, change)
        case BoardMatchOpened():
            opened = BoardMatch(event.board, event.match, event.players)
            return contest.without_board(record, event.board, version=at, board_matches=record.matches_with(opened))
        case BoardMatchReopened():
            going_on = BoardMatch(event.board, event.match, bare_outcome.players)
            return contest.without_board(record, event.board, version=at, board_matches=record.matches_with(going_on))
        case BoardMatchFinished():
            over = BoardMatch(event.board, event.match, bare_outcome.players, event.ended_at)
            outcome = replace(
                bare_outcome,
                result=event.result.result if event.result else None,
                absent=() if event.result else record.entrants,
                match=event.match,
                version=event.match_version,
            )
            return contest.with_board(record, outcome, board_matches=record.matches_with(over))
    return contest
