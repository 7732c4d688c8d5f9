"""Guiñote: the state of a match, its plays and tricks.

Source: "Reglas del Guiñote". Four seats in pairs (0+2 against 1+3), or two seats. A match is a *coto* of partidas; a
partida is one hand (*ida*), or two (*vueltas*). A hand begins with the *descarte*, where any card may be played and every
trick is followed by a draw, and ends with the *arrastre*, where a card against the rules is a *renuncio*.
Left out on purpose: the cut and the card turned over as a reminder of a cante, which change nothing that is judged.
"""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.cards import SPANISH_40
from referee.errors import Breach
from referee.games.guinote import cantes, claims, deals, exchanges, partidas, refusals, views
from referee.games.guinote.cantes import Sung
from referee.games.guinote.events import Cante, Exchange, GuinoteDeal
from referee.games.guinote.partidas import Closing
from referee.games.guinote.rules import (
    BEAT,
    BEATERS,
    FOLLOW,
    LAID,
    LAST_TRICK,
    MOST_IN_A_TRICK,
    WORTH,
    asserted,
    denied,
    playable,
)
from referee.match import disputes
from referee.match.bridge import Bridged
from referee.match.choice import Choice
from referee.match.ledger import Ledger
from referee.match.rulebook import ClaimKind
from referee.match.state import ALL, NOBODY, NOTHING, Facts, shown_hands
from referee.match.vocabulary import (
    Claim,
    Draw,
    Event,
    Fact,
    Opening,
    Play,
    Redeal,
    Reveal,
    Ruling,
    Scored,
    TrickTaken,
    Withdraw,
)
from referee.text import Text

TRICK_POINTS = tuple(tuple(Scored(side, n, "guinote.points") for n in range(MOST_IN_A_TRICK + 1)) for side in (0, 1))
"""By side and points: the fact that a trick brings. Facts are frozen, so every trick may share them."""


class GuinoteParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match."""

    wins: Annotated[Literal[3, 4], Meta(description="The partidas that win the coto.")] = 3


class Guinote(Bridged):
    """One coto. Cards are bits; `trick` holds the names laid, `won` a pile per side, `won_before` those of the ida.

    `led`, `beat`: the led suit, and the cards that beat the one winning the trick; `winner`: who laid that one, or won the
    last trick. `undrawn`: cards still to draw with the turn-up; `stock`: those known, in order of drawing; `drawn`: what
    was drawn last, in that order (0: unseen), `drawn_at`: when; `before`: what was known of the hands before the very
    last draw. `closing`: how the vueltas stopped early, for as long as a reveal may still undo it.
    """

    __slots__ = (
        "beat",
        "beaters",
        "before",
        "cantes",
        "closing",
        "dealt_at",
        "drawn",
        "drawn_at",
        "last_trick",
        "led",
        "partida_at",
        "partida_over",
        "stock",
        "trick",
        "triunfo",
        "turn_up",
        "undrawn",
        "vueltas",
        "winner",
        "won",
        "won_before",
    )
    pack = SPANISH_40
    EVENTS = (GuinoteDeal, Play, Draw, Cante, Exchange)
    CLAIMS: ClassVar = {
        "renuncio": ClaimKind(Text(es="renuncio", en="renuncio"), (FOLLOW, BEAT)),
        "cante": ClaimKind(Text(es="cante", en="cante"), (cantes.CANTE,)),
    }
    TALLIES = ("partidas",)
    # A trick ends a row of the replay; a cante or an exchange stands before the play that follows it.
    ROW_ENDS = (GuinoteDeal,)
    LEGEND = Text(
        es="20O, 40: cante · 7↔: cambia el siete de triunfo por la carta vuelta · +5B: se le vio robar esa carta",
        en="20O, 40: cante · 7↔: exchanges the siete of triunfo for the turn-up · +5B: was seen to draw that card",
    )

    def __init__(self, opening: Opening, params: Any, ledger: Ledger, options: Any = None) -> None:
        super().__init__(opening, params, ledger)
        self.sides = 2
        self.dealt_at = 0
        self.partida_at = 0
        self.partida_over = True
        self.vueltas = False
        self.cantes: tuple[Sung, ...] = ()
        self.won_before = [0, 0]
        self.triunfo = 0
        self.clear_hand()

    def clear_hand(self) -> None:
        """Nothing is laid, drawn or won yet."""
        self.trick: list[str] = []
        self.led = 0
        self.beat = 0
        self.beaters: dict[str, int] = BEATERS.get(self.triunfo, {})
        self.winner = 0
        self.won = [0, 0]
        self.turn_up = 0
        self.undrawn = 0
        self.stock: tuple[int, ...] = ()
        self.drawn = (0,) * self.seats
        self.before = (0,) * self.seats
        self.drawn_at = 0
        self.last_trick: TrickTaken | None = None
        self.closing: Closing | None = None

    def copy(self, ledger: Ledger) -> Self:
        twin = super().copy(ledger)
        twin.trick = self.trick[:]
        twin.won = self.won[:]
        twin.won_before = self.won_before[:]
        return twin

    # The deal and the draws

    due_dealer = deals.due_dealer
    complete = deals.complete
    check_deal = deals.check_deal
    apply_deal = deals.apply_deal
    check_draw = deals.check_draw
    apply_draw = deals.apply_draw

    def apply_redeal(self, event: Redeal, at: int) -> Facts:
        facts = [*super().apply_redeal(event, at), *partidas.void(self)]
        self.void = True
        # What was played in it is no play of this partida any more.
        del self.authors[self.dealt_at :]
        self.cantes = tuple(sung for sung in self.cantes if sung.hand != self.hand)
        return facts

    # Cantes and the exchange

    check_cante = cantes.check_cante
    apply_cante = cantes.apply_cante
    check_exchange = exchanges.check_exchange
    apply_exchange = exchanges.apply_exchange

    def tricks(self) -> int:
        """How many tricks of this hand are complete."""
        return (self.won[0] | self.won[1]).bit_count() // self.seats

    def in_window(self, seat: int) -> bool:
        """Whether the seat's side has just won a trick, and nobody has led since (guinote.cante, guinote.exchange)."""
        return bool(self.in_hand() and not self.trick and self.last_trick and not (self.winner ^ seat) & 1)

    # The play

    def playable(self, seat: int, visible: int = ALL) -> int:
        """The cards that the seat may regularly lay now, as far as such a reader can know."""
        judge = self.knowledge
        possible = judge.possible(seat, visible)
        if self.undrawn or not self.trick:
            return possible
        partner = not (self.winner ^ seat) & 1
        return playable(judge.seen(seat, visible), possible, self.led, self.beat, partner)

    def check(self, event: Event, at: int) -> Breach | None:
        # Nearly every event is a play: it is judged here, and does not go by the table.
        if type(event) is not Play:
            return super().check(event, at)
        seat = event.seat
        card, others, suit = LAID[event.card]
        if seat != self.turn:
            refusals.refuse_turn(self, seat)
        judge = self.knowledge
        known = judge.known[seat]
        if not known & card and not judge.may_hold(seat, card):
            refusals.refuse_card(self, seat, card)
        if self.undrawn or not self.trick:
            return None
        led, beat, partner = self.led, self.beat, not (self.winner ^ seat) & 1
        free = partner or card & beat
        follows = suit == led
        if free and follows:
            return None
        instead = known & others
        if not instead & denied(led, beat, follows, free):
            return None
        for rule, absent in asserted(card, led, beat, partner):
            if instead & absent:
                return refusals.renuncio(self, rule, seat, card, instead & absent)
        return None

    def apply(self, event: Event, at: int) -> Facts:
        # As in `check`: a play does not go by the table.
        if type(event) is not Play:
            return super().apply(event, at)
        seat = event.seat
        name = event.card
        card, others, suit = LAID[name]
        judge = self.knowledge
        # What `judge.lay` does, without the call: this is the path that every card takes.
        judge.gone |= card
        sizes = judge.size
        sizes[seat] = size = sizes[seat] - 1
        known = judge.known
        known[seat] = held = known[seat] & others
        if judge.doubtful:
            if judge.open[seat]:
                judge.shown(seat, card)
            if card & judge.sought:
                judge.found(seat, card)
        trick = self.trick
        if trick:
            beat = self.beat
            beats = card & beat
            if not self.undrawn:
                led = self.led
                free = beats or not (self.winner ^ seat) & 1
                follows = suit == led
                if not (free and follows):
                    absent = denied(led, beat, follows, free)
                    # Nothing is asserted that a hand wholly known bears out.
                    if absent and (held & absent or held.bit_count() != size):
                        self._assert(seat, card, at)
            if beats:
                self.beat = self.beaters[name]
                self.winner = seat
        else:
            self.led = suit
            self.beat = self.beaters[name]
            self.winner = seat
        after = seat + 1
        try:
            self.authors[at] = after
        except IndexError:
            self.wrote(seat, at)
        trick.append(name)
        seats = self.seats
        if len(trick) == seats:
            return self._end_trick(at)
        self.turn = after if after < seats else 0
        return self.settled(at) if judge.proofs else NOTHING

    # The names that the tables of `Game` look for.
    check_play = check
    apply_play = apply

    def _assert(self, seat: int, card: int, at: int) -> None:
        partner = not (self.winner ^ seat) & 1
        for rule, absent in asserted(card, self.led, self.beat, partner):
            self.knowledge.assert_absent(seat, rule, at, absent)

    def _end_trick(self, at: int) -> Facts:
        winner = self.winner
        trick = self.trick
        judge = self.knowledge
        points = 0
        for name in trick:
            points += WORTH[name]
        side = winner & 1
        # All cards gone are in one of the two piles, but for the turn-up while it lies on the table.
        pile = judge.gone ^ self.won[1 - side]
        self.won[side] = pile ^ self.turn_up if self.undrawn else pile
        self.last_trick = taken = TrickTaken(winner, tuple(trick), points)
        trick.clear()
        self.turn = winner
        if self.undrawn:
            deals.draw(self, at)
        if not judge.proofs and not self.vueltas and judge.size[winner]:
            return (taken, TRICK_POINTS[side][points]) if points else (taken,)
        facts: list[Fact] = [taken]
        if judge.proofs:
            facts += self.settled(at)
            if self.partida_over:
                return facts
        if points:
            facts.append(TRICK_POINTS[side][points])
        if not judge.size[winner]:
            facts.append(Scored(side, LAST_TRICK, "guinote.last-trick"))
            partidas.end_hand(self, facts, at)
        elif self.vueltas:
            partidas.reach(self, facts, at)
        return facts

    # Disputes

    check_claim = claims.check_claim

    def settled(self, at: int) -> list[Fact]:
        """The facts of what the judge has just proven, with what they bring."""
        return partidas.settle(self, disputes.proven(self), at)

    def apply_claim(self, event: Claim, at: int) -> Facts:
        return partidas.settle(self, list(super().apply_claim(event, at)), at)

    def apply_ruling(self, event: Ruling, at: int) -> Facts:
        return partidas.settle(self, list(super().apply_ruling(event, at)), at)

    def apply_reveal(self, event: Reveal, at: int) -> Facts:
        return partidas.settle(self, list(super().apply_reveal(event, at)), at)

    def apply_withdraw(self, event: Withdraw, at: int) -> Facts:
        facts = [*disputes.close(self), *super().apply_withdraw(event, at)]
        self.partida_over = True
        self.closing = None
        return facts

    def standing(self, left: Any) -> tuple[tuple[int, ...], ...]:
        ledger = self.ledger
        stay = [side for side in range(self.sides) if self.partners(side)[0] not in left]
        stay.sort(key=lambda side: (ledger.tallies["partidas"][side], ledger.totals[side]), reverse=True)
        return tuple(self.partners(side) for side in stay)

    # What readers see

    def legal(self, visible: int = ALL) -> Iterator[Event | Choice]:
        return views.legal(self, visible)

    def table(self, visible: int = ALL) -> views.GuinoteTable:
        return views.table(self)

    def score(self) -> views.GuinoteScore:
        return views.score(self)

    def heading(self) -> Text | None:
        return views.heading(self)

    def word(self, event: Event) -> str | None:
        return views.word(event)

    def redact(self, event: Event, visible: int = NOBODY) -> Event:
        if isinstance(event, GuinoteDeal):
            return replace(event, hands=shown_hands(event.hands, visible), stock=None, seed=None)
        if isinstance(event, Draw) and not visible >> event.seat & 1:
            return replace(event, card=None)
        return event

    def veil(self, visible: int) -> None:
        self.stock = ()
        self.drawn = tuple(card if visible >> seat & 1 else 0 for seat, card in enumerate(self.drawn))
        self.before = tuple(cards if visible >> seat & 1 else 0 for seat, cards in enumerate(self.before))
