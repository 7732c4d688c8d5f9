"""The arguments and files of the programs of a cluster. JSON is YAML too, which is what Patroni reads."""

from pathlib import Path
from typing import Any

from deploy.trial.plan import KEEPERS, NODES, SERVERS, Plan

TTL_SECONDS = 20
"""Seconds for which a silent primary keeps its place: the least that Patroni allows."""
LOOP_SECONDS = 2
RETRY_SECONDS = 5
MOST_LAG_BYTES = 1 << 40
"""No standby is ever so far behind."""
SCOPE = "referee"
WORKERS = 2
"""Processes of a node: those of one node meet each other at the database just as those of two."""


def etcd_arguments(plan: Plan, name: str, folder: Path) -> list[str]:
    """Of one etcd. It waits longer for the others than etcd does by itself: they share one disk and its cores."""
    clients, peers = plan.url(f"{name}.clients"), plan.url(f"{name}.peers")
    return [
        *("--name", name, "--data-dir", str(folder)),
        *("--listen-client-urls", clients, "--advertise-client-urls", clients),
        *("--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers),
        *("--initial-cluster", ",".join(f"{one}={plan.url(f'{one}.peers')}" for one in KEEPERS)),
        *("--heartbeat-interval", "300", "--election-timeout", "3000", "--logger", "zap", "--log-level", "warn"),
    ]


def patroni_file(plan: Plan, name: str, folder: Path, programs: str) -> dict[str, Any]:
    """Of one server and its Patroni. `programs` is the folder of PostgreSQL's."""
    server, rest = plan.at(f"{name}.postgresql"), plan.at(f"{name}.patroni")
    return {
        "scope": SCOPE,
        "name": name,
        "restapi": {"listen": rest, "connect_address": rest},
        "etcd3": {"hosts": [plan.at(f"{one}.clients") for one in KEEPERS]},
        "bootstrap": {
            "dcs": {
                "ttl": TTL_SECONDS,
                "loop_wait": LOOP_SECONDS,
                "retry_timeout": RETRY_SECONDS,
                # An answer means that two servers have it: one that is lost takes nothing with it.
                "synchronous_mode": "quorum",
                "synchronous_mode_strict": True,
                # The quorum says who may go on, not how much was written that nobody acknowledged.
                "maximum_lag_on_failover": MOST_LAG_BYTES,
                # A primary that crashed is not waited for: another one goes on.
                "primary_start_timeout": 0,
                "postgresql": {"use_pg_rewind": True, "use_slots": True, "parameters": _parameters()},
            },
            "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"],
        },
        "postgresql": {
            "listen": server,
            "connect_address": server,
            "data_dir": str(folder / "data"),
            "bin_dir": programs,
            "pgpass": str(folder / "pgpass"),
            "pg_hba": [f"host {what} all samenet scram-sha-256" for what in ("all", "replication")],
            "authentication": {
                "superuser": {"username": "postgres", "password": plan.password},
                "replication": {"username": "replicator", "password": plan.password},
            },
            "parameters": {"unix_socket_directories": ""},
        },
    }


def haproxy_file(plan: Plan) -> str:
    """Leads writers to the primary, readers to the standbys, and people to the nodes that answer.

    No client waits for a node that stands still: its connections are ended as soon as that is seen.
    """
    doors = "\n".join(
        _door(plan, door, check_path) for door, check_path in (("primary", "/primary"), ("standbys", "/replica"))
    )
    nodes = "\n".join(f"    server {node} {plan.at(node)} check" for node in NODES)
    return f"""\
global
    maxconn 1000
defaults
    timeout connect 2s
    timeout check 2s
    timeout client 30m
    timeout server 30m
{doors}
listen service
    mode http
    # One that stands still is left before anybody has waited for it as long as for an answer.
    timeout check 1500ms
    bind {plan.at("service")}
    option httpchk GET /v1/health/live
    option redispatch
    retries 2
    retry-on conn-failure
    default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
{nodes}
"""


def node_arguments(plan: Plan, name: str) -> list[str]:
    """Of one node of the service, after the name of its program."""
    return ["serve", "--port", str(plan.ports[name]), "--workers", str(WORKERS)]


def node_environment(plan: Plan, folder: Path, key: Path) -> dict[str, str]:
    """Of one node of the service: all have the same database and the same signing key."""
    return {
        "REFEREE_DATABASE": plan.database(),
        "REFEREE_DATABASE_READ": plan.database("standbys"),
        "REFEREE_TOKEN": plan.token,
        "REFEREE_SIGNING_KEY": str(key),
        "REFEREE_ORIGIN": "trial/referee",
        # A program on this machine may hear of what happens.
        "REFEREE_WEBHOOKS_PRIVATE": "1",
        "XDG_DATA_HOME": str(folder),
        "PYTHONUNBUFFERED": "1",
    }


def _door(plan: Plan, door: str, check_path: str) -> str:
    """The section of one address. A server that changes its role loses its connections at once, so no client writes to it."""
    servers = "\n".join(
        f"    server {name} {plan.at(f'{name}.postgresql')} check port {plan.ports[f'{name}.patroni']}"
        for name in SERVERS
    )
    return f"""\
listen {door}
    mode tcp
    bind {plan.at(door)}
    option httpchk OPTIONS {check_path}
    http-check expect status 200
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{servers}"""


def _parameters() -> dict[str, Any]:
    """Of servers that share one small machine. What makes a commit last stays on."""
    return {
        "shared_buffers": "16MB",
        # All that the workers of both nodes may take (deploy/README.md, "When PostgreSQL does not answer"), and some more.
        "max_connections": 200,
        "min_wal_size": "32MB",
        "max_wal_size": "64MB",
        "wal_keep_size": "32MB",
        # A server that is away must not fill the disk of the one that writes: it copies everything again.
        "max_slot_wal_keep_size": "96MB",
        # A server that broke of a full disk and comes up again lets nobody in and keeps its place: it stays down.
        "restart_after_crash": "off",
        # One that lets nobody in breaks at its next checkpoint: the least that PostgreSQL allows.
        "checkpoint_timeout": "30s",
        "fsync": "on",
        "full_page_writes": "on",
        "synchronous_commit": "on",
        "wal_log_hints": "on",
        # A server that is gone is noticed before its keeper gives its place away.
        "wal_sender_timeout": "10s",
        "wal_receiver_timeout": "10s",
        "lock_timeout": "10s",
        "idle_in_transaction_session_timeout": "30s",
    }
