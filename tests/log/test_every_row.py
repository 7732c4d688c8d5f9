"""Changed rows, in any table, by an intruder with the database's password: `verify` finds them, or an exception is given."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from api.context import AppContext
from projections.commitment_comparison import CommitmentVerdict, compare_commitments
from projections.comparison import compare
from projections.follower import POSITIONS
from projections.rows import META
from referee.commitments.committed_rows import KEYS, PEOPLE, PINS, TOKENS, WEBHOOKS, key_of
from referee.evidence.database import check
from referee.evidence.notes import open_checkpoint
from referee.operations.row_commitments import commit_rows
from referee.people.schema import VERSION_TABLE
from tests.support import postgres
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

HOOK = {"url": "https://board.example/hooks/a-secret-path", "kinds": ["match.event"]}
EVIDENCE = ("log_tree", "log_tree_tile", "log_checkpoint", "log_tree_stretch")
QUEUE = "a message on its way, made of the log, which its webhook can compare with what it is asked for"
FREE: dict[str, dict[str, str]] = {
    PEOPLE: {
        "changed": "only has copies of answers made again",
        "came_with": "only whether a name is asked about",
    },
    TOKENS: {"name": "what its maker calls it, deleted with the revocation; it allows nothing"},
    PINS: {"wrong": "counts wrong tries", "locked_until": "follows from wrong tries"},
    WEBHOOKS: {
        "position": "how far its messages were made",
        "failing_since": "set by deliveries that fail",
        "disabled_at": "set by deliveries that fail",
        "disabled_for": "set by deliveries that fail",
    },
    "log_tree": {"id": "names the only row"},
    POSITIONS.table.name: {
        "rest": "from where on ratings are worked out once more: from elsewhere they come to the same"
    },
}
"""Columns without a promise, by table, and the reason."""
FREE_TABLES = {
    "client_data": "ids and texts of other programs, which the service only keeps",
    "erasures": "counts how often names changed, so that processes look again",
    "lineup_secrets": "the championship's log has the commitment to each: another line-up is not shown",
    "shuffle_secrets": "the match's log has the hash of each: another secret opens no shuffle",
    "presence": "what devices say of themselves, forgotten after a day",
    "turns": "which process works",
    "turn_times": "how long a turn has run; the time-out that comes of it is on the log",
    "webhook_deliveries": QUEUE,
    "write_marks": "by which a write is found again whose answer was lost",
    VERSION_TABLE: "which migrations ran: a service with others does not start",
    "read_model_shapes": "another shape is found, and the tables are made again",
}


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], scope="module")
def here(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Caller, AppContext]]:
    """A database with a row in every table that the log binds, and in those derived from it."""
    with ExitStack() as exits:
        folder = tmp_path_factory.mktemp("log")
        database = str(folder / "log.sqlite")
        if request.param == "postgres":
            database = exits.enter_context(postgres.database(request.getfixturevalue("postgres_url")))
        exits.enter_context(pytest.MonkeyPatch.context()).setenv("XDG_DATA_HOME", str(folder))
        client, services = exits.enter_context(quiet(database))
        client.headers.update(BEARER)
        fill(client, services)
        yield client, services


def fill(client: Caller, services: AppContext) -> None:
    # The organizer's token of tests came without an act, as one of an earlier release.
    unbind(services, [TOKENS])
    commit_rows(services.service.administration, services.people.store)
    for body in ({"name": "Ana"}, {"name": "Beto", "birth_date": "1984-03-09"}, {"name": "Carla"}):
        assert client.post("/v1/players", json=body).status_code == 201
    ana, _, carla = (one["id"] for one in client.get("/v1/players").json()["items"])
    assert client.put(f"/v1/players/{ana}", json={"name": "Ana María"}).is_success
    assert client.delete(f"/v1/players/{carla}").is_success
    assert client.post("/v1/webhooks", json=HOOK).status_code == 201
    token = client.post("/v1/tokens", json={"role": "referee"}).json()["id"]
    assert client.post("/v1/tokens", json={"role": "auditor", "expires": "2031-01-01T00:00:00Z"}).status_code == 201
    assert client.delete(f"/v1/tokens/{token}").is_success
    match = client.open(confirm="sides")
    assert client.put(f"/v1/matches/{match}/pins/0", json={"pin": "2718"}).is_success
    assert client.put(f"/v1/matches/{match}/pins/1", json={"pin": "3141"}).is_success
    services.notary.checkpoint()
    assert client.post("/v1/players", json={"name": "Dani"}).status_code == 201
    services.notary.checkpoint()
    services.follower.catch_up()


@pytest.fixture(scope="module")
def tables(here: tuple[Caller, AppContext]) -> dict[str, sa.Table]:
    metadata = sa.MetaData()
    metadata.reflect(here[1].people.store)
    return dict(metadata.tables)


def commitment_verdict(services: AppContext) -> CommitmentVerdict:
    return compare_commitments(services.service.log, services.people.store)


def is_found(services: AppContext) -> bool:
    """True if `verify` finds a mistake."""
    notary = services.notary
    if commitment_verdict(services).flaw or check(notary, [notary.verifier()]).flaw:
        return True
    result = compare(services.service.log, services.people.store)
    return result is None or result.flaw is not None


def another(value: Any, column: sa.Column[Any]) -> Any:
    """Another value that fits in the column."""
    if isinstance(value, bytes | memoryview):
        return bytes(value)[:-1] + bytes([bytes(value)[-1] ^ 1])
    if isinstance(column.type, sa.Date):
        return date(1950, 1, 1)
    if isinstance(column.type, sa.Integer | sa.Float):
        return (value or 0) + 100_000
    return f"~{value or ''}"[: getattr(column.type, "length", None) or 60]


def changing(services: AppContext, table: sa.Table, row: dict[str, Any], change: dict[str, Any]) -> Callable[[], None]:
    """Changes a row behind the log's back, and returns the statement that restores it."""
    names = [column.name for column in table.primary_key] or list(row)

    def put(values: dict[str, Any], key: dict[str, Any]) -> None:
        mine = [table.c[name] == key[name] for name in names]
        with services.people.store.begin() as connection:
            assert connection.execute(table.update().where(*mine).values(**values)).rowcount == 1

    put(change, row)
    return lambda: put({name: row[name] for name in change}, {**row, **change})


