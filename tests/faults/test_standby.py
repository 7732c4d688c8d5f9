"""Lists and boards from a standby that streams: as it has them, never older than seen before; without it while it is gone."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psycopg
import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from api.cli.main import main
from api.reads.replica import Standby
from projections.follower import PROJECTIONS
from referee.log.opening.engine import engine
from referee.log.opening.replica import require_as_recent, standby_engine, standby_log
from referee.log.timeouts.failures import FAILURES, is_outage
from tests.support import postgres
from tests.support.replicated import run_replicated
from tests.support.service import TOKEN, Caller, refusal_of, start
from tests.support.waiting import eventually

pytestmark = pytest.mark.postgres
OPEN: dict[str, Any] = {"ruleset": "hearts.castillar", "seats": [{"name": "Ana"}, {"name": "Beto"}], "first_dealer": 0}

EVERYTHING = """SELECT ARRAY[(SELECT count(*) FROM referee_events), (SELECT count(*) FROM log_checkpoint),
(SELECT min(position) FROM projection_position)]"""
"""Rows of the log, of checkpoints and of read models."""


class Site(NamedTuple):
    """A service that reads lists of a standby, and both servers."""

    primary: str
    standby: str
    standby_data: Path
    organizer: Caller
    key: Path

    def list_page(self, **query: int) -> tuple[set[str], int]:
        """The matches of the list, and the position it stands for."""
        answer = self.organizer.get("/v1/matches", params=query)
        assert answer.status_code == 200, answer.text
        return {match["id"] for match in answer.json()["items"]}, int(answer.headers["Log-Position"])

    def has(self, position: int) -> bool:
        """True if the read models of the standby stand for this position. Fails with its log if it does not answer."""
        try:
            with psycopg.connect(self.standby) as connection:
                at = connection.execute("SELECT count(*), min(position) FROM projection_position").fetchone()
        except psycopg.OperationalError as error:
            raise AssertionError((self.standby_data / "log").read_text(encoding="utf-8")) from error
        return at == (len(PROJECTIONS), position)

    def stand_still(self) -> None:
        """Makes the standby take nothing more from the other server."""
        with psycopg.connect(self.standby) as connection:
            connection.execute("SELECT pg_wal_replay_pause()")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    own = tmp_path_factory.mktemp("site")
    with (
        run_replicated() as (primary, standby),
        start(own, database=primary.address, REFEREE_DATABASE_READ=standby.address) as running,
        running.client() as organizer,
    ):
        yield Site(primary.address, standby.address, standby.data, organizer, own / "referee" / "signing-key.pem")


def test_nothing_is_read_of_a_standby_that_has_less_than_another_of_the_same_address_told(site: Site) -> None:
    """HAProxy leads one connection to this standby and the next to that one, which may be behind."""
    match = site.organizer.open()
    head = int(site.organizer.get(f"/v1/matches/{match}").headers["Log-Position"])
    eventually(lambda: site.has(head))
    log, store = standby_log(site.standby), engine(site.standby, read_only=True)
    require_as_recent(log, store)
    try:
        assert len(log.read(match)) == 1
        log.reported_position = head + 1
        log.recorder.datastore.pool.timeout = 0.1  # type: ignore[attr-defined]
        with pytest.raises(FAILURES) as error:
            log.read(match)
        assert is_outage(error.value)
        with pytest.raises(FAILURES) as error, store.connect():
            pytest.fail("a connection to it")
        assert is_outage(error.value)
        beside = Standby(standby_engine(site.standby), log, PROJECTIONS)
        log.recorder.datastore.require_recent = lambda _: None  # type: ignore[attr-defined]
        assert asyncio.run(beside.look(head, lambda _: "what it has")) == "what it has"
        assert asyncio.run(beside.look(head + 1, lambda _: "what it has")) is None
        beside.store.dispose()
        log.reported_position = head
        with store.connect() as connection:
            assert connection.execute(sa.text(log.position_query)).scalar() == head
    finally:
        log.close()
        store.dispose()


def test_a_node_on_a_standby_alone_reads_and_says_so(site: Site, tmp_path: Path) -> None:
    match = site.organizer.open()
    (tmp_path / "reader").mkdir()
    with start(tmp_path / "reader", database=site.standby) as running, running.client() as reader:
        # The supervisor says so beside the worker that answers.
        eventually(
            lambda: any(words in running.output_text() for words in ("this node only reads", "este nodo solo lee"))
        )
        assert reader.get("/v1/health/ready").json()["status"] == "read_only"
        path = f"/v1/matches/{match}"
        eventually(lambda: reader.get(path).status_code == 200)
        eventually(lambda: match in {one["id"] for one in reader.get("/v1/matches").json()["items"]})
        assert reader.get(f"{path}/events").status_code == 200

        writes = (
            ("POST", "/v1/matches"),
            ("POST", f"{path}/events"),
            ("PUT", f"{path}/presence"),
            ("DELETE", "/v1/webhooks/x"),
        )
        for method, where in writes:
            problem = refusal_of(reader.request(method, where, json=OPEN), 503, "unavailable")
            assert (problem["stored"], "only reads" in problem["detail"]) == ("no", True)
            assert problem["retry_after"] > 0

        with reader.stream("GET", f"{path}/stream") as stream:
            lines = stream.iter_lines()
            next(lines)
            version = site.organizer.tell(match, {"type": "note", "text": "heard"})["version"]
            assert f"id: {version}" in lines

        doctor = CliRunner().invoke(main, ["doctor", "--json", running.url], env={"REFEREE_TOKEN": TOKEN})
        findings = {(one["check"], one["level"]) for one in json.loads(doctor.stdout)}
        assert ("service", "warning") in findings
        assert "wrong" not in {level for _, level in findings}


def own_key(folder: Path) -> str:
    """A file with a key that signed nothing yet."""
    file = folder / "own.pem"
    file.touch(mode=0o600)
    file.write_bytes(Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return str(file)


def is_stored(organizer: Caller, match: str) -> bool:
    """True if a note is stored; False also if the worker that ends closes the connection while the request is on its way."""
    with suppress(httpx.RemoteProtocolError):
        return organizer.say(match, {"type": "note", "text": "on"}).status_code == 201
    return False


def test_a_node_whose_standby_is_promoted_writes_from_then_on(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "node", "stranger")]
    for folder in folders:
        folder.mkdir()
    first, node, stranger = folders
    key = str(first / "referee" / "signing-key.pem")
    with run_replicated() as (primary, standby):
        with start(first, database=primary.address) as running, running.client() as organizer:
            match = organizer.open()
            organizer.get("/v1/log/checkpoint").raise_for_status()
            eventually(lambda: primary.ask(EVERYTHING) == standby.ask(EVERYTHING))
        with (
            start(node, database=standby.address, REFEREE_SIGNING_KEY=key) as node_promoted,
            start(stranger, database=standby.address, REFEREE_SIGNING_KEY=own_key(stranger)) as other,
            node_promoted.client() as organizer,
            other.client() as reader,
        ):
            refusal_of(organizer.post("/v1/matches", json=OPEN), 503, "unavailable")
            standby.ask("SELECT pg_promote()")
            eventually(lambda: is_stored(organizer, match))
            assert organizer.get("/v1/health/ready").json()["status"] == "ready"
            # One with another key goes on reading, and says why it does no more.
            eventually(lambda: sum(map(other.output_text().count, ("this node only reads", "este nodo solo lee"))) == 2)
            refusal_of(reader.post("/v1/matches", json=OPEN), 503, "unavailable")
            assert reader.get(f"/v1/matches/{match}").status_code == 200


def test_lists_are_read_of_a_standby_and_never_older_than_was_seen(site: Site, tmp_path: Path) -> None:
    site.organizer.open()
    before, position = site.list_page()
    eventually(lambda: site.has(position))
    site.stand_still()

    (tmp_path / "other").mkdir()
    with (
        start(tmp_path / "other", database=site.primary, REFEREE_SIGNING_KEY=str(site.key)) as running,
        running.client() as elsewhere,
    ):
        answer = elsewhere.post("/v1/matches", json=OPEN)
    second, least = answer.json()["id"], int(answer.headers["Log-Position"])

    assert site.list_page() == (before, position), "the standby answers, with the position it has"
    ids, at = site.list_page(min_position=least)
    assert (ids, at >= least) == (before | {second}, True), "who asks for more is answered by the other server"
    response = site.organizer.get("/v1/matches", headers={"Consistency-Token": str(least)})
    assert {match["id"] for match in response.json()["items"]} == before | {second}

    third = site.organizer.open()
    assert site.list_page()[0] == before | {second, third}, "what this process wrote is always there"

    postgres.kill_server(site.standby_data)
    assert site.list_page()[0] == before | {second, third}
    board = site.organizer.get("/v1/results")
    assert board.status_code == 200
