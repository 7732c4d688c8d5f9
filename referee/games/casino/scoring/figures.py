"""Which figures of a deal cannot be: against the pack, against one another, and against what was recorded of it."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from referee.cards import FRENCH
from referee.games.casino.events import CasinoFigures
from referee.games.casino.judging.infractions import is_fatal
from referee.games.casino.rules import IMPROPER, LOSES, LOSING, SWEEP, TAKE
from referee.games.casino.scoring.haul import ACES, BIG, JACK_OF_SPADES, LITTLE, SPADES, CasinoHaul, Holder, haul
from referee.games.casino.state import CasinoState
from referee.match.judge import counting
from referee.text import Text

MOST_CARDS = "casino.most-cards"
MOST_SPADES = "casino.most-spades"
ALL_SPADES = SPADES.bit_count()
ONLY_SPADES = Text(es="sólo la lleva el Casino de Picas", en="only Spade Casino has it")
FIGURE_OF = {BIG: "big", LITTLE: "little", **{ace: f"aces[{i}]" for i, ace in enumerate(ACES)}}
FIGURE_OF[JACK_OF_SPADES] = "jack_of_spades"
"""Where the figures say who has a card."""


def so_far(state: CasinoState) -> CasinoHaul:
    """What each side has by the part of this deal that was recorded; nothing, where none was begun."""
    none = (0,) * state.sides
    return haul(state.taken.piles, state.taken.swept) if state.in_hand() else haul(none, none)


def accounted(state: CasinoState) -> int:
    """How many cards of the pack the piles must come to: fewer than all where the record has lost some to a wrong hand."""
    if not state.in_hand():
        return FRENCH.size
    there = state.knowledge.gone.bit_count() + sum(state.knowledge.size) + state.stock.left
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
    """Refuses figures that no deal gives, or not this one after what was recorded of it."""
    _check_shape(state, figures)
    _check_loss(state, figures)
    had = so_far(state)
    most = (FRENCH.size,) * state.sides
    counting.require_between("cards", figures.cards, had.cards, most, MOST_CARDS)
    counting.require_between("spades", figures.spades, had.spades, (ALL_SPADES,) * state.sides, MOST_SPADES)
    _check_known(figures, had)
    missing = _check_sums(state, figures)
    _check_nobody(figures, missing)
    for side in range(state.sides):
        _check_side(figures, had, side)
    _check_sweeps(state, figures, had)
    _check_penalties(state, figures)


def holders(figures: CasinoFigures) -> dict[int, Holder]:
    """Who has each card that the figures tell by itself."""
    told = {BIG: figures.big, LITTLE: figures.little, **dict(zip(ACES, figures.aces, strict=True))}
    return told if figures.jack_of_spades is UNSET else {**told, JACK_OF_SPADES: figures.jack_of_spades}


def _check_shape(state: CasinoState, figures: CasinoFigures) -> None:
    """Refuses figures of another number of sides, or of another variant."""
    for name in ("cards", "spades", "sweeps"):
        counting.require_length(name, getattr(figures, name), state.sides)
    if figures.penalties is not UNSET:
        counting.require_length("penalties", figures.penalties, state.sides)
    told = figures.jack_of_spades is not UNSET
    if told and not state.options.each_spade:
        raise counting.foreign("jack_of_spades", ONLY_SPADES)
    if not told and state.options.each_spade:
        raise counting.missing("jack_of_spades")
    for card, side in holders(figures).items():
        counting.require_side(state, FIGURE_OF[card], side)


def _check_loss(state: CasinoState, figures: CasinoFigures) -> None:
    """Refuses a loss at once where there is none; and figures without it where the record shows one."""
    lost, tried = figures.loses, state.tried
    stands = tried if tried and is_fatal(state) and state.in_hand() and TAKE in tried.rules else None
    if stands and (lost is UNSET or (lost.seat, lost.rule) != (stands.seat, TAKE)):
        raise counting.unfit(
            "loses",
            f"la última toma que consta fue ilegal y quedó en la mesa: pierde el asiento {stands.seat} ({TAKE})",
            f"the last take on record was illegal and stood: seat {stands.seat} loses ({TAKE})",
            LOSES,
        )
    if lost is UNSET:
        return
    if not is_fatal(state):
        raise counting.unfit(
            "loses",
            "sólo se pierde en el acto a una mano (`single_deal`) entre dos",
            "only a single deal (`single_deal`) of two seats is lost at once",
            LOSES,
        )
    counting.require_seat(state, "loses.seat", lost.seat)
    if lost.rule not in LOSING:
        said = ", ".join(LOSING)
        raise counting.unfit("loses.rule", f"debe ser una de {said}", f"must be one of {said}", LOSES)


def _check_known(figures: CasinoFigures, had: CasinoHaul) -> None:
    """Refuses another holder of a card than the side that took it on record."""
    told, known = holders(figures), had.named()
    for card, side in told.items():
        if known[card] is not None and known[card] != side:
            name = FRENCH.name(card)
            raise counting.unfit(
                FIGURE_OF[card],
                f"es {_said(side, 'nadie')} y debe ser {known[card]}: ese bando tomó {name}, según consta",
                f"is {_said(side, 'nobody')}, and must be {known[card]}: that side took {name}, which is on record",
            )


def _said(side: Holder, nobody: str) -> str:
    return nobody if side is None else str(side)


def _check_sums(state: CasinoState, figures: CasinoFigures) -> int:
    """Refuses cards and spades that do not come to a pack; returns how many cards are on no pile."""
    cards, spades = sum(figures.cards), sum(figures.spades)
    missing = FRENCH.size - cards
    nobody_took = not cards
    lost = figures.loses is not UNSET
    if missing < 0 or not (nobody_took or lost or cards >= accounted(state)):
        counting.require_sum("cards", figures.cards, FRENCH.size, MOST_CARDS)
    least = 0 if lost or nobody_took else ALL_SPADES - missing
    if not least <= spades <= (0 if nobody_took else ALL_SPADES):
        counting.require_sum("spades", figures.spades, 0 if nobody_took else ALL_SPADES, MOST_SPADES)
    return missing


def _check_nobody(figures: CasinoFigures, missing: int) -> None:
    """Refuses a card that nobody has where every card, or every spade, is on some pile."""
    nobodys = [card for card, side in holders(figures).items() if side is None]
    spades_missing = ALL_SPADES - sum(figures.spades)
    for i, card in enumerate(nobodys):
        spade = bool(card & SPADES)
        of_its_kind = sum(1 for other in nobodys[: i + 1] if bool(other & SPADES) == spade)
        if of_its_kind > (spades_missing if spade else missing - spades_missing):
            name = FRENCH.name(card)
            raise counting.unfit(
                FIGURE_OF[card],
                f"falta el bando que tiene {name}: las demás cifras no dejan esa carta sin dueño",
                f"the side that has {name} is missing: by the other figures somebody has it",
            )


def _check_side(figures: CasinoFigures, had: CasinoHaul, side: int) -> None:
    """Refuses a side's spades or other cards where they are fewer than those that the figures give it by name."""
    known = had.named()
    new = [card for card, holder in holders(figures).items() if holder == side and known[card] is None]
    new_spades = sum(1 for card in new if card & SPADES)
    spades = had.spades[side] + new_spades
    named = Text(es=", con las que se nombran y las que constan", en=", with those named and those on record")
    counting.require_least(f"spades[{side}]", figures.spades[side], spades, named, MOST_SPADES)
    others = had.cards[side] - had.spades[side] + len(new) - new_spades
    cards = figures.spades[side] + others
    both = figures.spades[side]
    added = Text(es=f": {both} picas y {others} más", en=f": {both} spades and {others} more")
    counting.require_least(f"cards[{side}]", figures.cards[side], cards, added, MOST_CARDS)


