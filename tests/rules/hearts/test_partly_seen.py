"""Hands known from the deal still say something after unseen passes: every seat keeps ten of its cards and passes three."""

from collections.abc import Callable, Sequence

import pytest

from referee.cards import FRENCH
from referee.errors import Forbidden
from referee.games.hearts.state import HeartsState
from referee.match.events import Play
from referee.match.judge.players import require_own_knowledge
from referee.match.state import NOBODY
from tests.support.hearts import SUITS, cards, castillar, lay, legal, refusal_of_card, yppedia
from tests.support.table import Table

Open = Callable[..., Table]
MANY_CLUBS = "23456789TJC 678D"
"""The cards that seat 0 was dealt."""
both = pytest.mark.parametrize("open_match", [castillar, yppedia])


def deal_partly_seen(table: Table, *hands: str | None, passes: Sequence[str | None] = (None,) * 4) -> Table:
    """Hands with these cards seen as they were dealt, and with these passes seen."""
    table.say("deal", hands=[cards(hand) if hand else None for hand in hands])
    for seat, cards_seen in enumerate(passes):
        table.say("pass", seat=seat, cards=cards(cards_seen) if cards_seen else None)
    return table


def three_at_the_neighbour(table: Table) -> Table:
    """Seat 1, to lead, has shown three cards that seat 0 was dealt."""
    deal_partly_seen(table, MANY_CLUBS, None, None, None)
    table.say("play", seat=0, card="2C")
    lay(table, "3C KC QC AC 2S 4C 5C 3D 4D 6D 7D")
    return table


def three_received(table: Table) -> Table:
    """Seat 0, to lead, has shown three cards that it was not dealt."""
    deal_partly_seen(table, MANY_CLUBS, None, None, None)
    table.say("play", seat=1, card="2C")
    lay(table, "QC KC AC AD 2D 3D 4D AS 2S 3S 4S")
    return table


@both
@pytest.mark.parametrize("enforcement", ["strict", "record"])
def test_a_fourth_card_of_a_known_hand_cannot_be_at_the_neighbour(open_match: Open, enforcement: str) -> None:
    table = three_at_the_neighbour(open_match(enforcement=enforcement))
    assert table.match.state.turn == 1
    for card in ("6C", "8D"):
        assert refusal_of_card(table, card) == ("impossible", "hearts.deal", 1)
        refusal = table.refusal("reveal", seat=1, cards=[card])
        assert (refusal.code, refusal.rule, refusal.seat) == ("impossible", "hearts.pass", 1)
    assert not {*cards(MANY_CLUBS)} & {*legal(table)}
    assert "9D" in legal(table)
    lay(table, "9D TD JD 8D")


@both
@pytest.mark.parametrize("enforcement", ["strict", "record"])
def test_a_seat_lays_no_more_than_three_cards_that_it_was_not_dealt(open_match: Open, enforcement: str) -> None:
    table = three_received(open_match(enforcement=enforcement))
    assert table.match.state.turn == 0
    assert refusal_of_card(table, "KS") == ("impossible", "hearts.deal", 0)
    assert set(legal(table)) == set(cards(MANY_CLUBS)) - {"2C"}
    lay(table, "6D")


def test_more_cards_shown_at_once_than_a_pass_moves_are_impossible() -> None:
    table = deal_partly_seen(castillar(), MANY_CLUBS, None, None, None)
    refusal = table.refusal("reveal", seat=1, cards=["2C", "3C", "4C", "5C"])
    assert (refusal.code, refusal.rule) == ("impossible", "hearts.pass")
    assert "three" in refusal.text.en
    assert "tres" in refusal.text.es
    table.say("reveal", seat=1, cards=["2C", "3C", "4C"])
    assert refusal_of_card(table, "5C")[0] == "impossible"


def test_cards_shown_by_the_giver_are_none_that_it_passed() -> None:
    table = deal_partly_seen(castillar(), MANY_CLUBS, None, None, None)
    assert table.refusal("reveal", seat=0, cards=cards("23456789TJC 6D")).rule == "hearts.pass"
    table.say("reveal", seat=0, cards=cards("23456789TJC"))
    table.say("reveal", seat=1, cards=cards("678D"))


def test_what_is_left_of_three_known_hands_is_the_fourth() -> None:
    """Seat 1 holds diamonds and clubs only; a spade has come to seat 3 or to seat 0."""
    table = deal_partly_seen(castillar(), *SUITS[:3], None)
    for seat in (1, 2):
        assert table.refusal("reveal", seat=seat, cards=["2S"]).rule == "hearts.pass"
    for seat in (3, 0):
        table.say("reveal", seat=seat, cards=[f"{seat + 2}S"])


def test_a_hand_that_received_an_unseen_pass_of_a_known_hand_holds_nothing_else() -> None:
    table = deal_partly_seen(castillar(), *SUITS[:2], None, None, passes=(None, "234D", None, None))
    assert table.refusal("reveal", seat=1, cards=["2S"]).rule == "hearts.pass"
    table.say("reveal", seat=1, cards=cards("678C"))


@pytest.mark.parametrize(("before", "to"), [(0, 1), (1, 3), (2, 2)])
def test_the_neighbour_is_whom_this_round_passes_to(before: int, to: int) -> None:
    table = castillar(limit=1000)
    for _ in range(before):
        table.say("count", figures={"points": [13, 13, 0, 0]})
    deal_partly_seen(table, SUITS[0], None, None, None)
    assert table.refusal("reveal", seat=to, cards=cards("2345C")).rule == "hearts.pass"
    table.say("reveal", seat=to, cards=cards("345C"))
    assert [entry["seat"] for entry in table.moves()] == [0]


@both
def test_a_new_deal_forgets_it(open_match: Open) -> None:
    for ending in (
        {"type": "redeal", "reason": "por probar"},
        {"type": "count", "figures": {"points": [13, 13, 0, 0]}},
    ):
        table = three_at_the_neighbour(open_match())
        table.tell(ending)
        deal_partly_seen(table, None, None, None, None)
        table.say("reveal", seat=1, cards=cards(MANY_CLUBS))


def test_a_play_taken_back_no_longer_counts() -> None:
    table = three_at_the_neighbour(castillar())
    table.say("retract", to=table.match.version - 1, reason="no era esa")
    lay(table, "8D")
    assert refusal_of_card(table, "7D")[0] == "impossible"


def test_a_reader_who_did_not_see_the_hand_may_think_of_every_card() -> None:
    table = three_at_the_neighbour(castillar())
    assert {"6C", "8D"} <= {entry["card"] for entry in table.moves(NOBODY)}


@pytest.mark.parametrize("seat", range(4))
def test_a_player_is_told_nothing_by_which_cards_are_refused(seat: int) -> None:
    state = three_at_the_neighbour(castillar()).match.state
    for card in FRENCH.names:
        with pytest.raises(Forbidden):
            require_own_knowledge(state, Play(seat, card), 1 << seat)


def test_a_log_that_says_too_much_already_is_recorded_to_its_end() -> None:
    """A log may exist that was recorded before four cards of a hand at the neighbour were refused."""
    table = three_at_the_neighbour(castillar())
    state = table.match.state
    assert isinstance(state, HeartsState)
    judge = state.knowledge
    assert judge.passing is not None
    judge.passing = judge.passing.showing(1, FRENCH.bit["6C"])
    lay(table, "8D 9D TD JD")
