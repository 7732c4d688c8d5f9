"""Clients of the running service."""

from collections.abc import Iterator

import pytest

from tests.support.service import Caller, Running


@pytest.fixture
def organizer(running: Running) -> Iterator[Caller]:
    """A client with the organizer's token."""
    with running.client() as client:
        yield client


@pytest.fixture
def public(running: Running) -> Iterator[Caller]:
    """A client without a token."""
    with running.client(token=None) as client:
        yield client
