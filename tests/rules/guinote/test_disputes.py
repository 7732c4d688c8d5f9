"""Guiñote: the disputed renuncio and the disputed cante, and their settlement."""

from typing import Any

import pytest

from referee.errors import Impossible
from referee.match.facts import HandScored, MatchRestated, TallyCounted, TrickTaken
from tests.support.guinote_hands import (
    ALL,
    CUT,
    PAIRS,
    SIETE,
    accuse,
    brink,
    claims,
    finish,
    game,
    partidas,
    renuncio,
)
from tests.support.guinote_table import PlayOut, arrastre
from tests.support.table import Table

# Permitted claims by seat


@pytest.mark.parametrize(
    ("by", "against", "shift"), [(3, 1, 0), (1, 1, 0), (2, 1, -1), (2, 3, 0), (0, 1, 50), (2, 1, -18)]
)
def test_renuncio_claim_by_its_own_pair_or_of_no_play_of_the_seat(by: int, against: int, shift: int) -> None:
    table, at = renuncio()
    refusal = table.refusal("claim", by=by, against=against, kind="renuncio", at=at + shift)
    assert (type(refusal), refusal.rule) == (Impossible, "guinote.renuncio")


def test_renuncio_claim_of_a_seat_that_does_not_exist() -> None:
    table, at = renuncio()
    assert isinstance(table.refusal("claim", by=4, against=1, kind="renuncio", at=at), Impossible)


def test_renuncio_claim_of_a_play_of_a_void_hand() -> None:
    table, at = renuncio(known_seats=ALL)
    assert table.proven_infractions()
    table.say("redeal", reason="se cayó la baraja")
    refusal = table.refusal("claim", by=2, against=1, kind="renuncio", at=at)
    assert refusal.rule == "guinote.renuncio"
    table.say("deal", turn_up="1B")
    assert isinstance(table.refusal("claim", by=2, against=1, kind="renuncio", at=at), Impossible)


def test_renuncio_claim_of_a_play_of_another_partida() -> None:
    table = brink(0, (95, 60))
    at = table.match.version
    seat = table.match.state.author(at)
    assert seat is not None
    finish(table)
    assert isinstance(table.refusal("claim", by=(seat + 1) % 4, against=seat, kind="renuncio", at=at), Impossible)
    table.say("deal", turn_up="1B")
    assert isinstance(table.refusal("claim", by=(seat + 1) % 4, against=seat, kind="renuncio", at=at), Impossible)


def test_cante_claim_needs_a_cante_and_a_renuncio_claim_a_play() -> None:
    table = arrastre(*PAIRS, turn_up="3C", leader=0, known_seats=())
    table.say("cante", seat=0, value=20)
    at = table.match.version
    assert isinstance(table.refusal("claim", by=1, against=0, kind="renuncio", at=at), Impossible)
    assert isinstance(table.refusal("claim", by=1, against=0, kind="cante", at=at - 1), Impossible)
    assert isinstance(table.refusal("claim", by=2, against=0, kind="cante", at=at), Impossible)
    accuse(table, at, by=3, against=0, kind="cante")
    assert claims(table) == ["pending"]


# Judged at once, pending, proven


def test_renuncio_of_a_known_hand_is_judged_at_once() -> None:
    table, at = renuncio(known_seats=ALL)
    accuse(table, at)
    assert claims(table) == ["upheld"]
    assert partidas(table) == [1, 0]
    assert [hand.points for hand in table.match.ledger.hands] == [None]
    assert table.view()["phase"] == "deal"
    assert table.view()["turn"] is None


def test_first_dealer_after_a_claim_within_a_trick_won_the_last_whole_trick() -> None:
    table, at = renuncio(known_seats=ALL)
    table.plays("4C")
    assert table.match.state.turn == 3
    accuse(table, at)
    assert (claims(table), table.view()["dealer"]) == (["upheld"], 0)
    table.say("deal", turn_up="1B")
    assert table.view()["turn"] == 1


