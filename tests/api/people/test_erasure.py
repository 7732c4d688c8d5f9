"""A person that was erased is in no answer, page, message or file any more, and every proof still holds."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

import httpx
import psycopg
import pytest
from click.testing import CliRunner

from api.cli.main import main
from referee.log.opening.engine import engine
from referee.people.register import People, open_people
from tests.api.access.test_access import Ground, table
from tests.support import postgres
from tests.support.administering import erase_player
from tests.support.beside import enter
from tests.support.organizing import Contest
from tests.support.receiver import Receiver, receiving
from tests.support.service import Caller, Running, start
from tests.support.waiting import eventually

GONE = "Zenobia Erasmo-Borrada"
STAYS = "Ana Queda"
QUERIES = {"stream": {"once": "true"}, "whatif": {"claim": "c1:upheld"}}


class Scene:
    """A championship and a match with a player that is then erased, and all data that was sent out before.

    `importers_data`: what an importer keeps with the person.
    """

    importers_data: ClassVar[dict[str, Any]] = {"external_id": f"{GONE} 7", "metadata": {"mote": "la Zenobia"}}

    def __init__(
        self, client: Caller, anybody: Caller, running: Running, receiver: Receiver, folder: Path, database: str | None
    ) -> None:
        self.client, self.anybody, self.running, self.receiver, self.folder = client, anybody, running, receiver, folder
        self.database = database
        for url in (receiver.url, "http://127.0.0.1:9/nobody"):
            body = {"url": url, "kinds": ["match.opened", "match.event", "championship.event", "standings.changed"]}
            assert client.post("/v1/webhooks", json=body).status_code == 201
        person = {"name": GONE, **self.importers_data}
        response = client.post("/v1/players", json=person, headers={"Idempotency-Key": "01-a-key-of-their-own"})
        self.erased_player = response.json()["id"]
        self.ground = Ground(client, anybody)
        self.contest = Contest(client, STAYS, "Beto")
        body = {"players": [self.erased_player, "Carla"]}
        key = {"Idempotency-Key": "02-a-key-of-their-own"}
        assert client.post(f"/v1/championships/{self.contest.championship}/players", json=body, headers=key).is_success
        drawn = {"ruleset": "hearts.castillar", "format": "castillar", "order": [GONE, STAYS]}
        contest = client.post(f"/v1/championships/{self.contest.championship}/contests", json=drawn).json()
        self.contest.id = contest["id"]
        self.match = client.post(
            "/v1/matches", json={"fixture": contest["fixtures"][0]["id"], "first_dealer": 0}
        ).json()["id"]
        client.tell(self.match, [{"type": "deal"}, {"type": "play", "seat": 0, "card": "2C"}])
        client.tell(self.match, [{"type": "play", "seat": 1, "card": "9D"}])
        client.tell(self.match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4})
        championship = client.get(f"/v1/championships/{self.contest.championship}")
        assert championship.status_code == 200, championship.text
        entrants = championship.json()["players"]
        [self.other] = [one["id"] for one in entrants if one["name"] == STAYS]
        paired = {"ruleset": "escoba", "format": "rounds", "duplicate": {"hands": 1}}
        paired["entrants"] = [one["id"] for one in entrants]
        self.contest_in_rounds = client.post(
            f"/v1/championships/{self.contest.championship}/contests", json=paired
        ).json()["id"]
        for path in ("rounds", "rounds/1/publish"):
            assert client.post(f"/v1/contests/{self.contest_in_rounds}/{path}", json={}).is_success
        for fixture in client.get(f"/v1/contests/{self.contest_in_rounds}/fixtures").json()["items"]:
            answer = client.post(f"/v1/fixtures/{fixture['id']}/boards/1/result", json={"points": [3, 1]})
            assert answer.is_success, answer.text
        self.series = client.post("/v1/series", json={"name": "Fiestas"}).json()["id"]
        edition = {"series": self.series, "edition": 1}
        assert client.put(f"/v1/championships/{self.contest.championship}/series", json=edition).is_success
        self.records = {
            "match": client.get(f"/v1/matches/{self.match}/events", headers={"Accept": "application/x-ndjson"}).content,
            "championship": client.get(f"/v1/championships/{self.contest.championship}/export").content,
        }
        self.proofs = {
            name: client.get("/v1/log/proofs/record", params={"of": of}).content
            for name, of in [("match", self.match), ("championship", self.contest.championship)]
        }
        self.key = client.get("/v1/log/key", headers={"Accept": "text/plain"}).text
        self.etag = client.get(f"/v1/matches/{self.match}").headers["etag"]
        self.named_before = self.named_at()
        self.stored_before = self.stored_at()
        self.leave()

    def leave(self) -> None:
        """The event that happens to the person, after everything is set up."""
        assert self.client.delete(f"/v1/players/{self.erased_player}").status_code == 204

    def addresses(self) -> list[str]:
        """Every address that reads data, with the ids of this scene."""
        ids = {
            "match_id": self.match,
            "championship_id": self.contest.championship,
            "fixture_id": self.contest.fixtures()[0]["id"],
            "number": "1",
            "hand": "1",
            "board": "1",
            "player_id": self.erased_player,
            "other_id": self.other,
            "series_id": self.series,
            "claim": "c1",
            "ruleset_id": "guinote",
            "code": "forbidden",
            "name": "start.js",
            "digest": "0123456789abcdef",
            "path": "nothing.js",
        }
        hooks = [item["id"] for item in self.client.get("/v1/webhooks").json()["items"]]
        token = self.client.get("/v1/tokens").json()["items"][0]["id"]
        paths = []
        for path in sorted({line.path for line in table() if line.method == "GET"} - {"/"}):
            for hook in hooks if "{webhook_id}" in path else [""]:
                is_in_rounds = "/rounds" in path or "/deals/" in path
                contest = self.contest_in_rounds if is_in_rounds else self.contest.id
                paths.append(path.format(**ids, contest_id=contest, webhook_id=hook, token_id=token))
        proof = f"/v1/log/proofs/record?of={self.match}"
        return [address for address in paths if "/proofs/" not in address] + [proof]

    def ask(self, client: Caller, address: str, media: str, **headers: str) -> httpx.Response:
        """The answer of an address in one form; of a stream, the part that is there already."""
        query = QUERIES.get(address.rpartition("/")[2])
        return client.get(address, params=query, headers={"Accept": media} | headers)

    def all_answers(self) -> Iterator[tuple[str, str]]:
        """All answers to the public and to an organizer, in every form."""
        for address in self.addresses():
            for media in ("application/json", "application/x-ndjson", "text/html", "text/csv", "text/event-stream"):
                for client in (self.client, self.anybody):
                    answer = self.ask(client, address, media)
                    assert answer.status_code in ({200, 404} if client is self.client else {200, 401, 404}), answer.text
                    yield f"{address} {media}", answer.text

    def named_at(self) -> set[str]:
        return {where for where, text in self.all_answers() if GONE in text or "Zenobia" in text}

    def stored_at(self) -> set[str]:
        """The tables of the database, or its files, that name them."""
        if self.database is None:
            return {"files"} if GONE.encode() in bytes_of(self.folder, self.running) else set()
        with psycopg.connect(self.database) as connection:
            return rows_with(connection, "Zenobia")


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("scene")
    with ExitStack() as exits:
        database = None
        if request.param == "postgres":
            database = exits.enter_context(postgres.database(request.getfixturevalue("postgres_url")))
        receiver = exits.enter_context(receiving())
        running = exits.enter_context(start(folder, database=database, REFEREE_WEBHOOKS_PRIVATE="1"))
        client, anybody = exits.enter_context(running.client()), exits.enter_context(running.client(token=None))
        yield Scene(client, anybody, running, receiver, folder, database)


def test_nothing_that_is_answered_names_them(scene: Scene) -> None:
    before = scene.named_before
    # Otherwise the test would look in the wrong places.
    for place in (
        "/v1/players",
        "/standings",
        "/fixtures",
        "/claims/",
        "/export",
        "/v1/matches/",
        "/v1/championships/",
    ):
        assert any(place in where for where in before), place
    for media in ("text/html", "text/csv", "application/x-ndjson", "application/json"):
        assert any(where.endswith(media) for where in before), media
    assert scene.named_at() == set()
    again = scene.client.get(f"/v1/matches/{scene.match}", headers={"If-None-Match": scene.etag})
    assert again.status_code == 200
    assert again.json()["seats"][0] == {"seat": 0, "name": None, "player": scene.erased_player, "side": 0}


def test_no_message_named_them_before_or_after(scene: Scene) -> None:
    version = scene.client.tell(scene.match, {"type": "note", "text": "fin"})["version"]
    eventually(lambda: version in scene.receiver.versions(scene.match))
    assert len(scene.receiver.requests) > 10
    assert not [request for request in scene.receiver.requests if b"Zenobia" in request.body]


def test_what_was_handed_out_before_still_verifies(scene: Scene) -> None:
    files = {name: scene.folder / f"{name}.jsonl" for name in scene.records}
    for name, file in files.items():
        assert (GONE.encode() in scene.records[name]) == (name == "championship")
        file.write_bytes(scene.records[name])
        proofs = scene.folder / f"{name}.proofs.jsonl"
        proofs.write_bytes(scene.proofs[name])
        arguments = ["verify", "--json", str(file), "--proofs", str(proofs), "--key", scene.key]
        outcome = CliRunner().invoke(main, arguments)
        assert outcome.exit_code == 0, outcome.output
        assert json.loads(outcome.output)["flaw"] is None
    fresh = scene.client.get(f"/v1/championships/{scene.contest.championship}/export").content
    (scene.folder / "fresh.jsonl").write_bytes(fresh)
    assert b"Zenobia" not in fresh
    outcome = CliRunner().invoke(main, ["verify", str(scene.folder / "fresh.jsonl")])
    assert outcome.exit_code == 0, outcome.output


def bytes_of(folder: Path, running: Running) -> bytes:
    """Every byte of the database's files, and of a backup."""
    copy = folder / "copy.sqlite"
    copy.unlink(missing_ok=True)
    outcome = CliRunner().invoke(main, ["backup", str(copy), "--database", str(running.database)])
    assert outcome.exit_code == 0, outcome.output
    files = [copy, *running.database.parent.glob("referee.sqlite*")]
    assert len(files) >= 4
    return b"".join(file.read_bytes() for file in files)


