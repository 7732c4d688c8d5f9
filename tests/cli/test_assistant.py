"""`referee mcp`, asked by the library's own client over standard input and output, as an assistant does."""

import asyncio
import importlib.util
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import invoke
from tests.support.hands import FOUR
from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller, Running, free_port
from tests.support.webhooks import NOTE

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("mcp") is None, reason="SKIPPED: the package mcp is not installed"
)

ROOT = Path(__file__).parents[2]
FIRST = "Anastasia Quiroga"
"""A name that no other test enters: it comes first among those found, however many others there are."""
MOST_BYTES = 40_000
"""Bytes of the list of all tools, as JSON."""
WRITES = {"record_event", "rule_on_claim"}
CLAIM = {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4}
PLAYS = [
    {"type": "deal", "dealer": 0, "shuffle": False},
    {"type": "play", "seat": 0, "card": "2C"},
    {"type": "play", "seat": 1, "card": "9D"},
]


class Evening:
    """A championship with a result, and a match with a claim that waits."""

    def __init__(self, caller: Caller) -> None:
        contest = Contest(caller, FIRST, "Beto")
        self.contest, self.championship = contest.id, contest.championship
        [self.fixture] = contest.fixtures()
        figures = {"points": [54, 50], "stars": [0, 0], "rounds_won": [2, 2]}
        assert caller.post(f"/v1/fixtures/{self.fixture['id']}/result", json=figures).status_code == 201
        self.player = str(self.fixture["entrants"][0]["id"])
        self.match, self.hands_match = caller.open(), caller.open(seats=4)
        caller.tell(self.hands_match, {"type": "deal", "hands": FOUR})
        caller.tell(self.match, [*PLAYS, CLAIM])

    def calls(self) -> dict[str, tuple[dict[str, Any], str]]:
        """A call of each tool that reads: its arguments, and what must stand in its answer."""
        match = {"match": self.match}
        return {
            "list_games": ({}, '"guinote"'),
            "get_rule": ({"code": "hearts.follow-suit"}, "hearts.follow-suit: "),
            "find_championships": ({"name": "a"}, self.championship),
            "get_championship": ({"championship": self.championship}, self.contest),
            "get_standings": ({"contest": self.contest}, '"decided_by"'),
            "list_fixtures": ({"contest": self.contest, "state": "played"}, self.fixture["id"]),
            "list_results": ({"championship": self.championship}, self.fixture["id"]),
            "list_matches": ({"status": "open", "limit": 1}, '"next"'),
            "get_match": (match, '"claims"'),
            "get_legal": (match, '"events"'),
            "read_log": (match, "9♦"),
            "list_open_claims": ({}, self.match),
            "explain_claim": ({**match, "claim": "c1"}, "hearts.follow-suit: "),
            "find_players": ({"name": FIRST}, self.player),
            "get_player_record": ({"player": self.player}, '"games"'),
        }


@pytest.fixture(scope="module")
def evening(running: Running) -> Iterator[Evening]:
    with running.client() as caller:
        yield Evening(caller)


def converse(
    url: str, talk: Callable[[Any], Awaitable[None]], *, token: str | None = TOKEN, language: str = "en"
) -> None:
    """Starts the server of the tools for one conversation of a client."""
    # Loaded by those who speak, and not by every process that collects tests.
    import mcp

    environment = {"LANG": f"{language}_ES.UTF-8", **({"REFEREE_TOKEN": token} if token else {})}
    command = ["-m", "api.cli", "mcp", "--url", url]
    server = mcp.StdioServerParameters(command=sys.executable, args=command, env=environment, cwd=ROOT)

    async def speak() -> None:
        async with mcp.Client(server) as client:
            await talk(client)

    asyncio.run(speak())


async def ask(client: Any, tool: str, **arguments: Any) -> str:
    """The text that a tool answers."""
    answer = await client.call_tool(tool, arguments)
    [content] = answer.content
    assert not answer.is_error, content.text
    return str(content.text)


async def refusal(client: Any, tool: str, **arguments: Any) -> str:
    """The words with which a tool refuses."""
    answer = await client.call_tool(tool, arguments)
    [content] = answer.content
    assert answer.is_error, content.text
    return str(content.text)


