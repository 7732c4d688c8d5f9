"""The deal of Casino: four cards each and four on the table, then four more each until the pack is out (casino.deal)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee.cards import FRENCH, Chance
from referee.errors import Breach
from referee.games.casino import refusals
from referee.games.casino.events import AnnounceLast, CasinoDeal
from referee.games.casino.facts import RoundDealt
from referee.games.casino.rules import DEAL, TURN
from referee.games.casino.state import EACH, CasinoState, Stock
from referee.match.facts import Fact, HandDealt, InfractionProven
from referee.match.judge import deal_checks
from referee.match.ledger import Evidence
from referee.match.state import NOTHING, Facts

Names = tuple[str, ...]


class CasinoDealt(NamedTuple):
    """Cards dealt out: the hands by seat, the table, and the stock in order of drawing."""

    hands: tuple[Names, ...]
    table: Names
    stock: Names


def deal_out(order: Sequence[str], dealer: int, sizes: Sequence[int], table: bool) -> CasinoDealt:
    """Deals these cards two at a time, twice: to the seats after the dealer, then the table, then the dealer."""
    cards: Iterator[str] = iter(order)
    hands: list[list[str]] = [[] for _ in sizes]
    table_cards: list[str] = []
    for full in (EACH // 2, EACH):
        for step in range(1, len(sizes) + 1):
            seat = (dealer + step) % len(sizes)
            if table and seat == dealer:
                table_cards += [next(cards) for _ in range(EACH // 2)]
            due = min(full, sizes[seat]) - len(hands[seat])
            hands[seat] += [next(cards) for _ in range(due)]
    return CasinoDealt(tuple(FRENCH.in_order(hand) for hand in hands), FRENCH.in_order(table_cards), tuple(cards))


def due_dealer(state: CasinoState) -> int:
    """The seat that has to deal now, or that dealt this hand; the same again after some misdeals (casino.misdeal)."""
    if state.dealer is None:
        return state.first_dealer
    if state.in_hand() or dealer_is_open(state):
        return state.dealer
    return (state.dealer + 1) % state.seats


def dealer_is_open(state: CasinoState) -> bool:
    """True if the dealer's opponents choose the next dealer (casino.misdeal)."""
    return state.void and (state.seats == 2 or state.in_pairs)


def is_last_round(state: CasinoState) -> bool:
    """True if this is the round that the dealer has to announce (casino.last-round)."""
    return not state.options.draws and state.round.number == state.rounds


def sizes(state: CasinoState) -> list[int]:
    """The number of cards that each seat is dealt now: fewer after certain irregularities of the last round."""
    return [EACH - (short if state.round.number and state.phase != "deal" else 0) for short in state.short]


# What the rules and chance fill in


def complete_deal(state: CasinoState, event: CasinoDeal, chance: Chance) -> CasinoDeal:
    """Completes a deal with its dealer, and with the cards that chance or the known pack deals."""
    if state.phase == "play":
        return event
    if event.dealer is None:
        event = replace(event, dealer=due_dealer(state))
    if event.hands is not None or event.table is not None or event.stock is not None:
        return event
    if state.phase == "round":
        is_known = state.stock.cards is not None
        return replace(event, hands=_from_stock(state), shuffle=False) if is_known else event
    if event.shuffle:
        event = replace(event, seed=event.seed or chance())
        deal = _seeded_deal(state, event)
        event = replace(event, hands=deal.hands, table=deal.table, stock=deal.stock)
    return event


def _seeded_deal(state: CasinoState, event: CasinoDeal) -> CasinoDealt:
    """The cards that the seed deals. A dealer that is no seat is taken modulo the seats, to be refused later."""
    order = FRENCH.shuffle(event.seed or "", state.hand + (not state.void))
    return deal_out(order, (event.dealer or 0) % state.seats, sizes(state), table=True)


def _from_stock(state: CasinoState) -> tuple[Names, ...]:
    """The hands of the next round, dealt out of the known pack."""
    order = [FRENCH.name(card) for card in state.stock.cards or ()]
    return deal_out(order, state.dealer or 0, sizes(state), table=False).hands


# What is refused


def check_deal(state: CasinoState, event: CasinoDeal, at: int) -> Breach | None:
    """Refuses cards that cannot be dealt now. Returns the breach of a wrong dealer."""
    if state.phase == "play":
        raise deal_checks.hands_not_out(DEAL, state.round.number, state.knowledge.size)
    dealer = due_dealer(state) if event.dealer is None else event.dealer
    state.require_seat(dealer)
    if state.phase == "deal":
        deal_checks.require_seed(event.shuffle, event.seed)
        _check_first(state, event)
    else:
        _check_round(state, event)
    return deal_checks.wrong_dealer(TURN, dealer, due_dealer(state)) if _out_of_turn(state, dealer) else None


