"""A hand recorded by its figures: the counts of each side, in place of its cards or of the rest of them."""

from msgspec import UNSET

from referee.cards import SPANISH_40
from referee.games.escoba.events import EscobaCount, EscobaFigures
from referee.games.escoba.handlers.deal import begin_hand, due_dealer
from referee.games.escoba.scoring.counting import score_haul
from referee.games.escoba.scoring.figures import ALL_OROS, ALL_SEVENS, check_figures, so_far
from referee.games.escoba.scoring.haul import EscobaHaul
from referee.games.escoba.state import EscobaState
from referee.match.choice import CountChoice, Figure, NumbersFigure, PickFigure
from referee.match.facts import Fact
from referee.match.judge import disputes
from referee.match.state import Facts
from referee.text import Text

FIGURES = {
    "cards": Text(es="cartas", en="cards"),
    "oros": Text(es="oros", en="oros"),
    "sevens": Text(es="sietes", en="sevens"),
    "seven_of_oros": Text(es="7O", en="7O"),
    "sweeps": Text(es="escobas", en="sweeps"),
    "best": Text(es="mejor setenta", en="best setenta"),
}
"""Names of the figures."""


def choice(state: EscobaState) -> CountChoice:
    """The figures that this hand can have."""
    haul, sides = so_far(state), tuple(range(state.sides))
    holder = haul.seven_of_oros
    most = (SPANISH_40.size - sum(haul.cards)) // 2
    figures: dict[str, Figure] = {
        "cards": _numbers("cards", haul.cards, SPANISH_40.size),
        "oros": _numbers("oros", haul.oros, ALL_OROS),
        "sevens": _numbers("sevens", haul.sevens, ALL_SEVENS),
        "seven_of_oros": PickFigure(FIGURES["seven_of_oros"], sides if holder is None else (holder,)),
        "sweeps": NumbersFigure(FIGURES["sweeps"], "side", haul.sweeps, tuple(n + most for n in haul.sweeps)),
    }
    if state.rules.setenta:
        figures["best"] = PickFigure(FIGURES["best"], (*sides, None))
    return CountChoice(figures)


def _numbers(name: str, least: tuple[int, ...], whole: int) -> NumbersFigure:
    """Numbers, one per side, that sum to `whole`: at least those on record, and at most all the rest more."""
    left = whole - sum(least)
    return NumbersFigure(FIGURES[name], "side", least, tuple(n + left for n in least), whole)


def check_count(state: EscobaState, event: EscobaCount, at: int) -> None:
    """Refuses impossible figures."""
    check_figures(state, event.figures)


def apply_count(state: EscobaState, event: EscobaCount, at: int) -> Facts:
    """Ends the hand and scores it as if its cards had been played."""
    facts: list[Fact] = []
    if not state.in_hand():
        facts.append(begin_hand(state, due_dealer(state), at))
    disputes.leave_to_referee(state, state.began, at)
    state.clear()
    state.stock_left = 0
    return [*facts, *score_haul(state, _haul(state, event.figures), by_figures=True)]


def _haul(state: EscobaState, figures: EscobaFigures) -> EscobaHaul:
    """The haul of each side by the figures; the cards themselves are not on record."""
    none = (0,) * state.sides
    return EscobaHaul(
        cards=figures.cards,
        oros=figures.oros,
        sevens=figures.sevens,
        seven_of_oros=figures.seven_of_oros,
        best=None if figures.best is UNSET else figures.best,
        sweeps=figures.sweeps,
        piles=none,
        swept=none,
    )
