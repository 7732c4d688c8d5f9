"""Streams as a client sees them: no entry is lost, repeated or revealed, and silence has a sign of life."""

import asyncio
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from api import compose
from api.access.policy import LOCAL, PUBLIC, Principal
from api.context import AppContext
from api.document.streams import ALIVE_SECONDS, RETRY_MILLISECONDS
from api.http import consistency
from api.routes import streams
from api.workers.notifications import REMIND_SECONDS
from referee.championship.events import DECISIONS
from referee.errors import Unavailable
from referee.followers.coalescer import Coalescer
from referee.followers.signal import Listener, Signal
from referee.match.redaction import shown_json
from referee.match.registry import rulesets, tag
from referee.match.state import ALL, NOBODY
from referee.matches.append import Append
from referee.matches.opening import OpenMatch, Sitting
from tests.api.document.test_document import DOCUMENT, SCHEMAS
from tests.support.hands import FOUR
from tests.support.inside import Clock
from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of
from tests.support.stored import matches
from tests.support.streamed import SentBlock, stream_match, there_now
from tests.support.streamed import read_block as sent_block

NOTE = {"type": "note", "text": "x"}
WRITTEN = 40


@pytest.fixture
def services(tmp_path: Path) -> Iterator[AppContext]:
    services = compose.open_services(str(tmp_path / "referee.sqlite"))
    yield services
    compose.close(services)


def open_match(services: AppContext) -> str:
    command = OpenMatch("hearts.castillar", tuple(Sitting(name=name) for name in "ABCD"), first_dealer=0)
    return services.service.open_match(command, "tests").match.id


def ids_of(answer: httpx.Response, through: int) -> Iterator[int]:
    for line in answer.iter_lines():
        if line.startswith("id: "):
            yield int(line.removeprefix("id: "))
            if line == f"id: {through}":
                return


def test_who_loses_touch_while_others_write_misses_and_doubles_nothing(organizer: Caller, public: Caller) -> None:
    match = organizer.open()

    def write() -> None:
        for _ in range(WRITTEN):
            organizer.tell(match, NOTE)

    writer = Thread(target=write)
    writer.start()
    versions: list[int] = []
    while not versions or versions[-1] < WRITTEN + 1:
        last = {"Last-Event-ID": str(versions[-1])} if versions else {}
        with public.stream("GET", f"/v1/matches/{match}/stream", headers=last) as answer:
            for n, id_ in enumerate(ids_of(answer, WRITTEN + 1), 1):
                versions.append(id_)
                if n == 7:
                    break
    writer.join()
    assert versions == list(range(1, WRITTEN + 2))