def rows_of(services: AppContext, table: sa.Table) -> list[dict[str, Any]]:
    with services.people.store.connect() as connection:
        return [dict(row) for row in connection.execute(table.select()).mappings()]


def test_nothing_is_wrong_and_everything_is_bound(here: tuple[Caller, AppContext], tables: dict[str, sa.Table]) -> None:
    client, services = here
    verdict = commitment_verdict(services)
    # Carla, and whom other tests have erased.
    erasures = client.get("/v1/administration/events", params={"type": "person_erased"}).json()["items"]
    assert (verdict.flaw, verdict.pending, verdict.erased_people) == (None, 0, len(erasures))
    assert erasures
    # Three were entered and two sat down; three tokens; two PINs; a webhook.
    assert verdict.rows == sum(len(rows_of(services, tables[name])) for name in KEYS) >= 11
    assert not is_found(services)


def test_every_table_is_looked_at_or_has_a_reason(tables: dict[str, sa.Table]) -> None:
    names = {"stored_events", "referee_events", "merged_people", *META.tables}
    left = set(tables) - names - set(EVIDENCE) - set(KEYS) - set(FREE_TABLES)
    assert left == set()


@pytest.mark.parametrize("name", sorted(KEYS))
def test_every_value_of_a_bound_row_that_is_changed_is_found(
    here: tuple[Caller, AppContext], tables: dict[str, sa.Table], name: str
) -> None:
    _, services = here
    table = tables[name]
    for row in rows_of(services, table):
        for column in table.columns:
            back = changing(services, table, row, {column.name: another(row[column.name], column)})
            flaw = commitment_verdict(services).flaw
            back()
            assert (flaw is None) == (column.name in FREE.get(name, ())), (name, column.name)
            if flaw and column.name not in KEYS[name]:
                assert (flaw.table, flaw.key) == (name, key_of(name, row))
    assert commitment_verdict(services).flaw is None


