"""Por la Corona: two seats, each with its own pack, until one cannot take a card.

Source: «Por la Corona», a card game by Ramiro Luis Álvarez Moreno (2 October 2008). The source is silent on the order of
attackers, on the shuffle after a joker and on a pack emptied exactly; the clauses say what was ruled. Left out on purpose:
house additions that the source invites. Each step has its module: `opening`, `turns`, `hiring`, `combat`, `jokers`.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Self

from msgspec.structs import replace

from referee.games.corona import choices, combat, hiring, jokers, opening, turns
from referee.games.corona.camp import Camp, Drawn
from referee.games.corona.events import (
    Attack,
    CoronaDeal,
    Defend,
    EndTurn,
    Hire,
    Income,
    Recover,
    Replica,
    Start,
)
from referee.games.corona.facts import Owed, PackDrawn, PackSpent
from referee.games.corona.hands import SEATS, Hands
from referee.games.corona.refusals import Act, refuse_now
from referee.games.corona.rules import JOKERS, PACK, allowance
from referee.games.corona.view import CoronaArmy, CoronaScore, CoronaTable
from referee.match.bridge import Bridged
from referee.match.choice import Choice
from referee.match.ledger import Item, Ledger
from referee.match.state import ALL, NOBODY, Facts, shown_hands
from referee.match.vocabulary import Draw, Event, Fact, HandScored, MatchEnded, Opening, Redeal, Scored, Withdraw
from referee.text import Text

BATTLE = ("income", "hire", "defend", "end")
"""The phases of a turn: `turn` is who acts in them, the opponent in `defend`."""


class Corona(Bridged):
    """One battle. Cards are bits; `hired`, `income` and `answerable` belong to the turn of seat `active`.

    `answerable` is the card hired last while a replica to it may come; `attackers` are in the order declared.
    """

    __slots__ = (
        "active",
        "answerable",
        "attackers",
        "camps",
        "hired",
        "income",
        "lost_at",
        "replied",
        "shown",
        "spent",
        "starter",
        "whole",
    )
    EVENTS = (Start, CoronaDeal, Draw, Income, Hire, Replica, Attack, Defend, Recover, EndTurn)
    ROW_ENDS = (EndTurn,)
    LEGEND = Text(
        es="↑ ingreso  + contrata  × replica  → ataca  defensor|atacante, – ninguno  X1+n recupera  «» roba  · fin de turno",
        en="↑ income  + hires  × answers  → attacks  defender|attacker, – none  X1+n recovers  «» draws  · end of turn",
    )
    pack = PACK
    IDLE = ("start", "deal", "over")
    knowledge: Hands

    def __init__(self, opening: Opening, params: Any, ledger: Ledger, options: Any = None) -> None:
        super().__init__(opening, params, ledger)
        self.whole = PACK.all & ~PACK.mask(("X1", "X2")[params.jokers :])
        self.knowledge = Hands(self.whole)
        self.phase = "start"
        self.starter: int | None = None
        self.shown: tuple[tuple[str, ...], ...] = ()
        self.lost_at: Owed | None = None
        self.clear(None)

    def clear(self, orders: list[list[int]] | None) -> None:
        """Both packs whole, in these orders (next card last) where they are known; nothing on the table."""
        size = self.whole.bit_count()
        self.camps = [Camp(size, orders[seat] if orders else None) for seat in range(SEATS)]
        self.active = self.starter or 0
        self.clear_turn()

    def clear_turn(self) -> None:
        """A turn begins: no income, nothing hired, answered or attacked."""
        self.income = 0
        self.spent = 0
        self.hired = 0
        self.answerable = 0
        self.replied = False
        self.attackers: tuple[int, ...] = ()

    def copy(self, ledger: Ledger) -> Self:
        twin = super().copy(ledger)
        twin.camps = [camp.copy() for camp in self.camps]
        return twin

    check_start, apply_start = opening.check_start, opening.apply_start
    check_deal, apply_deal = opening.check_deal, opening.apply_deal
    check_income, apply_income = turns.check_income, turns.apply_income
    check_end_turn, apply_end_turn = turns.check_end_turn, turns.apply_end_turn
    check_draw, apply_draw = turns.check_draw, turns.apply_draw
    check_hire, apply_hire = hiring.check_hire, hiring.apply_hire
    check_replica, apply_replica = hiring.check_replica, hiring.apply_replica
    check_attack, apply_attack = combat.check_attack, combat.apply_attack
    check_defend, apply_defend = combat.check_defend, combat.apply_defend
    check_recover, apply_recover = jokers.check_recover, jokers.apply_recover

    def complete(self, event: Event, seed: str) -> Event:
        match event:
            case CoronaDeal(shuffle=True, packs=None):
                return opening.shuffled(self, event, event.seed or seed)
            case Recover(pack=None):
                return jokers.shuffled(self, event, event.seed or seed)
        return event

    def due_dealer(self) -> None:
        return None

    def need_turn(self, seat: int, phases: Sequence[str], act: Act) -> None:
        """Raises Impossible unless it is this seat's turn in one of these phases."""
        self.need_seat(seat)
        if self.phase not in phases or seat != self.turn:
            refuse_now(self, seat, act)

    # What moves between the places of a seat

    def may_come_next(self, seat: int, cards: int, count: int) -> bool:
        """Whether these cards may be among the next `count` of a pack."""
        camp = self.camps[seat]
        if camp.order is None:
            return self.knowledge.may_leave(seat, camp.size, cards, count)
        return not cards & ~sum(camp.order[camp.size - count :])

    def spend(self, seat: int, count: int, named: Sequence[str | None]) -> tuple[str | None, ...]:
        """The next `count` cards of a pack go to its cementerio: as the order has them, else as `named`."""
        camp, judge = self.camps[seat], self.knowledge
        if camp.order is not None:
            cards = [camp.order.pop() for _ in range(count)]
        else:
            cards = [PACK.bit[name] if name else 0 for name in named]
        camp.size -= count
        for card in cards:
            if card:
                judge.place(seat, card)
                camp.cementerio |= card
            else:
                judge.bury_unseen(seat)
        if not camp.size and judge.last[seat]:
            self._unearth_last(seat)
        return tuple(PACK.name(card) if card else None for card in cards)

    def _unearth_last(self, seat: int) -> None:
        """The pack went to its end unseen, so the card shown at the start is one of those that nobody named."""
        last = self.knowledge.last[seat]
        self.knowledge.unseen[seat][-1] -= 1
        self.knowledge.place(seat, last)
        self.camps[seat].cementerio |= last

    def draw(self, seat: int, count: int, rule: str) -> list[Fact]:
        """A seat takes the next cards of its pack into the hand; no fact where it takes none."""
        camp, judge = self.camps[seat], self.knowledge
        cards = 0
        for _ in range(count):
            card = camp.order.pop() if camp.order is not None else 0
            camp.size -= 1
            card = card or (0 if camp.size else judge.last[seat])
            judge.receive(seat, card)
            cards |= card
        if not count:
            return []
        camp.drawn = Drawn(len(judge.returned[seat]) - 1, count - cards.bit_count(), cards)
        return [PackDrawn(seat, count, rule)]

    def cementerio_size(self, seat: int) -> int:
        """How many cards lie in a cementerio, those that nobody named with them."""
        return self.camps[seat].cementerio.bit_count() + sum(self.knowledge.unseen[seat])

    # The end

    def lose(self, seat: int, owed: Owed) -> list[Fact]:
        """A card is owed and the pack has none: the battle is over (corona.lose)."""
        winner = 1 - seat
        self.phase = "over"
        self.turn = None
        self.lost_at = owed
        points = tuple(int(side == winner) for side in range(SEATS))
        scored = HandScored(self.hand, points, points, (Item(winner, 1, "corona.lose"),))
        return [PackSpent(seat, owed), scored, MatchEnded(((winner,), (seat,)), (winner,), "corona.lose")]

    def apply_withdraw(self, event: Withdraw, at: int) -> Facts:
        alone = not self.left
        facts: Facts = super().apply_withdraw(event, at)
        # The first to leave gives the battle away; when both have left, nobody has won it.
        change = Scored(1 - event.seat, 1, "corona.lose") if alone else Scored(event.seat, -1, "corona.lose")
        return (change, *facts)

    def apply_redeal(self, event: Redeal, at: int) -> Facts:
        facts: Facts = super().apply_redeal(event, at)
        self.knowledge.begin([0] * SEATS, [0] * SEATS, 0)
        self.clear(None)
        return facts

    def standing(self, left: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        stay = tuple(seat for seat in range(SEATS) if seat not in left)
        return (stay,) if stay else ()

    # What readers see

    def legal(self, visible: int = ALL) -> Iterator[Event | Choice]:
        return choices.legal(self, visible)

    def score(self) -> CoronaScore:
        return CoronaScore(self.ledger.totals, self.ledger.hands)

    def table(self, visible: int = ALL) -> CoronaTable:
        judge, camps = self.knowledge, self.camps
        in_hand = self.in_hand()
        any_cost = bool(self.income & JOKERS) and not self.spent
        return CoronaTable(
            active=self.active if in_hand else None,
            starter=self.starter,
            shown=self.shown,
            armies=tuple(self._army(seat) for seat in range(SEATS)),
            cementerios=tuple(PACK.cards(camp.cementerio) for camp in camps),
            cementerio_sizes=tuple(self.cementerio_size(seat) for seat in range(SEATS)),
            pack_sizes=tuple(camp.size for camp in camps),
            bottoms=tuple(PACK.name(last) if last else None for last in judge.last),
            out=tuple(PACK.cards(camp.aside) for camp in camps),
            income=PACK.name(self.income) if self.income else None,
            income_left=allowance(self.income, self.spent) if self.income and not any_cost else None,
            answerable=PACK.name(self.answerable) if hiring.answers(self) else None,
            attackers=tuple(PACK.name(card) for card in self.attackers),
            lost_at=self.lost_at,
        )

    def _army(self, seat: int) -> CoronaArmy:
        camp = self.camps[seat]
        hired = self.hired & camp.upright if seat == self.active else 0
        return CoronaArmy(PACK.cards(camp.upright), PACK.cards(camp.turned), PACK.cards(hired))

    def redact(self, event: Event, visible: int = NOBODY) -> Event:
        match event:
            case CoronaDeal():
                return replace(event, hands=shown_hands(event.hands, visible), packs=None, seed=None)
            case Recover():
                return replace(event, pack=None, seed=None)
            case Draw() if not visible >> event.seat & 1:
                return replace(event, card=None)
        return event

    def veil(self, visible: int) -> None:
        for camp in self.camps:
            camp.order = None

    def word(self, event: Event) -> str | None:
        match event:
            case Income():
                return f"↑{event.card or (PACK.name(self.income) if self.income else '')}"
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
