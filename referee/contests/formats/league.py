"""Everyone against everyone, in one leg or two (format.league); the table is the podium."""

from typing import Annotated

from msgspec import Meta, Struct

from referee.contests.book import Book
from referee.contests.contest import Contest, ContestState, Phase
from referee.contests.format import MOST, Format
from referee.contests.stages import league_fixtures, play_league
from referee.contests.standings.podium import GENERAL
from referee.text import Text

Legs = Annotated[int, Meta(ge=1, le=2, description="How often every two meet.")]


class LeagueOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """How a league is held."""

    legs: Legs = 1


class League(Format):
    """A league of matches of two; who is level in everything shares the place."""

    id = "league"
    title = Text(es="Liga", en="League")
    match_order = "format.league"
    options = LeagueOptions

    def possible(self, sides: tuple[int, ...], options: LeagueOptions) -> tuple[int, ...]:
        return tuple(range(2, MOST + 1)) if 2 in sides else ()

    def follow(self, contest: Contest) -> ContestState:
        book = Book(contest)
        options = contest.options or LeagueOptions()
        fixtures, byes = league_fixtures(book, contest.order, legs=options.legs)
        league = play_league(book, contest.order, fixtures, byes)
        ties = league.order(book)
        podium = book.podium(ties, GENERAL, league.alone) if league.over else ()
        over: Phase = "finished" if podium else "null"
        return ContestState(
            phase=over if league.over else "playing",
            fixtures=league.fixtures,
            tables=(league.table(book, ties),),
            byes=league.byes,
            pending=league.pending,
            podium=podium,
            awards=book.prizes(podium, "format.podium", book.last(league.fixtures)),
            fallen=book.fallen,
        )


FORMAT = League()
