"""The time of day as the log writes it: RFC 3339 in UTC, to the millisecond."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.matches import commands as matches
from referee.matches.commands import utc_now

NANOSECONDS = st.integers(0, 250 * 366 * 86_400 * 10**9)
"""Nanoseconds from 1970 on, for longer than the service will run."""


@given(st.lists(NANOSECONDS, min_size=1, max_size=5))
def test_it_is_that_of_the_machine(moments: list[int]) -> None:
    with pytest.MonkeyPatch.context() as here:
        for moment in moments:
            here.setattr(matches, "time_ns", lambda moment=moment: moment)
            then = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=moment // 1_000_000)
            assert utc_now() == then.isoformat(timespec="milliseconds").replace("+00:00", "Z")