def test_every_tool_that_reads_answers_and_the_list_of_tools_is_small(running: Running, evening: Evening) -> None:
    async def talk(client: Any) -> None:
        listing = await client.list_tools()
        assert len(listing.model_dump_json(by_alias=True, exclude_none=True)) < MOST_BYTES
        tools = {tool.name: tool for tool in listing.tools}
        calls = evening.calls()
        assert tools.keys() == calls.keys() | WRITES
        assert {name for name, tool in tools.items() if not tool.annotations.read_only_hint} == WRITES
        assert all(tool.description for tool in listing.tools)
        for name, (arguments, words) in calls.items():
            assert words in await ask(client, name, **arguments), name

    converse(running.url, talk)


def test_without_a_token_nothing_writes_and_nothing_hidden_is_read(running: Running, evening: Evening) -> None:
    async def talk(client: Any) -> None:
        listing = await client.list_tools()
        assert {tool.name for tool in listing.tools} == evening.calls().keys()
        assert all(tool.annotations.read_only_hint for tool in listing.tools)
        assert "record_event" in await refusal(client, "record_event", match=evening.match, event=NOTE)
        assert "listing people needs a token" in await refusal(client, "find_players", name="Ana")
        assert json.loads(await ask(client, "get_match", match=evening.hands_match))["hands"] == [None] * 4

    converse(running.url, talk, token=None)


def test_what_is_written_is_tried_first(running: Running) -> None:
    with running.client() as caller:
        match = caller.open()
        caller.tell(match, [*PLAYS, CLAIM])
        before = caller.version(match)

        async def talk(client: Any) -> None:
            ruling = {"match": match, "claim": "c1", "upheld": True, "reason": "seen by the referee"}
            trial = json.loads(await ask(client, "rule_on_claim", **ruling))
            assert (trial["stored"], trial["version"], caller.version(match)) == (False, before, before)
            assert trial["would"]["events"][0]["type"] == "ruling"
            play = {"match": match, "event": NOTE, "version": before}
            write = json.loads(await ask(client, "record_event", **play))
            assert (write["stored"], write["answer"]["version"]) == (True, before + 1)
            assert "[conflict" in await refusal(client, "rule_on_claim", **ruling, version=before)
            assert json.loads(await ask(client, "rule_on_claim", **ruling, version=before + 1))["stored"]
            assert match not in await ask(client, "list_open_claims")

        converse(running.url, talk)
        assert caller.version(match) == before + 2


def test_refusals_come_in_words_with_their_rule_in_the_language_of_the_terminal(
    running: Running, evening: Evening
) -> None:
    async def in_english(client: Any) -> None:
        assert "there is no match" in await refusal(client, "get_match", match="nothing")
        assert "there is no rule hearts.nothing; there are: " in await refusal(
            client, "get_rule", code="hearts.nothing"
        )
        assert "hearts.first-trick" in await ask(client, "get_rule", code="hearts.castillar")
        again = await refusal(client, "record_event", match=evening.match, event=PLAYS[1])
        assert "[impossible, hearts." in again
        for path in ("../tokens", "a/b", "a?b", ""):
            assert "match" in await refusal(client, "get_match", match=path), "no path but that of a match"

    async def in_spanish(client: Any) -> None:
        assert "no hay" in await refusal(client, "get_match", match="nothing")
        assert "no hay regla nada; hay: " in await refusal(client, "get_rule", code="nada")
        assert "Regla" in await ask(client, "read_log", match=evening.match)

    converse(running.url, in_english)
    converse(running.url, in_spanish, language="es")


def test_a_long_log_comes_in_parts(running: Running) -> None:
    with running.client() as caller:
        match = caller.open()
        for _ in range(4):
            caller.tell(match, [NOTE] * 80)

    async def talk(client: Any) -> None:
        first = await ask(client, "read_log", match=match)
        *_, last = first.splitlines()
        assert last.startswith("[goes on with after="), last
        second = await ask(client, "read_log", match=match, after=int(last.removesuffix("]").rpartition("=")[2]))
        assert "goes on with" not in second
        assert first.count("mesa 3") + second.count("mesa 3") == 320

    converse(running.url, talk, token=None)


def test_a_service_that_is_not_there_is_said_in_words() -> None:
    async def talk(client: Any) -> None:
        assert "the service does not answer" in await refusal(client, "list_games")

    converse(f"http://127.0.0.1:{free_port()}", talk)


def test_without_the_parts_that_it_needs_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "en")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert "pip install 'card-referee[mcp]'" in invoke("mcp", status=2).stderr
