"""The deal, and the draws after each trick of the descarte."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.cards import SPANISH_40
from referee.errors import Breach, Malformed
from referee.games.guinote import refusals
from referee.games.guinote.events import GuinoteDeal
from referee.games.guinote.facts import PartidaBegun
from referee.games.guinote.rules import BIT, HAND, descarte_tricks
from referee.match import disputes
from referee.match.ledger import Evidence
from referee.match.state import NOTHING, Facts
from referee.match.vocabulary import Draw, Event, Fact, HandDealt, InfractionProven
from referee.text import Text

if TYPE_CHECKING:
    from referee.games.guinote.game import Guinote

BY_THREES = 3
AFTER = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
"""Of four: who draws after each seat, in turn."""
FULL = {seats: [HAND] * seats for seats in (2, 4)}
"""The sizes of the hands after a draw."""
UNSEEN = {seats: (0,) * seats for seats in (2, 4)}
"""A draw of which nobody saw a card."""
FIRST_DEALER = "guinote.first-dealer"


def due_dealer(game: "Guinote") -> int:
    """Who has to deal now, or dealt this hand (guinote.first-dealer)."""
    if game.dealer is None:
        return game.first_dealer
    # A claim may stop the hand within a trick: who is winning that one has not won it.
    return game.last_trick.seat if game.last_trick and not game.void and not game.in_hand() else game.dealer


def dealt(game: "Guinote", dealer: int, seed: str) -> GuinoteDeal:
    """What this seed deals: by threes from the dealer's right, then the turn-up, then the stock in order of drawing."""
    order = SPANISH_40.shuffled(seed, game.hand + (not game.void))
    hands: list[list[str]] = [[] for _ in range(game.seats)]
    rounds = HAND // BY_THREES
    for i in range(rounds * game.seats):
        hands[(dealer + 1 + i) % game.seats] += order[i * BY_THREES : (i + 1) * BY_THREES]
    turn_up, *stock = order[HAND * game.seats :]
    return GuinoteDeal(dealer, tuple(SPANISH_40.in_order(hand) for hand in hands), turn_up, tuple(stock), True, seed)


def complete(game: "Guinote", event: Event, seed: str) -> Event:
    """The deal with its dealer, and with its cards where chance deals them."""
    if not isinstance(event, GuinoteDeal):
        return event
    dealer = due_dealer(game) if event.dealer is None else event.dealer
    if event.shuffle and event.hands is None:
        fresh = dealt(game, dealer, event.seed or seed)
        return replace(fresh, turn_up=event.turn_up or fresh.turn_up, stock=event.stock or fresh.stock)
    return replace(event, dealer=dealer)


def check_deal(game: "Guinote", event: GuinoteDeal, at: int) -> Breach | None:
    """Refuses a deal that cannot be, and names a wrong dealer."""
    if game.in_hand():
        refusals.refuse_deal(
            f"la mano {game.hand} no ha terminado: se reparte cuando se ha jugado su última carta",
            f"hand {game.hand} is not over: the next deal comes when its last card is played",
        )
    due = due_dealer(game)
    dealer = due if event.dealer is None else event.dealer
    game.need_seat(dealer)
    if event.seed and not event.shuffle:
        raise Malformed(Text(es="`seed` sólo acompaña a `shuffle: true`", en="`seed` only comes with `shuffle: true`"))
    if event.turn_up is None:
        raise Malformed(Text(es="falta la carta vuelta (`turn_up`)", en="the turn-up is missing (`turn_up`)"))
    _check_cards(game, event)
    if event.seed:
        fresh = dealt(game, dealer, event.seed)
        if (event.hands, event.turn_up, event.stock) != (fresh.hands, fresh.turn_up, fresh.stock):
            refusals.refuse_deal("las cartas no son las que reparte esa semilla", "this seed does not deal these cards")
    if dealer == due:
        return None
    return Breach(
        FIRST_DEALER,
        dealer,
        Text(es=f"reparte el asiento {due}, no el {dealer}", en=f"seat {due} deals, not seat {dealer}"),
    )


def _check_cards(game: "Guinote", event: GuinoteDeal) -> None:
    """Raises Impossible for wrong counts or a card dealt twice (guinote.deal)."""
    hands = event.hands
    stock = SPANISH_40.size - HAND * game.seats - 1
    fits = hands is None or (len(hands) == game.seats and all(hand is None or len(hand) == HAND for hand in hands))
    if not fits or (event.stock is not None and len(event.stock) != stock):
        refusals.refuse_deal(
            f"se reparten {HAND} cartas a cada uno de los {game.seats} asientos y quedan {stock} bajo mano",
            f"each of the {game.seats} seats is dealt {HAND} cards, and {stock} stay in the stock",
        )
    cards = [card for hand in hands or () for card in hand or ()] + [*(event.stock or ()), event.turn_up or ""]
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        named = " ".join(twice)
        refusals.refuse_deal(f"está dos veces: {named}", f"there twice: {named}")


