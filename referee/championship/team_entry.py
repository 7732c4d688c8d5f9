"""Teams as they enter a contest: their names and members, and the boards on which they meet (teams.encounter)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.championship.people import PlayerRef, player
from referee.championship.recorded_contest import Names, sides_of
from referee.championship.state import Championship
from referee.contests.contest import Entrant
from referee.contests.teams.terms import Board, TeamTerms
from referee.errors import Flaw, Inconsistent
from referee.match.events import FOR_GOOD
from referee.match.registry import read_params, require_ruleset
from referee.people.spelling import require_name
from referee.text import Text

RULE = "teams.encounter"
FORMATS = ("groups", "knockout", "league")
"""The formats in which teams meet."""
WITHOUT = ("repesca", "redraw", "lives")
"""Choices of these formats that go with no teams: each compares or pairs entrants by points of another kind."""
TWO = 2


class Team(Struct, frozen=True, forbid_unknown_fields=True):
    """A team that enters a contest of teams."""

    name: Annotated[str, Meta(min_length=1, max_length=200, description=f"It is no person's. {FOR_GOOD}")]
    members: Annotated[
        tuple[PlayerRef, ...], Meta(min_length=1, max_length=64, description="Players of the championship.")
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
            rule="teams.score",
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
        Flaw(
            f"$.entrants[{n}].name",
            Text(es=f"hay otro equipo «{team.name}»", en=f"there is another team {team.name!r}"),
        )
        for n, team in enumerate(teams)
        if spellings[n] in spellings[:n]
    ]


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
    seats = sum(board.per_team or 1 for board in terms.boards)
    return [
        Flaw(
            f"$.entrants[{n}].members",
            Text(
                es=f"«{team.name}» tiene {len(team.players)} miembros, y en los tableros se sientan {seats} a la vez",
                en=f"{team.name!r} has {len(team.players)} members, and {seats} sit at the boards at the same time",
            ),
        )
        for n, team in enumerate(teams)
        if len(team.players) < seats
    ]


def require_for_teams(fields: Mapping[str, object], format_id: str, params: Mapping[str, object]) -> None:
    """Raises Inconsistent for a format in which no teams meet, or `fields` or `params` of a request that go with none."""
    if format_id not in FORMATS:
        those = ", ".join(FORMATS)
        raise Inconsistent.at(
            "$.format",
            Text(
                es=f"los equipos se enfrentan en: {those}; no en «{format_id}»",
                en=f"teams meet in: {those}; not in {format_id!r}",
            ),
            rule=RULE,
        )
    choices = {f"params.{name}": params.get(name) or None for name in WITHOUT}
    name = next((name for name, value in {**fields, **choices}.items() if value is not None), None)
    if name is not None:
        raise Inconsistent.at(
            f"$.{name}",
            Text(es=f"`{name}` no va con equipos: quítelo", en=f"`{name}` does not go with teams: leave it out"),
            rule=RULE,
        )
