"""The Casino records that ship as examples, each with the points that it shows."""

from typing import Any

from tests.support.records import play_record
from tests.support.table import Table


def test_an_improper_build_is_proven_with_no_hand_seen() -> None:
    table = play_record("casino-royal", Table)
    assert table.proven_infractions() == [("casino.improper-build", 1, 15, 20)]
    assert [claim["status"] for claim in table.view()["claims"]] == ["upheld"]
    result: dict[str, Any] = table.view()["result"]
    assert (table.view()["score"]["totals"], result["winner_sides"], result["margin"]) == ([11, 2], [0], 9)


def test_two_pairs_come_home_in_one_deal_and_the_order_of_counting_decides() -> None:
    table = play_record("casino-parejas", Table)
    assert table.proven_infractions() == []
    assert [hand["points"] for hand in table.view()["score"]["hands"]] == [[10, 2], [4, 11]]
    result: dict[str, Any] = table.view()["result"]
    assert (result["ranking"], result["winner_sides"], result["margin"]) == ([[0, 2], [1, 3]], [0], 1)
