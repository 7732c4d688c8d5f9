"""A fixed number of rounds, each paired when the one before is over (rounds.format); the table is the podium."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, get_args

from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState, Phase
from referee.contests.format import Format
from referee.contests.ledger import ContestLedger
from referee.contests.played_stage import PlayedStage
from referee.contests.rounds.line_tables import LastOfLines, LinesPlayed, play_last, play_lines
from referee.contests.rounds.mitchell import MitchellStage
from referee.contests.rounds.movement import fewest_tables, lines_of, most_rounds, tables_of
from referee.contests.rounds.next_result import RoundsWork, state_after, with_work
from referee.contests.rounds.next_round import RoundsStage
from referee.contests.rounds.options import MOST_ENTRANTS, RoundsOptions, TieBreak, flaws_of, team_choices
from referee.contests.rounds.play import RoundsPlayed, options_of, play_rounds, waits_for_pairing
from referee.contests.rounds.rotation import FoursStage, RotatingStage
from referee.contests.rounds.table import by_holder, rounds_table
from referee.contests.standings.podium import GENERAL
from referee.contests.standings.tables import with_qualified
from referee.contests.standings.ties import Tie
from referee.contests.teams.terms import TeamTerms
from referee.errors import Flaw
from referee.match.results import ContestRules
from referee.text import Text

FEWEST = 3
FEWEST_ROTATING = 4
MOST_ROTATING = 512
"""The most persons with partners that change: all pairs of them are tried where the circle of the draw does not serve."""
CHANGING = Text(es="con parejas que cambian", en="where partners change")
AT_FOURS = Text(es="en mesas de cuatro, cada uno por su cuenta,", en="at tables of four, everybody alone")

FINAL_WITH_SAME_DEALS = Flaw(
    "$.params.champion",
    Text(
        es="con las mismas cartas en cada mesa no hay final, que sus manos no las juega nadie más: `champion: overall`",
        en="with the same deals at every table there is no final, for nobody else plays its hands: `champion: overall`",
    ),
)


class InRounds(Format):
    """Rounds of matches of two: Swiss, Danish or drawn anew each time; entrants level in everything share the place."""

    id = "rounds"
    title = Text(es="Por rondas", en="In rounds")
    takes_teams = True
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
        # With two lines an odd number leaves one alone at the last table.
        tables = fewest_tables(options.round_count) if options.has_lines else 0
        return tuple(range(max(FEWEST, 2 * tables - 1), MOST_ENTRANTS + 1)) if 2 in sides else ()

    def obstacle(self, number: int, sides: tuple[int, ...], options: RoundsOptions) -> Text | None:
        if not self._has_too_few_tables(number, options) or 2 not in sides:
            return None
        tables, rounds = tables_of(number), options.round_count
        most = most_rounds(tables)
        skip = Text(es=", pues con mesas pares se salta una", en=", for with an even number one is skipped")
        es, en = ("", "") if tables % 2 else (skip.es, skip.en)
        return Text(
            es=f"en {tables} mesas caben {most} rondas{es}, y son {rounds} (`round_count`); para {rounds} hacen falta "
            f"{fewest_tables(rounds)} mesas",
            en=f"at {tables} tables {most} rounds can be held{en}, and there are {rounds} (`round_count`); {rounds} need "
            f"{fewest_tables(rounds)} tables",
        )

    def _has_too_few_tables(self, number: int, options: RoundsOptions) -> bool:
        """True if an entrant would come to a table twice (rounds.mitchell)."""
        return options.has_lines and most_rounds(tables_of(number)) < options.round_count

    def possible_rotating(self, sides: tuple[int, ...], options: RoundsOptions) -> tuple[int, ...]:
        return tuple(range(FEWEST_ROTATING, MOST_ROTATING + 1)) if 2 in sides else ()

    def possible_alone(self, sides: tuple[int, ...], options: RoundsOptions) -> tuple[int, ...]:
        return tuple(range(FEWEST_ROTATING, MOST_ROTATING + 1)) if 4 in sides else ()

    def flaws_of_rotation(self, options: RoundsOptions) -> Sequence[Flaw]:
        return _flaws_of_persons(options, CHANGING)

    def flaws_of_tables_of_four(self, options: RoundsOptions) -> Sequence[Flaw]:
        return _flaws_of_persons(options, AT_FOURS)

    def choices_of_teams(self, params: Mapping[str, Any], terms: TeamTerms) -> dict[str, Any]:
        return team_choices(params, terms)

    def flaws_of_same_deals(self, options: RoundsOptions) -> Sequence[Flaw]:
        usual = RoundsOptions()
        names = [name for name in ("points", "score", "strike") if getattr(options, name) != getattr(usual, name)]
        flaws = tuple(
            Flaw(
                f"$.params.{name}",
                Text(
                    es=f"con las mismas cartas la tabla va por lo que se hizo con ellas: `{name}` no vale",
                    en=f"with the same deals the table goes by what was made with them: `{name}` does not go with it",
                ),
            )
            for name in names
        )
        return (*flaws, FINAL_WITH_SAME_DEALS) if options.has_final else flaws

    def goes_on(self, contest: Contest) -> bool:
        options = options_of(contest)
        return options.has_final or len(contest.pairings) < options.round_count

    def calls_up(self, contest: Contest) -> bool:
        return options_of(contest).has_final

    def room(self, contest: Contest) -> Mapping[int | None, int]:
        options = options_of(contest)
        if options.has_lines and contest.pairings:
            return {None: lines_of(contest, options.round_count).free}
        most = MOST_ROTATING if contest.partners or contest.is_each_alone else MOST_ENTRANTS
        return {None: most - len(contest.places)}

    def entry_round(self, contest: Contest) -> int:
        return RoundsStage(contest).next_round

    def paired_stage(self, contest: Contest, first: int = 1, number: int | None = None) -> RoundsStage:
        if contest.is_each_alone:
            return FoursStage(contest, first)
        if contest.partners:
            return RotatingStage(contest, first)
        return (MitchellStage if options_of(contest).has_lines else RoundsStage)(contest, first)

    def number_through(self, options: RoundsOptions, entrants: int, sides: Collection[int], cut: int) -> int:
        # So many of each line; of the smaller one no more than it has.
        lines = (entrants // 2, entrants - entrants // 2)
        return sum(min(cut, size) for size in lines) if options.has_lines else cut

    def as_stage(self, ledger: ContestLedger, cut: int) -> PlayedStage:
        contest, play = ledger.contest, play_rounds(ledger)
        ties, pending = play.order(ledger), (*play.pending, *waits_for_pairing(play, contest))
        through: tuple[str, ...] = ()
        lines = self._lines(ledger, play, cut)
        if lines is not None:
            pending, through = (*pending, *lines.pending), lines.in_turn
        elif play.is_over:
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
            lines=lines.tables(ledger, play) if lines else {},
        )

    def follow(self, contest: Contest) -> ContestState:
        ledger, options = ContestLedger(contest), options_of(contest)
        play = play_rounds(ledger)
        ranking = play.ranking(ledger)
        ties = ranking.ties()
        lines = self._lines(ledger, play, 1 if options.has_final else None)
        if lines is not None and options.has_final and play.is_over:
            return _with_final(ledger, play, ties, lines)
        alone = play.rows[play.in_play[0]] if len(play.in_play) == 1 else None
        podium = ledger.podium(by_holder(ties, play), GENERAL, alone) if play.is_over else ()
        over: Phase = "finished" if podium else "null"
        state = ContestState(
            phase=over if play.is_over else "playing",
            fixtures=play.fixtures,
            tables=(rounds_table(ledger, play, ties, options_of(contest)),),
            byes=play.byes,
            pending=(*play.pending, *waits_for_pairing(play, contest)),
            podium=podium,
            awards=ledger.prizes(podium, "format.podium", ledger.last(play.statuses)),
            fallen=ledger.unused_rulings,
            lines=lines.tables(ledger, play) if lines else {},
        )
        return with_work(state, RoundsWork(play, ranking))

    def go_on(self, contest: Contest, before: ContestState, matches: Collection[str]) -> ContestState | None:
        return None if before.lines else state_after(contest, before, matches)

    def _lines(self, ledger: ContestLedger, play: RoundsPlayed, cut: int | None) -> LinesPlayed | None:
        """The lines of a contest that has two; None in any other."""
        return play_lines(ledger, play, cut) if options_of(ledger.contest).has_lines else None


def _flaws_of_persons(options: RoundsOptions, tables: Text) -> tuple[Flaw, ...]:
    """The choices that do not fit rounds in which persons are put together anew; `tables` says which these are."""
    if options.has_lines:
        return (
            Flaw(
                "$.params.pairing",
                Text(
                    es=f"las dos líneas (`mitchell`) son de parejas fijas: {tables.es} valen `swiss`, `danish` y `random`",
                    en=f"two lines (`mitchell`) are of pairs that stay: {tables.en}, `swiss`, `danish` and `random` can be held",
                ),
            ),
        )
    if options.repeats == "never":
        return ()
    return (
        Flaw(
            "$.params.repeats",
            Text(
                es=f"{tables.es} los rivales se repiten siempre lo menos posible: `repeats` no vale",
                en=f"{tables.en}, rivals are always repeated as seldom as can be: `repeats` does not go with it",
            ),
        ),
    )


def _with_final(ledger: ContestLedger, play: RoundsPlayed, ties: Sequence[Tie], lines: LinesPlayed) -> ContestState:
    """The rounds with what follows them: the last match of the first of each line."""
    last: LastOfLines = play_last(ledger, play, lines, by_holder(ties, play))
    through = lines.in_turn
    return ContestState(
        phase=last.phase,
        fixtures=(*play.fixtures, *(status.fixture for status in last.statuses)),
        tables=(with_qualified(rounds_table(ledger, play, ties, options_of(ledger.contest)), through),),
        byes=play.byes,
        pending=last.pending,
        qualified=through,
        podium=last.podium,
        awards=last.awards,
        fallen=ledger.unused_rulings,
        lines=lines.tables(ledger, play),
    )


FORMAT = InRounds()
