"""The deal: its dealer, its cards, and the consequences of a first table (*.deal, *.turn, escoba.dealer, scopa.kings)."""

from collections.abc import Sequence
from itertools import combinations

from msgspec.structs import replace

from referee.cards import SPANISH_40, Chance, bits
from referee.errors import Breach
from referee.games.escoba import refusals
from referee.games.escoba.events import EscobaDeal
from referee.games.escoba.facts import EscobaRoundDealt, TableTaken
from referee.games.escoba.handlers.shuffle import DealtPack, Names, deal_out
from referee.games.escoba.rules import FIFTEEN, KINGS, MANY_KINGS, total
from referee.games.escoba.state import EscobaState
from referee.match import handlers
from referee.match.events import Redeal
from referee.match.facts import Fact, HandDealt, HandVoid, InfractionProven
from referee.match.judge import deal_checks
from referee.match.ledger import Evidence
from referee.match.state import Facts


def due_dealer(state: EscobaState) -> int:
    """The seat that has to deal now, or dealt this hand; it deals a void hand again (*.turn, *.misdeal, scopa.kings)."""
    if state.dealer is None:
        return state.first_dealer
    return state.dealer if state.in_hand() or state.void else (state.dealer + 1) % state.seats


# What the rules and chance fill in


def complete_deal(state: EscobaState, event: EscobaDeal, chance: Chance) -> EscobaDeal:
    """Completes a deal with its dealer, and with its cards if chance or the known stock decides them."""
    if state.phase == "play":
        return event
    if event.dealer is None:
        event = replace(event, dealer=due_dealer(state))
    if state.phase == "round":
        return _from_the_stock(state, event)
    if event.shuffle and event.hands is None and event.table is None and event.stock is None:
        event = replace(event, seed=event.seed or chance())
        deal = _seeded_deal(state, event)
        return replace(event, hands=deal.hands, table=deal.table or None, stock=deal.stock or None)
    return event


def _seeded_deal(state: EscobaState, event: EscobaDeal) -> DealtPack:
    """The cards that the seed deals."""
    order = SPANISH_40.shuffle(event.seed or "", state.hand + (not state.void))
    return deal_out(order, state.seats, (event.dealer or 0) % state.seats, state.rules.each, state.rules.table)


def _from_the_stock(state: EscobaState, event: EscobaDeal) -> EscobaDeal:
    """Completes a later round with hands from the stock, if it is known; hands that the deal names stay as they are."""
    if state.stock is None or (event.hands is not None and len(event.hands) != state.seats):
        return event
    hands_on_record = event.hands or (None,) * state.seats
    hands = _next_hands(state)
    return replace(
        event, hands=tuple(own if own is not None else hand for own, hand in zip(hands_on_record, hands, strict=True))
    )


def _next_hands(state: EscobaState) -> tuple[Names, ...]:
    """The hands of the next round, dealt out of the known stock."""
    order = [SPANISH_40.name(card) for card in state.stock or ()]
    return deal_out(order, state.seats, state.dealer or 0, state.rules.each, 0).hands


# What is refused


def check_deal(state: EscobaState, event: EscobaDeal, at: int) -> Breach | None:
    """Refuses an impossible deal. Returns the breach of a wrong dealer."""
    if state.phase == "play":
        raise deal_checks.hands_not_out(state.rules.code("deal"), state.round, state.knowledge.size)
    if state.phase == "deal":
        deal_checks.require_seed(event.shuffle, event.seed)
        if event.table is None and state.rules.table:
            raise deal_checks.no_table(state.rules.code("deal"))
    due = due_dealer(state)
    dealer = due if event.dealer is None else event.dealer
    state.require_seat(dealer)
    if state.phase == "deal":
        _check_first(state, event)
    else:
        _check_round(state, event)
    return None if dealer == due else deal_checks.wrong_dealer(state.rules.code("turn"), dealer, due)


def _check_first(state: EscobaState, event: EscobaDeal) -> None:
    rules = state.rules
    table, stock = event.table or (), event.stock or ()
    left = SPANISH_40.size - rules.table - rules.each * state.seats
    if len(table) != rules.table or (event.stock is not None and len(stock) != left):
        raise deal_checks.wrong_counts(state.rules.code("deal"), rules.table, left)
    _check_hands(state, event, [*table, *stock], cards_gone=0)
    if event.shuffle and (event.hands, table, stock) != _seeded_deal(state, event):
        raise deal_checks.other_cards(state.rules.code("deal"))


def _check_round(state: EscobaState, event: EscobaDeal) -> None:
    if event.table is not None or event.stock is not None or event.shuffle or event.seed:
        raise deal_checks.only_hands(state.rules.code("deal"), state.round)
    _check_hands(state, event, [], state.knowledge.laid_cards)
    if state.stock is not None and event.hands is not None:
        deal_checks.require_next(state.rules.code("deal"), event.hands, _next_hands(state))


