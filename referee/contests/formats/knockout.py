"""A knockout: the loser is out (format.knockout), with the first match lost or the last life (knockout.lives)."""

from collections.abc import Sequence

from referee.contests.bracket import Bracket, play_bracket
from referee.contests.contest import Contest, ContestState, Pending
from referee.contests.format import Format
from referee.contests.knockout_options import MOST_ENTRANTS, KnockoutOptions
from referee.contests.ledger import ContestLedger
from referee.contests.rounds.elimination import Elimination
from referee.contests.rounds.knockout_stage import KnockoutStage
from referee.errors import Flaw
from referee.match.results import ContestRules
from referee.text import Text


class Knockout(Format):
    """A bracket, in which byes go to the first of the draw, or the strongest; or rounds that are drawn anew each time."""

    id = "knockout"
    title = Text(es="Eliminatorias", en="Knockout")
    match_order = "format.knockout"
    options = KnockoutOptions

    def flaws(self, options: KnockoutOptions, rules: ContestRules) -> Sequence[Flaw]:
        if not (options.third_place and options.lives > 1):
            return ()
        text = Text(
            es="con varias vidas no hay semifinal: es tercero quien cae el último antes de los dos que quedan",
            en="with several lives there is no semi-final: the last to go out before the last two is third",
        )
        return (Flaw("$.params.third_place", text),)

    def possible(self, sides: tuple[int, ...], options: KnockoutOptions) -> tuple[int, ...]:
        return tuple(range(2, MOST_ENTRANTS + 1)) if 2 in sides else ()

    def goes_on(self, contest: Contest) -> bool:
        return True

    def calls_up(self, contest: Contest) -> bool:
        return False

    def lives(self, contest: Contest) -> int:
        return options_of(contest).lives

    def paired_stage(self, contest: Contest, first: int = 1) -> KnockoutStage | None:
        options = options_of(contest)
        return KnockoutStage(contest, options, first) if options.is_redrawn else None

    def follow(self, contest: Contest) -> ContestState:
        ledger, options = ContestLedger(contest), options_of(contest)
        if options.is_redrawn:
            elimination = Elimination(ledger, options)
            return _state(ledger, elimination.bracket(), elimination.waits())
        return _state(
            ledger,
            play_bracket(ledger, contest.order, third_place=options.third_place, params=contest.params),
        )


FORMAT = Knockout()


def options_of(contest: Contest) -> KnockoutOptions:
    """The choices of a knockout."""
    options: KnockoutOptions = contest.options or KnockoutOptions()
    return options


def _state(ledger: ContestLedger, bracket: Bracket, waits: tuple[Pending, ...] = ()) -> ContestState:
    podium = bracket.podium(ledger)
    return ContestState(
        phase=bracket.phase,
        fixtures=bracket.fixtures,
        tables=(bracket.table(ledger),),
        byes=bracket.byes,
        pending=(*bracket.pending, *waits),
        podium=podium,
        awards=bracket.awards(ledger, podium),
        fallen=ledger.unused_rulings,
    )
