"""A cluster that the tests of this folder break: started once, ended in any case."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.trial.cluster import Cluster
from deploy.trial.programs import Missing, installed

UP_SECONDS = 600.0
"""Far above what a start takes on a busy machine, which is half a minute."""


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A cluster that is up. Skips the test where a program of it is not installed."""
    try:
        programs = installed()
    except Missing as missing:
        pytest.skip(str(missing))
    with tempfile.TemporaryDirectory(prefix="referee-cluster-") as folder:
        made = Cluster(Path(folder), programs)
        try:
            made.up(UP_SECONDS)
            yield made
        finally:
            made.down()
