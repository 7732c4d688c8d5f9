"""Substitution of an entrant in a contest: eligible players, and its time (format.substitution)."""

from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState, Entrant, Fixture, Substitution, removed_fixtures
from referee.contests.formats import follow, format_named
from referee.contests.settlement import OVER
from referee.errors import Flaw, Impossible, Inconsistent
from referee.text import Text

RULE = "format.substitution"


def with_substitution(contest: Contest, change: Substitution, people: tuple[str, ...] = ()) -> Contest:
    """The contest with a substitution. `people` are the players of the substitute, where that is a new pair."""
    entrants = contest.entrants
    if change.into is not None and all(entrant.id != change.into for entrant in entrants):
        entrants = (*entrants, Entrant(change.into, people if len(people) > 1 else ()))
    return replace(contest, substitutions=(*contest.substitutions, change), entrants=entrants)


def is_replaced(contest: Contest, entrant: str) -> bool:
    """True if another entrant has an entrant's place now."""
    changes = [change for change in contest.substitutions if entrant in {change.out, change.into}]
    return bool(changes) and changes[-1].out == entrant


def require_possible(contest: Contest, state: ContestState, change: Substitution, people: tuple[str, ...] = ()) -> None:
    """Raises Inconsistent for an impossible substitute, Impossible for a place that is taken, or has nothing left to play.

    `people` are the players of the substitute.
    """
    if is_replaced(contest, change.out):
        raise Impossible(
            Text(
                es="ya tiene sustituto: para cambiarlo, nombre en `out` a quien está ahora en su puesto",
                en="already has a substitute: to change that, name in `out` who has the place now",
            ),
            rule=RULE,
        )
    if change.into is not None and (text := _cannot_come(contest, state, change, people)):
        raise Inconsistent(text, rule=RULE, flaws=(Flaw("$.in", text),))
    after = follow(with_substitution(contest, change, people))
    if any(fixture.state != "pending" for fixture in removed_fixtures(state, after)):
        leavers = {withdrawal.entrant for withdrawal in contest.withdrawals}
        raise Impossible(_has_left() if change.out in leavers else _has_come_up(), rule=RULE)
    if not _changes_something(contest, state, after, change):
        raise Impossible(_changes_nothing(state, change), rule=RULE)


def _cannot_come(contest: Contest, state: ContestState, change: Substitution, people: tuple[str, ...]) -> Text | None:
    into = change.into
    if into == change.out or people == contest.people(change.out):
        return Text(es="nadie se sustituye a sí mismo", en="an entrant cannot replace themselves")
    if any(withdrawal.entrant == into for withdrawal in contest.withdrawals):
        return Text(
            es="quien viene se ha retirado de este torneo: deshaga antes su retirada",
            en="the one who comes has withdrawn from this contest: undo that first",
        )
    if into and is_replaced(contest, into) and into not in _before(contest, change.out):
        return Text(
            es="a quien viene lo sustituyeron en este torneo: solo puede volver a su propio puesto",
            en="the one who comes was replaced in this contest, and can come back to their own place only",
        )
    if into in state.qualified:
        return Text(es="quien viene ya está clasificado", en="the one who comes is through already")
    if _in_advance(contest, state) and into in contest.places:
        return None
    others = [entrant for entrant in contest.entrants if entrant.id != change.out and {*entrant.people} & {*people}]
    if any(_plays_on(contest, state, entrant.id) for entrant in others):
        return Text(
            es="quien viene ya juega en este torneo: nombre a alguien que no juegue",
            en="the one who comes plays in this contest already: name somebody who does not",
        )
    return None


def _before(contest: Contest, entrant: str) -> set[str]:
    """The earlier holders of an entrant's place."""
    return {one for place in contest.places if entrant in (line := contest.line(place)) for one in line}


def _plays_on(contest: Contest, state: ContestState, entrant: str) -> bool:
    """True if an entrant has, or may have, something still to play."""
    if is_replaced(contest, entrant) or any(withdrawal.entrant == entrant for withdrawal in contest.withdrawals):
        return False
    if any(entrant in fixture.members and fixture.state == "pending" for fixture in state.fixtures):
        return True
    defeats = sum(_is_defeat(fixture, entrant) for fixture in state.fixtures)
    format_ = format_named(contest.format)
    if state.phase in OVER or defeats >= format_.lives(contest):
        return False
    return entrant in state.qualified if state.qualified else format_.goes_on(contest)


def _is_defeat(fixture: Fixture, entrant: str) -> bool:
    """True if an entrant has lost this match of a knockout."""
    if fixture.kind != "knockout" or entrant not in fixture.entrants or fixture.state == "pending":
        return False
    return not fixture.ranking or entrant not in fixture.ranking[0]


def _changes_something(contest: Contest, state: ContestState, after: ContestState, change: Substitution) -> bool:
    """True if the change has an effect: others play a match, or will play those that are to come."""
    if (after.qualified, after.pending) != (state.qualified, state.pending):
        return True
    if [fixture.entrants for fixture in after.fixtures] != [fixture.entrants for fixture in state.fixtures]:
        return True
    from_outside = change.into is not None and change.into not in contest.places
    return (from_outside or _in_advance(contest, state)) and _plays_on(contest, state, change.out)


def _in_advance(contest: Contest, state: ContestState) -> bool:
    """True if the qualified of matches that call up the next of a table are not known yet."""
    return state.phase not in OVER and not state.qualified and format_named(contest.format).calls_up(contest)


def _changes_nothing(state: ContestState, change: Substitution) -> Text:
    if state.phase in OVER:
        return Text(
            es="el torneo ha terminado: no queda encuentro que otro pueda jugar",
            en="the contest is over: no match is left for another to play",
        )
    if change.into is None:
        return Text(
            es="no hay quien siga en la tabla, o aún no se sabe quién pasa: nombre en `in` a quien viene, "
            "o anote una retirada",
            en="nobody is next in the table, or who is through is not known yet: name in `in` who comes, or enter a "
            "withdrawal",
        )
    return Text(
        es="a ese puesto no le queda encuentro que jugar, o quien viene ya tiene el suyo: no cambiaría nada",
        en="that place has no match left to play, or the one who comes has their own: it would change nothing",
    )


def _has_come_up() -> Text:
    return Text(
        es="a ese puesto ya subió otro y ha jugado: lo jugado vale",
        en="another has come up to that place and has played: what is played stands",
    )


def _has_left() -> Text:
    return Text(
        es="se retiró, y sus encuentros ya están decididos por eso: deshaga antes la retirada, y sustituya después",
        en="has withdrawn, and the matches are decided by that already: undo the withdrawal first, then substitute",
    )
