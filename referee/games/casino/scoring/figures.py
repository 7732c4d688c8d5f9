"""Checks the figures of a deal against the pack, against one another, and against the record of the deal."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from referee.cards import FRENCH
from referee.games.casino.events import CasinoFigures
from referee.games.casino.judging.infractions import is_fatal
from referee.games.casino.rules import IMPROPER, LOSES, LOSING, SWEEP, TAKE
from referee.games.casino.scoring.haul import ACES, BIG, JACK_OF_SPADES, LITTLE, SPADES, CasinoHaul, Holder, haul
from referee.games.casino.state import CasinoState
from referee.match.judge import figure_checks
from referee.text import Text

MOST_CARDS = "casino.most-cards"
MOST_SPADES = "casino.most-spades"
ALL_SPADES = SPADES.bit_count()
ONLY_SPADES = Text(es="sólo la lleva el Casino de Picas", en="only Spade Casino has it")
FIGURE_OF = {BIG: "big", LITTLE: "little", **{ace: f"aces[{i}]" for i, ace in enumerate(ACES)}}
FIGURE_OF[JACK_OF_SPADES] = "jack_of_spades"
"""By card, the path of the figure that names its holder."""


def so_far(state: CasinoState) -> CasinoHaul:
    """The haul of each side in the part of this deal that was recorded; empty between deals."""
    none = (0,) * state.sides
    return haul(state.takings.piles, state.takings.swept) if state.in_hand() else haul(none, none)


def cards_on_record(state: CasinoState) -> int:
    """The number of cards that the piles must sum to: fewer than the pack if a wrong hand has lost some."""
    if not state.in_hand():
        return FRENCH.size
    there = state.knowledge.laid_cards.bit_count() + sum(state.knowledge.size) + state.stock.left
    return min(FRENCH.size, there)


def penalties_so_far(state: CasinoState) -> tuple[int, ...]:
    """The improper builds of this deal that are proven already, per side."""
    sides = [
        state.side(i.seat)
        for i in state.ledger.infractions
        if state.in_hand() and i.code == IMPROPER and i.status == "proven" and i.version >= state.began
    ]
    return tuple(sides.count(side) for side in range(state.sides))


def check_figures(state: CasinoState, figures: CasinoFigures) -> None:
    """Refuses figures that no deal gives, or that do not fit the record of this one."""
    _check_shape(state, figures)
    _check_loss(state, figures)
    record = so_far(state)
    most = (FRENCH.size,) * state.sides
    figure_checks.require_between("cards", figures.cards, record.cards, most, MOST_CARDS)
    figure_checks.require_between("spades", figures.spades, record.spades, (ALL_SPADES,) * state.sides, MOST_SPADES)
    _check_known(figures, record)
    missing = _check_sums(state, figures)
    _check_nobody(figures, missing)
    for side in range(state.sides):
        _check_side(figures, record, side)
    _check_sweeps(state, figures, record)
    _check_penalties(state, figures)


def holders(figures: CasinoFigures) -> dict[int, Holder]:
    """The holder of each card that has a figure of its own."""
    by_card = {BIG: figures.big, LITTLE: figures.little, **dict(zip(ACES, figures.aces, strict=True))}
    return by_card if figures.jack_of_spades is UNSET else {**by_card, JACK_OF_SPADES: figures.jack_of_spades}


def _check_shape(state: CasinoState, figures: CasinoFigures) -> None:
    """Refuses figures of another number of sides, or of another variant."""
    for name in ("cards", "spades", "sweeps"):
        figure_checks.require_length(name, getattr(figures, name), state.sides)
    if figures.penalties is not UNSET:
        figure_checks.require_length("penalties", figures.penalties, state.sides)
    has_jack = figures.jack_of_spades is not UNSET
    if has_jack and not state.options.each_spade:
        raise figure_checks.foreign("jack_of_spades", ONLY_SPADES)
    if not has_jack and state.options.each_spade:
        raise figure_checks.missing("jack_of_spades")
    for card, side in holders(figures).items():
        figure_checks.require_side(state, FIGURE_OF[card], side)


def _check_loss(state: CasinoState, figures: CasinoFigures) -> None:
    """Refuses a loss at once that the rules do not have, and figures that omit one that the record shows."""
    loss, illegal_play = figures.loses, state.illegal_play
    stands = (
        illegal_play if illegal_play and is_fatal(state) and state.in_hand() and TAKE in illegal_play.rules else None
    )
    if stands and (loss is UNSET or (loss.seat, loss.rule) != (stands.seat, TAKE)):
        raise figure_checks.unfit(
            "loses",
            f"la última toma que consta fue ilegal y quedó en la mesa: pierde el asiento {stands.seat} ({TAKE})",
            f"the last take on record was illegal and stood: seat {stands.seat} loses ({TAKE})",
            LOSES,
        )
    if loss is UNSET:
        return
    if not is_fatal(state):
        raise figure_checks.unfit(
            "loses",
            "sólo se pierde en el acto a una mano (`single_deal`) entre dos",
            "only a single deal (`single_deal`) of two seats is lost at once",
            LOSES,
        )
    figure_checks.require_seat(state, "loses.seat", loss.seat)
    if loss.rule not in LOSING:
        codes = ", ".join(LOSING)
        raise figure_checks.unfit("loses.rule", f"debe ser una de {codes}", f"must be one of {codes}", LOSES)


def _check_known(figures: CasinoFigures, record: CasinoHaul) -> None:
    """Refuses another holder of a card than the side that took it on record."""
    by_figures, on_record = holders(figures), record.holders()
    for card, side in by_figures.items():
        if on_record[card] is not None and on_record[card] != side:
            name = FRENCH.name(card)
            raise figure_checks.unfit(
                FIGURE_OF[card],
                f"es {_side_name(side, 'nadie')} y debe ser {on_record[card]}: ese bando tomó {name}, según consta",
                f"is {_side_name(side, 'nobody')}, and must be {on_record[card]}: that side took {name}, which is on record",
            )


def _side_name(side: Holder, nobody: str) -> str:
    return nobody if side is None else str(side)


def _check_sums(state: CasinoState, figures: CasinoFigures) -> int:
    """Refuses cards and spades that do not sum to a pack. Returns the number of cards on no pile."""
    cards, spades = sum(figures.cards), sum(figures.spades)
    missing = FRENCH.size - cards
    nobody_took = not cards
    is_lost = figures.loses is not UNSET
    if missing < 0 or not (nobody_took or is_lost or cards >= cards_on_record(state)):
        figure_checks.require_sum("cards", figures.cards, FRENCH.size, MOST_CARDS)
    least = 0 if is_lost or nobody_took else ALL_SPADES - missing
    if not least <= spades <= (0 if nobody_took else ALL_SPADES):
        figure_checks.require_sum("spades", figures.spades, 0 if nobody_took else ALL_SPADES, MOST_SPADES)
    return missing


def _check_nobody(figures: CasinoFigures, missing: int) -> None:
    """Refuses a card without holder if by the other figures every card, or every spade, is on some pile."""
    nobodys = [card for card, side in holders(figures).items() if side is None]
    spades_missing = ALL_SPADES - sum(figures.spades)
    for i, card in enumerate(nobodys):
        spade = bool(card & SPADES)
        of_its_kind = sum(1 for other in nobodys[: i + 1] if bool(other & SPADES) == spade)
        if of_its_kind > (spades_missing if spade else missing - spades_missing):
            name = FRENCH.name(card)
            raise figure_checks.unfit(
                FIGURE_OF[card],
                f"falta el bando que tiene {name}: las demás cifras no dejan esa carta sin dueño",
                f"the side that has {name} is missing: by the other figures somebody has it",
            )


def _check_side(figures: CasinoFigures, record: CasinoHaul, side: int) -> None:
    """Refuses fewer spades or other cards of a side than the figures give it by name."""
    on_record = record.holders()
    new = [card for card, holder in holders(figures).items() if holder == side and on_record[card] is None]
    new_spades = sum(1 for card in new if card & SPADES)
    spades = record.spades[side] + new_spades
    with_names = Text(es=", con las que se nombran y las que constan", en=", with those named and those on record")
    figure_checks.require_least(f"spades[{side}]", figures.spades[side], spades, with_names, MOST_SPADES)
    others = record.cards[side] - record.spades[side] + len(new) - new_spades
    cards = figures.spades[side] + others
    both = figures.spades[side]
    with_others = Text(es=f": {both} picas y {others} más", en=f": {both} spades and {others} more")
    figure_checks.require_least(f"cards[{side}]", figures.cards[side], cards, with_others, MOST_CARDS)


def _check_sweeps(state: CasinoState, figures: CasinoFigures, record: CasinoHaul) -> None:
    """Refuses fewer sweeps than are on record, and more than the cards taken allow: a sweep takes two at least.

    Where they count for nothing, too: no figure is any number.
    """
    new = [cards - before for cards, before in zip(figures.cards, record.cards, strict=True)]
    most = [before + cards // 2 for before, cards in zip(record.sweeps, new, strict=True)]
    figure_checks.require_between("sweeps", figures.sweeps, record.sweeps, most, SWEEP)


def _check_penalties(state: CasinoState, figures: CasinoFigures) -> None:
    """Refuses fewer penalties than are proven, and new ones where a penalty loses at once: `loses` has that."""
    if figures.penalties is UNSET:
        return
    on_record = penalties_so_far(state)
    most: Sequence[int] = on_record if is_fatal(state) else (FRENCH.size,) * state.sides
    figure_checks.require_between("penalties", figures.penalties, on_record, most, IMPROPER)


def new_penalties(state: CasinoState, figures: CasinoFigures) -> Iterator[int]:
    """The side of each improper build that the figures add to those on record."""
    if figures.penalties is UNSET:
        return
    for side, (count, before) in enumerate(zip(figures.penalties, penalties_so_far(state), strict=True)):
        yield from (side for _ in range(count - before))
