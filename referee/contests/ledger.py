"""The ledger of a contest while its state is computed: the outcome of each fixture, and its consequences."""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

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
from referee.contests.partners import members_of
from referee.contests.standings.alphabet import by_place
from referee.contests.standings.league import Bout
from referee.contests.standings.match_order import outcome_order
from referee.contests.standings.ties import Lines, Tie, alone, further, keep_open, members, split_into
from referee.contests.teams.encounters import HALVES
from referee.match.results import Outcome

AWAITED: dict[FixtureKind, PendingKind] = {"tie_break": "tie_break", "final": "final"}
"""Kind of pending item for a fixture without an outcome; `result` for all others."""

FOR_THE_PODIUM = ("single", "final")
"""The kinds of matches that give the places of the podium."""
LATE = ("final", "knockout")
"""Fixture kinds, and prefixes of their keys, that only qualified entrants play."""


class FixtureStatus(Struct, frozen=True):
    """A fixture with its state, the order that its outcome gives (empty if pending or void), and its pending items."""

    fixture: Fixture
    outcome: Outcome | None
    ties: tuple[Tie, ...]
    pending: tuple[Pending, ...]

    @property
    def over(self) -> bool:
        """True if the fixture has no pending items."""
        return not self.pending

    @property
    def nobody_won(self) -> bool:
        """True if all entrants missed a match that is over, and no ruling names a first place."""
        return self.over and self.fixture.state == "void" and (not self.ties or self.ties[0].left_open)

    def order(self, ledger: "ContestLedger") -> list[str]:
        """The entrants, first to last."""
        return members(self.ties, ledger.names)


class Stage(Struct, frozen=True):
    """A part of a contest: its matches that count, or that have entrants."""

    statuses: tuple[FixtureStatus, ...]

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """Its matches with their states."""
        return tuple(status.fixture for status in self.statuses)

    @property
    def pending(self) -> tuple[Pending, ...]:
        """The matches it waits for."""
        return tuple(pending for status in self.statuses for pending in status.pending)


class Departure(Struct, frozen=True):
    """An entrant absent from the last matches, and the replacement; None: the next of the table."""

    out: str
    into: str | None
    at: int


class Slot(Struct, frozen=True):
    """A place among the qualified. `entrant` plays there, or left without a reserve: then the place is empty (`is_withdrawn`).

    `reserve`: an entrant from below in the table.
    """

    entrant: str
    is_withdrawn: bool = False
    reserve: bool = False


class Through(Struct, frozen=True):
    """The qualified of one table, in the order of the places that they take (its seeds)."""

    slots: tuple[Slot, ...]
    table: tuple[str, ...]

    @property
    def present(self) -> tuple[str, ...]:
        """The qualified that play, as listed: those by place or by name, then the reserves in the order of the table."""
        first = [slot.entrant for slot in self.slots if not slot.is_withdrawn and not slot.reserve]
        risen = {slot.entrant for slot in self.slots if slot.reserve and not slot.is_withdrawn}
        return (*first, *(entrant for entrant in self.table if entrant in risen))

    @property
    def absentees(self) -> tuple[str, ...]:
        """The absent, if their places stay empty."""
        return tuple(slot.entrant for slot in self.slots if slot.is_withdrawn)


