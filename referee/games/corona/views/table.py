"""A battle for readers: the open cards, the score, and a short text for each move."""

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from referee.games.corona.events import Attack, Combat, CoronaDeal, Defend, EndTurn, Hire, Income, Recover, Replica
from referee.games.corona.handlers.hiring import answers
from referee.games.corona.knowledge import SEATS
from referee.games.corona.rules import JOKERS, PACK, allowance
from referee.games.corona.state import CoronaState, Duel
from referee.match.events import Draw, Event
from referee.match.ledger import HandScores
from referee.match.state import shown_hands


class CoronaArmy(Struct, frozen=True):
    """One army: the cards that stand upright, those turned to attack, and which of the upright were hired this turn."""

    upright: tuple[str, ...]
    turned: tuple[str, ...]
    hired: tuple[str, ...]


class CombatOutcome(Struct, frozen=True):
    """What became of one combat."""

    fallen: tuple[str, ...]
    cost: tuple[str | None, ...]
    drawn: int


class CoronaCombat(Struct, frozen=True):
    """One combat of a defence."""

    attacker: str
    defender: str | None
    outcome: CombatOutcome | None


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
    combats: tuple[CoronaCombat, ...] | UnsetType = UNSET


class CoronaScore(Struct, frozen=True):
    """Battles won per seat."""

    totals: list[int]
    hands: HandScores


def table(state: CoronaState, visible: int) -> CoronaTable:
    """The open table: the same for every reader."""
    hands, camps = state.knowledge, state.camps
    in_hand = state.in_hand()
    any_cost = bool(state.income & JOKERS) and not state.expense
    return CoronaTable(
        active=state.active if in_hand else None,
        starter=state.starter,
        shown=state.bottoms,
        armies=tuple(_army(state, seat) for seat in range(SEATS)),
        cementerios=tuple(PACK.cards(camp.cementerio) for camp in camps),
        cementerio_sizes=tuple(state.cementerio_size(seat) for seat in range(SEATS)),
        pack_sizes=tuple(camp.size for camp in camps),
        bottoms=tuple(PACK.name(last) if last else None for last in hands.last),
        out=tuple(PACK.cards(camp.aside) for camp in camps),
        income=PACK.name(state.income) if state.income else None,
        income_left=allowance(state.income, state.extra, state.expense) if state.income and not any_cost else None,
        answerable=PACK.name(state.answerable) if answers(state) else None,
        attackers=tuple(PACK.name(card) for card in state.attackers),
        lost_at=state.lost_at,
        combats=tuple(_combat(each) for each in state.combats) if state.one_by_one else UNSET,
    )


def _combat(duel: Duel) -> CoronaCombat:
    attacker, defender, outcome = duel
    return CoronaCombat(
        PACK.name(attacker), PACK.name(defender) if defender else None, CombatOutcome(*outcome) if outcome else None
    )


def _army(state: CoronaState, seat: int) -> CoronaArmy:
    camp = state.camps[seat]
    hires = state.hires & camp.upright if seat == state.active else 0
    return CoronaArmy(PACK.cards(camp.upright), PACK.cards(camp.turned), PACK.cards(hires))


def score(state: CoronaState) -> CoronaScore:
    """Battles won per seat."""
    return CoronaScore(state.ledger.totals, state.ledger.hands)


def redact(event: Event, visible: int) -> Event:
    """The event without the hands, the packs and the drawn cards that this reader may not see."""
    match event:
        case CoronaDeal():
            return replace(event, hands=shown_hands(event.hands, visible), packs=None, seed=None)
        case Recover():
            return replace(event, pack=None, seed=None)
        case Draw() if not visible >> event.seat & 1:
            return replace(event, card=None)
    return event


def hide_from(state: CoronaState, visible: int) -> None:
    """Removes the order of the packs, which only the referee knows."""
    for camp in state.camps:
        camp.order = None


def word(state: CoronaState, event: Event) -> str | None:
    """The short text of a move, in the signs of the legend."""
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
        case Combat():
            return f"={event.attacker}"
        case Recover():
            return f"{event.joker}+{event.card}"
        case Draw():
            return f"«{event.card or ''}»"
        case EndTurn():
            return "·"
    return None
