"""Ways to lose a single deal of two in Casino (casino.loses)."""

import pytest

from referee.errors import Impossible, MatchOver
from tests.support.casino import TABLE, CasinoTable, built_nine, single

# casino.loses


def loss_of(table: CasinoTable, seat: int) -> bool:
    result = table.view()["result"] or {}
    return (result.get("ranking"), result.get("winner_sides"), result.get("reason")) == (
        [[1 - seat], [seat]],
        [1 - seat],
        "casino.loses",
    )


def test_loses_by_an_improper_build() -> None:
    table = single()
    table.deal(table=TABLE)
    table.build("9C", "3C", 10)
    assert loss_of(table, 0)
    assert table.view()["score"]["totals"] == [-1, 1]
    assert isinstance(table.no("trail", "KC", seat=1), MatchOver)


def test_loses_by_an_improper_build_proven_later() -> None:
    table = built_nine("7C 3C KC KD", single())
    table.take("9D", builds="b1")
    table.trails("JC JD QC QD")
    assert table.view()["status"] == "open"
    table.trail("JH")
    assert loss_of(table, 0)


def test_loses_by_an_illegal_take_once_the_next_seat_plays() -> None:
    table = single()
    table.deal(table=TABLE)
    table.take("9C", "2C 3C")
    assert table.view()["status"] == "open"
    table.trail("KC")
    assert loss_of(table, 0)
    assert table.view()["score"]["totals"] == [0, 0]


def test_loses_not_by_an_illegal_take_that_was_taken_back() -> None:
    table = single()
    table.deal(table=TABLE)
    table.take("9C", "2C 3C")
    table.say("retract", to=2, reason="toma ilegal")
    table.trails("9C KC")
    assert table.view()["status"] == "open"


def test_loses_by_an_illegal_take_with_the_last_card() -> None:
    table = single(dealer=0)
    table.deal(table=TABLE)
    table.trail_rounds(5)
    table.say("announce_last", seat=0)
    table.trail_unseen(7)
    table.take("AS", "2C")
    assert loss_of(table, 0)


def test_loses_by_forgetting_the_last_round() -> None:
    table = single()
    table.deal(table=TABLE)
    table.trail_rounds(5)
    table.trail_unseen(1)
    assert loss_of(table, 1)
    assert table.proven_infractions()[0][0] == "casino.last-round"


def test_loses_by_looking_at_taken_cards() -> None:
    table = single()
    assert isinstance(table.refusal("looked", seat=0), Impossible)
    table.deal(table=TABLE)
    table.say("looked", seat=0)
    assert loss_of(table, 0)
    other = CasinoTable()
    other.deal(table=TABLE)
    other.say("looked", seat=0)
    assert (other.view()["status"], other.proven_infractions()) == ("open", [])


@pytest.mark.parametrize(
    ("cause", "rounds", "loser"),
    [
        ("dealt_too_many", 1, None),
        ("dealt_too_many", 2, 1),
        (None, 1, None),
        (None, 2, 1),
        ("out_of_turn", 1, 0),
        ("played_two", 1, 0),
        ("pack_short", 6, None),
    ],
)
def test_loses_by_a_wrong_hand(cause: str | None, rounds: int, loser: int | None) -> None:
    table = single()
    table.deal(table=TABLE)
    table.trail_rounds(rounds - 1)
    table.say("short_hand", seat=0, cards=1, **({"cause": cause} if cause else {}))
    assert (table.view()["status"] == "open") if loser is None else loss_of(table, loser)


@pytest.mark.parametrize("options", [{"seats": 3, "single_deal": True}, {"seats": 2}])
def test_loses_only_a_single_deal_of_two(options: dict[str, object]) -> None:
    table = CasinoTable(dealer=1, **options)  # type: ignore[arg-type]
    table.deal(table=TABLE)
    table.build("9C", "3C", 10)
    table.say("looked", seat=1)
    table.say("short_hand", seat=0, cards=1, cause="played_two")
    assert table.view()["status"] == "open"


def test_loses_by_a_claim_that_the_referee_upholds() -> None:
    table = built_nine("7C 3C KC KD", single())
    table.say("claim", by=1, against=0, kind="improper-build", at=3)
    table.say("ruling", claim="c1", upheld=True, reason="lo confesó")
    assert loss_of(table, 0)


def test_loses_by_a_hand_revealed() -> None:
    table = built_nine("7C 3C KC KD", single())
    table.say("reveal", seat=0, cards=["JC", "JD", "JH"])
    assert loss_of(table, 0)
