"""Monitoring of the service: every metric that the dashboard and the alert rules name is one that the service has."""

import json
import os
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
import yaml  # type: ignore[import-untyped]
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from prometheus_client.parser import text_string_to_metric_families

from api.compose import close
from api.runtime.job_failures import Work
from projections.follower import PROJECTIONS
from referee.evidence.witnesses.cosignatures import witness_key
from referee.log.records import AppendOutcome
from tests.api.access.test_access import table
from tests.support.inside import Clock, services_on
from tests.support.service import BEARER, Running, free_port, start

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"] for rule in group["rules"]
]
PANELS: list[dict[str, Any]] = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))["panels"]
SHOWN = {panel["title"]: target["expr"] for panel in PANELS for target in panel["targets"]}
NAME = re.compile(r"\breferee_\w+")
OF_PROMETHEUS = {"instance", "job"}
"""Labels that Prometheus puts on the metrics that it scrapes."""


class Fresh(NamedTuple):
    """The answer of a new service to Prometheus: as text, and the labels of each sample by its name."""

    text: str
    samples: dict[str, list[dict[str, str]]]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    """The first answer of a service that has a witness and was only asked for its readiness."""
    folder = tmp_path_factory.mktemp("fresh")
    key = witness_key("friends.example/witness", Ed25519PrivateKey.generate())
    witness = f"http://127.0.0.1:{free_port()} {key.text}"
    with start(folder, REFEREE_WITNESSES=witness) as service:
        text = service.get("/metrics", headers=BEARER).text
    samples: dict[str, list[dict[str, str]]] = defaultdict(list)
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            samples[sample.name].append(dict(sample.labels))
    yield Fresh(text, samples)


def promtool() -> str:
    """The path of Prometheus' own tool. Skips the test if it is missing; with CI set, fails it."""
    path = shutil.which("promtool")
    if path is None:
        reason = "SKIPPED: promtool is not installed (apt-get install prometheus)"
        if os.environ.get("CI"):
            pytest.fail(f"{reason} (CI is set, so this may not be skipped)")
        pytest.skip(reason)
    return path


@pytest.fixture(scope="module")
def metrics(running: Running) -> dict[str, str]:
    """The help text of each metric, by its name."""
    text = running.get("/metrics", headers=BEARER).text
    help_texts = dict(re.findall(r"^# HELP (\w+) (.+)$", text, re.MULTILINE))
    histograms = re.findall(r"^# TYPE (\w+) histogram$", text, re.MULTILINE)
    return help_texts | {
        f"{name}_{part}": help_texts[name] for name in histograms for part in ("bucket", "sum", "count")
    }


def test_every_alert_is_of_a_metric_that_there_is_and_says_what_to_do(metrics: dict[str, str]) -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES) >= 5
    for rule in RULES:
        names = set(NAME.findall(rule["expr"]))
        assert names <= metrics.keys()
        assert names or rule["expr"].startswith("up{")
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["annotations"]["action"]


def test_every_panel_shows_a_metric_that_there_is(metrics: dict[str, str]) -> None:
    assert len(SHOWN) == len(PANELS) >= 8
    for panel, expression in SHOWN.items():
        assert set(NAME.findall(expression)) <= metrics.keys(), panel
        assert NAME.search(expression), panel


