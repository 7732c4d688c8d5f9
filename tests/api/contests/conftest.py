"""A client of an organizer for a file of tests, and a league of teams of its own for each."""

from collections.abc import Iterator

import pytest

from tests.support.service import Caller, Running
from tests.support.teams_at_work import TeamContest


@pytest.fixture(scope="module")
def desk(running: Running) -> Iterator[Caller]:
    """A client with the organizer's token, for all tests of a file."""
    with running.client() as client:
        yield client


@pytest.fixture
def league(desk: Caller) -> TeamContest:
    """A league of three teams."""
    return TeamContest(desk)
