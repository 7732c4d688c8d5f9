"""Restrictions of the running service: the systemd unit, the containers, the settings of the database."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = (DEPLOY / "referee.service").read_text(encoding="utf-8")
IMAGE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")


def directives() -> dict[str, list[str]]:
    """The settings of the unit, by directive."""
    values: dict[str, list[str]] = {}
    for name, value in re.findall(r"^([A-Z]\w+)=(.*)$", UNIT, re.MULTILINE):
        values.setdefault(name, []).append(value)
    return values


@pytest.mark.parametrize(
    ("directive", "value"),
    [
        ("DynamicUser", "yes"),
        ("NoNewPrivileges", "yes"),
        ("CapabilityBoundingSet", ""),
        ("AmbientCapabilities", ""),
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("PrivateTmp", "yes"),
        ("PrivateDevices", "yes"),
        ("PrivateUsers", "yes"),
        ("PrivateMounts", "yes"),
        ("ProtectProc", "invisible"),
        ("ProtectKernelTunables", "yes"),
        ("ProtectKernelModules", "yes"),
        ("ProtectKernelLogs", "yes"),
        ("ProtectControlGroups", "yes"),
        ("ProtectClock", "yes"),
        ("RestrictNamespaces", "yes"),
        ("RestrictSUIDSGID", "yes"),
        ("RestrictRealtime", "yes"),
        ("RestrictAddressFamilies", "AF_INET AF_INET6 AF_UNIX"),
        ("LockPersonality", "yes"),
        ("MemoryDenyWriteExecute", "yes"),
        ("SystemCallArchitectures", "native"),
        ("UMask", "0077"),
        ("StateDirectoryMode", "0700"),
    ],
)
def test_the_unit_is_closed(directive: str, value: str) -> None:
    assert directives()[directive] == [value]


def test_the_unit_has_limits_and_no_secret() -> None:
    unit = directives()
    assert {"MemoryMax", "TasksMax", "LimitNOFILE"} <= {*unit}
    assert "~@privileged @resources" in unit["SystemCallFilter"]
    assert not [value for value in unit["Environment"] if re.search("TOKEN|KEY|PASSWORD", value)]
    assert "--host 127.0.0.1" in unit["ExecStart"][0]


def services() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"])


@pytest.mark.parametrize("name", ["referee", "postgres"])
def test_the_containers_are_closed(name: str) -> None:
    service = services()[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["pids_limit"] > 0
    assert "privileged" not in service
    assert "network_mode" not in service


def test_the_service_in_a_container_needs_no_capability_and_is_heard_on_this_machine_only() -> None:
    containers = services()
    assert "cap_add" not in containers["referee"]
    assert all(port.startswith("127.0.0.1:") for port in containers["referee"]["ports"])
    assert "ports" not in containers["postgres"]


def test_passwords_are_asked_for_and_have_no_default() -> None:
    for service in services().values():
        for name, value in service["environment"].items():
            if re.search("TOKEN|PASSWORD|DATABASE", name) and name != "POSTGRES_DB":
                assert re.search(r"\$\{\w+:\?", value), name


def test_the_image_runs_as_a_user_of_its_own() -> None:
    stages = IMAGE.split("\nFROM ")
    assert re.findall(r"^USER (.*)$", stages[-1], re.MULTILINE) == ["referee"]
    assert "useradd --system --uid 10001" in stages[-1]
    assert not re.search(r"^ADD |^RUN .*(curl|wget)|https?://(?!127\.0\.0\.1)", IMAGE, re.MULTILINE)
    assert IMAGE.count("pip install --require-hashes") == 2


def test_the_database_writes_down_no_values() -> None:
    settings = (DEPLOY / "postgresql.conf").read_text(encoding="utf-8")
    for name in ("log_parameter_max_length", "log_parameter_max_length_on_error"):
        assert re.search(rf"^{name} = 0$", settings, re.MULTILINE)
    assert "log_statement" not in settings
    assert re.search(r"^password_encryption = 'scram-sha-256'$", settings, re.MULTILINE)
