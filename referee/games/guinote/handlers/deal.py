"""The deal: its dealer and its cards, and a hand broken off."""

from msgspec.structs import replace

from referee.cards import Chance
from referee.errors import BadRequest, Breach
from referee.games.guinote import refusals
from referee.games.guinote.deck import HAND
from referee.games.guinote.events import GuinoteDeal
from referee.games.guinote.facts import PartidaBegun, PointsVoid
from referee.games.guinote.handlers.cut import due_dealer, require_cut_card
from referee.games.guinote.state import SIDES, GuinoteState
from referee.match import first_deal, handlers
from referee.match.events import Redeal
from referee.match.facts import Fact, HandDealt, InfractionProven
from referee.match.judge import deal_checks, disputes
from referee.match.ledger import Evidence
from referee.match.state import Facts
from referee.text import Text

BY_THREES = 3
FIRST_DEALER = GuinoteState.FIRST_DEALER


def seeded_deal(state: GuinoteState, dealer: int, seed: str) -> GuinoteDeal:
    """The deal of this seed: by threes from the dealer's right, then the turn-up, then the stock in order of drawing."""
    order = state.pack.shuffle(seed, state.hand + (not state.void))
    hands: list[list[str]] = [[] for _ in range(state.seats)]
    rounds = HAND // BY_THREES
    for i in range(rounds * state.seats):
        hands[(dealer + 1 + i) % state.seats] += order[i * BY_THREES : (i + 1) * BY_THREES]
    turn_up, *stock = order[HAND * state.seats :]
    return GuinoteDeal(dealer, tuple(state.pack.in_order(hand) for hand in hands), turn_up, tuple(stock), True, seed)


def complete_deal(state: GuinoteState, event: GuinoteDeal, chance: Chance) -> GuinoteDeal:
    """Completes a deal with its dealer, and with its cards if chance deals them."""
    dealer = due_dealer(state) if event.dealer is None else event.dealer
    if event.shuffle and event.hands is None:
        fresh = seeded_deal(state, dealer, event.seed or chance())
        return replace(fresh, turn_up=event.turn_up or fresh.turn_up, stock=event.stock or fresh.stock)
    return replace(event, dealer=dealer)


def check_deal(state: GuinoteState, event: GuinoteDeal, at: int) -> Breach | None:
    """Refuses an impossible deal. Returns the breach of a wrong dealer."""
    if state.in_hand():
        refusals.refuse_deal(
            f"la mano {state.hand} no ha terminado: se reparte cuando se ha jugado su última carta",
            f"hand {state.hand} is not over: the next deal comes when its last card is played",
        )
    due = due_dealer(state)
    dealer = due if event.dealer is None else event.dealer
    state.require_seat(dealer)
    first_deal.require_drawn_dealer(state, dealer)
    if event.seed and not event.shuffle:
        raise BadRequest(Text(es="`seed` sólo acompaña a `shuffle: true`", en="`seed` only comes with `shuffle: true`"))
    if event.turn_up is None:
        raise BadRequest(Text(es="falta la carta vuelta (`turn_up`)", en="the turn-up is missing (`turn_up`)"))
    _check_cards(state, event)
    require_cut_card(state, event)
    if event.seed:
        fresh = seeded_deal(state, dealer, event.seed)
        if (event.hands, event.turn_up, event.stock) != (fresh.hands, fresh.turn_up, fresh.stock):
            raise deal_checks.other_cards("guinote.deal")
    return None if dealer == due else deal_checks.wrong_dealer(FIRST_DEALER, dealer, due)


def _check_cards(state: GuinoteState, event: GuinoteDeal) -> None:
    """Raises Impossible for wrong counts or a card dealt twice (guinote.deal)."""
    hands = event.hands
    stock = state.pack.size - HAND * state.seats - 1
    fits = hands is None or (len(hands) == state.seats and all(hand is None or len(hand) == HAND for hand in hands))
    if not fits or (event.stock is not None and len(event.stock) != stock):
        refusals.refuse_deal(
            f"se reparten {HAND} cartas a cada uno de los {state.seats} asientos y quedan {stock} bajo mano",
            f"each of the {state.seats} seats is dealt {HAND} cards, and {stock} stay in the stock",
        )
    cards = [card for hand in hands or () for card in hand or ()] + [*(event.stock or ()), event.turn_up or ""]
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        names = " ".join(twice)
        refusals.refuse_deal(f"está dos veces: {names}", f"there twice: {names}")


