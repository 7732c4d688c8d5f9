"""Guiñote: the results of hands, partidas and the coto. Each test carries the code of the rule that it is about."""

import pytest

from referee.errors import BadRequest, Impossible, MatchOver
from referee.match.facts import Fact, HandScored, MatchEnded, TallyCounted
from referee.match.ledger import Item
from tests.support.guinote_hands import LOW, PAIRS, brink, finish, game
from tests.support.guinote_table import PlayOut, arrastre, ida
from tests.support.table import Table

# Low cards and four caballos; the last hand has triunfo only and wins every trick of the arrastre.


def partidas(table: Table) -> list[int]:
    return table.match.ledger.tallies["partidas"]


def winners_of(facts: list[Fact]) -> list[tuple[int, str]]:
    """The winner of the partida, and the rule that made it so."""
    return [(fact.seat, fact.rule) for fact in facts if isinstance(fact, TallyCounted)]


# guinote.last-trick, guinote.win-first-hand


def test_last_trick_is_worth_ten() -> None:
    table = brink(0, (60, 60))
    facts = finish(table)
    assert table.match.ledger.totals == [70, 60]
    score = next(fact for fact in facts if isinstance(fact, HandScored))
    assert score.points == (70, 60)
    assert Item(0, 10, "guinote.last-trick") in score.items


@pytest.mark.parametrize(("total", "winner"), [(90, []), (91, [(0, "guinote.win-first-hand")])])
def test_win_first_hand_with_101(total: int, winner: list[tuple[int, str]]) -> None:
    table = brink(0, (total, 99))
    assert winners_of(finish(table)) == winner
    assert game(table).partida_over == bool(winner)


def test_win_first_hand_is_counted_at_its_end_only() -> None:
    table = brink(1, (150, 20), left=2)
    assert winners_of(finish(table, 2)) == [(0, "guinote.win-first-hand")]
    assert table.match.ledger.totals == [150, 30]


@pytest.mark.parametrize("side", [0, 1])
def test_win_first_hand_both_over_goes_to_the_last_trick(side: int) -> None:
    table = brink(side, (130, 110) if side else (110, 130))
    assert winners_of(finish(table)) == [(side, "guinote.win-first-hand")]


def test_thirty_loses_the_partida() -> None:
    assert winners_of(finish(brink(0, (95, 30), poor=0))) == [(1, "guinote.thirty")]
    assert winners_of(finish(brink(0, (95, 30), poor=1))) == [(0, "guinote.win-first-hand")]


def test_thirty_is_judged_after_the_last_trick_has_decided() -> None:
    assert winners_of(finish(brink(0, (110, 110), poor=0))) == [(1, "guinote.thirty")]
    assert winners_of(finish(brink(0, (110, 110), poor=1))) == [(0, "guinote.win-first-hand")]


# guinote.vueltas


def test_vueltas_follow_and_count_on_top() -> None:
    table = brink(1, (50, 60))
    finish(table)
    assert table.match.ledger.totals == [50, 70]
    table.say("deal", turn_up="1B")
    assert table.view()["table"]["hand_of"] == "vueltas"
    assert table.match.ledger.totals == [50, 70]
    dealer = table.view()["dealer"]
    assert dealer == 3
    table.plays("1O", "2O", "3O", "4O")
    assert table.match.ledger.totals == [71, 70]


def test_vueltas_stop_at_101() -> None:
    table = brink(0, (101, 99), left=3, vueltas=True)
    version = table.match.version
    turn = table.match.state.turn or 0
    hands = [LOW[(seat - 1) % 4].split() for seat in range(4)]
    table.plays(*(hands[(turn + i) % 4][2] for i in range(4)))
    assert table.match.version == version + 4
    assert table.view()["phase"] == "deal"
    assert partidas(table) == [1, 0]
    assert table.view()["hand_sizes"] == [2, 2, 2, 2]
    assert [hand.points for hand in table.match.ledger.hands] == [(-200, -200), (301, 299)]


def test_vueltas_last_trick_brings_101() -> None:
    table = brink(0, (95, 90), vueltas=True)
    assert winners_of(finish(table)) == [(0, "guinote.vueltas")]
    assert table.match.ledger.totals == [105, 90]


def test_vueltas_a_cante_brings_101() -> None:
    table = arrastre(*PAIRS, turn_up="3C", leader=0, vueltas=(0, 0))
    table.match.ledger.totals = [80, 90]
    facts = table.say("cante", seat=0, value=20)
    assert (winners_of(facts), table.match.ledger.totals) == ([], [100, 90])
    facts = table.say("cante", seat=0, value=20, suit="E")
    assert winners_of(facts) == [(0, "guinote.vueltas")]
    assert table.match.ledger.totals == [120, 90]
    assert (table.view()["phase"], table.view()["turn"]) == ("deal", None)