def test_what_is_stored_has_no_trace_of_the_name(scene: Scene) -> None:
    assert scene.stored_before == ({"files"} if scene.database is None else {"client_data", "people"})
    assert scene.stored_at() == set()
    if scene.database is None:
        left = bytes_of(scene.folder, scene.running)
        assert b"Zenobia" not in left
        assert STAYS.encode() in left


def rows_with(connection: psycopg.Connection[Any], text: str) -> set[str]:
    """The tables with a row that has this text, as text or bytes."""
    tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    names = set()
    for (name,) in tables:
        # An identifier from the server's own catalogue.
        for row in connection.execute(f'SELECT * FROM "{name}"').fetchall():
            values = [bytes(v).decode("utf-8", "replace") if isinstance(v, bytes | memoryview) else str(v) for v in row]
            if any(text in value for value in values):
                names.add(str(name))
    return names


# The files of SQLite, to the byte


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    registry = open_people(engine(str(tmp_path / "people.sqlite")))
    with registry.store.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode = WAL")
    yield registry
    registry.store.dispose()


AT = "2026-05-01T17:00:00.000Z"


def files(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("people.sqlite*"))


def test_nothing_is_left_where_rows_were_moved_as_others_came_and_went(people: People, tmp_path: Path) -> None:
    kept: dict[str, str] = {}
    erased_ids: list[str] = []
    for batch in range(40):
        names = [f"Persona-{batch}-{n}. {'x' * (1 + 7 * batch * n % 180)}" for n in range(1 + batch % 3 * 15)]
        kept |= dict(zip(enter(people, [(name, None) for name in names], AT), names, strict=True))
        for id_ in sorted(kept)[batch % 7 :: 29]:
            erase_player(people, id_)
            erased_ids.append(kept.pop(id_))
    data = files(tmp_path)
    assert len(erased_ids) > 50
    assert not [name for name in erased_ids if name.partition(" ")[0].encode() + b" " in data]
    assert all(name.encode() in data for name in kept.values())
    assert {one.id: one.name for one in people.page("", 10_000)} == kept


def test_what_somebody_was_reading_is_emptied_when_they_are_done(people: People, tmp_path: Path) -> None:
    [ana] = enter(people, [("Ana Leída", None)], AT)
    reader = sqlite3.connect(tmp_path / "people.sqlite", isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM people").fetchone() == (1,)
    assert erase_player(people, ana)
    assert not people.scrubber.scrub()
    assert "Ana Leída".encode() in files(tmp_path)
    reader.execute("COMMIT")
    assert people.scrubber.scrub()
    assert "Ana Leída".encode() not in files(tmp_path)
    reader.close()


def test_birth_dates_and_order_survive_the_erasure_of_another(people: People) -> None:
    ana, beto, carla = enter(people, [("Ana", date(1980, 2, 3)), ("Beto", None), ("Carla", date(1990, 4, 5))], AT)
    erase_player(people, beto)
    page = people.page("", 10)
    assert [(one.id, one.name, one.birth_date) for one in page] == [
        (ana, "Ana", date(1980, 2, 3)),
        (carla, "Carla", date(1990, 4, 5)),
    ]
