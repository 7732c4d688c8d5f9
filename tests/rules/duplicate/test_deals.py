"""The cards of a hand that every table plays: they follow from ruleset, seed and number, by each game's own deal."""

from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest

from referee.contests.duplicate.deals import HandDeal, deal_of, dealer_of, event_of, pack_of, seed_of_try
from referee.match.game import Ruleset
from referee.match.registry import read_params, ruleset, rulesets
from referee.match.results import Result
from tests.support.table import Table

TABLES = [(rules.id, seats) for rules in rulesets().values() if rules.same_deals for seats in rules.same_deals.seats]
tables = pytest.mark.parametrize(("name", "seats"), TABLES, ids=str)
HANDS = (1, 2, 3, 17)
SEED = "lluvia de mayo"


def deal(name: str, seats: int, hand: int, seed: str = SEED, **params: Any) -> HandDeal:
    """The deal of a hand under the usual rules, but for these."""
    rules = ruleset(name)
    return deal_of(rules, read_params(rules, params), seats, seed, hand)


def deal_event(rules: Ruleset, seats: int, hand: int, seed: str = SEED) -> dict[str, Any]:
    """The deal as a request of a table records it."""
    plain: dict[str, Any] = msgspec.to_builtins(event_of(rules, rules.params(), seats, seed, hand))
    return plain


def all_cards(cards: HandDeal) -> list[str]:
    """Every card that the deal names."""
    turn_up = [cards.turn_up] if cards.turn_up else []
    return [*(card for hand in cards.hands for card in hand), *cards.table, *turn_up, *cards.stock]


def test_the_games_that_the_paper_names_can_be_played_so() -> None:
    names = {name for name, _ in TABLES}
    casino = {"casino.classic", "casino.royal", "casino.spades", "casino.draw"}
    assert names == {"hearts.castillar", "hearts.yppedia", "guinote", "escoba", "scopa", "scopone"} | casino
    assert {seats for name, seats in TABLES if name in ("guinote", "hearts.castillar", "scopone")} == {4}


@tables
@pytest.mark.parametrize("hand", HANDS)
def test_a_deal_has_every_card_of_the_pack_once(name: str, seats: int, hand: int) -> None:
    cards = deal(name, seats, hand)
    assert sorted(all_cards(cards)) == sorted(ruleset(name).pack.names)
    assert len({len(own) for own in cards.hands}) == 1
    assert (cards.hand, cards.dealer, len(cards.hands)) == (hand, (hand - 1) % seats, seats)


@tables
def test_a_deal_follows_from_its_seed_and_number_alone(name: str, seats: int) -> None:
    deals = [deal(name, seats, hand) for hand in HANDS]
    assert deals == [deal(name, seats, hand) for hand in HANDS]
    assert len({cards.hands for cards in deals}) == len(HANDS)
    assert deal(name, seats, 1, "otra").hands != deals[0].hands


@tables
@pytest.mark.parametrize("hand", HANDS)
def test_the_order_is_that_of_sha_256(name: str, seats: int, hand: int) -> None:
    # By the published rule alone: the last cards of the order are the last that anybody draws, or is dealt.
    order = sorted(ruleset(name).pack.names, key=lambda card: sha256(f"{SEED}\n{hand}\n{card}".encode()).hexdigest())
    cards = deal(name, seats, hand)
    if cards.stock:
        assert list(cards.stock) == order[-len(cards.stock) :]
    elif cards.table:
        assert set(cards.table) == set(order[-len(cards.table) :])
    else:
        assert all(card in cards.hands[cards.dealer] for card in order[seats - 1 :: seats])


@tables
def test_a_match_shuffled_with_the_seed_has_the_same_first_hand(name: str, seats: int) -> None:
    table = Table(name, seats, first_dealer=0)
    table.tell({"type": "deal", "shuffle": True, "seed": SEED})
    assert tuple(table.match.state.hands()) == deal(name, seats, 1).hands


@tables
@pytest.mark.parametrize("hand", HANDS)
def test_a_strict_table_takes_the_deal_as_its_first(name: str, seats: int, hand: int) -> None:
    table = Table(name, seats, first_dealer=dealer_of(hand, seats), enforcement="strict")
    table.tell(deal_event(ruleset(name), seats, hand))
    assert tuple(table.match.state.hands()) == deal(name, seats, hand).hands
    assert not table.match.ledger.infractions


