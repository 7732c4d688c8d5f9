"""Whether a reported result can be: which figure cannot, and why.

What is special to a game is its own to say (`ContestRules.check`); here stands what is true of every game.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from referee.contests.standings.alphabet import by_place
from referee.contests.standings.match_order import match_order
from referee.errors import Flaw
from referee.match.results import ContestRules, Result
from referee.text import Text


def inconsistency(result: Result, seats: int, rules: ContestRules, params: Any) -> Flaw | None:
    """The first figure of a result that cannot be, given the match's parameters; None where all can."""
    return next(_flaws(result, seats, rules, params), None)


def foreign_figures(result: Result, rules: ContestRules) -> tuple[str, ...]:
    """The figures that this game does not have."""
    own = {tally.name for tally in rules.tallies}
    foreign = [name for name, counts in result.tallies.items() if counts and name not in own]
    return (*foreign, *(["extra_rounds"] if result.extra_rounds and not rules.extra_rounds else []))


def _flaws(result: Result, seats: int, rules: ContestRules, params: Any) -> Iterator[Flaw]:
    wrong = [*_wrong_lengths(result, seats)]
    yield from wrong
    if wrong:
        return
    if rules.check is not None and (flaw := rules.check(result, params)) is not None:
        yield flaw
        return
    if result.winner is not None:
        yield from _wrong_winner(result, seats, rules, params)


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
    """A winner that is nobody, or not who the totals and the tie-break say."""
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
    if rules.wins_behind is not None and rules.wins_behind(result, winner, params):
        return
    first = match_order(entrants, replace(result, winner=None), rules, (1,), by_place({}))[0]
    if entrants[winner] not in first.members:
        best = "/".join(first.members)
        yield Flaw(
            "$.winner",
            Text(
                es=f"winner es {winner}, y por los puntos y el desempate gana {best}",
                en=f"winner is {winner}, and by points and tie-break {best} wins",
            ),
        )