class ContestLedger:
    """An index of one contest. It remembers the rulings that were used, and the entrants that came to a match."""

    def __init__(self, contest: Contest, busy_later: Collection[str] = ()) -> None:
        """Indexes a contest. `busy_later`: entrants that have played on in matches that are not of this contest."""
        self.contest = contest
        self.rules = contest.rules
        self.names = by_place(contest.alphabet)
        self.withdrawal_of = {withdrawal.entrant: withdrawal.at for withdrawal in contest.withdrawals}
        self._outcomes = {(o.fixture, frozenset(o.entrants)): o for o in contest.outcomes}
        late = (outcome for outcome in contest.outcomes if outcome.fixture.startswith(LATE))
        self._played_on = {*busy_later, *(entrant for outcome in late for entrant in outcome.entrants)}
        standing = [ruling for ruling in contest.rulings if not ruling.fallen]
        self._rulings = {frozenset(ruling.tie): ruling for ruling in sorted(standing, key=lambda r: r.at)}
        self._used_rulings: set[frozenset[str]] = set()
        self._attendees: set[str] = set()
        self._missed_seats: dict[str, tuple[int, int]] = {}

    @cached_property
    def _of_key(self) -> dict[str, list[Outcome]]:
        """The outcomes of each match, the latest first: needed only where there are substitutions."""
        outcomes_of: dict[str, list[Outcome]] = {}
        for outcome in sorted(self.contest.outcomes, key=lambda outcome: -outcome.at):
            outcomes_of.setdefault(outcome.fixture, []).append(outcome)
        return outcomes_of

    def seat(self, fixture: Fixture) -> Fixture:
        """The match with its players in these places: those of its recorded outcome, else the current holders."""
        if not self.contest.substitutions:
            return fixture
        lines = [self.contest.line(entrant, late=fixture.kind in LATE) for entrant in fixture.entrants]
        if all(len(line) == 1 for line in lines):
            return fixture
        for outcome in self._of_key.get(fixture.key, ()):
            sat = [next((one for one in reversed(line) if one in outcome.entrants), "") for line in lines]
            if {*sat} == {*outcome.entrants}:
                return replace(fixture, entrants=tuple(sat))
        now = tuple(line[-1] for line in lines)
        return replace(fixture, entrants=now) if len({*now}) == len(now) else fixture

    def holder(self, entrant: str, statuses: Sequence[FixtureStatus], *, over: bool, late: bool = True) -> str:
        """The entrant that holds the row of a place: the current one; once matches are `over`, the last one present at any."""
        line = self.contest.line(entrant, late=late)
        if len(line) == 1 or not over:
            return line[-1]
        present = {one for status in statuses if status.outcome for one in attendees(status.outcome)}
        listed_entrants = {one for status in statuses for one in status.fixture.entrants}
        return next((one for those in (present, listed_entrants) for one in reversed(line) if one in those), line[-1])

    def miss(self, fixture: Fixture, seat: int, at: int) -> None:
        """Notes that the entrant in this seat entered, by event `at`, after a match was due: a walkover, unless it is played."""
        self._missed_seats[fixture.key] = seat, at

    def recorded_outcome(self, fixture: Fixture) -> Outcome | None:
        """The recorded outcome of a fixture between these entrants."""
        return self._outcomes.get((fixture.key, frozenset(fixture.entrants)))

    def outcome(self, fixture: Fixture) -> Outcome | None:
        """The recorded outcome, or else the walkover due to a withdrawal or a late entry."""
        outcome = self.recorded_outcome(fixture)
        if outcome:
            return outcome
        absent = tuple(filter(self.leavers_of, fixture.entrants)) if self.withdrawal_of else ()
        missed_seat = self._missed_seats.get(fixture.key)
        if missed_seat is not None and not absent:
            seat, at = missed_seat
            return Outcome(fixture.key, fixture.entrants, absent=(fixture.entrants[seat],), at=at)
        if not absent:
            return None
        leavers = tuple(one for entrant in absent for one in self.leavers_of(entrant))
        at = max(self.withdrawal_of[one] for one in leavers)
        missing = () if leavers == absent else leavers
        return Outcome(fixture.key, fixture.entrants, absent=absent, at=at, missing=missing)

    def leavers_of(self, entrant: str) -> tuple[str, ...]:
        """The entrant if it has withdrawn; of a pair of one round, the members that have."""
        return tuple(one for one in members_of(entrant) if one in self.withdrawal_of)

    def status_of(self, fixture: Fixture, *, is_struck: bool = False) -> FixtureStatus:
        """The fixture with its current entrants and state; `is_struck` where a rule takes its outcome away."""
        fixture = self.seat(fixture)
        outcome = self.outcome(fixture)
        if outcome and (outcome.result or not is_struck):
            self._attendees.update(persons_at(outcome) if self.contest.partners else attendees(outcome))
        if is_struck or (outcome and outcome.void and fixture.may_be_void):
            return FixtureStatus(replace(fixture, state="void"), outcome, (), ())
        if outcome is None:
            tied_entrants = tuple(sorted(fixture.entrants, key=self.names)) if fixture.kind == "tie_break" else ()
            return FixtureStatus(
                fixture, None, (), (Pending(AWAITED.get(fixture.kind, "result"), fixture.key, tied_entrants),)
            )
        is_played = outcome.result is not None
        has_extra_round = is_played and self.rules.extra_rounds
        lines = fixture.lines if is_played or fixture.kind not in FOR_THE_PODIUM else every_place(len(fixture.entrants))
        ties = outcome_order(outcome, self.rules, fixture.lines, self.names)
        ties = ties if has_extra_round else self.apply_rulings(ties, lines)
        if is_played and self.withdrawal_of:
            ties = [part for tie in ties for part in self._stayed_first(tie, lines)]
        open_ties = [tie for tie in ties if tie.matters(lines) and self._waits(tie, outcome, fixture)]
        open_ties = [tie for tie in open_ties if tie.left_open]
        return FixtureStatus(
            replace(
                fixture,
                state="played" if is_played else "void" if outcome.void else "walkover",
                needs="extra_round" if has_extra_round and open_ties else None,
                ranking=tuple(tie.members for tie in ties),
            ),
            outcome,
            tuple(ties),
            tuple(self.pending_tie("extra_round" if has_extra_round else "ruling", tie, fixture) for tie in open_ties),
        )

    def _stayed_first(self, tie: Tie, lines: Lines) -> list[Tie]:
        """Puts those that withdrew after a level match behind those that stay: the extra round has no second chair."""
        leavers = tuple(member for member in tie.members if self.leavers_of(member))
        others = tuple(member for member in tie.members if not self.leavers_of(member))
        if not (leavers and others and tie.left_open and tie.matters(lines)):
            return [tie]
        parts = split_into(tie, "extra_round" if self.rules.extra_rounds else "ruling", [others, leavers])
        return [part if part.decided_by else keep_open(part) for part in parts]

    def _waits(self, tie: Tie, outcome: Outcome, fixture: Fixture) -> bool:
        """True if a tie has to be split: neither if all of it left, nor if it is the last places of the absent."""
        if self.all_left(tie):
            return False
        is_of_absent = fixture.kind in FOR_THE_PODIUM and not outcome.void and {*tie.members} <= {*outcome.absent}
        return not is_of_absent

    def all_left(self, tie: Tie) -> bool:
        """True if all of a tie have withdrawn: no entrant is left to order."""
        return all(map(self.leavers_of, tie.members))

    def pending_tie(self, kind: PendingKind, tie: Tie, fixture: Fixture | None = None) -> Pending:
        """The pending item of a tie."""
        return Pending(kind, fixture.key if fixture else None, tuple(sorted(tie.members, key=self.names)))

    def apply_rulings(self, ties: Iterable[Tie], lines: tuple[int, ...]) -> list[Tie]:
        """Ties that wait for a ruling, in the order of the ruling. A ruling applies to exactly the tie that it names."""
        return [part for tie in ties for part in self._apply_ruling(tie, lines)]

    def part_at(self, ties: Iterable[Tie], cut: int) -> tuple[list[Tie], tuple[Pending, ...]]:
        """An order of which so many go on: a tie across that line is parted by lots, or a ruling, which may be pending."""
        parts = self.apply_rulings(further(ties, lambda tie: [keep_open(tie)]), (cut,))
        if self.contest.lots:
            parts = [one for tie in parts for one in self._by_lots(tie, cut)]
        waits = [tie for tie in parts if tie.left_open and tie.spans(cut) and not self.all_left(tie)]
        return parts, tuple(self.pending_tie("ruling", tie) for tie in waits)

    def _by_lots(self, tie: Tie, cut: int) -> list[Tie]:
        if not (tie.left_open and tie.spans(cut)):
            return [tie]
        return alone(tie, "lots", sorted(tie.members, key=self.contest.lots.__getitem__))

    def _apply_ruling(self, tie: Tie, lines: tuple[int, ...]) -> list[Tie]:
        key = frozenset(tie.members)
        ruling = self._rulings.get(key)
        if ruling is None or not tie.left_open or not tie.matters(lines):
            return [tie]
        self._used_rulings.add(key)
        parts = further(split_into(tie, "ruling", ruling.order), lambda part: [keep_open(part)])
        return self.apply_rulings(parts, lines) if len(parts) > 1 else parts

    @property
    def unused_rulings(self) -> tuple[TieRuling, ...]:
        """The rulings that no tie used."""
        return tuple(r for r in self.contest.rulings if r.fallen or frozenset(r.tie) not in self._used_rulings)

    def bout(self, status: FixtureStatus) -> Bout | None:
        """A match of two as a league counts it; None while it is open, and when it is void."""
        outcome = status.outcome
        if status.fixture.state in {"pending", "void"} or status.pending or outcome is None:
            return None
        first = status.ties[0].members
        winner = first[0] if len(first) == 1 else None
        a, b = outcome.entrants
        if outcome.result is None or outcome.result.withdrawn:
            # A side that left mid-match did not come to the rest: no tie-break moves (league.walkover).
            return Bout(
                (a, b), (self.rules.walkover_points,) * 2, winner, walkover=True, halves=self._all_boards(a, winner)
            )
        points, tallies = outcome.result.points, outcome.result.tallies
        one, other = tallies.get(HALVES, (0, 0))
        return Bout((a, b), (points[0], points[1]), winner, halves=(one, other))

    def _all_boards(self, first: str, winner: str | None) -> tuple[int, int]:
        """The board points of a walkover, in halves: the team that came has those of all boards (teams.score)."""
        if self.contest.teams is None or winner is None:
            return 0, 0
        whole = 2 * self.contest.teams.board_points
        return (whole, 0) if winner == first else (0, whole)

    def sanctions(self, statuses: Iterable[FixtureStatus]) -> dict[str, int]:
        """The cards given in these matches, void ones too (league.sanctions)."""
        counts: dict[str, int] = {}
        for status in statuses:
            outcome = status.outcome
            if outcome is None or outcome.result is None or not outcome.result.has_cards:
                continue
            for seat, entrant in enumerate(outcome.entrants):
                counts[entrant] = counts.get(entrant, 0) + outcome.result.sanctions(seat, late=True)
        return counts

    def as_drawn(self, entrants: Iterable[str]) -> tuple[str, ...]:
        """Entrants in draw order, which is the order of the seats (castillar.draw); late entrants sit last."""
        place = {entrant: n for n, entrant in enumerate(self.contest.places)}
        return tuple(sorted(entrants, key=lambda entrant: place.get(entrant, len(place))))

    def source(self, status: FixtureStatus) -> Source | None:
        """The event that gave a match its outcome."""
        return Source.of(status.outcome) if status.outcome else None

    def last(self, statuses: Iterable[FixtureStatus]) -> Source | None:
        """The latest event among those that decided these matches and the rulings that were used."""
        events = [(status.outcome.at, Source.of(status.outcome)) for status in statuses if status.outcome]
        events += [(self._rulings[key].at, Source(self._rulings[key].at)) for key in self._used_rulings]
        return max(events, key=lambda event: event[0])[1] if events else None

    def award(self, entrant: str, points: int, rule: str, source: Source | None, place: int | None = None) -> Award:
        """Points that an event gave: for a place on the podium, or else extra."""
        return Award(entrant, "podium" if place else "extra", points, rule, place, source)

    def podium(self, ties: Iterable[Tie], points: tuple[int, ...], alone: str | None = None) -> tuple[PodiumPlace, ...]:
        """The places that have points, if it is 0; a shared place gives all of them to each. `alone`: the one entrant left.

        Points that were set take no entrant off the podium: a place that they do not name has 0. An entrant that came to no match
        has no place (format.podium).
        """
        own_points = self.contest.podium or points
        points = (*own_points, *(0,) * (len(points) - len(own_points)))
        eligible = {*self._attendees, *(entrant for tie in self._used_rulings for entrant in tie), alone}
        return tuple(
            PodiumPlace(tie.place, holder, points[tie.place - 1])
            for tie in ties
            if tie.place <= len(points)
            for entrant in sorted(tie.members, key=self.names)
            if (holder := self._last_of(entrant, eligible)) is not None
        )

    def _last_of(self, entrant: str, eligible: Collection[str | None]) -> str | None:
        """The last holder of an entrant's place that earned it: the entrant, or a predecessor. None: the place was not earned."""
        predecessor_of = {
            change.into: change.out for change in self.contest.substitutions if change.into not in self.contest.places
        }
        for _ in range(len(predecessor_of) + 1):
            if entrant in eligible:
                return entrant
            if entrant not in predecessor_of:
                return None
            entrant = predecessor_of[entrant]
        return None

    def prizes(self, podium: Iterable[PodiumPlace], rule: str, source: Source | None) -> tuple[Award, ...]:
        """The awards of a podium."""
        return tuple(self.award(step.player, step.points, rule, source, step.place) for step in podium)

    def through(
        self,
        tables: Sequence[Sequence[str]],
        count: int,
        *,
        best: Sequence[str] = (),
        more: int = 0,
        played_on: Collection[str] | None = None,
    ) -> list[Through]:
        """The first `count` of each table and, last, the first `more` of the `best` of all others, where there are any.

        An absentee's place goes to the substitute, or else to the next of the table; to the next of the `best` where that one is
        among the `more`, or none is left. Each change of that kind takes one place, in the order in which they were recorded, so
        that no entrant moves in a bracket after its draw. An entrant that has played on already is not replaced, whatever came
        later: those in `played_on`, or else those of a last match or a knockout.
        """
        played_on = self._played_on if played_on is None else played_on
        orders = [*tables, best] if more else [*tables]
        slots = [[Slot(entrant) for entrant in order[:count]] for order in tables]
        further = [Slot(entrant) for entrant in best[:more]]
        slots += [further] if more else []
        leavers: set[str | None] = set()
        for change in self._departures():
            leavers = (leavers | {change.out}) - {change.into}
            if change.out in played_on:
                continue
            for number, table_slots in enumerate(slots):
                for n, slot in enumerate(table_slots):
                    if slot.entrant == change.out:
                        busy = leavers | {one.entrant for those in slots for one in those}
                        reserves = best[more:] if more else ()
                        if number < len(tables):
                            reserves = _reserves(tables[number][count:], reserves, further, busy)
                        table_slots[n] = _follows(slot, change.into, reserves, busy)
        return [
            Through(tuple(own), tuple(dict.fromkeys((*order, *(best if more else ())))))
            for own, order in zip(slots, orders, strict=True)
        ]

    def first_of(self, ties: Iterable[Tie], count: int) -> tuple[str, ...]:
        """The first `count` of one table, in its order, without the places that stay empty."""
        [through] = self.through([members(ties, self.names)], count)
        return tuple(slot.entrant for slot in through.slots if not slot.is_withdrawn)

    def _departures(self) -> list[Departure]:
        """Withdrawals and substitutions, first to last. For an entrant with both, the substitution names the replacement."""
        substitute_of = {change.out: change.into for change in self.contest.substitutions if change.into}
        changes = [
            Departure(withdrawal.entrant, substitute_of.get(withdrawal.entrant), withdrawal.at)
            for withdrawal in self.contest.withdrawals
        ]
        changes += [Departure(change.out, change.into, change.at) for change in self.contest.substitutions]
        return sorted(changes, key=lambda change: change.at)


