"""Time of the list of legal moves in every game, on its busiest tables or in mid-match. Run with `make bench`."""

from typing import Any

import pytest

from referee.match.game import Busiest
from tests.support.busiest import EVERY, busiest


@pytest.mark.parametrize(("name", "of"), EVERY)
def test_legal_on_the_busiest_table(benchmark: Any, name: str, of: Busiest | None) -> None:
    match = busiest(name, of).match
    benchmark.extra_info["moves"] = len(benchmark(match.legal))
