"""Dry runs told apart by comparison: the same request is answered in several dry runs, each with another time and other seeds.

What differs is what the service generates and what chance decides. The product knows this by itself, so it must give the same.
"""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import httpx

from api.context import AppContext
from api.middleware import dry_run
from api.middleware.dry_run import common

DRY = {"dry_run": "true"}
RUNS = dry_run.RUNS_WITH_CHANCE


def by_comparison(client: httpx.Client, method: str, path: str, **options: Any) -> Any:
    """Returns the JSON on which several dry runs of a request agree, with null for the rest; of a refusal the first one."""
    parts: list[AppContext] = []
    make: Callable[[AppContext, int], AppContext] = AppContext.dry_run

    def next_parts(services: AppContext, _run: int = 0) -> AppContext:
        parts.append(make(services, len(parts)))
        return parts[-1]

    def answer() -> httpx.Response:
        return client.request(method, path, params=DRY, **options)

    with (
        patch.object(AppContext, "dry_run", next_parts),
        patch.object(dry_run, "without", lambda value, *_: value),
        patch.object(dry_run, "RUNS_WITH_CHANCE", 1),
    ):
        first = answer()
        if first.status_code >= 400:
            return first.json()
        if not any(part.generated and part.generated.seeds for part in parts):
            return _common_of_two(first.json(), answer().json())
        answers = [first, *(answer() for _ in range(RUNS - 1))]
        return common([one.json() for one in answers if one.status_code == first.status_code])


def _common_of_two(one: Any, other: Any) -> Any:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return {name: _common_of_two(one[name], other[name]) for name in one}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [*map(_common_of_two, one, other)]
    return one if one == other else None
