"""Behaviour that all routes share: media types, query parameters, `HEAD`, ETags, and requests that a client may still make."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest

from api import compose
from api.access.bearers import Access
from api.access.limiter import RateLimiter
from api.app import create_app
from api.http.describe import FORMATS
from api.http.headers import EXPOSED
from api.http.negotiation import best_language, best_media
from tests.api.access.test_access import Ground, Line, ground, table
from tests.api.document.test_document import resolve
from tests.support.administering import grant
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of

__all__ = ["ground"]

Call = Callable[[httpx.AsyncClient], Awaitable[Any]]
READS = [line for line in table() if line.method == "GET" and line.answers["public"] == "ok"]
UNDER_V1 = [line for line in table() if line.path.startswith("/v1/") and not line.path.startswith("/v1/docs")]


def line_name(line: Line) -> str:
    return f"{line.method} {line.path} {line.query}{line.body}"


def address(ground: Ground, line: Line, **more: str) -> tuple[str, dict[str, str]]:
    """The path and the query of a line, with more parameters."""
    query = dict(parse_qsl(ground.fill_in(line.query)))
    once = {"once": "true"} if line.path.endswith("/stream") else {}
    return ground.path_with_ids(line.path), query | once | more


def several(organizer: Caller) -> dict[str, list[str]]:
    """The media types of every GET that has more than one, as the document says."""
    paths = organizer.get("/v1/openapi.json").json()["paths"]
    types_by_path = {
        path: list(resolve(item["get"]["responses"]["200"]).get("content", {}))
        for path, item in paths.items()
        if "get" in item
    }
    return {path: media for path, media in types_by_path.items() if len(media) > 1}


# Media types


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("", "application/json"),
        ("text/html", "text/html"),
        ("text/html;q=0", "application/json"),
        ("text/html;q=0.0, text/csv", "text/csv"),
        ("text/html;q=0.5, application/json;q=0.9", "application/json"),
        ("text/html;q=0.9, application/json;q=0.5", "text/html"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
        ("*/*", "application/json"),
        ("application/json;q=0, */*", "text/html"),
        ("text/*", "text/html"),
        ("text/html;level=1", "text/html"),
        ("x-text/html-not", "application/json"),
        ("image/png", "application/json"),
        ("application/vnd.text/html+x", "application/json"),
        ("text/html;q=inf", "application/json"),
        ("text/html;q=nan", "text/html"),
        (",,;q=1", "application/json"),
    ],
)
def test_the_media_type_that_a_client_likes_best(accept: str, media: str) -> None:
    assert best_media(accept, ("application/json", "text/html", "text/csv")) == media


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("", "en"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("es;q=0", "en"),
        ("en;q=0.5, es;q=0.6", "es"),
        ("est", "en"),
        ("eng, es;q=0.1", "es"),
        ("fr, de", "en"),
        ("ES", "es"),
        ("es;q=inf", "en"),
    ],
)
def test_the_language_that_a_client_likes_best(accept: str, language: str) -> None:
    assert best_language(accept) == language


def test_every_route_with_several_media_types_answers_in_the_one_asked_for(ground: Ground, organizer: Caller) -> None:
    lines = {line.path: line for line in table() if line.method == "GET"}
    routes = several(organizer)
    assert len(routes) >= 7
    for path, media_types in routes.items():
        where, query = address(ground, lines[path])
        for media in media_types:
            word = next(word for word, of in FORMATS.items() if of == media)
            by_format = organizer.get(where, params=query | {"format": word}, headers={"Accept": "image/png"})
            by_accept = organizer.get(where, params=query, headers={"Accept": f"image/png, {media};q=0.1"})
            for answer in (by_format, by_accept):
                assert answer.headers["content-type"].partition(";")[0] == media, path
                assert "Accept," in answer.headers["vary"] + ","
            fallback = organizer.get(where, params=query, headers={"Accept": f"{media};q=0, */*;q=0.1"})
            assert fallback.headers["content-type"].partition(";")[0] != media, path


@pytest.mark.parametrize("line", READS, ids=line_name)
def test_a_form_that_a_route_does_not_have_is_malformed(ground: Ground, organizer: Caller, line: Line) -> None:
    media = several(organizer).get(line.path, [])
    if not line.path.startswith("/v1/") or line.path.startswith("/v1/docs"):
        return
    for word in {*FORMATS, "pdf"} - {word for word, of in FORMATS.items() if of in media}:
        where, query = address(ground, line, format=word)
        refusal_of(organizer.get(where, params=query), 400, "malformed")


# Query parameters


@pytest.mark.parametrize("line", UNDER_V1, ids=line_name)
def test_an_unknown_parameter_is_malformed_on_every_route(ground: Ground, line: Line) -> None:
    where, query = address(ground, line, fbclid="x")
    answer = ground.anybody.request(
        line.method,
        where,
        params=query,
        content=ground.fill_in(line.body).encode(),
        headers={"Content-Type": "application/json"} | ground.tokens["organizer of all"],
    )
    assert refusal_of(answer, 400, "malformed")["errors"][0]["path"] == "?fbclid"


@pytest.mark.parametrize("line", UNDER_V1, ids=line_name)
def test_a_parameter_that_comes_twice_or_is_not_of_its_shape_is_malformed(
    ground: Ground, organizer: Caller, line: Line
) -> None:
    if line.method != "GET":
        return
    document = organizer.get("/v1/openapi.json").json()
    components = document["components"]["parameters"]
    for each in document["paths"].get(line.path, {}).get("get", {}).get("parameters", []):
        param = components[each["$ref"].rpartition("/")[2]]
        if param["in"] == "query":
            where, query = address(ground, line)
            query.pop(param["name"], None)
            for wrong in (f"{param['name']}=1&{param['name']}=1", f"{param['name']}=%00", f"{param['name']}=%E2%80%AE"):
                answer = organizer.get(f"{where}?{httpx.QueryParams(query)}&{wrong}")
                assert refusal_of(answer, 400, "malformed")["errors"][0]["path"].startswith(f"?{param['name']}")


def test_a_mistyped_filter_is_told_the_near_one(public: Caller) -> None:
    problem = refusal_of(public.get("/v1/matches", params={"palyer": "x"}), 400, "malformed")
    assert "`player`" in problem["detail"]
    spanish = public.get("/v1/matches", params={"palyer": "x"}, headers={"Accept-Language": "es"}).json()
    assert "¿quizá `player`?" in spanish["errors"][0]["message"]


def test_what_comes_first_is_said_first(public: Caller, organizer: Caller) -> None:
    refusal_of(public.get("/v1/tokens?fbclid=x"), 401, "unauthenticated")
    refusal_of(public.get("/v1/matches?fbclid=x", headers={"Authorization": "Bearer no"}), 401, "unauthenticated")
    refusal_of(organizer.get("/v1/matches/nowhere?fbclid=x"), 404, "not-found")


def test_pages_and_sheets_let_what_chat_programs_add_pass(ground: Ground, organizer: Caller) -> None:
    lines = {line.path: line for line in table() if line.method == "GET"}
    for path, media_types in several(organizer).items():
        if "text/html" in media_types:
            where, query = address(ground, lines[path], fbclid="x")
            assert organizer.get(where, params=query | {"format": "html"}).status_code == 200
            assert organizer.get(where, params=query, headers={"Accept": "text/html"}).status_code == 200
            refusal_of(organizer.get(where, params=query), 400, "malformed")
    for page in ("/", "/v1/docs", "/metrics"):
        assert organizer.get(page, params={"fbclid": "x"}).status_code in {200, 302}


# HEAD


@pytest.mark.parametrize("line", READS, ids=line_name)
def test_head_answers_as_get_does_without_a_body(ground: Ground, organizer: Caller, line: Line) -> None:
    where, query = address(ground, line)
    get = organizer.get(where, params=query)
    head = organizer.head(where, params=query)
    assert (head.status_code, head.content) == (get.status_code, b"")
    changing = {"date", "transfer-encoding", "x-request-id"} | (
        {"content-length"} if line.path in {"/metrics"} else set()
    )
    assert {k: v for k, v in head.headers.items() if k not in changing} == {
        k: v for k, v in get.headers.items() if k not in changing
    }


def test_head_of_a_stream_ends(organizer: Caller) -> None:
    match = organizer.open()
    head = organizer.head(f"/v1/matches/{match}/stream")
    assert (head.status_code, head.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")


def test_head_is_refused_as_get_is(public: Caller) -> None:
    assert public.head("/v1/matches/nowhere").status_code == 404
    assert public.head("/v1/tokens").status_code == 401
    wrong = public.patch("/v1/matches")
    assert wrong.status_code == 405
    assert {"GET", "HEAD", "POST"} <= set(wrong.headers["allow"].split(", "))
    assert "HEAD" in public.options("/v1/matches").headers["allow"]


# ETags


@pytest.mark.parametrize("header", ['"1"', 'W/"1"', '"7", "1"', 'W/"7" , W/"1"', "*"])
def test_what_has_not_changed_is_not_sent_again(organizer: Caller, header: str) -> None:
    match = organizer.open()
    answer = organizer.get(f"/v1/matches/{match}", headers={"If-None-Match": header})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("header", ['"2"', "1", '"11"', "", '"7", "x"', "W/*"])
def test_what_has_changed_is_sent(organizer: Caller, header: str) -> None:
    match = organizer.open()
    assert organizer.get(f"/v1/matches/{match}", headers={"If-None-Match": header}).status_code == 200


NEVER_THE_SAME = ("/", "/metrics", "/v1/backup", "/v1/health/live", "/v1/health/ready")
"""Answers about the present moment, which are never the same. The first redirects."""
GETS = [line for line in table() if line.method == "GET" and line.path not in NEVER_THE_SAME]


@pytest.mark.parametrize("line", [line for line in GETS if not line.path.endswith("/stream")], ids=line_name)
@pytest.mark.parametrize("role", ["public", "organizer of all"])
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_every_read_has_an_etag_that_may_be_named(ground: Ground, line: Line, role: str, encoding: str) -> None:
    path, query = address(ground, line)
    request_headers = ground.tokens[role] | {"Accept-Encoding": encoding}
    answer = ground.anybody.get(path, params=query, headers=request_headers)
    if line.answers[role] != "ok":
        assert "etag" not in answer.headers
        return
    assert answer.status_code == 200, answer.text
    for tag, status in (answer.headers["etag"], 304), ('"x"', 200):
        again = ground.anybody.get(path, params=query, headers=request_headers | {"If-None-Match": tag})
        assert again.status_code == status, again.text
        assert again.headers["etag"] == answer.headers["etag"]
        assert set(again.headers["vary"].split(", ")) >= set(answer.headers["vary"].split(", ")) - {"Accept-Encoding"}
        assert (again.content == b"") == (status == 304)
        assert status == 200 or "content-type" not in again.headers


@pytest.mark.parametrize("path", ["/v1/openapi.json", "/v1/docs", "/v1/rulesets/hearts.castillar"])
def test_an_etag_does_not_depend_on_when_an_answer_was_compressed(organizer: Caller, path: str) -> None:
    """The output of gzip for the same answer differs from one second to the next."""
    response = organizer.get(path, headers={"Accept-Encoding": "gzip"})
    plain = organizer.get(path, headers={"Accept-Encoding": "identity"})
    assert response.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in response.headers["vary"]
    assert response.text == plain.text
    assert response.headers["etag"] == plain.headers["etag"]


def test_the_document_says_which_reads_have_an_etag(public: Caller) -> None:
    reads = {
        path: item["get"] for path, item in public.get("/v1/openapi.json").json()["paths"].items() if "get" in item
    }
    for path, read in reads.items():
        has_one = path not in NEVER_THE_SAME and not path.endswith("/stream")
        good = resolve(read["responses"]["200"])
        assert has_one == ("ETag" in good.get("headers", {})) == ("304" in read["responses"]), path


@pytest.mark.parametrize("line", [line for line in table() if line.method == "GET"], ids=line_name)
def test_every_read_answers_whatever_host_was_asked(ground: Ground, organizer: Caller, line: Line) -> None:
    path, query = address(ground, line)
    answer = organizer.get(path, params=query, headers={"Host": "h:port"})
    assert answer.status_code == organizer.get(path, params=query).status_code < 500
    assert "h:port" not in answer.text


def test_what_has_no_version_has_another_etag_when_it_has_changed(tmp_path: Path) -> None:
    """A service with little data: new items stand on the first page of a list."""
    with quiet(str(tmp_path / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        ana = client.post("/v1/players", json={"name": "Ana de la etiqueta"}).json()["id"]
        lists = ("/v1/matches", "/v1/players", f"/v1/players/{ana}", f"/v1/players/{ana}/record", "/v1/tokens")
        before = {path: client.get(path).headers["etag"] for path in lists}
        seats = [{"player": ana}, {"name": "Beto"}]
        assert client.post("/v1/matches", json={"ruleset": "hearts.castillar", "seats": seats}).status_code == 201
        client.put(f"/v1/players/{ana}", json={"name": "Ana de otra etiqueta"})
        client.bearer("auditor")
        for path in lists:
            again = client.get(path, headers={"If-None-Match": before[path]})
            assert again.status_code == 200, path
            assert again.headers["etag"] != before[path]


# The quota of a client


def run_limited(folder: Path, per_minute: int, ask: Call, now: list[float]) -> Any:
    """The results of `ask` on a service with a rate limit and this clock."""
    services = compose.open_services(str(folder / "limited.sqlite"))
    services.access = Access(
        services.people, services.championships.place, limiter=RateLimiter(per_minute, lambda: now[0])
    )
    app: Any = create_app(services)

    async def run() -> Any:
        transport = httpx.ASGITransport(app)
        secret = grant(services.people, "organizer")
        async with httpx.AsyncClient(transport=transport, base_url="http://referee") as client:
            client.headers["x-secret"] = secret
            return await ask(client)

    try:
        return asyncio.run(run())
    finally:
        compose.close(services)


def test_every_answer_says_what_may_still_be_asked(tmp_path: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> list[httpx.Response]:
        paths = (
            "/v1/matches",
            "/v1/health/live",
            "/nowhere",
            "/v1/rulesets",
            "/v1/matches?x=1",
            "/v1/docs",
            "/v1/matches",
        )
        return [await client.get(path) for path in paths] + [await client.patch("/v1/matches")]

    answers = run_limited(tmp_path, 60, ask, [0.0])
    assert {answer.headers["ratelimit-policy"] for answer in answers} == {'"minute";q=60;w=60'}
    limits = [answer.headers["ratelimit"] for answer in answers]
    assert limits[0] == '"minute";r=59;t=1'
    assert limits[-1] == '"minute";r=57;t=3'


def test_without_a_limit_nothing_is_said_of_one(public: Caller) -> None:
    assert "ratelimit" not in public.get("/v1/matches").headers


def test_a_good_token_is_never_refused_for_what_others_at_its_address_do(tmp_path: Path) -> None:
    async def ask(client: httpx.AsyncClient) -> None:
        good = {"Authorization": f"Bearer {client.headers['x-secret']}"}
        for n in range(6):
            made_up = await client.get("/v1/matches", headers={"Authorization": f"Bearer made-up-{n}"})
            assert made_up.status_code == (401 if n < 5 else 429)
        without = await client.get("/v1/matches")
        assert without.status_code == 429
        assert int(without.headers["retry-after"]) == without.json()["retry_after"] == 13
        assert without.headers["ratelimit"] == '"minute";r=0;t=60'
        # This process sees it for the first time, and others have spent the quota of its address.
        first = await client.get("/v1/matches", headers=good)
        assert (first.status_code, first.headers["ratelimit"]) == (200, '"minute";r=4;t=12')

    run_limited(tmp_path, 5, ask, [0.0])


def test_what_a_token_spends_is_its_own(tmp_path: Path) -> None:
    now = [0.0]

    async def ask(client: httpx.AsyncClient) -> None:
        good = {"Authorization": f"Bearer {client.headers['x-secret']}"}
        assert [(await client.get("/v1/matches", headers=good)).status_code for _ in range(3)] == [200, 200, 429]
        assert (await client.get("/v1/matches")).status_code == 200
        now[0] += 30
        assert (await client.get("/v1/matches", headers=good)).status_code == 200

    run_limited(tmp_path, 2, ask, now)


def test_scripts_from_elsewhere_may_read_every_header_that_the_document_names(public: Caller) -> None:
    answer = public.get("/v1/matches", headers={"Origin": "https://app.example"})
    names = {name.strip().lower() for name in answer.headers["access-control-expose-headers"].split(",")}
    assert names == {name.lower() for name in EXPOSED}
    paths = public.get("/v1/openapi.json").json()["paths"]
    for item in paths.values():
        for operation in item.values():
            for response in operation["responses"].values():
                assert {name.lower() for name in resolve(response).get("headers", {})} <= names