def apply_deal(state: GuinoteState, event: GuinoteDeal, at: int) -> Facts:
    """Begins a hand with the cards that the deal names."""
    due = due_dealer(state)
    dealer = due if event.dealer is None else event.dealer
    bottom = state.cut or 0
    facts = begin_hand(state, dealer, at)
    _lay_out(state, event, bottom)
    if dealer != due:
        facts.append(InfractionProven(FIRST_DEALER, dealer, at, Evidence("seen")))
    return facts


def begin_hand(state: GuinoteState, dealer: int, at: int) -> list[Fact]:
    """Begins at event `at` the first hand of a partida, its vueltas, or a void hand again; no card lies on the table yet."""
    facts: list[Fact] = _settle_before(state)
    if state.partida_over:
        facts.append(PartidaBegun(sum(state.ledger.tallies["partidas"]) + 1))
        state.partida_at = at
        state.partida_over = False
        state.vueltas = False
        state.cantes = ()
        state.won_before = [0, 0]
        state.points_before = (0, 0)
    else:
        if not state.void:
            state.vueltas = True
            state.won_before = [state.in_cards(side) for side in range(SIDES)]
        # Of a void hand, too: an older log may have other points in its ledger than the judge would leave there now.
        state.points_before = (state.ledger.totals[0], state.ledger.totals[1])
    state.next_hand(dealer)
    state.cut = None
    state.dealt_at = at
    state.make_room(at)
    state.phase = "descarte"
    state.triunfo = 0
    state.undone_ends = ()
    state.clear_hand()
    facts.append(HandDealt(state.hand, dealer))
    return facts


def _settle_before(state: GuinoteState) -> list[Fact]:
    """Drops the disputes of earlier hands, but for claims of this partida that the referee may still rule on."""
    if state.partida_over:
        return disputes.abandon(state, keep=disputes.nothing)
    state.knowledge.drop()
    return disputes.close(state, keep=state.has_figures_only)


def _lay_out(state: GuinoteState, event: GuinoteDeal, bottom: int) -> None:
    """Lays out table and hands, as far as the deal names the cards; `bottom` was seen when the pack was cut."""
    turn_up = state.pack.bit[event.turn_up or ""]
    state.triunfo = state.pack.suit_of[turn_up]
    state.clear_hand()
    state.turn_up = turn_up
    state.bottom = bottom
    state.undrawn = state.pack.size - HAND * state.seats
    stock = tuple([state.pack.bit[card] for card in event.stock or ()])
    state.stock = tuple([stock[n : n + state.seats] for n in range(0, len(stock), state.seats)])
    state.turn = ((state.dealer or 0) + 1) % state.seats
    masks = None if event.hands is None else [None if h is None else state.pack.mask(h) for h in event.hands]
    hands = state.knowledge
    hands.deal([HAND] * state.seats, masks, laid_cards=turn_up | bottom)
    if not all(hands.known_cards):
        hands.out = [state.pack.mask(event.stock or ())] * state.seats


# A hand broken off


def apply_redeal(state: GuinoteState, event: Redeal, at: int) -> Facts:
    """Voids the hand: its points fall, and its events count as moves of this partida no longer."""
    facts = [*handlers.apply_redeal(state, event, at), *_points_void(state)]
    del state.authors[state.dealt_at :]
    state.cantes = tuple(cante for cante in state.cantes if cante.hand != state.hand)
    return facts


def _points_void(state: GuinoteState) -> list[Fact]:
    start = state.points_before
    return [] if tuple(state.ledger.totals) == start else [PointsVoid(start)]
