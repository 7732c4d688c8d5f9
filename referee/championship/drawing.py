"""Drawing a contest: its ruleset, format, entrants and order; drawing it again; another clock for it later."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from referee.championship.decisions import Why
from referee.championship.duplicate_entry import FOUR, SEATS, is_each_alone, require_same_deals
from referee.championship.events import ContestDrawn, ContestRedrawn, TimingChanged
from referee.championship.given_rounds import GivenRounds, rounds_of, sides_of_rounds
from referee.championship.identity import ids_from
from referee.championship.people import EntrantRef, player
from referee.championship.recorded_contest import PAIR, Names, RecordedContest, sides_of
from referee.championship.state import Championship
from referee.championship.team_entry import RULE as TEAMS
from referee.championship.team_entry import (
    Team,
    agreed_terms,
    complete_terms,
    require_choices,
    require_for_teams,
    teams_of,
)
from referee.client_data import ExternalId, Metadata
from referee.contests.contest import Entrant
from referee.contests.draws import DrawnOrder, draw
from referee.contests.duplicate.terms import DuplicateTerms
from referee.contests.formats import formats
from referee.contests.given import RULE as GIVEN
from referee.contests.partners import Partners
from referee.contests.rounds.options import MOST_ENTRANTS
from referee.contests.settlement import OVER, places_paid
from referee.contests.substitution import is_replaced
from referee.contests.teams.terms import TeamTerms
from referee.errors import BadRequest, ContestClosed, Flaw, Inconsistent, NotInThisGame
from referee.match.events import FOR_GOOD
from referee.match.game import Ruleset
from referee.match.registry import malformation, read_params, require_ruleset, with_house
from referee.match.terms.agreed_time import CONTEST, AgreedTime
from referee.match.terms.named_house import NamedHouse
from referee.match.terms.stakes import Stakes, require_divisible
from referee.match.timing.limits import require_fitting
from referee.people.spelling import normalized_name, require_name
from referee.text import Text

Seed = Annotated[str, Meta(min_length=1, max_length=200, description=f"Anyone can repeat the draw from it. {FOR_GOOD}")]
ROTATING = "partners.rotating"
NEAREST = 3
"""Possible numbers on either side of one that is not, where there are too many to list."""
LISTED = 64
"""The most possible numbers that are listed one by one."""
PODIUM = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=1000)], ...], Meta(min_length=1, max_length=10, description="Points by place.")
]


class DrawContest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A contest to be drawn. An entrant is one player, or a pair as a list of two: how they enter says if matches are of pairs.

    Without `entrants` those enter who are named in `order` or `rounds`, or else everybody, each alone. `order` is a draw made by
    hand with lots, `rounds` are those of a league that was drawn elsewhere. `params` are those of the ruleset and the choices of
    the format. `house` are house rules under a name, which settle some of the ruleset's. `timing` is the referee's clock of each
    of its matches, as far as that is not opened with another. With `teams` every entrant is a team, with its name and members,
    which `order` names by its name; `ruleset` is then that of the first board, and `params` are the choices of the format alone.
    """

    ruleset: str
    format: str
    entrants: Annotated[tuple[EntrantRef | Team, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)] | None = None
    params: dict[str, Any] = {}
    podium: PODIUM | None = None
    seed: Seed | None = None
    order: Annotated[tuple[EntrantRef, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)] | None = None
    stakes: Stakes | None = None
    house: NamedHouse | None = None
    timing: AgreedTime | None = None
    name: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=200,
                description=f"What the contest is called; without it, it goes by its game. {FOR_GOOD}",
            ),
        ]
        | None
    ) = None
    external_id: ExternalId | None = None
    metadata: Metadata | None = None
    rounds: GivenRounds | None = None
    partners: Annotated[
        Partners | None,
        Meta(
            description="`rotating`: everybody enters alone, and each round gives everybody a new partner and new rivals "
            "(`partners.rotating`). For games of pairs in the format `rounds`."
        ),
    ] = None
    teams: TeamTerms | None = None
    duplicate: Annotated[
        DuplicateTerms | None,
        Meta(
            description="Every table plays the same deals, and each side is compared with those that held the same cards "
            "(`duplicate.deals`). For games whose hands can stand alone, in the format `rounds`."
        ),
    ] = None