def test_a_stream_is_told_apart_from_other_answers(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    for path in (f"/v1/matches/{organizer.open()}", f"/v1/championships/{contest.championship}"):
        answer = public.get(f"{path}/stream?once=true")
        assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-accel-buffering"] == "no"
        assert answer.text.startswith(": referee\r\n\r\n")


def test_events_of_streams_are_named_so_that_a_browser_can_listen(organizer: Caller, public: Caller) -> None:
    contest, match = Contest(organizer, "Ana", "Beto"), organizer.open()
    organizer.tell(match, NOTE)
    for path, first in ((f"/v1/matches/{match}", "open"), (f"/v1/championships/{contest.championship}", None)):
        blocks = public.get(f"{path}/stream?once=true").text.split("\r\n\r\n")[1:-1]
        lines = [dict(line.split(": ", 1) for line in block.split("\r\n")) for block in blocks]
        # EventSource reserves some events for itself: https://html.spec.whatwg.org/#the-eventsource-interface
        assert not {"open", "error", "message"} & {line["event"] for line in lines}
        assert all("id" in line and "data" in line for line in lines), "no block is without an event"
        assert ["retry" in line for line in lines] == [True] + [False] * (len(lines) - 1)
        types = [json.loads(line["data"])["type"] for line in lines]
        assert first is None or types[0] == first
        assert [line["event"] for line in lines[1:]] == types[1:]


def messages_so_far(caller: Caller, path: str) -> list[dict[str, Any]]:
    """The data of all messages that a stream has so far."""
    text = caller.get(f"{path}/stream?once=true").text
    return [json.loads(line.removeprefix("data: ")) for line in text.split("\r\n") if line.startswith("data: ")]


def test_streams_of_championships_name_the_people_that_they_speak_of(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla", "Dani", "Elena")
    here = f"/v1/championships/{contest.championship}"
    first, second = contest.fixtures()[:2]
    figures = {"points": [54, 50], "stars": [0, 0], "rounds_won": [2, 2]}
    assert organizer.post(f"/v1/fixtures/{first['id']}/result", json=figures).status_code == 201
    absent = {"absent": [second["entrants"][0]["id"]], "reason": "x"}
    assert organizer.post(f"/v1/fixtures/{second['id']}/walkover", json=absent).status_code == 201
    card = {"player": "Ana", "card": "yellow", "reason": "x"}
    assert organizer.post(f"{here}/sanctions", json=card).status_code == 201
    leaving = {"player": "Beto", "reason": "x"}
    assert organizer.post(f"/v1/contests/{contest.id}/withdrawals", json=leaving).status_code == 201
    people = {player["id"]: player["name"] for player in organizer.get(here).json()["players"]}
    entries = messages_so_far(public, here)
    for entry in entries:
        names = entry.get("names", {})
        spoken_of = {id_ for id_ in people if id_ in json.dumps({**entry, "names": None})}
        assert spoken_of <= names.keys(), entry["type"]
        assert names.items() <= people.items()
    of_first = next(entry for entry in entries if entry["type"] == "result_reported")
    assert [of_first["names"][player["id"]] for player in first["entrants"]] == [
        one["name"] for one in first["entrants"]
    ]
    assert {entry["type"] for entry in entries if "names" not in entry} == {"championship_opened"}


def test_streams_of_matches_name_who_sits_down_and_the_chain_holds_without_the_names(
    organizer: Caller, public: Caller
) -> None:
    match = organizer.open(seats=4)
    organizer.tell(match, NOTE)
    opening, note = messages_so_far(public, f"/v1/matches/{match}")
    assert [opening["names"][seat["player"]] for seat in opening["seats"]] == [f"Jugador {seat}" for seat in range(4)]
    assert "names" not in note
    items = public.get(f"/v1/matches/{match}/events").json()["items"]
    assert [{field: part for field, part in entry.items() if field != "names"} for entry in (opening, note)] == items


@pytest.mark.parametrize("last", ["x", "-1", "1.0", "٣", "9" * 10])
def test_a_last_event_id_that_never_was_one_is_refused(organizer: Caller, public: Caller, last: str) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    for path in (f"/v1/matches/{organizer.open()}", f"/v1/championships/{contest.championship}"):
        answer = public.get(f"{path}/stream?once=true", headers={b"Last-Event-ID": last.encode()})
        assert refusal_of(answer, 400, "malformed")["errors"][0]["path"] == "Last-Event-ID"


@pytest.mark.parametrize("ahead", [1, 100_000])
def test_a_version_that_the_log_does_not_come_to_is_refused(
    organizer: Caller, public: Caller, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that was restored from an older copy would leave out all that comes until it is there again."""
    monkeypatch.setattr(consistency, "WAIT_SECONDS", -1.0)
    contest = Contest(organizer, "Ana", "Beto")
    for path in (f"/v1/matches/{organizer.open()}", f"/v1/championships/{contest.championship}"):
        version = public.get(path).json()["version"]
        answer = public.get(f"{path}/stream?once=true", headers={"Last-Event-ID": str(version + ahead)})
        assert refusal_of(answer, 409, "conflict")["version"] == version
        assert public.get(f"{path}/stream?once=true", headers={"Last-Event-ID": str(version)}).is_success


def test_a_deal_that_comes_while_a_stream_looks_stays_hidden(
    services: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process deals between the look at the match and the look at its log."""
    match_id = open_match(services)
    before = services.service.match(match_id)
    deal = json.dumps({"type": "deal", "hands": FOUR}).encode()
    monkeypatch.setattr(services.service, "match", lambda _: before)

    async def look() -> list[str]:
        services.service.append(Append(match_id, [deal], "tests"))
        return await there_now(services, match_id, PUBLIC)

    assert [json.loads(data)["type"] for data in asyncio.run(look())] == ["open"]
    monkeypatch.undo()
    _, block = asyncio.run(there_now(services, match_id, PUBLIC))
    assert json.loads(block)["hands"] is None


def test_a_silent_stream_gives_signs_of_life(services: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = open_match(services)
    clock = Clock()
    began, silences = clock.seconds(), []

    async def passing(_: Listener) -> None:
        """Moves the clock at once to the next reminder, instead of a wait."""
        clock.on(timedelta(seconds=REMIND_SECONDS))

    monkeypatch.setattr(services, "clock", clock.seconds)
    monkeypatch.setattr(Listener, "wait", passing)

    async def comments() -> list[str | None]:
        texts = []
        async for message in stream_match(services, match_id, PUBLIC, 1):
            texts.append(message.comment)
            silences.append(clock.seconds() - began)
            if len(texts) == 3:
                break
        return texts

    assert asyncio.run(comments()) == ["referee", "alive", "alive"]
    assert silences == [pytest.approx(n * ALIVE_SECONDS) for n in range(3)]


def test_a_ring_between_look_and_wait_is_heard() -> None:
    signal = Signal()

    async def miss() -> None:
        count = signal.notifications
        signal.notify()
        await signal.wait(None, count)

    asyncio.run(miss())


@pytest.mark.parametrize("streams_written", [(), ("one",), ("other", "one")])
def test_news_of_a_stream_between_look_and_wait_is_heard(streams_written: tuple[str, ...]) -> None:
    """A notice without streams is for all of them."""
    signal = Signal()

    async def follow() -> list[bool]:
        with signal.listen("one") as one, signal.listen("another") as another:
            one.attend()
            signal.notify(*streams_written)
            await one.wait()
            return [one.event.is_set(), another.event.is_set()]

    assert asyncio.run(follow()) == [True, not streams_written]


def test_who_has_stopped_listening_is_forgotten() -> None:
    signal = Signal()

    async def come_and_go() -> None:
        with signal.listen("one"), signal.listen("one"):
            pass
        signal.notify("one")

    asyncio.run(come_and_go())
    assert not signal._listening


def documented_names(path: str) -> tuple[list[str], str]:
    """The names of events that the document gives for a stream, and the schema of their data."""
    words = DOCUMENT["paths"][path]["get"]["description"]
    passage = words.partition("which browsers use themselves: ")[2].partition(". To resume")[0]
    [schema] = re.findall(r"one line of JSON \(`(\w+)`\)", words)
    return re.findall(r"`(\w+)`", passage), schema


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_every_name_that_a_match_can_send_is_in_the_document(ruleset: str) -> None:
    names, schema = documented_names("/v1/matches/{match_id}/stream")
    events = {event for event in SCHEMAS[schema]["discriminator"]["mapping"] if event != "open"}
    assert set(names) == events | {"opened"}
    event_names = {
        sent_block(streams._block(entry, b"{}")).event for _, entries in matches(ruleset) for entry in entries
    }
    assert event_names <= set(names)
    assert "opened" in event_names


def test_every_name_that_a_championship_can_send_is_in_the_document() -> None:
    names, schema = documented_names("/v1/championships/{championship_id}/stream")
    assert set(names) == set(SCHEMAS[schema]["discriminator"]["mapping"]) == {tag(kind) for kind in DECISIONS}


def test_how_to_resume_is_in_the_document(head: Caller) -> None:
    for path in ("/v1/matches/{match_id}/stream", "/v1/championships/{championship_id}/stream"):
        words = DOCUMENT["paths"][path]["get"]["description"]
        assert all(part in words for part in ("`Last-Event-ID`", f"{RETRY_MILLISECONDS} ms", "`once`", "15 s"))
    match = head.open()
    head.tell(match, [NOTE, NOTE])
    first = head.get(f"/v1/matches/{match}/stream", params={"once": "true"}).text
    assert f"retry: {RETRY_MILLISECONDS}" in first
    assert re.findall(r"^id: (\d+)", first, re.M) == ["1", "2", "3"]
    later = head.get(f"/v1/matches/{match}/stream", params={"once": "true"}, headers={"Last-Event-ID": "2"}).text
    assert re.findall(r"^event: (\w+)", later, re.M) == ["note"]


def test_a_stream_is_looked_at_once_for_all_and_encoded_once_for_who_may_see_the_same(
    services: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_match(services)
    readers = [PUBLIC] * 20 + [LOCAL] * 10
    positions: list[int] = []
    encodings: list[int] = []
    entries, data = services.service.entries, shown_json

    def looking(id_: str, after: int, through: int) -> Any:
        positions.append(after)
        return entries(id_, after, through)

    def encoding(match: Any, entry: Any, visible: int) -> bytes:
        encodings.append(visible)
        return data(match, entry, visible)

    async def go() -> list[list[SentBlock]]:
        async def hear(principal: Principal) -> list[SentBlock]:
            blocks_ = []
            async for block in stream_match(services, match, principal, 1):
                blocks_.append(block)
                if block.comment:
                    starts.release()
                if block.id == "3":
                    break
            return blocks_

        starts = asyncio.Semaphore(0)
        listening = [asyncio.create_task(hear(who)) for who in readers]
        for _ in readers:
            await starts.acquire()
        # Each reader looks by itself at first, and then waits.
        for _ in range(10):
            await asyncio.sleep(0)
        monkeypatch.setattr(services.service, "entries", looking)
        monkeypatch.setattr(streams, "shown_json", encoding)
        deal = json.dumps({"type": "deal", "hands": FOUR}).encode()
        services.service.append(Append(match, [deal, json.dumps(NOTE).encode()], "tests"))
        return await asyncio.gather(*listening)

    results = asyncio.run(go())
    assert positions == [1]
    assert sorted(encodings) == sorted([NOBODY, NOBODY, ALL, ALL])
    for who, blocks in zip(readers, results, strict=True):
        _, deal_block, note = blocks
        assert (json.loads(str(deal_block.data))["hands"] is None) is (who is PUBLIC)
        assert json.loads(str(note.data))["text"] == "x"


def test_a_look_that_fails_fails_for_who_waited_and_is_made_again() -> None:
    calls: list[None] = []

    async def look() -> str:
        calls.append(None)
        await asyncio.sleep(0)
        if len(calls) == 1:
            raise Unavailable(stored="no")
        return "found"

    async def go() -> list[Any]:
        looks = Coalescer()
        both = [looks.run("one", look), looks.run("one", look)]
        first = await asyncio.gather(*both, return_exceptions=True)
        return [*first, await looks.run("one", look), await looks.run("one", look)]

    one, other, *later = asyncio.run(go())
    assert one is other
    assert isinstance(one, Unavailable)
    assert (later, len(calls)) == (["found", "found"], 2)


def test_who_goes_away_while_a_look_is_made_takes_it_from_nobody() -> None:
    async def go() -> str:
        looks, let = Coalescer(), asyncio.Event()

        async def look() -> str:
            await let.wait()
            return "found"

        leaving, staying = (asyncio.create_task(looks.run("one", look)) for _ in range(2))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        let.set()
        return await staying

    assert asyncio.run(go()) == "found"


def test_who_waits_is_reminded_of_what_is_due_and_nobody_else() -> None:
    signal, due = Signal(), [False]

    async def go() -> list[bool]:
        with signal.listen("m", is_due=lambda: due[0]) as one, signal.listen("m") as another:
            count = one.attend()
            signal.remind()
            before = one.event.is_set()
            due[0] = True
            signal.remind()
            await one.wait()
            assert one.attend() == count, "nothing was stored"
            return [before, another.event.is_set()]

    assert asyncio.run(go()) == [False, False]
