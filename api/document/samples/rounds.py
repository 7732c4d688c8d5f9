"""The examples of contests in rounds in the OpenAPI document: five friends in Swiss rounds, the first of which is paired."""

from functools import cache
from typing import Any

from msgspec import to_builtins

from api.document.samples.contests import ID, PLAYERS
from api.document.samples.matches import RULES
from api.pages.print import round_lists
from referee.championship.deal_views import DealView, HandAtTableView
from referee.championship.drawing import DrawContest, draw_contest
from referee.championship.events import AnyDecision, ChampionshipOpened, ContestDecision, FixtureCreated, PlayersEntered
from referee.championship.parted_plays import parting
from referee.championship.presenters import ContestPresenter
from referee.championship.round_views import RoundList, RoundView, round_list, round_view
from referee.championship.rounds import PairRound, pair_next
from referee.championship.state import Championship
from referee.championship.views import Somebody
from referee.contests.duplicate.deals import deal_of
from referee.match.registry import read_params, rulesets
from referee.match.shuffle_commitments import digest

PAIRINGS: dict[str, Any] = {
    "the next round": {"round": 1},
    "a draft that keeps two of one club apart": {
        "round": 1,
        "draft": True,
        "seed": "verbena",
        "apart": [["Ana", "Beto"]],
    },
}
CHANGES: dict[str, Any] = {
    "two who live together are kept apart": {
        "pairs": [["Ana", "Carla"], ["Beto", "Dani"]],
        "rest": "Elena",
        "reason": "Ana y Beto viven juntos",
    }
}

ROUND_SHEETS = {
    "text/csv": f"{','.join(round_lists.HEAD)}\n",
    "text/html": "<!doctype html><title>Fiestas de agosto</title>",
}


@cache
def _page() -> ContestPresenter:
    work = Championship(ID.format(10))
    ids = iter(ID.format(n) for n in range(30, 99))

    def enter(event: AnyDecision) -> None:
        work.enter(event, work.version + 1)
        if isinstance(event, ContestDecision):
            contest = work.contests[event.contest]
            fresh = [fixture for fixture in contest.state.fixtures if contest.record_of(fixture) is None]
            work.enter_consequences([FixtureCreated(next(ids), contest.id, f.key, f.kind, f.entrants) for f in fresh])

    enter(ChampionshipOpened(work.id, "Fiestas de agosto"))
    enter(PlayersEntered(tuple(PLAYERS)))
    drawing = DrawContest(RULES.id, "rounds", params={"round_count": 3}, seed="fiesta")
    enter(draw_contest(drawing, work, PLAYERS.get, lambda: next(ids), lambda: "fiesta"))
    [contest] = work.contests.values()
    enter(pair_next(PairRound(seed="verbena"), work, contest, PLAYERS.get, lambda: "verbena"))
    return ContestPresenter(work, work.contests[contest.id], PLAYERS.get)


def rounds() -> RoundList:
    return round_list(_page())


def round_() -> RoundView:
    return round_view(_page(), 1)


def deal() -> DealView:
    """A hand of the first game that two can play so, recorded at two tables, which parted at once."""
    rules = next(one for one in rulesets().values() if one.same_deals and 2 in one.same_deals.seats)
    cards = deal_of(rules, read_params(rules, {}), 2, "fiesta", 1)
    ana, beto = (Somebody(id_, name) for id_, name in [*PLAYERS.items()][:2])
    one = HandAtTableView(ID.format(31), 1, (ana, beto), "played", (3, 1), (50, 50), (1, 1), ID.format(33))
    other = HandAtTableView(ID.format(32), 2, (beto, ana), "played", (3, 1), (50, 50), (1, 1), ID.format(34))
    return DealView(
        contest=ID.format(30),
        version=9,
        hand=1,
        round=1,
        board=1,
        commitment=digest("fiesta"),
        seed="fiesta",
        dealer=cards.dealer,
        hands=cards.hands,
        table=cards.table,
        turn_up=cards.turn_up,
        stock=cards.stock,
        results=(one, other),
        parted=parting({ID.format(33): [to_builtins(rules.example)], ID.format(34): []}),
    )
