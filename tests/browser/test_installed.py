"""A tablet that trusts the hall's authority installs the page over HTTPS, and starts it without a network."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256, Hash
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, BrowserContext, Error

from api.cli.authority import Files, files_in
from api.cli.main import main
from tests.browser.conftest import SLOW_MACHINE_MS, chromium
from tests.browser.tablet import Tablet
from tests.browser.test_kept_page import KEPT, lays
from tests.support.service import TOKEN, Running, start


@pytest.fixture
def hall(tmp_path: Path) -> Files:
    """The files that `referee certificate` makes for the network of a hall: here, this machine."""
    outcome = CliRunner().invoke(main, ["certificate", "127.0.0.1", "--folder", str(tmp_path / "hall")])
    assert outcome.exit_code == 0, outcome.output
    return files_in(tmp_path / "hall")


@contextmanager
def serving(folder: Path, hall: Files, port: str | None = None) -> Iterator[Running]:
    """The service over HTTPS."""
    files = ("--certificate", str(hall.certificate), "--private-key", str(hall.key))
    with start(folder, *files, port=port, authority=str(hall.authority)) as running:
        yield running


@pytest.fixture
def trusting(browser: Browser, hall: Files) -> Iterator[BrowserContext]:
    """A tablet on which the certificate counts as that of a known authority."""
    shown = x509.load_pem_x509_certificate(hall.certificate.read_bytes())
    digest = Hash(SHA256())
    digest.update(shown.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
    key = b64encode(digest.finalize()).decode()
    # Its list of authorities is the whole machine's, which a test leaves alone.
    arguments = ["--no-sandbox", f"--ignore-certificate-errors-spki-list={key}"]
    trusts = browser.browser_type.launch(executable_path=chromium(), args=arguments)
    context = trusts.new_context(locale="es-ES", has_touch=True)
    context.set_default_timeout(SLOW_MACHINE_MS)
    yield context
    trusts.close()


def test_a_page_installed_over_https_starts_without_a_network(
    trusting: BrowserContext, hall: Files, tmp_path: Path
) -> None:
    with serving(tmp_path, hall) as running:
        with running.client() as organizer:
            match = organizer.open("guinote", 4)
        tablet = Tablet(trusting.new_page(), running.url, match, TOKEN)
        assert running.url.startswith("https://")
        tablet.card("5O", ("turn_up",)).click()
        tablet.reaches(2)
        tablet.page.wait_for_function(KEPT)
        assert tablet.faults == []
        running.kill()
    lays(tablet.page, 0, "1C")
    tablet.page.close()
    page = trusting.new_page()
    page.goto(f"{running.url}/table/last")
    page.wait_for_selector("body[data-shown='3'][data-pending='1'][data-connection='offline']")
    lays(page, 1, "3C")
    with serving(tmp_path, hall, running.port) as again, again.client() as organizer:
        page.wait_for_selector("body[data-pending='0'][data-version='4'][data-connection='online']")
        items = organizer.get(f"/v1/matches/{match}/events").json()["items"]
    assert [one.get("card") for one in items] == [None, None, "1C", "3C"]


def test_a_tablet_that_does_not_trust_the_authority_is_warned(browser: Browser, hall: Files, tmp_path: Path) -> None:
    context = browser.new_context()
    with serving(tmp_path, hall) as running, pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        context.new_page().goto(f"{running.url}/table/last")
    context.close()
