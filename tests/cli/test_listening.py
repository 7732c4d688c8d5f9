"""A service that could not be reached alone at its address does not start."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from api.cli.listening import need_free
from api.cli.main import main
from referee.errors import Inconsistent
from tests.support.service import Running, start


@contextmanager
def held(host: str = "127.0.0.1", *, shared: bool = False, family: int = socket.AF_INET) -> Iterator[int]:
    """A port at which something else listens; `shared` as servers with several workers do."""
    with socket.socket(family) as listener:
        if shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind((host, 0))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.mark.parametrize("command", ["serve", "demo"])
@pytest.mark.parametrize("shared", [True, False])
def test_a_port_in_use_is_refused_and_nothing_is_made(
    command: str, shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.delenv("REFEREE_DATABASE", raising=False)
    monkeypatch.setattr("api.cli.listening.ASK_SECONDS", 0.01)
    with held(shared=shared) as port:
        result = CliRunner().invoke(main, [command, "--port", str(port)])
    assert result.exit_code == 2
    assert f"port {port} of 127.0.0.1 is in use by another program" in result.stderr
    assert "--port" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_another_service_of_ours_is_named_even_if_it_shares_its_port(running: Running) -> None:
    port = httpx.URL(running.url).port
    result = CliRunner().invoke(main, ["demo", "--port", str(port)], env={"LANG": "en"})
    assert result.exit_code == 2
    assert "another `referee` service" in result.stderr


def test_a_port_held_on_every_address_is_in_use_on_each() -> None:
    with held("0.0.0.0", shared=True) as port, pytest.raises(Inconsistent, match="in use"):
        need_free("127.0.0.1", port)


def test_a_port_that_a_service_has_just_left_is_free(tmp_path: Path) -> None:
    with start(tmp_path, "--workers", "2") as running:
        port = int(httpx.URL(running.url).port or 0)
        # The side that closes first keeps the address for a while: here the server does.
        assert httpx.get(running.url + "/v1/health/live", headers={"Connection": "close"}).status_code == 200
    assert need_free("127.0.0.1", port) == "127.0.0.1"


@pytest.mark.parametrize(
    ("host", "words"),
    [("no such host", "no address named"), ("", "no address named"), ("203.0.113.7", "not an address of this machine")],
)
def test_a_host_that_is_none_of_this_machine(host: str, words: str) -> None:
    with pytest.raises(Inconsistent, match=words):
        need_free(host, 8000)


def test_a_name_is_listened_at_by_its_number() -> None:
    assert need_free("localhost", 0) in {"127.0.0.1", "::1"}
