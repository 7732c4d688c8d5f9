"""Rounds that were drawn elsewhere: the conditions under which they make a whole league (format.given)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from referee.contests.draws import Round
from referee.errors import Flaw, Inconsistent
from referee.text import Text

RULE = "format.given"
MOST_FLAWS = 20
"""The most flaws that a refusal names, so that it can be read."""


class RoundOnPaper(Struct, frozen=True):
    """One round as it was given, by the ids of entrants; without `rests`, those without a match rest."""

    pairs: tuple[tuple[str, str], ...]
    rests: tuple[str, ...] | None = None


def whole_league(
    rounds: Sequence[RoundOnPaper], order: Sequence[str], legs: int, name: Callable[[str], str]
) -> tuple[Round, ...]:
    """The rounds of a league in which every two of `order` meet `legs` times. `name` gives the name of an entrant.

    Raises Inconsistent with each flaw at its place in the request: `$.rounds[n].matches[n]`.
    """
    flaws = [*_flaws(rounds, order, legs, name)]
    if flaws:
        raise refusal(flaws)
    return tuple(Round(round_.pairs, _without_match(round_, order)) for round_ in rounds)


def refusal(flaws: Sequence[Flaw]) -> Inconsistent:
    """The refusal of given rounds, which says the first of their flaws, and names at most `MOST_FLAWS`."""
    first = flaws[0].text
    return Inconsistent(
        Text(es=f"las rondas dadas no valen: {first.es}", en=f"the given rounds do not fit: {first.en}"),
        rule=RULE,
        flaws=flaws[:MOST_FLAWS],
    )


def _flaws(
    rounds: Sequence[RoundOnPaper], order: Sequence[str], legs: int, name: Callable[[str], str]
) -> Iterator[Flaw]:
    for n, round_ in enumerate(rounds):
        yield from _flaws_of_round(n, round_, order, name)
    meetings = Counter(frozenset(pair) for round_ in rounds for pair in round_.pairs)
    counts = {meetings[frozenset(pair)] for pair in combinations(order, 2)}
    if len(counts) == 1 and counts != {legs}:
        yield _another_number_of_legs(counts.pop(), legs)
        return
    yield from _met_too_often(rounds, legs, name)
    present = {one for pair in meetings for one in pair}
    absentees = [one for one in order if one not in present]
    for one in absentees:
        text = Text(
            es=f"{name(one)} no juega en ninguna ronda, y está entre los inscritos",
            en=f"{name(one)} plays in no round, and is among the entrants",
        )
        yield Flaw("$.rounds", text)
    for one, other in combinations([one for one in order if one in present], 2):
        if (times := meetings[frozenset((one, other))]) < legs:
            yield Flaw("$.rounds", _too_seldom(name(one), name(other), times, legs))


def _flaws_of_round(n: int, round_: RoundOnPaper, order: Sequence[str], name: Callable[[str], str]) -> Iterator[Flaw]:
    """The flaws of one round: an entrant in two of its matches, and wrong byes."""
    table_of: dict[str, int] = {}
    for table, pair in enumerate(round_.pairs):
        for seat, one in enumerate(pair):
            if one in table_of:
                yield Flaw(f"$.rounds[{n}].matches[{table}][{seat}]", _twice(name(one), n, table_of[one], table))
            table_of.setdefault(one, table)
    if round_.rests is None:
        return
    right = _without_match(round_, order)
    if sorted(round_.rests) != sorted(right):
        those = ", ".join(map(name, right))
        text = Text(
            es=f"en la ronda {n + 1} descansa quien no tiene encuentro: {those or 'nadie'}",
            en=f"in round {n + 1} those rest who have no match: {those or 'nobody'}",
        )
        yield Flaw(f"$.rounds[{n}].rests", text)


def _without_match(round_: RoundOnPaper, order: Sequence[str]) -> tuple[str, ...]:
    """The entrants that have no match in a round, in their order."""
    present = {one for pair in round_.pairs for one in pair}
    return tuple(one for one in order if one not in present)


def _met_too_often(rounds: Sequence[RoundOnPaper], legs: int, name: Callable[[str], str]) -> Iterator[Flaw]:
    """A flaw at each match of two that have met as often as they may."""
    before: dict[frozenset[str], list[int]] = {}
    for n, round_ in enumerate(rounds):
        for table, pair in enumerate(round_.pairs):
            meetings = before.setdefault(frozenset(pair), [])
            if len(meetings) >= legs and pair[0] != pair[1]:
                where = ", ".join(str(number + 1) for number in meetings)
                one, other = map(name, pair)
                text = Text(
                    es=f"{one} y {other} ya se encuentran en la ronda {where}, y `legs` es {legs}: sobra este encuentro",
                    en=f"{one} and {other} meet in round {where} already, and `legs` is {legs}: this match is too many",
                )
                yield Flaw(f"$.rounds[{n}].matches[{table}]", text)
            meetings.append(n)


def _another_number_of_legs(times: int, legs: int) -> Flaw:
    return Flaw(
        "$.params.legs",
        Text(
            es=f"todos se encuentran {_times(times).es}, y `legs` es {legs}: han de ser iguales, y puede ser 1 o 2",
            en=f"all meet {_times(times).en}, and `legs` is {legs}: both must be the same, and may be 1 or 2",
        ),
    )


def _twice(name: str, n: int, first: int, table: int) -> Text:
    if first == table:
        return Text(
            es=f"{name} no puede jugar consigo: nombre a dos", en=f"{name} cannot play against themselves: name two"
        )
    return Text(
        es=f"{name} juega ya en el encuentro {first + 1} de la ronda {n + 1}: uno por ronda",
        en=f"{name} plays in match {first + 1} of round {n + 1} already: one each round",
    )


def _too_seldom(one: str, other: str, times: int, legs: int) -> Text:
    return Text(
        es=f"{one} y {other} se encuentran {_times(times).es}, y `legs` es {legs}: falta un encuentro",
        en=f"{one} and {other} meet {_times(times).en}, and `legs` is {legs}: a match is missing",
    )


def _times(count: int) -> Text:
    """A number of times in words."""
    return Text(es="1 vez", en="once") if count == 1 else Text(es=f"{count} veces", en=f"{count} times")
