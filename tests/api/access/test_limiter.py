"""Tests of the bucket of requests: first a burst, then a steady rate, with one bucket for each key."""

import pytest

from api.access.limiter import Quota, RateLimiter
from referee.errors import TooMany


def test_a_burst_and_then_one_request_each_second() -> None:
    now = [0.0]
    limiter = RateLimiter(60, lambda: now[0])
    for _ in range(60):
        limiter.spend("a")
    with pytest.raises(TooMany) as error:
        limiter.spend("a")
    assert error.value.extra["retry_after"] == 2
    limiter.spend("b")
    now[0] += 1.0
    limiter.spend("a")
    with pytest.raises(TooMany):
        limiter.spend("a")


def test_what_is_left_never_grows_beyond_a_minutes_worth() -> None:
    now = [0.0]
    limiter = RateLimiter(2, lambda: now[0])
    limiter.spend("a")
    now[0] += 3600
    limiter.spend("a")
    limiter.spend("a")
    with pytest.raises(TooMany):
        limiter.spend("a")


def test_a_flood_of_new_keys_does_not_fill_the_bucket_of_one_that_asks_on() -> None:
    limiter = RateLimiter(5, lambda: 0.0, most_buckets=10)
    with pytest.raises(TooMany):
        for n in range(100):
            limiter.spend("a")
            limiter.spend(f"new {n}")


def test_a_key_is_told_what_it_has_left_and_when_it_has_all_again() -> None:
    now = [0.0]
    limiter = RateLimiter(60, lambda: now[0])
    for _ in range(10):
        limiter.spend("a")
    now[0] += 4.0
    quota = limiter.quota("a")
    assert quota.headers() == {"RateLimit-Policy": '"minute";q=60;w=60', "RateLimit": '"minute";r=54;t=6'}


def test_telling_what_is_left_spends_nothing() -> None:
    limiter = RateLimiter(1, lambda: 0.0)
    for _ in range(3):
        assert limiter.quota("a") == Quota(1, 1, 0)
    limiter.spend("a")
    assert limiter.quota("a") == Quota(1, 0, 60)
