"""A cluster under load, broken in every possible way: nothing acknowledged is lost, nothing is doubled."""

from pathlib import Path
from random import Random

import pytest

from deploy.trial.cluster import Cluster
from tests.faults.cluster.breaking import APART, FAULTS, LONG, Fault
from tests.faults.cluster.rounds import cluster_round


@pytest.mark.parametrize("fault", (*FAULTS, *LONG), ids=lambda fault: fault.__name__)
def test_nothing_acknowledged_is_lost(cluster: Cluster, fault: Fault, tmp_path: Path) -> None:
    if fault in APART and cluster.machines is None:
        pytest.skip("the servers have no network and no disk of their own here: see deploy/trial/machines.py")
    cluster_round(cluster, fault, Random(fault.__name__), tmp_path)
