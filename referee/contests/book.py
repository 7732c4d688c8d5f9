"""The book of a contest while its state is worked out: which outcome belongs to which fixture, and what it says."""

from collections.abc import Iterable

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
from referee.contests.standings.ties import Tie, further, keep_open, members, parted
from referee.match.results import Outcome

AWAITED: dict[FixtureKind, PendingKind] = {"tie_break": "tie_break", "final": "final"}
"""What a match not played yet is called among what is awaited, where not just a result."""

LATE = ("final", "knockout")
"""How the keys of matches begin that only those who are through play."""


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


class Book:
    """A contest, indexed. `away` are the entrants who left or were replaced; rulings that are used are remembered."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.rules = contest.rules
        self.names = by_place(contest.alphabet)
        self.withdrawn = {withdrawal.entrant: withdrawal.at for withdrawal in contest.withdrawals}
        self.away = self.withdrawn.keys() | {substitution.out for substitution in contest.substitutions}
        self._outcomes = {(o.fixture, frozenset(o.entrants)): o for o in contest.outcomes}
        standing = [ruling for ruling in contest.rulings if not ruling.fallen]
        self._rulings = {frozenset(ruling.tie): ruling for ruling in sorted(standing, key=lambda r: r.at)}
        self._used: set[frozenset[str]] = set()

    def recorded(self, fixture: Fixture) -> Outcome | None:
        """What was recorded of a fixture between these entrants."""
        return self._outcomes.get((fixture.key, frozenset(fixture.entrants)))

    def outcome(self, fixture: Fixture) -> Outcome | None:
        """What was recorded, or else the walkover that a withdrawal brings."""
        absent = tuple(entrant for entrant in fixture.entrants if entrant in self.withdrawn)
        recorded = self.recorded(fixture)
        if recorded or not absent:
            return recorded
        at = max(self.withdrawn[entrant] for entrant in absent)
        return Outcome(fixture.key, fixture.entrants, absent=absent, at=at)

    def judge(self, fixture: Fixture, *, struck: bool = False) -> Judged:
        """The fixture with its state; `struck` where a rule takes its outcome away."""
        outcome = self.outcome(fixture)
        if struck or (outcome and outcome.void and fixture.may_be_void):
            return Judged(replace(fixture, state="void"), outcome, (), ())
        if outcome is None:
            tied = tuple(sorted(fixture.entrants, key=self.names)) if fixture.kind == "tie_break" else ()
            return Judged(fixture, None, (), (Pending(AWAITED.get(fixture.kind, "result"), fixture.key, tied),))
        played = outcome.result is not None
        extra = played and self.rules.extra_rounds
        ties = outcome_order(outcome, self.rules, fixture.lines, self.names)
        ties = ties if extra else self.ruled(ties, fixture.lines)
        level = [tie for tie in ties if tie.left_open and tie.matters(fixture.lines)]
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
            return Bout((a, b), (self.rules.walkover_points,) * 2, winner)
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
        place = {entrant: n for n, entrant in enumerate(self.contest.order)}
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

    def podium(self, ties: Iterable[Tie], points: tuple[int, ...]) -> tuple[PodiumPlace, ...]:
        """The places that have points, if it is 0; who shares a place has all of them.

        Points that were set take nobody off the podium: a place that they do not name has 0.
        """
        given = self.contest.podium or points
        points = (*given, *(0,) * (len(points) - len(given)))
        return tuple(
            PodiumPlace(tie.place, entrant, points[tie.place - 1])
            for tie in ties
            if tie.place <= len(points)
            for entrant in sorted(tie.members, key=self.names)
        )

    def prizes(self, podium: Iterable[PodiumPlace], rule: str, source: Source | None) -> tuple[Award, ...]:
        """The awards of a podium."""
        return tuple(self.award(step.player, step.points, rule, source, step.place) for step in podium)

    def through(self, order: list[str], count: int) -> list[str]:
        """The first `count` of a table. Who is away is replaced: by whom a substitution names, else by the next.

        Who has played on already is not replaced, whatever came later.
        """
        late = [outcome for outcome in self.contest.outcomes if outcome.fixture.startswith(LATE)]
        away = self.away - {entrant for outcome in late for entrant in outcome.entrants}
        named = {s.out: s.into for s in self.contest.substitutions if s.into and s.out in away}
        chosen = [named.get(e, e) for e in order[:count] if e not in away or e in named]
        reserves = [e for e in order[count:] if e not in away and e not in chosen]
        return [*chosen, *reserves[: count - len(chosen)]]
