"""What may be decided about a contest that was drawn, and why not: results, walkovers, withdrawals, rulings.

Each function judges a request against the championship as it stands, and returns the event to store.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.championship.events import (
    EntrantWithdrawn,
    PlayerSanctioned,
    ResultCorrected,
    ResultReported,
    TieRuled,
    WalkoverGiven,
)
from referee.championship.people import Who, entrant, player
from referee.championship.record.contest import ContestOnRecord, FixtureOnRecord, Names
from referee.championship.state import Championship
from referee.contests.contest import ContestState, Fixture, TieRuling, Withdrawal, ruling_flaw
from referee.contests.formats import follow
from referee.contests.settlement import OVER
from referee.contests.standings.checks import foreign_figures, inconsistency
from referee.contests.substitution import is_replaced
from referee.contests.tallies import RecordedResult, result_from, with_tallies
from referee.errors import Conflict, CountsNoMore, Impossible, Inconsistent, NotFound, NotInThisGame
from referee.match.events import FOR_GOOD
from referee.match.registry import read_params, ruleset
from referee.match.results import Outcome, Result, with_departures
from referee.match.view import PlayedInstead
from referee.text import Text

Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Figure = Annotated[int, Meta(ge=0, le=1_000_000)]
Figures = Annotated[tuple[Figure, ...], Meta(max_length=10)]
Why = Annotated[str, Meta(min_length=1, max_length=500, description=f"Why, in the organizer's own words. {FOR_GOOD}")]
Reopen = Annotated[bool, Meta(description="Go on though other people are through: voids the match that has begun.")]


@with_tallies(Figures, each="for each entrant, ")
class ReportResult(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a match without a record came out; every list stands in the order of the fixture's entrants."""

    points: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=10)]
    cards: Annotated[tuple[tuple[Figure, Figure], ...], Meta(max_length=10, description="Yellow and black cards.")] = ()
    extra_rounds: Annotated[tuple[Figures, ...], Meta(max_length=20)] = ()
    winner: Annotated[int, Meta(ge=0, le=9, description="The seat that won, where the points are level.")] | None = None
    left: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=9)], ...],
        Meta(
            max_length=9,
            description="The seats that left before the end, the first to leave first: the points are those of that moment, "
            "and who left stands behind the others. If everybody left, `walkover` tells it.",
        ),
    ] = ()
    note: Annotated[str, Meta(max_length=500, description=FOR_GOOD)] | None = None

    @property
    def result(self) -> Result:
        """The figures alone."""
        return result_from(self)