class DrawAgain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another draw of a contest in which nothing has been played, or other rounds that were drawn elsewhere."""

    reason: Annotated[str, Meta(min_length=1, max_length=500, description=FOR_GOOD)]
    seed: Seed | None = None
    order: Annotated[tuple[EntrantRef, ...], Meta(min_length=1, max_length=MOST_ENTRANTS)] | None = None
    rounds: GivenRounds | None = None


class ChangeTiming(Struct, frozen=True, forbid_unknown_fields=True):
    """Another clock for the matches of a contest that are opened from now on, and why. Null: they have none."""

    timing: AgreedTime | None
    reason: Why


def draw_contest(
    request: DrawContest,
    championship: Championship,
    names: Names,
    new_id: Callable[[], str],
    seed_source: Callable[[], str],
) -> ContestDrawn:
    """The requested contest. Raises BadRequest, NotFound, NotInThisGame, Ambiguous, Inconsistent (with `possible`)."""
    rules = require_ruleset(request.ruleset)
    terms = None if request.teams is None else _terms(request.teams, request)
    params, options = _params(request, rules, terms)
    if terms is not None:
        entrants = teams_of(_only_teams(request.entrants), terms, championship, names, new_id)
    else:
        refs = _no_teams(request.entrants) or request.order
        if refs is None and request.rounds is not None:
            refs = sides_of_rounds(request.rounds, championship, names)
        entrants = _entrants(refs, championship, names, new_id)
    _require_partners(request, rules, entrants, options)
    choices = msgspec.convert(options, formats()[request.format].options)
    if request.duplicate is not None:
        size = PAIR if request.partners else len(entrants[0].people) if entrants else 1
        require_same_deals(rules, formats()[request.format], choices, size, has_teams=terms is not None)
        if is_each_alone(rules, size) and (flaws := formats()[request.format].flaws_of_tables_of_four(choices)):
            raise Inconsistent(flaws[0].text, rule=SEATS, flaws=flaws)
    _require_number(request, rules, entrants, options)
    if request.stakes is not None:
        require_divisible(request.stakes, places_paid(len(entrants), request.podium))
    if request.timing is not None:
        require_fitting(request.timing, rules.game.setup.timing, rules.id)
    require_choices(choices, terms)
    return ContestDrawn(
        contest=next(ids_from(championship.id, championship.next_number)),
        ruleset=rules.id,
        format=request.format,
        entrants=entrants,
        draw=_draw(request, request.format, choices, entrants, championship, names, seed_source),
        params=params,
        options=options,
        podium=request.podium,
        stakes=request.stakes,
        house=request.house,
        timing=request.timing,
        name=None if request.name is None else require_name(request.name, "$.name"),
        partners=request.partners,
        teams=None if terms is None else agreed_terms(terms, choices),
        duplicate=request.duplicate,
    )


def draw_again(
    request: DrawAgain,
    contest: RecordedContest,
    championship: Championship,
    names: Names,
    seed_source: Callable[[], str],
) -> ContestRedrawn:
    """Another draw. Raises ContestClosed once anything was opened, played or decided."""
    matches = [record for record in contest.fixtures.values() if contest.has_begun(record)]
    if (
        matches
        or contest.contest.withdrawals
        or contest.contest.rulings
        or contest.contest.late
        or contest.contest.pairings
    ):
        raise ContestClosed(
            Text(
                es=f"sólo se sortea de nuevo mientras no se haya jugado nada: hay {len(matches)} encuentros empezados",
                en=f"a draw can be repeated only before anything is played: {len(matches)} matches have begun",
            )
        )
    entrants = [one for one in contest.contest.entrants if not is_replaced(contest.contest, one.id)]
    _one_way(request)
    own = contest.contest
    draw_made = _draw(request, own.format, own.options, entrants, championship, names, seed_source)
    return ContestRedrawn(contest.id, draw_made, request.reason)


def change_timing(request: ChangeTiming, contest: RecordedContest) -> TimingChanged:
    """Another clock of its matches.

    Raises BadRequest, NotInThisGame, ContestClosed once no match of it is left to be opened, and Inconsistent for one of teams,
    whose boards have games of their own.
    """
    phase = contest.state.phase
    if phase in OVER:
        raise ContestClosed(
            Text(
                es="el torneo ha terminado: no queda encuentro que se abra con otro reloj",
                en="the contest is over: no match is left that could be opened with another clock",
            ),
            rule=CONTEST,
        )
    if request.timing is not None:
        if contest.contest.teams is not None:
            require_for_teams({"timing": request.timing}, contest.contest.format)
        rules = require_ruleset(contest.ruleset)
        require_fitting(request.timing, rules.game.setup.timing, rules.id)
    return TimingChanged(contest.id, request.reason, request.timing)


def _params(request: DrawContest, rules: Ruleset, terms: TeamTerms | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The ruleset's parameters and the format's choices, defaults filled in. Raises BadRequest, NotInThisGame."""
    if request.format not in formats():
        ids = ", ".join(sorted(formats()))
        raise BadRequest.at(
            "$.format",
            Text(
                es=f"no hay formato «{request.format}»; los hay: {ids}",
                en=f"no format {request.format!r}; there are: {ids}",
            ),
        )
    _one_way(request)
    shape = formats()[request.format].options
    of_format = {*shape.__struct_fields__} - {*rules.params.__struct_fields__}
    chosen = {k: v for k, v in request.params.items() if k in of_format}
    if terms is not None:
        chosen = formats()[request.format].choices_of_teams(chosen, terms)
    try:
        options = msgspec.convert(chosen, shape)
    except msgspec.ValidationError as error:
        raise malformation(error, "$.params") from error
    flaws = formats()[request.format].flaws(options, rules.contest)
    if flaws:
        raise Inconsistent(flaws[0].text, rule=formats()[request.format].rule, flaws=flaws)
    of_rules = {k: v for k, v in request.params.items() if k not in of_format}
    if request.teams is not None:
        _require_no_params(of_rules)
        return {}, msgspec.to_builtins(formats()[request.format].options_for_new_draw(options))
    params = read_params(rules, with_house(request.house, rules.id, of_rules))
    return msgspec.to_builtins(params), msgspec.to_builtins(formats()[request.format].options_for_new_draw(options))


