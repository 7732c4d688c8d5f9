"""Progress of a long command: shown on a terminal after two seconds, nowhere else."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from api.cli.main import main
from api.cli.progress import PATIENCE_SECONDS, progress
from projections.follower import Follower
from projections.rebuild import rebuild
from referee.evidence import database as databases
from referee.evidence import records
from referee.text import Text
from tests.support.commands import RECORD
from tests.support.process import Process

THINGS = Text(es="registros", en="records")


def draw_progress(*, terminal: bool, seconds: float) -> str:
    """The output where a command reports 300 of 1,000 records after so many seconds."""
    console = Console(file=StringIO(), force_terminal=terminal, width=80)
    now = 0.0
    with progress(THINGS, 1_000, console=console, clock=lambda: now) as tell:
        tell(1)
        now = seconds
        tell(300)
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


def test_a_long_command_says_how_far_it_is_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    output = draw_progress(terminal=True, seconds=PATIENCE_SECONDS)
    assert "registros" in output
    assert "300/1000" in output.replace(" ", "")


def test_it_is_drawn_a_few_times_a_second_however_often_it_is_told() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=80)
    times = iter(n / 1_000 for n in range(5_000))
    with progress(THINGS, 5_000, console=console, clock=lambda: next(times)) as tell:
        for count in range(1, 4_999):
            tell(count)
    assert isinstance(console.file, StringIO)
    assert 25 <= console.file.getvalue().count("/5000") <= 35


def test_an_import_tells_of_every_event_whatever_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[int, int | None]] = []

    @contextmanager
    def hear_events(task: Text, total: int | None = None) -> Iterator[Callable[[int], None]]:
        yield lambda count: calls.append((count, total))

    monkeypatch.setattr("api.cli.progress.progress", hear_events)
    files = [tmp_path / name for name in ("one.jsonl", "two.jsonl")]
    for file in files:
        file.write_bytes(RECORD.read_bytes())
    option = ["--database", str(tmp_path / "log.sqlite")]
    assert CliRunner().invoke(main, ["import", *map(str, files), *option]).exit_code == 0
    lines = len(RECORD.read_bytes().splitlines())
    events = [*range(2, lines + 1), *range(lines + 2, 2 * lines + 1)]
    assert calls == [(count, 2 * lines) for count in events]


def test_a_short_one_says_nothing() -> None:
    assert draw_progress(terminal=True, seconds=PATIENCE_SECONDS - 0.1) == ""


def test_nothing_is_drawn_into_a_pipe() -> None:
    assert draw_progress(terminal=False, seconds=1_000) == ""


@pytest.mark.parametrize("arguments", [["rebuild"], ["verify"], ["import", str(RECORD)]])
def test_piped_commands_print_their_answer_only(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.cli.progress.PATIENCE_SECONDS", 0)
    option = ["--database", str(tmp_path / "log.sqlite")]
    assert CliRunner().invoke(main, ["import", str(RECORD), *option]).exit_code == 0
    result = CliRunner().invoke(main, [*arguments, *option])
    assert (result.exit_code, result.stderr) == (0, "")


def test_rebuild_and_verify_tell_how_far_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from api import opening

    database = str(tmp_path / "log.sqlite")
    here = Process(database)
    here.league()
    head = here.matches.log.position()
    assert head > 2
    monkeypatch.setattr("projections.rebuild.BATCH", 1)
    Follower(here.matches.log, here.matches.people.store).catch_up()
    batches: list[int] = []
    rebuild(here.matches.log, here.matches.people.store, on_batch=batches.append)
    assert batches == list(range(1, head + 1))
    monkeypatch.setattr(databases, "TELL", 1)
    calls: list[int] = []
    databases.check(opening.notary_of(here.matches, database), [], tell=calls.append)
    assert calls == list(range(1, head + 1))
    assert Follower(here.matches.log, here.matches.people.store).position() == head
    here.close()


def test_the_check_of_a_file_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REFEREE_DATABASE", str(tmp_path / "log.sqlite"))
    monkeypatch.setattr(records, "TELL", 1)
    calls: list[tuple[int, int]] = []
    record = export_record()
    records.check(record, tell=lambda count, total: calls.append((count, total)))
    total = len(record.splitlines())
    assert calls == [(count, total) for count in range(1, total + 1)]


def export_record() -> bytes:
    """A record with its chain."""
    match = json.loads(CliRunner().invoke(main, ["import", "--json", str(RECORD)]).output)["match"]
    return CliRunner().invoke(main, ["export", match]).output.encode()
