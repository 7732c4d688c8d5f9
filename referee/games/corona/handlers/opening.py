"""The beginning of a battle: the bottom cards shown, and the first cards drawn (corona.start, corona.hand)."""

from typing import NoReturn

from msgspec.structs import replace

from referee.cards import Chance, drawn_order
from referee.errors import BadRequest, Breach
from referee.games.corona.events import CoronaDeal, Start
from referee.games.corona.facts import StartShown
from referee.games.corona.knowledge import SEATS
from referee.games.corona.rules import NUMBER, PACK
from referee.games.corona.state import CoronaState
from referee.match.facts import Fact, HandDealt
from referee.match.judge.refusals import impossible
from referee.match.state import Facts
from referee.text import Text

ONLY_HAND = 1
"""A match is one battle, and a battle one hand."""

Cards = tuple[str, ...]
"""Names: a pack top first, a hand, or the bottom cards of both seats."""


def starter(bottoms: tuple[Cards, ...]) -> int:
    """The seat with the higher bottom card in the last try (corona.start)."""
    one, other = (NUMBER[PACK.bit[card]] for card in bottoms[-1])
    return 0 if one > other else 1


def is_tie(cards: Cards) -> bool:
    """True if both seats show the same number."""
    return len({NUMBER[PACK.bit[card]] for card in cards}) == 1


def may_show(state: CoronaState) -> bool:
    """True if the bottom cards may still be shown. After a `redeal` they may be; otherwise the same seat starts again."""
    return state.phase in {"start", "deal"} and not any(state.knowledge.last)


def refuse(rule: str, es: str, en: str) -> NoReturn:
    """Refuses an impossible opening."""
    raise impossible(rule, es=es, en=en)


# The show


def check_start(state: CoronaState, event: Start, at: int) -> Breach | None:
    if not may_show(state):
        refuse("corona.start", "ya se ha decidido quién empieza", "who starts has been decided already")
    if any(not PACK.bit[card] & state.whole for cards in event.shown for card in cards):
        refuse("corona.start", "esa carta no está en estos mazos", "this card is not in the packs of this match")
    *before, last = event.shown
    if all(is_tie(cards) for cards in before) and not is_tie(last):
        return None
    text = Text(
        es="se vuelve a mostrar sólo tras un empate, y hasta que una de las cartas es más alta",
        en="the cards are shown again only after a tie, and until one of them is higher",
    )
    return Breach("corona.start", None, text, is_enforced=True)


def apply_start(state: CoronaState, event: Start, at: int) -> Facts:
    state.phase = "deal"
    state.knowledge.last = [PACK.bit[card] for card in event.shown[-1]]
    return _decide_starter(state, event.shown)


def _decide_starter(state: CoronaState, bottoms: tuple[Cards, ...]) -> list[Fact]:
    state.bottoms = bottoms
    state.starter = starter(bottoms)
    return [StartShown(state.starter, bottoms)]


# The shuffle


def tries(state: CoronaState, seed: str) -> list[tuple[Cards, ...]]:
    """The packs of each try that the seed shuffles, up to the first with bottom cards of different numbers."""
    names = PACK.cards(state.whole)
    attempts: list[tuple[Cards, ...]] = []
    while not attempts or is_tie(_bottoms(attempts[-1])):
        number = len(attempts) + 1
        attempts.append(tuple(drawn_order(names, seed, ONLY_HAND, seat, number) for seat in range(SEATS)))
    return attempts


def complete_deal(state: CoronaState, event: CoronaDeal, chance: Chance) -> CoronaDeal:
    """Completes a deal with its seed, and the packs that it shuffles, if chance shuffles them."""
    if not event.shuffle or event.packs is not None:
        return event
    seed = event.seed or chance()
    return replace(event, seed=seed, packs=tries(state, seed)[-1])


def _bottoms(packs: tuple[Cards, ...]) -> Cards:
    return tuple(pack[-1] for pack in packs)


# The deal


