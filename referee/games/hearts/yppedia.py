"""Hearts at YPPedia: four seats, a clock if wanted, and a moon that may be deducted instead of given."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from referee.errors import Breach, Impossible
from referee.games.hearts import refusals
from referee.games.hearts.events import HeartsDeal, Pass, Timeout
from referee.games.hearts.game import REVOKE, Hearts
from referee.games.hearts.rules import ALL_POINTS
from referee.match.game import NOBODY, Facts
from referee.match.ledger import HandScore, Item
from referee.match.vocabulary import Event, Fact, MatchEnded, Play


class YppediaParams(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of a match."""

    closing_score: Annotated[int, Meta(ge=1, le=100_000, description="The total that ends the match.")] = 100
    turn_seconds: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    """Seconds a seat has for its card; null: no clock."""


class YppediaScore(Struct, frozen=True):
    """Totals per seat, and the points of each round."""

    totals: list[int]
    hands: list[HandScore]


class Yppedia(Hearts):
    """Hearts with equal totals sharing the place, and no sanction that changes a figure."""

    __slots__ = ()
    EVENTS = (HeartsDeal, Pass, Play, Timeout)
    CLAIMS = REVOKE

    def next_dealer(self, last: int) -> int:
        return (last + 1) % self.seats

    def is_extra(self) -> bool:
        return False

    # The clock

    def complete(self, event: Event, seed: str) -> Event:
        if isinstance(event, Timeout) and event.card is None and event.seat == self.turn:
            seed = seed if event.seed is None else event.seed
            card = self.draw_legal(event.seat, seed)
            return replace(event, card=card, seed=seed) if card else event
        return super().complete(event, seed)

    def check_timeout(self, event: Timeout, at: int) -> Breach | None:
        seat = event.seat
        self.need_seat(seat)
        if self.params.turn_seconds is None or (seat != self.turn and not self.opens_unseen()):
            raise refusals.no_time_to_run_out(seat)
        if event.card is None:
            raise refusals.card_not_stated(seat)
        if event.seed is not None and event.card != self.draw_legal(seat, event.seed):
            raise refusals.not_drawn(seat)
        breach = self.check_play(Play(seat, event.card), at)
        if breach is not None:
            raise Impossible(breach.text, rule="hearts.timeout", seat=seat)
        return None

    def apply_timeout(self, event: Timeout, at: int) -> Facts:
        return self.apply_play(Play(event.seat, event.card or ""), at)

    def redact(self, event: Event, visible: int = NOBODY) -> Event:
        # The seed tells which cards would have come before the one drawn, and so were not in the hand.
        return replace(event, seed=None) if isinstance(event, Timeout) else super().redact(event, visible)

    # The end

    def moon(self, shooter: int) -> tuple[list[int], list[Item]]:
        """hearts.moon-deduct: 26 off the shooter where giving 26 would end the match with the shooter behind."""
        points, items = super().moon(shooter)
        after = [total + n for total, n in zip(self.ledger.totals, points, strict=True)]
        others = [after[seat] for seat in range(self.seats) if seat != shooter]
        if max(others) >= self.params.closing_score and min(others) < after[shooter]:
            points = [-ALL_POINTS if seat == shooter else 0 for seat in range(self.seats)]
            items = [Item(shooter, -ALL_POINTS, "hearts.moon-deduct")]
        return points, items

    def close_round(self, points: list[int], totals: list[int]) -> list[Fact]:
        if max(totals) < self.params.closing_score:
            return []
        ranking = tuple(
            tuple(seat for seat, total in enumerate(totals) if total == place) for place in sorted(set(totals))
        )
        winners = ranking[0] if len(ranking[0]) == 1 else ()
        return [MatchEnded(ranking, winners, "hearts.end")]

    def score(self) -> YppediaScore:
        return YppediaScore(self.ledger.totals, self.ledger.hands)
