"""Checks the figures of a hand against the pack, against one another, and against the record of the hand."""

from collections.abc import Sequence

from msgspec import UNSET

from referee.cards import SPANISH_40
from referee.games.escoba.events import EscobaFigures
from referee.games.escoba.rules import OROS, SEVENS, SUITS
from referee.games.escoba.scoring.haul import EscobaHaul, haul
from referee.games.escoba.state import EscobaState
from referee.match.judge import figure_checks
from referee.text import Text

ALL_OROS = OROS.bit_count()
ALL_SEVENS = SEVENS.bit_count()
MOST_DECIDE = Text(
    es="aquí decide quién tiene más sietes, no la setenta", en="here most sevens decide, not the setenta"
)


def so_far(state: EscobaState) -> EscobaHaul:
    """The haul of each side in the part of this hand that was recorded; empty between hands."""
    none = (0,) * state.sides
    record = (state.piles, state.sweeps, state.swept) if state.in_hand() else (none, none, none)
    return haul(state.rules, *record)


def check_figures(state: EscobaState, figures: EscobaFigures) -> None:
    """Refuses figures that no hand gives, or that do not fit the record of this one."""
    _check_shape(state, figures)
    code, record = state.rules.code, so_far(state)
    _check_sum("cards", figures.cards, record.cards, SPANISH_40.size, code("most-cards"))
    nobody_took = not any(figures.cards)
    _check_sum("oros", figures.oros, record.oros, 0 if nobody_took else ALL_OROS, code("most-oros"))
    _check_sum("sevens", figures.sevens, record.sevens, 0 if nobody_took else ALL_SEVENS, _sevens_rule(state))
    _check_seven_of_oros(state, figures, record)
    for side in range(state.sides):
        _check_cards(state, figures, record, side)
    new = [cards - before for cards, before in zip(figures.cards, record.cards, strict=True)]
    most = [before + cards // 2 for before, cards in zip(record.sweeps, new, strict=True)]
    figure_checks.require_between("sweeps", figures.sweeps, record.sweeps, most, code("sweep"))
    if figures.best is not UNSET:
        _check_best(state, figures, figures.best)


def _sevens_rule(state: EscobaState) -> str:
    return state.rules.code("sevens" if state.rules.by_fifteen else "primiera")


def _check_shape(state: EscobaState, figures: EscobaFigures) -> None:
    """Refuses figures of another number of sides, or of other house rules."""
    for name in ("cards", "oros", "sevens", "sweeps"):
        figure_checks.require_length(name, getattr(figures, name), state.sides)
    if state.rules.setenta and figures.best is UNSET:
        raise figure_checks.missing("best")
    if not state.rules.setenta and figures.best is not UNSET:
        raise figure_checks.foreign("best", MOST_DECIDE)
    figure_checks.require_side(state, "seven_of_oros", figures.seven_of_oros)
    figure_checks.require_side(state, "best", None if figures.best is UNSET else figures.best)


def _check_sum(figure: str, figures: Sequence[int], least: Sequence[int], whole: int, rule: str) -> None:
    """Refuses figures below those on record, or with another sum than `whole`. Cards may sum 0 too: no side took any."""
    figure_checks.require_between(figure, figures, least, [max(whole, *least)] * len(figures), rule)
    if figure != "cards" or any(figures):
        figure_checks.require_sum(figure, figures, whole, rule)


def _check_seven_of_oros(state: EscobaState, figures: EscobaFigures, record: EscobaHaul) -> None:
    """Refuses 7O for another side than the one that took it on record, or for none although cards were taken."""
    side, rule = figures.seven_of_oros, state.rules.code("seven-of-oros")
    holder = record.seven_of_oros
    if holder is not None and side != holder:
        raise figure_checks.unfit(
            "seven_of_oros",
            f"debe ser {holder}: ese bando tomó 7O, según consta",
            f"must be {holder}: that side took 7O, which is on record",
            rule,
        )
    if side is None and any(figures.cards):
        raise figure_checks.unfit(
            "seven_of_oros", "falta el bando que tiene 7O", "the side that has 7O is missing", rule
        )
    for name, own in (("oros", figures.oros), ("sevens", figures.sevens)):
        before = (record.oros if name == "oros" else record.sevens)[side] if side is not None else 0
        least = before + (holder is None)
        if side is not None and own[side] < least:
            raise figure_checks.unfit(
                f"{name}[{side}]",
                f"es {own[side]} y debe ser al menos {least}: ese bando tiene 7O",
                f"is {own[side]}, and must be at least {least}: that side has 7O",
                rule,
            )


def _check_cards(state: EscobaState, figures: EscobaFigures, record: EscobaHaul, side: int) -> None:
    """Refuses fewer cards than the side's oros and sevens, plus its other cards on record."""
    sevens_of_oros = int(figures.seven_of_oros == side)
    oros_and_sevens = record.oros[side] + record.sevens[side] - int(record.seven_of_oros == side)
    others = record.cards[side] - oros_and_sevens
    least = figures.oros[side] + figures.sevens[side] - sevens_of_oros + others
    if figures.cards[side] < least:
        raise figure_checks.unfit(
            f"cards[{side}]",
            f"es {figures.cards[side]} y debe ser al menos {least}, con sus oros, sus sietes y lo que consta",
            f"is {figures.cards[side]}, and must be at least {least}, with its oros, its sevens and what is on record",
            state.rules.code("most-cards"),
        )


def _check_best(state: EscobaState, figures: EscobaFigures, best: int | None) -> None:
    """Refuses an impossible best setenta: four sevens are the best, and a setenta needs a card of each suit."""
    rule = _sevens_rule(state)
    whole = next((side for side, n in enumerate(figures.sevens) if n == ALL_SEVENS), None)
    if whole is not None and best != whole:
        raise figure_checks.unfit(
            "best", f"debe ser {whole}: tiene los cuatro sietes", f"must be {whole}: it has all four sevens", rule
        )
    if best is None:
        return
    if not figures.oros[best] or figures.cards[best] < len(SUITS):
        raise figure_checks.unfit(
            "best",
            f"no puede ser {best}: no tiene cartas de los cuatro palos",
            f"cannot be {best}: it has not a card of each suit",
            rule,
        )
