"""Everyone against everyone, in one leg or two (format.league); the table is the podium."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta, Struct

from referee.contests.contest import Contest, ContestState, Phase
from referee.contests.draws import circle
from referee.contests.format import MOST, Format
from referee.contests.late import LateUntil, MissedMatches
from referee.contests.ledger import ContestLedger
from referee.contests.played_stage import PlayedStage
from referee.contests.stages import LeagueStage, late_fixtures, league_fixtures, play_league, resting
from referee.contests.standings.podium import GENERAL
from referee.text import Text

Legs = Annotated[int, Meta(ge=1, le=2, description="How often every two meet.")]


class LeagueOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """How a league is held."""

    legs: Legs = 1
    late_until: LateUntil | None = None
    missed: MissedMatches = "later"


class League(Format):
    """A league of matches of two; entrants level in everything share the place."""

    id = "league"
    title = Text(es="Liga", en="League")
    takes_teams = True
    match_order = "format.league"
    options = LeagueOptions
    steps = MappingProxyType({"boards": "teams.score"})

    def possible(self, sides: tuple[int, ...], options: LeagueOptions) -> tuple[int, ...]:
        return tuple(range(2, MOST + 1)) if 2 in sides else ()

    def given_legs(self, options: LeagueOptions) -> int:
        return options.legs

    def room(self, contest: Contest) -> Mapping[int | None, int]:
        return {None: MOST - len(contest.places)}

    def as_stage(self, ledger: ContestLedger, cut: int) -> PlayedStage:
        league = _play(ledger)
        ties, pending = league.order(ledger), league.pending
        through: tuple[str, ...] = ()
        if league.over:
            ties, pending = ledger.part_at(ties, cut)
            through = () if pending else ledger.first_of(ties, cut)
        return PlayedStage(
            fixtures=league.fixtures,
            tables=(league.table(ledger, ties, through),),
            byes=league.byes,
            pending=pending,
            through=through,
            fallen=ledger.unused_rulings,
            source=ledger.last(league.statuses),
        )

    def follow(self, contest: Contest) -> ContestState:
        ledger = ContestLedger(contest)
        league = _play(ledger)
        ties = league.order(ledger)
        podium = ledger.podium(ties, GENERAL, league.alone) if league.over else ()
        over: Phase = "finished" if podium else "null"
        return ContestState(
            phase=over if league.over else "playing",
            fixtures=league.fixtures,
            tables=(league.table(ledger, ties),),
            byes=league.byes,
            pending=league.pending,
            podium=podium,
            awards=ledger.prizes(podium, "format.podium", ledger.last(league.statuses)),
            fallen=ledger.unused_rulings,
        )


def _play(ledger: ContestLedger) -> LeagueStage:
    """The league as far as it is played, with the matches of late entrants."""
    contest, options = ledger.contest, ledger.contest.options or LeagueOptions()
    rounds = contest.rounds or circle(contest.order, options.legs)
    draw_fixtures, byes = league_fixtures(ledger, rounds)
    late_matches = late_fixtures(ledger, draw_fixtures, contest.order, legs=options.legs, missed_as=options.missed)
    return play_league(ledger, contest.places, [*draw_fixtures, *late_matches], resting(byes, late_matches))


FORMAT = League()
