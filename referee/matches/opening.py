"""The opening of a match: ruleset, parameters, seats, first dealer."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType
from uuid_utils import uuid7

from referee.cards import drawn_dealer
from referee.errors import BadRequest, Flaw, Impossible, Inconsistent, NotFound, NotInThisGame
from referee.match.events import FOR_GOOD, Opening, SeatTaken, SharedHand
from referee.match.game import Ruleset
from referee.match.registry import read_params, require_ruleset, with_house
from referee.match.terms.agreed_time import AgreedTime, with_defaults
from referee.match.terms.named_house import NamedHouse
from referee.match.terms.stakes import Stakes, require_divisible
from referee.match.timing.limits import require_fitting
from referee.people.alike import namesakes
from referee.people.name_similarity import skeleton_digest
from referee.people.namesakes import (
    Candidate,
    Distinct,
    Doubt,
    NewPlayer,
    Reuse,
    ambiguous,
    candidate,
    identify,
    require_one_answer,
)
from referee.people.register import People, Person, PersonDraft
from referee.people.spelling import require_name
from referee.text import Text

InfractionsShown = Annotated[
    Literal["at_once", "hand_end"],
    Meta(
        description="When those who do not see every hand are told of an infraction, and how a claim was decided: as soon as it "
        "is proven, which says something of the hand, or once that hand is over."
    ),
]


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits down: a name, or the id of a player already entered.

    A name alone is a label, whoever else has it: somebody who only sits down at this match. With `reuse` it is the one person
    who is there under it.
    """

    name: Annotated[str, Meta(min_length=1, max_length=200, examples=["Ana"])] | UnsetType = UNSET
    player: Annotated[str, Meta(min_length=1, max_length=64)] | UnsetType = UNSET
    distinct: Distinct = False
    reuse: Reuse = False


class OpenMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What it takes to open a match: a ruleset and who sits down; or a contest's `fixture`, from which the rest follows.

    `house` are house rules under a name, which settle some of the ruleset's parameters.
    """

    ruleset: str | UnsetType = UNSET
    seats: Annotated[tuple[Sitting, ...], Meta(min_length=1, max_length=10)] | UnsetType = UNSET
    params: dict[str, Any] = {}
    enforcement: Literal["record", "strict"] = "record"
    first_dealer: Annotated[int, Meta(ge=0, le=9)] | None = None
    player_input: bool = False
    confirm: Literal["sides"] | None = None
    infractions_shown: InfractionsShown = "at_once"
    table: Annotated[str, Meta(max_length=100, description=f"Where it is played. {FOR_GOOD}")] | None = None
    fixture: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    stakes: Stakes | None = None
    timing: AgreedTime | None = None
    house: NamedHouse | None = None
    board: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=1000,
                description="The board of the fixture where it is played, counted from 1: of an encounter of teams, or the hand "
                "of its round where every table plays the same deals. Where no line-ups are shown, `seats` name who sits there, "
                "the members of the teams by turns.",
            ),
        ]
        | None
    ) = None
    sheet: (
        Annotated[
            str,
            Meta(
                max_length=40,
                description="The code on the sheet that a hand is dealt from, to be sure that it is the one of `board`.",
                examples=["2-05-K7QF"],
            ),
        ]
        | None
    ) = None


class Seating(msgspec.Struct, frozen=True):
    """The settings of a match from a contest's fixture: `lines` are the places below which a tie has to be parted.

    `table` is where it is to be played, and `timing` the clock, as far as the request does not say otherwise. `board` is that of
    the fixture, where it is played at one, and `shared_hand` the hand that it is, where every table plays the same.
    """

    ruleset: str
    params: dict[str, Any]
    players: tuple[str, ...]
    fixture: str
    lines: tuple[int, ...]
    table: str | None = None
    house: NamedHouse | None = None
    timing: AgreedTime | None = None
    board: int | None = None
    shared_hand: SharedHand | None = None


class PreparedMatch(NamedTuple):
    """An opening, and the new people in it, to be entered with it."""

    opening: Opening
    newcomers: tuple[PersonDraft, ...] = ()


def prepare(request: OpenMatch, people: People, now: str, seed_source: Callable[[], str]) -> PreparedMatch:
    """The opening event of the match asked for, with the new people in it.

    Raises BadRequest (ruleset, params, seats), NotInThisGame, Impossible, NotFound, Inconsistent (a lone board).
    """
    require_no_sheet(request)
    if request.board is not None:
        what = Text(
            es="`board` es el tablero de un enfrentamiento: diga cuál con `fixture`",
            en="`board` is one of an encounter: say which with `fixture`",
        )
        raise Inconsistent.at("$.board", what)
    if request.house is not None and request.ruleset is not UNSET:
        params = with_house(request.house, request.ruleset, request.params)
        request = msgspec.structs.replace(request, params=params)
    rules = check_ruleset(request)
    sitting, newcomers = seat_people(request, people, now)
    players = [person.id for person in sitting]
    return PreparedMatch(
        _opening(request, rules, players, first_dealer(rules, request, sitting, seed_source)), tuple(newcomers)
    )


def require_no_sheet(request: OpenMatch) -> None:
    """Raises Inconsistent for the code of a sheet where no hand is dealt from one (duplicate.deals)."""
    if request.sheet is not None:
        text = Text(
            es="las hojas son de manos que juegan todas las mesas: aquí cada una reparte lo suyo",
            en="sheets are of hands that every table plays: here each deals for itself",
        )
        raise Inconsistent.at("$.sheet", text, rule="duplicate.deals")


def prepare_fixture(request: OpenMatch, seating: Seating, people: People, seed_source: Callable[[], str]) -> Opening:
    """The opening event of a fixture's match; what is told beside the fixture has to agree with it.

    Raises BadRequest (params), NotInThisGame, Impossible, Inconsistent.
    """
    whole = msgspec.structs.replace(
        request,
        house=seating.house,
        ruleset=seating.ruleset,
        params=seating.params,
        seats=tuple(Sitting(player=player) for player in seating.players),
        table=seating.table if request.table is None else request.table,
        timing=with_defaults(request.timing, seating.timing),
    )
    rules = check_ruleset(whole)
    _require_agreement(request, whole, rules)
    persons = people.find(seating.players)
    # An erased person plays on, without a name or a birth date.
    sitting = [persons.get(player) or Person(player, "") for player in seating.players]
    opening = _opening(whole, rules, seating.players, first_dealer(rules, whole, sitting, seed_source))
    board = UNSET if seating.board is None else seating.board
    hand = UNSET if seating.shared_hand is None else seating.shared_hand
    return msgspec.structs.replace(opening, fixture=seating.fixture, lines=seating.lines, board=board, shared_hand=hand)


def _opening(
    request: OpenMatch, rules: Ruleset, players: Iterable[str], dealer: tuple[int | None, str | None]
) -> Opening:
    """Returns the opening event of a new match of these players. `dealer`: the first dealer, and the seed that drew it."""
    first, seed = dealer
    return Opening(
        ruleset=rules.id,
        seats=tuple(map(SeatTaken, players)),
        params=msgspec.to_builtins(read_params(rules, request.params)),
        match=str(uuid7()),
        enforcement=request.enforcement,
        first_dealer=first,
        seed=seed,
        player_input=request.player_input,
        confirm=request.confirm,
        table=request.table,
        infractions_shown="hand_end" if request.infractions_shown == "hand_end" else UNSET,
        stakes=UNSET if request.stakes is None else request.stakes,
        timing=UNSET if request.timing is None else request.timing,
        house=UNSET if request.house is None else request.house,
    )


def _require_agreement(request: OpenMatch, whole: OpenMatch, rules: Ruleset) -> None:
    """Raises Inconsistent where a request says otherwise than its fixture."""
    other = []
    if request.ruleset is not UNSET and request.ruleset != whole.ruleset:
        other.append("ruleset")
    if request.seats is not UNSET and request.seats != whole.seats:
        other.append("seats")
    if request.params and read_params(rules, whole.params | request.params) != read_params(rules, whole.params):
        other.append("params")
    if request.house is not None and request.house != whole.house:
        other.append("house")
    if other:
        those = ", ".join(other)
        raise Inconsistent(
            Text(
                es=f"el encuentro por jugar decide {those}: quítalo o di lo mismo",
                en=f"the fixture decides {those}: leave it out, or say the same",
            ),
            flaws=tuple(Flaw(f"$.{field}", Text(es="dice otra cosa", en="says otherwise")) for field in other),
        )


def check_ruleset(request: OpenMatch) -> Ruleset:
    """The ruleset asked for, if it can be played so."""
    if request.ruleset is UNSET or request.seats is UNSET:
        field = "ruleset" if request.ruleset is UNSET else "seats"
        raise BadRequest(
            Text(es=f"falta el campo `{field}`, en $", en=f"Object missing required field `{field}`, at $"),
            flaws=(Flaw("$", Text(es=f"falta el campo `{field}`", en=f"missing required field `{field}`")),),
        )
    rules = require_ruleset(request.ruleset)
    params = read_params(rules, request.params)
    seats = len(request.seats)
    if seats not in rules.seats:
        those = ", ".join(map(str, rules.seats))
        raise NotInThisGame(
            Text(
                es=f"{rules.id} no se juega con {seats} asientos, sino con {those}",
                en=f"{rules.id} is not played with {seats} seats, but with {those}",
            )
        )
    if request.first_dealer is not None and not rules.has_dealer:
        raise NotInThisGame(
            Text(es=f"en {rules.id} no reparte nadie: sobra `first_dealer`", en=f"{rules.id} has no `first_dealer`")
        )
    if request.first_dealer is not None and request.first_dealer >= seats:
        raise Impossible(
            Text(
                es=f"no existe el asiento {request.first_dealer}: hay {seats}",
                en=f"there is no seat {request.first_dealer}: there are {seats}",
            )
        )
    if request.stakes is not None:
        require_divisible(request.stakes, rules.sides(seats, params))
    if request.timing is not None:
        require_fitting(request.timing, rules.game.setup.timing, rules.id)
    return rules


def seat_people(request: OpenMatch, people: People, now: str) -> tuple[list[Person], list[PersonDraft]]:
    """Returns the people of the seats, in order, and the new ones among them.

    Raises BadRequest, NotFound, Inconsistent for a person twice, Ambiguous for names to be reused that fit several people.
    """
    seats_by_name = [
        seat
        if seat.name is UNSET
        else msgspec.structs.replace(seat, name=require_name(seat.name, f"$.seats[{n}].name"))
        for n, seat in enumerate(request.seats or ())
    ]
    seats = _with_existing_people(seats_by_name, people)
    for i, seat in enumerate(seats):
        if (seat.name is UNSET) == (seat.player is UNSET):
            what = Text(es=f"el asiento {i} necesita `name` o `player`", en=f"seat {i} needs either `name` or `player`")
            raise BadRequest(what, flaws=(Flaw(f"$.seats[{i}]", what),))
    ids = [seat.player for seat in seats if seat.player is not UNSET]
    persons = dict(zip(ids, known_people(ids, people), strict=True))
    names: list[tuple[str, date | None]] = [(s.name, None) for s in seats if s.name is not UNSET]
    newcomers = people.newcomers(names, now, is_guest=True)
    fresh = iter(newcomers)
    return [next(fresh).person if seat.player is UNSET else persons[seat.player] for seat in seats], newcomers


def _with_existing_people(seats: Sequence[Sitting], people: People) -> list[Sitting]:
    """Returns the seats, with ids instead of names that refer to existing people. Raises BadRequest, Ambiguous."""
    for n, seat in enumerate(seats):
        require_one_answer(seat.distinct, seat.reuse, f"$.seats[{n}].reuse")
    names = {n: seat.name for n, seat in enumerate(seats) if seat.reuse and isinstance(seat.name, str)}
    same = namesakes(people, names.values())
    sitting, doubts = [*seats], []
    for n, name in names.items():
        candidates = [candidate(one.person) for one in same[skeleton_digest(name)]]
        match identify(NewPlayer(name, reuse=True), f"$.seats[{n}]", candidates):
            case Doubt() as doubt:
                doubts.append(doubt)
            case Candidate(id=str(id_)):
                sitting[n] = Sitting(player=id_)
    if doubts:
        raise ambiguous(doubts)
    return sitting


def seated_people(ids: Sequence[str], sitting: Collection[str], rules: Ruleset, people: People) -> int | None:
    """Returns the seat that deals first by the ages of the people; None if ages do not decide.

    Raises NotFound for an unknown person not yet at the table, Inconsistent for a person twice.
    """
    known_people([id_ for id_ in ids if id_ not in sitting], people)
    if len({*map(people.now, ids)}) < len(ids):
        raise _twice()
    persons = people.find(ids)
    return oldest_of(rules, [persons.get(id_) or Person(id_, "") for id_ in ids])


def known_people(ids: Sequence[str], people: People) -> list[Person]:
    """Returns the people with these ids, in order. Raises NotFound, Inconsistent for a person twice."""
    persons = people.find(ids)
    for id_ in ids:
        if id_ not in persons:
            raise NotFound(Text(es=f"no hay jugador {id_}", en=f"there is no player {id_}"))
    if len({persons[id_].id for id_ in ids}) < len(ids):
        raise _twice()
    return [persons[id_] for id_ in ids]


def _twice() -> Inconsistent:
    return Inconsistent(Text(es="la misma persona no puede ocupar dos asientos", en="one person cannot take two seats"))


def oldest_of(rules: Ruleset, sitting: Sequence[Person]) -> int | None:
    """The seat of the oldest, where the oldest deals first and the ages are known; None otherwise."""
    born = [person.birth_date for person in sitting]
    dates = [day for day in born if day is not None]
    is_decided = rules.game.setup.oldest_deals and len(dates) == len(born) and dates.count(min(dates)) == 1
    return dates.index(min(dates)) if is_decided else None


def first_dealer(
    rules: Ruleset, request: OpenMatch, sitting: Sequence[Person], seed_source: Callable[[], str]
) -> tuple[int | None, str | None]:
    """The seat that deals first, and the seed that drew it where chance did."""
    if request.first_dealer is not None or not rules.has_dealer:
        return request.first_dealer, None
    if (oldest := oldest_of(rules, sitting)) is not None:
        return oldest, None
    seed = seed_source()
    return drawn_dealer(len(sitting), seed), seed
