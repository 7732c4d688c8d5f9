"""A late entry: the conditions of entering a contest after its draw, and the alternatives (format.late)."""

from collections.abc import Callable, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.events import EntrantAdded
from referee.championship.people import Arrivals, NameAnswers, PlayerRef, player, recognize
from referee.championship.recorded_contest import Names, RecordedContest
from referee.championship.state import Championship
from referee.championship.team_entry import MOST_MEMBERS, require_team
from referee.contests.contest import Entrant
from referee.contests.formats import format_named
from referee.contests.late import RULE
from referee.contests.substitution import is_replaced
from referee.errors import Impossible, Inconsistent, NotFound
from referee.match.events import FOR_GOOD
from referee.people.namesakes import NewPlayer
from referee.people.register import People
from referee.people.spelling import require_name
from referee.text import Text

Group = Annotated[int, Meta(ge=1, le=256, description="The group, counted from 1; without it, the emptiest one.")]


Comer = PlayerRef | NewPlayer
# As long as a pair: msgspec 0.22 crashes on a tuple of two fixed places in a union with a constrained text.
Two = Annotated[tuple[Comer, ...], Meta(min_length=2, max_length=2, description="The two of a pair.")]


class LateTeam(Struct, frozen=True, forbid_unknown_fields=True):
    """A team that comes into a contest of teams after its draw."""

    name: Annotated[str, Meta(min_length=1, max_length=200, description=f"It is no person's. {FOR_GOOD}")]
    members: Annotated[
        tuple[Comer, ...],
        Meta(min_length=1, max_length=MOST_MEMBERS, description="Players of the championship, or somebody new."),
    ]


