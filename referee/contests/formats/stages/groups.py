"""Groups as a stage of a contest, from each of which the first go on (format.groups)."""

from collections.abc import Collection, Mapping

from referee.contests.contest import Contest, ContestState
from referee.contests.format import Format
from referee.contests.group_stage import (
    NUMBERS,
    Deal,
    GroupChoices,
    averages_of_rest,
    free_places,
    order_of_rest,
    play_groups,
)
from referee.contests.ledger import ContestLedger
from referee.contests.played_stage import PlayedStage
from referee.contests.standings.tables import with_qualified
from referee.contests.standings.ties import Tie
from referee.text import Text


class GroupsAlone(Format):
    """Groups without what follows them; a contest of its own goes on from them (`groups`)."""

    id = "groups"
    title = Text(es="Grupos", en="Groups")
    match_order = "format.groups"
    options = GroupChoices

    def __init__(self, deal: Deal) -> None:
        self.deal = deal

    def possible(self, sides: tuple[int, ...], options: GroupChoices) -> tuple[int, ...]:
        return tuple(number for number in NUMBERS if self.obstacle(number, sides, options) is None)

    def obstacle(self, number: int, sides: tuple[int, ...], options: GroupChoices) -> Text | None:
        return options.obstacle(number, sides)

    def room(self, contest: Contest) -> Mapping[int | None, int]:
        return free_places(contest, contest.order, contest.options)

    def number_through(self, options: GroupChoices, entrants: int, sides: Collection[int], cut: int) -> int:
        return options.number_through(entrants, sides)

    def as_stage(self, ledger: ContestLedger, cut: int) -> PlayedStage:
        choices: GroupChoices = ledger.contest.options
        stage = play_groups(ledger, ledger.contest.order, choices, deal=self.deal)
        through: tuple[str, ...] = ()
        rest: tuple[Tie, ...] = ()
        if not stage.pending:
            through = tuple(one for one in stage.seeds(apart=True) if one is not None)
            # A stage with a repesca has worked it out already.
            rest = stage.rest or order_of_rest(ledger, averages_of_rest(ledger, stage.groups, choices.through))
        return PlayedStage(
            fixtures=stage.fixtures,
            tables=tuple(with_qualified(table, through) for table in stage.tables),
            byes=stage.byes,
            pending=stage.pending,
            through=through,
            rest=rest,
            fallen=ledger.unused_rulings,
            source=ledger.last(stage.statuses),
            is_grouped=True,
            repesca=stage.comparison(ledger, through),
        )

    def follow(self, contest: Contest) -> ContestState:
        raise NotImplementedError("groups alone decide no podium")


IN_ORDER = GroupsAlone("in_order")
"""Groups as they were drawn."""
BY_STRENGTH = GroupsAlone("snake")
"""Groups of those that went on from another stage."""
