"""A knockout: the loser is out (format.knockout), with the first match lost or the last life (knockout.lives)."""

from collections.abc import Sequence

from msgspec.structs import replace

from referee.contests.bracket import Bracket, ConsolationPlace, play_bracket
from referee.contests.contest import Contest, ContestState, Pending, Phase, only_rulings
from referee.contests.draws import bracket_size
from referee.contests.format import Format
from referee.contests.knockout_options import MOST_ENTRANTS, KnockoutOptions
from referee.contests.ledger import ContestLedger
from referee.contests.rounds.elimination import Elimination
from referee.contests.rounds.knockout_stage import KnockoutStage
from referee.errors import Flaw
from referee.match.results import ContestRules
from referee.text import Text

FEWEST = 2
"""The fewest losers that a consolation has a match for."""


class Knockout(Format):
    """A bracket, in which byes go to the first of the draw, or the strongest; or rounds that are drawn anew each time."""

    id = "knockout"
    title = Text(es="Eliminatorias", en="Knockout")
    takes_teams = True
    match_order = "format.knockout"
    options = KnockoutOptions

    def flaws(self, options: KnockoutOptions, rules: ContestRules) -> Sequence[Flaw]:
        if options.consolation and options.is_redrawn:
            return (_without_bracket(),)
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
        options = options_of(contest)
        return options.lives + options.consolation

    def paired_stage(self, contest: Contest, first: int = 1, number: int | None = None) -> KnockoutStage | None:
        options = options_of(contest)
        return KnockoutStage(contest, options, first) if options.is_redrawn else None

    def follow(self, contest: Contest) -> ContestState:
        ledger, options = ContestLedger(contest), options_of(contest)
        if options.is_redrawn:
            elimination = Elimination(ledger, options)
            return _state(ledger, elimination.bracket(), elimination.waits())
        bracket = play_bracket(ledger, contest.order, third_place=options.third_place, params=contest.params)
        return _with_consolation(ledger, bracket) if options.consolation else _state(ledger, bracket)


FORMAT = Knockout()


def options_of(contest: Contest) -> KnockoutOptions:
    """The choices of a knockout."""
    options: KnockoutOptions = contest.options or KnockoutOptions()
    return options


def _without_bracket() -> Flaw:
    return Flaw(
        "$.params.consolation",
        Text(
            es="la consolación es de un cuadro fijo; con `redraw` o `lives` las rondas se sortean entre quienes siguen, y no hay "
            "cuándo sortear a los demás: quite `consolation`, o `redraw` y `lives`",
            en="a consolation goes with a fixed bracket; with `redraw` or `lives` the rounds are drawn among those still in, and "
            "there is no moment to draw the others: leave out `consolation`, or `redraw` and `lives`",
        ),
    )


def _with_consolation(ledger: ContestLedger, main: Bracket) -> ContestState:
    """A bracket with that of the losers, once these are known; it is over when both are (knockout.consolation)."""
    losers = main.first_losers
    if losers is None or len(losers) < FEWEST:
        return _state(ledger, main)
    contest = ledger.contest
    size = bracket_size(len(contest.order))
    side = play_bracket(
        ledger,
        losers,
        third_place=False,
        params=contest.params,
        first=size + 1,
        # The main bracket is in its second round at least: its matches need a quarter of its places.
        after=ConsolationPlace(rounds=(size - 1).bit_length(), tables=max(size // 4, 1)),
    )
    state = _state(ledger, main)
    is_over = main.over and side.over
    podium = state.podium if is_over else ()
    return replace(
        state,
        phase=state.phase if side.over else _phase_of_both(main, side),
        fixtures=(*state.fixtures, *side.fixtures),
        byes=(*state.byes, *side.byes),
        pending=(*state.pending, *side.pending),
        podium=podium,
        awards=state.awards if is_over else (),
        consolation=tuple(replace(step, points=0) for step in side.podium(ledger)) if podium else (),
        fallen=ledger.unused_rulings,
    )


def _phase_of_both(main: Bracket, side: Bracket) -> Phase:
    """The phase of a knockout with a consolation that is still played."""
    return "waiting_ruling" if only_rulings((*main.pending, *side.pending)) else "playing"


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
