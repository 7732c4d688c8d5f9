"""Webhooks over HTTP: made by organizers, kept out of private networks, delivered by the service itself, also after kill -9."""

import asyncio
import socket
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import httpcore
import pytest
import standardwebhooks

from api.webhooks import failures
from api.webhooks.networks import is_own, is_public
from api.webhooks.outbox import Outgoing
from api.webhooks.payloads import KINDS
from api.webhooks.post import Post, PostOutcome
from referee.log.opening.engine import engine
from referee.people.register import open_people
from tests.support.administering import grant
from tests.support.organizing import Contest
from tests.support.receiver import Receiver, Reply, receiving
from tests.support.service import Caller, Running, refusal_of, start
from tests.support.waiting import DEADLOCK_SECONDS, eventually

NOTE = {"type": "note", "text": "mesa 3"}
URL = "https://board.example/hooks"
SECRET = "whsec_" + "QUJD" * 11


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that may deliver to this machine."""
    with start(tmp_path_factory.mktemp("hooks"), REFEREE_WEBHOOKS_PRIVATE="1") as running:
        yield running
    assert "Traceback" not in running.output.read_text(encoding="utf-8")


@pytest.fixture
def here(service: Running) -> Iterator[Caller]:
    """An organizer of that service."""
    with service.client() as client:
        yield client


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def make_webhook(caller: Caller, url: str, *kinds: str, **more: str) -> dict[str, Any]:
    answer = caller.post("/v1/webhooks", json={"url": url, "kinds": kinds or ["match.event"], **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def test_a_secret_is_shown_once(organizer: Caller, running: Running) -> None:
    webhook = make_webhook(organizer, URL, "match.finished", "match.finished", "claim.ruled")
    assert webhook["secret"].startswith("whsec_")
    assert webhook["kinds"] == ["match.finished", "claim.ruled"]
    path = f"/v1/webhooks/{webhook['id']}"
    record = organizer.get(path).json()
    assert record == {field: value for field, value in webhook.items() if field != "secret"}
    for address in (path, "/v1/webhooks", f"{path}/deliveries"):
        assert "whsec_" not in organizer.get(address).text
        assert webhook["secret"] not in organizer.get(address).text
    assert webhook["secret"] not in running.output.read_text(encoding="utf-8")


def test_a_secret_of_ones_own_and_a_safe_retry(organizer: Caller) -> None:
    body = {"url": URL, "kinds": ["match.event"], "secret": SECRET}
    first, again = (
        organizer.post("/v1/webhooks", json=body, headers={"Idempotency-Key": "one-webhook"}) for _ in range(2)
    )
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert first.json()["secret"] == SECRET
    assert first.headers["location"] == f"/v1/webhooks/{first.json()['id']}"
    other = organizer.post("/v1/webhooks", json=body | {"url": URL + "2"}, headers={"Idempotency-Key": "one-webhook"})
    refusal_of(other, 422, "key-reused")


@pytest.mark.parametrize(
    "body",
    [
        {"kinds": ["match.event"]},
        {"url": URL},
        {"url": URL, "kinds": []},
        {"url": URL, "kinds": ["ping"]},
        {"url": URL, "kinds": ["match.event"], "more": 1},
        {"url": URL, "kinds": ["match.event"], "secret": "short"},
        {"url": URL, "kinds": ["match.event"], "secret": "whsec_" + "A" * 33},
        {"url": URL, "kinds": ["match.event"], "secret": "whsec_" + "A" * 88},
    ],
    ids=lambda body: str(body.get("url", "")) + str(body.get("secret", "")),
)
def test_what_is_no_webhook_is_refused(organizer: Caller, body: dict[str, object]) -> None:
    refusal_of(organizer.post("/v1/webhooks", json=body), 400, "malformed")


@pytest.mark.parametrize(
    "url",
    [
        "ftp://board.example/",
        "file:///etc/passwd",
        "https://ana:beto@board.example/",
        "https://board.example/#x",
        "https:///x",
        "https://board.example:99999/",
        "http://[::1",
        "http://a..b/",
        "http://127.0.0.1/",
        "http://localhost:8000/v1/players",
        "http://169.254.169.254/latest/meta-data",
        "http://[::ffff:10.0.0.1]/",
    ],
)
def test_an_address_that_is_not_in_the_open_internet_is_refused(organizer: Caller, url: str) -> None:
    refusal_of(organizer.post("/v1/webhooks", json={"url": url, "kinds": ["match.event"]}), 400, "malformed")


def test_only_organizers_have_webhooks(organizer: Caller, public: Caller, running: Running) -> None:
    webhook = make_webhook(organizer, URL)
    path = f"/v1/webhooks/{webhook['id']}"
    store = engine(str(running.database))
    token = grant(open_people(store), "referee")
    store.dispose()
    judge = {"Authorization": f"Bearer {token}"}
    for method, at in (
        ("POST", "/v1/webhooks"),
        ("GET", "/v1/webhooks"),
        ("GET", path),
        ("GET", f"{path}/deliveries"),
        ("POST", f"{path}/test"),
        ("POST", f"{path}/deliveries/x/retry"),
        ("DELETE", path),
    ):
        body = {"json": {"url": URL, "kinds": ["match.event"]}} if at == "/v1/webhooks" and method == "POST" else {}
        refusal_of(public.request(method, at, **body), 401, "unauthenticated")  # type: ignore[arg-type]
        refusal_of(public.request(method, at, headers=judge, **body), 403, "forbidden")  # type: ignore[arg-type]


def test_what_is_not_there_is_not_found(organizer: Caller) -> None:
    webhook = make_webhook(organizer, URL)
    path = f"/v1/webhooks/{webhook['id']}"
    for only in ("match", "championship"):
        refusal_of(organizer.post("/v1/webhooks", json={"url": URL, "kinds": list(KINDS), only: "x"}), 404, "not-found")
    refusal_of(organizer.post(f"{path}/deliveries/x/retry"), 404, "not-found")
    assert organizer.delete(path).status_code == 204
    for answer in (
        organizer.get(path),
        organizer.delete(path),
        organizer.get(f"{path}/deliveries"),
        organizer.post(f"{path}/test"),
    ):
        refusal_of(answer, 404, "not-found")


def test_webhooks_are_listed_in_pages(organizer: Caller) -> None:
    ids = [make_webhook(organizer, URL)["id"] for _ in range(3)]
    listing: list[str] = []
    page = organizer.get("/v1/webhooks?limit=2").json()
    listing += [item["id"] for item in page["items"]]
    while page["next"]:
        page = organizer.get(f"/v1/webhooks?limit=2&cursor={page['next']}").json()
        listing += [item["id"] for item in page["items"]]
    assert listing[-3:] == ids
    assert len(set(listing)) == len(listing)


def test_messages_and_streams_can_be_joined(here: Caller, receiver: Receiver) -> None:
    webhook = make_webhook(here, receiver.url, *KINDS)
    match = here.open()
    here.tell(match, [{"type": "deal"}, NOTE])
    eventually(lambda: receiver.versions(match) == [1, 2, 3])
    messages = [one for one in receiver.requests if one.payload["type"] == "match.event"]
    stream = here.get(f"/v1/matches/{match}/stream?once=true").text
    ids = [int(line.removeprefix("id: ")) for line in stream.splitlines() if line.startswith("id: ")]
    with Caller(base_url=here.base_url) as public:
        items = public.get(f"/v1/matches/{match}/events").json()["items"]
    assert [one.version for one in messages] == ids
    assert [one.payload["data"]["event"] for one in messages] == items
    assert [one.payload["timestamp"] for one in messages] == [entry["recorded_at"] for entry in items]
    for one in receiver.requests:
        assert standardwebhooks.Webhook(webhook["secret"]).verify(one.body, one.headers) == one.payload
    here.delete(f"/v1/webhooks/{webhook['id']}")


def test_the_documented_way_to_verify_a_message(here: Caller, receiver: Receiver) -> None:
    """The snippet in `openapi/README.md`, run as it stands there."""
    words = (Path(__file__).parents[3] / "openapi" / "README.md").read_text(encoding="utf-8")
    namespace: dict[str, Any] = {}
    exec(words.split("```python\n")[1].split("```")[0], namespace)
    webhook = make_webhook(here, receiver.url)
    here.open()
    eventually(lambda: len(receiver.requests) == 1)
    [message] = receiver.requests
    genuine, secret = namespace["genuine"], webhook["secret"]
    assert genuine(secret, message.headers, message.body)
    assert not genuine(secret, message.headers, message.body + b" ")
    assert not genuine(SECRET, message.headers, message.body)
    assert not genuine(secret, message.headers | {"webhook-timestamp": "1700000000"}, message.body)
    here.delete(f"/v1/webhooks/{webhook['id']}")


def test_a_championship_and_its_matches_are_heard(here: Caller, receiver: Receiver) -> None:
    contest, other = Contest(here, "Ana", "Beto"), Contest(here, "Carla", "Dani")
    kinds = ("match.opened", "championship.event", "contest.drawn", "contest.result", "standings.changed")
    webhook = make_webhook(here, receiver.url, *kinds, championship=contest.championship)
    other.report({"Carla": 40, "Dani": 64})
    here.open()
    view = here.post("/v1/matches", json={"fixture": contest.fixtures()[0]["id"]}).json()
    here.tell(view["id"], {"type": "withdraw", "seat": 0, "reason": "x"})
    eventually(lambda: receiver.versions(contest.championship, "championship.event") == [4, 5])
    eventually(lambda: len(receiver.requests) == 5)
    data_by_kind = {message.payload["type"]: message.payload["data"] for message in receiver.requests}
    assert data_by_kind["match.opened"]["match"] == view["id"]
    assert data_by_kind["match.opened"]["championship"] == contest.championship
    assert data_by_kind["contest.result"]["event"]["type"] == "match_finished"
    assert data_by_kind["standings.changed"]["contest"] == contest.id
    assert "contest.drawn" not in data_by_kind
    assert not any(name.encode() in message.body for message in receiver.requests for name in ("Ana", "Beto"))
    here.delete(f"/v1/webhooks/{webhook['id']}")


def test_a_match_that_counts_no_more_and_counts_again_is_heard(here: Caller, receiver: Receiver) -> None:
    contest, other = (Contest(here, "Ana", "Beto", "Carla", "Dani") for _ in range(2))
    matches = [here.post("/v1/matches", json={"fixture": one["id"]}).json()["id"] for one in contest.fixtures()[:2]]
    of_one = make_webhook(here, receiver.url, "match.counting", match=matches[0])
    of_all = make_webhook(here, receiver.url, "match.counting", championship=contest.championship)
    here.post("/v1/matches", json={"fixture": other.fixtures()[0]["id"]})
    for one in (other, contest):
        assert here.delete(f"/v1/contests/{one.id}", params={"reason": "x", "reopen": "true"}).status_code == 200
    version = here.get(f"/v1/championships/{contest.championship}").json()["version"]
    path = f"/v1/contests/{contest.id}/decisions/{version}"
    assert here.delete(path, params={"reason": "x"}).status_code == 200
    eventually(lambda: len(receiver.requests) == 4)
    data = [message.payload["data"] for message in receiver.requests]
    assert {one["championship"] for one in data} == {contest.championship}
    for at, counts in ((version, False), (version + 1, True)):
        matches_then = sorted((one["matches"] for one in data if one["version"] == at), key=len)
        assert matches_then[0] == [{"match": matches[0], "counts": counts, "instead": None}]
        assert {one["match"] for one in matches_then[1] if one["counts"] is counts} == {*matches}
    for webhook in (of_one, of_all):
        here.delete(f"/v1/webhooks/{webhook['id']}")


def test_the_delivery_log_and_another_try(here: Caller, receiver: Receiver) -> None:
    webhook = make_webhook(here, receiver.url)
    path = f"/v1/webhooks/{webhook['id']}/deliveries"
    match = here.open()
    here.tell(match, [NOTE, NOTE])
    eventually(lambda: [item["status"] for item in here.get(path).json()["items"]] == ["delivered"] * 3)
    page = here.get(f"{path}?limit=2").json()
    rest = here.get(f"{path}?limit=2&cursor={page['next']}").json()
    assert [item["version"] for item in page["items"] + rest["items"]] == [3, 2, 1]
    assert rest["next"] is None
    assert not any("body" in item for item in page["items"])
    bodies = {item["id"]: item["body"].encode() for item in here.get(f"{path}?body=true").json()["items"]}
    assert bodies == {request.id: request.body for request in receiver.requests}
    assert here.get(f"{path}?status=given_up").json()["items"] == []
    refusal_of(here.get(f"{path}?status=lost"), 400, "malformed")
    [first] = rest["items"]
    again = here.post(f"{path}/{first['id']}/retry")
    assert (again.status_code, again.json()["status"]) == (202, "pending")
    eventually(lambda: len(receiver.requests) == 4)
    assert receiver.requests[-1].id == receiver.requests[0].id == first["id"]
    here.delete(f"/v1/webhooks/{webhook['id']}")


def test_a_ping_says_whether_a_receiver_is_reached(here: Caller, receiver: Receiver) -> None:
    webhook = make_webhook(here, receiver.url)
    path = f"/v1/webhooks/{webhook['id']}"
    response = here.post(f"{path}/test")
    assert (response.status_code, response.json()["kind"]) == (202, "ping")
    eventually(lambda: here.get(f"{path}/deliveries").json()["items"][0]["status"] == "delivered")
    [message] = receiver.requests
    assert (message.id, message.payload["type"]) == (response.json()["id"], "ping")
    receiver.answer = lambda request: Reply(500)
    here.post(f"{path}/test")
    eventually(lambda: here.get(f"{path}/deliveries").json()["items"][0]["status"] == "given_up")
    here.delete(path)


def test_kill_9_loses_nothing(tmp_path: Path, receiver: Receiver) -> None:
    # The second message is under way at the kill, and more are waiting.
    release = Event()
    receiver.answer = lambda request: Reply(after=release if request.version > 1 else None)
    with start(tmp_path, REFEREE_WEBHOOKS_PRIVATE="1") as running, running.client() as caller:
        webhook = make_webhook(caller, receiver.url)
        match = caller.open()
        caller.tell(match, [NOTE] * 9)
        eventually(lambda: len(receiver.requests) >= 2)
        running.kill()
    release.set()
    with start(tmp_path, REFEREE_WEBHOOKS_PRIVATE="1") as running, running.client() as caller:
        path = f"/v1/webhooks/{webhook['id']}/deliveries"
        eventually(lambda: [i["status"] for i in caller.get(path).json()["items"]] == ["delivered"] * 10)
    versions = receiver.versions(match)
    assert list(dict.fromkeys(versions)) == list(range(1, 11))
    assert len({one.id for one in receiver.requests}) == 10


def test_an_organizer_of_one_championship_has_its_webhooks_only(organizer: Caller, running: Running) -> None:
    mine, other = (organizer.post("/v1/championships", json={"name": name}).json()["id"] for name in "AB")
    theirs = make_webhook(organizer, URL, championship=other)
    asked = {"role": "organizer", "scope": {"championship": mine}}
    token = organizer.post("/v1/tokens", json=asked).json()["token"]
    with Caller(base_url=running.url, headers={"Authorization": f"Bearer {token}"}) as caller:
        refusal_of(caller.post("/v1/webhooks", json={"url": URL, "kinds": ["match.event"]}), 403, "forbidden")
        body = {"url": URL, "kinds": ["match.event"], "championship": other}
        refusal_of(caller.post("/v1/webhooks", json=body), 403, "forbidden")
        own = make_webhook(caller, URL, championship=mine)
        assert [item["id"] for item in caller.get("/v1/webhooks").json()["items"]] == [own["id"]]
        for path in ("", "/deliveries"):
            refusal_of(caller.get(f"/v1/webhooks/{theirs['id']}{path}"), 403, "forbidden")
        refusal_of(caller.delete(f"/v1/webhooks/{theirs['id']}"), 403, "forbidden")
        assert caller.delete(f"/v1/webhooks/{own['id']}").status_code == 204
    organizer.delete(f"/v1/webhooks/{theirs['id']}")


# Allowed addresses


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fd00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "0.1.2.3",
        "192.0.0.192",
        "192.88.99.1",
        "198.18.0.1",
        "203.0.113.1",
        "240.0.0.1",
        "168.63.129.16",
        "100.100.100.200",
        "fd00:ec2::254",
        "fec0::1",
        "100::1",
        "64:ff9b:1::1.1.1.1",
        "64:ff9b::a9fe:a9fe",
        "::ffff:0:10.0.0.1",
        "::ffff:169.254.169.254",
        "2002:a9fe:a9fe::1",
        "2001:0:4136:e378:8000:63bf:f5ff:fffe",
        "2001:db8::1",
        "3fff::1",
        "4000::1",
        "5f00::1",
        "ff0e::1",
    ],
)
def test_addresses_of_ones_own_networks_are_told(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"])
def test_addresses_out_in_the_world_are_told(address: str) -> None:
    assert is_public(address)


def _interface() -> str:
    """An address of this machine: the one from which it would send to the internet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


