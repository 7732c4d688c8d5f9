"""Sets that a face without value may take, under each house rule: every set of its rank that is small enough, and no other."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from referee.cards import FRENCH
from tests.support.table import Table

FACES = "JQK"


def takes(hand: list[str], table: list[str], most: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each face of a hand with each set of its rank on the table."""
    for card in hand:
        if card[0] in FACES:
            same = [other for other in table if other[0] == card[0]]
            yield from ((card, subset) for n in range(1, most + 1) for subset in combinations(same, n))


@pytest.mark.parametrize("most", [1, 2, 3])
@pytest.mark.parametrize("seed", range(30))
def test_faces_take_as_many_of_their_rank_as_the_house_says(seed: int, most: int) -> None:
    chance = Random(seed)
    faces = [name for name in FRENCH.names if name[0] in FACES]
    lying = chance.sample(faces, 4)
    hands = [chance.sample([card for card in faces if card not in lying], 4)]
    hands.append(chance.sample([card for card in FRENCH.names if card not in (*lying, *hands[0])], 4))
    table = Table("casino.classic", 2, first_dealer=1, enforcement="strict", params={"face_captures": most})
    table.say("deal", hands=hands, table=lying)
    takes_listed = {(move["card"], tuple(move["cards"])) for move in table.moves() if move["type"] == "take"}
    assert takes_listed == {(card, tuple(FRENCH.in_order(subset))) for card, subset in takes(hands[0], lying, most)}
    for card, subset in takes(hands[0], lying, 3):
        if len(subset) > most:
            refusal = table.refusal("take", seat=0, card=card, cards=list(subset), builds=[])
            assert (refusal.code, refusal.rule) == ("irregular", "casino.take")
    for card, cards in takes_listed:
        table_of_record = Table(
            "casino.classic", 2, first_dealer=1, enforcement="record", params={"face_captures": most}
        )
        table_of_record.say("deal", hands=hands, table=lying)
        table_of_record.say("take", seat=0, card=card, cards=list(cards), builds=[])
        assert table_of_record.proven_infractions() == []


@pytest.mark.parametrize(("most", "count"), [(1, 1), (2, 0), (3, 0)])
def test_a_face_that_takes_too_many_is_an_infraction_where_it_is_recorded(most: int, count: int) -> None:
    table = Table("casino.classic", 2, first_dealer=1, params={"face_captures": most})
    table.say("deal", hands=[["KS", "2C", "3C", "4C"], None], table=["KC", "KD", "5H", "6H"])
    table.say("take", seat=0, card="KS", cards=["KC", "KD"], builds=[])
    assert [code for code, *_ in table.proven_infractions()] == ["casino.take"] * count
