"""Decisions about a contest after its draw, and their refusals: results, walkovers, withdrawals, rulings.

Each function checks a request against the championship as it stands, and returns the event to store.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from referee.championship.events import (
    EntrantWithdrawn,
    PlayerSanctioned,
    ResultCorrected,
    ResultReported,
    TieRuled,
    WalkoverGiven,
)
from referee.championship.people import PlayerRef, entrant, player
from referee.championship.recorded_contest import Names, RecordedContest, RecordedFixture
from referee.championship.state import Championship
from referee.contests.contest import ContestState, Fixture, TieRuling, Withdrawal, ruling_flaw
from referee.contests.formats import follow
from referee.contests.partners import members_of
from referee.contests.settlement import OVER
from referee.contests.standings.checks import foreign_figures, inconsistency
from referee.contests.substitution import is_replaced
from referee.contests.tallies import RecordedResult, result_from, with_tallies
from referee.errors import Conflict, CountsNoMore, Impossible, Inconsistent, NotFound, NotInThisGame
from referee.match.events import FOR_GOOD
from referee.match.game import Ruleset
from referee.match.registry import read_params, ruleset
from referee.match.results import Outcome, Result, with_departures
from referee.match.view import COUNTS, Counting, PlayedInstead
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
    cards: Annotated[tuple[tuple[Figure, Figure], ...], Meta(max_length=10)] = ()
    extra_rounds: Annotated[tuple[Figures, ...], Meta(max_length=20)] = ()
    winner: Annotated[int, Meta(ge=0, le=9, description="The seat that won, where the points are level.")] | None = None
    left: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=9)], ...],
        Meta(
            max_length=9,
            description="Places in `entrants` of those who left before the end, the first to leave first: the points are those "
            "of that moment, and who left stands behind the others. If everybody left, `walkover` tells it.",
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

    absent: Annotated[tuple[PlayerRef, ...], Meta(min_length=1, max_length=10)]
    reason: Why
    reopen: Reopen = False


class LeaveContest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who leaves a contest for good."""

    player: PlayerRef
    reason: Why
    reopen: Reopen = False


