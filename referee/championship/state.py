"""What a championship has come to: the fold of its log. `enter` never refuses, whatever today's rules say."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.championship.events import (
    AnyConsequence,
    AnyDecision,
    ChampionshipOpened,
    ContestDecision,
    ContestDrawn,
    ContestRedrawn,
    DisciplineChanged,
    EntrantSubstituted,
    EntrantWithdrawn,
    FixtureCreated,
    FixtureDecision,
    FixtureScheduled,
    FixtureVoided,
    MatchFinished,
    MatchOpened,
    MatchReopened,
    MergeUndone,
    NameCorrected,
    PlayerMerged,
    PlayerSanctioned,
    PlayersEntered,
    ResultCorrected,
    ResultReported,
    RulingFallen,
    TieRuled,
    TimingChanged,
    WalkoverGiven,
)
from referee.contests.contest import (
    Contest,
    ContestState,
    Entrant,
    Fixture,
    FixtureKind,
    Substitution,
    TieRuling,
    Withdrawal,
)
from referee.contests.discipline import Discipline
from referee.contests.draws import DrawnOrder
from referee.contests.formats import follow, named
from referee.contests.standings.alphabet import NOWHERE, places
from referee.match.entries import GENESIS, Entry, Key
from referee.match.registry import ruleset
from referee.match.results import Outcome
from referee.people.merges import Merges
from referee.slots import copier

Names = Callable[[str], str | None]
DecisionEntry = Entry[AnyDecision, AnyConsequence]
decoder = msgspec.json.Decoder(DecisionEntry)


class DrawMade(Struct, frozen=True):
    """A draw, the version that made it, and why it was made again."""

    draw: DrawnOrder
    version: int
    reason: str | None = None


class FixtureOnRecord(Struct, frozen=True):
    """A fixture since it came into being. `version` is the last that changed its result; `match` is played for it.

    `ended_at` is the version of the match's log with which play ended, while it is over. `starts_at` and `table` are its
    schedule, which is no part of the result.
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

    def is_for(self, fixture: Fixture) -> bool:
        """Whether it is this match between these entrants, in these seats."""
        return (self.key, self.entrants) == (fixture.key, fixture.entrants)

    def told(self, outcome: Outcome) -> bool:
        """Whether an outcome is of this match."""
        return self.key == outcome.fixture and {*self.entrants} == {*outcome.entrants}


class ContestOnRecord(Struct, frozen=True):
    """One contest: what was recorded of it, its draws, first to last, and its fixtures by id."""

    id: str
    ruleset: str
    contest: Contest
    draws: tuple[DrawMade, ...]
    fixtures: dict[str, FixtureOnRecord]
    version: int

    def state(self) -> ContestState:
        """What follows under the rules."""
        return follow(self.contest)

    def called(self, entrant: str, names: Names) -> str | None:
        """The name of an entrant; `names` knows who somebody is now."""
        people = self.contest.people(entrant)
        return names(entrant) if people == (entrant,) else pair_name(people, names)

    def record_of(self, fixture: Fixture) -> FixtureOnRecord | None:
        """The record of a fixture; None before it has one."""
        return next((record for record in self.fixtures.values() if record.is_for(fixture)), None)

    def by_fixture(self) -> dict[tuple[str, tuple[str, ...]], FixtureOnRecord]:
        """Every record by its fixture's key and entrants."""
        return {(record.key, record.entrants): record for record in self.fixtures.values()}

    def outcome_of(self, record: FixtureOnRecord) -> Outcome | None:
        """What was recorded as the outcome of a fixture."""
        return next((outcome for outcome in self.contest.outcomes if record.told(outcome)), None)

    def begun(self, record: FixtureOnRecord) -> bool:
        """Whether a match has been opened for a fixture, or has an outcome."""
        return record.match is not None or self.outcome_of(record) is not None

    def without(self, record: FixtureOnRecord, **change: Any) -> "ContestOnRecord":
        """The contest without the outcome of a fixture, whose record changes as told."""
        outcomes = tuple(outcome for outcome in self.contest.outcomes if not record.told(outcome))
        fixtures = {**self.fixtures, record.id: replace(record, **change)}
        return replace(self, contest=replace(self.contest, outcomes=outcomes), fixtures=fixtures)

    def with_outcome(self, record: FixtureOnRecord, outcome: Outcome, **change: Any) -> "ContestOnRecord":
        """The contest with another outcome of a fixture."""
        bare = self.without(record, version=outcome.at, **change)
        return replace(bare, contest=replace(bare.contest, outcomes=(*bare.contest.outcomes, outcome)))