def _out_of_turn(state: CasinoState, dealer: int) -> bool:
    """True if another seat has to deal now."""
    return dealer != due_dealer(state) and not (dealer_is_open(state) and state.phase == "deal")


def _check_first(state: CasinoState, event: CasinoDeal) -> None:
    if event.table is None:
        raise deal_checks.no_table(DEAL)
    open_cards = [*event.table, *(event.stock or ())]
    left = FRENCH.size - EACH - sum(sizes(state))
    if len(event.table) != EACH or (event.stock is not None and len(event.stock) != left):
        raise deal_checks.wrong_counts(DEAL, EACH, left)
    _check_hands(state, event, open_cards, 0)
    if event.shuffle and (event.hands, event.table, event.stock) != _seeded_deal(state, event):
        raise deal_checks.other_cards(DEAL)


def _check_round(state: CasinoState, event: CasinoDeal) -> None:
    if event.table is not None or event.stock is not None or event.shuffle or event.seed:
        raise deal_checks.only_hands(DEAL, state.round.number)
    _check_hands(state, event, [], state.knowledge.laid_cards)
    if state.stock.cards is not None and event.hands is not None:
        deal_checks.require_next(DEAL, event.hands, _from_stock(state))


def _check_hands(state: CasinoState, event: CasinoDeal, open_cards: Sequence[str], cards_gone: int) -> None:
    due = sizes(state)
    hands = event.hands if event.hands is not None else (None,) * state.seats
    if len(hands) != state.seats or any(
        hand is not None and len(hand) != n for hand, n in zip(hands, due, strict=True)
    ):
        refusals.refuse_hands(due)
    cards = [*open_cards, *(card for hand in hands for card in hand or ())]
    deal_checks.require_once(DEAL, FRENCH, cards, cards_gone)


# What happens


def apply_deal(state: CasinoState, event: CasinoDeal, at: int) -> Facts:
    """Begins a deal, or the next round of it."""
    dealer = due_dealer(state) if event.dealer is None else event.dealer
    wrong = _out_of_turn(state, dealer)
    facts: list[Fact] = []
    if state.phase != "round":
        facts.append(begin_deal(state, dealer, at))
        _lay_first(state, event)
    if wrong:
        facts.append(InfractionProven(TURN, dealer, at, Evidence("seen")))
    _begin_round(state, event)
    facts.append(RoundDealt(state.hand, state.round.number, is_last_round(state)))
    return facts


def begin_deal(state: CasinoState, dealer: int, at: int) -> HandDealt:
    """Begins at event `at` the next deal, or a void one again."""
    state.next_hand(dealer)
    state.began = at
    state.clear_deal()
    return HandDealt(state.hand, dealer)


def _lay_first(state: CasinoState, event: CasinoDeal) -> None:
    """Lays the first four cards on the table; the rest of the pack is the stock."""
    table = FRENCH.mask(event.table or ())
    stock = None if event.stock is None else tuple(FRENCH.bit[card] for card in event.stock)
    state.layout = state.layout.lay(table)
    state.stock = Stock(stock, FRENCH.size - table.bit_count() - EACH * state.seats)
    state.knowledge.laid_cards = table


def _begin_round(state: CasinoState, event: CasinoDeal) -> None:
    due = sizes(state)
    masks = None if event.hands is None else [None if h is None else FRENCH.mask(h) for h in event.hands]
    if state.round.number:
        state.stock = state.stock.after_deal(sum(due))
    state.clear_round(state.round.number + 1)
    state.short = (0,) * state.seats
    hands = state.knowledge
    hands.deal(due, masks, hands.laid_cards)
    if state.stock.cards is not None:
        hands.out = [sum(state.stock.cards)] * state.seats
    state.phase = "play"
    state.turn = ((state.dealer or 0) + 1) % state.seats


def may_announce(state: CasinoState) -> bool:
    """True if the dealer may announce the last round now: it is dealt, and no card of it is played."""
    round_ = state.round
    return state.phase == "play" and is_last_round(state) and not round_.plays and not round_.announced


def check_announce_last(state: CasinoState, event: AnnounceLast, at: int) -> None:
    """Refuses an announcement that is not due, or not this seat's."""
    state.require_seat(event.seat)
    if not may_announce(state) or event.seat != state.dealer:
        refusals.refuse_announcement(state, event.seat)


def apply_announce_last(state: CasinoState, event: AnnounceLast, at: int) -> Facts:
    """Records the announcement of the last round."""
    state.round = replace(state.round, announced=True)
    return NOTHING
