"""A contest as it stands: the decisions about it, and their consequences.

`Contest` holds all that was recorded: entrants in the order drawn, outcomes, withdrawals, rulings. `ContestState` is what a
format computes from it: fixtures, tables, qualified entrants, podium, pending items. The order of outcomes changes nothing.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import compress
from operator import is_not
from typing import Any, Literal
from weakref import ref

from msgspec import Struct
from msgspec.structs import replace

from referee.contests.draws import Round
from referee.contests.duplicate.terms import DuplicateTerms, RoundDeals
from referee.contests.partners import Partners, members_of, with_member
from referee.contests.standings.alphabet import Alphabet
from referee.contests.standings.averages import ComparedEntrant
from referee.contests.standings.tables import LeagueRow, LineName, MatchRow, Table
from referee.contests.standings.ties import Lines
from referee.contests.teams.encounters import BoardOutcome
from referee.contests.teams.lineups import Lineup
from referee.contests.teams.terms import TeamTerms
from referee.errors import Flaw
from referee.match.results import ContestRules, Outcome
from referee.match.terms.agreed_time import AgreedTime
from referee.match.terms.named_house import NamedHouse
from referee.match.terms.stakes import Stakes
from referee.text import Text

FixtureKind = Literal["single", "league", "group", "round", "tie_break", "final", "knockout"]
FixtureStage = Literal[
    "round_of_16", "quarterfinal", "semifinal", "third_place", "final", "consolation", "consolation_final"
]
"""Name of a knockout match, or of the last match of another format."""
Phase = Literal["playing", "tie_break", "final", "finished", "null", "waiting_ruling", "cancelled"]
PendingKind = Literal["result", "extra_round", "tie_break", "final", "ruling", "pairing"]


AnyRow = LeagueRow | MatchRow
STATE = "state"
"""The name under which a contest carries its computed state; no field, so that it is neither stored nor compared."""
CONTINUATION = "continuation"
"""The name under which a contest without a computed state carries the one that it goes on from, where there is one."""
STEP = "step"
"""The name under which a contest, or a state, carries what is not as in the one it was made of, where that is known."""


class Entrant(Struct, frozen=True, omit_defaults=True):
    """An entrant: one player, the two of a pair, or a team with its name and all its members.

    Without `players` the entrant is the player of the same id.
    """

    id: str
    players: tuple[str, ...] = ()
    name: str | None = None

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of the players."""
        return self.players or (self.id,)


class TieRuling(Struct, frozen=True, omit_defaults=True):
    """The organizer's order of a tie that the rules leave open: best first; an inner tuple holds those that keep sharing a place.

    `fallen`: its tie dissolved once, so it applies no more, even if the same are tied again (league.studied).
    """

    tie: tuple[str, ...]
    order: tuple[tuple[str, ...], ...]
    at: int = 0
    fallen: bool = False


class Withdrawal(Struct, frozen=True, omit_defaults=True):
    """An entrant left the contest for good."""

    entrant: str
    at: int = 0


class Substitution(Struct, frozen=True, omit_defaults=True):
    """An entrant whose place another takes from then on; without `into`: the next of the table, in the last matches.

    An outsider takes the place over with all that was played in it. An entrant of the contest only plays the last matches
    there, and keeps their own row (format.substitution).
    """

    out: str
    into: str | None = None
    at: int = 0


class LateEntry(Struct, frozen=True):
    """An entry after the draw: the group, where there are groups, and the round, counted from 1."""

    entrant: str
    round: int
    group: int | None = None
    at: int = 0


class PairedRound(Struct, frozen=True):
    """A round of a contest in rounds, counted from 1: its pairs in the order of the tables, and those that rest.

    Where partners change, the two of a pair are pairs of this round (`partners.pair_of`); where four play alone at a table, they
    are those that sit opposite each other. `at` is the version that paired it;
    nobody plays a draft before it is published. `deals` binds the deals of the round, where every table plays the same, and
    `deal_seed` is what was bound, once it is opened.
    """

    round: int
    pairs: tuple[tuple[str, str], ...]
    rests: tuple[str, ...] = ()
    is_draft: bool = False
    at: int = 0
    deals: RoundDeals | None = None
    deal_seed: str | None = None

    @property
    def entrants(self) -> tuple[str, ...]:
        """All that are in the round."""
        return (*(one for pair in self.pairs for entrant in pair for one in members_of(entrant)), *self.rests)


