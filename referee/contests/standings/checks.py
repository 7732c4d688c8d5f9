"""Checks of a reported result: the first figure that is impossible, and why.

Each game checks what is special to it (`ContestRules.check`); here stands what is true of every game.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from referee.contests.standings.alphabet import by_place
from referee.contests.standings.match_order import match_order
from referee.errors import Flaw
from referee.match.results import ContestRules, Result, with_departures
from referee.text import Text


def inconsistency(
    result: Result, seats: int, rules: ContestRules, params: Any, *, has_clock: bool = False
) -> Flaw | None:
    """The first figure of a result that cannot be, given the match's parameters; None where all can.

    `has_clock`: the match has a time, which may end it between any two hands.
    """
    return next(_flaws(result, seats, rules, params, has_clock), None)


def foreign_figures(result: Result, rules: ContestRules) -> tuple[str, ...]:
    """The figures that this game does not have."""
    own = {tally.name for tally in rules.tallies}
    foreign = [name for name, counts in result.tallies.items() if counts and name not in own]
    return (*foreign, *(["extra_rounds"] if result.extra_rounds and not rules.extra_rounds else []))


def _flaws(result: Result, seats: int, rules: ContestRules, params: Any, has_clock: bool) -> Iterator[Flaw]:
    wrong = [*_wrong_lengths(result, seats), *_wrong_departures(result, seats)]
    yield from wrong
    if wrong:
        return
    if flaw := _flaw_of_ending(result, rules, params, has_clock):
        yield flaw
        return
    if result.winner is not None:
        yield from _wrong_winner(result, seats, rules, params)


def _flaw_of_ending(result: Result, rules: ContestRules, params: Any, has_clock: bool) -> Flaw | None:
    """The fault of figures with which a match ends in none of its ways: by its rules, on time, or by a departure."""
    first = rules.check_stopped if result.left else rules.check
    flaw = first(result, params) if first else None
    if flaw is None or result.left or not has_clock:
        return flaw
    flaw_on_time = rules.check_stopped(result, params) if rules.check_stopped else None
    return flaw_on_time and Flaw(
        flaw_on_time.path,
        Text(
            es=f"si se jugó hasta el final: {flaw.text.es}; si acabó por tiempo: {flaw_on_time.text.es}",
            en=f"if it was played to its end: {flaw.text.en}; if its time was up: {flaw_on_time.text.en}",
        ),
    )


def _wrong_departures(result: Result, seats: int) -> Iterator[Flaw]:
    """A seat in `left` does not exist or is named twice, or all seats left."""
    left = result.left
    if any(not 0 <= seat < seats for seat in left) or len({*left}) < len(left):
        yield Flaw(
            "$.left",
            Text(
                es=f"`left` nombra puestos de `entrants`, del 0 al {seats - 1}, cada uno una vez",
                en=f"`left` names places 0 to {seats - 1} of `entrants`, each once",
            ),
        )
    elif left and len(left) == seats:
        yield Flaw(
            "$.left",
            Text(
                es="si se fueron todos, el encuentro no cuenta para nadie: dilo con `walkover`, todos en `absent`",
                en="if everybody left, the match counts for nobody: tell it by `walkover`, with everybody in `absent`",
            ),
        )


def _wrong_lengths(result: Result, seats: int) -> Iterator[Flaw]:
    rows: list[tuple[str, tuple[object, ...] | None]] = [
        ("points", result.points),
        *result.tallies.items(),
        ("cards", result.cards or None),
        *((f"extra_rounds[{n}]", points) for n, points in enumerate(result.extra_rounds)),
    ]
    for path, row in rows:
        if row is not None and len(row) != seats:
            yield Flaw(
                f"$.{path}",
                Text(
                    es=f"`{path}` necesita {seats} números, y han llegado {len(row)}",
                    en=f"`{path}` needs {seats} numbers, got {len(row)}",
                ),
            )


def _wrong_winner(result: Result, seats: int, rules: ContestRules, params: Any) -> Iterator[Flaw]:
    """A winner that is no seat, or not the one by the totals and the tie-break."""
    winner = result.winner
    entrants = [str(seat) for seat in range(seats)]
    if winner is None or not 0 <= winner < seats:
        yield Flaw(
            "$.winner",
            Text(
                es=f"winner es {winner} y los puestos van del 0 al {seats - 1}",
                en=f"winner is {winner}, and the seats are 0 to {seats - 1}",
            ),
        )
        return
    if result.left:
        best = with_departures(result, rules).ranking[0]
        if winner not in best:
            yield _not_the_winner(winner, map(str, best))
        return
    if rules.wins_behind is not None and rules.wins_behind(result, winner, params):
        return
    first = match_order(entrants, replace(result, winner=None), rules, (1,), by_place({}))[0]
    if entrants[winner] not in first.members:
        yield _not_the_winner(winner, first.members)


def _not_the_winner(winner: int, best: Iterable[str]) -> Flaw:
    winners = "/".join(best)
    return Flaw(
        "$.winner",
        Text(
            es=f"winner es {winner}, y por los puntos y el desempate gana {winners}",
            en=f"winner is {winner}, and by points and tie-break {winners} wins",
        ),
    )
