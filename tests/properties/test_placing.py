"""Properties of the flow that the exact solvers rest on: it gives the same results as an exhaustive search."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tests.support.exact.placing import fits

PLACES = "abcd"
ROOM = st.fixed_dictionaries({place: st.integers(0, 3) for place in PLACES})
CARDS = st.lists(st.frozensets(st.sampled_from(PLACES)), max_size=6)


@given(ROOM, CARDS)
def test_it_says_what_trying_every_way_says(room: dict[str, int], cards: list[frozenset[str]]) -> None:
    ways = product(*(sorted(places) for places in cards))
    assert fits(room, cards) == any(all(way.count(place) <= room[place] for place in PLACES) for way in ways)
