"""What readers see of a battle: the legal events, what lies open, the score, and a word for each move."""

from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from referee.cards import bits
from referee.games.corona.events import Attack, CoronaDeal, Defend, EndTurn, Hire, Income, Recover, Replica
from referee.games.corona.hiring import answers, hireable
from referee.games.corona.knowledge import SEATS
from referee.games.corona.opening import may_show
from referee.games.corona.rules import JOKERS, NUMBER, PACK, allowance, most, ready
from referee.games.corona.state import CoronaState
from referee.match.choice import Choice, Subset
from referee.match.ledger import HandScore
from referee.match.state import shown_hands
from referee.match.vocabulary import Draw, Event

Moves = Iterator[Event | Choice]


class CoronaArmy(Struct, frozen=True):
    """One army: the cards that stand upright, those turned to attack, and which of the upright were hired this turn."""

    upright: tuple[str, ...]
    turned: tuple[str, ...]
    hired: tuple[str, ...]


class CoronaTable(Struct, frozen=True):
    """What lies open, per seat where there are two of it.

    `bottoms` are the cards shown at the start, while they must still be last in their packs. `cementerio_sizes` counts the cards
    that nobody named too. `income_left` is null before the income, and where a joker still pays for one card of any cost.
    """

    active: int | None
    starter: int | None
    shown: tuple[tuple[str, ...], ...]
    armies: tuple[CoronaArmy, ...]
    cementerios: tuple[tuple[str, ...], ...]
    cementerio_sizes: tuple[int, ...]
    pack_sizes: tuple[int, ...]
    bottoms: tuple[str | None, ...]
    out: tuple[tuple[str, ...], ...]
    income: str | None
    income_left: int | None
    answerable: str | None
    attackers: tuple[str, ...]
    lost_at: str | None


class CoronaScore(Struct, frozen=True):
    """Battles won per seat."""

    totals: list[int]
    hands: list[HandScore]