def apply_deal(game: "Guinote", event: GuinoteDeal, at: int) -> Facts:
    """A hand begins: the first of a partida, its vueltas, or a void one again."""
    due = due_dealer(game)
    dealer = due if event.dealer is None else event.dealer
    facts: list[Fact] = disputes.abandon(game)
    if game.partida_over:
        facts.append(PartidaBegun(sum(game.ledger.tallies["partidas"]) + 1))
        game.partida_at = at
        game.partida_over = False
        game.vueltas = False
        game.cantes = ()
        game.won_before = [0, 0]
    elif not game.void:
        game.vueltas = True
        game.won_before = game.won
    game.hand += not game.void
    game.void = False
    game.dealer = dealer
    game.dealt_at = at
    game.make_room(at)
    _lay_out(game, event)
    facts.append(HandDealt(game.hand, dealer))
    if dealer != due:
        facts.append(InfractionProven(FIRST_DEALER, dealer, at, Evidence("seen")))
    return facts


def _lay_out(game: "Guinote", event: GuinoteDeal) -> None:
    """The cards on the table and in the hands, as far as the deal names them."""
    turn_up = BIT[event.turn_up or ""]
    game.triunfo = SPANISH_40.suit_of[turn_up]
    game.clear_hand()
    game.turn_up = turn_up
    game.undrawn = SPANISH_40.size - HAND * game.seats
    game.stock = tuple(BIT[card] for card in event.stock or ())
    game.phase = "descarte"
    game.turn = ((game.dealer or 0) + 1) % game.seats
    hands = None if event.hands is None else [None if h is None else SPANISH_40.mask(h) for h in event.hands]
    judge = game.knowledge
    judge.deal([HAND] * game.seats, hands, gone=turn_up)
    if not all(judge.known):
        judge.out = [SPANISH_40.mask(event.stock or ())] * game.seats


def draw(game: "Guinote", at: int) -> None:
    """Every seat draws, winner first; the turn-up is the last card drawn (guinote.descarte)."""
    judge, seats, stock, undrawn = game.knowledge, game.seats, game.stock, game.undrawn
    first = len(stock) + 1 - undrawn
    game.undrawn = undrawn - seats
    game.drawn_at = at
    game.drawn = cards = stock[first : first + seats] if stock else UNSEEN[seats]
    if undrawn == seats:
        game.drawn = cards = (*cards[: seats - 1], game.turn_up)
        _draw_turn_up(game)
    judge.size = FULL[seats][:]
    if not cards[-1]:
        return
    known, winner = judge.known, game.winner
    if seats == 2:
        one, last = cards
        known[winner] |= one
        known[1 - winner] |= last
    else:
        # One by one: a loop over the four takes twice as long.
        one, two, three, last = cards
        second, third, fourth = AFTER[winner]
        known[winner] |= one
        known[second] |= two
        known[third] |= three
        known[fourth] |= last
    if judge.out[0]:
        judge.out = [judge.out[0] & ~sum(cards)] * seats
    if judge.sought:
        for turn, card in enumerate(cards):
            judge.found((winner + turn) % seats, card, at)


def _draw_turn_up(game: "Guinote") -> None:
    """The turn-up goes to the last to draw, before everyone's eyes: the arrastre begins."""
    game.phase = "arrastre"
    game.before = tuple(game.knowledge.known)
    game.knowledge.gone &= ~game.turn_up
    game.knowledge.face_up[(game.winner - 1) % game.seats] |= game.turn_up


def _turn_of(game: "Guinote", seat: int) -> int:
    """Which place the seat had in the last draw: the winner of the trick drew first."""
    return (seat - game.last_trick.seat) % game.seats if game.last_trick else 0


def drawn_by(game: "Guinote", seat: int) -> int:
    """The card that the seat drew last; 0 if it was unseen, or nothing was drawn."""
    return game.drawn[_turn_of(game, seat)]


def name_drawn(game: "Guinote", seat: int, card: int) -> None:
    """The seat drew this card last."""
    turn = _turn_of(game, seat)
    game.drawn = (*game.drawn[:turn], card, *game.drawn[turn + 1 :])


def check_draw(game: "Guinote", event: Draw, at: int) -> None:
    """Refuses a card that the seat cannot have drawn after the last trick."""
    seat = event.seat
    game.need_seat(seat)
    if not game.in_hand() or not 1 <= game.tricks() <= descarte_tricks(game.seats):
        refusals.refuse_draw(
            seat,
            f"el asiento {seat} no acaba de robar: se roba tras cada baza del descarte",
            f"seat {seat} has not just drawn: a draw follows each trick of the descarte",
        )
    if event.card is None:
        return
    card, drawn = BIT[event.card], drawn_by(game, seat)
    if drawn and drawn != card:
        name = SPANISH_40.name(drawn)
        refusals.refuse_draw(
            seat,
            f"el asiento {seat} no robó {event.card}, sino {name}",
            f"seat {seat} did not draw {event.card} but {name}",
        )
    if not drawn and (card & game.knowledge.known[seat] or not game.knowledge.may_hold(seat, card)):
        refusals.refuse_draw(
            seat,
            f"el asiento {seat} no pudo robar {event.card}: ya estaba en su mano o está en otra parte",
            f"seat {seat} cannot have drawn {event.card}: it was in its hand already, or is elsewhere",
        )


def apply_draw(game: "Guinote", event: Draw, at: int) -> Facts:
    """The drawn card is known: it was in nobody's hand before."""
    seat = event.seat
    card = 0 if event.card is None else BIT[event.card]
    if not card or drawn_by(game, seat):
        return NOTHING
    judge = game.knowledge
    name_drawn(game, seat, card)
    if card & judge.sought:
        judge.found(seat, card, game.drawn_at)
    judge.learn(seat, card)
    return game.settled(at) if judge.proofs else NOTHING