class RuleTie(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The order of a tie that the rules leave open, best first; an inner list of several goes on sharing a place."""

    tie: Annotated[tuple[PlayerRef, ...], Meta(min_length=2, max_length=64)]
    order: Annotated[tuple[tuple[PlayerRef, ...], ...], Meta(min_length=1, max_length=64)]
    reason: Why
    reopen: Reopen = False


class GiveSanction(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card outside a match."""

    player: PlayerRef
    card: Literal["yellow", "black"]
    reason: Why
    contest: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


def contest_of(championship: Championship, id_: str) -> RecordedContest:
    """A contest of the championship. Raises NotFound."""
    if id_ not in championship.contests:
        raise no_contest(id_)
    return championship.contests[id_]


def held_contest(championship: Championship, id_: str) -> RecordedContest:
    """A contest that is open to decisions. Raises NotFound, Impossible for one that was cancelled."""
    contest = contest_of(championship, id_)
    require_held(contest)
    return contest


def require_held(contest: RecordedContest) -> None:
    """Raises Impossible for a contest that was cancelled."""
    if contest.contest.is_cancelled:
        raise Impossible(
            Text(
                es="el torneo está anulado: nada de él se juega ni se decide",
                en="the contest is cancelled: nothing of it is played or decided",
            )
        )


def no_contest(id_: str) -> NotFound:
    """The refusal of an id of no contest."""
    return NotFound(Text(es=f"no hay torneo {id_}", en=f"there is no contest {id_}"))


def due(contest: RecordedContest, record: RecordedFixture) -> Fixture:
    """The fixture of a record as it stands. Raises Impossible for one that the contest does not have any more."""
    require_held(contest)
    fixture = contest.state.fixture(record.key)
    if fixture is None or not record.is_for(fixture):
        raise Impossible(
            Text(
                es="ese encuentro ya no se juega: pasaron otros o se sorteó de nuevo",
                en="that match will not be played: others are through, or the contest was drawn again",
            )
        )
    return fixture


def counting_of(contest: RecordedContest, record: RecordedFixture, match: str) -> Counting:
    """Tells if a match of this fixture counts in its contest."""
    if contest.counts(record, match):
        return COUNTS
    return Counting(counts=False, instead=played_instead(contest, contest.state, record, match))


def played_instead(
    contest: RecordedContest, state: ContestState, record: RecordedFixture, match: str
) -> PlayedInstead | None:
    """The fixture played in a contest of this state instead of a match that counts no more; None if there is none.

    There is none if its own fixture has a result without another match: reported by hand, or by a walkover.
    """
    fixture = None if contest.contest.is_cancelled else state.fixture(record.key)
    instead = contest.record_of(fixture) if fixture else None
    if fixture is None or instead is None:
        return None
    board, is_decided = contest.board_of_match(record, match), fixture.state != "pending"
    if board is None:
        match_now = instead.match
    else:
        is_decided = is_decided or any(one.board == board for one in contest.boards_of(instead))
        played = instead.match_at(board)
        match_now = played.match if played else None
    if instead.id == record.id and is_decided and match_now in {None, match}:
        return None
    return PlayedInstead(instead.id, match_now)


def counts_no_more(instead: PlayedInstead | None) -> CountsNoMore:
    """The refusal of a record of a match that counts no more, with the fixture and match in its place, if any."""
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


def require_all_in(contest: RecordedContest, record: RecordedFixture) -> None:
    """Raises Impossible for a match with an entrant that has left the contest."""
    leavers = {withdrawal.entrant for withdrawal in contest.contest.withdrawals}
    if leavers and leavers & {*record.members}:
        raise Impossible(
            Text(
                es="ese encuentro ya no se juega: alguien de él se ha retirado",
                en="that match will not be played: one of its entrants has withdrawn",
            ),
            rule="league.withdrawal",
        )


def report(
    request: ReportResult,
    contest: RecordedContest,
    record: RecordedFixture,
    expected_version: int | None,
    *,
    has_clock: bool = False,
) -> ResultReported | ResultCorrected:
    """The result of a match without a record. One that lacked an extra round may be reported again with it.

    `has_clock`: the match may have ended on time.
    Raises Conflict where there is a result or an open match, Impossible, NotInThisGame, Inconsistent.
    """
    fixture = due(contest, record)
    result = check_figures(request.result, contest, fixture, has_clock)
    require_version(record, expected_version)
    outcome = contest.outcome_of(record)
    if outcome is None and record.match is None:
        require_all_in(contest, record)
        return ResultReported(contest.id, record.id, RecordedResult.of(result), request.note)
    if outcome is not None and fixture.needs and _goes_on(outcome, result):
        reason = "extra round"
        return ResultCorrected(contest.id, record.id, RecordedResult.of(result), reason, outcome.at, request.note)
    raise Conflict(
        Text(
            es="ese encuentro ya tiene resultado: PUT lo corrige"
            if outcome
            else "hay un encuentro abierto en esa mesa",
            en="that match has a result: PUT corrects it" if outcome else "a match is open for that fixture",
        ),
        extra={"version": record.version},
    )


def correct(
    request: CorrectResult,
    contest: RecordedContest,
    record: RecordedFixture,
    expected_version: int | None,
    *,
    has_clock: bool = False,
) -> ResultCorrected:
    """Another result in place of a wrong one. Raises Conflict, Impossible, NotInThisGame, Inconsistent."""
    fixture = due(contest, record)
    result = check_figures(request.result, contest, fixture, has_clock)
    require_version(record, expected_version)
    outcome = contest.outcome_of(record)
    if outcome is None and record.match is None:
        raise Impossible(
            Text(
                es="aún no hay resultado que corregir: POST lo da",
                en="there is no result to correct yet: POST gives one",
            )
        )
    record_of_result = RecordedResult.of(result)
    return ResultCorrected(contest.id, record.id, record_of_result, request.reason, record.version, request.note)


def walkover(
    request: GiveWalkover,
    championship: Championship,
    contest: RecordedContest,
    record: RecordedFixture,
    names: Names,
    expected_version: int | None,
) -> WalkoverGiven:
    """The walkover. In place of a result only where its version is named. Raises Conflict, Inconsistent, Impossible."""
    due(contest, record)
    absent, missing = absentees(request.absent, championship, contest, record, names)
    if not {*absent} <= {*record.entrants} or len({*absent}) < len(absent):
        raise Inconsistent(
            Text(
                es="`absent` tiene que nombrar a inscritos de ese encuentro, cada uno una vez",
                en="`absent` must name entrants of that match, each once",
            )
        )
    require_version(record, expected_version)
    outcome = contest.outcome_of(record)
    decided = {one.board for one in contest.boards_of(record)}
    is_open = record.match is not None or any(one.board not in decided for one in record.board_matches)
    if (is_open or (outcome is not None and outcome.result is not None)) and expected_version is None:
        raise Conflict(
            Text(
                es="ese encuentro tiene resultado o está abierto: con If-Match se reemplaza",
                en="that match has a result or is open: If-Match replaces it",
            ),
            extra={"version": record.version},
        )
    if outcome and record.match is None and is_walkover(outcome, absent, missing):
        _require_going_on(contest, Text(es="esa incomparecencia ya consta", en="that walkover is on record already"))
    return WalkoverGiven(contest.id, record.id, absent, request.reason, outcome.at if outcome else None, missing)


def absentees(
    references: Sequence[str],
    championship: Championship,
    contest: RecordedContest,
    record: RecordedFixture,
    names: Names,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The entrants of a fixture that a request calls absent, and of pairs of one round the persons, where it names these.

    Raises NotFound, Ambiguous, Inconsistent.
    """
    if contest.contest.partners is None:
        return tuple(entrant(who, contest.contest, championship, names, record.entrants) for who in references), ()
    ids = [who if who in record.entrants else entrant(who, contest.contest, championship, names) for who in references]
    members = tuple(dict.fromkeys(one for id_ in ids for one in members_of(id_)))
    pairs = {one: pair for pair in record.entrants for one in members_of(pair)}
    if len(ids) > len({*ids}) or not {*members} <= {*pairs}:
        return tuple(ids), ()
    absent = tuple(pair for pair in record.entrants if not {*members}.isdisjoint(members_of(pair)))
    whole = all({*members_of(pair)} <= {*members} for pair in absent)
    return absent, () if whole else members


def is_walkover(outcome: Outcome, absent: Sequence[str], missing: Sequence[str]) -> bool:
    """True if an outcome is this walkover."""
    return outcome.result is None and ({*outcome.absent}, {*outcome.missing}) == ({*absent}, {*missing})


def _require_going_on(contest: RecordedContest, again: Text) -> None:
    """Raises Impossible for a decision repeated (`again`) in a contest that is over: it has no consequences any more."""
    if contest.state.phase in OVER:
        raise Impossible(
            Text(
                es=f"{again.es}, y el torneo ha terminado: no cambiaría nada",
                en=f"{again.en}, and the contest is over: it would change nothing",
            )
        )


def _require_new(entrant: str, before: Sequence[str], refusal: Text) -> None:
    """Raises Impossible where the same was decided of this entrant before."""
    if entrant in before:
        raise Impossible(refusal)


def withdrawal(
    request: LeaveContest, championship: Championship, contest: RecordedContest, names: Names
) -> EntrantWithdrawn:
    """Records a withdrawal. Raises Impossible if the entrant has withdrawn or is replaced, or if the contest would not change."""
    who = entrant(request.player, contest.contest, championship, names)
    leavers = [one.entrant for one in contest.contest.withdrawals]
    _require_new(who, leavers, Text(es=f"{request.player} ya se retiró", en=f"{request.player} has withdrawn already"))
    outgoing = [change.out for change in contest.contest.substitutions if change.into is not None]
    if is_replaced(contest.contest, who):
        _require_new(
            who,
            outgoing,
            Text(
                es=f"{request.player} ya no juega: otro tiene su puesto",
                en=f"{request.player} does not play any more: another has that place",
            ),
        )
    _require_change(contest, Withdrawal(who, championship.version + 1))
    return EntrantWithdrawn(contest.id, who, request.reason)


def _require_change(contest: RecordedContest, withdrawal: Withdrawal) -> None:
    """Raises Impossible where a contest is over and a withdrawal would leave it as it is."""
    state, own = contest.state, contest.contest
    if state.phase in OVER and follow(replace(own, withdrawals=(*own.withdrawals, withdrawal))) == state:
        raise Impossible(
            Text(
                es="el torneo ha terminado y no queda encuentro del que retirarse: no cambiaría nada; si un resultado está mal, "
                "corríjalo, y si alguien no vino a un encuentro, dé su incomparecencia",
                en="the contest is over, and no match is left to withdraw from: it would change nothing; if a result is wrong, "
                "correct it, and if somebody did not come to a match, give the walkover",
            ),
            rule="league.withdrawal",
        )


def ruling(request: RuleTie, championship: Championship, contest: RecordedContest, names: Names) -> TieRuled:
    """The organizer's order of an open tie. Raises Inconsistent unless the tie is exactly one that waits."""

    state = contest.state
    members = {one for tie in state.open_ties for one in tie}

    def resolve(refs: Sequence[str]) -> tuple[str, ...]:
        return tuple(entrant(one, contest.contest, championship, names, members) for one in refs)

    order_of_tie = TieRuling(resolve(request.tie), tuple(resolve(place) for place in request.order))
    flaw = ruling_flaw(state, order_of_tie)
    if flaw is not None:
        current = championship.merges.now
        waiting = _with_waiting(flaw.text, contest, state, lambda id_: names(current(id_)))
        raise Inconsistent(waiting, rule="league.studied", flaws=(flaw,))
    return TieRuled(contest.id, order_of_tie.tie, order_of_tie.order, request.reason)


def sanction(request: GiveSanction, championship: Championship, names: Names) -> PlayerSanctioned:
    """A card outside a match. Raises NotFound, Ambiguous."""
    who = player(request.player, championship, names)
    if request.contest is not None:
        contest_of(championship, request.contest)
    return PlayerSanctioned(who, request.card, request.reason, request.contest)


def check_figures(result: Result, contest: RecordedContest, fixture: Fixture, has_clock: bool) -> Result:
    """The result, if its figures are possible, with the ranking that departures give it.

    Raises NotInThisGame for figures of other games, Inconsistent naming one, Impossible for an encounter of teams.
    """
    require_no_teams(
        contest,
        "un enfrentamiento se juega tablero a tablero: dé el resultado de cada uno en `/boards/{n}/result`",
        "an encounter is played board by board: report each at `/boards/{n}/result`",
    )
    require_no_hands(
        contest,
        "con las mismas cartas en cada mesa el resultado es el de cada mano: délo en `/boards/{n}/result`",
        "with the same deals at every table each hand has its result: report it at `/boards/{n}/result`",
    )
    return check_figures_of(result, ruleset(contest.ruleset), fixture.params, len(fixture.entrants), has_clock)


def require_no_teams(contest: RecordedContest, es: str, en: str) -> None:
    """Raises Impossible in a contest of teams, with what to do instead."""
    if contest.contest.teams is not None:
        raise Impossible(Text(es=es, en=en), rule="teams.encounter")


def require_no_hands(contest: RecordedContest, es: str, en: str) -> None:
    """Raises Impossible in a contest with the same deals at every table, with what to do instead."""
    if contest.contest.duplicate is not None:
        raise Impossible(Text(es=es, en=en), rule="duplicate.deals")


def check_hand(result: Result, rules: Ruleset, own_params: Mapping[str, Any], sides: int) -> Result:
    """The points of one hand that stands alone, if it can give them. Raises NotInThisGame, Inconsistent (duplicate.alone)."""
    figures = asdict(result)
    tallies, _ = figures.pop("tallies"), figures.pop("points")
    others = [
        *tallies,
        *(name for name, figure in figures.items() if figure is not None and figure is not False and figure != ()),
    ]
    if others:
        names = ", ".join(others)
        raise NotInThisGame(
            Text(es=f"de una mano se dan solo los puntos, no {names}", en=f"a hand has points alone, not {names}"),
            rule="duplicate.alone",
        )
    if len(result.points) != sides:
        text = Text(
            es=f"son {sides} bandos, y hay puntos de {len(result.points)}",
            en=f"there are {sides} sides, and points of {len(result.points)}",
        )
        raise Inconsistent.at("$.points", text, rule="duplicate.alone")
    terms = rules.same_deals
    flaw = terms.check(result, read_params(rules, dict(own_params))) if terms is not None else None
    if flaw is not None:
        raise Inconsistent(flaw.text, rule="duplicate.alone", flaws=(flaw,))
    return result


def check_figures_of(
    result: Result, rules: Ruleset, own_params: Mapping[str, Any], sides: int, has_clock: bool
) -> Result:
    """The result of a match of this ruleset between so many sides, as `check_figures` does."""
    foreign = foreign_figures(result, rules.contest)
    if foreign:
        those = ", ".join(foreign)
        raise NotInThisGame(Text(es=f"{rules.id} no cuenta {those}", en=f"{rules.id} does not count {those}"))
    params = read_params(rules, dict(own_params))
    flaw = inconsistency(result, sides, rules.contest, params, has_clock=has_clock)
    if flaw is not None:
        raise Inconsistent(flaw.text, flaws=(flaw,))
    ranking_result = with_departures(result, rules.contest)
    return ranking_result if any(map(any, result.cards)) else replace(ranking_result, cards=())


def require_version(record: RecordedFixture, expected_version: int | None) -> None:
    """Raises Conflict where the fixture has changed since the version that a request names."""
    if expected_version is not None and expected_version != record.version:
        raise Conflict(
            Text(
                es=f"ese encuentro va por la versión {record.version}, no por la {expected_version}",
                en=f"that fixture is at version {record.version}, not {expected_version}",
            ),
            extra={"version": record.version},
        )


def _goes_on(outcome: Outcome, result: Result) -> bool:
    """True if a result is the recorded one with a decision of its tie."""
    bare = outcome.result and replace(outcome.result, extra_rounds=(), winner=None, late_cards=(), ranking=())
    return outcome.match is None and bare == replace(result, extra_rounds=(), winner=None, ranking=())


def _with_waiting(text: Text, contest: RecordedContest, state: ContestState, names: Names) -> Text:
    """A refusal of a ruling that lists the ties that do wait for one."""
    ties = ["(" + ", ".join(contest.display_name(one, names) or one for one in tie) + ")" for tie in state.open_ties]
    if not ties:
        return Text(es=f"{text.es}; ahora no hay ninguno abierto", en=f"{text.en}; none is open now")
    return Text(es=f"{text.es}; esperan: {' '.join(ties)}", en=f"{text.en}; waiting: {' '.join(ties)}")
