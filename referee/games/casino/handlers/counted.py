"""A deal recorded by its figures: the counts of each side, in place of its cards or of the rest of them."""

from msgspec import UNSET

from referee.cards import FRENCH
from referee.games.casino.events import CasinoCount, CasinoFigures
from referee.games.casino.handlers.deal import begin_deal, due_dealer
from referee.games.casino.handlers.ending import score_haul
from referee.games.casino.judging.infractions import costs_of, dismiss_presumed, is_fatal, lose_at_once
from referee.games.casino.rules import LOSING
from referee.games.casino.scoring.figures import (
    ALL_SPADES,
    cards_on_record,
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
"""Names of the figures."""
SEAT = Text(es="asiento", en="seat")
RULE = Text(es="regla", en="rule")


def choice(state: CasinoState) -> CountChoice:
    """The figures that this deal can have."""
    record, sides = so_far(state), tuple(range(state.sides))
    left = FRENCH.size - sum(record.cards)
    takers = sides if cards_on_record(state) == FRENCH.size else (*sides, None)
    sweeps = left // 2 if state.params.sweeps else 0
    figures: dict[str, Figure] = {
        "cards": _numbers("cards", record.cards, left, FRENCH.size),
        "spades": _numbers("spades", record.spades, ALL_SPADES - sum(record.spades), ALL_SPADES),
        "big": _holder("big", takers, record.big),
        "little": _holder("little", takers, record.little),
        "aces": PickFigure(
            FIGURES["aces"], takers, len(record.aces), record.aces if set(record.aces) != {None} else ()
        ),
    }
    if state.options.each_spade:
        figures["jack_of_spades"] = _holder("jack_of_spades", takers, record.jack_of_spades)
    figures["sweeps"] = _numbers("sweeps", record.sweeps, sweeps)
    if is_fatal(state):
        loss = {"seat": PickFigure(SEAT, sides), "rule": PickFigure(RULE, LOSING)}
        figures["loses"] = GroupFigure(FIGURES["loses"], loss, optional=True)
    else:
        figures["penalties"] = _numbers("penalties", penalties_so_far(state), FRENCH.size, optional=True)
    return CountChoice(figures)


def _numbers(
    name: str, least: tuple[int, ...], more: int, total: int | None = None, optional: bool = False
) -> NumbersFigure:
    """Numbers, one per side: at least those on record, and at most `more` above them."""
    return NumbersFigure(FIGURES[name], "side", least, tuple(n + more for n in least), total, optional=optional)


def _holder(name: str, takers: tuple[Holder, ...], holder: Holder) -> PickFigure:
    return PickFigure(FIGURES[name], takers if holder is None else (holder,))


def check_count(state: CasinoState, event: CasinoCount, at: int) -> None:
    """Refuses impossible figures."""
    check_figures(state, event.figures)


def apply_count(state: CasinoState, event: CasinoCount, at: int) -> Facts:
    """Ends the deal, scores it as if its cards had been played, and drops the assertions of its plays."""
    figures, facts = event.figures, list[Fact]()
    if not state.in_hand():
        facts.append(begin_deal(state, due_dealer(state), at))
    facts += dismiss_presumed(state)
    for side in new_penalties(state, figures):
        facts += costs_of(state, side)
    disputes.leave_to_referee(state, state.began, at)
    state.clear_deal()
    state.stock = Stock(None, 0)
    if figures.loses is not UNSET:
        return [*facts, *lose_at_once(state, figures.loses.seat, facts, by_figures=True)]
    return [*facts, *score_haul(state, _haul(state, figures), facts, by_figures=True)]


def _haul(state: CasinoState, figures: CasinoFigures) -> CasinoHaul:
    """The haul of each side by the figures; the cards themselves are not on record."""
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
