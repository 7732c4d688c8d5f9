"""The stream of everything: the messages of webhooks as their reader may see them, none lost and none twice, at a low price."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from typing import Any

import pytest

from api import compose
from api.access.policy import LOCAL, PUBLIC, Principal
from api.context import AppContext
from api.document.streams import ALIVE_SECONDS, POSITION
from api.http import consistency
from api.routes import whole_stream
from api.routes.streams import StreamReader
from api.routes.whole_stream import EVERY_ENTRY, StreamFilter, follow_everything, id_of_position, position_before
from api.webhooks.outbox import Webhook
from api.webhooks.payloads import KINDS, messages
from api.workers.notifications import REMIND_SECONDS
from projections.projection import Past
from referee.client import AsyncReferee, Referee, StreamMessage
from referee.errors import Inconsistent, NotAuthenticated
from referee.followers.feed import LogRecord
from referee.followers.signal import Listener, Signal
from referee.matches.append import Append
from referee.text import Text
from tests.support.hands import FOUR
from tests.support.inside import Clock
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, Running, refusal_of
from tests.support.streamed import SentBlock, read_block
from tests.support.webhooks import NOTE, open_sample_match, say

DEAL = {"type": "deal", "hands": FOUR}
DISPUTE: list[dict[str, Any]] = [
    {"type": "deal"},
    {"type": "play", "seat": 0, "card": "2C"},
    {"type": "play", "seat": 1, "card": "9D"},
    {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4},
]
"""A claim at a table of two."""


@pytest.fixture
def services(database: str) -> Iterator[AppContext]:
    services = compose.open_services(database)
    yield services
    compose.close(services)


@pytest.fixture
def organizer(database: str) -> Iterator[Caller]:
    """An organizer of a service, with a log that has nothing but what the test writes."""
    with quiet(database) as (client, _):
        yield Caller(transport=client._transport, base_url=client.base_url, headers=BEARER)


@pytest.fixture
def public(organizer: Caller) -> Caller:
    return Caller(transport=organizer._transport, base_url=organizer.base_url)


async def follow(
    services: AppContext,
    principal: Principal = PUBLIC,
    selection: StreamFilter | None = None,
    last: int = 0,
    *,
    once: bool = False,
) -> AsyncIterator[SentBlock]:
    reader = StreamReader(lambda: principal)
    async for part in follow_everything(services, reader, selection or StreamFilter(), last, once=once):
        yield read_block(part)


def there_now(
    services: AppContext, principal: Principal = PUBLIC, selection: StreamFilter | None = None, last: int = 0
) -> list[SentBlock]:
    """All messages that a reader gets now, after an id."""

    async def read() -> list[SentBlock]:
        blocks = [block async for block in follow(services, principal, selection, last, once=True)]
        return [block for block in blocks if block.event not in {None, POSITION}]

    return asyncio.run(read())


def data_of(block: SentBlock) -> dict[str, Any]:
    return dict(json.loads(str(block.data))["data"])


def read_stream(caller: Caller, **query: str) -> list[SentBlock]:
    """The blocks of a service's stream from the start of its log to its end."""
    answer = caller.get("/v1/stream", params={"once": "true", **query}, headers={"Last-Event-ID": "0"})
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8", answer.text
    return [read_block(part.encode()) for part in answer.text.split("\r\n\r\n")[1:-1]]


