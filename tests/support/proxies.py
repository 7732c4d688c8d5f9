"""The proxies with a file in `deploy/proxy`, run with that file in front of a service, as Debian packages them."""

import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from msgspec import Struct

from deploy.trial.programs import ELSEWHERE
from tests.support.certificates import make_certificate
from tests.support.service import Caller, free_port
from tests.support.waiting import DEADLOCK_SECONDS, eventually

FILES = Path(__file__).parents[2] / "deploy" / "proxy"
HOST = "referee.club.example"
"""The name in the files."""
PUBLIC = f"https://{HOST}"
CERTIFICATE = f"/etc/letsencrypt/live/{HOST}/fullchain.pem"
PRIVATE_KEY = f"/etc/letsencrypt/live/{HOST}/privkey.pem"
MODULES = Path("/usr/lib/apache2/modules")
ENABLED = ("mpm_event", "authz_core", "reqtimeout", "alias")
"""Modules that Debian's Apache has from the start."""


class Site(Struct, frozen=True):
    """The ports of a proxy of the tests, its certificate and service, and the folder that it writes to."""

    folder: Path
    http: int
    https: int
    service: str
    certificate: Path
    private_key: Path

    def trust(self) -> ssl.SSLContext:
        """Trusts its certificate, and no other."""
        return ssl.create_default_context(cafile=self.certificate)

    def client(self, address: str = "127.0.0.1", *, token: str | None = None, **headers: str) -> Caller:
        """A client with the address `address` that asks the proxy by its public name, over HTTPS."""
        own = {"Host": HOST, **headers} | ({"Authorization": f"Bearer {token}"} if token else {})
        transport = _ByName(verify=self.trust(), local_address=address, limits=httpx.Limits(max_connections=None))
        return Caller(transport=transport, base_url=f"https://127.0.0.1:{self.https}", headers=own)


class _ByName(httpx.HTTPTransport):
    """A transport that asks for the certificate of the public name, at any address."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions = {**request.extensions, "sni_hostname": HOST}
        return super().handle_request(request)


class Proxy(Struct, frozen=True):
    """A proxy: Debian's package and program, its file in `deploy/proxy`, and the command that runs it with that file."""

    package: str
    program: str
    file: str
    command: Callable[["Proxy", Site], list[str]]

    def text(self, *replacements: tuple[str, str]) -> str:
        """The file with these replacements, each of which has to be in it."""
        text = (FILES / self.file).read_text(encoding="utf-8")
        for old, new in replacements:
            assert old in text, (self.file, old)
            text = text.replace(old, new)
        return text

    def path(self) -> str:
        """The path of the program. Skips the test if it is missing; with CI set, fails it."""
        program = shutil.which(self.program) or shutil.which(self.program, path=ELSEWHERE)
        if program is None:
            reason = f"SKIPPED: {self.program} is not installed (apt-get install {self.package})"
            if os.environ.get("CI"):
                pytest.fail(f"{reason} (CI is set, so this may not be skipped)")
            pytest.skip(reason)
        return program


