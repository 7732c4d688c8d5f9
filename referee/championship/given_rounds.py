"""The rounds of a league that was drawn elsewhere, as a request names them (format.given)."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from referee.championship.people import EntrantRef, player
from referee.championship.recorded_contest import Names, pair_name
from referee.championship.state import Championship
from referee.contests.contest import Entrant
from referee.contests.draws import Round
from referee.contests.given import RoundOnPaper, refusal, whole_league
from referee.errors import Flaw, NotFound
from referee.text import Text

Meeting = Annotated[
    tuple[EntrantRef, ...],
    Meta(min_length=2, max_length=2, description="The two of a match, in the order of the seats."),
]


class GivenRound(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One round of a league that was drawn elsewhere. Without `rests`, those rest who have no match in it."""

    matches: Annotated[
        tuple[Meeting, ...], Meta(min_length=1, max_length=32, description="In the order of the tables.")
    ]
    rests: (
        Annotated[
            tuple[EntrantRef, ...],
            Meta(max_length=62, description="Who rests; where it is said, it has to be everybody without a match."),
        ]
        | None
    ) = None


GivenRounds = Annotated[
    tuple[GivenRound, ...],
    Meta(
        min_length=1,
        max_length=256,
        description="The rounds of a league that was drawn elsewhere, first to last: nothing is drawn then. Not with `seed` or "
        "`order`.",
    ),
]


def sides_of_rounds(rounds: Sequence[GivenRound], championship: Championship, names: Names) -> tuple[EntrantRef, ...]:
    """All that these rounds name, by id, in the order in which they come. Raises Inconsistent, Ambiguous."""
    lookup = _Lookup(championship, names)
    sides: dict[frozenset[str], tuple[str, ...]] = {}
    side_of: dict[str, tuple[str, ...]] = {}
    flaws = []
    for path, reference in _references(rounds):
        people = lookup.people(reference, path)
        if not people or frozenset(people) in sides:
            continue
        if clash := next((one for one in people if one in side_of), None):
            flaws.append(Flaw(path, _in_another_side(pair_name((clash,), names), pair_name(side_of[clash], names))))
            continue
        sides[frozenset(people)] = people
        side_of |= dict.fromkeys(people, people)
    lookup.require_all_known()
    if flaws:
        raise refusal(flaws)
    return tuple(side[0] if len(side) == 1 else side for side in sides.values())


def _in_another_side(name: str, side: str) -> Text:
    return Text(
        es=f"{name} juega ya como «{side}»: nombre igual a cada inscrito en todas las rondas",
        en=f"{name} plays as {side!r} already: name each entrant the same in all rounds",
    )


def rounds_of(
    rounds: Sequence[GivenRound], entrants: Sequence[Entrant], legs: int, championship: Championship, names: Names
) -> tuple[Round, ...]:
    """The rounds by the ids of these entrants. Raises Inconsistent, with each flaw at its place, and Ambiguous."""
    lookup = _Lookup(championship, names, entrants)
    of_path = {path: lookup.entrant(reference, path) for path, reference in _references(rounds)}
    lookup.require_all_known()
    on_paper = tuple(
        RoundOnPaper(
            tuple((of_path[_seat(n, table, 0)], of_path[_seat(n, table, 1)]) for table in range(len(round_.matches))),
            None if round_.rests is None else tuple(of_path[_rest(n, at)] for at in range(len(round_.rests))),
        )
        for n, round_ in enumerate(rounds)
    )
    return whole_league(on_paper, [one.id for one in entrants], legs, lookup.display_name)


def _references(rounds: Sequence[GivenRound]) -> Iterator[tuple[str, EntrantRef]]:
    """Everybody named in these rounds, each after the path of their place."""
    for n, round_ in enumerate(rounds):
        for table, match in enumerate(round_.matches):
            yield from ((_seat(n, table, seat), reference) for seat, reference in enumerate(match))
        yield from ((_rest(n, at), reference) for at, reference in enumerate(round_.rests or ()))


def _seat(n: int, table: int, seat: int) -> str:
    return f"$.rounds[{n}].matches[{table}][{seat}]"


def _rest(n: int, at: int) -> str:
    return f"$.rounds[{n}].rests[{at}]"


class _Lookup:
    """The people and entrants that references name, each looked up once; it collects those that name nobody."""

    def __init__(self, championship: Championship, names: Names, entrants: Sequence[Entrant] = ()) -> None:
        self._championship, self._names = championship, names
        now = championship.merges.now
        self._entrants = {one.id: one for one in entrants}
        self._by_people = {frozenset(map(now, one.people)): one.id for one in entrants}
        self._people: dict[EntrantRef, tuple[str, ...]] = {}
        self._flaws: list[Flaw] = []

    def people(self, reference: EntrantRef, path: str) -> tuple[str, ...]:
        """The ids of one player, or of the two of a pair; none where the reference names nobody."""
        if reference not in self._people:
            try:
                self._people[reference] = tuple(
                    player(one, self._championship, self._names)
                    for one in ((reference,) if isinstance(reference, str) else reference)
                )
            except NotFound as error:
                self._flaws.append(Flaw(path, error.text))
                self._people[reference] = ()
        return self._people[reference]

    def entrant(self, reference: EntrantRef, path: str) -> str:
        """The id of an entrant; empty where the reference names none."""
        if isinstance(reference, str) and reference in self._entrants:
            return reference
        people = self.people(reference, path)
        id_ = self._by_people.get(frozenset(people), "")
        if people and not id_:
            those = ", ".join(map(self.display_name, self._entrants))
            name = pair_name(people, self._names)
            text = Text(
                es=f"«{name}» no está entre los inscritos, que son: {those}",
                en=f"{name!r} is not among the entrants, who are: {those}",
            )
            self._flaws.append(Flaw(path, text))
        return id_

    def display_name(self, entrant: str) -> str:
        """The name of an entrant; an erased person stands by the id."""
        return pair_name(self._entrants[entrant].people, self._names)

    def require_all_known(self) -> None:
        """Raises Inconsistent for references that name nobody, or no entrant."""
        if self._flaws:
            raise refusal(self._flaws)
