"""A bracket of matches of two: who loses is out, who has no rival goes on."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec.structs import replace

from referee.contests.book import Book, Judged, Stage
from referee.contests.bracket_tables import Match, bracket_tables
from referee.contests.contest import Award, Bye, Fixture, FixtureKind, FixtureStage, Phase, PodiumPlace, only_rulings
from referee.contests.draws import bracket
from referee.contests.stages import summed
from referee.contests.standings.podium import GENERAL
from referee.contests.standings.tables import Table, league_table
from referee.contests.standings.ties import Tie, further, keep_open, parted


class Vacancy(Enum):
    """A place in a bracket without an entrant: nobody comes, or it is not decided yet who."""

    NOBODY = "nobody"
    UNDECIDED = "undecided"


Slot = str | Vacancy
NOBODY, UNDECIDED = Vacancy.NOBODY, Vacancy.UNDECIDED
THIRD_PLACE = 2
"""The place of the match for third place in its round, and its table: the final has the first."""
STAGES: tuple[FixtureStage, ...] = ("final", "semifinal", "quarterfinal", "round_of_16")
"""The last rounds of a bracket, last first; those before have a number only."""


class Bracket(Stage, frozen=True):
    """A knockout as far as it is played.

    `order` parts its entrants by how far they came; `over`: its last places stand; `champion`: who won it, None for nobody.
    `rows` says of everybody who played in whose row that is.
    """

    byes: tuple[Bye, ...]
    order: tuple[Tie, ...]
    over: bool
    only_last: bool
    champion: str | None
    rows: Mapping[str, str]

    @property
    def phase(self) -> Phase:
        """Where it leaves the contest."""
        if self.over:
            return "null" if self.champion is None else "finished"
        if only_rulings(self.pending):
            return "waiting_ruling"
        return "final" if self.only_last else "playing"

    def table(self, book: Book) -> Table:
        """The entrants by how far they came, with the figures of their matches."""
        bouts = tuple(bout.between(self.rows) for bout in map(book.bout, self.judged) if bout)
        sanctions = summed(book.sanctions(self.fixtures), self.rows)
        return league_table(self.order, bouts, sanctions, book.names, (), not self.over)

    def podium(self, book: Book) -> tuple[PodiumPlace, ...]:
        """The podium once it is decided; without a champion there is none."""
        return () if not self.over or self.champion is None else book.podium(self.order, GENERAL, self.champion)

    def awards(self, book: Book, podium: Iterable[PodiumPlace]) -> tuple[Award, ...]:
        """The podium's points, each given by the last match of its player, or by what left nobody to play against."""
        last = {self.rows[one]: judged for judged in self.judged for one in judged.fixture.entrants}
        alone = book.last(self.fixtures)
        return tuple(
            award
            for step in podium
            for judged in (last.get(step.player),)
            for award in book.prizes([step], "format.podium", book.source(judged) if judged else alone)
        )