class Contest(Struct, frozen=True, dict=True, weakref=True):
    """All that was recorded of one contest.

    `order` is the draw; `rounds` are those of a league that was drawn elsewhere, empty where they follow from the order.
    `pairings` are the rounds of a contest in rounds, each made when the one before is over, by the places of the draw. `sides`
    are the numbers of sides that a match of the ruleset may have. `partners`: they change from round to round. `podium` are the
    points by place, where they were set. `stakes`: what each player stakes. `house`: house rules under a name, already in
    `params`. `timing`: the clock of its matches. `alphabet` is where entrants stand in alphabetical order. `is_cancelled`: it is
    not held. `seed` is that of the draw, where it was made by one. `lots` are the places of entrants among lots, which part
    those level where it decides who goes on; without lots the organizer does. `teams` are the terms of encounters
    on several boards, `boards` the outcomes of those; each outcome of an encounter follows from its boards. `lineups` are those
    that teams have given. `duplicate`: every table plays the same deals, and `boards` are the hands.
    """

    format: str
    order: tuple[str, ...]
    rules: ContestRules
    sides: tuple[int, ...]
    alphabet: Alphabet = {}
    options: Any = None
    params: Mapping[str, Any] = {}
    podium: tuple[int, ...] | None = None
    stakes: Stakes | None = None
    house: NamedHouse | None = None
    timing: AgreedTime | None = None
    entrants: tuple[Entrant, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    rulings: tuple[TieRuling, ...] = ()
    is_cancelled: bool = False
    late: tuple[LateEntry, ...] = ()
    rounds: tuple[Round, ...] = ()
    pairings: tuple[PairedRound, ...] = ()
    partners: Partners | None = None
    seed: str | None = None
    lots: Mapping[str, int] = {}
    teams: TeamTerms | None = None
    boards: tuple[BoardOutcome, ...] = ()
    lineups: tuple[Lineup, ...] = ()
    duplicate: DuplicateTerms | None = None

    @property
    def is_each_alone(self) -> bool:
        """True if four play at each table, everybody alone (duplicate.seats): no two sides of its game can hold the hands."""
        return self.duplicate is not None and 2 not in self.sides and 4 in self.sides

    @property
    def places(self) -> tuple[str, ...]:
        """Those that have a place of their own: in the order drawn, then the late entrants."""
        return (*self.order, *(entry.entrant for entry in self.late))

    def people(self, entrant: str) -> tuple[str, ...]:
        """The players behind an entrant."""
        return self._people.get(entrant) or members_of(entrant)

    def team_name(self, entrant: str) -> str | None:
        """The name of an entrant that is a team; None for a player or a pair."""
        return self._team_names.get(entrant)

    def outcomes_of(self, key: str) -> tuple[Outcome, ...]:
        """The outcomes of the match of this key: of each that had these entrants, one."""
        return self.outcomes_by_key.get(key, ())

    @cached_property
    def outcomes_by_key(self) -> dict[str, tuple[Outcome, ...]]:
        """The outcomes by the keys of their matches."""
        outcomes: dict[str, tuple[Outcome, ...]] = {}
        for outcome in self.outcomes:
            outcomes[outcome.fixture] = (*outcomes.get(outcome.fixture, ()), outcome)
        return outcomes

    def with_outcomes(
        self, key: str, outcomes: tuple[Outcome, ...], boards: tuple[BoardOutcome, ...] = ()
    ) -> "Contest":
        """The contest with these outcomes of the match of a key in place of those that it has, and all these `boards`.

        Its state goes on from the one computed last, where that depends on no boards but by outcomes (`Format.go_on`).
        """
        others, earlier = self.outcomes, {*map(id, self.outcomes_of(key))}
        if earlier:
            others = tuple(outcome for outcome in others if id(outcome) not in earlier)
        after = replace(self, outcomes=(*others, *outcomes), boards=boards)
        own, memory = vars(self), vars(after)
        # The entrants are the same, so their indices are.
        memory.update(_people=self._people, _team_names=self._team_names)
        memory["outcomes_by_key"] = {**self.outcomes_by_key, key: outcomes}
        memory[STEP] = ContestStep(ref(self), key)
        state = own.get(STATE)
        way: Continuation | None = own.get(CONTINUATION) if state is None else Continuation(state)
        if way is not None:
            memory[CONTINUATION] = Continuation(way.state, way.matches | {key})
        return after

    @cached_property
    def _team_names(self) -> dict[str, str]:
        """The names of teams, by id."""
        return {entrant.id: entrant.name for entrant in self.entrants if entrant.name is not None}

    @cached_property
    def _people(self) -> dict[str, tuple[str, ...]]:
        """The players of each entrant, by its id."""
        return {entrant.id: entrant.people for entrant in self.entrants}

    def line(self, entrant: str, *, late: bool = True) -> tuple[str, ...]:
        """An entrant and the successors in their place, first to last; `late`: in the last matches.

        Before these, only outsiders take a place over, and its earlier holders. The line of a pair of one round is that of both
        its members.
        """
        line = [entrant]
        for change in self.substitutions:
            goes = change.out in members_of(line[-1])
            if goes and change.into and (late or change.into not in {*self.places} - {*line}):
                line.append(with_member(line[-1], change.out, change.into))
        return tuple(line)


class Fixture(Struct, frozen=True, omit_defaults=True):
    """One match to be played. `key` names it within the contest; with other entrants it is another match.

    `table` is the number of its table among those of the contest, where its format says; the championship gives the table of
    the hall (championship.tables). `entrants` stand in the order of the seats. `lines` are the places below which a tie has to
    be split. `needs` says what a stored result lacks. `of_league`: one of several that make up a group. `stage` is its name
    where it has one. `ranking` is best first, once there is a result; entrants that share a place stand together.
    """

    key: str
    kind: FixtureKind
    round: int
    order: int
    entrants: tuple[str, ...]
    lines: Lines
    table: int | None = None
    group: int | None = None
    params: Mapping[str, Any] = {}
    state: Literal["pending", "played", "walkover", "void"] = "pending"
    needs: Literal["extra_round"] | None = None
    of_league: bool = False
    stage: FixtureStage | None = None
    ranking: tuple[tuple[str, ...], ...] = ()

    @property
    def members(self) -> tuple[str, ...]:
        """Its entrants; of pairs of one round, the persons."""
        return tuple(one for entrant in self.entrants for one in members_of(entrant))

    @property
    def may_be_void(self) -> bool:
        """True if the contest goes on without this match: one of a league or a round, or of a knockout before the last."""
        return self.kind in {"league", "round", "knockout"} or (self.kind == "group" and self.of_league)


class Bye(Struct, frozen=True, omit_defaults=True):
    """An entrant without a match in a round of matches of this kind, of this group where there are groups."""

    round: int
    player: str
    kind: FixtureKind
    group: int | None = None
    stage: FixtureStage | None = None


class Pending(Struct, frozen=True, omit_defaults=True):
    """What the contest waits for."""

    kind: PendingKind
    fixture: str | None = None
    tied: tuple[str, ...] = ()


class PodiumPlace(Struct, frozen=True):
    """One place of the podium and its points. Entrants that are level share it."""

    place: int
    player: str
    points: int


class Source(Struct, frozen=True, omit_defaults=True):
    """The event that gave something: `version` is of the match's log where there is a match, else of the contest's."""

    version: int
    fixture: str | None = None
    match: str | None = None

    @classmethod
    def of(cls, outcome: Outcome) -> "Source":
        """The event that gave a fixture its outcome."""
        if outcome.match is None or outcome.version is None:
            return cls(outcome.at, outcome.fixture)
        return cls(outcome.version, outcome.fixture, outcome.match)


class Award(Struct, frozen=True, omit_defaults=True):
    """Points for the general table, with the rule and the event that gave them."""

    player: str
    kind: Literal["podium", "extra"]
    points: int
    rule: str
    place: int | None = None
    source: Source | None = None


class StageTables(Struct, frozen=True):
    """A stage of a contest in stages, with the tables of its own: groups in draw order, or the only one.

    `first_round` is its first, counted through the whole contest.
    """

    format: str
    first_round: int
    tables: tuple[Table, ...]
    is_grouped: bool = False
    lines: Mapping[LineName, Table] = {}
    repesca: tuple[ComparedEntrant, ...] = ()


class ContestState(Struct, frozen=True, dict=True, weakref=True):
    """The state that a format computes from all that was recorded of a contest.

    `tables` are in draw order; `is_grouped` says that they are groups. `fallen` are rulings that fit no open tie any more.
    `consolation` is the podium of those that lost their first match, without points.
    `stages` are those that have begun, where the contest has several; `tables` is then the order of all. `lines` are the
    tables of two lines, of which one sits and the other moves on; `tables` is the order of both together. `repesca` is the
    comparison of those that were not among the first of their groups, where some of them go on.
    """

    phase: Phase
    fixtures: tuple[Fixture, ...]
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    pending: tuple[Pending, ...] = ()
    is_grouped: bool = False
    qualified: tuple[str, ...] = ()
    podium: tuple[PodiumPlace, ...] = ()
    awards: tuple[Award, ...] = ()
    fallen: tuple[TieRuling, ...] = ()
    consolation: tuple[PodiumPlace, ...] = ()
    stages: tuple[StageTables, ...] = ()
    lines: Mapping[LineName, Table] = {}
    repesca: tuple[ComparedEntrant, ...] = ()

    @property
    def extras(self) -> dict[str, int]:
        """Extra points by entrant."""
        sums: dict[str, int] = {}
        for award in self.awards:
            if award.kind == "extra":
                sums[award.player] = sums.get(award.player, 0) + award.points
        return sums

    @property
    def open_ties(self) -> tuple[tuple[str, ...], ...]:
        """The ties that wait for a ruling."""
        return tuple(pending.tied for pending in self.pending if pending.kind == "ruling")

    def fixture(self, key: str) -> Fixture | None:
        """The fixture of this key, or None."""
        number = self.positions.get(key)
        return None if number is None else self.fixtures[number]

    @cached_property
    def positions(self) -> dict[str, int]:
        """The positions of the fixtures by their keys."""
        return {fixture.key: number for number, fixture in enumerate(self.fixtures)}


def cancelled_state(state: ContestState) -> ContestState:
    """The rest of a contest that is not held: nothing of it is pending, and it counts for nothing."""
    return ContestState(
        phase="cancelled",
        fixtures=tuple(replace(fixture, state="void", needs=None, ranking=()) for fixture in state.fixtures),
        tables=state.tables,
        byes=state.byes,
        is_grouped=state.is_grouped,
        stages=state.stages,
        lines=state.lines,
        repesca=state.repesca,
    )


def unattended_state(state: ContestState) -> ContestState:
    """The rest of a contest that all entrants missed: it is over, without a podium."""
    return replace(state, phase="null", pending=(), qualified=(), podium=(), awards=(), consolation=())


def only_rulings(pending: Iterable[Pending]) -> bool:
    """True if only rulings of the organizer are pending."""
    kinds = {waiting.kind for waiting in pending}
    return kinds == {"ruling"}


def ruling_flaw(state: ContestState, ruling: TieRuling) -> Flaw | None:
    """The fault of a ruling: no such tie waits for one, or its order is not one of the tied. None: the ruling can be given."""
    if {*ruling.tie} not in [{*tie} for tie in state.open_ties]:
        return Flaw(
            "$.tie",
            Text(
                es="ningún empate así espera una decisión: nombra exactamente a los jugadores de uno que la espera",
                en="no such tie waits for a ruling: name exactly the players of one that does",
            ),
        )
    if sorted(entrant for place in ruling.order for entrant in place) != sorted({*ruling.tie}):
        return Flaw(
            "$.order",
            Text(
                es="`order` tiene que nombrar a cada empatado una vez",
                en="`order` must name each player of the tie once",
            ),
        )
    return None


class Continuation(Struct, frozen=True):
    """The computed state that a contest goes on from, and the keys of the matches with other outcomes since."""

    state: ContestState
    matches: frozenset[str] = frozenset()


class ContestStep(Struct, frozen=True):
    """The contest that one was made of by other outcomes of the match of a key."""

    before: "ref[Contest]"
    key: str


class StateStep(Struct, frozen=True):
    """The state that one goes on from, and all that is not the very same in it: matches, by their positions, and rows.

    `rows` are their numbers in the only table.
    """

    before: "ref[ContestState]"
    fixtures: tuple[int, ...]
    rows: tuple[int, ...]


def note_step(before: ContestState, after: ContestState, fixtures: Iterable[int], rows: Iterable[int]) -> None:
    """Notes what in a state is not the very same as before: all else need not be compared, of however many."""
    vars(after)[STEP] = StateStep(ref(before), tuple(sorted(fixtures)), tuple(rows))


def changed_outcomes(before: Contest, after: Contest) -> dict[str, tuple[tuple[Outcome, ...], tuple[Outcome, ...]]]:
    """The outcomes of each match that has others in `after` than in `before`, then and now, by its key."""
    old, new = before.outcomes_by_key, after.outcomes_by_key
    step: ContestStep | None = vars(after).get(STEP)
    if step is not None and step.before() is before:
        keys = [step.key]
    else:
        # The very same tuples are passed over first: of thousands of matches a few are left.
        keys = [*compress(new, map(is_not, map(old.get, new), new.values())), *(old.keys() - new.keys())]
    changes = {key: (old.get(key, ()), new.get(key, ())) for key in keys}
    return {key: (then, now) for key, (then, now) in changes.items() if then != now}


def changed_fixtures(before: ContestState, after: ContestState) -> list[tuple[Fixture, Fixture]] | None:
    """The matches that are not the very same as before, each before and after; None where there are more or fewer of them.

    A state that goes on from the one before shares all matches but those with another outcome.
    """
    step: StateStep | None = vars(after).get(STEP)
    if step is not None and step.before() is before:
        return [(before.fixtures[n], after.fixtures[n]) for n in step.fixtures]
    if len(before.fixtures) != len(after.fixtures):
        return None
    are_others = map(is_not, before.fixtures, after.fixtures)
    return [*compress(zip(before.fixtures, after.fixtures, strict=True), are_others)]


def numbers_of_other_rows(before: ContestState, after: ContestState) -> tuple[int, ...] | None:
    """The numbers of the rows of the only table that are not the very same; None where more may be others than rows."""
    if before is after:
        return ()
    step: StateStep | None = vars(after).get(STEP)
    return step.rows if step is not None and step.before() is before else None


def rows_that_differ(before: ContestState, after: ContestState) -> tuple[list[AnyRow], list[AnyRow]]:
    """The rows of the tables before and after, without those that are known to be the same."""
    step: StateStep | None = vars(after).get(STEP)
    if step is not None and step.before() is before:
        then, now = before.tables[0].rows, after.tables[0].rows
        return [then[n] for n in step.rows], [now[n] for n in step.rows]
    return [row for table in before.tables for row in table.rows], [row for table in after.tables for row in table.rows]


def has_same_matches(before: ContestState, after: ContestState) -> bool:
    """True if two states have the same matches between the same entrants."""
    changes = changed_fixtures(before, after)
    return changes is not None and all((one.key, one.entrants) == (now.key, now.entrants) for one, now in changes)


def removed_fixtures(before: ContestState, after: ContestState) -> tuple[Fixture, ...]:
    """The matches that a change would take away: others are through to them, or sit in their places."""
    if has_same_matches(before, after):
        return ()
    remaining = {(fixture.key, frozenset(fixture.entrants)) for fixture in after.fixtures}
    return tuple(f for f in before.fixtures if (f.key, frozenset(f.entrants)) not in remaining)
