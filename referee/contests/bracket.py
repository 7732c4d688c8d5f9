"""A bracket of matches of two: who loses is out, who has no rival goes on."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from referee.contests.book import Book, Judged, Stage
from referee.contests.contest import Award, Bye, Fixture, FixtureKind, Phase, PodiumPlace, only_rulings
from referee.contests.draws import bracket
from referee.contests.standings.tables import Table, league_table
from referee.contests.standings.ties import Tie, further, keep_open, parted


class Vacancy(Enum):
    """A place in a bracket without an entrant: nobody comes, or it is not decided yet who."""

    NOBODY = "nobody"
    UNDECIDED = "undecided"


Slot = str | Vacancy
NOBODY, UNDECIDED = Vacancy.NOBODY, Vacancy.UNDECIDED


class Bracket(Stage, frozen=True):
    """A knockout as far as it is played. `order` parts its entrants by how far they came; `over`: its last places stand."""

    byes: tuple[Bye, ...]
    order: tuple[Tie, ...]
    over: bool
    only_last: bool

    @property
    def phase(self) -> Phase:
        """Where it leaves the contest."""
        if self.over:
            return "finished"
        if only_rulings(self.pending):
            return "waiting_ruling"
        return "final" if self.only_last else "playing"

    def table(self, book: Book) -> Table:
        """The entrants by how far they came, with the figures of their matches."""
        bouts = tuple(filter(None, map(book.bout, self.judged)))
        return league_table(self.order, bouts, book.sanctions(self.fixtures), book.names, (), not self.over)

    def awards(self, book: Book, podium: Iterable[PodiumPlace]) -> tuple[Award, ...]:
        """The podium's points, each given by the last match of its player."""
        last = {entrant: judged for judged in self.judged for entrant in judged.fixture.entrants}
        return tuple(
            award for step in podium for award in book.prizes([step], "format.podium", book.source(last[step.player]))
        )


class _Play:
    """The matches of a bracket while it is walked through. `out` lost, round by round; `missing` did not come, both of two."""

    def __init__(self, book: Book, params: Mapping[str, Any], first: int, size: int) -> None:
        self.book = book
        self.params = params
        self.first = first
        self.size = size
        self.judged: list[Judged] = []
        self.byes: list[Bye] = []
        self.out: list[list[Slot]] = []
        self.missing: dict[int, list[str]] = {}

    def round(self, slots: Sequence[Slot], number: int, kind: FixtureKind) -> list[Slot]:
        """Plays a round; returns who goes on, and notes who is out."""
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        met = [self.meet(pair, kind, number, table) for table, pair in enumerate(pairs, start=1)]
        self.out.append([out for _, out in met])
        self.byes += [Bye(number, on) for (on, out) in met if out is NOBODY and isinstance(on, str)]
        return [on for on, _ in met]

    def meet(self, pair: tuple[Slot, Slot], kind: FixtureKind, number: int, table: int) -> tuple[Slot, Slot]:
        """Who goes on and who is out."""
        a, b = pair
        if NOBODY in pair:
            return (a if b is NOBODY else b), NOBODY
        if not isinstance(a, str) or not isinstance(b, str):
            return UNDECIDED, UNDECIDED
        key = "final" if kind == "final" else f"knockout-{number}-{table}"
        # Numbered by the place in the bracket, so that a number does not hang on which match is over first.
        order = self.first + self.size - (self.size >> (number - 1)) + table - 1
        fixture = Fixture(key, kind, number, order, (a, b), (1,), table, params=self.params)
        judged = self.book.judge(fixture)
        self.judged.append(judged)
        if not judged.over:
            return UNDECIDED, UNDECIDED
        if not judged.ties:
            self.missing.setdefault(number, []).extend((a, b))
            return NOBODY, NOBODY
        first, second = judged.order(self.book)
        return first, second


def play_bracket(
    book: Book, entrants: Sequence[str], *, third_place: bool, params: Mapping[str, Any], first: int = 1
) -> Bracket:
    """Plays a bracket of entrants by strength, or as drawn. A match exists once both are known; `first` numbers the first."""
    slots: list[Slot] = [entrant or NOBODY for entrant in bracket(entrants)]
    play = _Play(book, params, first, len(slots))
    rounds = (len(slots) - 1).bit_length()
    for number in range(1, rounds):
        slots = play.round(slots, number, "knockout")
    third: list[Slot] = []
    if third_place and rounds > 1:
        third = [*play.meet((play.out[-1][0], play.out[-1][1]), "knockout", rounds, 2)]
    champion = play.round(slots, rounds, "final")[0] if rounds else slots[0]
    gone = [[*out, *play.missing.get(number, ())] for number, out in enumerate(play.out, start=1)]
    over = UNDECIDED not in {champion, *third}
    groups = [[champion], play.out[-1] if rounds else [], *([[slot] for slot in third] or play.out[-2:-1])]
    return Bracket(
        judged=tuple(play.judged),
        byes=tuple(play.byes),
        order=_order(entrants, groups if over else [], gone),
        over=over,
        only_last=all(judged.over or judged.fixture.round == rounds for judged in play.judged),
    )


def _order(entrants: Sequence[str], best: Sequence[Sequence[Slot]], out: Sequence[Sequence[Slot]]) -> tuple[Tie, ...]:
    """All entrants: the last places first, who is still in, then who went out, latest first."""
    gone = [slot for slots in out for slot in slots]
    still_in = [entrant for entrant in entrants if entrant not in gone]
    groups: list[list[str]] = []
    seen: set[str] = set()
    for slots in (*best, still_in, *reversed(out)):
        fresh = [slot for slot in slots if isinstance(slot, str) and slot not in seen]
        seen.update(fresh)
        groups += [fresh] if fresh else []
    ties = parted(Tie(tuple(entrants)), "points", groups)
    return tuple(further(ties, lambda tie: [keep_open(tie)]))
