"""Rounds of two lines: the first sits, the second moves on; the pairs follow from where they began (rounds.mitchell)."""

from collections.abc import Collection, Sequence
from functools import cached_property

from msgspec.structs import replace

from referee.contests.rounds.costs import Cost, Field, Prices
from referee.contests.rounds.movement import MitchellLines, lines_of, lines_of_draw
from referee.contests.rounds.next_round import RoundsStage
from referee.contests.rounds.paired_stage import Pairs
from referee.contests.rounds.pairing import NoPairing, PairedMatch, Pairing, Rest
from referee.contests.rounds.play import field_of
from referee.text import Text

RULE = "rounds.mitchell"


class MitchellStage(RoundsStage):
    """A fixed number of rounds, in which the first of a pair sits. Results change no pair."""

    rule = RULE
    may_rest_together = True

    @cached_property
    def lines(self) -> MitchellLines:
        """The lines, by the first round or, before it, by the draw."""
        return lines_of(self.contest, self.options.round_count)

    def field(
        self, number: int, seed: str, apart: Sequence[Sequence[str]] = (), entrants: Collection[str] | None = None
    ) -> Field:
        field = field_of(self.contest, number, seed, apart, entrants)
        # Who came back when no place was free is in no round.
        strangers = {*self.lines.strangers} if entrants is None and number > self.first else set()
        return replace(field, entrants=tuple(one for one in field.entrants if one not in strangers))

    def pair(self, field: Field, number: int, *, repeats: bool) -> Pairing:
        pairs = self._meetings(field, number)
        pairing = self.price(field, number, pairs, None)
        if pairing.cost.repeats and not repeats:
            repeaters = [one for match in pairing.matches if match.cost.repeats for one in match.entrants]
            raise NoPairing(tuple(repeaters), pairing)
        return pairing

    def price(self, field: Field, number: int, pairs: Pairs, rest: str | None, *, repeats: bool = False) -> Pairing:
        prices = Prices(field, "mitchell", repeats=True)
        matches = tuple(_match(prices, *self._in_seats(pair, number)) for pair in self._by_table(pairs, number))
        play = {one for match in matches for one in match.entrants}
        rests = tuple(
            Rest(one, prices.scores[n], n + 1, Cost(bye=prices.rests[n]))
            for n, one in enumerate(field.entrants)
            if one not in play
        )
        costs = [*(match.cost for match in matches), *(one.cost for one in rests)]
        alone = rests[0] if len(rests) == 1 else None
        return Pairing(matches, alone, sum(costs, Cost()), rests=() if alone else rests)

    def is_least(self, field: Field, number: int, pairs: Pairs, rest: str | None, *, repeats: bool) -> bool:
        meetings = [self._in_seats(pair, number) for pair in self._by_table(pairs, number)]
        return meetings == self._meetings(field, number) and (repeats or not self._repeats(field, meetings))

    def refusal_of_pairs(self, field: Field, number: int, pairs: Pairs) -> Text | None:
        if number == self.first:
            return self._refusal_of_lines(field, pairs)
        if all(sum(self.lines.is_sitting(one) for one in pair) == 1 for pair in pairs):
            return None
        return Text(
            es="cada pareja es de una línea y otra: quien se sienta y quien se mueve",
            en="each pair is of both lines: one that sits and one that moves",
        )

    def table_of(self, number: int, pair: tuple[str, str], place: int) -> int:
        return place if number == self.first else self.lines.table_of(pair, place)

    def moved_from(self, number: int, pair: tuple[str, str]) -> int | None:
        if number == self.first:
            return None
        return self.lines.table_in(pair[1], number - self.first, self.options.round_count)

    def _refusal_of_lines(self, field: Field, pairs: Pairs) -> Text | None:
        """Why these pairs cannot be the first round, from which the lines follow."""
        usual = len(field.entrants) // 2
        if len(pairs) == usual:
            return None
        return Text(
            es=f"en la primera ronda son {usual} parejas: de ella salen las líneas",
            en=f"the first round has {usual} pairs: the lines follow from it",
        )

    def _lines_in(self, field: Field, number: int) -> MitchellLines:
        if number > self.first:
            return self.lines
        present = {*field.entrants}
        return lines_of_draw([one for one in field.order if one in present], self.options.round_count)

    def _meetings(self, field: Field, number: int) -> list[tuple[str, str]]:
        """The pairs of this round by the tables, those with an absent rival left out."""
        present = {*field.entrants}
        meetings = self._lines_in(field, number).meetings(number - self.first + 1, self.options.round_count)
        return [(one, other) for one, other in meetings if one in present and other in present and one and other]

    def _in_seats(self, pair: tuple[str, str], number: int) -> tuple[str, str]:
        """The pair with the one that sits first; in the first round as it is."""
        if number == self.first or self.lines.is_sitting(pair[0]):
            return pair
        return pair[::-1]

    def _by_table(self, pairs: Pairs, number: int) -> list[tuple[str, str]]:
        if number == self.first:
            return [*pairs]
        return sorted(pairs, key=self.lines.table_of)

    def _repeats(self, field: Field, pairs: Pairs) -> bool:
        return any(frozenset(pair) in field.meetings for pair in pairs)


def _match(prices: Prices, one: str, other: str) -> PairedMatch:
    """A pair with what it costs: it has no lots, and no exchange of rivals is allowed."""
    a, b = prices.numbers[one], prices.numbers[other]
    cost = replace(prices.pair(a, b), lots=0)
    return PairedMatch((one, other), (prices.scores[a], prices.scores[b]), (a + 1, b + 1), cost, None)