def _terms(terms: TeamTerms, request: DrawContest) -> TeamTerms:
    """The terms of a contest of teams, complete. Raises Inconsistent, BadRequest, NotInThisGame."""
    others: dict[str, object] = {
        "stakes": request.stakes,
        "house": request.house,
        "timing": request.timing,
        "rounds": request.rounds,
        "partners": request.partners,
    }
    complete = complete_terms(terms)
    require_for_teams(others, request.format)
    if complete.boards[0].ruleset != request.ruleset:
        first = complete.boards[0].ruleset
        raise Inconsistent.at(
            "$.ruleset",
            Text(
                es=f"con equipos, `ruleset` es el del primer tablero: «{first}»",
                en=f"with teams, `ruleset` is that of the first board: {first!r}",
            ),
            rule=TEAMS,
        )
    return complete


def _require_no_params(params: Mapping[str, Any]) -> None:
    """Raises Inconsistent for choices of a ruleset beside those of the format: each board has its own."""
    if params:
        name = next(iter(params))
        raise Inconsistent.at(
            f"$.params.{name}",
            Text(
                es=f"con equipos, lo de cada juego va en su tablero: `teams.boards[].params.{name}`",
                en=f"with teams, choices of a game stand at its board: `teams.boards[].params.{name}`",
            ),
            rule=TEAMS,
        )


def _only_teams(entrants: Sequence[EntrantRef | Team] | None) -> list[Team]:
    """The entrants of a contest of teams. Raises Inconsistent where one is none."""
    teams = [one for one in entrants or () if isinstance(one, Team)]
    if len(teams) < len(entrants or ()) or not teams:
        raise Inconsistent.at(
            "$.entrants",
            Text(
                es="con `teams`, cada inscrito es un equipo: `{name, members}`",
                en="with `teams`, every entrant is a team: `{name, members}`",
            ),
            rule=TEAMS,
        )
    return teams


def _no_teams(entrants: Sequence[EntrantRef | Team] | None) -> list[EntrantRef]:
    """The entrants of any other contest. Raises Inconsistent for a team."""
    refs = [one for one in entrants or () if not isinstance(one, Team)]
    if len(refs) < len(entrants or ()):
        raise Inconsistent.at(
            "$.entrants",
            Text(
                es="los equipos necesitan `teams`, que dice en qué tableros se enfrentan",
                en="teams need `teams`, which says on which boards they meet",
            ),
            rule=TEAMS,
        )
    return refs


