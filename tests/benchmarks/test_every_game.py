"""How long the list of legal moves takes in every game, on its busiest table or in mid-match. Run with `make bench`."""

from typing import Any

import pytest

from referee.match.registry import rulesets
from tests.support.busiest import busiest


@pytest.mark.parametrize("name", rulesets())
def test_legal_on_the_busiest_table(benchmark: Any, name: str) -> None:
    match = busiest(name).match
    benchmark.extra_info["moves"] = len(benchmark(match.legal))
