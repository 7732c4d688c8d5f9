"""Tables of Guiñote for tests: at the start of an arrastre with chosen hands, and whole random play-outs."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from referee.cards import SPANISH_40
from referee.games.guinote.deck import USUAL
from referee.games.guinote.state import GuinoteState
from referee.match.ledger import HandScore
from tests.support.table import Table

NAMES = SPANISH_40.names

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"rank": "caballo"},
    {"cante": "caballo"},
    {"pack": 48},
    {"last_trick": 20},
    {"rank": "caballo", "cante": "caballo", "pack": 48, "last_trick": 20, "signals": "forbidden"},
)
"""Tables with house rules, one by one and together; the first has none."""


def house(seed: int) -> dict[str, Any]:
    """The house rules of a table, made up from this seed."""
    return HOUSES[seed % len(HOUSES)]


def winner(cards: Sequence[str], leader: int, triunfo: str) -> int:
    """The seat that wins a trick of these cards, laid in turn from the leader."""
    best = 0
    pack = USUAL.pack
    for i, card in enumerate(cards):
        if pack.bit[card] & USUAL.beaters[pack.suits[triunfo]][cards[best]]:
            best = i
    return (leader + best) % len(cards)


def arrastre(
    *hands: str,
    turn_up: str,
    leader: int,
    known_seats: Iterable[int] = range(4),
    vueltas: tuple[int, int] | None = None,
    **opening: Any,
) -> Table:
    """A table of four at the first lead of an arrastre: these hands, this leader, seat 3 the dealer.

    The hands of `known_seats` are dealt openly; with all of them the stock is known too. The turn-up is in the hand of the seat
    before the leader, which drew last. With `vueltas` an ida that neither side won comes before, with this account.
    """
    cards_by_seat = [hand.split() for hand in hands]
    assert all(len(hand) == 6 for hand in cards_by_seat)
    assert turn_up in cards_by_seat[(leader - 1) % 4]
    spare = [card for card in NAMES if not any(card in hand for hand in cards_by_seat)]
    for seed in range(10_000):
        order = spare[:]
        random.Random(seed).shuffle(order)
        plan = _descarte(cards_by_seat, order, turn_up)
        if plan is not None and plan[2] == leader:
            break
    else:
        raise AssertionError("no descarte leads here")
    deal, stock, _, plays = plan
    table = _after_ida(vueltas, **opening) if vueltas else Table("guinote", 4, first_dealer=3, **opening)
    table.confirm()
    seats = set(known_seats)
    full = {"stock": stock} if len(seats) == 4 else {}
    table.say("deal", turn_up=turn_up, hands=[hand if s in seats else None for s, hand in enumerate(deal)], **full)
    table.plays(*plays)
    assert table.match.state.turn == leader
    return table


def _descarte(
    old_hands: list[list[str]], spare: list[str], turn_up: str
) -> tuple[list[list[str]], list[str], int, list[str]] | None:
    """Four tricks of the spare cards, with a deal and a stock that leave each seat its hand."""
    later = [[card for card in hand if card != turn_up] for hand in old_hands]
    hands = [[*spare[seat * 4 : seat * 4 + 4], later[seat].pop(), later[seat].pop()] for seat in range(4)]
    stock: list[str] = []
    plays: list[str] = []
    leader = 0
    for trick in range(4):
        trick_cards = [spare[(leader + i) % 4 * 4 + trick] for i in range(4)]
        plays += trick_cards
        leader = winner(trick_cards, leader, turn_up[-1])
        for i in range(4):
            seat = (leader + i) % 4
            if trick == 3 and i == 3:
                return (hands, stock, leader, plays) if turn_up in old_hands[seat] else None
            if not later[seat]:
                return None
            stock.append(later[seat].pop())
    return None


class PlayOut:
    """A match played by chance on a table that knows every card, with other tables that know less."""

    def __init__(
        self,
        seed: int,
        *,
        seats: int = 4,
        irregular: float = 0.0,
        lies: float = 0.0,
        claims: float = 0.0,
        **opening: Any,
    ) -> None:
        self.random = random.Random(seed)
        self.seed = seed
        self.irregular = irregular
        self.lies = lies
        opening.setdefault("first_dealer", self.random.randrange(seats))
        self.truth = Table("guinote", seats, **opening)
        self.readers: list[tuple[Table, set[int]]] = []
        self.count = 0
        self.number: dict[tuple[int, int], int] = {}
        """The position of each event in the sequence of all tables, by table and version."""
        self.opening = (seats, opening)

    def also(self, *known_seats: int) -> Table:
        """Adds a table that gets the same events, but of the deals only the hands of these seats."""
        table = Table("guinote", self.opening[0], **self.opening[1])
        self.readers.append((table, set(known_seats)))
        return table

    def tell(self, event: dict[str, Any]) -> None:
        """Enters an event at every table."""
        self.count += 1
        self.truth.tell(event)
        self.number[id(self.truth), self.truth.match.version] = self.count
        for table, seats in self.readers:
            mine = event
            if event["type"] == "deal":
                hands = [hand if seat in seats else None for seat, hand in enumerate(event["hands"])]
                mine = {"type": "deal", "dealer": event["dealer"], "turn_up": event["turn_up"], "hands": hands}
            table.tell(mine)
            self.number[id(table), table.match.version] = self.count

    @property
    def over(self) -> bool:
        """True if the coto is won."""
        return self.truth.match.ledger.status != "open"

    def deal(self) -> None:
        """Deals the next hand."""
        game = self.truth.match.state
        order = self.random.sample(game.pack.names, game.pack.size)
        hands = [sorted(order[seat * 6 : seat * 6 + 6]) for seat in range(game.seats)]
        turn_up, *stock = order[game.seats * 6 :]
        self.tell(
            {
                "type": "deal",
                "dealer": self.truth.match.due_dealer(),
                "hands": hands,
                "turn_up": turn_up,
                "stock": stock,
            }
        )

    def step(self) -> None:
        """One event of the hand, most often a legal one."""
        legal = self.truth.moves()
        other = [event for event in legal if event["type"] != "play"]
        game = self.truth.match.state
        assert game.turn is not None
        if other and self.random.random() < 0.6:
            self.tell(self.random.choice(other))
        elif self._lie():
            pass
        elif self.random.random() < self.irregular:
            card = self.random.choice(game.pack.cards(game.knowledge.known_cards[game.turn]))
            self.tell({"type": "play", "seat": game.turn, "card": card})
        else:
            self.tell(self.random.choice([event for event in legal if event["type"] == "play"]))

    def _lie(self) -> bool:
        """A false cante in the ida's arrastre, now and then, of a suit that no seat can truly sing."""
        game = self.truth.match.state
        assert isinstance(game, GuinoteState)
        window = (
            game.phase == "arrastre"
            and game.tricks() > game.deck.descarte_tricks(game.seats)
            and game.in_window(game.winner)
        )
        if game.vueltas or not window or self.random.random() >= self.lies:
            return False
        seat = self.random.choice(game.partners(game.side(game.winner)))
        suit = self.random.choice("OCEB")
        pair = game.deck.pairs[suit]
        if any(hand & pair == pair for hand in game.knowledge.known_cards):
            return False
        self.tell(
            {"type": "cante", "seat": seat, "value": 40 if game.pack.suits[suit] == game.triunfo else 20, "suit": suit}
        )
        return True

    def hand(self) -> None:
        """One hand, dealt and played to its end."""
        self.deal()
        while self.truth.match.state.in_hand():
            self.step()


def ida(seed: int = 0, **opening: Any) -> PlayOut:
    """A coto with a first hand that neither side has won."""
    out = PlayOut(seed, **opening)
    out.hand()
    return out if max(out.truth.match.ledger.totals) < 101 else ida(seed + 1000, **opening)


def _after_ida(account: tuple[int, int], **opening: Any) -> Table:
    """A table with an ida that neither side won, with its account set so. Seat 3 deals the vueltas."""
    tables = (ida(seed, first_dealer=3, **opening).truth for seed in range(1000))
    table = next(table for table in tables if table.match.due_dealer() == 3)
    table.match.ledger.totals = list(account)
    table.match.ledger.hands = [HandScore(1, account, table.match.version)]
    return table
