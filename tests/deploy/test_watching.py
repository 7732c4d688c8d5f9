"""What watches the service: every metric that the dashboard and the alert rules name is one that the service has."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from tests.support.service import BEARER, Running, start

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"] for rule in group["rules"]
]
PANELS: list[dict[str, Any]] = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))["panels"]
SHOWN = {panel["title"]: target["expr"] for panel in PANELS for target in panel["targets"]}
NAME = re.compile(r"\breferee_\w+")


@pytest.fixture(scope="module")
def metrics(running: Running) -> dict[str, str]:
    """What Prometheus is told of each metric, by its name."""
    text = running.get("/metrics", headers=BEARER).text
    told = dict(re.findall(r"^# HELP (\w+) (.+)$", text, re.MULTILINE))
    timed = re.findall(r"^# TYPE (\w+) histogram$", text, re.MULTILINE)
    return told | {f"{name}_{part}": told[name] for name in timed for part in ("bucket", "sum", "count")}


def test_every_alert_is_of_a_metric_that_there_is_and_says_what_to_do(metrics: dict[str, str]) -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES) >= 5
    for rule in RULES:
        named = set(NAME.findall(rule["expr"]))
        assert named <= metrics.keys()
        assert named or rule["expr"].startswith("up{")
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["annotations"]["action"]


def test_every_panel_shows_a_metric_that_there_is(metrics: dict[str, str]) -> None:
    assert len(SHOWN) == len(PANELS) >= 8
    for panel, expression in SHOWN.items():
        assert set(NAME.findall(expression)) <= metrics.keys(), panel
        assert NAME.search(expression), panel


def test_every_label_that_is_named_is_one_of_its_metric(running: Running) -> None:
    running.post("/v1/matches", headers=BEARER)
    text = running.get("/metrics", headers=BEARER).text
    had = {
        name: set(re.findall(r"(\w+)=", labels)) for name, labels in re.findall(r"^(\w+)\{(.*)\} ", text, re.MULTILINE)
    }
    for expression in [*SHOWN.values(), *(rule["expr"] for rule in RULES)]:
        for name, asked in re.findall(r"\b(referee_\w+)\{([^}]*)\}", expression):
            assert set(re.findall(r"(\w+)=", asked)) <= had.get(name, {"outcome"}), expression


def test_what_fails_can_be_seen_from_outside(metrics: dict[str, str], tmp_path: Path) -> None:
    with start(tmp_path) as quiet:
        text = quiet.get("/metrics", headers=BEARER).text
    works = {"projections", "evidence", "clocks", "webhooks", "witnesses"}
    assert set(re.findall(r'referee_work_failing\{work="(\w+)"\} 0.0', text)) == works
    assert "referee_webhook_messages_waiting 0.0" in text
    assert all(metrics.values())
