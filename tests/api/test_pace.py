"""The bucket of requests: a burst, then steadily more; each key its own."""

import pytest

from api.http.pace import Pace
from referee.errors import TooMany


def test_a_burst_and_then_one_request_each_second() -> None:
    now = [0.0]
    pace = Pace(60, lambda: now[0])
    for _ in range(60):
        pace.spend("a")
    with pytest.raises(TooMany) as refused:
        pace.spend("a")
    assert refused.value.extra["retry_after"] == 2
    pace.spend("b")
    now[0] += 1.0
    pace.spend("a")
    with pytest.raises(TooMany):
        pace.spend("a")


def test_what_is_left_never_grows_beyond_a_minutes_worth() -> None:
    now = [0.0]
    pace = Pace(2, lambda: now[0])
    pace.spend("a")
    now[0] += 3600
    pace.spend("a")
    pace.spend("a")
    with pytest.raises(TooMany):
        pace.spend("a")


def test_nought_is_no_limit() -> None:
    pace = Pace(0)
    for _ in range(1000):
        pace.spend("a")


def test_a_request_given_back_is_not_counted() -> None:
    pace = Pace(1, lambda: 0.0)
    pace.spend("a")
    pace.give_back("a")
    pace.spend("a")
    with pytest.raises(TooMany):
        pace.spend("a")


def test_a_flood_of_new_keys_does_not_fill_the_bucket_of_one_that_asks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.http.pace.MOST_BUCKETS", 10)
    pace = Pace(5, lambda: 0.0)
    with pytest.raises(TooMany):
        for n in range(100):
            pace.spend("a")
            pace.spend(f"new {n}")