@pytest.mark.parametrize("name", EVIDENCE)
def test_every_value_of_the_evidence_that_is_changed_is_found(
    here: tuple[Caller, AppContext], tables: dict[str, sa.Table], name: str
) -> None:
    _, services = here
    table = tables[name]
    for row in rows_of(services, table):
        for column in table.columns:
            if column.name not in FREE.get(name, ()):
                back = changing(services, table, row, {column.name: another(row[column.name], column)})
                is_noticed = is_found(services)
                back()
                assert is_noticed, (name, column.name)
    assert not is_found(services)


@pytest.mark.parametrize("name", EVIDENCE)
def test_a_row_of_the_evidence_that_is_taken_out_or_put_in_is_found(
    here: tuple[Caller, AppContext], tables: dict[str, sa.Table], name: str
) -> None:
    """A checkpoint that is taken out is the exception: a holder of it elsewhere goes on with it."""
    _, services = here
    table = tables[name]
    keys = [column.name for column in table.primary_key]
    for row in rows_of(services, table):
        mine = [table.c[key] == row[key] for key in keys]
        fresh = row | {key: 0 if name == "log_tree" else row[key] + 7 for key in keys[-1:]}
        with services.people.store.begin() as connection:
            connection.execute(table.delete().where(*mine))
        missing = is_found(services)
        with services.people.store.begin() as connection:
            connection.execute(table.insert(), [row, fresh | ({"size": 1} if name == "log_tree" else {})])
        extra = is_found(services)
        with services.people.store.begin() as connection:
            connection.execute(table.delete().where(*(table.c[key] == fresh[key] for key in keys)))
        assert (missing, extra) == (name != "log_checkpoint", True), (name, row)
    assert not is_found(services)


def test_a_checkpoint_that_is_taken_out_serves_whoever_kept_it(
    here: tuple[Caller, AppContext], tables: dict[str, sa.Table]
) -> None:
    _, services = here
    notary, table = services.notary, tables["log_checkpoint"]
    verifiers = [notary.verifier()]
    first, *_, last = rows = rows_of(services, table)
    checkpoints_kept = [open_checkpoint(row["note"], verifiers) for row in rows]
    whole = check(notary, verifiers)
    for row in (first, last):
        with services.people.store.begin() as connection:
            connection.execute(table.delete().where(table.c.size == row["size"]))
        bare, with_checkpoints = check(notary, verifiers), check(notary, verifiers, checkpoints_kept)
        with services.people.store.begin() as connection:
            connection.execute(table.insert(), row)
        assert (bare.flaw, with_checkpoints.flaw) == (None, None)
        # The verdict lists the rows that no checkpoint covers any more.
        assert bare.checkpoints == whole.checkpoints - 1
        assert (bare.signed_records < whole.signed_records) == (row is last)
        assert with_checkpoints.signed_records == whole.signed_records


def test_a_name_that_was_changed_is_said_by_whose_it_is(
    here: tuple[Caller, AppContext], tables: dict[str, sa.Table]
) -> None:
    _, services = here
    [ana] = [row for row in rows_of(services, tables[PEOPLE]) if row["name"] == "Ana María"]
    back = changing(services, tables[PEOPLE], ana, {"name": "Eva"} | ({"look": None}))
    flaw = commitment_verdict(services).flaw
    back()
    assert flaw
    assert (flaw.table, flaw.key, flaw.columns[0]) == (PEOPLE, (ana["id"],), "name")


@pytest.mark.parametrize("name", sorted(KEYS))
def test_a_row_that_is_taken_out_or_put_in_is_found(
    name: str, tables: dict[str, sa.Table], here: tuple[Caller, AppContext]
) -> None:
    services, table = here[1], tables[name]
    for row in rows_of(services, table):
        mine = [table.c[column] == row[column] for column in KEYS[name]]
        with services.people.store.begin() as connection:
            connection.execute(table.delete().where(*mine))
        missing = commitment_verdict(services).flaw
        fresh = {column: another(row[column], table.c[column]) for column in (*KEYS[name], "hash") if column in row}
        with services.people.store.begin() as connection:
            connection.execute(table.insert(), row)
            connection.execute(table.insert(), {**row, **fresh})
        extra = commitment_verdict(services).flaw
        with services.people.store.begin() as connection:
            connection.execute(table.delete().where(*(table.c[column] == fresh[column] for column in KEYS[name])))
        assert missing
        assert (missing.table, missing.problem) == (name, "missing")
        assert extra
        assert (extra.table, extra.problem) == (name, "extra")
    assert commitment_verdict(services).flaw is None