def _entrants(
    refs: Sequence[EntrantRef] | None, championship: Championship, names: Names, new_id: Callable[[], str]
) -> tuple[Entrant, ...]:
    """The entrants: all players where none is named. Raises NotFound, Ambiguous, Inconsistent."""
    groups: Sequence[EntrantRef] = championship.players if refs is None else refs
    people = [tuple(player(who, championship, names) for who in _of(group)) for group in groups]
    everyone = [id_ for group in people for id_ in group]
    if len({*everyone}) < len(everyone):
        raise Inconsistent.at("$.entrants", Text(es="alguien está inscrito dos veces", en="somebody is entered twice"))
    if len({len(group) for group in people}) > 1:
        raise Inconsistent.at(
            "$.entrants", Text(es="o entran todos por parejas o ninguno", en="either all enter as pairs or nobody does")
        )
    return tuple(Entrant(group[0]) if len(group) == 1 else Entrant(new_id(), group) for group in people)


def _require_partners(
    request: DrawContest, rules: Ruleset, entrants: Sequence[Entrant], options: dict[str, Any]
) -> None:
    """Raises NotInThisGame where partners cannot change, Inconsistent for pairs that enter or choices that do not fit it."""
    if request.partners is None:
        return
    format_ = formats()[request.format]
    choices = msgspec.convert(options, format_.options)
    if 2 not in sides_of(rules.id, PAIR):
        raise _no_partners(
            Text(es=f"«{rules.title.es}» no se juega por parejas", en=f"{rules.title.en} is not played by pairs")
        )
    if not format_.possible_rotating((2,), choices):
        ids = ", ".join(id_ for id_, one in sorted(formats().items()) if one.possible_rotating((2,), one.options()))
        raise _no_partners(
            Text(
                es=f"en el formato «{format_.title.es}» no cambian las parejas; cambian en: {ids}",
                en=f"partners do not change in the format {format_.title.en!r}; they do in: {ids}",
            )
        )
    if any(one.players for one in entrants):
        raise Inconsistent.at(
            "$.entrants",
            Text(
                es="donde cambian las parejas se entra de uno en uno: nombre a las personas, no a las parejas",
                en="where partners change everybody enters alone: name persons, not pairs",
            ),
            rule=ROTATING,
        )
    if flaws := format_.flaws_of_rotation(choices):
        raise Inconsistent(flaws[0].text, rule=ROTATING, flaws=flaws)


ONLY_ALIKE = Text(
    es="se juega así solo con las mismas cartas en cada mesa (`duplicate`)",
    en="it is played so only with the same deals at every table (`duplicate`)",
)


def _no_partners(text: Text) -> NotInThisGame:
    return NotInThisGame(text, rule=ROTATING, flaws=(Flaw("$.partners", Text(es="«rotating»", en="'rotating'")),))


def _require_number(request: DrawContest, rules: Ruleset, entrants: Sequence[Entrant], options: dict[str, Any]) -> None:
    """Raises NotInThisGame for a format that the ruleset does not have, Inconsistent with the possible numbers."""
    format_ = formats()[request.format]
    title, how = rules.title, format_.title
    choices = msgspec.convert(options, format_.options)
    size = PAIR if request.partners else len(entrants[0].people) if entrants else 1
    alone = request.duplicate is not None and is_each_alone(rules, size)
    sides = (2,) if request.teams else sides_of(rules.id, size)
    if not format_.general and format_.id not in rules.contest.formats:
        raise NotInThisGame(
            Text(
                es=f"«{title.es}» no se juega en el formato «{how.es}»",
                en=f"{title.en} is not played in the format {how.en!r}",
            ),
            flaws=(Flaw("$.format", Text(es=f"«{format_.id}»", en=f"{format_.id!r}")),),
        )
    possible = (
        format_.possible_alone if alone else format_.possible_rotating if request.partners else format_.possible
    )(sides, choices)
    if len(entrants) not in possible:
        those = _spans(possible, len(entrants))
        why = None if request.partners or alone else format_.obstacle(len(entrants), sides, choices)
        if not possible and request.duplicate is None and is_each_alone(rules, size):
            why = ONLY_ALIKE if format_.possible_alone((FOUR,), choices) else why
        raise Inconsistent(
            Text(
                es=f"«{title.es}» ({how.es}) no se juega entre {len(entrants)}{f': {why.es}' if why else ''}; pueden ser: "
                f"{those or 'ninguno'}",
                en=f"{title.en} ({how.en}) is not played by {len(entrants)}{f': {why.en}' if why else ''}; possible are: "
                f"{those or 'none'}",
            ),
            rule=SEATS if alone else ROTATING if request.partners else format_.rule,
            flaws=(
                Flaw(
                    "$.entrants",
                    Text(
                        es=f"son {len(entrants)}{f': {why.es}' if why else ''}",
                        en=f"there are {len(entrants)}{f': {why.en}' if why else ''}",
                    ),
                ),
            ),
            extra={"possible": _nearest(possible, len(entrants))},
        )