def _check_sweeps(state: CasinoState, figures: CasinoFigures, had: CasinoHaul) -> None:
    """Refuses fewer sweeps than were recorded, and more than the cards taken allow: a sweep takes two at least."""
    if not state.params.sweeps:
        return
    new = [cards - before for cards, before in zip(figures.cards, had.cards, strict=True)]
    most = [before + cards // 2 for before, cards in zip(had.sweeps, new, strict=True)]
    counting.require_between("sweeps", figures.sweeps, had.sweeps, most, SWEEP)


def _check_penalties(state: CasinoState, figures: CasinoFigures) -> None:
    """Refuses fewer penalties than are proven; where one loses the deal at once, `loses` says it."""
    if figures.penalties is UNSET:
        return
    had = penalties_so_far(state)
    most: Sequence[int] = had if is_fatal(state) else (FRENCH.size,) * state.sides
    counting.require_between("penalties", figures.penalties, had, most, IMPROPER)


def new_penalties(state: CasinoState, figures: CasinoFigures) -> Iterator[int]:
    """The side of each improper build that the figures add to those on record."""
    if figures.penalties is UNSET:
        return
    for side, (told, had) in enumerate(zip(figures.penalties, penalties_so_far(state), strict=True)):
        yield from (side for _ in range(told - had))