@pytest.mark.parametrize("seats", [(), (1,), (0, 1, 2, 3)])
def test_renuncio_claim_of_a_legal_play_is_rejected_at_once(seats: tuple[int, ...]) -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0, known_seats=seats)
    table.plays("7O", "10O")
    accuse(table, table.match.version)
    accuse(table, table.match.version - 2, by=1, against=0)
    assert claims(table) == ["rejected", "rejected"]
    assert partidas(table) == [0, 0]


def test_renuncio_claim_of_a_play_of_the_descarte_is_rejected_at_once() -> None:
    table = arrastre(*SIETE, turn_up="3C", leader=0, known_seats=())
    at = 3
    seat = table.match.state.author(at)
    assert seat is not None
    accuse(table, at, by=(seat + 1) % 4, against=seat)
    assert claims(table) == ["rejected"]


def test_renuncio_unclaimed_costs_nothing() -> None:
    table, _ = renuncio(known_seats=(0, 1, 2, 3))
    table.plays("6O", "3C")
    assert table.view()["turn"] == 3
    assert partidas(table) == [0, 0]


def test_renuncio_pending_until_a_later_card_proves_it() -> None:
    table, at = renuncio()
    accuse(table, at)
    assert claims(table) == ["pending"]
    assert {(i.code, i.status) for i in table.match.ledger.infractions} == {
        ("guinote.arrastre-follow", "open"),
        ("guinote.arrastre-beat", "open"),
    }
    table.plays("6O", "3C", "7B", "2B")
    facts = table.say("play", seat=1, card="4O")
    assert claims(table) == ["upheld"]
    assert table.match.ledger.claims[0].ruled_at == table.match.version
    # 4O breaks the rule of following; no reader will see if the hand had a better card.
    assert table.proven_infractions() == [("guinote.arrastre-follow", 1, at, table.match.version)]
    assert [i.status for i in table.match.ledger.infractions] == ["proven", "dismissed"]
    assert [fact for fact in facts if isinstance(fact, TallyCounted)] == [
        TallyCounted("partidas", 0, "guinote.renuncio")
    ]
    assert isinstance(facts[-1], MatchRestated)
    assert table.view()["dealer"] == 3
    assert table.moves()[0]["type"] == "deal"


def test_renuncio_proven_by_a_reveal_of_the_hand() -> None:
    table, at = renuncio()
    accuse(table, at, by=0)
    table.say("reveal", seat=1, cards=["4O", "10O", "1C", "2C", "6B"])
    assert claims(table) == ["upheld"]
    assert [code for code, *_ in table.proven_infractions()] == ["guinote.arrastre-beat", "guinote.arrastre-follow"]
    assert partidas(table) == [1, 0]


def test_renuncio_that_is_none_is_rejected_by_a_reveal() -> None:
    hands = [hand.replace("4O", "7C").replace("10O", "6C") for hand in SIETE]
    table = arrastre(*hands, turn_up="3C", leader=0, known_seats=())
    table.plays("7O", "1C")
    accuse(table, table.match.version)
    assert claims(table) == ["pending"]
    table.say("reveal", seat=1, cards=["7C", "6C", "2C", "3E", "6B"])
    assert claims(table) == ["rejected"]
    assert [i.status for i in table.match.ledger.infractions] == ["dismissed"]
    assert table.view()["turn"] == 2


@pytest.mark.parametrize("upheld", [True, False])
def test_renuncio_settled_by_the_referees_word(upheld: bool) -> None:
    table, at = renuncio()
    accuse(table, at)
    facts = table.say("ruling", claim="c1", upheld=upheld, reason="se vio la carta")
    assert claims(table) == ["upheld" if upheld else "rejected"]
    assert partidas(table) == [int(upheld), 0]
    assert isinstance(facts[-1], MatchRestated)
    assert table.view()["phase"] == ("deal" if upheld else "arrastre")
    assert isinstance(table.refusal("ruling", claim="c1", upheld=True, reason="otra vez"), Impossible)
    assert isinstance(table.refusal("ruling", claim="c2", upheld=True, reason="no existe"), Impossible)


