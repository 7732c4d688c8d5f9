"""The files of `deploy/proxy`, each before a running service, in the view of people and tablets."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

import httpx
import pytest

from api.pages.print.codes import code_of
from tests.support.hall import Hall
from tests.support.proxies import FILES, HOST, PROXIES, PUBLIC, Site, before
from tests.support.service import TOKEN, Running, start
from tests.support.waiting import DEADLOCK_SECONDS, eventually

DEPLOY = FILES.parent
TABLETS = 70
PER_MINUTE = 60_000
SPOOFED = {
    "X-Forwarded-For": "198.51.100.9",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-Host": "evil.example",
    "Forwarded": "for=198.51.100.9;proto=http;host=evil.example",
    "X-Real-IP": "198.51.100.9",
}
"""Headers of a client that poses as another."""


class Club(NamedTuple):
    """A service with its own machine's proxies, and a championship in it."""

    service: Running
    hall: Hall
    match: str


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder = tmp_path_factory.mktemp("club")
    settings = {"REFEREE_PROXIES": "127.0.0.1", "REFEREE_RATE": str(PER_MINUTE), "REFEREE_LOG_FORMAT": "json"}
    with start(folder, "--log-level", "info", "--access-log", **settings) as service, service.client() as client:
        hall = Hall(client)
        fixture = next(one for one in hall.league.fixtures() if not one.get("result"))
        when = {"starts_at": "2027-01-09T17:00:00+01:00", "table": 1}
        assert client.put(f"/v1/fixtures/{fixture['id']}/schedule", json=when).is_success
        yield Club(service, hall, hall.guinote())


@pytest.fixture(scope="module", params=sorted(PROXIES))
def site(request: pytest.FixtureRequest, club: Club, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with before(f"127.0.0.1:{club.service.port}", PROXIES[request.param], tmp_path_factory.mktemp("proxy")) as one:
        yield one


def test_every_file_is_run_and_is_named_where_people_look() -> None:
    assert {path.name for path in FILES.iterdir()} == {proxy.file for proxy in PROXIES.values()}
    for proxy in PROXIES.values():
        for document in ("SECURITY.md", "README.md"):
            assert f"](proxy/{proxy.file})" in (DEPLOY / document).read_text(encoding="utf-8"), document


def test_whoever_is_sent_somewhere_is_sent_to_the_public_address(club: Club, site: Site) -> None:
    championship, league = club.hall.championship, club.hall.league.id
    with site.client(**SPOOFED) as client:
        page = client.get(f"/board/{championship}").text
        assert f'<meta property="og:url" content="{PUBLIC}/board/{championship}">' in page
        assert f'<meta property="og:image" content="{PUBLIC}/share/{championship}.png' in page
        assert f'href="{PUBLIC}/championships/{championship}"' in client.get(
            f"/championships/{championship}/results.atom"
        ).text.replace("'", '"')
        calendar = client.get(f"/v1/championships/{championship}/calendar.ics").text.replace("\r\n ", "")
        assert f"\r\nURL:{PUBLIC}/championships/{championship}\r\n" in calendar
        paper = client.get(f"/print/contests/{league}/fixtures").text
        assert str(code_of(f"{PUBLIC}/board/{championship}?only={league}")) in paper
        assert f"url={PUBLIC}\n" in client.get("/v1/docs").text
        picture = re.findall(r'og:image" content="([^"]+)"', page)[0].removeprefix(PUBLIC)
        assert client.get(picture.replace("&amp;", "&")).headers["content-type"] == "image/png"


def test_it_is_https_from_the_first_visit_on(site: Site) -> None:
    address = f"http://127.0.0.1:{site.http}/board/x?lang=es"
    answer = httpx.get(address, headers={"Host": HOST}, timeout=DEADLOCK_SECONDS)
    assert answer.status_code in {301, 308}
    assert answer.headers["location"] == f"{PUBLIC}/board/x?lang=es"
    with site.client() as client:
        for path, status in (("/v1/rulesets", 200), ("/v1/nothing", 404)):
            answer = client.get(path)
            assert answer.status_code == status
            assert answer.headers["strict-transport-security"] == "max-age=63072000"


def test_a_client_is_who_it_is_whatever_it_sends(club: Club, site: Site) -> None:
    for n, address in enumerate(("127.0.0.2", "127.0.0.3", "127.0.0.2")):
        with site.client(address, **SPOOFED) as client:
            headers = {"X-Request-Id": f"{site.https}-{n}", "X-Forwarded-For": f"198.51.100.{n}"}
            assert client.get("/v1/matches", headers=headers).status_code == 200

    def clients() -> list[str]:
        lines = [json.loads(line) for line in club.service.output_text().splitlines() if line.startswith("{")]
        access = [line for line in lines if line["logger"] == "referee.access"]
        return [line["client"] for line in access if line["request_id"].startswith(f"{site.https}-")]

    eventually(lambda: clients() == ["127.0.0.2", "127.0.0.3", "127.0.0.2"])


def test_seventy_tablets_at_one_address_hear_at_once_what_is_played(club: Club, site: Site) -> None:
    match = club.hall.client.open()
    with ExitStack() as open_, site.client("127.0.0.2", token=TOKEN) as client:
        streams = []
        for _ in range(TABLETS):
            stream = open_.enter_context(client.stream("GET", f"/v1/matches/{match}/stream"))
            assert stream.status_code == 200, stream.read()
            streams.append(stream.iter_lines())
        for lines in streams:
            assert f'"match":"{match}"' in until_data(lines)
        assert all(client.get(f"/v1/matches/{match}").status_code == 200 for _ in range(TABLETS))
        # The streams stay open, so a proxy that held back its data would hold them back for good.
        events = client.tell(match, {"type": "note", "text": "¡Atención!"})
        for lines in streams:
            assert json.loads(until_data(lines))["version"] == events["version"]


def until_data(lines: Iterator[str]) -> str:
    """The data of the next event of a stream."""
    return next(line.removeprefix("data: ") for line in lines if line.startswith("data: "))


def test_a_large_body_is_refused_and_a_written_path_stays_as_it_is(site: Site) -> None:
    with site.client(token=TOKEN) as client:
        assert client.post("/v1/matches", content=b" " * 1_100_000).status_code == 413
        assert client.get("/v1/%6datches").status_code == 404
        assert client.get("/v1%2fmatches").status_code == 404


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl speaks HTTP/2")
def test_it_speaks_http_2(site: Site) -> None:
    address = f"https://{HOST}:{site.https}/v1/matches"
    command = ["curl", "--silent", "--show-error", "--http2", "--cacert", str(site.certificate)]
    command += ["--resolve", f"{HOST}:{site.https}:127.0.0.1", "--output", "/dev/null"]
    body = '{"ruleset": "hearts.castillar", "seats": [{"name": "Ana"}, {"name": "Beto"}]}'
    options = [
        "--header",
        f"Authorization: Bearer {TOKEN}",
        "--json",
        body,
        "--write-out",
        "%{http_version} %{http_code}",
    ]
    process = subprocess.run([*command, *options, address], capture_output=True, text=True, check=False)
    assert (process.stdout, process.stderr) == ("2 201", "")