def _reserves(
    own: Sequence[str], best: Sequence[str], further: Iterable[Slot], busy: Collection[str | None]
) -> Sequence[str]:
    """Those that may come in place of an absentee of a table: the rest of it, unless its next is `further` through already."""
    through = {slot.entrant for slot in further}
    next_of_table = next((one for one in own if one in through or one not in busy), None)
    return best if next_of_table in through else (*own, *best)


def _follows(slot: Slot, into: str | None, reserves: Sequence[str], busy: Collection[str | None]) -> Slot:
    """The place of an absentee with its next entrant: none that is `busy`, since those left or are qualified themselves."""
    if into is not None and into not in busy:
        return Slot(into)
    following = next((one for one in reserves if one not in busy), None)
    return replace(slot, is_withdrawn=True) if following is None else Slot(following, reserve=True)


def attendees(outcome: Outcome) -> tuple[str, ...]:
    """The entrants that came to a match: all if it was played, else those not absent."""
    return tuple(entrant for entrant in outcome.entrants if outcome.result or entrant not in outcome.absent)


def persons_at(outcome: Outcome) -> tuple[str, ...]:
    """The members of pairs of one round that came to a match, those with an absent partner among them."""
    came = [person for entrant in attendees(outcome) for person in members_of(entrant)]
    partners = [one for entrant in outcome.absent for one in members_of(entrant)] if outcome.missing else []
    return (*came, *(one for one in partners if one not in outcome.missing))


def every_place(sides: int) -> Lines:
    """A line below every place but the last: each has its own points."""
    return tuple(range(1, sides))
