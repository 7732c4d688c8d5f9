"""El Castillar: the format by the number of players (castillar.format).

Two or four play one match, eight two groups and a final, the others a league and a final; three have no final.
"""

from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from referee.contests.contest import Contest, ContestState
from referee.contests.format import Format
from referee.contests.formats.castillar.groups import hold_groups
from referee.contests.formats.castillar.league import hold_league
from referee.contests.formats.castillar.matches import FINALISTS, LONG
from referee.contests.formats.single import hold_single
from referee.contests.ledger import ContestLedger
from referee.contests.standings.podium import DIRECT
from referee.text import Text


class Castillar(Format):
    """The paper's own format, for the games that name it."""

    id = "castillar"
    title = Text(es="El Castillar, según el número de jugadores", en="El Castillar, by the number of players")
    general = False
    rule = "castillar.format"
    steps = MappingProxyType({"sanctions": "league.sanctions", "tie_break_of_four": "league.tie-four"})
    league_order = "league.order"
    match_order = "group.order"

    def possible(self, sides: tuple[int, ...], options: Any) -> tuple[int, ...]:
        return tuple(range(2, 11)) if {2, 4} <= {*sides} else ()

    def goes_on(self, contest: Contest) -> bool:
        return len(contest.order) > FINALISTS

    def follow(self, contest: Contest) -> ContestState:
        match len(contest.order):
            case 2:
                return hold_single(ContestLedger(contest), DIRECT[2], "podium.direct")
            case 4:
                long = replace(contest, params={**contest.params, **LONG})
                return hold_single(ContestLedger(long), DIRECT[4], "podium.direct")
            case 8:
                return hold_groups(ContestLedger(contest))
            case _:
                return hold_league(ContestLedger(contest))


FORMAT = Castillar()
