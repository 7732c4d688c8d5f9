"""The files of a cluster on several machines, and of the trial cluster on one machine: the same promises in both."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from deploy.trial import files
from deploy.trial.machines import Machines, free_network, refusal
from deploy.trial.plan import KEEPERS, NODES, PORTS, SERVERS, Plan, make_plan
from referee.log.opening.engine import engine, pool_of
from referee.log.postgres.pool import POOL_MOST
from tests.support.waiting import eventually

CLUSTER = Path(__file__).parents[2] / "deploy" / "cluster"
COMPOSED = ("database.yaml", "node.yaml")
HAPROXY = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin")


def read_compose(name: str) -> Any:
    return yaml.safe_load((CLUSTER / name).read_text(encoding="utf-8"))


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return make_plan(tmp_path, range(20_000, 20_000 + len(PORTS)))


def patronis(plan: Plan, folder: Path) -> list[dict[str, Any]]:
    return [read_compose("patroni.yaml"), files.patroni_file(plan, "db1", folder, "/bin")]


@pytest.mark.parametrize("name", COMPOSED)
def test_every_setting_of_a_machine_is_in_the_example(name: str) -> None:
    settings = set(re.findall(r"\$\{(\w+)(?::\?[^}]*)?\}", (CLUSTER / name).read_text(encoding="utf-8")))
    example = (CLUSTER / "env.example").read_text(encoding="utf-8")
    assert settings
    assert settings <= set(re.findall(r"^(\w+)=", example, re.MULTILINE))


@pytest.mark.parametrize("name", COMPOSED)
def test_no_secret_is_in_a_file_that_is_shared(name: str) -> None:
    text = (CLUSTER / name).read_text(encoding="utf-8") + (CLUSTER / "patroni.yaml").read_text(encoding="utf-8")
    assert not re.findall(r"(?i)password:(?!\?)\s*(?!\$\{)\S+", text)


@pytest.mark.parametrize("name", COMPOSED)
def test_every_container_is_confined_and_comes_back(name: str) -> None:
    for service in read_compose(name)["services"].values():
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["restart"] == "unless-stopped"


def test_an_acknowledged_write_is_on_two_servers(plan: Plan, tmp_path: Path) -> None:
    for configuration in patronis(plan, tmp_path):
        dcs = configuration["bootstrap"]["dcs"]
        assert (dcs["synchronous_mode"], dcs["synchronous_mode_strict"]) == ("quorum", True)
        parameters = dcs["postgresql"]["parameters"]
        flags = ("fsync", "full_page_writes", "synchronous_commit", "wal_log_hints")
        assert {name: parameters[name] for name in flags} == dict.fromkeys(flags, "on")


def test_no_standby_that_has_all_that_was_acknowledged_is_kept_from_going_on(plan: Plan, tmp_path: Path) -> None:
    for configuration in patronis(plan, tmp_path):
        # A primary with a full disk had written 65 MB that no standby had, and none took its place.
        assert configuration["bootstrap"]["dcs"]["maximum_lag_on_failover"] >= 1 << 40


def test_a_server_that_broke_does_not_come_up_by_itself_and_keep_its_place(plan: Plan, tmp_path: Path) -> None:
    for configuration in patronis(plan, tmp_path):
        dcs = configuration["bootstrap"]["dcs"]
        # With a full disk it came up, accepted no connection, and Patroni took it for one that works.
        assert dcs["postgresql"]["parameters"]["restart_after_crash"] == "off"
        assert dcs["primary_start_timeout"] == 0


def test_a_keeper_has_time_for_two_tries_before_it_loses_its_place(plan: Plan, tmp_path: Path) -> None:
    for configuration in patronis(plan, tmp_path):
        dcs = configuration["bootstrap"]["dcs"]
        assert dcs["ttl"] >= dcs["loop_wait"] + 2 * dcs["retry_timeout"]


def test_the_nodes_of_a_trial_have_as_many_workers_as_the_example() -> None:
    example = (CLUSTER / "env.example").read_text(encoding="utf-8")
    assert f"WORKERS={files.WORKERS}\n" in example
    assert "${WORKERS" in read_compose("node.yaml")["services"]["referee"]["command"][-1]


def test_a_server_has_room_for_the_connections_of_two_nodes(plan: Plan, tmp_path: Path) -> None:
    beside = pool_of(engine(plan.database()))
    assert beside
    # One more on which a worker listens, one on which it looks, and one on which it stores.
    nodes = len(NODES) * files.WORKERS * (POOL_MOST + beside.most + 3)
    for configuration in patronis(plan, tmp_path):
        assert nodes < configuration["bootstrap"]["dcs"]["postgresql"]["parameters"]["max_connections"]


def test_every_member_that_is_tried_has_ports_of_its_own(plan: Plan, tmp_path: Path) -> None:
    assert len(set(plan.ports.values())) == len(PORTS)
    argument_lines = [" ".join(files.etcd_arguments(plan, name, tmp_path)) for name in KEEPERS]
    argument_lines += [str(files.patroni_file(plan, name, tmp_path, "/bin")) for name in SERVERS]
    argument_lines += [files.haproxy_file(plan), *NODES]
    for name, port in plan.ports.items():
        assert name in NODES or any(str(port) in one for one in argument_lines), name


def test_servers_that_are_apart_have_an_address_each(tmp_path: Path) -> None:
    apart = make_plan(tmp_path, range(20_000, 20_000 + len(PORTS)), network=7)
    hosts = [apart.at(f"{server}.postgresql").partition(":")[0] for server in SERVERS]
    assert len({*hosts, apart.gateway}) == 4
    assert all(host.startswith("198.18.7.") for host in (*hosts, apart.gateway))
    # The etcd of a machine is cut off with it; the proxy to all of them is not.
    assert [apart.at(f"{keeper}.peers").partition(":")[0] for keeper in KEEPERS] == hosts
    assert all(apart.at(name).startswith("127.0.0.1:") for name in ("service", "primary", *NODES))


def test_a_machine_is_cut_off_and_its_disk_fills(tmp_path: Path) -> None:
    if why := refusal():
        pytest.skip(why)
    plan = make_plan(tmp_path, network=free_network())
    machines = Machines(tmp_path, plan)
    machines.make()
    try:
        machines.make()
        [*inside] = machines.inside("db1")
        assert inside == machines.inside("etcd1") != machines.inside("db2")
        eventually(lambda: machines.reaches_out("db1"))
        machines.cut("db1")
        assert not machines.reaches_out("db1")
        machines.plug_in("db1")
        eventually(lambda: machines.reaches_out("db1"))
        machines.fill("db1")
        with pytest.raises(OSError, match="No space left"):
            (tmp_path / "db1" / "more").write_bytes(b"more")
        (tmp_path / "db2" / "more").write_bytes(b"more")
        machines.make_room("db1")
        (tmp_path / "db1" / "more").write_bytes(b"more")
    finally:
        machines.remove()
    assert not (tmp_path / "db2" / "more").exists()


def test_a_plan_is_made_once_and_is_private(tmp_path: Path) -> None:
    first = make_plan(tmp_path)
    assert make_plan(tmp_path) == first
    assert (tmp_path / "cluster.json").stat().st_mode & 0o077 == 0
    with pytest.raises(ValueError, match="shorter"):
        make_plan(tmp_path / "..", [1, 2])


@pytest.mark.skipif(HAPROXY is None, reason="haproxy is not installed")
def test_haproxy_reads_both(plan: Plan, tmp_path: Path) -> None:
    assert HAPROXY
    config_file = tmp_path / "haproxy.cfg"
    config_file.write_text(files.haproxy_file(plan), encoding="utf-8")
    for file in (CLUSTER / "haproxy.cfg", config_file):
        hosts = dict.fromkeys(("DB1", "DB2", "DB3"), "127.0.0.1")
        process = subprocess.run(
            [HAPROXY, "-c", "-f", str(file)], env=hosts, capture_output=True, text=True, check=False
        )
        assert process.returncode == 0, process.stderr