def test_each_entry_of_every_match_and_championship_comes_once_in_the_order_of_the_log(
    organizer: Caller, public: Caller
) -> None:
    contest, match = Contest(organizer, "Ana", "Beto"), organizer.open()
    organizer.tell(match, NOTE)
    [fixture] = contest.fixtures()
    of_fixture = organizer.post("/v1/matches", json={"fixture": fixture["id"]}).json()["id"]
    organizer.tell(match, NOTE)
    first, *blocks = read_stream(public)
    assert (first.event, first.id, first.data) == (POSITION, "0", '{"position":0}')
    ids = [int(str(block.id)) for block in blocks]
    assert ids == sorted(set(ids))
    versions = [(data_of(block).get("match"), data_of(block)["version"]) for block in blocks]
    assert [version for of, version in versions if of == match] == [1, 2, 3]
    assert [version for of, version in versions if of == of_fixture] == [1]
    championship = [data_of(block) for block in blocks if data_of(block).get("championship") == contest.championship]
    own = [data["version"] for data in championship if "match" not in data]
    assert own == list(range(1, len(own) + 1))
    assert "match_opened" in {data["event"]["type"] for data in championship}
    assert {block.event for block in blocks} == set(EVERY_ENTRY)


def test_messages_are_those_that_a_webhook_gets(services: AppContext) -> None:
    match = open_sample_match(services, "AB")
    say(services, match, *DISPUTE)
    webhook = Webhook("", "", KINDS, None, None, "")
    log = services.service.log
    bodies = [
        message.body
        for record in log.follow(0)
        for _, message in messages(services, Past(log), LogRecord(record), [webhook])
    ]
    blocks = there_now(services, selection=StreamFilter(KINDS))
    assert [block.data for block in blocks] == bodies
    assert {"match.opened", "match.event", "claim.made"} <= {block.event for block in blocks}
    assert all(json.loads(str(block.data))["type"] == block.event for block in blocks)


def test_who_resumes_after_any_message_gets_the_rest_and_no_more(services: AppContext) -> None:
    match = open_sample_match(services, "AB")
    say(services, match, *DISPUTE)
    everything = there_now(services, selection=StreamFilter(KINDS))
    for n, block in enumerate(everything, 1):
        assert there_now(services, selection=StreamFilter(KINDS), last=int(str(block.id))) == everything[n:]


@pytest.mark.parametrize("position", [0, 1, 2, 1000])
def test_the_id_of_a_position_is_between_its_messages_and_those_of_the_next(position: int) -> None:
    id_, first = id_of_position(position), (position + 1) * whole_stream.MESSAGES_OF_RECORD
    assert position_before(id_) == position_before(first) == position
    assert id_ < first
    assert position_before(first + len(KINDS) - 1) == position
    assert len(KINDS) < whole_stream.MESSAGES_OF_RECORD


