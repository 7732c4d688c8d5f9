"""A certificate for a hall: browsers accept it for the requested hosts, and its authority is good for nothing else."""

import json
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from api.cli import authority
from api.cli.https import https_of
from api.cli.main import main
from referee.errors import Inconsistent

NOW = datetime(2026, 8, 1, 12, tzinfo=UTC)
ASKED = ("192.168.1.20", "mesa.local", "fd00::20")


@pytest.fixture
def folder(tmp_path: Path) -> authority.Files:
    return authority.files_in(tmp_path / "hall")


@pytest.fixture
def make(folder: authority.Files) -> Callable[..., Result]:
    def run(*arguments: str) -> Result:
        return CliRunner().invoke(
            main, ["certificate", *arguments, "--folder", str(folder.folder)], env={"LANG": "en_GB.UTF-8"}
        )

    return run


def is_accepted(root: Path, certificate: Path, host: str) -> bool:
    """True if a client that trusts an authority takes a certificate as that of a host, as the Web does."""
    subject: x509.IPAddress | x509.DNSName
    try:
        subject = x509.IPAddress(ip_address(host))
    except ValueError:
        subject = x509.DNSName(host)
    store = Store([x509.load_pem_x509_certificate(root.read_bytes())])
    verifier = PolicyBuilder().store(store).build_server_verifier(subject)
    try:
        verifier.verify(x509.load_pem_x509_certificate(certificate.read_bytes()), [])
    except VerificationError:
        return False
    return True


def test_what_was_asked_for_is_accepted_and_nothing_else(make: Callable[..., Result], folder: authority.Files) -> None:
    assert make(*ASKED).exit_code == 0
    for host in (*ASKED, "localhost", "127.0.0.1"):
        assert is_accepted(folder.authority, folder.certificate, host), host
    for host in ("192.168.1.21", "other.local", "example.org"):
        assert not is_accepted(folder.authority, folder.certificate, host), host
    assert https_of(folder.certificate, folder.key) is not None


@pytest.mark.parametrize("host", ["example.org", "203.0.113.9", "local.example.org"])
def test_a_stolen_key_signs_for_no_other_place(make: Callable[..., Result], folder: authority.Files, host: str) -> None:
    make("mesa.local")
    stolen = authority.read_authority(folder)
    assert stolen is not None
    forgery, _ = authority.sign(stolen, (authority.host_of(host),), datetime.now(UTC))
    folder.certificate.write_bytes(forgery.public_bytes(Encoding.PEM))
    assert not is_accepted(folder.authority, folder.certificate, host)


def test_the_next_certificate_needs_nothing_new_on_the_tablets(
    make: Callable[..., Result], folder: authority.Files
) -> None:
    first = json.loads(make("mesa.local", "--json").output)
    authority_before = folder.authority.read_bytes()
    again = json.loads(make("10.0.0.7", "--json").output)
    assert folder.authority.read_bytes() == authority_before
    assert (first["new_authority"], again["new_authority"]) == (True, False)
    assert again["fingerprint"] == first["fingerprint"]
    assert is_accepted(folder.authority, folder.certificate, "10.0.0.7")
    assert not is_accepted(folder.authority, folder.certificate, "mesa.local")
    assert "already trust it" in make("10.0.0.8").output


def test_a_public_name_is_good_where_the_authority_was_made_for_it(
    make: Callable[..., Result], folder: authority.Files
) -> None:
    make("mesa.local")
    result = make("cards.example.org")
    assert result.exit_code == 2
    assert "may not sign for cards.example.org" in result.stderr
    for path in folder.folder.iterdir():
        path.unlink()
    assert make("cards.example.org").exit_code == 0
    assert is_accepted(folder.authority, folder.certificate, "cards.example.org")
    assert make("other.example.org").exit_code == 2


def test_an_authority_whose_time_is_over_signs_no_more(folder: authority.Files) -> None:
    old = authority.make_authority((), NOW)
    with pytest.raises(Inconsistent, match="expired"):
        authority.require_within(old, (), NOW.replace(year=NOW.year + 11))


@pytest.mark.parametrize(
    "host", ["", "a b", "a-.local", "a..local", "300.1.2.3", "*.local", "http://mesa.local", "café.local"]
)
def test_what_is_no_host_is_bad_use(make: Callable[..., Result], folder: authority.Files, host: str) -> None:
    result = make(host)
    assert result.exit_code == 2
    assert "is not a name or address" in result.stderr
    assert not folder.folder.exists()


def test_keys_are_for_their_owner_only(make: Callable[..., Result], folder: authority.Files) -> None:
    make("mesa.local")
    for key in (folder.authority_key, folder.key):
        assert key.stat().st_mode & 0o077 == 0
        assert key.read_text(encoding="utf-8").startswith("-----BEGIN PRIVATE KEY")


@pytest.mark.parametrize("file_name", ["authority", "authority_key"])
@pytest.mark.parametrize("kind", ["missing", "letter", "other"])
def test_files_that_are_no_authority_are_left_as_they_are(
    make: Callable[..., Result], folder: authority.Files, file_name: str, kind: str
) -> None:
    make("mesa.local")
    path = getattr(folder, file_name)
    if kind == "missing":
        path.unlink()
    else:
        other = authority.files_in(folder.folder / "other")
        CliRunner().invoke(main, ["certificate", "a.local", "--folder", str(other.folder)])
        path.write_bytes(b"Dear referee" if kind == "letter" else getattr(other, file_name).read_bytes())
    before = {one: one.read_bytes() for one in folder.folder.glob("*.*")}
    result = make("mesa.local")
    assert result.exit_code == 2
    assert "not a complete authority" in result.stderr
    assert {one: one.read_bytes() for one in folder.folder.glob("*.*")} == before


@pytest.mark.parametrize("language", ["es_ES.UTF-8", "en_GB.UTF-8"])
def test_it_says_how_tablets_come_to_trust_it(folder: authority.Files, language: str) -> None:
    result = CliRunner().invoke(
        main, ["certificate", "192.168.1.20", "--folder", str(folder.folder)], env={"LANG": language}
    )
    fingerprint = x509.load_pem_x509_certificate(folder.authority.read_bytes()).fingerprint(SHA256()).hex(":").upper()
    for words in (
        fingerprint,
        "Android",
        "iPad",
        str(folder.authority),
        f"--certificate {folder.certificate}",
        "https://192.168.1.20:8000",
    ):
        assert words in result.output


@pytest.mark.parametrize("host", ["192.168.1.20", "mesa.local"])
def test_the_tls_of_this_machine_shakes_hands(make: Callable[..., Result], folder: authority.Files, host: str) -> None:
    make(*ASKED)
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=folder.authority)
    server.load_cert_chain(folder.certificate, folder.key)
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [server.wrap_bio(up, down, server_side=True), client.wrap_bio(down, up, server_hostname=host)]
    waiting = set(ends)
    while waiting:
        for end in [*waiting]:
            try:
                end.do_handshake()
                waiting.discard(end)
            except ssl.SSLWantReadError:
                continue
    assert ends[1].version() == "TLSv1.3"
