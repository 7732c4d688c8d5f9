"""Line-ups of an encounter of teams: given apart, bound, and opened together once both are given (teams.encounter).

A line-up is judged against its own team alone, so that no refusal tells anything of the other.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.boards import RULE, require_teams
from referee.championship.decisions import due, require_all_in
from referee.championship.events import DecisionUndone, LineupGiven, LineupsShown, OpenedLineup
from referee.championship.lineup_checks import bind
from referee.championship.lineup_secrets import forget, keep
from referee.championship.people import PlayerRef, player, team_of_name
from referee.championship.recorded_contest import Names, RecordedContest, RecordedFixture
from referee.championship.state import Championship
from referee.championship.team_members import members_of, name_in_words, no_member
from referee.contests.teams.lineups import BoardMembers, Lineup
from referee.contests.teams.terms import MOST_BOARDS, Board
from referee.errors import Conflict, Flaw, Impossible, Inconsistent, NotFound
from referee.log.row_writes import RowWrite
from referee.text import Text

AtBoard = Annotated[tuple[PlayerRef, ...], Meta(min_length=1, max_length=2, description="Who sits there.")]


class GiveLineup(Struct, frozen=True, forbid_unknown_fields=True):
    """A team's line-up for an encounter."""

    boards: Annotated[
        tuple[AtBoard, ...],
        Meta(
            min_length=1,
            max_length=MOST_BOARDS,
            description="The members at each board, in the order of the boards; every board is there.",
        ),
    ]


class LineupDecision(Struct, frozen=True):
    """The decisions about line-ups, and what they write beside the log."""

    events: tuple[LineupGiven | LineupsShown | DecisionUndone, ...]
    rows: tuple[RowWrite, ...]


class LineupDesk(Struct, frozen=True):
    """The encounter for which a line-up is given, as it stands, and what is needed to bind and to open.

    `open_` gives the line-up that waits behind a commitment.
    """

    championship: Championship
    contest: RecordedContest
    record: RecordedFixture
    names: Names
    new_salt: Callable[[], str]
    open_: Callable[[RecordedContest, RecordedFixture, Lineup], OpenedLineup]

    def give(self, request: GiveLineup, reference: str) -> LineupDecision:
        """The line-up of a team, and both opened if it is the second.

        Raises NotFound for a team that is not of the encounter, Impossible once that has begun, Conflict once both are shown,
        Inconsistent with every flaw.
        """
        contest, record = self.contest, self.record
        due(contest, record)
        require_teams(contest)
        require_all_in(contest, record)
        team = team_of(reference, contest, record)
        if contest.has_begun(record):
            raise Impossible(
                Text(
                    es="ese enfrentamiento ha empezado: las alineaciones se dan antes",
                    en="that encounter has begun: line-ups are given before it",
                ),
                rule=RULE,
            )
        lineups = contest.lineups_of(record)
        if any(one.is_shown for one in lineups.values()):
            raise Conflict(
                Text(
                    es="las dos alineaciones están a la vista: `DELETE` quita las dos, y se dan otra vez",
                    en="both line-ups are shown: `DELETE` takes both back, to be given again",
                ),
                rule=RULE,
                extra={"version": record.version},
            )
        own = OpenedLineup(team, self._members(request, team), self.new_salt())
        binding = LineupGiven(contest.id, record.id, team, bind(record.id, own))
        other = next((one for one in lineups.values() if one.team != team), None)
        if other is None:
            return LineupDecision((binding,), tuple(keep(record, own)))
        both = {team: own, other.team: self.open_(contest, record, other)}
        opening = LineupsShown(contest.id, record.id, tuple(both[one] for one in record.entrants))
        return LineupDecision((binding, opening), tuple(forget(record, *record.entrants)))

    def _members(self, request: GiveLineup, team: str) -> BoardMembers:
        terms = self.contest.contest.teams
        assert terms is not None
        if len(request.boards) != len(terms.boards):
            text = Text(
                es=f"hay {len(terms.boards)} tableros, y aquí se nombran {len(request.boards)}",
                en=f"there are {len(terms.boards)} boards, and {len(request.boards)} are named here",
            )
            raise Inconsistent.at("$.boards", text, rule=RULE)
        own = members_of(team, self.championship, self.contest)
        seats = [
            self._named_member(f"$.boards[{n}][{m}]", reference)
            for n, references in enumerate(request.boards)
            for m, reference in enumerate(references)
        ]
        flaws = [*self._strangers(seats, {*own}, team), *_twice(seats), *_numbers(request, terms.boards)]
        if flaws:
            raise Inconsistent(flaws[0].text, rule=RULE, flaws=flaws)
        people = iter(seats)
        return tuple(tuple(own[next(people).person or ""] for _ in references) for references in request.boards)

    def _named_member(self, path: str, reference: str) -> "_NamedMember":
        """Raises Ambiguous."""
        person = self._person(reference)
        return _NamedMember(path, name_in_words(reference, person, self.names), person)

    def _person(self, reference: str) -> str | None:
        """The player of a reference; None where there is none. Raises Ambiguous."""
        try:
            return player(reference, self.championship, self.names)
        except NotFound:
            return None

    def _strangers(self, seats: "list[_NamedMember]", own: set[str], team: str) -> Iterator[Flaw]:
        for seat in seats:
            if seat.person not in own:
                yield Flaw(seat.path, no_member(seat.name, team, self.contest))


def team_of(reference: str, contest: RecordedContest, record: RecordedFixture) -> str:
    """The team of an encounter of this id or name. Raises NotFound."""
    team = reference if reference in record.entrants else team_of_name(reference, contest.contest)
    if team is None or team not in record.entrants:
        raise NotFound(
            Text(
                es=f"ningún equipo de ese enfrentamiento es «{reference}»",
                en=f"no team of that encounter is {reference!r}",
            )
        )
    return team


class _NamedMember(Struct, frozen=True):
    """A place of a line-up: where it stands in the request, the name there, and the person, if there is one."""

    path: str
    name: str
    person: str | None


def _twice(seats: list[_NamedMember]) -> Iterator[Flaw]:
    times = Counter[str]()
    for seat in seats:
        times[seat.person or ""] += 1
        if seat.person is not None and times[seat.person] > 1:
            yield Flaw(
                seat.path,
                Text(
                    es=f"«{seat.name}» ya se sienta en otro sitio: cada uno en un tablero",
                    en=f"{seat.name!r} sits somewhere else already: everybody at one board",
                ),
            )


def _numbers(request: GiveLineup, boards: tuple[Board, ...]) -> Iterator[Flaw]:
    for n, (references, board) in enumerate(zip(request.boards, boards, strict=True)):
        size = board.per_team or 1
        if len(references) != size:
            yield Flaw(
                f"$.boards[{n}]",
                Text(
                    es=f"en el tablero {n + 1} se sientan {size} de cada equipo, no {len(references)}",
                    en=f"{size} of each team sit at board {n + 1}, not {len(references)}",
                ),
            )
