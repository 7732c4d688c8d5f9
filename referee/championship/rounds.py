"""The rounds of a contest: paired, changed by hand, published, taken away (rounds.swiss to rounds.standing)."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.decisions import Why
from referee.championship.drawing import Seed
from referee.championship.events import (
    Break,
    DecisionUndone,
    RoundChanged,
    RoundPaired,
    RoundPublished,
)
from referee.championship.pairings import field_then, last_pairing, require_stage, round_of
from referee.championship.people import EntrantRef, PlayerRef, entrant
from referee.championship.recorded_contest import Names, RecordedContest
from referee.championship.state import Championship
from referee.championship.undoing.undo import Undo, require_version_of
from referee.contests.contest import PairedRound
from referee.contests.duplicate.terms import RoundDeals, hand_number
from referee.contests.partners import members_of
from referee.contests.rounds.costs import Field
from referee.contests.rounds.paired_stage import PairedStage, last_round
from referee.contests.rounds.pairing import NoPairing, Pairing
from referee.contests.rounds.rotation import in_seats
from referee.contests.settlement import OVER
from referee.errors import Conflict, ContestClosed, Flaw, Impossible, Inconsistent
from referee.match.events import SeedSource
from referee.text import Text

IMPOSSIBLE = "rounds.impossible"
BY_HAND = "rounds.by-hand"
LISTED = 12
"""The most tables or entrants that a refusal names."""
RoundNumber = Annotated[int, Meta(ge=1, le=64)]
PairRef = Annotated[
    tuple[EntrantRef, ...], Meta(min_length=2, max_length=2, description="Two entrants, in the order of the seats.")
]


class PairRound(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The pairing of the next round: published at once, or a draft that may be changed before."""

    round: Annotated[
        RoundNumber | None,
        Meta(
            description="The round that is meant: one that is paired already is answered as it is, and nothing is stored."
        ),
    ] = None
    seed: Seed | None = None
    draft: Annotated[bool, Meta(description="Nobody plays it before it is published.")] = False
    repeats: Annotated[
        bool,
        Meta(description="Two may meet again, as seldom as can be, where nothing else is left (`rounds.impossible`)."),
    ] = False
    apart: (
        Annotated[
            tuple[Annotated[tuple[EntrantRef, ...], Meta(min_length=2, max_length=256)], ...],
            Meta(
                max_length=256,
                description="Groups whose members are not paired with each other while that can be; left out: those of the "
                "round before.",
            ),
        ]
        | None
    ) = None