def pair_name(people: Sequence[str], names: Names) -> str:
    """The names of a pair; who was erased stands by the id."""
    return " / ".join(names(player) or player for player in people)


class ChampionshipSanction(Struct, frozen=True):
    """A card given outside a match, in event `version`."""

    player: str
    card: str
    reason: str
    contest: str | None
    version: int


class Championship:
    """State of a championship at `version`; `head` is the hash of its last entry.

    `discipline` is what is agreed on about cards now; `disciplined`: whether anything ever was.

    `entered` are the ids as they were entered, `merges` those of them that are somebody else's, `players` the people: each once.
    What was recorded of somebody before a merge keeps the id that it was recorded with, so that the merge can be taken back.
    """

    __slots__ = (
        "alphabet",
        "contests",
        "discipline",
        "disciplined",
        "entered",
        "head",
        "id",
        "keys",
        "merges",
        "name",
        "players",
        "sanctions",
        "version",
    )
    _copy_to = copier(__slots__)

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.name = ""
        self.discipline: Discipline | None = None
        self.disciplined = False
        self.entered: tuple[str, ...] = ()
        self.merges = Merges({})
        self.players: tuple[str, ...] = ()
        self.alphabet: tuple[tuple[str, ...], ...] = ()
        self.contests: dict[str, ContestOnRecord] = {}
        self.sanctions: tuple[ChampionshipSanction, ...] = ()
        self.version = 0
        self.head = GENESIS
        self.keys: dict[str, Key] = {}

    def copy(self) -> Self:
        """A working copy."""
        twin = object.__new__(type(self))
        self._copy_to(twin)
        twin.contests = self.contests.copy()
        twin.keys = self.keys.copy()
        return twin

    @classmethod
    def fold(cls, id_: str, entries: Iterable[DecisionEntry]) -> Self:
        """The championship that these entries, from version 1 on, have come to."""
        championship = cls(id_)
        championship.follow(entries)
        return championship

    def follow(self, entries: Iterable[DecisionEntry]) -> None:
        """Folds further entries."""
        for entry in entries:
            self.enter(entry.event, entry.version)
            self.enter_consequences(entry.facts)
            self.head = bytes.fromhex(entry.hash)
            if entry.key:
                self.keys[entry.key.key] = entry.key

    def fixture(self, id_: str) -> tuple[ContestOnRecord, FixtureOnRecord] | None:
        """A fixture of one of its contests, or None."""
        found = (contest for contest in self.contests.values() if id_ in contest.fixtures)
        return next(((contest, contest.fixtures[id_]) for contest in found), None)

    def enter(self, event: AnyDecision, at: int) -> None:
        """Takes in a decision as version `at`."""
        self.version = at
        match event:
            case ChampionshipOpened():
                self.name = event.name
                self._agree(event.discipline)
            case DisciplineChanged():
                self._agree(event.discipline)
            case PlayersEntered():
                self.entered = (*self.entered, *event.players)
                self.players = tuple(dict.fromkeys(map(self.merges.now, self.entered)))
                self.alphabet = event.alphabet or self.alphabet
            case NameCorrected():
                self._reorder(event.alphabet)
            case PlayerMerged():
                self.merges = Merges({**self.merges.into, event.player: event.into})
                self._reorder(event.alphabet)
            case MergeUndone():
                left = {id_: into for id_, into in self.merges.into.items() if id_ != event.player}
                self.merges = Merges(left)
                self._reorder(event.alphabet)
            case PlayerSanctioned():
                given = ChampionshipSanction(event.player, event.card, event.reason, event.contest, at)
                self.sanctions = (*self.sanctions, given)
            case ContestDrawn():
                self.contests[event.contest] = self._in_order(_drawn(event, at))
            case FixtureDecision():
                contest = self.contests[event.contest]
                self.contests[event.contest] = _played(contest, contest.fixtures[event.fixture], event, at)
            case ContestDecision():
                self.contests[event.contest] = self._in_order(_decided(self.contests[event.contest], event, at))

    def _agree(self, discipline: Discipline | None) -> None:
        self.discipline = discipline
        self.disciplined |= discipline is not None

    def _reorder(self, alphabet: tuple[tuple[str, ...], ...]) -> None:
        """Takes in who everybody is now, and the places of their names."""
        self.players = tuple(dict.fromkeys(map(self.merges.now, self.entered)))
        self.alphabet = alphabet
        self.contests = {id_: self._in_order(contest) for id_, contest in self.contests.items()}

    def _in_order(self, on_record: ContestOnRecord) -> ContestOnRecord:
        """A contest with the places of its entrants in the alphabet."""
        found = places(self.alphabet)
        alphabet = {
            entrant.id: tuple(n for player in entrant.people for n in found.get(self.merges.now(player), NOWHERE))
            for entrant in on_record.contest.entrants
        }
        return replace(on_record, contest=replace(on_record.contest, alphabet=alphabet))

    def enter_consequences(self, facts: Sequence[AnyConsequence]) -> None:
        """Takes in what followed from the decision entered last."""
        for fact in facts:
            contest = self.contests[fact.contest]
            match fact:
                case FixtureCreated():
                    made = FixtureOnRecord(fact.fixture, contest.id, fact.key, fact.kind, fact.entrants, self.version)
                    contest = replace(contest, fixtures={**contest.fixtures, made.id: made})
                case FixtureVoided():
                    record = contest.fixtures[fact.fixture]
                    contest = contest.without(record, version=self.version, match=None, ended_at=None)
                case RulingFallen():
                    contest = _without_ruling(contest, fact.ruling)
            self.contests[fact.contest] = contest