def test_renuncio_ruled_out_is_not_proven_by_a_later_card() -> None:
    table, at = renuncio()
    accuse(table, at)
    table.say("ruling", claim="c1", upheld=False, reason="se vio la mano")
    table.plays("6O", "3C", "7B", "2B", "6B")
    assert table.proven_infractions() == []


def test_renuncio_pending_claims_are_rejected_when_another_ends_the_partida() -> None:
    table, at = renuncio()
    accuse(table, at)
    table.plays("6O", "7B")
    # Seat 3 is known to hold 3C and did not beat the 7O: a renuncio of its own.
    accuse(table, table.match.version, by=0, against=3)
    assert claims(table) == ["rejected", "upheld"]
    assert partidas(table) == [1, 0]
    assert {i.status for i in table.match.ledger.infractions} == {"proven", "dismissed"}


def test_renuncio_the_last_card_of_the_hand_decides_before_counting() -> None:
    hands = ("7O 2E 4E 5E 2B 4B", "10O 4O 1C 2C 3E 6B", "6O 4C 5C 7E 10E 5B", "3C 11C 1E 12E 7B 10B")
    table = arrastre(*hands, turn_up="3C", leader=0, known_seats=())
    table.plays("7O", "4O")
    at = table.match.version
    accuse(table, at)
    table.plays("6O", "3C", "11C", "2B", "1C", "4C", "6B", "5B", "7B", "4B", "7E", "12E", "2E", "3E")
    assert claims(table) == ["pending"]
    turn = table.match.state.turn
    while claims(table) == ["pending"]:
        turn = table.match.state.turn
        table.say("play", seat=turn, card=next(c for c in hands[turn or 0].split() if not _is_laid(table, c)))
    assert table.proven_infractions() == [("guinote.arrastre-beat", 1, at, table.match.version)]
    assert table.match.ledger.hands[-1].points is None


def _is_laid(table: Table, card: str) -> bool:
    return bool(table.match.state.knowledge.laid_cards & table.match.state.pack.bit[card])


def test_renuncio_whose_proof_ends_a_trick_counts_it_as_the_last_played() -> None:
    table, at = renuncio()
    accuse(table, at)
    table.plays("6O", "7B", "2E", "6B", "10E", "10B", "7E", "1E", "4E")
    assert claims(table) == ["pending"]
    totals = table.match.ledger.totals[:]
    facts = table.say("play", seat=1, card="10O")
    assert claims(table) == ["upheld"]
    assert game(table).winner == 3
    assert next(fact.seat for fact in facts if isinstance(fact, TrickTaken)) == 3
    assert table.view()["dealer"] == 3
    assert table.match.ledger.totals == totals


def test_renuncio_of_the_ida_claimed_in_the_vueltas() -> None:
    out = _ida_with_renuncio()
    table = out.truth
    code, seat, version, _ = next(i for i in table.proven_infractions() if i[0] != "guinote.first-dealer")
    assert code.startswith("guinote.arrastre")
    before = Table.__new__(Table)
    before.match, before.past, before.facts, before.events = table.match.copy(), table.past[:], [], []
    # Between the hands
    before.say("claim", by=(seat + 1) % 4, against=seat, kind="renuncio", at=version)
    assert partidas(before)[(seat + 1) % 2] == 1
    assert [hand.points is None for hand in before.match.ledger.hands] == [False]
    assert before.moves()[0]["type"] == "deal"
    # In the vueltas
    out.deal()
    table.plays(table.moves()[0]["card"])
    dealer = table.view()["dealer"]
    table.say("claim", by=(seat + 1) % 4, against=seat, kind="renuncio", at=version)
    assert partidas(table)[(seat + 1) % 2] == 1
    assert [hand.points is None for hand in table.match.ledger.hands] == [False, True]
    assert table.view()["dealer"] == dealer