def check_deal(state: CoronaState, event: CoronaDeal, at: int) -> Breach | None:
    if state.in_hand():
        refuse("corona.hand", "la batalla ya ha empezado", "the battle has begun already")
    if (event.seed is not None) != event.shuffle:
        raise BadRequest(
            Text(
                es="`seed` y `shuffle: true` van juntos cuando los mazos se dan",
                en="`seed` and `shuffle: true` come together where the packs are given",
            )
        )
    if event.shuffle:
        _check_shuffle(state, event)
    elif state.phase == "start":
        refuse("corona.start", "primero se muestran las cartas inferiores", "the bottom cards are shown first")
    if event.packs is not None:
        _check_packs(state, event.packs)
    if event.hands is not None:
        _check_hands(state, event.hands, event.packs)
    return None


def _check_shuffle(state: CoronaState, event: CoronaDeal) -> None:
    if not may_show(state):
        refuse(
            "corona.start",
            "las cartas inferiores se mostraron en la mesa: el servidor no puede barajar ya",
            "the bottom cards were shown on the table: the server cannot shuffle any more",
        )
    if event.packs != tries(state, event.seed or "")[-1]:
        refuse("corona.hand", "esa semilla no baraja esos mazos", "this seed does not shuffle these packs")


def _check_packs(state: CoronaState, packs: tuple[Cards, ...]) -> None:
    whole = list(PACK.cards(state.whole))
    if len(packs) != SEATS or any(list(PACK.in_order(pack)) != whole for pack in packs):
        refuse(
            "corona.hand",
            f"cada asiento tiene su mazo entero, de {len(whole)} cartas distintas",
            f"each seat has a whole pack of its own, {len(whole)} different cards",
        )
    for pack, last in zip(packs, state.knowledge.last, strict=True):
        if last and PACK.bit[pack[-1]] != last:
            refuse(
                "corona.start",
                f"la última carta del mazo es la que se mostró, {PACK.name(last)}",
                f"the last card of the pack is the one that was shown, {PACK.name(last)}",
            )


def _check_hands(state: CoronaState, hands: tuple[Cards | None, ...], packs: tuple[Cards, ...] | None) -> None:
    if len(hands) != SEATS:
        refuse("corona.hand", f"hay {SEATS} manos", f"there are {SEATS} hands")
    for seat, hand in enumerate(hands):
        if hand is None:
            continue
        free = state.whole & ~state.knowledge.last[seat]
        size = state.first
        cards = PACK.mask(hand)
        if len(hand) != size or cards.bit_count() != size or cards & ~free:
            refuse(
                "corona.hand",
                f"el asiento {seat} roba {size} cartas distintas de su mazo, y no la última",
                f"seat {seat} draws {size} different cards of its pack, and not the last",
            )
        if packs is not None and cards != PACK.mask(packs[seat][:size]):
            refuse(
                "corona.hand",
                f"el asiento {seat} roba las {size} primeras de su mazo",
                f"seat {seat} draws the first {size} of its pack",
            )


def apply_deal(state: CoronaState, event: CoronaDeal, at: int) -> Facts:
    facts: list[Fact] = []
    last = state.knowledge.last
    if event.shuffle and event.packs:
        bottoms = tuple(_bottoms(packs) for packs in tries(state, event.seed or ""))
        facts += _decide_starter(state, bottoms)
    if event.packs:
        last = [PACK.bit[pack[-1]] for pack in event.packs]
    state.hand = ONLY_HAND
    state.began = at
    state.void = False
    _draw_first(state, event, last)
    state.phase = "income"
    state.turn = state.active
    return [*facts, HandDealt(ONLY_HAND)]


def _draw_first(state: CoronaState, event: CoronaDeal, last: list[int]) -> None:
    """Draws the first cards of each pack into the hand: from known packs, or as far as the hands are known."""
    size = state.first
    if event.packs:
        orders = [[PACK.bit[card] for card in reversed(pack[size:])] for pack in event.packs]
        hands = [PACK.mask(pack[:size]) for pack in event.packs]
    else:
        orders = None
        hands = [PACK.mask(hand or ()) for hand in event.hands or [()] * SEATS]
    state.clear(orders)
    for camp in state.camps:
        camp.size -= size
    state.knowledge.begin(hands, last, size)