class ChangeRound(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The pairs of a round as the organizer wants them: everybody of the round once, and why."""

    pairs: Annotated[
        tuple[PairRef, ...],
        Meta(
            min_length=1,
            max_length=2048,
            description="In the order of the tables. Where partners change, each of the two is a list of two persons.",
        ),
    ]
    reason: Why
    rest: EntrantRef | None = None
    rests: Annotated[
        tuple[EntrantRef, ...],
        Meta(
            max_length=256,
            description="Who rests where there may be several, as where partners change. One alone may stand in `rest` too.",
        ),
    ] = ()


def _no_deals() -> str:
    """Raises AssertionError: this caller pairs no contest whose tables play the same deals."""
    raise AssertionError


def pair_next(
    request: PairRound,
    now: Championship,
    contest: RecordedContest,
    names: Names,
    seed_source: Callable[[], str],
    commit: Callable[[], str] = _no_deals,
) -> RoundPaired:
    """The pairing of the next round. `commit` draws the secret seed of its deals, where there are any, and gives its SHA-256.

    Raises Impossible, ContestClosed, Conflict, Inconsistent, NotFound, Ambiguous.
    """
    stage = require_stage(contest)
    number = _next_number(request, stage, contest)
    seed, source = _seed(request, seed_source)
    before = last_pairing(contest)
    apart = (before.apart if before else ()) if request.apart is None else _apart(request, now, contest, names)
    field = stage.field(number, seed, apart)
    try:
        pairing = stage.pair(field, number, repeats=request.repeats)
    except NoPairing as refusal:
        raise _no_pairing(refusal, number, contest, names) from refusal
    return RoundPaired(
        contest=contest.id,
        round=number,
        pairs=pairing.matches,
        seed=seed,
        cost=pairing.cost,
        rest=pairing.rest,
        seed_source=source,
        apart=apart,
        repeats=request.repeats and pairing.partners is None and pairing.cost.repeats > 0,
        draft=request.draft,
        rests=pairing.rests,
        partners=pairing.partners,
        deals=_deals(number, contest, commit),
    )


def change_pairs(
    request: ChangeRound, number: int, now: Championship, contest: RecordedContest, names: Names
) -> RoundChanged:
    """Other pairs of a round, by hand. Raises NotFound, Impossible once a match of it has begun, Inconsistent, Ambiguous."""
    stage = require_stage(contest, number)
    round_ = round_of(contest, number)
    _require_not_begun(contest, round_, names)
    field = field_then(stage, contest, number)
    pairs, rests = _pairs_by_hand(request, field, round_, now, contest, names)
    if len(rests) > 1 and not stage.may_rest_together:
        text = Text(
            es=f"descansa uno como mucho, y son {len(rests)}: dé rival a los demás",
            en=f"one rests at most, and there are {len(rests)}: give the others a rival",
        )
        raise Inconsistent.at("$.rests", text, rule=stage.rule)
    rest = rests[0] if len(rests) == 1 else None
    if flaw := stage.refusal_of_pairs(field, number, pairs):
        raise Inconsistent.at("$.pairs", flaw, rule=stage.rule)
    pairing = stage.price(field, number, pairs, rest)
    breaks = tuple(_breaks(pairing, field, stage, number))
    match_of = {frozenset(match.entrants): match for match in pairing.matches}
    # At the tables where the organizer put them.
    matches = tuple(match_of[frozenset(two)] for two in pairs)
    return RoundChanged(
        contest=contest.id,
        round=number,
        pairs=matches,
        cost=pairing.cost,
        reason=request.reason,
        rest=pairing.rest,
        breaks=breaks,
        rests=pairing.rests,
        partners=pairing.partners,
    )


def publish(number: int, contest: RecordedContest) -> Sequence[RoundPublished]:
    """The publication of a draft; none where the round is published. Raises NotFound."""
    require_stage(contest, number)
    return [RoundPublished(contest.id, number)] if round_of(contest, number).is_draft else []


def take_round_away(
    request: Undo, number: int, now: Championship, contest: RecordedContest, names: Names
) -> DecisionUndone:
    """The undo of all that was decided about the last round. Raises NotFound, Conflict, Impossible once one of it began."""
    require_stage(contest, number)
    require_version_of(now, request.expected)
    round_ = round_of(contest, number)
    last = last_round(contest.contest)
    if last is not None and number < last.round:
        raise Impossible(
            Text(
                es=f"solo se quita la última ronda, que es la {last.round}",
                en=f"only the last round is taken away, which is {last.round}",
            ),
            rule=BY_HAND,
        )
    _require_not_begun(contest, round_, names)
    kinds = RoundPaired | RoundChanged | RoundPublished
    versions = [at for at, one in contest.standing() if isinstance(one, kinds) and one.round == number]
    return DecisionUndone(contest.id, tuple(versions), request.reason)


def _next_number(request: PairRound, stage: PairedStage, contest: RecordedContest) -> int:
    """The number of the round to pair. Raises ContestClosed, Conflict, Impossible."""
    last, number = last_round(contest.contest), stage.next_round
    if contest.state.phase in OVER:
        raise ContestClosed(
            Text(es="el torneo ha terminado: no queda ronda", en="the contest is over: no round is left"),
            rule=stage.rule,
        )
    if last is not None and last.is_draft:
        raise Conflict(
            Text(
                es=f"la ronda {last.round} es un borrador: publíquela o quítela antes",
                en=f"round {last.round} is a draft: publish it or take it away first",
            ),
            rule=BY_HAND,
        )
    open_keys = {one.fixture for one in contest.state.pending}
    open_fixtures = [fixture for fixture in contest.state.fixtures if fixture.key in open_keys]
    if open_fixtures:
        tables = [str(fixture.table) for fixture in open_fixtures[:LISTED]]
        rest = len(open_fixtures) - len(tables)
        es, en = (f" y {rest} más", f" and {rest} more") if rest else ("", "")
        raise Impossible(
            Text(
                es=f"faltan {len(open_fixtures)} resultados de la ronda {number - 1}: mesas {', '.join(tables)}{es}",
                en=f"{len(open_fixtures)} results of round {number - 1} are missing: tables {', '.join(tables)}{en}",
            ),
            rule=stage.rule,
        )
    if refusal := stage.refusal():
        raise Impossible(refusal, rule=stage.rule)
    if request.round is not None and request.round != number:
        raise Inconsistent.at(
            "$.round", Text(es=f"la siguiente ronda es la {number}", en=f"the next round is {number}"), rule=stage.rule
        )
    return number


def _deals(number: int, contest: RecordedContest, commit: Callable[[], str]) -> RoundDeals | None:
    """What binds the deals of a round; None in a contest in which tables deal for themselves."""
    terms = contest.contest.duplicate
    return None if terms is None else RoundDeals(hand_number(terms, number, 1), terms.hands, commit())


def _seed(request: PairRound, seed_source: Callable[[], str]) -> tuple[str, SeedSource]:
    return (request.seed, "brought") if request.seed else (seed_source(), "drawn")


def _apart(
    request: PairRound, now: Championship, contest: RecordedContest, names: Names
) -> tuple[tuple[str, ...], ...]:
    """The groups to keep apart, by places of the draw. Raises Inconsistent, NotFound, Ambiguous."""
    reader = _EntrantPlaces(now, contest, names)
    return tuple(
        tuple(dict.fromkeys(reader.place(one, f"$.apart[{n}][{at}]") for at, one in enumerate(group)))
        for n, group in enumerate(request.apart or ())
    )


def _pairs_by_hand(
    request: ChangeRound, field: Field, round_: PairedRound, now: Championship, contest: RecordedContest, names: Names
) -> tuple[list[tuple[str, str]], list[str]]:
    """The pairs and all that rest. Raises Inconsistent unless everybody of the round stands in it once."""
    reader = _EntrantPlaces(now, contest, names)
    has_members = contest.contest.partners or contest.contest.is_each_alone
    place = partial(reader.pair, field) if has_members else reader.place
    pairs = [
        (place(one, f"$.pairs[{n}][0]"), place(other, f"$.pairs[{n}][1]"))
        for n, (one, other) in enumerate(request.pairs)
    ]
    rests = [] if request.rest is None else [reader.place(request.rest, "$.rest")]
    rests += [reader.place(one, f"$.rests[{n}]") for n, one in enumerate(request.rests)]
    everybody = (one for two in pairs for entrant_ in two for one in members_of(entrant_))
    count_of = Counter([*everybody, *rests])
    present = {*round_.entrants}
    wrong = [
        *((one, "está dos veces", "stands in it twice") for one, count in count_of.items() if count > 1),
        *((one, "falta", "is missing") for one in present if one not in count_of),
        *((one, "no juega esta ronda", "does not play this round") for one in count_of if one not in present),
    ]
    if wrong:
        flaws = [
            Flaw("$.pairs", Text(es=f"{name} {es}", en=f"{name} {en}"))
            for one, es, en in sorted(wrong)[:LISTED]
            for name in [contest.display_name(one, names) or one]
        ]
        first = flaws[0].text
        raise Inconsistent(
            Text(
                es=f"cada cual de la ronda está una vez: {first.es}",
                en=f"everybody of the round stands once: {first.en}",
            ),
            rule=BY_HAND,
            flaws=flaws,
        )
    return pairs, rests


def _breaks(pairing: Pairing, field: Field, stage: PairedStage, number: int) -> Iterable[Break]:
    """The codes of what pairs by hand do not keep: meetings and byes that come again, or only the least."""
    # Where partners change, rivals are repeated as seldom as can be.
    if pairing.cost.repeats and pairing.partners is None:
        yield "repeats"
    if pairing.rest is not None and field.rests.get(pairing.rest.entrant, 0):
        yield "second_bye"
    if pairing.partners is not None and pairing.partners.repeats:
        yield "repeats" if stage.contest.is_each_alone else "partners"
    if pairing.cost.apart:
        yield "apart"
    pairs = [match.entrants for match in pairing.matches]
    rest = None if pairing.rest is None else pairing.rest.entrant
    if not stage.is_least(field, number, pairs, rest, repeats=pairing.cost.repeats > 0):
        yield "not_least"


def _require_not_begun(contest: RecordedContest, round_: PairedRound, names: Names) -> None:
    """Raises Impossible where a match of a round was opened or has an outcome."""
    records = contest.by_fixture()
    tables_in_play = [
        fixture.table
        for fixture in contest.state.fixtures
        if fixture.round == round_.round
        and (record := records.get((fixture.key, fixture.entrants)))
        and contest.has_begun(record)
    ]
    if tables_in_play:
        tables = ", ".join(map(str, tables_in_play[:LISTED]))
        raise Impossible(
            Text(
                es=f"de la ronda {round_.round} ya ha empezado: mesas {tables}",
                en=f"of round {round_.round} some have begun: tables {tables}",
            ),
            rule=BY_HAND,
        )


def _no_pairing(refusal: NoPairing, number: int, contest: RecordedContest, names: Names) -> Impossible:
    """The refusal of a round that cannot be paired: who is in the way, and what would be least."""

    def person(one: str) -> dict[str, str | None]:
        return {"id": one, "name": contest.display_name(one, names)}

    ids = refusal.in_the_way[:LISTED]
    those = ", ".join(contest.display_name(one, names) or one for one in ids)
    cost = refusal.least.cost
    return Impossible(
        Text(
            es=f"en la ronda {number} no hay parejas sin repetir rival ni descanso: no queda con quién para {those}; lo menos "
            f"malo repite {cost.repeats}, y se toma con `repeats: true`",
            en=f"round {number} has no pairs without a rival or a bye again: nobody is left for {those}; the least repeats "
            f"{cost.repeats}, and `repeats: true` takes it",
        ),
        rule=IMPOSSIBLE,
        extra={
            "in_the_way": [person(one) for one in ids],
            "least": {
                "repeats": cost.repeats,
                "pairs": [[person(one) for one in match.entrants] for match in refusal.least.matches],
                "rest": None if refusal.least.rest is None else person(refusal.least.rest.entrant),
            },
        },
    )


class _EntrantPlaces:
    """The places of the draw that references name."""

    def __init__(self, now: Championship, contest: RecordedContest, names: Names) -> None:
        self._now, self._contest, self._names = now, contest, names
        own = contest.contest
        self._places = {one: place for place in own.places for one in own.line(place, late=False)}

    def place(self, reference: EntrantRef, path: str) -> str:
        """The place of an entrant, by id, name, or the two of a pair. Raises Inconsistent, NotFound, Ambiguous."""
        references: Sequence[PlayerRef] = (reference,) if isinstance(reference, str) else reference
        places = {self._places.get(entrant(one, self._contest.contest, self._now, self._names)) for one in references}
        place = places.pop() if len(places) == 1 else None
        if place is None:
            those = " / ".join(references)
            raise Inconsistent.at(
                path,
                Text(es=f"«{those}» no es un inscrito de este torneo", en=f"{those!r} is no entrant of this contest"),
            )
        return place

    def pair(self, field: Field, reference: EntrantRef, path: str) -> str:
        """The pair of one round of two persons, or of its own id. Raises Inconsistent, NotFound, Ambiguous."""
        references = members_of(reference) if isinstance(reference, str) else reference
        persons = {self.place(one, path) for one in references}
        if len(persons) != 2 or not persons <= {*field.order}:
            text = Text(
                es='aquí cada pareja son dos personas, las que se sientan enfrente: ["Ana", "Beto"]',
                en='each pair is two persons here, those who sit across from each other: ["Ana", "Beto"]',
            )
            rule = "duplicate.seats" if self._contest.contest.is_each_alone else "partners.rotating"
            raise Inconsistent.at(path, text, rule=rule)
        one, other = persons
        return in_seats(field, one, other)
