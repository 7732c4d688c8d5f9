"""The records of Por la Corona that ship with the demonstration are whole and true to the rules."""

import pytest

from tests.support.records import play_record
from tests.support.table import Table


@pytest.mark.parametrize(
    ("name", "totals", "proofs"),
    [
        ("known", [1, 0], []),
        ("unknown", [1, 0], [("corona.defend", 0), ("corona.hire", 1)]),
    ],
)
def test_record(name: str, totals: list[int], proofs: list[tuple[str, int]]) -> None:
    table = play_record(f"corona-{name}", Table)
    view = table.view()
    assert (view["status"], view["score"]["totals"], view["table"]["lost_at"]) == ("finished", totals, "damage")
    assert [(code, seat) for code, seat, _, _ in table.proven_infractions()] == proofs
    assert all(hand is not None for hand in view["hands"]) or name == "unknown"
