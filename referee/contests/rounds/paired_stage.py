"""The interface of rounds that are paired one by one: what the next needs, its field, and its least pairing."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence

from referee.contests.contest import Contest, PairedRound
from referee.contests.rounds.costs import Field
from referee.contests.rounds.pairing import Pairing
from referee.text import Text

Pairs = Sequence[tuple[str, str]]


class PairedStage(ABC):
    """The rounds of a contest that are paired one by one, as far as they are on record.

    `contest.pairings` are those of this stage alone, and `first` is the number of its first round. Numbers are those of the whole
    contest: a round is found by its number, and what depends on how many there were counts them.
    """

    rule: str = "rounds.format"
    """The clause of what is refused."""
    may_rest_together: bool = False
    """True if several may rest in one round."""

    def __init__(self, contest: Contest, first: int = 1) -> None:
        self.contest = contest
        self.first = first

    @property
    def pairing_rule(self) -> str:
        """The clause by which its rounds are paired."""
        return self.rule

    @property
    def next_round(self) -> int:
        """The number of the next round."""
        return max((one.round for one in self.contest.pairings), default=self.first - 1) + 1

    @property
    @abstractmethod
    def final_round(self) -> int | None:
        """The number of the last round; None where it is played until one is left."""

    @abstractmethod
    def refusal(self) -> Text | None:
        """Why no further round can be paired, results and drafts apart; None where one can."""

    @abstractmethod
    def field(
        self, number: int, seed: str, apart: Sequence[Sequence[str]] = (), entrants: Collection[str] | None = None
    ) -> Field:
        """The field of this round, by what is known of the rounds before it: all that are in, or these `entrants`."""

    @abstractmethod
    def pair(self, field: Field, number: int, *, repeats: bool) -> Pairing:
        """The least pairing of round `number`. `repeats`: two may meet again, as seldom as can be. Raises NoPairing."""

    @abstractmethod
    def price(self, field: Field, number: int, pairs: Pairs, rest: str | None, *, repeats: bool = False) -> Pairing:
        """The cost of these pairs in round `number`, each with its part. `repeats`: two may meet again, also by an exchange."""

    @abstractmethod
    def is_least(self, field: Field, number: int, pairs: Pairs, rest: str | None, *, repeats: bool) -> bool:
        """True if these pairs are the least of round `number`, by the clauses."""

    def entrants_by_now(self, number: int, entrants: Collection[str]) -> Collection[str]:
        """Those that round `number` would have by the results of now, where it was paired with these `entrants`."""
        return entrants

    def table_of(self, number: int, pair: tuple[str, str], place: int) -> int:
        """The table of a pair of round `number` that stands in this place among its pairs, both counted from 1."""
        return place

    def moved_from(self, number: int, pair: tuple[str, str]) -> int | None:
        """The table from which the second of a pair has moved on to this round; None where no line moves."""
        return None

    def refusal_of_pairs(self, field: Field, number: int, pairs: Pairs) -> Text | None:
        """Why these pairs cannot be made by hand; None where they can."""
        return None


def round_numbered(contest: Contest, number: int) -> PairedRound | None:
    """The paired round of this number; None before there is one."""
    return next((one for one in contest.pairings if one.round == number), None)


def last_round(contest: Contest) -> PairedRound | None:
    """The paired round with the highest number; None before the first."""
    return max(contest.pairings, key=lambda one: one.round, default=None)
