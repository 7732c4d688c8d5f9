"""The persons of a contest of teams: what each made at the boards where they sat (teams.persons)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from referee.contests.standings.alphabet import ByName
from referee.contests.standings.ties import Step, Tie, further, in_order, keep_open, split
from referee.contests.teams.encounters import BoardOutcome, board_ranking, game_points, halves_of
from referee.contests.teams.lineups import BoardMembers, Lineup
from referee.contests.teams.terms import TeamTerms

Encounter = tuple[str, frozenset[str]]
"""The key of an encounter and its teams: between others it is another."""


class PersonFigures(Struct, frozen=True):
    """A person's boards: played `j`, won `g`, level `e`, lost `p`; game points for `f` and against `c`; board points in halves.

    `team` is the id of their team; after a merge of members of several, of that of the first board.
    """

    team: str
    j: int
    g: int
    e: int
    p: int
    f: int
    c: int
    halves: int

    @property
    def diff(self) -> int:
        """The difference of game points."""
        return self.f - self.c


class PersonRow(Struct, frozen=True):
    """A row of the persons' table: the place, the step that gave it, and the figures."""

    person: str
    place: int
    decided_by: Step
    above_by: Step | None
    figures: PersonFigures


def person_table(
    terms: TeamTerms,
    boards: Iterable[BoardOutcome],
    lineups: Iterable[Lineup],
    encounters: Collection[Encounter],
    names: ByName,
    now: Callable[[str], str],
) -> tuple[PersonRow, ...]:
    """The rows of all that sat at a board of an encounter in `encounters`, best first. `now` gives ids after merges.

    Order: board points, boards won, difference of game points; then they share the place.
    """
    members = {(encounter_of(one), one.team): one.members for one in lineups if one.is_shown}
    seats: dict[str, list[PersonFigures]] = {}
    for outcome in sorted(boards, key=lambda one: (one.at, one.board)):
        if encounter_of(outcome) not in encounters:
            continue
        for figures in _figures(terms, outcome):
            lineup = members.get((encounter_of(outcome), figures.team))
            for person in _people_at(outcome, figures.team, lineup):
                seats.setdefault(now(person), []).append(figures)
    if not seats:
        return ()
    rows = {person: _sum(own) for person, own in seats.items()}
    ties = split(Tie(tuple(rows)), "boards", lambda one: -rows[one].halves)
    ties = further(ties, lambda tie: split(tie, "wins", lambda one: -rows[one].g))
    ties = further(ties, lambda tie: split(tie, "diff", lambda one: -rows[one].diff))
    order = in_order(further(ties, lambda tie: [keep_open(tie)]), names)
    return tuple(PersonRow(one.entrant, one.place, one.decided_by, one.above_by, rows[one.entrant]) for one in order)


def encounter_of(one: BoardOutcome | Lineup) -> Encounter:
    """The encounter of a board or of a line-up."""
    return one.fixture, frozenset(one.entrants)


def _figures(terms: TeamTerms, outcome: BoardOutcome) -> Iterator[PersonFigures]:
    """The figures of a board for the people there, by team; none for a board without players."""
    board = terms.boards[outcome.board - 1]
    ranking = board_ranking(outcome, board)
    if not ranking:
        return
    points, halves = game_points(outcome, board), halves_of(outcome, board)
    is_level = len(ranking) == 1
    for place, team in enumerate(outcome.entrants):
        win, loss = not is_level and place in ranking[0], not is_level and place in ranking[1]
        yield PersonFigures(
            team, 1, int(win), int(is_level), int(loss), points[place], points[1 - place], halves[place]
        )


def _people_at(outcome: BoardOutcome, team: str, lineup: BoardMembers | None) -> tuple[str, ...]:
    """The members of a team that sat at a board: those of the match played there, else those of the line-up."""
    if outcome.players:
        return outcome.players[outcome.entrants.index(team)]
    return lineup[outcome.board - 1] if lineup else ()


def _sum(own: Sequence[PersonFigures]) -> PersonFigures:
    """All boards of a person together."""
    columns = zip(*((one.j, one.g, one.e, one.p, one.f, one.c, one.halves) for one in own), strict=True)
    return PersonFigures(own[0].team, *map(sum, columns))