def sides_of(ruleset_id: str, size: int) -> tuple[int, ...]:
    """How many entrants of so many players each a match of a ruleset may have."""
    rules = ruleset(ruleset_id)
    sides = {seats: rules.sides(seats) for seats in rules.seats}
    return tuple(sorted({n for seats, n in sides.items() if n * size == seats}))


def _drawn(event: ContestDrawn, at: int) -> ContestOnRecord:
    contest = Contest(
        format=event.format,
        order=event.draw.order,
        rules=ruleset(event.ruleset).contest,
        sides=sides_of(event.ruleset, len(event.entrants[0].people) if event.entrants else 1),
        options=msgspec.convert(event.options, named(event.format).options),
        params=event.params,
        podium=event.podium,
        stakes=event.stakes,
        house=event.house,
        timing=event.timing,
        entrants=event.entrants,
    )
    return ContestOnRecord(event.contest, event.ruleset, contest, (DrawMade(event.draw, at),), {}, at)


def _decided(on_record: ContestOnRecord, event: ContestDecision, at: int) -> ContestOnRecord:
    contest = on_record.contest
    match event:
        case ContestRedrawn():
            draws = (*on_record.draws, DrawMade(event.draw, at, event.reason))
            return replace(on_record, contest=replace(contest, order=event.draw.order), draws=draws)
        case TimingChanged():
            contest = replace(contest, timing=event.timing)
        case EntrantWithdrawn():
            contest = replace(contest, withdrawals=(*contest.withdrawals, Withdrawal(event.entrant, at)))
        case EntrantSubstituted():
            known = _entrants_with(contest, event.into)
            change = Substitution(event.out, event.into)
            contest = replace(contest, substitutions=(*contest.substitutions, change), entrants=known)
        case TieRuled():
            contest = replace(contest, rulings=(*contest.rulings, TieRuling(event.tie, event.order, at)))
    return replace(on_record, contest=contest)


def _without_ruling(on_record: ContestOnRecord, at: int) -> ContestOnRecord:
    rulings = tuple(replace(r, fallen=True) if r.at == at else r for r in on_record.contest.rulings)
    return replace(on_record, contest=replace(on_record.contest, rulings=rulings))


def _entrants_with(contest: Contest, into: str | None) -> tuple[Entrant, ...]:
    """The entrants, and who comes in from outside."""
    if into is None or any(entrant.id == into for entrant in contest.entrants):
        return contest.entrants
    return (*contest.entrants, Entrant(into))


def _played(contest: ContestOnRecord, record: FixtureOnRecord, event: FixtureDecision, at: int) -> ContestOnRecord:
    given = Outcome(record.key, record.entrants, at=at)
    match event:
        case ResultReported() | ResultCorrected():
            outcome = replace(given, result=event.result.result)
            return contest.with_outcome(record, outcome, match=None, ended_at=None, note=event.note)
        case WalkoverGiven():
            return contest.with_outcome(record, replace(given, absent=event.absent), match=None, ended_at=None)
        case FixtureScheduled():
            scheduled = replace(record, starts_at=event.starts_at, table=event.table)
            return replace(contest, fixtures={**contest.fixtures, record.id: scheduled})
        case MatchOpened():
            return contest.without(record, version=at, match=event.match)
        case MatchReopened():
            return contest.without(record, version=at, ended_at=None)
        case MatchFinished():
            result = event.result.result if event.result else None
            absent = () if result else record.entrants
            outcome = replace(given, result=result, absent=absent, match=event.match, version=event.match_version)
            return contest.with_outcome(record, outcome, match=event.match, ended_at=event.ended_at)
    return contest
