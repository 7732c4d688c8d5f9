"""Command `referee house`: a file of house rules, checked and told in words before a match is opened with it."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.match.registry import rulesets
from tests.support.commands import invoke

HOUSE: dict[str, Any] = {
    "name": "La taberna",
    "author": "Peña El Cierzo",
    "ruleset": "guinote",
    "note": "Se juega así desde 1950.",
    "params": {"coto": 7, "last_trick": 20},
}


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)


def write_house(folder: Path, content: Any = HOUSE) -> Path:
    file = folder / "taberna.json"
    file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return file


@pytest.mark.parametrize(("language", "at"), [("es_ES.UTF-8", "es"), ("en_GB.UTF-8", "en")])
def test_it_says_what_the_rules_change_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, at: str
) -> None:
    monkeypatch.setenv("LANG", language)
    output = invoke("house", write_house(tmp_path)).stdout
    rules = {rule.param: rule for rule in rulesets()["guinote"].house_rules}
    assert "La taberna · Peña El Cierzo" in output and "Se juega así desde 1950." in output
    for param in HOUSE["params"]:
        assert getattr(rules[param].clause, at) in output
    assert rules["pack"].clause.code not in output


def test_the_whole_rulebook_has_every_clause_with_what_is_said_instead(tmp_path: Path) -> None:
    output = invoke("house", write_house(tmp_path), "--rulebook").stdout
    guinote = rulesets()["guinote"]
    assert [clause.code for clause in guinote.clauses if f"\n{clause.code} · " not in output] == []
    rules = json.loads(invoke("house", write_house(tmp_path), "--rulebook", "--json").stdout)
    [coto] = [rule for rule in rules["rules"] if rule["param"] == "coto"]
    for clause in rules["clauses"]:
        assert (coto["clause"]["en"] in clause["en"]) == (clause["code"] in coto["changes"])
    assert rules["house"] == HOUSE


def test_parameters_without_a_house_rule_of_their_own_are_told_in_words(tmp_path: Path) -> None:
    house = {"name": "Despacio", "author": "Yo", "ruleset": "hearts.yppedia", "params": {"turn_seconds": 25}}
    assert "Seconds per turn: 25" in invoke("house", write_house(tmp_path, house)).stdout
    [setting] = json.loads(invoke("house", write_house(tmp_path, house), "--json").stdout)["settings"]
    assert (setting["param"], setting["says"]["es"]) == ("turn_seconds", "Segundos por turno: 25")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"params": {"coto": 0}}, "$.params.coto"),
        ({"params": {"cotos": 7}}, "$.params"),
        ({"ruleset": "tute"}, "tute"),
        ({"name": "dos\nlíneas"}, "name"),
        ({"author": " "}, "author"),
        ({"signed": "yo"}, "signed"),
    ],
)
def test_a_file_that_no_match_could_be_opened_with_is_refused_with_its_place(
    tmp_path: Path, change: dict[str, Any], place: str
) -> None:
    result = invoke("house", write_house(tmp_path, HOUSE | change), status=1)
    assert (result.stdout, place in result.stderr) == ("", True), result.stderr


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b"[" * 100_000])
def test_a_file_of_anything_else_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    result = invoke("house", write_house(tmp_path, content), status=1)
    assert (result.stdout, result.stderr.count("\n")) == ("", 1)
