"""Every answer, also a refusal, a stream or a failure, has the headers that restrict browsers and caches."""

import asyncio
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from api import compose
from tests.api.access.test_access import Ground, Line, ground, table
from tests.support.application import create_app
from tests.support.organizing import Contest
from tests.support.service import Caller

__all__ = ["ground"]

NO_SCRIPT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PAGES = {"text/html"}
MADE = re.compile("[0-9a-f]{32}")
"""The id of a request to which the client gave none."""
WORKER = "/worker.js"
"""The script that keeps the pages on a device. It fetches the pages and nothing else."""
KEPT = {"no-cache", "max-age=86400", "public, max-age=31536000, immutable"}
"""Values of Cache-Control. The last one is only for addresses with a digest of the content."""


def check(answer: httpx.Response) -> None:
    """Compares an answer with the promises for all answers."""
    headers = answer.headers
    policy = headers["content-security-policy"]
    assert [bool(MADE.fullmatch(one)) for one in headers.get_list("x-request-id")] == [True]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert policy.startswith(NO_SCRIPT)
    assert "unsafe" not in policy
    assert "Authorization" in headers["vary"]
    media = headers.get("content-type", "").partition(";")[0]
    path = answer.request.url.path
    ours = media in PAGES or (answer.is_success and path.startswith(("/static/", WORKER)))
    assert headers["cross-origin-resource-policy"] == ("same-origin" if ours else "cross-origin")
    if media not in PAGES:
        assert policy == (f"{NO_SCRIPT}; connect-src 'self'" if path == WORKER else NO_SCRIPT)
    request = answer.request
    open_read = request.method in {"GET", "HEAD", "OPTIONS"} and "authorization" not in request.headers
    assert headers["cache-control"] in (KEPT if open_read else {"no-store"})


@pytest.mark.parametrize("line", table(), ids=lambda line: f"{line.method} {line.path} {line.query}{line.body}")
@pytest.mark.parametrize("role", ["public", "organizer", "organizer elsewhere"])
def test_every_route_answers_with_them_whoever_asks(ground: Ground, line: Line, role: str) -> None:
    answer = ground.ask(line, role)
    assert answer.status_code < 500
    check(answer)


def test_so_do_refusals_of_what_no_route_is_asked_for(public: Caller, organizer: Caller) -> None:
    large = {"Content-Type": "application/json"}
    for answer, status in [
        (public.get("/nowhere"), 404),
        (public.patch("/v1/matches"), 405),
        (public.get("/v1/matches/%00"), 404),
        (public.head("/v1/matches"), 200),
        (public.head("/nowhere"), 404),
        (organizer.post("/v1/matches", content=b" " * 1_000_001, headers=large), 413),
        (organizer.post("/v1/matches", content=b"{}"), 415),
        (organizer.post("/v1/matches", content=b"{", headers=large), 400),
        (public.get("/v1/matches?cursor=%00"), 400),
        (public.options("/v1/matches"), 204),
    ]:
        assert answer.status_code == status
        check(answer)


def test_so_does_what_a_browser_asks_before_a_request_to_another_place(public: Caller) -> None:
    headers = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    answer = public.options("/v1/matches", headers=headers | {"Access-Control-Request-Headers": "authorization"})
    check(answer)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "authorization" in answer.headers["access-control-allow-headers"].lower()
    # The holder of a token sends it; a header that a browser adds by itself does not count.
    assert "access-control-allow-credentials" not in answer.headers


def test_so_does_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    services = compose.open_services(str(tmp_path / "failing.sqlite"))
    app: Any = create_app(services)

    def fail(_: str) -> None:
        raise RuntimeError("the disk is gone")

    monkeypatch.setattr(services.service, "match", fail)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://referee") as client:
            return await client.get("/v1/matches/one")

    answer = asyncio.run(ask())
    compose.close(services)
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert "disk" not in answer.text
    check(answer)


def test_what_a_token_was_told_is_stored_by_nobody(organizer: Caller, public: Caller) -> None:
    match = organizer.open()
    for path in (f"/v1/matches/{match}", f"/v1/matches/{match}/stream?once=true", "/v1/docs/swagger-ui.css"):
        assert organizer.get(path).headers["cache-control"] == "no-store"
    assert public.get(f"/v1/matches/{match}").headers["cache-control"] == "no-cache"
    assert public.get("/v1/docs/swagger-ui.css").headers["cache-control"] == "max-age=86400"


def test_pages_allow_their_own_styles_and_nothing_else(organizer: Caller, ground: Ground) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    for path in (
        f"/v1/contests/{contest.id}/standings",
        f"/v1/contests/{contest.id}/fixtures",
        f"/v1/matches/{ground.match}/claims/c1",
    ):
        answer = organizer.get(path, params={"format": "html"})
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        styles = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
        assert styles
        policy, _, sources = answer.headers["content-security-policy"].partition("; style-src ")
        assert policy == NO_SCRIPT
        hashes = (b64encode(sha256(style.encode()).digest()).decode() for style in styles)
        assert sorted(sources.split()) == sorted(f"'sha256-{one}'" for one in hashes)
        assert "style=" not in re.sub(r"<style>.*?</style>", "", answer.text, flags=re.DOTALL)
        assert "http-equiv" not in answer.text


def test_the_documentation_runs_its_own_files_only(public: Caller) -> None:
    answer = public.get("/v1/docs")
    own = "script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
    assert answer.headers["content-security-policy"] == f"{NO_SCRIPT}; {own}"
    # Text to be copied never runs in the page.
    page = re.sub(r"<(pre|code)>.*?</\1>", "", answer.text, flags=re.DOTALL)
    assert not re.findall(r"<script>|<style|\son\w+=|https?://", page)
    for address in re.findall(r'(?:src|href)="([^"]+)"', answer.text):
        assert public.get(address).status_code == 200
