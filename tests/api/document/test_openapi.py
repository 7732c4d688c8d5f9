"""The OpenAPI document: up to date, valid, an example for every operation, and Schemathesis against the running service."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.cli.main import main
from api.webhooks.payloads import KINDS
from tests.api.document.test_document import resolve
from tests.support.service import TOKEN, Caller, Running

LONG = int(os.environ.get("FUZZ_EXAMPLES", "50"))
"""Examples of each operation in the long run."""
CHECKED_IN = Path(__file__).parents[3] / "openapi" / "openapi.json"


def test_the_checked_in_document_is_not_stale() -> None:
    output = CliRunner().invoke(main, ["openapi"]).output
    assert output.strip() == CHECKED_IN.read_text(encoding="utf-8").strip(), (
        "run: referee openapi --output openapi/openapi.json"
    )


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    document = json.loads(CHECKED_IN.read_text(encoding="utf-8"))
    return [(path, method, op) for path, item in document["paths"].items() for method, op in item.items()]


@pytest.mark.parametrize(("path", "method", "operation"), operations(), ids=lambda x: x if isinstance(x, str) else "")
def test_every_operation_has_examples(path: str, method: str, operation: dict[str, Any]) -> None:
    assert operation["summary"]
    for status, answer in operation["responses"].items():
        for media, content in resolve(answer).get("content", {}).items():
            has_example = "example" in content or content.get("examples")
            assert has_example or media == "application/x-ndjson", (path, method, status)
    if "requestBody" in operation:
        assert all(content["examples"] for content in operation["requestBody"]["content"].values())


def test_every_kind_of_message_to_webhooks_is_described() -> None:
    webhooks = json.loads(CHECKED_IN.read_text(encoding="utf-8"))["webhooks"]
    assert webhooks.keys() == {*KINDS, "ping"}
    for kind, item in webhooks.items():
        content = item["post"]["requestBody"]["content"]["application/json"]
        assert content["schema"]["properties"]["type"]["const"] == content["example"]["type"] == kind


def test_the_service_serves_the_same_document(public: Caller) -> None:
    assert public.get("/v1/openapi.json").json() == json.loads(CHECKED_IN.read_text(encoding="utf-8"))


def test_references_in_the_document_lead_somewhere() -> None:
    document = json.loads(CHECKED_IN.read_text(encoding="utf-8"))
    text = json.dumps(document)
    for kind, definitions in document["components"].items():
        names = {part.split('"')[0] for part in text.split(f"#/components/{kind}/")[1:]}
        assert names <= definitions.keys()


@pytest.mark.parametrize(
    ("phases", "examples"),
    [("examples,fuzzing", 1), pytest.param("examples,coverage,fuzzing,stateful", LONG, marks=pytest.mark.long)],
    ids=["briefly", "long"],
)
def test_schemathesis_finds_nothing(running: Running, phases: str, examples: int) -> None:
    """Runs all checks. The long run also covers the corners of the schemas, and follows the links from answer to answer.

    Every operation is tried to the end in spite of earlier failures, and all failures are shown. Streams have tests of their own,
    since each call waits.
    """
    root = CHECKED_IN.parents[1]
    command = [str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(root / "schemathesis.toml")]
    command += ["run", f"{running.url}/v1/openapi.json", "-H", f"Authorization: Bearer {TOKEN}"]
    command += [
        "--exclude-path-regex",
        "/stream$",
        "--phases",
        phases,
        "--max-examples",
        str(examples),
        "--seed",
        "20260501",
        "--continue-on-failure",
    ]
    hooks = os.environ | {"SCHEMATHESIS_HOOKS": "tests.support.schemathesis_hooks", "PYTHONPATH": str(root)}
    process = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root, env=hooks)
    assert process.returncode == 0, process.stdout
    print(process.stdout[process.stdout.rindex("SUMMARY") :])
    assert all(phase in process.stdout.lower() for phase in phases.split(","))
    assert "Traceback" not in running.output.read_text(encoding="utf-8")
