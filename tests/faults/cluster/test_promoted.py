"""A node that has one server of a cluster for itself: it reads while that one is a standby, and writes while it is not."""

from contextlib import suppress
from pathlib import Path

import httpx

from deploy.trial.cluster import Cluster
from deploy.trial.plan import SERVERS
from tests.faults.cluster.evening import Site
from tests.support.service import Caller, refusal_of, start
from tests.support.waiting import eventually

OPEN = {"ruleset": "hearts.castillar", "seats": [{"name": "Ana"}, {"name": "Beto"}], "first_dealer": 0}


def test_a_node_writes_while_patroni_has_its_server_write(cluster: Cluster, tmp_path: Path) -> None:
    eventually(cluster.is_whole)
    plan, primary = cluster.plan, cluster.primary()
    standby = next(server for server in SERVERS if server != primary)
    key = cluster.folder / "signing-key.pem"
    site = Site(plan.url("service"), plan.token, plan.database(), key)
    site.checkpoint(tmp_path)
    address = plan.database(f"{standby}.postgresql")
    settings = {"REFEREE_SIGNING_KEY": str(key), "REFEREE_TOKEN": plan.token, "LANGUAGE": "en"}

    matches: list[str] = []

    def says(node: Caller) -> str | None:
        # Workers that start again end their connections.
        with suppress(httpx.TransportError):
            return str(node.get("/v1/health/ready").json().get("status"))
        return None

    def has_opened(node: Caller) -> bool:
        with suppress(httpx.TransportError):
            answer = node.post("/v1/matches", json=OPEN)
            matches.extend([answer.json()["id"]] if answer.status_code == 201 else [])
        return bool(matches)

    with (
        start(tmp_path, "--workers", "2", database=address, **settings) as running,
        running.client(token=plan.token) as node,
    ):
        assert says(node) == "read_only"
        assert refusal_of(node.post("/v1/matches", json=OPEN), 503, "unavailable")["stored"] == "no"
        cluster.switchover(standby)
        eventually(lambda: has_opened(node))
        eventually(lambda: says(node) == "ready")
        site.ask("GET", f"/v1/matches/{matches[-1]}")
        eventually(cluster.is_whole)
        cluster.switchover(primary)
        eventually(lambda: says(node) == "read_only")
        assert refusal_of(node.post("/v1/matches", json=OPEN), 503, "unavailable")["stored"] == "no"
        assert node.get(f"/v1/matches/{matches[-1]}").status_code == 200
        output = running.output_text()
    assert [output.count(word) for word in ("this node writes", "from now on this node only reads")] == [1, 1]
    eventually(cluster.is_whole)
    site.require_sound(tmp_path)