class _Play:
    """The matches of a bracket while it is walked through. A slot holds whose place it is, whoever sits there now.

    `out` lost, round by round; `missing` did not come, both of two. `own` are the matches of each place.
    """

    def __init__(self, book: Book, params: Mapping[str, Any], first: int, size: int) -> None:
        self.book = book
        self.params = params
        self.first = first
        self.size = size
        self.matches: dict[Match, Judged | None] = {}
        self.byes: list[Bye] = []
        self.out: list[list[Slot]] = []
        self.missing: dict[int, list[str]] = {}
        self.own: dict[str, list[Judged]] = {}

    def round(self, slots: Sequence[Slot], number: int, kind: FixtureKind) -> list[Slot]:
        """Plays a round; returns who goes on, and notes who is out."""
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        met = [self.meet(pair, kind, number, place) for place, pair in enumerate(pairs, start=1)]
        self.out.append([out for _, out in met])
        byes = [on for (on, out) in met if out is NOBODY and isinstance(on, str)]
        self.byes += [Bye(number, self.now(on), kind, stage=self.stage(number, 1)) for on in byes]
        return [on for on, _ in met]

    def meet(self, pair: tuple[Slot, Slot], kind: FixtureKind, number: int, place: int) -> tuple[Slot, Slot]:
        """Who goes on and who is out of the match in this place of its round."""
        a, b = pair
        if NOBODY in pair:
            return (a if b is NOBODY else b), NOBODY
        self.matches[number, place] = None
        if not isinstance(a, str) or not isinstance(b, str):
            return UNDECIDED, UNDECIDED
        key = "final" if kind == "final" else f"knockout-{number}-{place}"
        # Numbered by the place in the bracket, so that a number does not hang on which match is over first.
        order = self.first + self.size - (self.size >> (number - 1)) + place - 1
        stage = self.stage(number, place)
        fixture = Fixture(key, kind, number, order, (a, b), (1,), params=self.params, stage=stage)
        judged = self.book.judge(fixture)
        self.matches[number, place] = judged
        place_of = dict(zip(judged.fixture.entrants, (a, b), strict=True))
        for slot in (a, b):
            self.own.setdefault(slot, []).append(judged)
        if not judged.over:
            return UNDECIDED, UNDECIDED
        if judged.nobody_won:
            self.missing.setdefault(number, []).extend((a, b))
            return NOBODY, NOBODY
        first, second = judged.order(self.book)
        return place_of[first], place_of[second]

    @property
    def rounds(self) -> int:
        """How many rounds it has, the final included."""
        return (self.size - 1).bit_length()

    def stage(self, number: int, place: int) -> FixtureStage | None:
        """The name of the match in this place of its round; None where the round has only a number."""
        to_come = self.rounds - number
        if to_come == 0 and place == THIRD_PLACE:
            return "third_place"
        return STAGES[to_come] if to_come < len(STAGES) else None

    def judged(self) -> tuple[Judged, ...]:
        """The matches whose players are known, with the numbers of their tables."""
        third = (self.rounds, THIRD_PLACE)
        tables = bracket_tables(self.matches.keys() - {third}) | {third: THIRD_PLACE}
        return tuple(
            replace(judged, fixture=replace(judged.fixture, table=tables[match]))
            for match, judged in self.matches.items()
            if judged is not None
        )

    def now(self, place: str) -> str:
        """Who sits in a place now."""
        return self.book.holder(place, (), over=False)

    def alone(self, champion: Slot) -> Slot:
        """Who is left at the end, unless that one has left too with nobody to play against."""
        left = isinstance(champion, str) and self.now(champion) in self.book.withdrawn
        return NOBODY if left and self.out[-1] == [NOBODY] else champion


def play_bracket(
    book: Book, entrants: Sequence[str | None], *, third_place: bool, params: Mapping[str, Any], first: int = 1
) -> Bracket:
    """Plays a bracket of entrants by strength, or as drawn. A match exists once both are known; `first` numbers the first.

    None among the entrants is a place that nobody takes: the rival goes on.
    """
    slots: list[Slot] = [entrant or NOBODY for entrant in bracket(entrants)]
    play = _Play(book, params, first, len(slots))
    rounds = play.rounds
    for number in range(1, rounds):
        slots = play.round(slots, number, "knockout")
    third: list[Slot] = []
    if third_place and rounds > 1:
        third = [*play.meet((play.out[-1][0], play.out[-1][1]), "knockout", rounds, THIRD_PLACE)]
    champion = play.alone(play.round(slots, rounds, "final")[0])
    judged = play.judged()
    over = UNDECIDED not in {champion, *third}
    gone = [[*out, *play.missing.get(number, ())] for number, out in enumerate(play.out, start=1)]
    best = [[champion], play.out[-1], *([[slot] for slot in third] or play.out[-2:-1])] if over else []
    places = [entrant for entrant in entrants if entrant is not None]
    out = {slot for slots in gone for slot in slots}
    holders = {place: book.holder(place, play.own.get(place, ()), over=over or place in out) for place in places}
    return Bracket(
        judged=judged,
        byes=tuple(play.byes),
        order=_order(places, holders, best, gone),
        over=over,
        only_last=all(one.over or one.fixture.round == rounds for one in judged),
        champion=holders[champion] if isinstance(champion, str) else None,
        rows={entrant: holders[place] for place in places for entrant in book.contest.line(place)},
    )


def _order(
    places: Sequence[str], holders: Mapping[str, str], best: Sequence[Sequence[Slot]], out: Sequence[Sequence[Slot]]
) -> tuple[Tie, ...]:
    """All entrants: the last places first, who is still in, then who went out, latest first."""
    gone = {slot for slots in out for slot in slots}
    still_in = [place for place in places if place not in gone]
    groups: list[list[str]] = []
    seen: set[str] = set()
    for slots in (*best, still_in, *reversed(out)):
        holding = dict.fromkeys(holders[slot] for slot in slots if isinstance(slot, str))
        fresh = [holder for holder in holding if holder not in seen]
        seen.update(fresh)
        groups += [fresh] if fresh else []
    ties = parted(Tie(tuple(seen)), "points", groups)
    return tuple(further(ties, lambda tie: [keep_open(tie)]))
