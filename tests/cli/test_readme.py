"""First steps of a newcomer, run: a first match with curl against the running service; the links of the README."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.service import TOKEN, Running

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
IN_WORDS = ROOT / "openapi" / "README.md"


def documents(text: str) -> list[Any]:
    """The JSON documents in a text, one behind the other."""
    values = []
    while text := text.lstrip():
        value, end = json.JSONDecoder().raw_decode(text)
        values.append(value)
        text = text[end:]
    return values


@pytest.mark.skipif(shutil.which("curl") is None, reason="the first match needs curl")
def test_the_first_match_with_curl(running: Running) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", IN_WORDS.read_text(encoding="utf-8"), re.DOTALL)
    script = "\necho\n".join(["set -eu", *blocks]).replace("http://127.0.0.1:8000", running.url)
    script = script.replace("Bearer secret", f"Bearer {TOKEN}")
    process = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    deal, plays, audit, replay = documents(process.stdout)
    assert deal["version"] == 2
    assert plays["version"] == 8
    assert [(i["code"], i["version"], i["proven_at"]) for i in audit["infractions"]] == [("hearts.follow-suit", 4, 8)]
    assert [step["version"] for step in replay["steps"] if step["breaches"]] == [4]


def test_the_readme_names_rulesets_that_exist_and_leads_to_what_exists() -> None:
    from referee.match.registry import rulesets

    text = README.read_text(encoding="utf-8")
    tables = "\n".join(re.findall(r"^\| (`[^|]*)\|", text, re.MULTILINE))
    assert set(re.findall(r"`([a-z.]+)`", tables)) <= set(rulesets())
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (README.parent / target).exists(), target


def test_pictures_are_there_and_small_and_can_be_taken_anew() -> None:
    pictures = re.findall(r'<img src="([^"]+)"', README.read_text(encoding="utf-8"))
    assert sorted(ROOT / picture for picture in pictures) == sorted((ROOT / "pictures").iterdir())
    names = re.findall(r'self\.takes\(page, "(\w+)"\)', (ROOT / "tests/browser/readme.py").read_text(encoding="utf-8"))
    assert {Path(picture).stem for picture in pictures} == set(names)
    for picture in pictures:
        assert (README.parent / picture).stat().st_size < 100_000, picture


def test_the_readme_shows_no_request_to_be_typed() -> None:
    assert re.findall(r"^\W*curl\b.*", README.read_text(encoding="utf-8"), re.MULTILINE) == []
