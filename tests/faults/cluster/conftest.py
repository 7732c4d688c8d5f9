"""A cluster that the tests of this folder break: started once, ended in any case."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.trial import machines
from deploy.trial.cluster import Cluster, NotReady
from deploy.trial.plan import NODES
from deploy.trial.programs import Missing, find_programs

UP_SECONDS = 600.0
"""Seconds far above the time of a start on a busy machine, which is half a minute."""
APART = os.environ.get("APART", "1") == "1"
"""True if the servers are to have networks and disks of their own, where this system allows it."""
LAST_LINES = 200
"""Lines of the output of each node, where a test has failed."""


@pytest.fixture(scope="session")
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    """A cluster that is up, its servers apart where this system allows it. Skips the test where a program of it is missing."""
    try:
        programs = find_programs()
    except Missing as missing:
        pytest.skip(str(missing))
    with tempfile.TemporaryDirectory(prefix="referee-cluster-") as folder:
        apart = APART and machines.refusal() is None
        whole_cluster = Cluster(Path(folder), programs, network=machines.free_network() if apart else 0)
        try:
            try:
                whole_cluster.up(UP_SECONDS)
            except NotReady as refused:
                pytest.skip(f"a cluster does not start here: {refused}")
            yield whole_cluster
        finally:
            whole_cluster.down()
            if whole_cluster.machines:
                whole_cluster.machines.remove()
            if request.session.testsfailed:
                for node in NODES:
                    print(node, *whole_cluster.member(node).output.read_text().splitlines()[-LAST_LINES:], sep="\n")