class DefendChoice(Struct, frozen=True):
    """The attackers as declared, and the upright cards that may stop one each."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class RecoverChoice(Struct, frozen=True):
    """A joker, a card of the hand for the number, and the cementerio to choose from; null where not all is known."""

    jokers: tuple[str, ...] | None
    cards: tuple[str, ...] | None
    source: tuple[str, ...] | None = field(name="from")


def legal(state: CoronaState, visible: int) -> Moves:
    """The regular events that advance the battle now."""
    seat = state.active
    if state.left or state.phase == "over":
        return
    match state.phase:
        case "start":
            yield CoronaDeal(shuffle=True)
        case "deal":
            yield CoronaDeal()
            if may_show(state):
                yield CoronaDeal(shuffle=True)
        case "income":
            yield from _incomes(state, seat, visible)
        case "hire":
            yield from _hires(state, seat, visible)
            army = PACK.cards(ready(state.camps[seat].army, state.hired))
            yield Choice("attack", seat, Subset(army, 0, len(army)))
            if answers(state):
                yield from _replicas(state, 1 - seat, visible)
        case "defend":
            attackers = tuple(PACK.name(card) for card in state.attackers)
            defenders = PACK.cards(state.camps[1 - seat].upright)
            yield Choice("defend", 1 - seat, DefendChoice(attackers, defenders))
        case "end":
            yield EndTurn(seat)
    if state.in_hand():
        yield from _recovers(state, visible)


def _incomes(state: CoronaState, seat: int, visible: int) -> Moves:
    """The next card where it may be any of some; no card where the order is known, which would show it, or none is left."""
    camp = state.camps[seat]
    if camp.order is not None or not camp.size:
        yield Income(seat)
        return
    for card in bits(state.knowledge.may_turn(seat, camp.size, visible)):
        yield Income(seat, PACK.name(card))


def _hires(state: CoronaState, seat: int, visible: int) -> Moves:
    for card in bits(hireable(state, state.knowledge.possible(seat, visible))):
        yield Hire(seat, PACK.name(card))


def _known(state: CoronaState, seat: int, visible: int) -> bool:
    """Whether such a reader knows the whole hand."""
    return bool(visible >> seat & 1) and state.knowledge.complete(seat)


def _replicas(state: CoronaState, seat: int, visible: int) -> Moves:
    """A replica, where the hand can exceed the card hired."""
    number = NUMBER[state.answerable]
    cards = state.knowledge.possible(seat, visible) & ~JOKERS
    size = state.knowledge.size[seat]
    if most(cards, size) <= number:
        return
    if _known(state, seat, visible):
        yield Choice("replica", seat, Subset(PACK.cards(cards), 1, cards.bit_count(), number))
    else:
        yield Choice("replica", seat, Subset(None, 1, size, number))


def _recovers(state: CoronaState, visible: int) -> Moves:
    """A recover of each seat that holds a joker and another card, or may hold them."""
    for seat in range(SEATS):
        cards = state.knowledge.possible(seat, visible)
        jokers, others = cards & JOKERS, cards & ~JOKERS
        if not jokers or not others or state.knowledge.size[seat] < 2:
            continue
        known = _known(state, seat, visible)
        cementerio = state.camps[seat].cementerio
        named = cementerio.bit_count() == state.cementerio_size(seat)
        choice = RecoverChoice(
            PACK.cards(jokers) if known else None,
            PACK.cards(others) if known else None,
            PACK.cards(cementerio) if named else None,
        )
        yield Choice("recover", seat, choice)


def table(state: CoronaState, visible: int) -> CoronaTable:
    """What lies open on the table: the same for every reader."""
    judge, camps = state.knowledge, state.camps
    in_hand = state.in_hand()
    any_cost = bool(state.income & JOKERS) and not state.spent
    return CoronaTable(
        active=state.active if in_hand else None,
        starter=state.starter,
        shown=state.shown,
        armies=tuple(_army(state, seat) for seat in range(SEATS)),
        cementerios=tuple(PACK.cards(camp.cementerio) for camp in camps),
        cementerio_sizes=tuple(state.cementerio_size(seat) for seat in range(SEATS)),
        pack_sizes=tuple(camp.size for camp in camps),
        bottoms=tuple(PACK.name(last) if last else None for last in judge.last),
        out=tuple(PACK.cards(camp.aside) for camp in camps),
        income=PACK.name(state.income) if state.income else None,
        income_left=allowance(state.income, state.spent) if state.income and not any_cost else None,
        answerable=PACK.name(state.answerable) if answers(state) else None,
        attackers=tuple(PACK.name(card) for card in state.attackers),
        lost_at=state.lost_at,
    )


def _army(state: CoronaState, seat: int) -> CoronaArmy:
    camp = state.camps[seat]
    hired = state.hired & camp.upright if seat == state.active else 0
    return CoronaArmy(PACK.cards(camp.upright), PACK.cards(camp.turned), PACK.cards(hired))


def score(state: CoronaState) -> CoronaScore:
    """Battles won per seat."""
    return CoronaScore(state.ledger.totals, state.ledger.hands)


def redact(event: Event, visible: int) -> Event:
    """The event without the hands, the packs and the drawn cards that such a reader may not see."""
    match event:
        case CoronaDeal():
            return replace(event, hands=shown_hands(event.hands, visible), packs=None, seed=None)
        case Recover():
            return replace(event, pack=None, seed=None)
        case Draw() if not visible >> event.seat & 1:
            return replace(event, card=None)
    return event


def veil(state: CoronaState, visible: int) -> None:
    """Forgets the order of the packs, which no reader knows but the referee."""
    for camp in state.camps:
        camp.order = None


def word(state: CoronaState, event: Event) -> str | None:
    """The signs of a move, as the legend reads them."""
    match event:
        case Income():
            return f"↑{event.card or (PACK.name(state.income) if state.income else '')}"
        case Hire():
            return f"+{event.card}"
        case Replica():
            return f"×{' '.join(event.cards)}"
        case Attack():
            return f"→{' '.join(event.cards) or '–'}"
        case Defend():
            return " ".join(f"{block.defender}|{block.attacker}" for block in event.blocks) or "–"
        case Recover():
            return f"{event.joker}+{event.card}"
        case Draw():
            return f"«{event.card or ''}»"
        case EndTurn():
            return "·"
    return None