def test_long_logs_come_whole_in_parts(services: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    match = open_sample_match(services)
    say(services, match, *[NOTE] * 10)
    whole = there_now(services)
    for size in (1, 3, 11, 12):
        monkeypatch.setattr(whole_stream, "BATCH", size)
        assert there_now(services) == whole


def test_each_reader_sees_the_hands_that_it_may_see(organizer: Caller, public: Caller) -> None:
    match, other = organizer.open(seats=4), organizer.open(seats=4)
    for one in (match, other):
        organizer.tell(one, DEAL)
    own = organizer.bearer("player", match=match, seat=2)
    player = Caller(transport=organizer._transport, base_url=organizer.base_url, headers=own)

    def hands(caller: Caller, of: str) -> Any:
        _, *blocks = read_stream(caller, match=of)
        return data_of(blocks[-1])["event"]["hands"]

    assert hands(public, match) is None
    assert [bool(hand) for hand in hands(organizer, match)] == [True] * 4
    assert [bool(hand) for hand in hands(player, match)] == [False, False, True, False]
    assert hands(player, other) is None


def test_only_one_match_or_championship_comes_to_who_asks_for_it(organizer: Caller, public: Caller) -> None:
    contest, match = Contest(organizer, "Ana", "Beto"), organizer.open()
    of_fixture = organizer.post("/v1/matches", json={"fixture": contest.fixtures()[0]["id"]}).json()["id"]
    _, *of_match = read_stream(public, match=match)
    assert [data_of(block)["match"] for block in of_match] == [match]
    _, *of_championship = read_stream(public, championship=contest.championship)
    assert {data_of(block)["championship"] for block in of_championship} == {contest.championship}
    assert of_fixture in {data_of(block).get("match") for block in of_championship}
    _, *draw = read_stream(public, championship=contest.championship, kinds="contest.drawn,match.opened")
    assert [block.event for block in draw] == ["contest.drawn", "match.opened"]


@pytest.mark.parametrize("of", ["match", "championship"])
def test_what_does_not_exist_is_not_followed(public: Caller, of: str) -> None:
    refusal_of(public.get("/v1/stream", params={of: "nothing", "once": "true"}), 404, "not-found")


@pytest.mark.parametrize("last", ["x", "-1", "1.0", "9" * 19])
def test_an_id_that_never_was_one_is_refused(public: Caller, last: str) -> None:
    answer = public.get("/v1/stream?once=true", headers={"Last-Event-ID": last})
    assert refusal_of(answer, 400, "malformed")["errors"][0]["path"] == "Last-Event-ID"


@pytest.mark.parametrize("ahead", [1, 1_000_000])
def test_an_id_that_this_log_does_not_come_to_is_refused(
    organizer: Caller, public: Caller, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service that was restored from an older copy would leave out all that comes until it is there again."""
    monkeypatch.setattr(consistency, "WAIT_SECONDS", -1.0)
    organizer.open()
    head = int(public.get("/v1/matches").headers["log-position"])
    answer = public.get("/v1/stream?once=true", headers={"Last-Event-ID": str(id_of_position(head + ahead))})
    assert refusal_of(answer, 409, "conflict")["position"] == head
    for id_ in (id_of_position(head), id_of_position(head + 1) - 1):
        there = public.get("/v1/stream?once=true", headers={"Last-Event-ID": str(id_)})
        assert (there.status_code, there.text.count(f"event: {POSITION}")) == (200, 1)


def test_who_is_too_far_behind_is_told_to_read_the_lists(services: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    match = open_sample_match(services)
    say(services, match, NOTE, NOTE)
    head = services.service.log.position()
    whole_stream._require_recent(0, head)
    monkeypatch.setattr(whole_stream, "MOST_BEHIND", head - 1)
    whole_stream._require_recent(id_of_position(1), head)
    with pytest.raises(Inconsistent, match=f"{head} entries behind, and at most {head - 1}"):
        whole_stream._require_recent(0, head)


def test_a_stream_begins_now_and_says_where_that_is(services: AppContext) -> None:
    match = open_sample_match(services)
    last = id_of_position(services.service.log.position())

    async def hear() -> list[SentBlock]:
        blocks = []
        async for block in follow(services, last=last):
            blocks.append(block)
            if len(blocks) == 2:
                services.service.append(Append(match, [json.dumps(NOTE).encode()], "tests"))
            if len(blocks) == 3:
                break
        return blocks

    comment, position, note = asyncio.run(hear())
    assert comment.comment == "referee"
    assert (position.event, position.id) == (POSITION, str(last))
    assert data_of(note)["version"] == 2


def test_after_silence_what_was_left_out_moves_the_place_to_resume_from(
    services: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_sample_match(services)
    clock = Clock()

    async def passing(_: Listener) -> None:
        """Moves the clock at once to the next reminder, instead of a wait."""
        clock.on(timedelta(seconds=REMIND_SECONDS))

    monkeypatch.setattr(services, "clock", clock.seconds)
    monkeypatch.setattr(Listener, "wait", passing)

    async def hear() -> list[SentBlock]:
        blocks = []
        async for block in follow(services, selection=StreamFilter(("claim.made",), match), last=0):
            blocks.append(block)
            if len(blocks) == 4:
                break
        return blocks

    began = clock.seconds()
    _, first, second, alive = asyncio.run(hear())
    head = services.service.log.position()
    assert (first.event, first.id) == (POSITION, "0")
    assert (second.event, second.id, second.data) == (POSITION, str(id_of_position(head)), f'{{"position":{head}}}')
    assert alive.comment == "alive"
    assert clock.seconds() - began == pytest.approx(2 * ALIVE_SECONDS)


def test_a_stream_ends_with_its_token(services: AppContext) -> None:
    match, rights = open_sample_match(services), [LOCAL]

    def ask() -> Principal:
        if not rights:
            raise NotAuthenticated(Text(es="x", en="x"))
        return rights[0]

    async def hear() -> list[SentBlock]:
        blocks = []
        async for part in follow_everything(services, StreamReader(ask), StreamFilter(), 0, once=False):
            blocks.append(read_block(part))
            if blocks[-1].event == "match.event":
                rights.clear()
                services.service.append(Append(match, [json.dumps(NOTE).encode()], "tests"))
        return blocks

    assert [block.event for block in asyncio.run(hear())] == [None, POSITION, "match.event"]


def test_records_are_read_once_for_all_and_messages_made_once_for_who_sees_the_same(
    services: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_sample_match(services)
    last = id_of_position(services.service.log.position())
    readers = [PUBLIC] * 20 + [LOCAL] * 10
    reads: list[int] = []
    makings: list[str] = []
    read, make = whole_stream.read_records, whole_stream.make_blocks

    def reading(services: AppContext, after: int) -> Any:
        batch = read(services, after)
        reads.append(after)
        return batch

    def making(services: AppContext, records: Any, principal: Principal, selection: StreamFilter) -> Any:
        makings.append(principal.name)
        return make(services, records, principal, selection)

    async def go() -> list[SentBlock]:
        async def hear(principal: Principal) -> SentBlock:
            async for block in follow(services, principal, last=last):
                if block.event == "match.event":
                    return block
            raise AssertionError

        listening = [asyncio.create_task(hear(who)) for who in readers]
        # Each reader looks by itself at first.
        while len(reads) < len(readers):
            await asyncio.sleep(0)
        reads.clear()
        services.service.append(Append(match, [json.dumps(DEAL).encode()], "tests"))
        return await asyncio.gather(*listening)

    monkeypatch.setattr(whole_stream, "read_records", reading)
    monkeypatch.setattr(whole_stream, "make_blocks", making)
    blocks = asyncio.run(go())
    assert len(reads) == 1
    assert sorted(makings) == ["local", "public"]
    for who, block in zip(readers, blocks, strict=True):
        assert (data_of(block)["event"]["hands"] is None) is (who is PUBLIC)


def test_who_listens_to_everything_is_woken_for_every_stream() -> None:
    signal = Signal()

    async def go() -> list[bool]:
        with signal.listen() as everything, signal.listen("one") as one:
            both = []
            for streams in (("one",), ("other",), ()):
                for listener in (everything, one):
                    listener.attend()
                signal.notify(*streams)
                both += [everything.event.is_set(), one.event.is_set()]
            return both

    assert asyncio.run(go()) == [True, True, True, False, True, True]
    assert not signal._listening


def test_the_client_reads_messages_and_resumes_after_the_last_one(either_service: Running) -> None:
    running = either_service
    with running.client() as caller:
        begin = id_of_position(caller.get("/v1/log/checkpoint").json()["size"])
        match = caller.open()
        caller.tell(match, [NOTE, NOTE])
    with Referee(running.url) as referee:
        everything = list(referee.messages(match=match, after=begin, once=True))
        assert [message.data["version"] for message in everything] == [1, 2, 3]
        assert {message.type for message in everything} == {"match.event"}
        assert json.loads(everything[0].body)["data"] == everything[0].data
        assert list(referee.messages(match=match, after=everything[1].id, once=True)) == everything[2:]
        openings = referee.messages(["match.opened"], match=match, after=begin, once=True)
        assert [message.type for message in openings] == ["match.opened"]
        assert not list(referee.messages(match=match, once=True)), "without a place it begins now"

    async def read() -> list[StreamMessage]:
        async with AsyncReferee(running.url) as client:
            return [message async for message in client.messages(match=match, after=begin, once=True)]

    assert asyncio.run(read()) == everything