def _ida_with_renuncio() -> PlayOut:
    for seed in range(1000):
        out = PlayOut(seed, irregular=0.5)
        out.hand()
        if max(out.truth.match.ledger.totals) < 101 and out.truth.proven_infractions():
            return out
    raise AssertionError


def test_coto_won_by_a_claim() -> None:
    table, at = renuncio(known_seats=ALL)
    partidas(table)[:] = [2, 2]
    table.say("claim", by=0, against=1, kind="renuncio", at=at)
    result = table.match.ledger.result
    assert result is not None
    assert (result.winner_sides, result.reason) == ((0,), "guinote.coto")


# 101 in the vueltas stops the hand early


def cut_short(**opening: Any) -> tuple[Table, int]:
    """Seat 2 does not follow, is accused, and its side reaches 101 with that trick."""
    table = arrastre(*CUT, turn_up="3C", leader=0, known_seats=(), vueltas=(-200, -200), **opening)
    table.match.ledger.totals = [95, 60]
    table.plays("1O", "2O", "5B")
    at = table.match.version
    accuse(table, at, by=3, against=2)
    assert claims(table) == ["pending"]
    table.plays("7O")
    assert partidas(table) == [1, 0]
    assert claims(table) == ["rejected"]
    return table, at


def test_vueltas_cut_short_a_reveal_before_the_next_deal_upholds_the_claim() -> None:
    table, at = cut_short()
    facts = table.say("reveal", seat=2, cards=["6O"])
    assert claims(table) == ["upheld"]
    assert table.proven_infractions() == [("guinote.arrastre-follow", 2, at, table.match.version)]
    assert partidas(table) == [0, 1]
    assert table.match.ledger.hands[-1].points is None
    assert isinstance(facts[-1], MatchRestated)
    assert table.moves()[0]["type"] == "deal"


def test_vueltas_cut_short_a_reveal_that_proves_nothing_changes_nothing() -> None:
    table, _ = cut_short()
    table.say("reveal", seat=2, cards=["4C", "5C"])
    assert (claims(table), partidas(table), table.proven_infractions()) == (["rejected"], [1, 0], [])


def test_vueltas_cut_short_the_next_deal_closes_the_dispute() -> None:
    table, at = cut_short()
    table.say("deal", turn_up="1B")
    assert isinstance(table.refusal("claim", by=3, against=2, kind="renuncio", at=at), Impossible)
    table.plays("6O")
    assert (claims(table), partidas(table), table.proven_infractions()) == (["rejected"], [1, 0], [])


def test_vueltas_cut_short_an_unclaimed_renuncio_shown_later_costs_nothing() -> None:
    table = arrastre(*CUT, turn_up="3C", leader=0, known_seats=(), vueltas=(-200, -200))
    table.match.ledger.totals = [95, 60]
    table.plays("1O", "2O", "5B", "7O")
    table.say("reveal", seat=2, cards=["6O"])
    assert len(table.proven_infractions()) == 1
    assert partidas(table) == [1, 0]


def test_withdraw_drops_what_is_open_unless_a_reveal_disproves_it() -> None:
    table, at = renuncio()
    accuse(table, at)
    table.say("withdraw", seat=0, reason="se va")
    assert claims(table) == ["rejected"]
    table.say("reveal", seat=1, cards=["10O"])
    assert [code for code, *_ in table.proven_infractions()] == ["guinote.arrastre-beat", "guinote.arrastre-follow"]
    assert table.match.ledger.result is not None
    assert table.match.ledger.result.winner_sides == (1,)


def test_hand_scored_names_no_points_after_a_claim() -> None:
    table, at = renuncio(known_seats=ALL)
    table.say("claim", by=0, against=1, kind="renuncio", at=at)
    scores = [fact for _, fact in table.facts if isinstance(fact, HandScored)]
    assert [fact.points for fact in scores] == [None]
