"""Corazones of El Castillar: two seats over four rounds, or four seats to 100 (50 in group and tie-break matches)."""

from typing import Annotated

from msgspec import Meta, Struct

from referee.errors import Breach, Impossible
from referee.games.hearts.events import Change, HeartsDeal, Pass
from referee.games.hearts.game import REVOKE, Hearts
from referee.match.game import Facts
from referee.match.ledger import Evidence, HandScore, Ledger, Ranking
from referee.match.vocabulary import (
    Fact,
    InfractionProven,
    MatchEnded,
    Opening,
    Play,
    Sanction,
    Sanctioned,
    Scored,
    Tallied,
)
from referee.text import Text

BLACK_CARD_POINTS = 26
"""What a black card adds with four seats (hearts.black-4)."""


class CastillarParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match."""

    limit: Annotated[int, Meta(ge=1, le=10_000, description="With 4 seats: the total that ends the match.")] = 100
    rounds: Annotated[int, Meta(ge=1, le=100, description="With 2 seats: how many rounds are played.")] = 4


class CastillarScore(Struct, frozen=True):
    """Totals per seat, the points of each round, stars, rounds won, and changes of a laid card."""

    totals: list[int]
    hands: list[HandScore]
    stars: list[int]
    rounds_won: list[int]
    changes: tuple[int, ...]


class Castillar(Hearts):
    """`changes` counts the changed cards per seat; below the places in `lines` a tie has to be parted."""

    __slots__ = ("changes", "lines")
    EVENTS = (HeartsDeal, Pass, Play, Change)
    CLAIMS = REVOKE
    TALLIES = ("stars", "rounds_won")
    OLDEST_DEALS = True

    def __init__(self, opening: Opening, params: CastillarParams, ledger: Ledger) -> None:
        super().__init__(opening, params, ledger)
        self.changes = (0,) * self.seats
        self.lines = range(1, self.seats) if opening.lines is None else opening.lines

    def next_dealer(self, last: int) -> int:
        return (last - 1) % self.seats

    # Cards given and cards changed

    def apply_sanction(self, event: Sanction, at: int) -> Facts:
        given = Sanctioned(event.seat, event.card, event.reason)
        if event.card == "yellow" or self.seats == 2 or self.is_over() or self.ledger.result:
            return (given,)
        points = min(BLACK_CARD_POINTS, self.params.limit - 1 - self.ledger.totals[event.seat])
        return (given, Scored(event.seat, points, "hearts.black-4")) if points else (given,)

    def check_change(self, event: Change, at: int) -> Breach | None:
        self.need_seat(event.seat)
        if event.seat != self.last_laid():
            raise Impossible(
                Text(
                    es=f"el asiento {event.seat} no es quien echó la última carta",
                    en=f"seat {event.seat} did not lay the last card",
                ),
                rule="hearts.change",
                seat=event.seat,
            )
        if not self.changes[event.seat]:
            return None
        return Breach(
            "hearts.change",
            event.seat,
            Text(
                es=f"el asiento {event.seat} ya cambió una carta en esta partida",
                en=f"seat {event.seat} changed a card in this match already",
            ),
        )

    def apply_change(self, event: Change, at: int) -> Facts:
        before = self.changes[event.seat]
        self.changes = tuple(n + (seat == event.seat) for seat, n in enumerate(self.changes))
        if not before:
            return ()
        return (InfractionProven("hearts.change", event.seat, at, Evidence("seen")),)

    # The end

    def is_over(self, totals: list[int] | None = None, rounds: int | None = None) -> bool:
        """Whether the match has come to its last regular round (hearts.end)."""
        if self.seats == 2:
            played = sum(not hand.extra for hand in self.ledger.hands) if rounds is None else rounds
            return bool(played >= self.params.rounds)
        return bool(max(self.ledger.totals if totals is None else totals) >= self.params.limit)

    def is_extra(self) -> bool:
        return self.is_over()

    def close_round(self, points: list[int], totals: list[int]) -> list[Fact]:
        facts: list[Fact] = []
        if not self.extra:
            facts += self._won(points)
        regular = sum(not hand.extra for hand in self.ledger.hands) + (not self.extra)
        if self.is_over(totals, regular):
            facts += self._end(points, totals, facts)
        return facts

    def _won(self, points: list[int]) -> list[Fact]:
        """Who won the round, and whether that is a star (hearts.round-won, hearts.star)."""
        lowest = min(points)
        won = [seat for seat, n in enumerate(points) if n == lowest]
        facts: list[Fact] = [Tallied("rounds_won", seat, "hearts.round-won") for seat in won]
        if lowest == 0 and len(won) == 1:
            facts.append(Tallied("stars", won[0], "hearts.star"))
        return facts

    def _end(self, points: list[int], totals: list[int], new: list[Fact]) -> list[Fact]:
        """The end of the match, unless seats that only an extra round can part are level where it matters (hearts.tiebreak)."""
        extras = [hand.points for hand in self.ledger.hands if hand.extra and hand.points]
        if self.extra:
            extras.append(tuple(points))
        places: dict[tuple[int, ...], list[int]] = {}
        for seat in range(self.seats):
            key = (totals[seat], *self._tie_key(seat, new), *(extra[seat] for extra in extras))
            places.setdefault(key, []).append(seat)
        ranking = tuple(tuple(places[key]) for key in sorted(places))
        if self._needs_extra_round(ranking):
            return []
        winners = ranking[0] if len(ranking[0]) == 1 else ()
        return [MatchEnded(ranking, winners, "hearts.end")]

    def _needs_extra_round(self, ranking: Ranking) -> bool:
        """Whether a line runs through seats that share a place (group.order)."""
        place = 1
        for level in ranking:
            if any(place <= line < place + len(level) - 1 for line in self.lines):
                return True
            place += len(level)
        return False

    def _tie_key(self, seat: int, new: list[Fact]) -> tuple[int, int, int]:
        """More stars, more rounds won, fewer sanctions, all of regular play: what is lower stands before."""
        tallies = self.ledger.tallies
        stars, rounds = tallies["stars"][seat], tallies["rounds_won"][seat]
        for fact in new:
            if isinstance(fact, Tallied) and fact.seat == seat:
                stars += fact.what == "stars"
                rounds += fact.what == "rounds_won"
        last = self.ledger.regular_until()
        given = sum(card.seat == seat and not (self.extra and card.version > last) for card in self.ledger.sanctions)
        return -stars, -rounds, given

    def score(self) -> CastillarScore:
        ledger = self.ledger
        return CastillarScore(
            ledger.totals, ledger.hands, ledger.tallies["stars"], ledger.tallies["rounds_won"], self.changes
        )