@pytest.mark.parametrize("address", [_interface(), f"::ffff:{_interface()}", "127.0.0.1", "127.9.9.9"])
def test_this_machine_knows_the_addresses_that_are_its_own(address: str) -> None:
    assert is_own(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "192.0.2.77", "203.0.113.255", "2606:4700::1111", "64:ff9b::1.1.1.1"])
def test_no_other_machines_address_is_taken_for_its_own(address: str) -> None:
    assert not is_own(address)


class _Nowhere(httpcore.AsyncNetworkBackend):
    """A network that records the addresses to reach, and reaches none."""

    def __init__(self, attempts: list[str]) -> None:
        self._attempts = attempts

    async def connect_tcp(self, host: str, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        self._attempts.append(host)
        raise httpcore.ConnectError


def _send(
    url: str,
    addresses: Sequence[str] | OSError,
    *,
    private: bool,
    own: Collection[str] = (),
    attempts: list[str] | None = None,
) -> PostOutcome:
    """One attempt, with the result of the name's look-up. `own`: addresses of this machine. With `attempts` none is reached."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        if isinstance(addresses, OSError):
            raise addresses
        return addresses

    async def send() -> PostOutcome:
        network = None if attempts is None else _Nowhere(attempts)
        post = Post(
            private=private,
            resolve=resolve,
            is_own=lambda address: address in own,
            network=network,
            seconds=DEADLOCK_SECONDS,
        )
        try:
            return await post(Outgoing("id", "webhook", "ping", "{}", 0, url, SECRET), datetime.now(UTC))
        finally:
            await post.close()

    return asyncio.run(send())


def test_a_name_that_leads_home_is_not_followed(receiver: Receiver) -> None:
    url = f"http://board.example:{receiver.port}/hook"
    result = _send(url, ["127.0.0.1"], private=False)
    assert (result.status, receiver.requests) == (None, [])
    assert result.error is not None
    assert result.error.en == "board.example is in a private network or does not exist"
    assert _send(url, ["127.0.0.1"], private=True).status == 204
    assert receiver.requests[0].headers["host"] == f"board.example:{receiver.port}"


def test_the_next_address_of_a_name_is_tried() -> None:
    with receiving() as receiver:
        url = f"http://board.example:{receiver.port}/hook"
        assert _send(url, ["127.0.0.2", "127.0.0.1"], private=True).status == 204


def test_an_address_of_this_machine_is_not_reached_though_it_is_public() -> None:
    """A name may resolve to it, alone or with others, and to another address at the next attempt."""
    attempts: list[str] = []
    for addresses in (["1.1.1.1"], ["10.0.0.1", "1.1.1.1"], ["1.1.1.1", "::1"]):
        assert _send("http://board.example/", addresses, private=False, own=["1.1.1.1"], attempts=attempts).error
    assert attempts == []
    _send(
        "http://board.example/", ["1.1.1.1", "8.8.8.8", "10.0.0.1"], private=False, own=["1.1.1.1"], attempts=attempts
    )
    assert attempts == ["8.8.8.8"]
    _send("http://board.example/", ["1.1.1.1"], private=True, own=["1.1.1.1"], attempts=attempts)
    assert attempts == ["8.8.8.8", "1.1.1.1"]


@pytest.mark.parametrize(
    "resolution",
    [
        ["10.0.0.7"],
        ["::1"],
        ["1.1.1.1"],
        [],
        *(socket.gaierror(code, "what the name server said") for code in (socket.EAI_NONAME, socket.EAI_AGAIN)),
    ],
    ids=["private", "loopback", "own", "no address", "no such name", "no name server"],
)
def test_a_refusal_does_not_tell_which_names_the_network_has(resolution: Sequence[str] | OSError) -> None:
    outcome = _send("http://payroll.internal/", resolution, private=False, own=["1.1.1.1"], attempts=[])
    assert outcome == PostOutcome(None, failures.nowhere("payroll.internal"))


def test_a_service_that_may_not_does_not(organizer: Caller, running: Running, receiver: Receiver) -> None:
    """The spelling passes. The address that it resolves to at the connection does not."""
    webhook = make_webhook(organizer, f"http://2130706433:{receiver.port}/hook")
    path = f"/v1/webhooks/{webhook['id']}"
    organizer.post(f"{path}/test")
    eventually(lambda: organizer.get(f"{path}/deliveries").json()["items"][0]["status"] == "given_up")
    [item] = organizer.get(f"{path}/deliveries").json()["items"]
    assert item["error"] == "2130706433 is in a private network or does not exist"
    spanish = organizer.get(f"{path}/deliveries", headers={"Accept-Language": "es"}).json()["items"]
    assert spanish[0]["error"] == "2130706433 está en una red privada o no existe"
    assert receiver.requests == []
    assert organizer.get(path).json()["disabled_at"] is None
    organizer.delete(path)
