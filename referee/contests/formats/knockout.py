"""A knockout: the loser is out (format.knockout)."""

from typing import Annotated

from msgspec import Meta, Struct

from referee.contests.bracket import play_bracket
from referee.contests.contest import Contest, ContestState
from referee.contests.format import MOST, Format
from referee.contests.ledger import ContestLedger
from referee.text import Text


class KnockoutOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """How a knockout is held."""

    third_place: Annotated[bool, Meta(description="Whether the losers of the last four play for third place.")] = False


class Knockout(Format):
    """A bracket; byes go to the first of the draw, or the strongest."""

    id = "knockout"
    title = Text(es="Eliminatorias", en="Knockout")
    match_order = "format.knockout"
    options = KnockoutOptions

    def possible(self, sides: tuple[int, ...], options: KnockoutOptions) -> tuple[int, ...]:
        return tuple(range(2, MOST + 1)) if 2 in sides else ()

    def goes_on(self, contest: Contest) -> bool:
        return True

    def calls_up(self, contest: Contest) -> bool:
        return False

    def follow(self, contest: Contest) -> ContestState:
        ledger = ContestLedger(contest)
        options = contest.options or KnockoutOptions()
        bracket = play_bracket(ledger, contest.order, third_place=options.third_place, params=contest.params)
        podium = bracket.podium(ledger)
        return ContestState(
            phase=bracket.phase,
            fixtures=bracket.fixtures,
            tables=(bracket.table(ledger),),
            byes=bracket.byes,
            pending=bracket.pending,
            podium=podium,
            awards=bracket.awards(ledger, podium),
            fallen=ledger.unused_rulings,
        )


FORMAT = Knockout()
