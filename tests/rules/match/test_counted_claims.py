"""count.figures: a claim about a hand recorded by its figures is for the referee to rule."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.errors import Impossible
from referee.match.facts import ClaimMade, InfractionOpened
from tests.support.casino import built_nine
from tests.support.guinote_table import arrastre
from tests.support.hearts import castillar, deal_unseen, yppedia
from tests.support.table import Table

FIGURES = {"points": [13, 13, 0, 0]}


def revoke_clubs() -> Table:
    """Seat 1 does not follow clubs, from an unseen hand; its play is version 8. Then the round is recorded by its figures."""
    table = castillar()
    deal_unseen(table)
    table.plays("2C", "3D", "4C", "5C", first=0)
    return table


def claim(table: Table, against: int, at: int, kind: str, by: int = 0) -> list[Any]:
    return table.say("claim", by=by, against=against, kind=kind, at=at)


def play_of(table: Table, seat: int) -> int:
    """The version of the last play of a seat."""
    return max(at for at in range(table.match.version + 1) if table.match.state.author(at) == seat)


@pytest.mark.parametrize("upheld", [True, False])
def test_hearts_a_claim_after_the_figures_waits_for_the_referee(upheld: bool) -> None:
    table = revoke_clubs()
    at = play_of(table, 1)
    table.say("count", figures=FIGURES)
    assert table.match.state.knowledge.open == [[], [], [], []]
    claim_facts = claim(table, 1, at, "revoke")
    assert claim_facts == [
        ClaimMade("c1", 0, 1, "revoke", at, "pending"),
        InfractionOpened("hearts.follow-suit", 1, at),
    ]
    table.say("count", figures=FIGURES)
    assert table.view()["claims"][0]["status"] == "pending"
    table.say("ruling", claim="c1", upheld=upheld, reason="lo vi")
    view = table.view()
    assert view["claims"][0]["status"] == ("upheld" if upheld else "rejected")
    assert [i["status"] for i in view["infractions"]] == ["proven" if upheld else "dismissed"]


def test_hearts_a_claim_before_the_figures_stays_pending() -> None:
    table = revoke_clubs()
    at = play_of(table, 1)
    claim(table, 1, at, "revoke")
    table.say("count", figures=FIGURES)
    assert table.view()["claims"][0]["status"] == "pending"
    assert [i["status"] for i in table.view()["infractions"]] == ["open"]


def test_hearts_what_the_log_proved_before_the_figures_is_upheld_at_once() -> None:
    table = revoke_clubs()
    at = play_of(table, 1)
    table.say("reveal", seat=1, cards=["AC"])
    table.say("count", figures=FIGURES)
    assert claim(table, 1, at, "revoke")[0].status == "upheld"


def test_hearts_a_claim_about_a_play_without_doubt_is_rejected_at_once_after_the_figures_too() -> None:
    table = revoke_clubs()
    follows, at = play_of(table, 2), play_of(table, 1)
    cards_left = "4D 5D 6D 7D 8D 9D TD JD QD KD AD 2H"
    table.say("reveal", seat=1, cards=cards_left.split())
    table.say("count", figures=FIGURES)
    for seat, version in ((2, follows), (1, at)):
        assert claim(table, seat, version, "revoke") == [
            ClaimMade(f"c{len(table.view()['claims'])}", 0, seat, "revoke", version, "rejected")
        ]
    assert table.view()["infractions"] == []


def test_hearts_nothing_more_of_the_hand_can_be_shown_or_taken_back_by_hand() -> None:
    table = revoke_clubs()
    table.say("count", figures=FIGURES)
    assert table.view()["hand_sizes"] == [0, 0, 0, 0]
    assert isinstance(table.refusal("reveal", seat=1, cards=["AC"]), Impossible)
    assert isinstance(table.refusal("change", seat=3), Impossible)
    assert isinstance(table.refusal("redeal", reason="x"), Impossible)


@pytest.mark.parametrize("upheld", [True, False])
def test_hearts_what_the_referee_has_ruled_decides_a_second_claim_at_once(upheld: bool) -> None:
    table = revoke_clubs()
    at = play_of(table, 1)
    table.say("count", figures=FIGURES)
    claim(table, 1, at, "revoke")
    table.say("ruling", claim="c1", upheld=upheld, reason="lo vi")
    claim(table, 1, at, "revoke", by=2)
    assert table.view()["claims"][1]["status"] == ("upheld" if upheld else "rejected")
    assert [i["status"] for i in table.view()["infractions"]] == ["proven" if upheld else "dismissed"]


def test_hearts_a_void_round_leaves_the_claim_about_the_round_before_to_the_referee() -> None:
    table = revoke_clubs()
    claim(table, 1, play_of(table, 1), "revoke")
    table.say("count", figures=FIGURES)
    deal_unseen(table)
    table.plays("2C", "3D", first=0)
    claim(table, 1, play_of(table, 1), "revoke")
    table.say("redeal", reason="una carta de más")
    assert [c["status"] for c in table.view()["claims"]] == ["pending", "rejected"]
    table.say("ruling", claim="c1", upheld=True, reason="lo vi")
    assert [i["status"] for i in table.view()["infractions"]] == ["proven", "dismissed"]


@pytest.mark.parametrize("open_table", [castillar, yppedia])
def test_hearts_the_rules_make_a_moon_of_26(open_table: Callable[[], Table]) -> None:
    table = open_table()
    table.say("count", figures={"points": [26, 0, 0, 0]})
    assert table.view()["score"]["totals"] == [0, 26, 26, 26]


def discard_oros(**opening: Any) -> Table:
    """An arrastre with unseen hands: seat 1 does not follow oros."""
    table = arrastre(
        "1O 3O 2E 4E 5E 6E",
        "2O 7B 4B 5B 6B 2B",
        "12O 10O 7E 10E 11E 12E",
        "7C 11B 12B 10B 1B 3B",
        turn_up="7C",
        leader=0,
        known_seats=(),
        **opening,
    )
    table.plays("1O", "7B", "12O", "11B")
    return table


DECIDED = {"tricks": [57, 63], "last": 1, "cantes": [{"seat": 1, "value": 40}]}
"""Side 1 wins the partida in the ida."""


def test_guinote_a_ruling_on_the_counted_ida_decides_the_partida_in_the_vueltas_too() -> None:
    table = discard_oros()
    at = play_of(table, 1)
    table.say("count", figures={"tricks": [70, 50], "last": 1, "cantes": []})
    assert claim(table, 1, at, "renuncio")[0].status == "pending"
    table.say("deal", turn_up="2O")
    assert table.view()["claims"][0]["status"] == "pending"
    table.say("ruling", claim="c1", upheld=True, reason="lo vi")
    assert table.match.ledger.tallies["partidas"] == [1, 0]
    assert table.match.state.phase == "deal"


def test_guinote_a_ruling_gives_back_a_partida_that_the_figures_had_decided() -> None:
    table = discard_oros()
    at = play_of(table, 1)
    claim(table, 1, at, "renuncio")
    table.say("count", figures=DECIDED)
    assert table.match.ledger.tallies["partidas"] == [0, 1]
    table.say("ruling", claim="c1", upheld=True, reason="lo vi")
    assert table.match.ledger.tallies["partidas"] == [1, 0]
    [hand] = table.view()["score"]["hands"]
    assert (hand["points"], hand["counted"]) == (None, True)
    table.say("deal", turn_up="2O")
    assert table.view()["dealer"] == 1


def test_guinote_the_next_partida_leaves_the_claims_of_the_last_behind() -> None:
    table = discard_oros()
    at = play_of(table, 1)
    claim(table, 1, at, "renuncio")
    table.say("count", figures=DECIDED)
    table.say("deal", turn_up="2O")
    assert table.view()["claims"][0]["status"] == "rejected"
    assert isinstance(table.refusal("claim", by=0, against=1, kind="renuncio", at=at), Impossible)


CLOSE_IDA = {"tricks": [70, 50], "last": 1, "cantes": []}
"""70 to 60."""


def test_guinote_void_vueltas_leave_the_claim_about_the_counted_ida_to_the_referee() -> None:
    table = discard_oros()
    claim(table, 1, play_of(table, 1), "renuncio")
    table.say("count", figures=CLOSE_IDA)
    table.say("deal", turn_up="2O")
    table.say("redeal", reason="una carta de más")
    assert table.view()["claims"][0]["status"] == "pending"
    table.say("ruling", claim="c1", upheld=True, reason="lo vi")
    assert table.match.ledger.tallies["partidas"] == [1, 0]


def won_by_cards(table: Table) -> None:
    """The vueltas after such an ida: side 1 takes 39 in two tricks, and sings 40."""
    table.say("deal", turn_up="2O")
    table.plays("2C", "1C", "4C", "5C", "1B", "3B", "12B", "10B")
    table.say("cante", seat=3, value=40)


def won_by_figures(table: Table) -> None:
    """The same vueltas by their figures."""
    table.say("count", figures={"tricks": [0, 39], "last": 3, "cantes": [{"seat": 3, "value": 40}], "said": 1})


@pytest.mark.parametrize("win", [won_by_cards, won_by_figures])
@pytest.mark.parametrize("upheld", [True, False])
def test_guinote_a_claim_about_the_counted_ida_outlasts_101_in_the_vueltas(
    win: Callable[[Table], None], upheld: bool
) -> None:
    """No card of the vueltas can prove it, whether they are recorded by cards or by figures."""
    table = discard_oros()
    claim(table, 1, play_of(table, 1), "renuncio")
    table.say("count", figures=CLOSE_IDA)
    win(table)
    assert (table.match.ledger.totals, table.match.ledger.tallies["partidas"]) == ([70, 139], [0, 1])
    assert table.view()["claims"][0]["status"] == "pending"
    table.say("ruling", claim="c1", upheld=upheld, reason="lo vi")
    assert table.match.ledger.tallies["partidas"] == ([1, 0] if upheld else [0, 1])
    assert table.match.state.phase == "deal"


@pytest.mark.parametrize("win", [won_by_cards, won_by_figures])
def test_guinote_it_lasts_until_the_next_partida(win: Callable[[Table], None]) -> None:
    table = discard_oros()
    claim(table, 1, play_of(table, 1), "renuncio")
    table.say("count", figures=CLOSE_IDA)
    win(table)
    table.say("deal", turn_up="2O")
    assert table.view()["claims"][0]["status"] == "rejected"


def test_guinote_101_rejects_the_claims_about_the_vueltas_beside_it() -> None:
    table = discard_oros()
    claim(table, 1, play_of(table, 1), "renuncio")
    table.say("count", figures=CLOSE_IDA)
    table.say("deal", turn_up="2O")
    table.plays("2C", "1C", "4C", "5C")
    table.say("cante", seat=3, value=20)
    claim(table, 3, table.match.version, "cante")
    assert [c["status"] for c in table.view()["claims"]] == ["pending", "pending"]
    table.plays("1B", "3B", "12B", "10B")
    assert table.match.ledger.tallies["partidas"] == [0, 1]
    assert [c["status"] for c in table.view()["claims"]] == ["pending", "rejected"]


def test_guinote_the_hand_goes_on_if_101_rested_on_a_false_cante_of_the_counted_ida() -> None:
    """Seat 0 sang 40 in the ida, 90 to 80; 11 in the vueltas make 101. Without the cante they are 61."""
    table = Table("guinote", 4, first_dealer=3)
    table.say("deal", dealer=3, turn_up="2O")
    table.plays("1C", "4C", "5C", "6C")
    table.say("cante", seat=0, value=40)
    claim(table, 0, table.match.version, "cante", by=1)
    table.say("count", figures={"tricks": [40, 80], "last": 0, "cantes": [{"seat": 0, "value": 40}]})
    table.say("deal", turn_up="2O")
    table.plays("2C", "1C", "4C", "5C")
    assert (table.match.ledger.totals, table.match.ledger.tallies["partidas"]) == ([101, 80], [1, 0])
    table.say("ruling", claim="c1", upheld=True, reason="no lo tenía")
    assert (table.match.ledger.totals, table.match.ledger.tallies["partidas"]) == ([61, 80], [0, 0])
    assert (table.match.state.phase, table.match.state.turn) == ("descarte", 2)


def test_casino_a_void_deal_leaves_the_claim_about_the_deal_before_to_the_referee() -> None:
    table = built_nine("7C 3C KC KD")
    claim(table, 0, 3, "improper-build", by=1)
    table.say(
        "count",
        figures={"cards": [30, 22], "spades": [7, 6], "big": 0, "little": 1, "aces": [0, 0, 1, 1], "sweeps": [0, 0]},
    )
    totals = table.match.ledger.totals
    table.deal(table="7C 3C KC KD")
    table.say("redeal", reason="wrong_pack")
    assert table.view()["claims"][0]["status"] == "pending"
    table.say("ruling", claim="c1", upheld=True, reason="lo dijo")
    assert table.match.ledger.totals == [totals[0] - 1, totals[1] + 1]
