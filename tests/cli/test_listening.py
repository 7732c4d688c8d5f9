"""A service does not start if it could not be reached alone at its address."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier

import httpx
import pytest
from click.testing import CliRunner

from api.cli.listening import reserve
from api.cli.main import main
from referee.errors import Inconsistent
from tests.support.service import Running, free_port, start
from tests.support.waiting import DEADLOCK_SECONDS, eventually

ASKING, ROUNDS = 4, 50


@contextmanager
def hold_port(host: str = "127.0.0.1", *, is_shared: bool = False, family: int = socket.AF_INET) -> Iterator[int]:
    """A port at which something else listens; `is_shared` as servers with several workers do."""
    with socket.socket(family) as listener:
        if is_shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind((host, 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.mark.parametrize("command", ["serve", "demo"])
@pytest.mark.parametrize("is_shared", [True, False])
def test_a_port_in_use_is_refused_and_nothing_is_made(
    command: str, is_shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.delenv("REFEREE_DATABASE", raising=False)
    monkeypatch.setattr("api.cli.listening.ASK_SECONDS", 0.01)
    with hold_port(is_shared=is_shared) as port:
        result = CliRunner().invoke(main, [command, "--port", str(port)])
    assert result.exit_code == 2
    assert f"port {port} of 127.0.0.1 is in use by another program" in result.stderr
    assert "--port" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_another_service_of_ours_is_named_even_if_it_shares_its_port(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.cli.listening.ASK_SECONDS", DEADLOCK_SECONDS)
    port = httpx.URL(running.url).port
    result = CliRunner().invoke(main, ["demo", "--port", str(port)], env={"LANG": "en"})
    assert result.exit_code == 2
    assert "another `referee` service" in result.stderr


def test_a_port_held_on_every_address_is_in_use_on_each() -> None:
    with hold_port("0.0.0.0", is_shared=True) as port:
        require_refused("127.0.0.1", port, "in use")


def test_a_port_that_a_service_has_just_left_is_free(tmp_path: Path) -> None:
    with start(tmp_path, "--workers", "2") as running:
        port = int(httpx.URL(running.url).port or 0)
        # The side that closes first keeps the address for a while: here the server does.
        assert running.get("/v1/health/live", headers={"Connection": "close"}).status_code == 200
    with reserve("127.0.0.1", port) as address:
        assert address == "127.0.0.1"


@pytest.mark.parametrize(
    ("host", "words"),
    [("no such host", "no address named"), ("", "no address named"), ("203.0.113.7", "not an address of this machine")],
)
def test_a_host_that_is_none_of_this_machine(host: str, words: str) -> None:
    require_refused(host, 8000, words)


def test_a_name_is_listened_at_by_its_number() -> None:
    with reserve("localhost", 0) as address:
        assert address in {"127.0.0.1", "::1"}


def test_a_reserved_address_is_nobody_elses_until_it_is_left() -> None:
    port = free_port()
    with reserve("127.0.0.1", port):
        require_refused("127.0.0.1", port, "in use")
        require_refused("0.0.0.0", port, "in use")
    with reserve("127.0.0.1", port):
        pass


def test_of_many_who_ask_at_the_same_moment_one_comes_through() -> None:
    for _ in range(ROUNDS):
        port, together = free_port(), Barrier(ASKING)

        def ask(port: int = port, together: Barrier = together) -> bool:
            together.wait()
            try:
                with reserve("127.0.0.1", port):
                    together.wait()
            except Inconsistent:
                together.wait()
                return False
            return True

        with ThreadPoolExecutor(ASKING) as pool:
            came = [pool.submit(ask) for _ in range(ASKING)]
        assert sorted(one.result() for one in came) == [False] * (ASKING - 1) + [True]


@pytest.mark.parametrize("other", ["serve", "serve", "demo"])
def test_of_services_started_at_the_same_moment_one_serves(other: str, tmp_path: Path) -> None:
    """The database of each is new, so that it takes long to make ready: its address is its own meanwhile."""
    port = free_port()
    both = [Starting(tmp_path / name, command, port) for name, command in (("one", "serve"), ("two", other))]
    try:
        eventually(lambda: all(one.has_ended() or one.serves() for one in both))
        [left] = [one for one in both if one.has_ended()]
        assert left.process.returncode == 2, left.output()
        assert f"port {port} of 127.0.0.1 is in use" in left.output()
        assert not any(left.folder.rglob("*.sqlite"))
    finally:
        for one in both:
            one.close()


class Starting:
    """A service that is being started in a folder of its own."""

    def __init__(self, folder: Path, command: str, port: int) -> None:
        folder.mkdir()
        self.folder, self._port, self._output = folder, port, folder / "output.txt"
        option = ["--database", str(folder / "referee.sqlite")] if command == "serve" else []
        environment = {"XDG_DATA_HOME": str(folder), "TMPDIR": str(folder), "LANG": "en", "PYTHONUNBUFFERED": "1"}
        with self._output.open("w", encoding="utf-8") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "api.cli", command, "--port", str(port), *option],
                env=os.environ | environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def output(self) -> str:
        return self._output.read_text(encoding="utf-8")

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def serves(self) -> bool:
        """True if it has reported its address."""
        return f"http://127.0.0.1:{self._port}" in self.output()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(DEADLOCK_SECONDS)


def require_refused(host: str, port: int, words: str) -> None:
    with pytest.raises(Inconsistent, match=words), reserve(host, port):
        pass