def test_who_was_erased_and_is_put_back_is_found(here: tuple[Caller, AppContext], tables: dict[str, sa.Table]) -> None:
    client, services = here
    person = client.post("/v1/players", json={"name": "Quique"}).json()["id"]
    [row] = [row for row in rows_of(services, tables[PEOPLE]) if row["id"] == person]
    assert client.delete(f"/v1/players/{person}").is_success
    assert commitment_verdict(services).flaw is None
    with services.people.store.begin() as connection:
        connection.execute(tables[PEOPLE].insert(), row)
    flaw = commitment_verdict(services).flaw
    with services.people.store.begin() as connection:
        connection.execute(tables[PEOPLE].delete().where(tables[PEOPLE].c.id == person))
    assert flaw
    assert (flaw.problem, flaw.key) == ("extra", (person,))


def test_a_pin_is_forgotten_with_its_match_and_nothing_is_missing(here: tuple[Caller, AppContext]) -> None:
    client, services = here
    match = client.open(confirm="sides")
    assert client.put(f"/v1/matches/{match}/pins/0", json={"pin": "2718"}).is_success
    assert client.post(
        f"/v1/matches/{match}/events", json={"type": "withdraw", "seat": 0, "reason": "se va"}
    ).is_success
    assert commitment_verdict(services).flaw is None


def test_the_log_has_no_name_and_nothing_to_try_names_with(here: tuple[Caller, AppContext]) -> None:
    _, services = here
    states = b"".join(bytes(record.state) for record in services.service.log.all())
    with services.people.store.connect() as connection:
        salts = [salt for table in KEYS for (salt,) in connection.execute(sa.text(f"SELECT salt FROM {table}"))]
    assert all(salts)
    assert len(set(salts)) == len(salts)
    for secret in ("Ana", "Beto", "Carla", "1984-03-09", *salts):
        assert secret.encode() not in states


# Rows of an earlier release


def test_what_an_earlier_release_made_is_bound_by_a_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with quiet(str(tmp_path / "old.sqlite")) as (client, services):
        client.headers.update(BEARER)
        fill_as_before(client, services)
        verdict = commitment_verdict(services)
        assert (verdict.flaw, verdict.pending, verdict.rows) == (None, 5, 0)
        for _ in "ab":
            commit_rows(services.service.administration, services.people.store)
        verdict = commitment_verdict(services)
        assert (verdict.flaw, verdict.pending, verdict.rows) == (None, 0, 5)
        acts = client.get("/v1/administration/events?type=rows_bound").json()["items"]
        assert [(len(act["people"]), len(act["tokens"]), len(act["webhooks"])) for act in acts] == [(1, 3, 1)]
        [ana] = client.get("/v1/players").json()["items"]
        assert client.put(f"/v1/players/{ana['id']}", json={"name": "Eva"}).is_success
        assert commitment_verdict(services).flaw is None


def fill_as_before(client: Caller, services: AppContext) -> None:
    """A person, a webhook and tokens, one of them revoked, with no commitment and no act of any."""
    assert client.post("/v1/players", json={"name": "Ana"}).status_code == 201
    assert client.post("/v1/webhooks", json=HOOK).status_code == 201
    token = client.post("/v1/tokens", json={"role": "referee"}).json()["id"]
    assert client.post("/v1/tokens", json={"role": "auditor"}).status_code == 201
    assert client.delete(f"/v1/tokens/{token}").is_success
    unbind(services, KEYS)
    with services.people.store.begin() as connection:
        connection.execute(sa.text("DELETE FROM stored_events"))


def unbind(services: AppContext, tables: Iterable[str]) -> None:
    with services.people.store.begin() as connection:
        for table in tables:
            connection.execute(sa.text(f"UPDATE {table} SET salt = NULL"))
