"""A battle recorded by its loser and the rule, in place of its cards or of the rest of them."""

from collections.abc import Mapping

from referee.games.corona.events import CoronaCount
from referee.games.corona.facts import Debt, PackSpent
from referee.games.corona.handlers.opening import ONLY_HAND
from referee.games.corona.handlers.packs import clear_table, end
from referee.games.corona.knowledge import SEATS
from referee.games.corona.rules import LOSE, LOSING
from referee.games.corona.state import CoronaState
from referee.match.choice import CountChoice, PickFigure
from referee.match.facts import Fact, HandDealt
from referee.match.judge import disputes, figure_checks
from referee.match.state import Facts
from referee.text import Text

FIGURES = {"loser": Text(es="pierde", en="loser"), "by": Text(es="por", en="by")}
"""Names of the figures."""
DEBTS: tuple[Debt | None, ...] = (None, "draw", "income", "damage")
DEBT_OF: Mapping[str, Debt | None] = dict(zip(LOSING, DEBTS, strict=True))
"""By rule that ends a battle, the debt of the pack that had run out; None where the rule does not say it."""


def choice(state: CoronaState) -> CountChoice:
    """The possible losers and rules."""
    return CountChoice(
        {"loser": PickFigure(FIGURES["loser"], tuple(range(SEATS))), "by": PickFigure(FIGURES["by"], tuple(DEBT_OF))}
    )


def check_count(state: CoronaState, event: CoronaCount, at: int) -> None:
    """Refuses a seat that is not there, and a rule that ends no battle."""
    figure_checks.require_seat(state, "loser", event.figures.loser)
    if event.figures.by not in DEBT_OF:
        codes = ", ".join(DEBT_OF)
        raise figure_checks.unfit("by", f"debe ser una de {codes}", f"must be one of {codes}", LOSE)


def apply_count(state: CoronaState, event: CoronaCount, at: int) -> Facts:
    """Ends the battle as if its cards had been played."""
    seat, debt = event.figures.loser, DEBT_OF.get(event.figures.by)
    facts: list[Fact] = []
    if not state.in_hand():
        state.hand, state.void, state.began = ONLY_HAND, False, at
        facts.append(HandDealt(ONLY_HAND))
    disputes.leave_to_referee(state, state.began, at)
    clear_table(state)
    if debt is not None:
        facts.append(PackSpent(seat, debt))
    return [*facts, *end(state, seat, debt, by_figures=True)]