class CorrectResult(ReportResult, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The right result in place of a wrong one, and why."""

    reason: Why
    reopen: Reopen = False


class GiveWalkover(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who did not come to a match."""

    absent: Annotated[tuple[Who, ...], Meta(min_length=1, max_length=10)]
    reason: Why
    reopen: Reopen = False


class LeaveContest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who leaves a contest for good."""

    player: Who
    reason: Why
    reopen: Reopen = False


class RuleTie(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The order of a tie that the rules leave open, best first; an inner list of several goes on sharing a place."""

    tie: Annotated[tuple[Who, ...], Meta(min_length=2, max_length=64)]
    order: Annotated[tuple[tuple[Who, ...], ...], Meta(min_length=1, max_length=64)]
    reason: Why
    reopen: Reopen = False


class GiveSanction(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card outside a match."""

    player: Who
    card: Literal["yellow", "black"]
    reason: Why
    contest: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


def contest_of(championship: Championship, id_: str) -> ContestOnRecord:
    """A contest of the championship. Raises NotFound."""
    if id_ not in championship.contests:
        raise no_contest(id_)
    return championship.contests[id_]


def held_contest(championship: Championship, id_: str) -> ContestOnRecord:
    """A contest about which something may be decided. Raises NotFound, Impossible for one that was cancelled."""
    contest = contest_of(championship, id_)
    require_held(contest)
    return contest


def require_held(contest: ContestOnRecord) -> None:
    """Raises Impossible for a contest that was cancelled."""
    if contest.contest.cancelled:
        raise Impossible(
            Text(
                es="el torneo está anulado: nada de él se juega ni se decide",
                en="the contest is cancelled: nothing of it is played or decided",
            )
        )


def no_contest(id_: str) -> NotFound:
    """The refusal of an id that is no contest's."""
    return NotFound(Text(es=f"no hay torneo {id_}", en=f"there is no contest {id_}"))


def due(contest: ContestOnRecord, record: FixtureOnRecord) -> Fixture:
    """The fixture of a record as it stands. Raises Impossible for one that the contest does not have any more."""
    require_held(contest)
    fixture = next((f for f in contest.state.fixtures if record.is_for(f)), None)
    if fixture is None:
        raise Impossible(
            Text(
                es="ese encuentro ya no se juega: pasaron otros o se sorteó de nuevo",
                en="that match will not be played: others are through, or the contest was drawn again",
            )
        )
    return fixture


def played_instead(
    contest: ContestOnRecord, state: ContestState, record: FixtureOnRecord, match: str
) -> PlayedInstead | None:
    """What is played in a contest of this state in place of a match for a fixture that counts no more; None: nothing.

    Nothing is where its own fixture has a result without another match: it was told by hand, or somebody did not play.
    """
    fixture = None if contest.contest.cancelled else state.fixture(record.key)
    instead = contest.record_of(fixture) if fixture else None
    if fixture is None or instead is None:
        return None
    if instead.id == record.id and fixture.state != "pending" and instead.match in {None, match}:
        return None
    return PlayedInstead(instead.id, instead.match)


def counts_no_more(instead: PlayedInstead | None) -> CountsNoMore:
    """The refusal of what is recorded of a match that counts no more, with the fixture and match in its place, if any."""
    way = Text(es="", en="")
    if instead and instead.match:
        way = Text(es=f"; ahora se juega en {instead.match}", en=f"; {instead.match} is played now")
    elif instead:
        way = Text(es=f"; en su lugar está {instead.fixture}", en=f"; {instead.fixture} is in its place")
    return CountsNoMore(
        Text(
            es=f"este encuentro ya no cuenta: su torneo sigue sin él{way.es}",
            en=f"this match counts no more: its contest goes on without it{way.en}",
        ),
        extra={"instead": instead},
    )


def require_all_in(contest: ContestOnRecord, record: FixtureOnRecord) -> None:
    """Raises Impossible for a match of somebody who has left the contest."""
    gone = {withdrawal.entrant for withdrawal in contest.contest.withdrawals} & {*record.entrants}
    if gone:
        raise Impossible(
            Text(
                es="ese encuentro ya no se juega: alguien de él se ha retirado",
                en="that match will not be played: one of its entrants has withdrawn",
            ),
            rule="league.withdrawal",
        )


def report(
    asked: ReportResult,
    contest: ContestOnRecord,
    record: FixtureOnRecord,
    expected: int | None,
    *,
    has_clock: bool = False,
) -> ResultReported | ResultCorrected:
    """The result of a match without a record. One that lacked an extra round may be told again with it.

    `has_clock`: the match may have ended on time.
    Raises Conflict where there is a result or an open match, Impossible, NotInThisGame, Inconsistent.
    """
    fixture = due(contest, record)
    result = check_figures(asked.result, contest, fixture, has_clock)
    require_version(record, expected)
    known = contest.outcome_of(record)
    if known is None and record.match is None:
        require_all_in(contest, record)
        return ResultReported(contest.id, record.id, RecordedResult.of(result), asked.note)
    if known is not None and fixture.needs and _goes_on(known, result):
        reason = "extra round"
        return ResultCorrected(contest.id, record.id, RecordedResult.of(result), reason, known.at, asked.note)
    raise Conflict(
        Text(
            es="ese encuentro ya tiene resultado: PUT lo corrige" if known else "hay un encuentro abierto en esa mesa",
            en="that match has a result: PUT corrects it" if known else "a match is open for that fixture",
        ),
        extra={"version": record.version},
    )


def correct(
    asked: CorrectResult,
    contest: ContestOnRecord,
    record: FixtureOnRecord,
    expected: int | None,
    *,
    has_clock: bool = False,
) -> ResultCorrected:
    """Another result in place of a wrong one. Raises Conflict, Impossible, NotInThisGame, Inconsistent."""
    fixture = due(contest, record)
    result = check_figures(asked.result, contest, fixture, has_clock)
    require_version(record, expected)
    known = contest.outcome_of(record)
    if known is None and record.match is None:
        raise Impossible(
            Text(
                es="aún no hay resultado que corregir: POST lo da",
                en="there is no result to correct yet: POST gives one",
            )
        )
    told = RecordedResult.of(result)
    return ResultCorrected(contest.id, record.id, told, asked.reason, record.version, asked.note)


def walkover(
    asked: GiveWalkover,
    championship: Championship,
    contest: ContestOnRecord,
    record: FixtureOnRecord,
    names: Names,
    expected: int | None,
) -> WalkoverGiven:
    """Who did not come. In place of a result only where its version is named. Raises Conflict, Inconsistent, Impossible."""
    due(contest, record)
    absent = tuple(entrant(who, contest.contest, championship, names, record.entrants) for who in asked.absent)
    if not {*absent} <= {*record.entrants} or len({*absent}) < len(absent):
        raise Inconsistent(
            Text(
                es="`absent` tiene que nombrar a inscritos de ese encuentro, cada uno una vez",
                en="`absent` must name entrants of that match, each once",
            )
        )
    require_version(record, expected)
    known = contest.outcome_of(record)
    if (record.match is not None or (known is not None and known.result is not None)) and expected is None:
        raise Conflict(
            Text(
                es="ese encuentro tiene resultado o está abierto: con If-Match se reemplaza",
                en="that match has a result or is open: If-Match replaces it",
            ),
            extra={"version": record.version},
        )
    if known and record.match is None and known.result is None and {*known.absent} == {*absent}:
        _require_going_on(contest, Text(es="esa incomparecencia ya consta", en="that walkover is on record already"))
    return WalkoverGiven(contest.id, record.id, absent, asked.reason, known.at if known else None)


def _require_going_on(contest: ContestOnRecord, again: Text) -> None:
    """Raises Impossible for what is told `again` of a contest that is over: nothing follows from it any more."""
    if contest.state.phase in OVER:
        raise Impossible(
            Text(
                es=f"{again.es}, y el torneo ha terminado: no cambiaría nada",
                en=f"{again.en}, and the contest is over: it would change nothing",
            )
        )


def _require_new(who: str, before: Sequence[str], refusal: Text) -> None:
    """Raises Impossible where this was decided of somebody before."""
    if who in before:
        raise Impossible(refusal)


def withdrawal(
    asked: LeaveContest, championship: Championship, contest: ContestOnRecord, names: Names
) -> EntrantWithdrawn:
    """Somebody leaves. Raises Impossible who left before, or whose place another has, and in a contest that goes on as it is."""
    who = entrant(asked.player, contest.contest, championship, names)
    gone = [one.entrant for one in contest.contest.withdrawals]
    _require_new(who, gone, Text(es=f"{asked.player} ya se retiró", en=f"{asked.player} has withdrawn already"))
    replaced = [change.out for change in contest.contest.substitutions if change.into is not None]
    if is_replaced(contest.contest, who):
        _require_new(
            who,
            replaced,
            Text(
                es=f"{asked.player} ya no juega: otro tiene su puesto",
                en=f"{asked.player} does not play any more: another has that place",
            ),
        )
    _require_change(contest, Withdrawal(who, championship.version + 1))
    return EntrantWithdrawn(contest.id, who, asked.reason)


def _require_change(contest: ContestOnRecord, withdrawal: Withdrawal) -> None:
    """Raises Impossible where a contest is over and a withdrawal would leave it as it is."""
    state, known = contest.state, contest.contest
    if state.phase in OVER and follow(replace(known, withdrawals=(*known.withdrawals, withdrawal))) == state:
        raise Impossible(
            Text(
                es="el torneo ha terminado y no queda encuentro del que retirarse: no cambiaría nada; si un resultado está mal, "
                "corríjalo, y si alguien no vino a un encuentro, dé su incomparecencia",
                en="the contest is over, and no match is left to withdraw from: it would change nothing; if a result is wrong, "
                "correct it, and if somebody did not come to a match, give the walkover",
            ),
            rule="league.withdrawal",
        )


def ruling(asked: RuleTie, championship: Championship, contest: ContestOnRecord, names: Names) -> TieRuled:
    """The organizer's order of an open tie. Raises Inconsistent unless the tie is exactly one that waits."""

    state = contest.state
    tied = {one for tie in state.open_ties for one in tie}

    def found(who: Sequence[str]) -> tuple[str, ...]:
        return tuple(entrant(one, contest.contest, championship, names, tied) for one in who)

    ruled = TieRuling(found(asked.tie), tuple(found(place) for place in asked.order))
    flaw = ruling_flaw(state, ruled)
    if flaw is not None:
        known = championship.merges.now
        waiting = _with_waiting(flaw.text, contest, state, lambda id_: names(known(id_)))
        raise Inconsistent(waiting, rule="league.studied", flaws=(flaw,))
    return TieRuled(contest.id, ruled.tie, ruled.order, asked.reason)


def sanction(asked: GiveSanction, championship: Championship, names: Names) -> PlayerSanctioned:
    """A card outside a match. Raises NotFound, Ambiguous."""
    who = player(asked.player, championship, names)
    if asked.contest is not None:
        contest_of(championship, asked.contest)
    return PlayerSanctioned(who, asked.card, asked.reason, asked.contest)


def check_figures(result: Result, contest: ContestOnRecord, fixture: Fixture, has_clock: bool) -> Result:
    """The result, if its figures can be, with the ranking that departures give it.

    Raises NotInThisGame for figures of other games, Inconsistent naming one.
    """
    rules = ruleset(contest.ruleset)
    foreign = foreign_figures(result, rules.contest)
    if foreign:
        those = ", ".join(foreign)
        raise NotInThisGame(Text(es=f"{rules.id} no cuenta {those}", en=f"{rules.id} does not count {those}"))
    params = read_params(rules, dict(fixture.params))
    flaw = inconsistency(result, len(fixture.entrants), rules.contest, params, has_clock=has_clock)
    if flaw is not None:
        raise Inconsistent(flaw.text, flaws=(flaw,))
    told = with_departures(result, rules.contest)
    return told if any(map(any, result.cards)) else replace(told, cards=())


def require_version(record: FixtureOnRecord, expected: int | None) -> None:
    """Raises Conflict where the fixture has changed since the version that a request was meant for."""
    if expected is not None and expected != record.version:
        raise Conflict(
            Text(
                es=f"ese encuentro va por la versión {record.version}, no por la {expected}",
                en=f"that fixture is at version {record.version}, not {expected}",
            ),
            extra={"version": record.version},
        )


def _goes_on(known: Outcome, result: Result) -> bool:
    """Whether a result is the known one with what breaks its tie."""
    bare = known.result and replace(known.result, extra_rounds=(), winner=None, late_cards=(), ranking=())
    return known.match is None and bare == replace(result, extra_rounds=(), winner=None, ranking=())


def _with_waiting(text: Text, contest: ContestOnRecord, state: ContestState, names: Names) -> Text:
    """A refusal of a ruling that says which ties do wait for one."""
    ties = ["(" + ", ".join(contest.called(one, names) or one for one in tie) + ")" for tie in state.open_ties]
    if not ties:
        return Text(es=f"{text.es}; ahora no hay ninguno abierto", en=f"{text.en}; none is open now")
    return Text(es=f"{text.es}; esperan: {' '.join(ties)}", en=f"{text.en}; waiting: {' '.join(ties)}")
