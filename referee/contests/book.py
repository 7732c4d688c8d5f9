"""The book of a contest while its state is worked out: which outcome belongs to which fixture, and what it says."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.contests.contest import (
    Award,
    Contest,
    Fixture,
    FixtureKind,
    Pending,
    PendingKind,
    PodiumPlace,
    Source,
    TieRuling,
)
from referee.contests.standings.alphabet import by_place
from referee.contests.standings.league import Bout
from referee.contests.standings.match_order import outcome_order
from referee.contests.standings.ties import Lines, Tie, further, keep_open, members, parted
from referee.match.results import Outcome

AWAITED: dict[FixtureKind, PendingKind] = {"tie_break": "tie_break", "final": "final"}
"""What a match not played yet is called among what is awaited, where not just a result."""

FOR_THE_PODIUM = ("single", "final")
"""The kinds of matches whose places are those of the podium."""
LATE = ("final", "knockout")
"""How the keys of matches begin that only those who are through play; their kinds, too."""


class Judged(Struct, frozen=True):
    """A fixture with its state, the order its outcome gives (none before, and none when void), and what it waits for."""

    fixture: Fixture
    outcome: Outcome | None
    ties: tuple[Tie, ...]
    pending: tuple[Pending, ...]

    @property
    def over(self) -> bool:
        """Nothing more is awaited."""
        return not self.pending

    @property
    def nobody_won(self) -> bool:
        """Whether nobody came to a match that is over, and no ruling says who stands first."""
        return self.over and self.fixture.state == "void" and (not self.ties or self.ties[0].left_open)

    def order(self, book: "Book") -> list[str]:
        """The entrants, first to last."""
        return members(self.ties, book.names)


class Stage(Struct, frozen=True):
    """A part of a contest: its matches that count, or whose entrants are known."""

    judged: tuple[Judged, ...]

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """Its matches with their states."""
        return tuple(judged.fixture for judged in self.judged)

    @property
    def pending(self) -> tuple[Pending, ...]:
        """The matches it waits for."""
        return tuple(pending for judged in self.judged for pending in judged.pending)


class Departure(Struct, frozen=True):
    """An entrant who does not come to the last matches, and who comes instead: None, the next of the table."""

    out: str
    into: str | None
    at: int


class Slot(Struct, frozen=True):
    """A place among those who are through. `entrant` plays there; `gone`: nobody does, for that entrant left and none follows.

    `reserve`: they came up from below in the table.
    """

    entrant: str
    gone: bool = False
    reserve: bool = False


class Through(Struct, frozen=True):
    """Those of one table who are through, in the order of the places that they take (its seeds)."""

    slots: tuple[Slot, ...]
    table: tuple[str, ...]

    @property
    def present(self) -> tuple[str, ...]:
        """Those who come, as listed: those through by their place or by name, then those who came up, as in the table."""
        first = [slot.entrant for slot in self.slots if not slot.gone and not slot.reserve]
        risen = {slot.entrant for slot in self.slots if slot.reserve and not slot.gone}
        return (*first, *(entrant for entrant in self.table if entrant in risen))

    @property
    def gone(self) -> tuple[str, ...]:
        """Those who do not come, and whose places nobody takes."""
        return tuple(slot.entrant for slot in self.slots if slot.gone)


class Book:
    """A contest, indexed. Rulings that are used are remembered, and who came to a match."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.rules = contest.rules
        self.names = by_place(contest.alphabet)
        self.withdrawn = {withdrawal.entrant: withdrawal.at for withdrawal in contest.withdrawals}
        self._outcomes = {(o.fixture, frozenset(o.entrants)): o for o in contest.outcomes}
        self._of_key: dict[str, list[Outcome]] = {}
        for outcome in sorted(contest.outcomes, key=lambda outcome: -outcome.at):
            self._of_key.setdefault(outcome.fixture, []).append(outcome)
        late = (outcome for outcome in contest.outcomes if outcome.fixture.startswith(LATE))
        self._played_on = {entrant for outcome in late for entrant in outcome.entrants}
        standing = [ruling for ruling in contest.rulings if not ruling.fallen]
        self._rulings = {frozenset(ruling.tie): ruling for ruling in sorted(standing, key=lambda r: r.at)}
        self._used: set[frozenset[str]] = set()
        self._came: set[str] = set()
        self._missed: dict[str, tuple[int, int]] = {}

    def seat(self, fixture: Fixture) -> Fixture:
        """The match with those who play it in these places: those with whom it was recorded, else who sits there now."""
        lines = [self.contest.line(entrant, late=fixture.kind in LATE) for entrant in fixture.entrants]
        if all(len(line) == 1 for line in lines):
            return fixture
        for outcome in self._of_key.get(fixture.key, ()):
            sat = [next((one for one in reversed(line) if one in outcome.entrants), "") for line in lines]
            if {*sat} == {*outcome.entrants}:
                return replace(fixture, entrants=tuple(sat))
        now = tuple(line[-1] for line in lines)
        return replace(fixture, entrants=now) if len({*now}) == len(now) else fixture

    def holder(self, entrant: str, judged: Sequence[Judged], *, over: bool, late: bool = True) -> str:
        """Whose the row of a place is: who sits there now; once its matches are `over`, who came to one of them last."""
        line = self.contest.line(entrant, late=late)
        if len(line) == 1 or not over:
            return line[-1]
        came = {one for match in judged if match.outcome for one in came_to(match.outcome)}
        named = {one for match in judged for one in match.fixture.entrants}
        return next((one for those in (came, named) for one in reversed(line) if one in those), line[-1])

    def miss(self, fixture: Fixture, seat: int, at: int) -> None:
        """Notes that who sits there came in, with event `at`, after a match was due: a walkover, unless it is played."""
        self._missed[fixture.key] = seat, at

    def recorded(self, fixture: Fixture) -> Outcome | None:
        """What was recorded of a fixture between these entrants."""
        return self._outcomes.get((fixture.key, frozenset(fixture.entrants)))

    def outcome(self, fixture: Fixture) -> Outcome | None:
        """What was recorded, or else the walkover that a withdrawal brings, or that a late entrant missed."""
        absent = tuple(entrant for entrant in fixture.entrants if entrant in self.withdrawn)
        recorded = self.recorded(fixture)
        if recorded:
            return recorded
        missed = self._missed.get(fixture.key)
        if missed is not None and not absent:
            seat, at = missed
            return Outcome(fixture.key, fixture.entrants, absent=(fixture.entrants[seat],), at=at)
        if not absent:
            return None
        at = max(self.withdrawn[entrant] for entrant in absent)
        return Outcome(fixture.key, fixture.entrants, absent=absent, at=at)

    def judge(self, fixture: Fixture, *, struck: bool = False) -> Judged:
        """The fixture with who sits there and its state; `struck` where a rule takes its outcome away."""
        fixture = self.seat(fixture)
        outcome = self.outcome(fixture)
        if outcome and (outcome.result or not struck):
            self._came.update(came_to(outcome))
        if struck or (outcome and outcome.void and fixture.may_be_void):
            return Judged(replace(fixture, state="void"), outcome, (), ())
        if outcome is None:
            tied = tuple(sorted(fixture.entrants, key=self.names)) if fixture.kind == "tie_break" else ()
            return Judged(fixture, None, (), (Pending(AWAITED.get(fixture.kind, "result"), fixture.key, tied),))
        played = outcome.result is not None
        extra = played and self.rules.extra_rounds
        lines = fixture.lines if played or fixture.kind not in FOR_THE_PODIUM else every_place(len(fixture.entrants))
        ties = outcome_order(outcome, self.rules, fixture.lines, self.names)
        ties = ties if extra else self.ruled(ties, lines)
        if played:
            ties = [part for tie in ties for part in self._stayed_first(tie, lines)]
        level = [tie for tie in ties if tie.matters(lines) and self._waits(tie, outcome, fixture)]
        level = [tie for tie in level if tie.left_open]
        return Judged(
            replace(
                fixture,
                state="played" if played else "void" if outcome.void else "walkover",
                needs="extra_round" if extra and level else None,
                ranking=tuple(tie.members for tie in ties),
            ),
            outcome,
            tuple(ties),
            tuple(self.waiting("extra_round" if extra else "ruling", tie, fixture) for tie in level),
        )

    def _stayed_first(self, tie: Tie, lines: Lines) -> list[Tie]:
        """Puts those who have withdrawn since a level match behind those who stay: the extra round has no second chair."""
        left = tuple(member for member in tie.members if member in self.withdrawn)
        stayed = tuple(member for member in tie.members if member not in self.withdrawn)
        if not (left and stayed and tie.left_open and tie.matters(lines)):
            return [tie]
        parts = parted(tie, "extra_round" if self.rules.extra_rounds else "ruling", [stayed, left])
        return [part if part.decided_by else keep_open(part) for part in parts]

    def _waits(self, tie: Tie, outcome: Outcome, fixture: Fixture) -> bool:
        """Whether a tie has to be parted: not that of entrants who left, nor of the last places who did not come."""
        if self.all_left(tie):
            return False
        absent = fixture.kind in FOR_THE_PODIUM and not outcome.void and {*tie.members} <= {*outcome.absent}
        return not absent

    def all_left(self, tie: Tie) -> bool:
        """Whether all of a tie have withdrawn: nobody is left to order."""
        return all(member in self.withdrawn for member in tie.members)

    def waiting(self, kind: PendingKind, tie: Tie, fixture: Fixture | None = None) -> Pending:
        """What a tie waits for."""
        return Pending(kind, fixture.key if fixture else None, tuple(sorted(tie.members, key=self.names)))

    def ruled(self, ties: Iterable[Tie], lines: tuple[int, ...]) -> list[Tie]:
        """Ties that wait for a ruling, in the order that was ruled. A ruling serves exactly the tie that it names."""
        return [part for tie in ties for part in self._rule(tie, lines)]

    def _rule(self, tie: Tie, lines: tuple[int, ...]) -> list[Tie]:
        key = frozenset(tie.members)
        ruling = self._rulings.get(key)
        if ruling is None or not tie.left_open or not tie.matters(lines):
            return [tie]
        self._used.add(key)
        parts = further(parted(tie, "ruling", ruling.order), lambda part: [keep_open(part)])
        return self.ruled(parts, lines) if len(parts) > 1 else parts

    @property
    def fallen(self) -> tuple[TieRuling, ...]:
        """The rulings that no tie used."""
        return tuple(r for r in self.contest.rulings if r.fallen or frozenset(r.tie) not in self._used)

    def bout(self, judged: Judged) -> Bout | None:
        """A match of two as a league counts it; None while it is open, and when it is void."""
        outcome = judged.outcome
        if judged.fixture.state in {"pending", "void"} or judged.pending or outcome is None:
            return None
        first = judged.ties[0].members
        winner = first[0] if len(first) == 1 else None
        a, b = outcome.entrants
        if outcome.result is None or outcome.result.withdrawn:
            # A side that left mid-match did not come to the rest: no tie-break moves (league.walkover).
            return Bout((a, b), (self.rules.walkover_points,) * 2, winner, walkover=True)
        return Bout((a, b), (outcome.result.points[0], outcome.result.points[1]), winner)

    def sanctions(self, fixtures: Iterable[Fixture]) -> dict[str, int]:
        """The cards given in these matches, void ones too (league.sanctions)."""
        counts: dict[str, int] = {}
        for outcome in filter(None, map(self.recorded, fixtures)):
            if outcome.result is None:
                continue
            for seat, entrant in enumerate(outcome.entrants):
                counts[entrant] = counts.get(entrant, 0) + outcome.result.sanctions(seat, late=True)
        return counts

    def as_drawn(self, entrants: Iterable[str]) -> tuple[str, ...]:
        """Entrants in draw order, which is the order of the seats (castillar.draw); who came in later sits last."""
        place = {entrant: n for n, entrant in enumerate(self.contest.places)}
        return tuple(sorted(entrants, key=lambda entrant: place.get(entrant, len(place))))

    def source(self, judged: Judged) -> Source | None:
        """The event that gave a match its outcome."""
        return Source.of(judged.outcome) if judged.outcome else None

    def last(self, fixtures: Iterable[Fixture]) -> Source | None:
        """The event that came last among what decided these matches and the rulings that were used."""
        events = [(outcome.at, Source.of(outcome)) for outcome in map(self.outcome, fixtures) if outcome]
        events += [(self._rulings[key].at, Source(self._rulings[key].at)) for key in self._used]
        return max(events, key=lambda event: event[0])[1] if events else None

    def award(self, entrant: str, points: int, rule: str, source: Source | None, place: int | None = None) -> Award:
        """Points that an event gave: for a place on the podium, or else extra."""
        return Award(entrant, "podium" if place else "extra", points, rule, place, source)

    def podium(self, ties: Iterable[Tie], points: tuple[int, ...], alone: str | None = None) -> tuple[PodiumPlace, ...]:
        """The places that have points, if it is 0; who shares a place has all of them. `alone`: nobody else was left.

        Points that were set take nobody off the podium: a place that they do not name has 0. Who came to no match has no
        place (format.podium).
        """
        given = self.contest.podium or points
        points = (*given, *(0,) * (len(points) - len(given)))
        earned = {*self._came, *(entrant for tie in self._used for entrant in tie), alone}
        return tuple(
            PodiumPlace(tie.place, holder, points[tie.place - 1])
            for tie in ties
            if tie.place <= len(points)
            for entrant in sorted(tie.members, key=self.names)
            if (holder := self._last_of(entrant, earned)) is not None
        )

    def _last_of(self, entrant: str, earned: Collection[str | None]) -> str | None:
        """Who sat last in an entrant's place and earned it: the entrant, or who was replaced by them. None: nobody did."""
        before = {
            change.into: change.out for change in self.contest.substitutions if change.into not in self.contest.places
        }
        for _ in range(len(before) + 1):
            if entrant in earned:
                return entrant
            if entrant not in before:
                return None
            entrant = before[entrant]
        return None

    def prizes(self, podium: Iterable[PodiumPlace], rule: str, source: Source | None) -> tuple[Award, ...]:
        """The awards of a podium."""
        return tuple(self.award(step.player, step.points, rule, source, step.place) for step in podium)

    def through(self, tables: Sequence[Sequence[str]], count: int) -> list[Through]:
        """The first `count` of each table. Who does not come is replaced: by whom a substitution names, else by the next.

        Each change of that kind takes one place, in the order in which they were told, so that nobody moves in a bracket that
        was drawn. Who has played on already is not replaced, whatever came later.
        """
        slots = [[Slot(entrant) for entrant in order[:count]] for order in tables]
        left: set[str | None] = set()
        for change in self._departures():
            left = (left | {change.out}) - {change.into}
            for own, order in zip(slots, tables, strict=True):
                for n, slot in enumerate(own):
                    if slot.entrant == change.out and change.out not in self._played_on:
                        busy = left | {taken.entrant for those in slots for taken in those}
                        own[n] = _follows(slot, change.into, order[count:], busy)
        return [Through(tuple(own), tuple(order)) for own, order in zip(slots, tables, strict=True)]

    def _departures(self) -> list[Departure]:
        """Who left or was replaced, first to last. Of who did both the substitution says who comes."""
        named = {change.out: change.into for change in self.contest.substitutions if change.into}
        changes = [Departure(gone.entrant, named.get(gone.entrant), gone.at) for gone in self.contest.withdrawals]
        changes += [Departure(change.out, change.into, change.at) for change in self.contest.substitutions]
        return sorted(changes, key=lambda change: change.at)


def _follows(slot: Slot, into: str | None, reserves: Sequence[str], busy: Collection[str | None]) -> Slot:
    """Who plays in a place whose entrant does not come: nobody who is `busy`, for they left or are through themselves."""
    if into is not None and into not in busy:
        return Slot(into)
    following = next((one for one in reserves if one not in busy), None)
    return replace(slot, gone=True) if following is None else Slot(following, reserve=True)


def came_to(outcome: Outcome) -> tuple[str, ...]:
    """Who came to a match: all where it was played, who was there where others were not."""
    return tuple(entrant for entrant in outcome.entrants if outcome.result or entrant not in outcome.absent)


def every_place(sides: int) -> Lines:
    """A line below every place but the last: each has its own points."""
    return tuple(range(1, sides))
