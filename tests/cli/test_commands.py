"""Properties of every command, and of each that will be added: the tree of commands is walked."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import psycopg
import pytest
from click.testing import CliRunner, Result

from api.cli.decorators import BilingualCommand
from api.cli.main import command_of, main
from tests.support.commands import COMMANDS, CREATES, RECORD, TELLS, fitting, has

ON_A_DATABASE = sorted(name for name, command in COMMANDS.items() if has(command, "--database"))
ON_ONE_THAT_IS_THERE = [name for name in ON_A_DATABASE if name not in CREATES | TELLS]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "REFEREE_DATABASE"):
        monkeypatch.delenv(name, raising=False)


def invoke(name: str, *arguments: object) -> Result:
    return CliRunner().invoke(main, [*name.split(), *map(str, arguments)])


def left(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


@pytest.mark.parametrize("name", ON_ONE_THAT_IS_THERE)
@pytest.mark.parametrize("arguments", ["option", "variable", "default", "empty"])
def test_a_command_on_no_database_says_so_and_leaves_nothing_behind(
    name: str, arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "folder" / "none.sqlite"
    if arguments == "empty":
        database = tmp_path / "empty.sqlite"
        database.touch()
    if arguments == "variable":
        monkeypatch.setenv("REFEREE_DATABASE", str(database))
    before = left(tmp_path)
    option = ["--database", database] if arguments in {"option", "empty"} else []
    result = invoke(name, *fitting(COMMANDS[name], tmp_path), *option)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert "there is no database" in result.stderr
    assert "referee serve" in result.stderr
    assert left(tmp_path) == before
    assert arguments != "empty" or database.stat().st_size == 0


@pytest.mark.postgres
@pytest.mark.parametrize("name", ON_ONE_THAT_IS_THERE)
def test_a_command_on_an_empty_server_leaves_no_table_behind(name: str, tmp_path: Path, postgres_database: str) -> None:
    result = invoke(name, *fitting(COMMANDS[name], tmp_path), "--database", postgres_database)
    assert result.exit_code == 2, result.output
    assert "there is no database" in result.stderr
    with psycopg.connect(postgres_database) as connection:
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert rows == []
    assert left(tmp_path) == []


@pytest.mark.postgres
def test_every_command_finds_what_a_server_has(tmp_path: Path, postgres_database: str) -> None:
    assert invoke("import", RECORD, "--database", postgres_database).exit_code == 0
    for name in ON_ONE_THAT_IS_THERE:
        result = invoke(name, *fitting(COMMANDS[name], tmp_path), "--database", postgres_database)
        # Some do not know the "argument" that they are given, and say so: they have looked.
        assert isinstance(result.exception, SystemExit | None), (name, result.exception)
        assert "there is no database" not in result.output, name


@pytest.mark.postgres
def test_a_database_that_the_server_does_not_have_is_bad_use(postgres_url: str) -> None:
    result = invoke("verify", "--database", postgres_url.replace("/postgres?", "/nothing?"))
    assert result.exit_code == 2, result.output
    assert "the server does not open it" in result.stderr
    assert "nothing" in result.stderr


@pytest.mark.parametrize("name", ON_ONE_THAT_IS_THERE)
def test_a_file_that_is_no_database_is_refused_and_stays_as_it_is(name: str, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear referee, " * 100, encoding="utf-8")
    text = file.read_bytes()
    result = invoke(name, *fitting(COMMANDS[name], tmp_path), "--database", file)
    assert result.exit_code == 2, result.output
    assert "is no database" in result.stderr
    assert (left(tmp_path), file.read_bytes()) == ([file], text)


def test_import_creates_a_database(tmp_path: Path) -> None:
    assert invoke("import", RECORD, "--database", tmp_path / "a" / "b.sqlite").exit_code == 0
    assert (tmp_path / "a" / "b.sqlite").is_file()


# Bad values

BAD_NUMBERS = ["x", "-1", "0x10", "1.5", "99999999999999999999", ""]


def bad_values(param: click.Parameter, folder: Path) -> list[str]:
    """Values that this option or argument cannot have; none for one that takes any text."""
    kind = param.type
    if isinstance(kind, click.IntRange):
        return BAD_NUMBERS
    if isinstance(kind, click.Choice):
        return ["nonsense", "", "KEEP"]
    if isinstance(kind, click.Path):
        return (
            [str(folder), str(folder / "nowhere" / "deeper")] if param.name != "file" or kind.exists else [str(folder)]
        )
    if param.name == "database":
        return ["mysql://x/y", "postgresql://a:b@c@d/e", "postgresql://x:port/y", str(folder)]
    if param.name in {"keys", "witnesses"}:
        return ["nonsense", "", str(folder / "binary")]
    return {"host": ["", "no such host", "256.256.256.256", "203.0.113.7"], "expires": ["soon", "2030-01-01"]}.get(
        param.name or "", []
    )


def bad_uses(folder: Path) -> Iterator[tuple[str, str, str]]:
    for name, command in COMMANDS.items():
        for param in command.params:
            for value in bad_values(param, folder):
                yield name, param.opts[0], value


@pytest.mark.parametrize("language", ["es", "en"])
def test_bad_values_are_status_2_and_a_sentence(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", language)
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    database = tmp_path / "there.sqlite"
    assert invoke("import", RECORD, "--database", database).exit_code == 0
    before = left(tmp_path)
    options = set()
    for name, option, value in bad_uses(tmp_path):
        command = COMMANDS[name]
        options.add((name, option))
        arguments = [option, value] if option.startswith("-") else [value]
        if option.startswith("-"):
            arguments += fitting(command, tmp_path)
        if has(command, "--database") and option != "--database":
            arguments += ["--database", str(database)]
        result = invoke(name, *arguments)
        assert isinstance(result.exception, SystemExit), (name, option, value, result.exception)
        assert result.exit_code == 2, (name, option, value, result.output)
        assert result.stderr.strip().splitlines()[-1].startswith("Error: "), (name, option, value, result.output)
        assert "Traceback" not in result.output
    assert left(tmp_path) == before
    free_options = {
        (name, param.opts[0])
        for name, command in COMMANDS.items()
        for param in command.params
        if not isinstance(param.type, click.types.StringParamType | click.types.BoolParamType)
    }
    assert free_options <= options, "a kind of value for which no bad one is tried"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REFEREE_RATE", "many"),
        ("REFEREE_RATE", "-1"),
        ("REFEREE_CHECKPOINT_SECONDS", "soon"),
        ("REFEREE_RATE", "nan"),
        ("REFEREE_WITNESSES", "http://x"),
        ("REFEREE_URL", "cards.example"),
        ("REFEREE_URL", "https://cards.example/referee"),
        ("REFEREE_PROXIES", "localhost"),
        ("REFEREE_PROXIES", "0.0.0.0/0"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "demo"])
def test_a_setting_that_cannot_be_read_is_bad_use(
    command: str, name: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    result = invoke(command)
    assert result.exit_code == 2
    assert name in result.stderr
    assert left(tmp_path) == []


def test_every_command_that_prints_an_answer_prints_it_as_json() -> None:
    # AppContext, and the command that prints a record or a document, which is JSON anyway.
    others = {"serve", "demo", "witness", "listen", "mcp", "export", "openapi"}
    assert {name for name, command in COMMANDS.items() if not has(command, "--json")} == others


def test_help_is_fast_because_it_loads_no_framework_and_no_database() -> None:
    ask = "import sys; from api.cli.main import main\ntry: main(['--help'])\nexcept SystemExit: print(*sys.modules)"
    process = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, check=True, env={**os.environ}
    )
    modules = {module.split(".")[0] for module in process.stdout.split()}
    assert "click" in modules
    assert not modules & {"litestar", "sqlalchemy", "eventsourcing", "psycopg", "uvicorn", "rich", "alembic"}


def test_each_command_is_listed_by_its_own_name_with_its_own_words() -> None:
    for name, entry in main.commands.items():
        command = command_of(entry)
        assert command.name == name
        assert isinstance(command, BilingualCommand)
        assert isinstance(entry, BilingualCommand)
        assert command.words == entry.words
