"""How a play, a round, a deal and a match of Casino end: what is proven, what it costs, what is counted."""

from collections.abc import Iterable, Sequence

from referee.cards import FRENCH, bits
from referee.games.casino import scoring
from referee.games.casino.facts import RestTaken
from referee.games.casino.state import IMPROPER, LAST_ROUND, LOSES, OWN_BUILD, TAKE, CasinoState, Presumed, Tried
from referee.match import disputes
from referee.match.state import Facts
from referee.match.vocabulary import (
    Fact,
    HandScored,
    InfractionDismissed,
    InfractionProven,
    MatchEnded,
    Reveal,
    Ruling,
    Scored,
    Tallied,
    Withdraw,
)


class Ending(CasinoState):
    """The account of a match: costs, points, results."""

    __slots__ = ()

    # What an infraction costs

    def costs(self, facts: Iterable[Fact]) -> list[Fact]:
        """The points that the improper builds proven by these facts move: -1 for the maker's side, +1 for every other.

        The totals of a match that is over stay as they are.
        """
        if self.ledger.decided:
            return []
        return [
            Scored(side, -1 if side == self.side(fact.seat) else 1, IMPROPER)
            for fact in facts
            if isinstance(fact, InfractionProven) and fact.code == IMPROPER
            for side in range(self.sides)
        ]

    def is_fatal(self) -> bool:
        """Whether some irregularities lose the game at once (casino.loses)."""
        return self.seats == 2 and self.params.single_deal and not self.ledger.decided

    def lost_by(self, seat: int, before: Sequence[Fact] = ()) -> list[Fact]:
        """The end of a match that this seat loses at once: the deal is not counted, and nothing stays in dispute."""
        self.phase = "deal"
        self.turn = None
        return [
            *self.dropped(),
            *disputes.close(self, before),
            HandScored(self.hand, None, tuple(self._totals_after(before))),
            MatchEnded(((1 - seat,), (seat,)), (1 - seat,), LOSES),
        ]

    def loser(self, facts: Iterable[Fact], stood: Tried | None) -> int | None:
        """Who loses at once by these facts, or by the illegal take that stood; None if nobody does."""
        if not self.is_fatal():
            return None
        if stood and TAKE in stood.rules:
            return stood.seat
        proven = (f.seat for f in facts if isinstance(f, InfractionProven) and f.code in {IMPROPER, LAST_ROUND})
        return next(proven, None)

    def settle(self, facts: list[Fact], stood: Tried | None = None) -> bool:
        """Adds what these facts cost, and the end of the match if that loses it; says whether it does."""
        facts += self.costs(facts)
        loser = self.loser(facts, stood)
        if loser is not None:
            facts += self.lost_by(loser, facts)
        return loser is not None

    def apply_reveal(self, event: Reveal, at: int) -> Facts:
        facts = [*super().apply_reveal(event, at), *self.rebutted()]
        self.settle(facts)
        return facts

    def apply_ruling(self, event: Ruling, at: int) -> Facts:
        facts = list(super().apply_ruling(event, at))
        self.settle(facts)
        return facts

    # What is presumed

    def presume(self, seat: int, card: int, at: int) -> None:
        """Keeps in mind a trail against a build of the seat's own, unless what is known of the hand proves it already."""
        board, known = self.board(seat), self.knowledge.known[seat] | card
        if not any(board.obliges(held, known & ~held) for held in bits(known)):
            self.presumed += (Presumed(seat, at, board, 0),)

    def leave(self, seat: int, card: int) -> None:
        """A card leaves the hand for the table, and the log learns that the hand held it."""
        self.knowledge.lay(seat, card)
        if self.owed:
            self.owed = tuple(owed for owed in self.owed if owed.card != card)
        if self.presumed:
            self.presumed = tuple(p._replace(held=p.held | card) if p.seat == seat else p for p in self.presumed)

    def rebutted(self) -> list[Fact]:
        """The infractions presumed of hands that are now wholly known, where these could do nothing but trail."""
        if not self.presumed:
            return []
        known = self.knowledge.known
        ready = [presumed for presumed in self.presumed if self.knowledge.complete(presumed.seat)]
        self.presumed = tuple(presumed for presumed in self.presumed if presumed not in ready)
        facts: list[Fact] = []
        for seat, version, board, held in ready:
            hand = held | known[seat]
            if not any(board.obliges(card, hand & ~card) for card in bits(hand)):
                facts.append(InfractionDismissed(OWN_BUILD, seat, version))
        return facts

    def dropped(self) -> list[Fact]:
        """The infractions presumed of hands that are played no further: nothing has settled them."""
        presumed, self.presumed = self.presumed, ()
        return [InfractionDismissed(OWN_BUILD, seat, version) for seat, version, _, _ in presumed]

    def apply_withdraw(self, event: Withdraw, at: int) -> Facts:
        return [*self.dropped(), *disputes.close(self), *super().apply_withdraw(event, at)]

    # The end of a play

    def close(self, at: int, facts: list[Fact], stood: Tried | None = None) -> Facts:
        """Ends what was done in a turn or to a hand: proofs, costs, and the round or the deal if all hands are out."""
        if self.knowledge.proofs:
            facts += disputes.proven(self)
        facts += self.rebutted()
        over = not any(self.knowledge.size)
        last = over and self.round == self.rounds()
        if self.settle(facts, stood or (self.tried if last else None)):
            return facts
        if last:
            facts += self.score_deal(facts)
        elif over:
            self.phase = "round"
            self.turn = None
        return facts

    def pass_turn(self) -> None:
        """The turn goes to the next seat that holds a card; it stays where no other does."""
        size, seats, turn = self.knowledge.size, self.seats, self.turn
        if turn is None:
            return
        for step in range(1, seats):
            seat = (turn + step) % seats
            if size[seat]:
                self.turn = seat
                return

    # The end of a deal

    def score_deal(self, before: Sequence[Fact]) -> list[Fact]:
        """Counts the deal: the rest of the table, the items, the totals, and the result if the match is over."""
        facts: list[Fact] = self._award_rest()
        sides = self.sides
        steps = scoring.count(self.piles, self.swept, scoring.tariff(self.params, self.SPADES, self.SWEEPS_LAST))
        points = scoring.points(steps, sides)
        start = self._totals_after(before)
        totals = [total + n for total, n in zip(start, points, strict=True)]
        items = tuple(item for step in steps for item in step)
        facts.append(HandScored(self.hand, tuple(points), tuple(totals), items))
        if self.params.sweeps:
            swept = (side for side in range(sides) for _ in bits(self.swept[side]))
            facts += [Tallied("sweeps", side, "casino.sweep") for side in swept]
        self.phase = "deal"
        self.turn = None
        return facts + self._result(start, steps, totals)

    def _award_rest(self) -> list[Fact]:
        """What lies on the table goes to the side that took last, and to nobody if none did (casino.rest)."""
        rest = self.loose
        for build in self.builds:
            rest |= build.cards
        self.loose = 0
        self.builds = ()
        if not rest or self.last_taker is None:
            return []
        self.gather(self.last_taker, rest)
        return [RestTaken(self.last_taker, FRENCH.cards(rest))]

    def gather(self, seat: int, cards: int) -> None:
        """The seat's side piles up these cards."""
        mine = self.side(seat)
        self.piles = tuple(pile | cards if side == mine else pile for side, pile in enumerate(self.piles))

    def _totals_after(self, facts: Iterable[Fact]) -> list[int]:
        """The totals with the points of facts that the ledger does not have yet."""
        totals = list(self.ledger.totals)
        for fact in facts:
            if isinstance(fact, Scored):
                totals[fact.side] += fact.points
        return totals

    # The end of the match

    def _result(self, start: Sequence[int], steps: Sequence[scoring.Step], totals: Sequence[int]) -> list[Fact]:
        if self.params.single_deal:
            best = scoring.places(totals)[0]
            return [MatchEnded(self._ranking(totals), tuple(best) if len(best) == 1 else (), "casino.end")]
        ahead = scoring.first_home(start, steps, self.params.target)
        if not ahead:
            return []
        margin = scoring.margin(totals, ahead, scoring.factor(self.params.doubling, self.hand))
        winners = ahead if len(ahead) == 1 else ()
        return [MatchEnded(self._ranking(totals, ahead), winners, "casino.end", margin)]

    def _ranking(self, totals: Sequence[int], first: Sequence[int] = ()) -> tuple[tuple[int, ...], ...]:
        """The seats in order of their sides, partners together."""
        return tuple(
            tuple(sorted(seat for side in place for seat in self.partners(side)))
            for place in scoring.places(totals, first)
        )

    def standing(self, left: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        ranking = self._ranking(self.ledger.totals)
        stay = (tuple(seat for seat in place if seat not in left) for place in ranking)
        return tuple(place for place in stay if place)
