"""An upgrade from every earlier release's tables, with data: nothing is lost, changed or doubled, and the service goes on."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from api.cli.demo.championship import hold
from api.cli.demo.filling import fill
from projections.follower import Follower
from referee.commitments.commitments import SALT
from referee.commitments.committed_rows import KEYS
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.log.postgres.connections import LogConnection
from referee.matches.commands import MatchCommands
from referee.people import schema
from tests.support import postgres
from tests.support.commands import invoke
from tests.support.quiet import quiet
from tests.support.service import BEARER
from tests.support.waiting import DEADLOCK_SECONDS

EARLIER = schema.revisions()
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture
def old(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Iterator[str]:
    """Another empty database, of the same kind as `database`."""
    with ExitStack() as stack:
        if database.startswith("postgresql"):
            yield stack.enter_context(postgres.database(request.getfixturevalue("postgres_url")))
        else:
            yield str(tmp_path / "old.sqlite")


def tables(store: sa.Engine) -> dict[str, sa.Table]:
    """The tables that there are."""
    metadata = sa.MetaData()
    metadata.reflect(store)
    return {name: table for name, table in metadata.tables.items() if name != schema.VERSION_TABLE}


def rows(store: sa.Engine, of: dict[str, list[str]]) -> Rows:
    """All rows of these columns, in an order that does not depend on their place of storage."""
    there = tables(store)
    with store.connect() as connection:
        return {
            name: sorted(
                (dict(row) for row in connection.execute(sa.select(*(there[name].c[c] for c in columns))).mappings()),
                key=repr,
            )
            for name, columns in of.items()
        }


def as_it_was(database: str, revision: str, source: sa.Engine) -> dict[str, list[str]]:
    """Makes the tables of a revision, and fills them from a database of today. Returns the tables and columns of that time."""
    open_log(database).close()
    store = engine(database)
    with store.begin() as connection:
        schema.migrate(connection, revision)
    new = tables(source)
    # A former table recorded the holder of a turn. Each new transaction on a server leaves a mark in the other.
    old_tables = {name: table for name, table in tables(store).items() if name in new and name != "write_marks"}
    with store.begin() as connection, source.connect() as reading:
        for name, table in old_tables.items():
            connection.execute(table.delete())
            columns = [new[name].c[column.name] for column in table.columns]
            # In a file a record's position is the number of its row.
            order = sa.text("rowid") if name == "stored_events" else columns[0]
            if table_rows := [dict(row) for row in reading.execute(sa.select(*columns).order_by(order)).mappings()]:
                connection.execute(table.insert(), table_rows)
            for column in table.columns:
                if store.dialect.name == "postgresql" and column.server_default is not None:
                    query = f"SELECT setval(pg_get_serial_sequence('{name}', '{column.name}'), max({column.name})) FROM {name}"
                    if "nextval" in str(getattr(column.server_default, "arg", "")):
                        connection.execute(sa.text(query))
    store.dispose()
    return {name: [column.name for column in table.columns] for name, table in old_tables.items()}


@pytest.mark.parametrize(
    "revision",
    # From the latest ones and the first; all others in `make long`.
    [one if one in {*EARLIER[:3], EARLIER[-1]} else pytest.param(one, marks=pytest.mark.long) for one in EARLIER],
)
def test_an_upgrade_with_data_keeps_everything(
    database: str, old: str, revision: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    # A server beside which others copy whole databases may be busy with its disk for long.
    monkeypatch.setattr(LogConnection, "quiet_seconds", DEADLOCK_SECONDS)
    key = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    monkeypatch.setenv("REFEREE_SIGNING_KEY", key.decode())
    with quiet(database) as (client, services):
        match_count = len(fill(services.service))
        hold(services.service, services.fixture_matches)
        client.headers.update(BEARER)
        client.bearer("auditor")
        hook = {"url": "https://board.example/hooks", "kinds": ["match.event"]}
        assert client.post("/v1/webhooks", json=hook).status_code == 201
        services.follower.catch_up()
        checkpoint = client.get("/v1/log/checkpoint", headers={"Accept": "text/plain"}).text
        old_tables = as_it_was(old, revision, services.people.store)
        before = rows(services.people.store, old_tables)
        position = services.service.log.position()
        rows_served = models(services.follower)
        salts = rows(services.people.store, {name: [*KEYS[name], SALT] for name in KEYS})
    assert match_count > 3
    assert {"people", "tokens", "webhooks", "log_checkpoint"} <= {
        name for name, table_rows in before.items() if table_rows
    }
    with quiet(old) as (client, services):
        assert services.service.log.position() == position
        assert rows(services.people.store, old_tables) == before
        add_salts(services.people.store, salts)
        services.follower.catch_up()
        assert models(services.follower) == rows_served
        goes_on(services.service)
    checkpoint_file = tmp_path / "kept.checkpoint"
    checkpoint_file.write_text(checkpoint, encoding="utf-8")
    invoke("verify", "--database", old, "--checkpoint", checkpoint_file)
    invoke("doctor", "--whole", "--database", old)


def add_salts(store: sa.Engine, salts: Rows) -> None:
    """Gives the rows their salts: the log that was copied is of today, and has bound them."""
    with store.begin() as connection:
        for name, salt in salts.items():
            table = tables(store)[name]
            for row in salt:
                mine = [table.c[column] == row[column] for column in KEYS[name]]
                connection.execute(table.update().where(*mine).values({SALT: row[SALT]}))


def models(follower: Follower) -> dict[str, tuple[int, str]]:
    """The number of rows of each read model, and their digest."""
    return {name: (at.rows, at.digest) for name, at in follower.progress().items()}


def goes_on(service: MatchCommands) -> None:
    """Fails unless new entries come after the present ones."""
    last = service.log.position()
    fill(service)
    assert [one.id for one in service.log.follow(last, 2)] == [last + 1, last + 2]
