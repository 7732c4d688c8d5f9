"""The rounds of the format `rounds` one by one: paired by what the contest has agreed on (rounds.swiss, danish, random)."""

from collections.abc import Collection, Sequence

from referee.contests.rounds.costs import Field
from referee.contests.rounds.options import RoundsOptions
from referee.contests.rounds.paired_stage import PairedStage, Pairs
from referee.contests.rounds.pairing import Pairing, in_order, is_least, pair, price
from referee.contests.rounds.play import field_of, options_of
from referee.text import Text


class RoundsStage(PairedStage):
    """A fixed number of rounds."""

    @property
    def options(self) -> RoundsOptions:
        """The choices of the contest."""
        return options_of(self.contest)

    @property
    def pairing_rule(self) -> str:
        return f"rounds.{self.options.pairing}"

    @property
    def final_round(self) -> int:
        return self.first - 1 + self.options.round_count

    def refusal(self) -> Text | None:
        count = self.options.round_count
        if len(self.contest.pairings) < count:
            return None
        return Text(es=f"las {count} rondas están emparejadas", en=f"all {count} rounds are paired")

    def field(
        self, number: int, seed: str, apart: Sequence[Sequence[str]] = (), entrants: Collection[str] | None = None
    ) -> Field:
        return field_of(self.contest, number, seed, apart, entrants)

    def pair(self, field: Field, number: int, *, repeats: bool) -> Pairing:
        if self._is_in_order:
            return in_order(field)
        free = self._are_repeats_free(number)
        return pair(field, self.options.pairing, repeats=repeats or free, free_repeats=free)

    def price(self, field: Field, number: int, pairs: Pairs, rest: str | None, *, repeats: bool = False) -> Pairing:
        free = self._are_repeats_free(number)
        return price(field, self.options.pairing, pairs, rest, repeats=repeats or free, free_repeats=free)

    def is_least(self, field: Field, number: int, pairs: Pairs, rest: str | None, *, repeats: bool) -> bool:
        if self._is_in_order:
            least = in_order(field)
            return {frozenset(one.entrants) for one in least.matches} == {*map(frozenset, pairs)}
        free = self._are_repeats_free(number)
        return is_least(field, self.options.pairing, pairs, rest, repeats=repeats or free, free_repeats=free)

    @property
    def _is_in_order(self) -> bool:
        return self.options.pairing == "danish" and self.options.repeats == "always"

    def _are_repeats_free(self, number: int) -> bool:
        """True if meeting again costs nothing in this round (rounds.danish)."""
        options = self.options
        if options.repeats == "never":
            return False
        return options.repeats == "always" or number == self.final_round
