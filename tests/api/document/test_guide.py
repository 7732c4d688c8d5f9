"""The documentation for newcomers: its commands work when they are pasted, in both languages."""

import html
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from api.pages.print.guide import TASKS
from tests.support.service import TOKEN, Caller, Running, start

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r"<pre[^>]*>(.*?)</pre>", re.DOTALL)


def commands_of(page: str) -> str:
    """All commands of the page, one after the other."""
    return "\n".join(html.unescape(block) for block in BLOCK.findall(page))


def run(commands: str, folder: Path) -> str:
    env = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    command = ["bash", "-euo", "pipefail", "-c", commands]
    process = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, ""), process.stderr + process.stdout
    return process.stdout


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service at which everyone is an organizer."""
    with start(tmp_path_factory.mktemp("demo"), REFEREE_OPEN_TABLE="1") as running:
        yield running


@pytest.mark.skipif(shutil.which("curl") is None, reason="the commands of the guide need curl")
@pytest.mark.parametrize("language", ["es", "en"])
def test_the_commands_of_the_guide_work_when_they_are_pasted(running: Running, tmp_path: Path, language: str) -> None:
    page = running.get("/v1/docs", headers={"Accept-Language": language}).text
    assert f'<html lang="{language}">' in page
    commands = commands_of(page).replace("Bearer secret", f"Bearer {TOKEN}")
    assert f"url={running.url}\n" in commands
    output = run(commands, tmp_path)
    assert re.findall(r"the chain is whole: (\S+)", output) == ["championship.jsonl", "match.jsonl"]
    assert len(re.findall(r"(\w+) 40, \w+ 64 \(1\. \1\)\n", output)) == 1, "the bot says who won"
    assert output.count('"type":"/v1/problems/') == 1, "only the card that is shown as refused is refused"
    assert '"code":"impossible"' in output
    assert "304\n" in output
    assert output.count('"version":3,') >= 2, "the repeated request is answered as the first was"
    assert "event: result_reported" in output
    assert (tmp_path / "today.checkpoint").read_text().count("\n") > 4
    [verify] = re.findall(r"`(referee verify [^`]+)`", "".join(step.words.en for task in TASKS for step in task.steps))
    assert run(f"PYTHONPATH={ROOT} {sys.executable} -m api.cli {verify.removeprefix('referee ')}", tmp_path)
    record = (tmp_path / "championship.jsonl").read_text(encoding="utf-8")
    (tmp_path / "championship.jsonl").write_text(
        record.replace('"points":[40,64]', '"points":[64,40]'), encoding="utf-8"
    )
    with pytest.raises(AssertionError, match=r"championship\.jsonl: version 4 was changed"):
        run("python3 chain.py championship.jsonl", tmp_path)


@pytest.mark.skipif(shutil.which("curl") is None, reason="the commands of the guide need curl")
def test_where_no_token_is_needed_the_guide_names_none(demo: Running, tmp_path: Path) -> None:
    page = demo.get("/v1/docs").text
    assert "Bearer" not in page
    assert "the chain is whole: championship.jsonl" in run(commands_of(page), tmp_path)


def test_the_commands_are_the_same_in_both_languages() -> None:
    for task in TASKS:
        for step in task.steps:
            assert step.words.es != step.words.en
            assert step.words.es.count("`") == step.words.en.count("`")
            assert step.words.es.count("`") % 2 == 0


class Outline(HTMLParser):
    """The anchors of a page, and the links to them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "href" and tag == "a":
                self.links.append(value or "")


def test_every_link_of_the_page_leads_somewhere(public: Caller) -> None:
    outline = Outline(public.get("/v1/docs").text)
    assert len(outline.ids) == len(set(outline.ids))
    for link in outline.links:
        path, _, anchor = link.partition("#")
        assert public.get(path).status_code == 200
        assert not anchor or anchor in outline.ids


def test_a_reader_can_change_the_language(public: Caller) -> None:
    spanish = public.get("/v1/docs?lang=es", headers={"Accept-Language": "en"})
    assert spanish.headers["content-language"] == "es"
    assert 'href="/v1/docs?lang=en"' in spanish.text
    assert public.get("/v1/docs?lang=xx").headers["content-language"] == "en"


@pytest.mark.parametrize("host", ["$(id)", "a b", "x;y", "h\u0065llo/`id`", "[::1", "h:port"])
def test_a_host_that_is_none_comes_into_no_command(public: Caller, host: str) -> None:
    answer = public.get("/v1/docs", headers={"Host": host})
    # The server itself refuses impossible headers.
    assert answer.status_code in (200, 400)
    if answer.status_code == 200:
        assert "url=http://127.0.0.1:8000" in answer.text


def test_trying_a_call_starts_with_nothing_filled_in_that_makes_it_fail(public: Caller) -> None:
    document = public.get("/v1/openapi.json").json()
    components = document["components"].get("parameters", {})
    defaults = [
        (parameter["name"], path)
        for path, item in document["paths"].items()
        for operation in item.values()
        if isinstance(operation, dict)
        for parameter in (
            components[one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one
            for one in operation.get("parameters", ())
        )
        if parameter["in"] == "header"
        and {"example", "examples", "default"} & {*parameter, *parameter.get("schema", {})}
    ]
    assert defaults == []