def _nginx(proxy: Proxy, site: Site) -> list[str]:
    own = proxy.text(
        ("listen 80;", f"listen {site.http};"),
        ("listen [::]:80;", f"listen [::]:{site.http};"),
        ("listen 443 ", f"listen {site.https} "),
        ("listen [::]:443 ", f"listen [::]:{site.https} "),
        ("127.0.0.1:8000", site.service),
        (CERTIFICATE, str(site.certificate)),
        (PRIVATE_KEY, str(site.private_key)),
    )
    (site.folder / "site.conf").write_text(own, encoding="utf-8")
    # The comment at the head of the file asks this of nginx.conf.
    settings = re.findall(r'"(worker_\w+ \d+;)"', own)
    assert len(settings) == 2
    temp_paths = "".join(
        f"{kind}_temp_path {site.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    main = site.folder / "nginx.conf"
    main.write_text(
        f"{user} daemon off; pid {site.folder}/pid; error_log stderr; {settings[0]} events {{ {settings[1]} }}\n"
        f"http {{ access_log off; {temp_paths} include {site.folder}/site.conf; }}\n",
        encoding="utf-8",
    )
    return [proxy.path(), "-e", "stderr", "-c", str(main)]


def _caddy(proxy: Proxy, site: Site) -> list[str]:
    own = proxy.text(
        ("{\n\tservers {", f"{{\n\tadmin off\n\thttp_port {site.http}\n\thttps_port {site.https}\n\tservers {{"),
        (f"\n{HOST} {{\n", f"\n{HOST} {{\n\ttls {site.certificate} {site.private_key}\n"),
        ("127.0.0.1:8000", site.service),
    )
    file = site.folder / "Caddyfile"
    file.write_text(own, encoding="utf-8")
    return [proxy.path(), "run", "--adapter", "caddyfile", "--config", str(file)]


def _apache(proxy: Proxy, site: Site) -> list[str]:
    own = proxy.text(
        ("<VirtualHost *:80>", f"<VirtualHost *:{site.http}>"),
        ("<VirtualHost *:443>", f"<VirtualHost *:{site.https}>"),
        ("127.0.0.1:8000", site.service),
        (CERTIFICATE, str(site.certificate)),
        (PRIVATE_KEY, str(site.private_key)),
    )
    # The comment at the head of the file has this switched on.
    modules = dict.fromkeys([*ENABLED, *re.findall(r"a2enmod (.+)", own)[0].split(), "socache_shmcb"])
    modules_loaded = "".join(
        f"LoadModule {name}_module {MODULES}/mod_{name}.so\n"
        for name in modules
        if (MODULES / f"mod_{name}.so").exists()
    )
    user = "User www-data\nGroup www-data\n" if os.geteuid() == 0 else ""
    file = site.folder / "apache2.conf"
    file.write_text(
        f"ServerRoot {site.folder}\nServerName localhost\nPidFile {site.folder}/pid\nErrorLog {site.folder}/error.txt\n"
        f"DefaultRuntimeDir {site.folder}\nMutex pthread\n{user}{modules_loaded}"
        f"Listen {site.http}\nListen {site.https}\n{own}",
        encoding="utf-8",
    )
    return [proxy.path(), "-DFOREGROUND", "-f", str(file)]


def _haproxy(proxy: Proxy, site: Site) -> list[str]:
    both = site.folder / "both.pem"
    both.write_bytes(site.certificate.read_bytes() + site.private_key.read_bytes())
    own = proxy.text(
        ("bind :80\n", f"bind :{site.http}\n"),
        ("bind [::]:80 ", f"bind [::]:{site.http} "),
        ("bind :443 ", f"bind :{site.https} "),
        ("bind [::]:443 ", f"bind [::]:{site.https} "),
        (f"/etc/haproxy/{HOST}.pem", str(both)),
        ("127.0.0.1:8000", site.service),
    )
    file = site.folder / "haproxy.cfg"
    file.write_text(own, encoding="utf-8")
    return [proxy.path(), "-db", "-f", str(file)]


PROXIES = {
    "nginx": Proxy("nginx", "nginx", "nginx.conf", _nginx),
    "caddy": Proxy("caddy", "caddy", "Caddyfile", _caddy),
    "apache": Proxy("apache2", "apache2", "apache.conf", _apache),
    "haproxy": Proxy("haproxy", "haproxy", "haproxy.cfg", _haproxy),
}


@contextmanager
def before(service: str, proxy: Proxy, folder: Path) -> Iterator[Site]:
    """Runs a proxy before a service (`host:port`) until the block ends."""
    certificate, private_key = make_certificate(folder, "proxy", host=HOST)
    site = Site(folder, free_port(), free_port(), service, certificate, private_key)
    command = proxy.command(proxy, site)
    log_file = folder / "proxy.txt"
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with log_file.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(command, env=os.environ | own, stdout=output, stderr=output, start_new_session=True)

    def answers() -> bool:
        assert process.poll() is None, log_file.read_text(encoding="utf-8")
        try:
            with site.client() as client:
                return client.get("/v1/health/live").is_success
        except httpx.TransportError:
            return False

    try:
        eventually(answers)
        yield site
    finally:
        process.terminate()
        process.wait(DEADLOCK_SECONDS)
