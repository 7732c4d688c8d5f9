"""A deal told by its figures: what each side has of it, where nobody recorded the cards or the rest of them."""

from msgspec import UNSET

from referee.cards import FRENCH
from referee.games.casino.events import CasinoCount, CasinoFigures
from referee.games.casino.handlers.deal import begin_deal, due_dealer
from referee.games.casino.handlers.ending import score_haul
from referee.games.casino.judging.infractions import costs_of, dropped, is_fatal, lost_by
from referee.games.casino.rules import LOSING
from referee.games.casino.scoring.figures import (
    ALL_SPADES,
    accounted,
    check_figures,
    new_penalties,
    penalties_so_far,
    so_far,
)
from referee.games.casino.scoring.haul import CasinoHaul, Holder
from referee.games.casino.state import CasinoState, Stock
from referee.match.choice import CountChoice, Figure, GroupFigure, NumbersFigure, PickFigure
from referee.match.facts import Fact
from referee.match.judge import disputes
from referee.match.state import Facts
from referee.text import Text

FIGURES = {
    "cards": Text(es="cartas", en="cards"),
    "spades": Text(es="picas", en="spades"),
    "big": Text(es="10 de diamantes (mayor)", en="10 of diamonds (big)"),
    "little": Text(es="2 de picas (menor)", en="2 of spades (little)"),
    "aces": Text(es="ases: picas, tréboles, corazones, diamantes", en="aces: spades, clubs, hearts, diamonds"),
    "jack_of_spades": Text(es="jota de picas", en="jack of spades"),
    "sweeps": Text(es="barridas", en="sweeps"),
    "penalties": Text(es="construcciones inadecuadas", en="improper builds"),
    "loses": Text(es="pierde en el acto", en="loses at once"),
}
"""What the figures are called."""
SEAT = Text(es="asiento", en="seat")
RULE = Text(es="regla", en="rule")


def choice(state: CasinoState) -> CountChoice:
    """What the figures of this deal may be."""
    had, sides = so_far(state), tuple(range(state.sides))
    left = FRENCH.size - sum(had.cards)
    takers = sides if accounted(state) == FRENCH.size else (*sides, None)
    sweeps = left // 2 if state.params.sweeps else 0
    found: dict[str, Figure] = {
        "cards": _numbers("cards", had.cards, left, FRENCH.size),
        "spades": _numbers("spades", had.spades, ALL_SPADES - sum(had.spades), ALL_SPADES),
        "big": _holder("big", takers, had.big),
        "little": _holder("little", takers, had.little),
        "aces": PickFigure(FIGURES["aces"], takers, len(had.aces), had.aces if set(had.aces) != {None} else ()),
    }
    if state.options.each_spade:
        found["jack_of_spades"] = _holder("jack_of_spades", takers, had.jack_of_spades)
    found["sweeps"] = _numbers("sweeps", had.sweeps, sweeps)
    if is_fatal(state):
        lost = {"seat": PickFigure(SEAT, sides), "rule": PickFigure(RULE, LOSING)}
        found["loses"] = GroupFigure(FIGURES["loses"], lost, optional=True)
    else:
        found["penalties"] = _numbers("penalties", penalties_so_far(state), FRENCH.size, optional=True)
    return CountChoice(found)


def _numbers(
    name: str, least: tuple[int, ...], more: int, total: int | None = None, optional: bool = False
) -> NumbersFigure:
    """A number per side: what is on record, and so many more at most."""
    return NumbersFigure(FIGURES[name], "side", least, tuple(n + more for n in least), total, optional=optional)


def _holder(name: str, takers: tuple[Holder, ...], known: Holder) -> PickFigure:
    return PickFigure(FIGURES[name], takers if known is None else (known,))


def check_count(state: CasinoState, event: CasinoCount, at: int) -> None:
    """Refuses figures that cannot be."""
    check_figures(state, event.figures)


def apply_count(state: CasinoState, event: CasinoCount, at: int) -> Facts:
    """The deal is over, and scored as if its cards had been played; what was asserted in it is dropped."""
    figures, facts = event.figures, list[Fact]()
    if not state.in_hand():
        facts.append(begin_deal(state, due_dealer(state), at))
    facts += dropped(state)
    for side in new_penalties(state, figures):
        facts += costs_of(state, side)
    disputes.leave_to_referee(state, state.began, at)
    state.clear_deal()
    state.stock = Stock(None, 0)
    if figures.loses is not UNSET:
        return [*facts, *lost_by(state, figures.loses.seat, facts, counted=True)]
    return [*facts, *score_haul(state, _haul(state, figures), facts, counted=True)]


def _haul(state: CasinoState, figures: CasinoFigures) -> CasinoHaul:
    """What the figures say each side has; the cards themselves are not on record."""
    jack = figures.jack_of_spades
    none = (0,) * state.sides
    return CasinoHaul(
        cards=figures.cards,
        spades=figures.spades,
        big=figures.big,
        little=figures.little,
        aces=figures.aces,
        jack_of_spades=None if jack is UNSET else jack,
        sweeps=figures.sweeps,
        piles=none,
        swept=none,
    )
