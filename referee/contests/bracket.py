"""A bracket of matches of two: the loser is out, an entrant without a rival goes on."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.contests.bracket_tables import Match, bracket_tables
from referee.contests.contest import Award, Bye, Fixture, FixtureKind, FixtureStage, Phase, PodiumPlace, only_rulings
from referee.contests.draws import bracket
from referee.contests.ledger import ContestLedger, FixtureStatus, Stage
from referee.contests.stages import sum_by_row
from referee.contests.standings.podium import GENERAL
from referee.contests.standings.tables import Table, league_table
from referee.contests.standings.ties import Tie, further, keep_open, split_into
from referee.contests.teams.table import team_table


class Vacancy(Enum):
    """A place in a bracket without an entrant: permanently empty, or not decided yet."""

    NOBODY = "nobody"
    UNDECIDED = "undecided"


Slot = str | Vacancy
NOBODY, UNDECIDED = Vacancy.NOBODY, Vacancy.UNDECIDED
THIRD_PLACE = 2
"""The place of the match for third place in its round, and its table: the final has the first."""
STAGES: tuple[FixtureStage, ...] = ("final", "semifinal", "quarterfinal", "round_of_16")
"""The last rounds of a bracket, last first; earlier ones have a number only."""


class Bracket(Stage, frozen=True):
    """A knockout as far as it is played.

    `order` splits its entrants by how far they came; `over`: its last places stand; `champion` is the winner, None if there is
    none. `rows` maps every entrant that played to the holder of the row. `first_losers` lost the first match that they played, by
    strength; None while that of any entrant is still to come.
    """

    byes: tuple[Bye, ...]
    order: tuple[Tie, ...]
    over: bool
    only_last: bool
    champion: str | None
    rows: Mapping[str, str]
    first_losers: tuple[str, ...] | None = None

    @property
    def phase(self) -> Phase:
        """The phase of the contest after these matches."""
        if self.over:
            return "null" if self.champion is None else "finished"
        if only_rulings(self.pending):
            return "waiting_ruling"
        return "final" if self.only_last else "playing"

    def table(self, ledger: ContestLedger) -> Table:
        """The entrants by how far they came, with the figures of their matches."""
        bouts = tuple(bout.between(self.rows) for bout in map(ledger.bout, self.statuses) if bout)
        sanctions = sum_by_row(ledger.sanctions(self.statuses), self.rows)
        table = league_table(self.order, bouts, sanctions, ledger.names, (), not self.over)
        terms = ledger.contest.teams
        return table if terms is None else team_table(table, bouts, terms.points)

    def podium(self, ledger: ContestLedger) -> tuple[PodiumPlace, ...]:
        """The podium once it is decided; without a champion there is none."""
        return () if not self.over or self.champion is None else ledger.podium(self.order, GENERAL, self.champion)

    def awards(self, ledger: ContestLedger, podium: Iterable[PodiumPlace]) -> tuple[Award, ...]:
        """The podium's points, each given by the player's last match, or by the event that left them without a rival."""
        last_status = {self.rows[one]: status for status in self.statuses for one in status.fixture.entrants}
        alone = ledger.last(self.statuses)
        return tuple(
            award
            for step in podium
            for status in (last_status.get(step.player),)
            for award in ledger.prizes([step], "format.podium", ledger.source(status) if status else alone)
        )


class ConsolationPlace(Struct, frozen=True):
    """The place of a consolation beside its main bracket: after so many rounds, and from this table on."""

    rounds: int
    tables: int


class _Play:
    """The matches of a bracket during its computation. A slot holds the original entrant of a place, not the current one.

    `out` are the losers, round by round; `missing` are the absentees of matches that both entrants missed. `own` are the
    matches of each place.
    """

    def __init__(
        self,
        ledger: ContestLedger,
        params: Mapping[str, Any],
        first: int,
        size: int,
        after: ConsolationPlace | None,
        *,
        third_place: bool,
    ) -> None:
        self.ledger = ledger
        self.after = after
        self.third_place = third_place
        self.has_lost_first: dict[Slot, bool] = {}
        """The outcome of the first match that each played; who plays for the podium or left without one has lost none."""
        self.params = params
        self.first = first
        self.size = size
        self.matches: dict[Match, FixtureStatus | None] = {}
        self.byes: list[Bye] = []
        self.out: list[list[Slot]] = []
        self.missing: dict[int, list[str]] = {}
        self.own: dict[str, list[FixtureStatus]] = {}

    def round(self, slots: Sequence[Slot], number: int, kind: FixtureKind) -> list[Slot]:
        """Plays a round: returns the winners, and notes the losers."""
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        results = [self.meet(pair, kind, number, place) for place, pair in enumerate(pairs, start=1)]
        self.out.append([out for _, out in results])
        byes = [on for (on, out) in results if out is NOBODY and isinstance(on, str)]
        self.byes += [Bye(number + self.rounds_before, self.now(on), kind, stage=self.stage(number, 1)) for on in byes]
        return [on for on, _ in results]

    def meet(self, pair: tuple[Slot, Slot], kind: FixtureKind, number: int, place: int) -> tuple[Slot, Slot]:
        """The winner and the loser of the match in this place of its round."""
        a, b = pair
        if NOBODY in pair:
            return (a if b is NOBODY else b), NOBODY
        self.matches[number, place] = None
        if not isinstance(a, str) or not isinstance(b, str):
            return UNDECIDED, UNDECIDED
        key = "final" if kind == "final" else f"{'consolation' if self.after else 'knockout'}-{number}-{place}"
        # Numbered by the place in the bracket, so that a number does not depend on which match is over first.
        order = self.first + self.size - (self.size >> (number - 1)) + place - 1
        stage = self.stage(number, place)
        round_ = number + self.rounds_before
        fixture = Fixture(key, kind, round_, order, (a, b), (1,), params=self.params, stage=stage)
        status = self.ledger.status_of(fixture)
        self.matches[number, place] = status
        place_of = dict(zip(status.fixture.entrants, (a, b), strict=True))
        for slot in (a, b):
            self.own.setdefault(slot, []).append(status)
        if number >= self.rounds - self.third_place:
            self._note_first(a, b, has_lost=False)
        if not status.over:
            return UNDECIDED, UNDECIDED
        if status.nobody_won:
            self.missing.setdefault(number, []).extend((a, b))
            self._note_first(a, b, has_lost=False)
            return NOBODY, NOBODY
        winner, loser = (place_of[one] for one in status.order(self.ledger))
        is_played = status.fixture.state == "played"
        self._note_first(loser, has_lost=is_played)
        if is_played:
            self._note_first(winner, has_lost=False)
        return winner, loser

    def _note_first(self, *places: str, has_lost: bool) -> None:
        for place in places:
            self.has_lost_first.setdefault(place, has_lost)

    @property
    def rounds_before(self) -> int:
        """Number of the rounds of the main bracket, which come before those of a consolation."""
        return self.after.rounds if self.after else 0

    @property
    def rounds(self) -> int:
        """Number of rounds, the final included."""
        return (self.size - 1).bit_length()

    def stage(self, number: int, place: int) -> FixtureStage | None:
        """The name of the match in this place of its round; None where the round has only a number."""
        to_come = self.rounds - number
        if self.after:
            return "consolation" if to_come else "consolation_final"
        if to_come == 0 and place == THIRD_PLACE:
            return "third_place"
        return STAGES[to_come] if to_come < len(STAGES) else None

    def statuses(self) -> tuple[FixtureStatus, ...]:
        """The matches that have players, with the numbers of their tables."""
        third = (self.rounds, THIRD_PLACE)
        tables = bracket_tables(self.matches.keys() - {third}) | {third: THIRD_PLACE}
        tables_before = self.after.tables if self.after else 0
        return tuple(
            replace(status, fixture=replace(status.fixture, table=tables[match] + tables_before))
            for match, status in self.matches.items()
            if status is not None
        )

    def now(self, place: str) -> str:
        """The current holder of a place."""
        return self.ledger.holder(place, (), over=False)

    def alone(self, champion: Slot) -> Slot:
        """The entrant left at the end, unless that one has left too without a rival to play."""
        left = isinstance(champion, str) and self.now(champion) in self.ledger.withdrawal_of
        return NOBODY if left and self.out[-1] == [NOBODY] else champion


def play_bracket(
    ledger: ContestLedger,
    entrants: Sequence[str | None],
    *,
    third_place: bool,
    params: Mapping[str, Any],
    first: int = 1,
    after: ConsolationPlace | None = None,
) -> Bracket:
    """Plays a bracket of entrants by strength, or as drawn. A match exists once both are known; `first` numbers the first.

    None among the entrants is an empty place: its rival goes on. `after`: it is the consolation of another bracket.
    """
    slots: list[Slot] = [entrant or NOBODY for entrant in bracket(entrants)]
    play = _Play(ledger, params, first, len(slots), after, third_place=third_place)
    rounds = play.rounds
    for number in range(1, rounds):
        slots = play.round(slots, number, "knockout")
    third: list[Slot] = []
    if third_place and rounds > 1:
        third = [*play.meet((play.out[-1][0], play.out[-1][1]), "knockout", rounds, THIRD_PLACE)]
    champion = play.alone(play.round(slots, rounds, "knockout" if after else "final")[0])
    statuses = play.statuses()
    over = UNDECIDED not in {champion, *third}
    losers = [[*loser_places, *play.missing.get(number, ())] for number, loser_places in enumerate(play.out, start=1)]
    best = [[champion], play.out[-1], *([[slot] for slot in third] or play.out[-2:-1])] if over else []
    places = [entrant for entrant in entrants if entrant is not None]
    loser_places = {slot for slots in losers for slot in slots}
    holders = {
        place: ledger.holder(place, play.own.get(place, ()), over=over or place in loser_places) for place in places
    }
    return Bracket(
        statuses=statuses,
        byes=tuple(play.byes),
        order=bracket_order(places, holders, best, losers),
        over=over,
        only_last=all(one.over or one.fixture.round == rounds + play.rounds_before for one in statuses),
        champion=holders[champion] if isinstance(champion, str) else None,
        rows={entrant: holders[place] for place in places for entrant in ledger.contest.line(place)},
        first_losers=_first_losers(play, places) if over or play.has_lost_first.keys() >= {*places} else None,
    )


def _first_losers(play: _Play, places: Sequence[str]) -> tuple[str, ...]:
    return tuple(place for place in places if play.has_lost_first.get(place))


def bracket_order(
    places: Sequence[str],
    holders: Mapping[str, str],
    best: Sequence[Sequence[Slot]],
    losers_by_round: Sequence[Sequence[Slot]],
) -> tuple[Tie, ...]:
    """All entrants: the last places first, then those still in, then the losers, latest first."""
    losers = {slot for slots in losers_by_round for slot in slots}
    still_in = [place for place in places if place not in losers]
    groups: list[list[str]] = []
    entrants: set[str] = set()
    for slots in (*best, still_in, *reversed(losers_by_round)):
        holding = dict.fromkeys(holders[slot] for slot in slots if isinstance(slot, str))
        new_holders = [holder for holder in holding if holder not in entrants]
        entrants.update(new_holders)
        groups += [new_holders] if new_holders else []
    ties = split_into(Tie(tuple(entrants)), "points", groups)
    return tuple(further(ties, lambda tie: [keep_open(tie)]))
