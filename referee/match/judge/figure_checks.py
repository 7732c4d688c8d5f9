"""Checks of the figures of a hand that any game may need. A refusal names the figure and the right value."""

from collections.abc import Sequence

from referee.errors import BadRequest, Flaw, Impossible, NotInThisGame
from referee.match.state import State
from referee.text import Text

ON_RECORD = Text(es=", lo que consta de la mano", en=", which is on record for the hand")


def unfit(figure: str, es: str, en: str, rule: str | None = None) -> Impossible:
    """The refusal of an impossible figure, such as `points[2]`, with the right value in words."""
    return Impossible(
        Text(es=f"`figures.{figure}`: {es}", en=f"`figures.{figure}`: {en}"),
        rule=rule,
        flaws=(Flaw(f"$.figures.{figure}", Text(es=es, en=en)),),
    )


def require_length(figure: str, values: Sequence[object], length: int) -> None:
    """Raises BadRequest unless there are `length` numbers."""
    if len(values) == length:
        return
    text = Text(
        es=f"`figures.{figure}` lleva {length} números, y han llegado {len(values)}.",
        en=f"`figures.{figure}` needs {length} numbers, got {len(values)}.",
    )
    raise BadRequest(text, flaws=(Flaw(f"$.figures.{figure}", text),))


def require_sum(figure: str, numbers: Sequence[int], total: int, rule: str) -> None:
    """Raises Impossible unless the sum of the numbers is `total`."""
    if sum(numbers) != total:
        raise unfit(
            figure,
            f"suma {sum(numbers)} y debe sumar {total}",
            f"comes to {sum(numbers)}, and must come to {total}",
            rule,
        )


def require_least(figure: str, n: int, low: int, why: Text, rule: str) -> None:
    """Raises Impossible for a number below `low`; `why` ends the sentence."""
    if n < low:
        es, en = f"es {n} y debe ser al menos {low}{why.es}", f"is {n}, and must be at least {low}{why.en}"
        raise unfit(figure, es, en, rule)


def require_between(figure: str, numbers: Sequence[int], least: Sequence[int], most: Sequence[int], rule: str) -> None:
    """Raises Impossible unless each number is within its bounds; `least` has the figures already on record."""
    for i, (n, low, high) in enumerate(zip(numbers, least, most, strict=True)):
        require_least(f"{figure}[{i}]", n, low, ON_RECORD, rule)
        if n > high:
            raise unfit(
                f"{figure}[{i}]", f"es {n} y no puede pasar de {high}", f"is {n}, and must be at most {high}", rule
            )


def require_seat(state: State, figure: str, seat: int) -> None:
    """Raises Impossible unless there is such a seat."""
    if seat >= state.seats:
        raise unfit(
            figure,
            f"no existe el asiento {seat}: la mesa tiene {state.seats}, del 0 al {state.seats - 1}",
            f"there is no seat {seat}: this table has {state.seats}, 0 to {state.seats - 1}",
        )


def require_side(state: State, figure: str, side: int | None) -> None:
    """Raises Impossible unless there is such a side; None is right."""
    if side is not None and side >= state.sides:
        raise unfit(
            figure,
            f"no existe el bando {side}: hay {state.sides}, del 0 al {state.sides - 1}",
            f"there is no side {side}: there are {state.sides}, 0 to {state.sides - 1}",
        )


def missing(figure: str) -> BadRequest:
    """The refusal of figures without one that this game needs."""
    text = Text(es=f"falta `figures.{figure}`", en=f"`figures.{figure}` is missing")
    return BadRequest(text, flaws=(Flaw(f"$.figures.{figure}", text),))


def foreign(figure: str, why: Text) -> NotInThisGame:
    """The refusal of a figure that this variant or these house rules do not have."""
    text = Text(es=f"`figures.{figure}`: {why.es}", en=f"`figures.{figure}`: {why.en}")
    return NotInThisGame(text, flaws=(Flaw(f"$.figures.{figure}", text),))
