"""A service that speaks HTTPS itself, and files with which it cannot."""

import os
import ssl
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from api.cli.main import main
from tests.support.certificates import make_certificate
from tests.support.service import free_port
from tests.support.waiting import DEADLOCK_SECONDS, eventually


def serve(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["serve", *map(str, arguments)], env={"LANG": "en"})


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("REFEREE_DATABASE", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("option", ["--certificate", "--private-key"])
def test_both_files_are_needed(option: str, tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    result = serve(option, certificate if option == "--certificate" else key)
    assert result.exit_code == 2
    assert "are given together" in result.stderr


def test_files_that_cannot_be_used_are_refused_in_plain_words(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    _, other = make_certificate(tmp_path, "other")
    _, closed_key = make_certificate(tmp_path, "closed", b"secret")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear referee", encoding="utf-8")
    for pair, words in {
        (certificate, other): "the key in other.key.pem is not that of the certificate in here.pem",
        (certificate, closed_key): "is protected by a password",
        (certificate, letter): "no certificate and private key, as PEM, in here.pem and letter.txt",
        (letter, key): "no certificate and private key, as PEM, in letter.txt and here.key.pem",
        (key, certificate): "no certificate and private key, as PEM",
        (certificate, tmp_path / "nowhere.pem"): "does not exist",
        (certificate, tmp_path): "is a directory",
    }.items():
        result = serve("--certificate", pair[0], "--private-key", pair[1])
        assert result.exit_code == 2, pair
        assert words in result.stderr, pair
    assert not (tmp_path / "data").exists()


def test_a_service_with_a_certificate_speaks_https(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    port = free_port()
    command = [sys.executable, "-m", "api.cli", "serve", "--workers", "2", "--port", str(port)]
    files = ["--certificate", str(certificate), "--private-key", str(key), "--database", str(tmp_path / "log.sqlite")]
    environment = {"LANG": "en", "PYTHONUNBUFFERED": "1", "REFEREE_TOKEN": "a-token-for-this-test"}
    output = tmp_path / "output.txt"
    with output.open("w", encoding="utf-8") as output_file:
        process = subprocess.Popen(
            [*command, *files], env=os.environ | environment, stdout=output_file, stderr=output_file
        )
    context = ssl.create_default_context(cafile=certificate)

    def answers() -> bool:
        assert process.poll() is None, output.read_text(encoding="utf-8")
        try:
            with httpx.Client(verify=context, timeout=DEADLOCK_SECONDS) as client:
                return client.get(f"https://127.0.0.1:{port}/v1/health/live").is_success
        except httpx.TransportError:
            return False

    try:
        eventually(answers)
        assert f"https://127.0.0.1:{port}" in output.read_text(encoding="utf-8")
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/v1/health/live")
    finally:
        process.terminate()
        process.wait(DEADLOCK_SECONDS)
