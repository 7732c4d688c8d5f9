"""A match that is one hand of the same cards: it ends with that hand, in every game that can be played so (duplicate.alone)."""

from random import Random

import msgspec
import pytest

from referee.contests.duplicate.deals import dealer_of, event_of
from referee.match.events import SharedHand
from referee.match.game import Ruleset
from referee.match.registry import read_params, ruleset, rulesets
from referee.match.results import Result
from tests.support.table import Table

TABLES = [(rules.id, seats) for rules in rulesets().values() if rules.same_deals for seats in rules.same_deals.seats]
SEED = "lluvia de mayo"
SHARED = SharedHand("contest", 3, "0" * 64)


def one_hand(rules: Ruleset, seats: int, hand: int = 3) -> Table:
    """A table right after the deal of a hand."""
    dealer = dealer_of(hand, seats) if rules.has_dealer else None
    table = Table(rules.id, seats, shared_hand=msgspec.structs.replace(SHARED, hand=hand), first_dealer=dealer)
    deal = event_of(rules, read_params(rules, {}), seats, SEED, hand)
    table.tell(msgspec.to_builtins(deal))
    return table


def play(table: Table, chance: Random) -> None:
    """Plays by legal moves until the match is over."""
    for _ in range(400):
        if table.match.ledger.status != "open":
            return
        moves = [move for move in table.moves() if move["type"] not in {"deal", "redeal"}] or [{"type": "deal"}]
        move = chance.choice(moves)
        choose = move.pop("choose", None)
        if choose:
            move["cards"] = chance.sample(choose["cards"], choose["min"])
        table.tell(move)
    raise AssertionError("the hand goes on for ever")


@pytest.mark.parametrize(("name", "seats"), TABLES, ids=str)
def test_the_match_ends_with_the_hand_and_its_points_are_those_that_one_hand_can_give(name: str, seats: int) -> None:
    rules = ruleset(name)
    assert rules.same_deals is not None
    table = one_hand(rules, seats)
    assert not table.proven_infractions()
    play(table, Random(f"{name} {seats}"))
    ledger = table.match.ledger
    assert [hand.hand for hand in ledger.hands] == [1]
    assert ledger.result is not None
    assert ledger.result.reason == "duplicate.alone"
    points = tuple(ledger.totals)
    assert rules.same_deals.check(Result(points), table.match.params) is None
    best = (min if rules.contest.low_wins else max)(points)
    first = [side for side, total in enumerate(points) if total == best]
    assert {table.match.state.side(seat) for seat in ledger.result.ranking[0]} == {*first}
    assert ledger.result.winner_sides == (tuple(first) if len(first) == 1 else ())
    assert sorted(seat for place in ledger.result.ranking for seat in place) == [*range(seats)]
    assert not table.legal()
