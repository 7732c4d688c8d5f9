"""The interface of a format: the numbers of entrants that it takes, and the state of a contest under its rules."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import Struct

from referee.contests.contest import Contest, ContestState
from referee.contests.ledger import ContestLedger
from referee.contests.played_stage import PlayedStage
from referee.contests.rounds.paired_stage import PairedStage
from referee.contests.teams.terms import TeamTerms
from referee.errors import Flaw
from referee.match.results import ContestRules
from referee.text import Text

MOST = 64
"""The most entrants that a contest without a bound of its own takes."""


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """A format without choices."""


class Format(ABC):
    """One way to hold a contest. A format that is no general one serves the rulesets that name it."""

    id: ClassVar[str]
    title: ClassVar[Text]
    options: ClassVar[type[Struct]] = NoOptions
    general: ClassVar[bool] = True
    rule: ClassVar[str | None] = None
    """The clause that limits the number of entrants, where there is one."""
    takes_teams: ClassVar[bool] = False
    """True if its entrants may be teams, which meet on several boards (teams.encounter)."""
    steps: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The clauses of steps that have one of their own, by step."""
    league_order: ClassVar[str] = "format.league"
    """The clause of every other step in the table of a league."""
    match_order: ClassVar[str]
    """The same in the table of one match."""

    def serves(self, rules: ContestRules, sides: tuple[int, ...]) -> bool:
        """True if a ruleset can be played in it."""
        return (self.general or self.id in rules.formats) and bool(self.possible(sides, self.options()))

    def options_for_new_draw(self, options: Any) -> Any:
        """The options of a contest that is drawn now, where none were chosen and the defaults have changed."""
        return options

    def flaws(self, options: Any, rules: ContestRules) -> Sequence[Flaw]:
        """The choices that do not fit each other or the game, each at its place in `params` of a request."""
        return ()

    @abstractmethod
    def possible(self, sides: tuple[int, ...], options: Any) -> tuple[int, ...]:
        """The numbers of entrants it can be held with, for matches of these numbers of sides."""

    def obstacle(self, number: int, sides: tuple[int, ...], options: Any) -> Text | None:
        """Why this number is not among the possible ones, where the format can say it; None where it is, or nothing is said."""
        return None

    def possible_rotating(self, sides: tuple[int, ...], options: Any) -> tuple[int, ...]:
        """The numbers of persons it can be held with, each with a new partner in each round; empty where it cannot."""
        return ()

    def flaws_of_rotation(self, options: Any) -> Sequence[Flaw]:
        """The choices that do not fit partners that change, each at its place in `params` of a request."""
        return ()

    def possible_alone(self, sides: tuple[int, ...], options: Any) -> tuple[int, ...]:
        """The numbers of persons it can be held with, four at each table and everybody alone; empty where it cannot."""
        return ()

    def flaws_of_tables_of_four(self, options: Any) -> Sequence[Flaw]:
        """The choices that do not fit such tables, each at its place in `params` of a request."""
        return ()

    def choices_of_teams(self, params: Mapping[str, Any], terms: TeamTerms) -> dict[str, Any]:
        """The choices of a request, unread, with those that teams have unless it says otherwise (teams.score)."""
        return {**params}

    def flaws_of_same_deals(self, options: Any) -> Sequence[Flaw] | None:
        """The choices that do not fit the same deals at every table, each at its place; None: they go with no choice of it."""
        return None

    def given_legs(self, options: Any) -> int | None:
        """The number of times that every two meet, where the format takes given rounds (format.given); None: it takes none."""
        return None

    def goes_on(self, contest: Contest) -> bool:
        """True if the qualified play further matches, which do not exist before others are over."""
        return False

    def calls_up(self, contest: Contest) -> bool:
        """True if the next of a table replace absentees in such matches."""
        return self.goes_on(contest)

    def lives(self, contest: Contest) -> int:
        """The number of knockout matches that put an entrant out who loses them."""
        return 1

    def room(self, contest: Contest) -> Mapping[int | None, int]:
        """Number of late entries still possible, by group; None is a league. Empty: the format takes none."""
        return {}

    def entry_round(self, contest: Contest) -> int | None:
        """The round in which a late entrant begins; None where the first without a match that has begun is theirs."""
        return None

    def paired_stage(self, contest: Contest, first: int = 1, number: int | None = None) -> PairedStage | None:
        """Its rounds, the first of which has the number `first`, where they are paired one by one.

        None where its matches follow from the draw and the results. `contest.pairings` are the rounds of this format alone. Of
        several stages it is the one in play, or that of the round `number`.
        """
        return None

    def as_stage(self, ledger: ContestLedger, cut: int) -> PlayedStage | None:
        """The contest as a stage from each of whose tables so many go on (stages.chain); None: none goes on from this format."""
        return None

    def number_through(self, options: Any, entrants: int, sides: Collection[int], cut: int) -> int:
        """How many go on from a stage of so many entrants, if `cut` do from each of its tables."""
        return cut

    @abstractmethod
    def follow(self, contest: Contest) -> ContestState:
        """Fixtures, tables, qualified entrants, podium, pending items."""

    def go_on(self, contest: Contest, before: ContestState, matches: Collection[str]) -> ContestState | None:
        """The same state as `follow` gives, made of the state before the matches of these keys had other outcomes.

        None where it has to be computed from all that was recorded.
        """
        return None