class EnterLate(NameAnswers, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who comes into a contest after its draw, and why: a player of the championship or somebody new, a pair of two, or a team.

    A text is the id or the exact name of a player, or else the name of somebody who comes to the championship too. With
    `distinct` every name is that of somebody new.
    """

    player: Comer | Two | None = None
    reason: Annotated[str, Meta(max_length=500, description=FOR_GOOD)] = ""
    group: Group | None = None
    team: LateTeam | None = None


def late_comers(request: EnterLate, now: Championship, contest: RecordedContest, people: People) -> Arrivals:
    """The people of the request: players of the championship, or new ones.

    Raises Impossible where the contest takes no more entries, before any question about a name; and all that `recognize`
    raises.
    """
    require_room(request, contest, people.own_name)
    refs = [who if request.distinct else _resolve(who, now, contest, people.own_name) for who in asked_for(request)]
    return recognize(refs, request, people, now.id, now.players, paths_of(request))


def asked_for(request: EnterLate) -> Sequence[str | NewPlayer]:
    """The people of the request: one, the two of a pair, or the members of a team."""
    if request.team is not None:
        return request.team.members
    if request.player is None:
        return ()
    return request.player if isinstance(request.player, tuple) else (request.player,)


def paths_of(request: EnterLate) -> Sequence[str]:
    """The places of these people in the request."""
    if request.team is not None:
        return [f"$.team.members[{n}]" for n, _ in enumerate(request.team.members)]
    return ("$.player[0]", "$.player[1]") if isinstance(request.player, tuple) else ("$.player",)


def enter_late(
    request: EnterLate,
    people: tuple[str, ...],
    now: Championship,
    contest: RecordedContest,
    names: Names,
    new_id: Callable[[], str],
) -> EntrantAdded:
    """The entry of these people, in the first round that has not begun.

    Raises Inconsistent for people that are entered already or enter otherwise than the others do, and Impossible, with the
    alternatives, where the contest takes no more entries.
    """
    _require_not_twice(people, now, contest, names)
    group, entered_in = require_room(request, contest, names)
    if request.team is not None:
        entrant = Entrant(new_id(), people, require_name(request.team.name, "$.team.name"))
        require_team(entrant, contest.contest)
    else:
        _require_size(people, contest)
        entrant = Entrant(people[0]) if len(people) == 1 else Entrant(new_id(), people)
    newcomers = tuple(one for one in people if one not in now.players)
    return EntrantAdded(contest.id, entrant, entered_in, request.reason, group, newcomers)


def require_room(request: EnterLate, contest: RecordedContest, names: Names) -> tuple[int | None, int]:
    """The group and the round of an entry.

    Raises Inconsistent for a team among players, or the other way round, and Impossible where the contest takes no more entries.
    """
    _require_kind(request, contest)
    group = _group(request, contest, names)
    entered_in = _round(contest, group)
    until = getattr(contest.contest.options, "late_until", None)
    if until is None:
        raise _no_entry(
            contest,
            names,
            "este torneo no admite a nadie después del sorteo: no se nombró hasta qué ronda (`late_until`)",
            "this contest takes nobody after the draw: it named no round until which it does (`late_until`)",
        )
    if contest.state.phase != "playing" or contest.state.qualified:
        raise _no_entry(
            contest,
            names,
            "la primera fase ha terminado: ya no entra nadie",
            "the first phase is over: nobody comes in any more",
        )
    if entered_in > until:
        raise _no_entry(
            contest,
            names,
            f"se entraba hasta la ronda {until}, y ya se juega la {entered_in - 1}",
            f"entries were taken until round {until}, and round {entered_in - 1} is being played",
        )
    return group, entered_in


def _resolve(comer: Comer, now: Championship, contest: RecordedContest, names: Names) -> Comer:
    """The id of a player of the championship, or of one whose entry was undone; else the name as it is.

    Raises Ambiguous for a name of two.
    """
    if not isinstance(comer, str):
        return comer
    try:
        return player(comer, now, names)
    except NotFound:
        entries = (one for at, one in contest.history if at in contest.undone and isinstance(one, EntrantAdded))
        before = [id_ for one in entries for id_ in one.newcomers if names(now.merges.now(id_)) == comer]
        return now.merges.now(before[-1]) if before else comer


def _require_kind(request: EnterLate, contest: RecordedContest) -> None:
    """Raises Inconsistent unless a team comes where teams play, and a player or a pair elsewhere."""
    are_teams = contest.contest.teams is not None
    if (request.team is not None, request.player is None) == (are_teams, are_teams):
        return
    es, en = (
        ("en este torneo entran equipos: dé `team`, con su nombre y sus miembros, y no `player`",
         "teams enter this contest: give `team`, with its name and members, and no `player`")
        if are_teams
        else ("en este torneo no juegan equipos: dé `player`, y no `team`",
              "no teams play in this contest: give `player`, and no `team`")
    )  # fmt: skip
    raise Inconsistent.at("$.player" if are_teams else "$.team", Text(es=es, en=en), rule=RULE)


def _require_not_twice(people: tuple[str, ...], now: Championship, contest: RecordedContest, names: Names) -> None:
    """Raises Inconsistent for somebody that is in the contest already, or comes twice."""
    entrants_now = {now.merges.now(one) for entrant in contest.contest.entrants for one in entrant.people}
    if twice := [one for n, one in enumerate(people) if one in entrants_now or one in people[:n]]:
        names_of_twice = ", ".join(names(one) or one for one in twice)
        raise Inconsistent(
            Text(es=f"{names_of_twice}: ya está en este torneo", en=f"{names_of_twice}: in this contest already"),
            rule=RULE,
        )


def _require_size(people: tuple[str, ...], contest: RecordedContest) -> None:
    """Raises Inconsistent for one player where pairs enter, or two where one does."""
    size = len(contest.contest.entrants[0].people)
    if len(people) != size:
        raise Inconsistent(
            Text(
                es="en este torneo se entra por parejas" if size > 1 else "en este torneo se entra de uno en uno",
                en="this contest is entered by pairs" if size > 1 else "this contest is entered by one",
            ),
            rule=RULE,
        )


def _group(request: EnterLate, contest: RecordedContest, names: Names) -> int | None:
    """The group with the most free places, or the requested one; None in a league. Raises Impossible."""
    room = format_named(contest.contest.format).room(contest.contest)
    if not room:
        raise _no_entry(
            contest,
            names,
            "en este formato nadie entra después del sorteo",
            "in this format nobody comes in after the draw",
        )
    group = request.group if request.group is not None and None not in room else max(room, key=room.__getitem__)
    if room.get(group, 0) < 1:
        free = ", ".join(str(number) for number, places in sorted(room.items(), key=str) if places > 0)
        if free:
            raise Impossible(
                Text(
                    es=f"en ese grupo no queda ninguna plaza libre: queda en el grupo {free}",
                    en=f"no place is free in that group: there is one in group {free}",
                ),
                rule=RULE,
            )
        raise _no_entry(contest, names, "no queda ninguna plaza libre", "no place is free")
    return group


def _round(contest: RecordedContest, group: int | None) -> int:
    """The first round of a group or a league without a match that has begun, or that of the format."""
    own = format_named(contest.contest.format).entry_round(contest.contest)
    if own is not None:
        return own
    fixtures = (fixture for fixture in contest.state.fixtures if fixture.group == group)
    rounds = [f.round for f in fixtures if (record := contest.record_of(f)) is not None and contest.has_begun(record)]
    return 1 + max(rounds, default=0)


def _no_entry(contest: RecordedContest, names: Names, es: str, en: str) -> Impossible:
    """The refusal, with the alternatives."""
    leavers = [
        withdrawal.entrant
        for withdrawal in contest.contest.withdrawals
        if not is_replaced(contest.contest, withdrawal.entrant)
    ]
    if not any(map(contest.has_begun, contest.fixtures.values())):
        instead = Text(
            es="nada ha empezado: anule el torneo y sortéelo de nuevo con quien llega",
            en="nothing has begun: cancel the contest, and draw it again with them",
        )
    elif contest.contest.teams is not None:
        instead = Text(es="queda jugar otro torneo", en="what is left is another contest")
    elif leavers:
        names_of_leavers = ", ".join(contest.display_name(one, names) or one for one in leavers)
        instead = Text(
            es=f"puede sustituir a quien se retiró ({names_of_leavers}) si antes se deshace su retirada, o jugar otro torneo",
            en=f"they may come in place of who withdrew ({names_of_leavers}) once that is undone, or play another contest",
        )
    else:
        instead = Text(
            es="puede sustituir a quien no venga, o jugar otro torneo",
            en="they may come in place of somebody who does not come, or play another contest",
        )
    return Impossible(Text(es=f"{es}; {instead.es}", en=f"{en}; {instead.en}"), rule=RULE)