@tables
def test_the_points_of_a_hand_played_from_its_deal_are_taken(name: str, seats: int) -> None:
    rules = ruleset(name)
    assert rules.same_deals is not None
    chance = Random(f"{name}-{seats}")
    for hand in (1, 2):
        table = Table(name, seats, first_dealer=dealer_of(hand, seats))
        table.tell(deal_event(rules, seats, hand))
        while not table.match.ledger.hands:
            table.tell(_move(table, chance))
        points = table.match.ledger.hands[0].points
        assert points is not None
        assert rules.same_deals.check(Result(points), rules.params()) is None
        assert rules.same_deals.check(Result(tuple(n + 500 for n in points)), rules.params()) is not None


def _move(table: Table, chance: Random) -> dict[str, Any]:
    if table.match.state.phase == "round":
        return {"type": "deal"}
    move = chance.choice(table.moves())
    choose = move.pop("choose", None)
    if choose:
        move["cards"] = chance.sample(choose["cards"], choose["min"])
    return move


@pytest.mark.parametrize(
    ("name", "points", "fits"),
    [
        ("hearts.castillar", (26, 0, 0, 0), False),
        ("hearts.castillar", (0, 26, 26, 26), True),
        ("hearts.castillar", (7, 7, 6, 6), False),
        ("hearts.castillar", (13, 13, 0, 0), True),
        ("hearts.yppedia", (-26, 0, 0, 0), False),
        ("hearts.yppedia", (0, 26, 26, 26), True),
        ("guinote", (130, 0), True),
        ("guinote", (120, 30), True),
        ("guinote", (101, 30), False),
        ("guinote", (240, 10), False),
        ("guinote", (131, -1), False),
        ("escoba", (0, 0), True),
        ("escoba", (-1, 3), False),
        ("scopone", (30, 0), False),
        ("casino.classic", (11, 0), True),
        ("casino.classic", (12, 0), False),
        ("casino.spades", (24, 0), True),
    ],
)
def test_points_that_one_hand_cannot_give_are_refused(name: str, points: tuple[int, ...], fits: bool) -> None:
    rules = ruleset(name)
    assert rules.same_deals is not None
    flaw = rules.same_deals.check(Result(points), rules.params())
    assert (flaw is None) is fits
    if flaw is not None:
        assert flaw.path.startswith("$.points")
        assert flaw.text.es != flaw.text.en


def test_a_black_card_counts_at_its_table() -> None:
    rules = ruleset("hearts.castillar")
    assert rules.same_deals is not None
    result = Result((39, 13, 0, 0), cards=((0, 1), (0, 0), (0, 0), (0, 0)))
    assert rules.same_deals.check(result, rules.params()) is None
    assert rules.same_deals.check(Result((39, 13, 0, 0)), rules.params()) is not None


@pytest.mark.parametrize(("name", "seats", "params"), [("scopa", 2, {}), ("scopone", 4, {"table": 4})])
def test_a_deal_that_its_rules_void_is_made_again_for_all_tables(name: str, seats: int, params: Any) -> None:
    pack = ruleset(name).pack
    first = seats * 3 if name == "scopa" else 36
    void_seed = next(
        seed
        for seed in map(str, range(10_000))
        if sum(card.startswith("12") for card in pack.shuffle(seed, 5)[first : first + 4]) >= 3
    )
    cards = deal(name, seats, 5, void_seed, **params)
    assert sum(card.startswith("12") for card in cards.table) < 3
    assert cards == deal(name, seats, 5, seed_of_try(void_seed, 2), **params)
    as_it_was = deal(name, seats, 5, void_seed, **params, kings_redeal=False)
    assert sum(card.startswith("12") for card in as_it_was.table) >= 3


def test_house_rules_decide_the_pack() -> None:
    rules = ruleset("guinote")
    cards = deal("guinote", 4, 3, pack=48)
    assert sorted(all_cards(cards)) == sorted(pack_of(rules, read_params(rules, {"pack": 48}), 4).names)
    assert len(cards.stock) == 23


@pytest.mark.parametrize(("name", "seats"), [("corona", 2), ("guinote", 2), ("hearts.castillar", 2)])
def test_other_tables_have_no_such_hands(name: str, seats: int) -> None:
    rules = next(rules for rules in rulesets().values() if rules.id.startswith(name))
    with pytest.raises(ValueError, match=str(seats)):
        deal_of(rules, rules.params(), seats, SEED, 1)
