"""A fixed number of rounds, each paired when the one before is over (rounds.format); the table is the podium."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, get_args

from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState, Phase
from referee.contests.format import Format
from referee.contests.ledger import ContestLedger
from referee.contests.played_stage import PlayedStage
from referee.contests.rounds.next_result import RoundsState, state_after
from referee.contests.rounds.next_round import RoundsStage
from referee.contests.rounds.options import MOST_ENTRANTS, RoundsOptions, TieBreak, flaws_of, team_choices
from referee.contests.rounds.play import options_of, play_rounds, waits_for_pairing
from referee.contests.rounds.rotation import RotatingStage
from referee.contests.rounds.table import by_holder, rounds_table
from referee.contests.standings.podium import GENERAL
from referee.contests.standings.tables import with_qualified
from referee.contests.teams.terms import TeamTerms
from referee.errors import Flaw
from referee.match.results import ContestRules
from referee.text import Text

FEWEST = 3
FEWEST_ROTATING = 4
MOST_ROTATING = 512
"""The most persons with partners that change: all pairs of them are tried where the circle of the draw does not serve."""


class InRounds(Format):
    """Rounds of matches of two: Swiss, Danish or drawn anew each time; entrants level in everything share the place."""

    id = "rounds"
    title = Text(es="Por rondas", en="In rounds")
    rule = "rounds.format"
    match_order = "rounds.order"
    league_order = "rounds.order"
    options = RoundsOptions
    steps = MappingProxyType(
        {"points": "rounds.score"} | {name: f"tie.{name}" for name in get_args(TieBreak)} | {"boards": "teams.score"}
    )

    def flaws(self, options: RoundsOptions, rules: ContestRules) -> Sequence[Flaw]:
        return tuple(flaws_of(options))

    def possible(self, sides: tuple[int, ...], options: RoundsOptions) -> tuple[int, ...]:
        return tuple(range(FEWEST, MOST_ENTRANTS + 1)) if 2 in sides else ()

    def possible_rotating(self, sides: tuple[int, ...], options: RoundsOptions) -> tuple[int, ...]:
        return tuple(range(FEWEST_ROTATING, MOST_ROTATING + 1)) if 2 in sides else ()

    def flaws_of_rotation(self, options: RoundsOptions) -> Sequence[Flaw]:
        if options.repeats == "never":
            return ()
        return (
            Flaw(
                "$.params.repeats",
                Text(
                    es="con parejas que cambian los rivales se repiten siempre lo menos posible: `repeats` no vale",
                    en="where partners change, rivals are always repeated as seldom as can be: `repeats` does not go with it",
                ),
            ),
        )

    def choices_of_teams(self, params: Mapping[str, Any], terms: TeamTerms) -> dict[str, Any]:
        return team_choices(params, terms)

    def flaws_of_same_deals(self, options: RoundsOptions) -> Sequence[Flaw]:
        usual = RoundsOptions()
        names = [name for name in ("points", "score", "strike") if getattr(options, name) != getattr(usual, name)]
        return tuple(
            Flaw(
                f"$.params.{name}",
                Text(
                    es=f"con las mismas cartas la tabla va por lo que se hizo con ellas: `{name}` no vale",
                    en=f"with the same deals the table goes by what was made with them: `{name}` does not go with it",
                ),
            )
            for name in names
        )

    def goes_on(self, contest: Contest) -> bool:
        return len(contest.pairings) < options_of(contest).round_count

    def calls_up(self, contest: Contest) -> bool:
        return False

    def room(self, contest: Contest) -> Mapping[int | None, int]:
        return {None: (MOST_ROTATING if contest.partners else MOST_ENTRANTS) - len(contest.places)}

    def entry_round(self, contest: Contest) -> int:
        return RoundsStage(contest).next_round

    def paired_stage(self, contest: Contest, first: int = 1, number: int | None = None) -> RoundsStage:
        return RotatingStage(contest, first) if contest.partners else RoundsStage(contest, first)

    def as_stage(self, ledger: ContestLedger, cut: int) -> PlayedStage:
        contest, play = ledger.contest, play_rounds(ledger)
        ties, pending = play.order(ledger), (*play.pending, *waits_for_pairing(play, contest))
        through: tuple[str, ...] = ()
        if play.is_over:
            place_of = {holder: place for place, holder in play.rows.items()}
            parts, pending = ledger.part_at(by_holder(ties, play), cut)
            ties = [replace(tie, members=tuple(place_of[holder] for holder in tie.members)) for tie in parts]
            through = () if pending else ledger.first_of(parts, cut)
        table = rounds_table(ledger, play, ties, options_of(contest))
        return PlayedStage(
            fixtures=play.fixtures,
            tables=(with_qualified(table, through),),
            byes=play.byes,
            pending=pending,
            through=through,
            fallen=ledger.unused_rulings,
            source=ledger.last(play.statuses),
        )

    def follow(self, contest: Contest) -> ContestState:
        ledger = ContestLedger(contest)
        play = play_rounds(ledger)
        ranking = play.ranking(ledger)
        ties = ranking.ties()
        alone = play.rows[play.in_play[0]] if len(play.in_play) == 1 else None
        podium = ledger.podium(by_holder(ties, play), GENERAL, alone) if play.is_over else ()
        over: Phase = "finished" if podium else "null"
        return RoundsState(
            play=play,
            ranking=ranking,
            phase=over if play.is_over else "playing",
            fixtures=play.fixtures,
            tables=(rounds_table(ledger, play, ties, options_of(contest)),),
            byes=play.byes,
            pending=(*play.pending, *waits_for_pairing(play, contest)),
            podium=podium,
            awards=ledger.prizes(podium, "format.podium", ledger.last(play.statuses)),
            fallen=ledger.unused_rulings,
        )

    def go_on(self, contest: Contest, before: ContestState, matches: Collection[str]) -> ContestState | None:
        return state_after(contest, before, matches) if isinstance(before, RoundsState) else None


FORMAT = InRounds()
