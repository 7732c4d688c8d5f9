"""One key signs the log of a server: a node with another one does not start, and signs nothing, unless it is meant to."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import click.testing
import pytest

from api.cli import readiness, serving
from api.cli.main import main
from api.opening import FOLLOWS
from referee.evidence import keys
from referee.followers import lease
from referee.followers.lease import LeaderLease
from referee.log.opening.engine import engine
from tests.support.commands import RECORD
from tests.support.service import TOKEN, free_port

pytestmark = pytest.mark.postgres
KEY = Path("referee") / "signing-key.pem"


class Machine:
    """One machine of several on one database, with a data folder of its own."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder, self.database = folder, database

    def run(self, *arguments: str, language: str = "en") -> click.testing.Result:
        environment = {"XDG_DATA_HOME": str(self.folder), "REFEREE_TOKEN": TOKEN, "LANGUAGE": language}
        environment |= {"REFEREE_DATABASE": self.database, "REFEREE_SIGNING_KEY": ""}
        return click.testing.CliRunner().invoke(main, arguments, env=environment)

    def serve(self, language: str = "en") -> click.testing.Result:
        return self.run("serve", "--port", str(free_port()), language=language)

    def public(self) -> str:
        return self.run("key").stdout.strip()


def make_ready_and_end(*_: object, **__: object) -> int:
    """The start of a service as far as its first answer, in this process. What becomes of a refusal is in test_cli.py."""
    assert readiness.open_and_make_ready(os.environ["REFEREE_DATABASE"])
    return 0


@pytest.fixture
def machines(
    postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Machine, Machine]]:
    """Two machines, the first of which has signed the log."""
    monkeypatch.setattr(serving, "run", make_ready_and_end)
    one, other = (Machine(tmp_path / name, postgres_database) for name in ("one", "other"))
    for command in (["import", str(RECORD)], ["checkpoint"]):
        assert one.run(*command).exit_code == 0
    yield one, other


@pytest.mark.parametrize("has_a_key", [True, False], ids=["another key", "no key"])
@pytest.mark.parametrize(("language", "says"), [("es", "otra clave firma este registro"), ("en", "another key signs")])
def test_a_node_with_another_key_does_not_start(
    machines: tuple[Machine, Machine], has_a_key: bool, language: str, says: str
) -> None:
    one, other = machines
    if has_a_key:
        keys.signing_key(None, other.folder / KEY)
    with runs(one):
        refusal = other.serve(language)
    assert (refusal.exit_code, refusal.stdout) == (1, "")
    assert says in refusal.stderr
    assert "--new-key" in refusal.stderr
    assert (other.folder / KEY).exists() == has_a_key, "none is made that would have to be removed again"
    assert other.run("doctor", language=language).exit_code == 1
    shutil.copytree(one.folder / "referee", other.folder / "referee", dirs_exist_ok=True)
    assert other.serve(language).exit_code == 0
    assert other.run("doctor", language=language).exit_code == 0


@contextmanager
def runs(machine: Machine) -> Iterator[None]:
    """A node that follows the log, for as long as the block runs: its turn is never over."""
    store = engine(machine.database)
    with pytest.MonkeyPatch.context() as later:
        later.setattr(lease, "LASTS", timedelta(hours=1))
        assert LeaderLease(store, FOLLOWS).take()
        yield
    store.dispose()


def test_without_a_key_a_node_begins_with_a_new_one_where_no_other_runs(machines: tuple[Machine, Machine]) -> None:
    one, other = machines
    assert other.serve().exit_code == 0
    assert other.run("checkpoint").exit_code == 0
    # From then on that is the key of all nodes.
    assert one.serve().exit_code == 1


def test_another_key_signs_nothing_unless_it_is_meant_to(machines: tuple[Machine, Machine], tmp_path: Path) -> None:
    one, other = machines
    keys.signing_key(None, other.folder / KEY)
    refusal = other.run("checkpoint")
    assert (refusal.exit_code, refusal.stdout) == (1, "")
    assert "another key signs" in refusal.stderr
    before = one.run("checkpoint").stdout
    # The log has not grown: the same checkpoint bears both signatures.
    after = other.run("checkpoint", "--new-key").stdout
    assert after.startswith(before)
    assert after.count("\n— ") == 2
    both = [other.run("verify", "--key", one.public(), "--key", other.public()), other.run("verify")]
    assert [result.exit_code for result in both] == [0, 0]


def test_whichever_key_signed_last_is_the_one_of_all_nodes(machines: tuple[Machine, Machine]) -> None:
    one, other = machines
    keys.signing_key(None, other.folder / KEY)
    assert one.run("import", str(RECORD)).exit_code == 0
    assert other.run("checkpoint", "--new-key").exit_code == 0
    assert other.serve().exit_code == 0
    assert one.serve().exit_code == 1
    assert one.run("checkpoint").exit_code == 1


def test_the_first_to_sign_may_have_any_key(
    postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "run", make_ready_and_end)
    machine = Machine(tmp_path, postgres_database)
    assert [machine.serve().exit_code, machine.serve().exit_code] == [0, 0]
