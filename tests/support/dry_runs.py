"""Dry runs told apart by comparison: the same request is answered in several dry runs, each with another time and other seeds.

What differs is what the service generates and what chance decides. The product knows this by itself, so it must give the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import httpx

import api.context
from api.http.json_paths import common
from api.middleware import dry_run
from referee.log.dry_run import GeneratedValues
from referee.matches import dry_run as matches

DRY = {"dry_run": "true"}
RUNS = 16
BY_ACCIDENT = {"$.fixtures[].version", "$.difference.rows"}
"""Places that another draw decides, though several draws may have the same there: a fixture keeps its id and version where the
same entrants are drawn for it, and a table its rows where the same ones are drawn into it. So a dry run has null there.
"""


@contextmanager
def unmarked_runs() -> Iterator[list[GeneratedValues]]:
    """Dry runs without any null, each with another time and other seeds; gives what they generate."""
    runs: list[GeneratedValues] = []

    def next_run() -> GeneratedValues:
        runs.append(GeneratedValues(len(runs)))
        return runs[-1]

    with (
        patch.object(api.context, "GeneratedValues", next_run),
        patch.object(dry_run, "without", lambda document, _: document),
        patch.object(matches, "SEEDS", 1),
    ):
        yield runs


def by_comparison(client: httpx.Client, method: str, path: str, **options: Any) -> Any:
    """Returns the JSON on which several dry runs of a request agree, with null for the rest; of a refusal the first one."""
    with unmarked_runs() as runs:

        def answer() -> httpx.Response:
            return client.request(method, path, params=DRY, **options)

        first = answer()
        if first.status_code >= 400:
            return first.json()
        if not any(run.seeds for run in runs):
            return _common_of_two(first.json(), answer().json())
        answers = [first, *(answer() for _ in range(RUNS - 1))]
        return common([one.json() for one in answers if one.status_code == first.status_code])


def _common_of_two(one: Any, other: Any) -> Any:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return {name: _common_of_two(one[name], other[name]) for name in one}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [*map(_common_of_two, one, other)]
    return one if one == other else None