def _spans(numbers: Sequence[int], number: int) -> str:
    """Numbers that rise, in words: long rows by their first and last; of too many rows the numbers nearest to this one."""
    rows: list[list[int]] = []
    for one in numbers:
        if rows and one == rows[-1][-1] + 1:
            rows[-1].append(one)
        else:
            rows.append([one])
    if len(rows) > LISTED:
        near = _nearest(numbers, number)
        ends = near[0] > numbers[0], near[-1] < numbers[-1]
        return f"{'…, ' * ends[0]}{', '.join(map(str, near))}{', …' * ends[1]}"
    is_long = len(numbers) > LISTED
    return ", ".join(f"{row[0]}–{row[-1]}" if is_long and len(row) > 2 else ", ".join(map(str, row)) for row in rows)


def _nearest(possible: Sequence[int], number: int) -> list[int]:
    """The possible numbers; where there are too many to list, those nearest to a number."""
    if len(possible) <= LISTED:
        return list(possible)
    below = [one for one in possible if one < number][-NEAREST:]
    return [*below, *[one for one in possible if one > number][:NEAREST]]


def _by_lots(
    refs: Sequence[EntrantRef], entrants: Sequence[Entrant], championship: Championship, names: Names
) -> tuple[str, ...]:
    """The entrants in the order of the lots. Raises Inconsistent unless each stands in it once."""
    now = championship.merges.now
    people = {frozenset(map(now, one.people)): one.id for one in entrants}
    known_ids = {one.id for one in entrants}
    of_name = {one.name: one.id for one in entrants if one.name is not None}
    order: list[str | None] = []
    for group in refs:
        if isinstance(group, str) and (group in known_ids or of_name):
            order.append(of_name.get(normalized_name(group), group))
        else:
            members = frozenset(player(who, championship, names) for who in _of(group))
            order.append(people.get(members))
    if sorted(id_ or "" for id_ in order) != sorted(known_ids):
        raise Inconsistent.at(
            "$.order",
            Text(es="`order` tiene que nombrar a cada inscrito una vez", en="`order` must name each entrant once"),
        )
    return tuple(id_ for id_ in order if id_)


def _draw(
    request: DrawContest | DrawAgain,
    format_id: str,
    options: Any,
    entrants: Sequence[Entrant],
    championship: Championship,
    names: Names,
    seed_source: Callable[[], str],
) -> DrawnOrder:
    """The order of these entrants, drawn as a request says. Raises Inconsistent, Ambiguous, NotFound."""
    ids = tuple(one.id for one in entrants)
    if request.rounds is not None:
        legs = _given_legs(format_id, options)
        return DrawnOrder(ids, "given", rounds=rounds_of(request.rounds, entrants, legs, championship, names))
    if request.order:
        return DrawnOrder(_by_lots(request.order, entrants, championship, names), "lots")
    return draw(ids, request.seed, "brought") if request.seed else draw(ids, seed_source(), "drawn")


def _given_legs(format_id: str, options: Any) -> int:
    """How often every two meet. Raises Inconsistent for a format that takes no rounds that were drawn elsewhere."""
    legs = formats()[format_id].given_legs(options)
    if legs is None:
        ids = ", ".join(id_ for id_, one in sorted(formats().items()) if one.given_legs(one.options()) is not None)
        text = Text(
            es=f"en el formato «{format_id}» las rondas no se dan; se dan en: {ids}",
            en=f"the format {format_id!r} takes no given rounds; these do: {ids}",
        )
        raise Inconsistent.at("$.rounds", text, rule=GIVEN)
    return legs


def _one_way(request: DrawContest | DrawAgain) -> None:
    """Raises BadRequest for a draw by seed and lots at once, Inconsistent for one of given rounds."""
    seed, order = request.seed, request.order
    if request.rounds is not None and (seed is not None or order is not None):
        text = Text(
            es="las rondas dadas no se sortean: quite `seed` y `order`, o `rounds`",
            en="given rounds are not drawn: leave out `seed` and `order`, or `rounds`",
        )
        raise Inconsistent.at("$.rounds", text, rule=GIVEN)
    if seed is not None and order is not None:
        raise BadRequest.at(
            "$.seed",
            Text(
                es="el sorteo es por `seed` o por `order`, no por ambos",
                en="a draw goes by `seed` or by `order`, not both",
            ),
        )


def _of(group: EntrantRef) -> tuple[str, ...]:
    return (group,) if isinstance(group, str) else group
