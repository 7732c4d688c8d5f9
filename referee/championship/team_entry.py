"""Teams as they enter a contest: their names and members, and the boards on which they meet (teams.encounter)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.championship.people import PlayerRef, player
from referee.championship.recorded_contest import Names, sides_of
from referee.championship.state import Championship
from referee.contests.contest import Contest, Entrant
from referee.contests.formats import formats
from referee.contests.rounds.options import MatchPoints
from referee.contests.teams.terms import Board, EncounterPoints, TeamTerms
from referee.errors import Flaw, Inconsistent
from referee.match.events import FOR_GOOD
from referee.match.registry import read_params, require_ruleset
from referee.people.spelling import require_name
from referee.text import Text

RULE = "teams.encounter"
SCORE = "teams.score"
WITHOUT: Mapping[str, object] = {"repesca": 0, "redraw": False, "lives": 1}
"""Choices of these formats that go with no teams, unless they are these: others compare or pair entrants by other points."""
MOST_MEMBERS = 64
TWO = 2


class Team(Struct, frozen=True, forbid_unknown_fields=True):
    """A team that enters a contest of teams."""

    name: Annotated[str, Meta(min_length=1, max_length=200, description=f"It is no person's. {FOR_GOOD}")]
    members: Annotated[
        tuple[PlayerRef, ...], Meta(min_length=1, max_length=MOST_MEMBERS, description="Players of the championship.")
    ]


def complete_terms(terms: TeamTerms) -> TeamTerms:
    """The terms with the players and all choices of every board. Raises BadRequest, Inconsistent, NotInThisGame."""
    points = terms.points
    if not points.win >= points.level >= points.loss:
        raise Inconsistent.at(
            "$.teams.points",
            Text(
                es=f"ganar no puede dar menos que empatar, ni empatar menos que perder: {points.win}, {points.level}, "
                f"{points.loss}",
                en=f"a win cannot give less than a level encounter, nor that less than a loss: {points.win}, {points.level}, "
                f"{points.loss}",
            ),
            rule=SCORE,
        )
    return replace(terms, boards=tuple(_complete(board, n) for n, board in enumerate(terms.boards)))


def teams_of(
    entrants: Sequence[Team], terms: TeamTerms, championship: Championship, names: Names, new_id: Callable[[], str]
) -> tuple[Entrant, ...]:
    """The teams of a request as entrants. Raises NotFound, Ambiguous, Inconsistent with every flaw."""
    teams = [
        Entrant(
            new_id(),
            tuple(player(who, championship, names) for who in team.members),
            require_name(team.name, f"$.entrants[{n}].name"),
        )
        for n, team in enumerate(entrants)
    ]
    flaws = [*_flaws_of_names(teams), *_flaws_of_members(teams, names), *_flaws_of_size(teams, terms)]
    if flaws:
        raise Inconsistent(flaws[0].text, rule=RULE, flaws=flaws)
    return tuple(teams)


def _complete(board: Board, n: int) -> Board:
    path = f"$.teams.boards[{n}]"
    rules = require_ruleset(board.ruleset, f"{path}.ruleset")
    sizes = [size for size in (1, TWO) if TWO in sides_of(rules.id, size)]
    size = board.per_team or (sizes[0] if sizes else 0)
    if size not in sizes:
        possible = ", ".join(map(str, sizes))
        raise Inconsistent.at(
            f"{path}.per_team" if sizes else f"{path}.ruleset",
            Text(
                es=f"«{rules.title.es}» se juega con {possible} de cada equipo, no con {size}"
                if sizes
                else f"«{rules.title.es}» no se juega entre dos equipos",
                en=f"{rules.title.en} is played by {possible} of each team, not by {size}"
                if sizes
                else f"{rules.title.en} is not played by two teams",
            ),
            rule=RULE,
        )
    params = msgspec.to_builtins(read_params(rules, board.params, f"{path}.params"))
    name = None if board.name is None else require_name(board.name, f"{path}.name")
    return replace(board, ruleset=rules.id, per_team=size, params=params, name=name)


def _flaws_of_names(teams: Sequence[Entrant]) -> list[Flaw]:
    spellings = [(team.name or "").casefold() for team in teams]
    return [
        _flaw_of_name(f"$.entrants[{n}].name", team) for n, team in enumerate(teams) if spellings[n] in spellings[:n]
    ]


def _flaw_of_name(path: str, team: Entrant) -> Flaw:
    return Flaw(path, Text(es=f"hay otro equipo «{team.name}»", en=f"there is another team {team.name!r}"))


def _flaws_of_members(teams: Sequence[Entrant], names: Names) -> list[Flaw]:
    places = [(n, m, who) for n, team in enumerate(teams) for m, who in enumerate(team.players)]
    people = [who for _, _, who in places]
    return [
        Flaw(
            f"$.entrants[{n}].members[{m}]",
            Text(es=f"{names(who) or who} ya está en un equipo", en=f"{names(who) or who} is in a team already"),
        )
        for at, (n, m, who) in enumerate(places)
        if who in people[:at]
    ]


def _flaws_of_size(teams: Sequence[Entrant], terms: TeamTerms) -> list[Flaw]:
    return [
        _flaw_of_size(f"$.entrants[{n}].members", team, terms)
        for n, team in enumerate(teams)
        if len(team.players) < terms.seats
    ]


def _flaw_of_size(path: str, team: Entrant, terms: TeamTerms) -> Flaw:
    number, seats = len(team.players), terms.seats
    return Flaw(
        path,
        Text(
            es=f"«{team.name}» tiene {number} miembros, y en los tableros se sientan {seats} a la vez",
            en=f"{team.name!r} has {number} members, and {seats} sit at the boards at the same time",
        ),
    )


def require_team(team: Entrant, contest: Contest) -> None:
    """Raises Inconsistent for a team that comes late with the name of another, or with too few members."""
    names = {(other.name or "").casefold() for other in contest.entrants}
    flaws = [_flaw_of_name("$.team.name", team)] if (team.name or "").casefold() in names else []
    if contest.teams is not None and len(team.players) < contest.teams.seats:
        flaws.append(_flaw_of_size("$.team.members", team, contest.teams))
    if flaws:
        raise Inconsistent(flaws[0].text, rule=RULE, flaws=flaws)


def require_for_teams(fields: Mapping[str, object], format_id: str) -> None:
    """Raises Inconsistent for a format in which no teams meet, or `fields` of a request that go with none."""
    format_ = formats().get(format_id)
    if format_ is None or not format_.takes_teams:
        those = ", ".join(id_ for id_, one in sorted(formats().items()) if one.takes_teams)
        raise Inconsistent.at(
            "$.format",
            Text(
                es=f"los equipos se enfrentan en: {those}; no en «{format_id}»",
                en=f"teams meet in: {those}; not in {format_id!r}",
            ),
            rule=RULE,
        )
    name = next((name for name, value in fields.items() if value is not None), None)
    if name is not None:
        raise _not_with_teams(f"$.{name}")


def require_choices(options: Struct, terms: TeamTerms | None) -> None:
    """Raises Inconsistent for choices of a format that go with no teams, or with teams alone."""
    for path, choices in _choices(options):
        if terms is None:
            if "boards" in getattr(choices, "tie_breaks", ()):
                text = Text(
                    es="puntos de tablero solo los tienen los equipos: quite `boards`",
                    en="only teams have board points: leave out `boards`",
                )
                raise Inconsistent.at(f"{path}.tie_breaks", text, rule=SCORE)
            continue
        for name, usual in WITHOUT.items():
            if getattr(choices, name, usual) != usual:
                raise _not_with_teams(f"{path}.{name}")


def agreed_terms(terms: TeamTerms, options: Struct) -> TeamTerms:
    """The terms with the points that a format of its own choices of points gives. Raises Inconsistent where both say others."""
    chosen = getattr(options, "points", None)
    if not isinstance(chosen, MatchPoints):
        return terms
    points = EncounterPoints(chosen.win, chosen.level, chosen.loss)
    if terms.points not in (EncounterPoints(), points):
        raise Inconsistent.at(
            "$.teams.points",
            Text(
                es="`teams.points` y `params.points` dicen puntos distintos de un enfrentamiento: deje unos",
                en="`teams.points` and `params.points` name different points of an encounter: keep one of them",
            ),
            rule=SCORE,
        )
    return replace(terms, points=points)


def _choices(options: Struct) -> Iterator[tuple[str, Struct]]:
    """The choices of a format, and of each of its stages, with their places in a request."""
    yield "$.params", options
    for n, stage in enumerate(getattr(options, "stages", ())):
        yield f"$.params.stages[{n}]", stage


def _not_with_teams(path: str) -> Inconsistent:
    name = path.removeprefix("$.")
    return Inconsistent.at(
        path,
        Text(es=f"`{name}` no va con equipos: quítelo", en=f"`{name}` does not go with teams: leave it out"),
        rule=RULE,
    )
