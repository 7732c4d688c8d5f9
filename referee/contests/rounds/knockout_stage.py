"""The rounds of a knockout that is paired round by round: among those still in, from a recorded seed (knockout.redraw, lives)."""

from collections.abc import Collection, Sequence

from referee.contests.contest import Contest
from referee.contests.knockout_options import KnockoutOptions
from referee.contests.rounds.costs import Field
from referee.contests.rounds.elimination import eliminate
from referee.contests.rounds.paired_stage import PairedStage, Pairs
from referee.contests.rounds.pairing import Pairing, is_least, pair, price
from referee.text import Text


class KnockoutStage(PairedStage):
    """Rounds until one is left. Two may always meet again: with several lives the last two have nobody else."""

    def __init__(self, contest: Contest, options: KnockoutOptions, first: int = 1) -> None:
        super().__init__(contest, first)
        self.options = options
        self.rule = "knockout.lives" if options.lives > 1 else "knockout.redraw"

    @property
    def final_round(self) -> None:
        return None

    def refusal(self) -> Text | None:
        if len(eliminate(self.contest, self.options).present) > 1:
            return None
        return Text(es="no quedan dos que puedan jugar", en="no two are left to play")

    def field(
        self, number: int, seed: str, apart: Sequence[Sequence[str]] = (), entrants: Collection[str] | None = None
    ) -> Field:
        return eliminate(self.contest, self.options, number).field(seed, apart, entrants)

    def pair(self, field: Field, number: int, *, repeats: bool) -> Pairing:
        return pair(field, "knockout", repeats=True)

    def price(self, field: Field, number: int, pairs: Pairs, rest: str | None, *, repeats: bool = False) -> Pairing:
        return price(field, "knockout", pairs, rest, repeats=True)

    def is_least(self, field: Field, number: int, pairs: Pairs, rest: str | None, *, repeats: bool) -> bool:
        return is_least(field, "knockout", pairs, rest, repeats=True)

    def entrants_by_now(self, number: int, entrants: Collection[str]) -> Collection[str]:
        return eliminate(self.contest, self.options, number).entrants_beside(entrants)

    def refusal_of_pairs(self, field: Field, number: int, pairs: Pairs) -> Text | None:
        if all((field.scores[one] > 0) == (field.scores[other] > 0) for one, other in pairs):
            return None
        return Text(
            es="quienes están fuera juegan entre sí por el tercer puesto, y los otros dos la final",
            en="those who are out play each other for third place, and the other two the final",
        )