def _check_hands(state: EscobaState, event: EscobaDeal, open_cards: Sequence[str], cards_gone: int) -> None:
    """Refuses hands of a wrong number of cards, a card dealt twice, and a card of the mask `cards_gone`."""
    hands = event.hands if event.hands is not None else (None,) * state.seats
    if len(hands) != state.seats or any(hand is not None and len(hand) != state.rules.each for hand in hands):
        refusals.refuse_hands(state)
    cards = [*open_cards, *(card for hand in hands for card in hand or ())]
    deal_checks.require_once(state.rules.code("deal"), SPANISH_40, cards, cards_gone)


# What happens


def apply_deal(state: EscobaState, event: EscobaDeal, at: int) -> Facts:
    """Deals a round: the first of a hand with its table and the consequences of that, or a later one."""
    due = due_dealer(state)
    dealer = due if event.dealer is None else event.dealer
    facts: list[Fact] = []
    first = state.phase != "round"
    if first:
        facts.append(begin_hand(state, dealer, at))
        _lay_first(state, event)
    if dealer != due:
        facts.append(InfractionProven(state.rules.code("turn"), dealer, at, Evidence("seen")))
    if first and _too_many_kings(state):
        break_off(state)
        return [*facts, HandVoid(state.hand)]
    _begin_round(state, event, at)
    facts.append(EscobaRoundDealt(state.hand, state.round, state.is_last_round()))
    if first:
        facts += _dealer_takes(state, dealer)
    return facts


def begin_hand(state: EscobaState, dealer: int, at: int) -> HandDealt:
    """Begins at event `at` the next hand, or a void one again."""
    state.next_hand(dealer)
    state.began = at
    state.clear()
    return HandDealt(state.hand, dealer)


def _lay_first(state: EscobaState, event: EscobaDeal) -> None:
    """Lays the first table open; the rest of the pack is the stock."""
    state.table = state.first_table = SPANISH_40.mask(event.table or ())
    state.stock_left -= state.rules.table
    state.knowledge.laid_cards = state.table
    if event.stock is not None:
        state.stock = tuple(SPANISH_40.bit[card] for card in event.stock)


def _begin_round(state: EscobaState, event: EscobaDeal, at: int) -> None:
    state.dealt_at = at
    number = state.rules.each * state.seats
    if state.stock is not None and state.round:
        state.stock = state.stock[number:]
    state.round += 1
    state.stock_left -= number
    masks = None if event.hands is None else [None if h is None else SPANISH_40.mask(h) for h in event.hands]
    hands = state.knowledge
    hands.deal([state.rules.each] * state.seats, masks, hands.laid_cards)
    if state.stock is not None:
        hands.out = [sum(state.stock)] * state.seats
    state.phase = "play"
    state.turn = ((state.dealer or 0) + 1) % state.seats


def _too_many_kings(state: EscobaState) -> bool:
    """True if the first table voids the deal (scopa.kings)."""
    return state.rules.kings_void and (state.table & KINGS).bit_count() >= MANY_KINGS


def break_off(state: EscobaState) -> None:
    """Voids the hand: its cards go back to the pack, and the same dealer deals again."""
    state.clear()
    state.knowledge.deal([0] * state.seats, None)
    state.void = True
    state.phase = "deal"
    state.turn = None


def _dealer_takes(state: EscobaState, dealer: int) -> list[Fact]:
    """Lets the dealer take a first table of fifteen, or of two pairs of fifteen (escoba.dealer)."""
    cards = state.table
    sweeps = escobas_of(cards) if state.rules.dealer_takes else 0
    if not sweeps:
        return []
    state.gather(dealer, cards, sweeps, cards)
    return [TableTaken(dealer, SPANISH_40.cards(cards), sweeps)]


def escobas_of(table: int) -> int:
    """The number of escobas of a first table: one if it sums fifteen, two if two pairs do, else none (escoba.dealer)."""
    whole = total(table)
    if whole == FIFTEEN:
        return 1
    pairs = (one | other for one, other in combinations(bits(table), 2))
    return 2 if whole == 2 * FIFTEEN and any(total(pair) == FIFTEEN for pair in pairs) else 0


def check_redeal(state: EscobaState, event: Redeal, at: int) -> None:
    """Refuses a redeal while no hand is in progress (*.misdeal)."""
    if not state.in_hand():
        refusals.refuse_redeal(state)


def apply_redeal(state: EscobaState, event: Redeal, at: int) -> Facts:
    """Voids the hand (*.misdeal)."""
    facts = handlers.apply_redeal(state, event, at)
    break_off(state)
    return facts