def test_thirty_in_the_vueltas_counts_the_cards_of_both_hands() -> None:
    table = brink(0, (95, 90), poor=0, vueltas=True)
    assert winners_of(finish(table)) == [(1, "guinote.thirty")]
    rich = brink(0, (95, 90), poor=0, vueltas=True)
    game(rich).won_before[0] = 30
    assert winners_of(finish(rich)) == [(0, "guinote.vueltas")]


# guinote.first-dealer


def test_first_dealer_of_the_vueltas_and_of_the_next_partida_won_the_last_trick() -> None:
    table = brink(1, (50, 60))
    finish(table)
    assert table.view()["dealer"] == 3
    other = brink(0, (95, 60))
    finish(other)
    assert other.view()["dealer"] == 0
    other.say("deal", turn_up="1B")
    assert other.match.state.turn == 1


# guinote.coto


def test_coto_totals_are_kept_until_the_next_partida_is_dealt() -> None:
    table = brink(0, (95, 60))
    finish(table)
    assert table.view()["score"]["totals"] == [105, 60]
    assert table.view()["score"]["reading"] == ["55 buenas", "10 buenas"]
    facts = table.say("deal", turn_up="1B")
    assert table.view()["score"]["totals"] == [0, 0]
    assert table.view()["table"]["partida"] == 2
    assert facts[0].partida == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("wins", [3, 4])
def test_coto_ends_with_the_agreed_partidas(wins: int) -> None:
    out = PlayOut(7, params={"wins": wins})
    while not out.over:
        out.hand()
    ledger = out.truth.match.ledger
    assert max(ledger.tallies["partidas"]) == wins
    side = ledger.tallies["partidas"].index(wins)
    endings = [fact for _, fact in out.truth.facts if isinstance(fact, MatchEnded)]
    assert endings == [MatchEnded(((side, side + 2), (1 - side, 3 - side)), (side,), "guinote.coto")]
    assert out.truth.view()["phase"] == "over"
    assert out.truth.moves() == []
    assert isinstance(out.truth.refusal("deal", turn_up="1B"), MatchOver)


@pytest.mark.parametrize("params", [{"wins": 2}, {"wins": 5}, {"wins": "3"}, {"points": 101}])
def test_coto_of_another_length_is_malformed(params: dict[str, object]) -> None:
    with pytest.raises(BadRequest):
        Table("guinote", 4, params=params)


def test_coto_of_two_seats() -> None:
    out = PlayOut(3, seats=2)
    while not out.over:
        out.hand()
    result = out.truth.match.ledger.result
    assert result is not None
    side = result.winner_sides[0]
    assert result.ranking == ((side,), (1 - side,))


# Hands broken off


def test_redeal_takes_the_points_of_the_hand_back_and_the_same_dealer_deals() -> None:
    out = ida()
    table = out.truth
    before = table.match.ledger.totals[:]
    out.deal()
    dealer = table.view()["dealer"]
    while game(table).tricks() < 2:
        out.step()
    assert table.match.ledger.totals != before
    hand = table.view()["hand"]
    table.say("redeal", reason="una carta boca arriba")
    assert table.match.ledger.totals == before
    assert table.view()["dealer"] == dealer
    out.deal()
    assert table.view()["hand"] == hand
    assert table.match.ledger.totals == before


def test_redeal_needs_a_hand() -> None:
    assert isinstance(Table("guinote", 4).refusal("redeal", reason="x"), Impossible)


def test_withdraw_finishes_the_match_for_the_other_side() -> None:
    table = brink(0, (60, 60))
    table.say("withdraw", seat=2, reason="se encuentra mal")
    result = table.match.ledger.result
    assert result is not None
    assert (result.winner_sides, result.ranking) == ((1,), ((1, 3), (0, 2)))
    assert table.view()["status"] == "finished"
    assert table.moves() == []
    table.say("withdraw", seat=3, reason="también")
    assert table.view()["status"] == "abandoned"


def test_confirm_needs_a_scored_hand() -> None:
    table = brink(0, (60, 60))
    assert isinstance(table.refusal("confirm", side=0, hand=1), Impossible)
    finish(table)
    table.say("confirm", side=0, hand=1)
    assert isinstance(table.refusal("confirm", side=2, hand=1), Impossible)
