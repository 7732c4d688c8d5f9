"""A battle told by who lost it, and by which rule, where nobody recorded its cards or the rest of them."""

from collections.abc import Mapping

from referee.games.corona.events import CoronaCount
from referee.games.corona.facts import Owed, PackSpent
from referee.games.corona.handlers.opening import ONLY_HAND
from referee.games.corona.handlers.packs import clear_table, end
from referee.games.corona.knowledge import SEATS
from referee.games.corona.rules import LOSE, LOSING
from referee.games.corona.state import CoronaState
from referee.match.choice import CountChoice, PickFigure
from referee.match.facts import Fact, HandDealt
from referee.match.judge import counting, disputes
from referee.match.state import Facts
from referee.text import Text

FIGURES = {"loser": Text(es="pierde", en="loser"), "by": Text(es="por", en="by")}
"""What the figures are called."""
OWES: tuple[Owed | None, ...] = (None, "draw", "income", "damage")
OWED: Mapping[str, Owed | None] = dict(zip(LOSING, OWES, strict=True))
"""The rules by which a battle ends, and what the pack that had run out still owed; the first does not say."""


def choice(state: CoronaState) -> CountChoice:
    """Who may have lost, and how."""
    return CountChoice(
        {"loser": PickFigure(FIGURES["loser"], tuple(range(SEATS))), "by": PickFigure(FIGURES["by"], tuple(OWED))}
    )


def check_count(state: CoronaState, event: CoronaCount, at: int) -> None:
    """Refuses a seat that is not there, and a rule by which no battle ends."""
    counting.require_seat(state, "loser", event.figures.loser)
    if event.figures.by not in OWED:
        said = ", ".join(OWED)
        raise counting.unfit("by", f"debe ser una de {said}", f"must be one of {said}", LOSE)


def apply_count(state: CoronaState, event: CoronaCount, at: int) -> Facts:
    """The battle is over, as if its cards had been played."""
    seat, owed = event.figures.loser, OWED.get(event.figures.by)
    facts: list[Fact] = []
    if not state.in_hand():
        state.hand, state.void, state.began = ONLY_HAND, False, at
        facts.append(HandDealt(ONLY_HAND))
    disputes.leave_to_referee(state, state.began, at)
    clear_table(state)
    if owed is not None:
        facts.append(PackSpent(seat, owed))
    return [*facts, *end(state, seat, owed, counted=True)]
