"""No secret is printed or logged: by commands that fail, or by a service that logs everything while everything goes wrong."""

import sqlite3
import stat
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner

from api.cli.hidden_password import without_servers
from api.cli.main import command_of, main
from api.settings import key_file
from referee.log.log import open_log
from tests.support import postgres
from tests.support.family import descendants_of
from tests.support.receiver import Receiver, receiving
from tests.support.service import TOKEN, Caller, start
from tests.support.waiting import DEADLOCK_SECONDS, eventually

PASSWORD = "hunter2secret"
ADDRESSES = [
    f"postgresql://user:{PASSWORD}@127.0.0.1:1/referee",
    f"postgresql://user:{PASSWORD}%zz@127.0.0.1:1/referee",
    f"postgresql://user:{PASSWORD}/x@127.0.0.1:1/referee",
    f"postgresql://user:x@{PASSWORD}@127.0.0.1:1/referee",
    f"postgresql://user:{PASSWORD}@[::1/referee",
    f"postgresql://user:{PASSWORD}@127.0.0.1:port/referee",
    f"postgresql://127.0.0.1:1/referee?user=user&password={PASSWORD}",
    f"postgresql://127.0.0.1:1/referee?secret={PASSWORD}",
    f"postgres://user:{PASSWORD}@127.0.0.1:1/referee",
    f"postgresql+psycopg://user:{PASSWORD}@127.0.0.1:1/referee",
    f"POSTGRESQL://user:{PASSWORD}@127.0.0.1:1/referee",
    f"postgresql:user:{PASSWORD}@127.0.0.1/referee",
    f"host=127.0.0.1 port=1 password={PASSWORD}",
    f"mysql://user:{PASSWORD}@127.0.0.1:1/referee",
]
COMMANDS = [
    ["serve", "--port", "1"],
    ["token", "create"],
    ["token", "list"],
    ["token", "revoke", "x"],
    ["audit", "x"],
    ["export", "x"],
    ["verify"],
    ["doctor"],
    ["checkpoint"],
    ["key"],
    ["key", "rotate"],
    ["rebuild"],
    ["backup", "copy.sqlite"],
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("arguments", ["environment", "option"])
def test_no_command_prints_the_password_of_a_database(
    address: str,
    arguments: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("REFEREE_TOKEN", raising=False)
    for command in COMMANDS:
        monkeypatch.setenv("REFEREE_DATABASE", address if arguments == "environment" else "unused.sqlite")
        option = ["--database", address] if arguments == "option" else []
        outcome = CliRunner().invoke(main, [*command, *option])
        assert isinstance(outcome.exception, SystemExit), (command, outcome.exception)
        assert outcome.exit_code in {1, 2}
        # A worker of a service writes past the runner.
        output = outcome.output + "".join(capfd.readouterr())
        assert output.strip()
        assert PASSWORD not in output
    assert not [path for path in tmp_path.rglob("*") if PASSWORD in str(path)]


def test_every_command_that_opens_a_database_is_tried() -> None:
    def command_names(group: Any, *before: str) -> set[tuple[str, ...]]:
        commands: set[tuple[str, ...]] = set()
        for name, entry in group.commands.items():
            command = command_of(entry) if group is main else entry
            inner = getattr(command, "commands", None)
            commands |= command_names(command, *before, name) if inner else set()
            if any(param.name == "database" for param in command.params):
                commands.add((*before, name))
        return commands

    of_groups = ({"create"}, {"list"}, {"revoke"}, {"rotate"})
    groups = {tuple(command[:2]) if {*command[1:2]} in of_groups else (command[0],) for command in COMMANDS}
    files_first = {("import",), ("restore",)}
    assert command_names(main) - groups == files_first, (
        "these take their files first: they open the database as the others do"
    )


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def test_files_with_secrets_are_for_their_owner_only(tmp_path: Path) -> None:
    token = tmp_path / "referee" / "organizer.token"
    token.parent.mkdir()
    token.touch(mode=0o644)
    with start(tmp_path, REFEREE_TOKEN="") as running:
        copy = tmp_path / "copy.sqlite"
        CliRunner().invoke(main, ["backup", str(copy), "--database", str(running.database)])
        files = [running.database, *running.database.parent.glob("referee.sqlite-*"), key_file(str(running.database))]
        assert len(files) == 4
        assert {mode(file) for file in [*files, copy, token]} == {"0o600"}


def test_a_database_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "shared.sqlite"
    file.touch(mode=0o640)
    file.chmod(0o640)
    open_log(str(file)).close()
    assert mode(file) == "0o640"


# A service at its most talkative

NAME = "Nombre Delatado"
WHSEC = "whsec_" + "c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IQ=="
PIN = "918273"
QUERY = "Consulta Delatada"


def go_through_secrets(client: Caller, receiver: Receiver) -> tuple[str, set[str]]:
    """Everything that goes well and wrong with secrets in it; returns a match, and the secrets."""
    token_ = client.post("/v1/tokens", json={"role": "referee", "scope": {}}).json()["token"]
    wrong = "ref_a-token-that-is-not-on-record"
    hook = {"kinds": ["match.event"], "secret": WHSEC, "url": receiver.url}
    unreachable = {"kinds": ["match.event"], "secret": WHSEC, "url": "http://127.0.0.1:9/nobody"}
    for body in (hook, unreachable, {**hook, "url": "gopher://x"}, {**hook, "secret": WHSEC + "!"}):
        client.post("/v1/webhooks", json=body)
    for token in (token_, wrong):
        headers = {"Authorization": f"Bearer {token}", "Confirmation-Pin": PIN, "Cookie": f"pin={PIN}"}
        client.get("/v1/tokens", headers=headers)
        client.post("/v1/players", json={"name": NAME}, headers={"Idempotency-Key": f"{NAME}{token}".replace(" ", "")})
        client.post("/v1/players", content=f'{{"name": "{NAME}", '.encode(), headers=headers)
        client.get("/v1/players", params={"name": QUERY, "token": token_}, headers=headers)
        client.get("/v1/players", params={"name": QUERY}, headers=headers)
        client.get("/nowhere", params={"token": token_}, headers=headers)
    match = client.open(confirm="sides")
    client.tell(match, {"type": "note", "text": "una nota"})
    assert client.put(f"/v1/matches/{match}/pins/0", json={"pin": PIN}).is_success
    for pin in (PIN, PIN[::-1]):
        client.say(match, {"type": "confirm", "side": 0, "hand": 1}, **{"Confirmation-Pin": pin})
    eventually(lambda: len(receiver.versions(match)) >= 2)
    return match, {
        TOKEN,
        token_,
        wrong,
        WHSEC,
        WHSEC.removeprefix("whsec_"),
        PIN,
        NAME,
        NAME.replace(" ", ""),
        QUERY,
        PASSWORD,
    }


BREAK = ["people", "webhooks", "tokens", "pins"]


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_a_service_that_says_all_it_can_says_no_secret(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = None
    if kind == "postgres":
        # The server trusts every client that reaches its socket, with any password.
        database = str(request.getfixturevalue("postgres_database")).replace(
            "postgres:postgres@", f"postgres:{PASSWORD}@"
        )
        assert PASSWORD in database
    talkative = ("--log-level", "debug", "--access-log")
    with (
        receiving() as receiver,
        start(tmp_path, *talkative, database=database, REFEREE_WEBHOOKS_PRIVATE="1", PYTHONASYNCIODEBUG="1") as running,
        Caller(base_url=running.url, headers={"Authorization": f"Bearer {TOKEN}"}) as client,
    ):
        match, secrets = go_through_secrets(client, receiver)
        break_tables(database or str(running.database), database is not None)
        failures = [
            client.post("/v1/players", json={"name": NAME}),
            client.get("/v1/players", params={"name": QUERY}),
            client.post(
                "/v1/webhooks", json={"kinds": ["match.event"], "secret": WHSEC, "url": "https://board.example/"}
            ),
            client.put(f"/v1/matches/{match}/pins/1", json={"pin": PIN}),
            running.get("/v1/tokens", headers={"Authorization": "Bearer ref_another-one"}),
        ]
        assert {answer.status_code for answer in failures} == {500}
    output = running.output.read_text(encoding="utf-8")
    assert "POST /v1/players failed" in output
    assert "Traceback" in output
    assert '"GET /v1/players HTTP/1.1" 400' in output
    assert "DEBUG" in output
    for secret in (*secrets, "ref_another-one"):
        assert secret not in output


def break_tables(database: str, is_postgres: bool) -> None:
    """Takes away tables with secrets, so that writes to them fail in the middle."""
    if is_postgres:
        with psycopg.connect(database, autocommit=True) as connection:
            for table in BREAK:
                connection.execute(f"ALTER TABLE {table} RENAME TO {table}_gone")
        return
    file = sqlite3.connect(database, timeout=DEADLOCK_SECONDS)
    for table in BREAK:
        file.execute(f"ALTER TABLE {table} RENAME TO {table}_gone")
    file.close()


# Data that every user of a machine can read: the arguments of its programs

SERVER = f"postgresql://user:{PASSWORD}@127.0.0.1:1/referee"


@pytest.mark.parametrize(
    ("arguments", "rest", "address"),
    [
        (["serve", "--database", SERVER, "--port", "1"], ["serve", "--port", "1"], SERVER),
        (["serve", f"--database={SERVER}"], ["serve"], SERVER),
        (["serve", "--database", "a.sqlite", "--database", SERVER], ["serve", "--database", "a.sqlite"], SERVER),
        (["serve", "--database", SERVER, "--database", "a.sqlite"], ["serve", "--database", "a.sqlite"], None),
        (["import", f"--database={SERVER}", "--", "--database"], ["import", "--", "--database"], SERVER),
        *(([f"--database={address}"], [], address) for address in ADDRESSES if "://" in address),
    ],
)
def test_the_address_of_a_server_is_taken_out_of_the_arguments(
    arguments: list[str], rest: list[str], address: str | None
) -> None:
    assert without_servers(arguments) == (rest, address)


@pytest.mark.parametrize(
    "arguments",
    [
        ["serve"],
        ["serve", "--database"],
        ["serve", "--database", "referee.sqlite"],
        ["serve", "--database", "sqlite:////var/lib/referee.sqlite"],
        ["import", "--", "--database", SERVER],
    ],
)
def test_other_arguments_are_left_as_they_are(arguments: list[str]) -> None:
    assert without_servers(arguments) is None


@pytest.mark.postgres
def test_no_process_of_a_service_shows_the_password_of_its_database(tmp_path: Path, postgres_url: str) -> None:
    with postgres.database(postgres_url) as url:
        # The server trusts its socket, for any password.
        address = url.replace(":postgres@", f":{PASSWORD}@")
        assert PASSWORD in address
        with start(tmp_path, "--workers", "2", database=address) as running:
            assert running.get("/v1/players").status_code == 401
            processes = [running.process.pid, *descendants_of(running.process.pid)]
            arguments = [Path(f"/proc/{process}/cmdline").read_bytes() for process in processes]
            assert len(arguments) >= 3
            assert all(one and PASSWORD.encode() not in one for one in arguments)
            assert "put the address into REFEREE_DATABASE" in running.output_text()
        assert PASSWORD not in running.output_text()