def test_every_label_that_is_named_is_one_of_its_metric(fresh: Fresh) -> None:
    for expression in [*SHOWN.values(), *(rule["expr"] for rule in RULES)]:
        for name, selector in re.findall(r"\b(referee_\w+)\{([^}]*)\}", expression):
            label_names = set(re.findall(r"(\w+)=", selector))
            assert fresh.samples[name] and all(label_names <= labels.keys() for labels in fresh.samples[name]), (
                expression
            )


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_what_an_alert_looks_at_is_there_before_anything_happens(fresh: Fresh, rule: dict[str, Any]) -> None:
    """A count that begins at 1 was never seen to grow, and a comparison with nothing is never true."""
    selectors = re.findall(r"\b(referee_\w+)(?:\{([^}]*)\})?", rule["expr"])
    assert selectors or rule["expr"].startswith("up{")
    for name, selector in selectors:
        label_values = dict(re.findall(r'(\w+)="([^"]*)"', selector))
        assert any(label_values.items() <= labels.items() for labels in fresh.samples[name]), (name, label_values)
    by = {label for labels in re.findall(r"by \(([^)]*)\)", rule["expr"]) for label in labels.split(", ")}
    label_names = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
    all_labels = {label for name, _ in selectors for labels in fresh.samples[name] for label in labels}
    assert by | label_names <= all_labels | OF_PROMETHEUS


def test_every_value_of_a_label_is_there_before_it_first_happens(fresh: Fresh) -> None:
    values = {
        ("referee_work_failing", "work"): set(get_args(Work)),
        ("referee_projection_lag", "projection"): set(PROJECTIONS),
        ("referee_commit_seconds_count", "outcome"): set(get_args(AppendOutcome)),
        ("referee_commit_seconds_bucket", "outcome"): set(get_args(AppendOutcome)),
        ("referee_webhook_attempts_total", "outcome"): {"arrived", "failed"},
        ("referee_witness_behind_seconds", "witness"): {"friends.example/witness"},
        ("referee_http_failures_total", "route"): {line.path for line in table()} | {"none"},
    }
    for (name, label), expected_values in values.items():
        assert {labels[label] for labels in fresh.samples[name]} == expected_values, name
    looked_at = {name for rule in RULES for name in NAME.findall(rule["expr"])}
    several = {
        (name, label)
        for name in looked_at
        for label in {label for labels in fresh.samples[name] for label in labels} - {"process", "le", "pool"}
    }
    assert several <= values.keys()


def test_a_failure_is_counted_for_its_route(tmp_path: Path) -> None:
    services = services_on(str(tmp_path / "log.sqlite"), Clock())
    figures = services.figures
    figures.expect_routes(["/v1/matches"])
    for status in (200, 404, 500, 503, 0):
        figures.request("/v1/matches", "GET", status, 0.1)
    close(services)
    of_route = {"process": figures.process, "route": "/v1/matches"}
    assert figures.registry.get_sample_value("referee_http_failures_total", of_route) == 2


@pytest.mark.parametrize("check", [["check", "rules", "alerts.yaml"], ["test", "rules", "alerts.test.yaml"]])
def test_prometheus_reads_the_rules_and_has_each_alert_fire(check: list[str]) -> None:
    process = subprocess.run([promtool(), *check], cwd=DEPLOY, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr


def test_every_alert_fires_in_a_test_and_is_quiet_before() -> None:
    tests = yaml.safe_load((DEPLOY / "alerts.test.yaml").read_text("utf-8"))["tests"]
    cases = [case for test in tests for case in test["alert_rule_test"]]
    alerts = {rule["alert"] for rule in RULES}
    assert {case["alertname"] for case in cases if case["exp_alerts"]} == alerts
    assert {case["alertname"] for case in cases if not case["exp_alerts"]} == alerts


def test_what_is_told_is_as_prometheus_would_have_it(fresh: Fresh) -> None:
    command = [promtool(), "check", "metrics"]
    process = subprocess.run(command, input=fresh.text, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr


def test_what_fails_can_be_seen_from_outside(fresh: Fresh, metrics: dict[str, str]) -> None:
    works = {"projections", "evidence", "clocks", "webhooks", "witnesses"}
    failing = dict(re.findall(r'referee_work_failing\{process="\d+",work="(\w+)"\} ([01])\.0', fresh.text))
    assert failing.keys() == works
    # Nothing listens at the address of the witness: on a busy machine it was asked before this was.
    assert {work for work, fails in failing.items() if fails == "1"} <= {"witnesses"}
    assert "referee_webhook_messages_waiting 0.0" in fresh.text
    assert all(metrics.values())
