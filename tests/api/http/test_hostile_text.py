"""Harmful text is plain text on pages and in spreadsheets, and text that is invisible is refused on entry.

The tests run on SQLite and on PostgreSQL, which stores no NUL: text that the log accepted and the read models refused would stop
them for ever.
"""

import csv
import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect

from api import compose
from api.document.document import handlers
from api.http.describe import Doc, Lines
from api.pages.print.spreadsheets import plain
from referee.audit.portable import BrokenRecord, read
from referee.characters import SEEN, require_seen, unseen
from referee.errors import BadRequest
from referee.match.registry import rulesets
from tests.support.application import create_app
from tests.support.organizing import Contest
from tests.support.postgres import database as empty_database
from tests.support.service import TOKEN, Caller, refusal_of, start

SCRIPT = "<script>alert(1)</script>"
BREAKOUT = "\"'></td></style><img src=x onerror=alert(1)>{{ 7*7 }}{% raw %}&lt;"
UNSEEN = ["\0", "\x08", "\x1b[2J", "\x7f", "\x9b", "\u202e", "\u2066"]
FORMULAS = ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\t=1", " =1", "＝1", "\n=1"]


class Elements(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("evil", [SCRIPT, BREAKOUT])
def test_on_pages_it_is_text(organizer: Caller, evil: str) -> None:
    first, second = f"Ana {evil}", f"Beto {evil}"
    championship = organizer.post(
        "/v1/championships", json={"name": evil, "players": [first, second], "distinct": True}
    ).json()["id"]
    house = {"name": evil, "author": evil, "note": evil, "ruleset": "hearts.castillar", "params": {}}
    body = {"ruleset": "hearts.castillar", "format": "castillar", "order": [first, second], "house": house}
    contest = organizer.post(f"/v1/championships/{championship}/contests", json=body).json()
    fixture = contest["fixtures"][0]["id"]
    opening = {"fixture": fixture, "first_dealer": 0, "table": evil}
    match = organizer.post("/v1/matches", json=opening).json()["id"]
    organizer.tell(
        match,
        [
            {"type": "deal"},
            {"type": "note", "text": evil},
            {"type": "sanction", "seat": 0, "card": "yellow", "reason": evil},
            {"type": "play", "seat": 0, "card": "2C"},
            {"type": "play", "seat": 1, "card": "9D"},
            {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 6},
            {"type": "ruling", "claim": "c1", "upheld": True, "reason": evil},
        ],
    )
    pages = {
        f"/v1/contests/{contest['id']}/standings": {evil, first, second},
        f"/v1/contests/{contest['id']}/fixtures": {evil, first, second},
        f"/v1/matches/{match}/claims/c1": {evil, first, second},
        f"/print/contests/{contest['id']}/fixtures": {evil, first, second},
        f"/print/contests/{contest['id']}/sheets": {evil, first, second},
        f"/print/contests/{contest['id']}/diplomas": {evil},
        f"/print/contests/{contest['id']}/corrections": {evil},
        f"/print/contests/{contest['id']}/settlement": {evil},
        f"/print/matches/{match}/settlement": {evil},
        f"/print/contests/{contest['id']}/rulebook": {evil},
        f"/print/matches/{match}/rulebook": {evil},
        f"/print/championships/{championship}/cards": {evil, first, second},
        f"/print/matches/{match}/sanctions": {evil, first, second},
        f"/print/championships/{championship}/sanctions": {evil},
        f"/print/championships/{championship}/general": {evil, first, second},
        f"/print/championships/{championship}/diplomas": {evil},
    }
    for path, texts in pages.items():
        for language in ("es", "en"):
            headers = {"Accept": "text/html", "Accept-Language": language}
            answer = organizer.get(path, headers=headers)
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            page = Elements(answer.text)
            assert not {"script", "img", "raw"} & {*page.elements}
            assert not {name for name in page.attributes if name.startswith("on")}
            for text in texts:
                assert text in page.text
    for path in (f"/v1/matches/{match}", f"/v1/matches/{match}/events", f"/v1/championships/{championship}"):
        assert organizer.get(path).headers["content-type"] == "application/json"


def test_a_refusal_that_repeats_it_is_no_page(organizer: Caller) -> None:
    for answer in (
        organizer.get("/v1/matches", params={"status": SCRIPT}, headers={"Accept": "text/html"}),
        organizer.get(f"/v1/rulesets/{SCRIPT}", headers={"Accept": "text/html"}),
        organizer.post("/v1/matches", json={"ruleset": SCRIPT, "seats": [{"name": "A"}]}),
    ):
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_in_every_spreadsheet_it_is_text(organizer: Caller) -> None:
    names = [f"{formula} {n}" for n, formula in enumerate(FORMULAS)]
    contest = Contest(organizer, *names)
    names = [name.strip() for name in names]
    operations = organizer.get("/v1/openapi.json").json()["paths"]
    sheets = [path for path, calls in operations.items() if "text/csv" in json.dumps(calls)]
    assert len(sheets) > 2
    people = organizer.get(f"/v1/championships/{contest.championship}").json()["players"]
    for person in people:
        card = {"player": person["id"], "card": "yellow", "reason": person["name"]}
        assert organizer.post(f"/v1/championships/{contest.championship}/sanctions", json=card).is_success
    withdrawals = [{"player": person["id"], "reason": person["name"]} for person in people]
    for leaves in withdrawals:
        assert organizer.post(f"/v1/contests/{contest.id}/withdrawals", json=leaves).is_success
    with_stakes = Contest(organizer, *names[:2], stakes={"each": 1, "split": "winner_takes_all"})
    for fixture in with_stakes.fixtures():
        response = organizer.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": [40, 64]})
        assert response.is_success, response.text
    series = organizer.post("/v1/series", json={"name": FORMULAS[0]}).json()["id"]
    place = {"series": series, "edition": 1}
    assert organizer.put(f"/v1/championships/{with_stakes.championship}/series", json=place).is_success
    in_rounds = Contest(organizer, *names, format="rounds", order=names, params={"round_count": 1})
    assert organizer.post(f"/v1/contests/{in_rounds.id}/rounds", json={}).is_success
    both = with_stakes.fixtures()[0]["entrants"]
    ends = ("/settlement", "/balance", "/ratings", "/statistics", "/{other_id}")
    of_two = {path for path in sheets if path.endswith(ends) or path.startswith("/v1/series")}
    nobody = {path for path in sheets if path.endswith(("/record", "/records"))}
    for path in sheets:
        ids = {
            "contest_id": (in_rounds if "{number}" in path else with_stakes if path in of_two else contest).id,
            "number": "1",
            "championship_id": (with_stakes if path in of_two else contest).championship,
            "player_id": both[0]["id"],
            "other_id": both[1]["id"],
            "series_id": series,
        }
        answer = organizer.get(path.format(**ids), params={"format": "csv"})
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        cells = [cell for row in csv.reader(StringIO(answer.text, newline="")) for cell in row]
        expected_names = names[:2] if path in of_two else names
        if path.endswith("/statistics"):
            # Of one person: the other players.
            expected_names = [both[1]["name"]]
        assert path in nobody or all(any(name in cell for cell in cells) for name in expected_names), path
        assert not [cell for cell in cells if cell.strip()[:1] in {*"=@+＝＋－＠"}]
        assert not [cell for cell in cells if cell.strip()[:1] == "-" and not cell.lstrip("-").isdigit()]


def test_a_name_that_is_no_formula_stays_as_it_is() -> None:
    assert [plain(name) for name in ("Ana", "O'Neil", "a=b", "1-0")] == ["Ana", "O'Neil", "a=b", "1-0"]
    assert plain("=1") == "'=1"


@pytest.mark.parametrize("character", UNSEEN)
@pytest.mark.parametrize("is_escaped", [True, False])
def test_what_nobody_sees_is_found_however_it_is_written(character: str, is_escaped: bool) -> None:
    body = json.dumps({"a": [{"b": f"x{character}y"}]}, ensure_ascii=is_escaped).encode()
    with pytest.raises(BadRequest) as error:
        require_seen(body)
    assert error.value.flaws[0].path == "$.a[0].b"
    with pytest.raises(BadRequest):
        require_seen(json.dumps({f"x{character}": 1}, ensure_ascii=is_escaped).encode())
    with pytest.raises(BrokenRecord):
        read(b'{"type": "open"}\n' + body)


@pytest.mark.parametrize(
    "text", ["ñandú\n\tÁrbol", "עברית", "日本語", "\U0001f469\u200d\U0001f467", "\\u0000", "\\b", "a\u200db\u200f"]
)
def test_what_people_write_is_let_through(text: str) -> None:
    for is_escaped in (True, False):
        require_seen(json.dumps({"text": text}, ensure_ascii=is_escaped).encode())


def test_the_document_lets_through_what_the_service_does() -> None:
    pattern = re.compile(SEEN)
    for number in range(0x3000):
        character = chr(number)
        assert bool(pattern.search(f"a{character}b")) == (unseen(character) is None), hex(number)


# Over HTTP, on both databases


def database_of(request: pytest.FixtureRequest) -> AbstractContextManager[str | None]:
    """An empty PostgreSQL database for this fixture, or nothing for SQLite."""
    return (
        empty_database(str(request.getfixturevalue("postgres_url"))) if request.param == "postgres" else nullcontext()
    )


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """An organizer of a service on either database."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with (
        database_of(request) as database,
        start(tmp_path_factory.mktemp("hostile"), database=database) as running,
        Caller(base_url=running.url, headers=headers) as client,
    ):
        yield client
        assert client.get("/v1/players").status_code == 200
        assert client.get("/v1/matches").status_code == 200
        ready = client.get("/v1/health/ready").json()
        assert {state["lag"] for state in ready["projections"].values()} == {0}


def body_routes(folder: Path) -> list[tuple[str, str, Doc]]:
    """Every route that takes a body."""
    services = compose.open_services(str(folder / "routes.sqlite"))
    app = create_app(services)
    compose.close(services)
    return [handler for handler in handlers(app) if handler[2].body is not None]


def texts(kind: Any) -> Iterator[str]:
    """The fields of a struct that any text fits into."""
    for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        types = [field.type]
        while types:
            one = types.pop()
            types += getattr(one, "types", ())
            if isinstance(one, inspect.Metadata):
                types.append(one.type)
            if isinstance(one, inspect.StrType):
                yield field.encode_name


def test_every_body_refuses_what_nobody_sees_wherever_it_stands(service: Caller, tmp_path: Path) -> None:
    contest = Contest(service, "Ana", "Beto")
    ids = {
        "match_id": service.open(),
        "championship_id": contest.championship,
        "contest_id": contest.id,
        "fixture_id": contest.fixtures()[0]["id"],
        "side": "0",
        "number": "1",
        "board": "1",
        "team": contest.fixtures()[0]["entrants"][0]["id"],
        "player_id": service.get("/v1/players").json()["items"][0]["id"],
        "series_id": service.post("/v1/series", json={"name": "Liga"}).json()["id"],
    }
    before = service.get("/v1/health/ready").json()["position"]
    events = {kind for rules in rulesets().values() for kind in rules.events}
    count = 0
    for path, method, doc in body_routes(tmp_path):
        if isinstance(doc.body, Lines):  # a file of lines has tests of its own
            continue
        kinds = events if doc.body == "events" else {doc.body}
        for kind in kinds:
            for field in texts(kind):
                body: dict[str, Any] = {field: "a\0b"}
                if doc.body == "events":
                    body["type"] = kind.__struct_config__.tag
                answer = service.request(method.upper(), path.format(**ids), json=body)
                problem = refusal_of(answer, 400, "malformed")
                assert problem["errors"] == [
                    {"path": f"$.{field}", "message": "contains the invisible character U+0000"}
                ]
                count += 1
    assert count > 20
    assert service.get("/v1/health/ready").json()["position"] == before


@pytest.mark.parametrize(
    "path", ["/v1/players?name=", "/v1/matches?player=", "/v1/matches?contest=", "/v1/matches?ruleset="]
)
def test_every_query_refuses_it_too(service: Caller, path: str) -> None:
    refusal_of(service.get(f"{path}%00"), 400, "malformed")
    assert service.get(f"{path}%ff").status_code == 200


def test_no_address_breaks_on_it(service: Caller, tmp_path: Path) -> None:
    for path, method, _ in handlers(create_app_of(tmp_path)):
        for evil in ("%00", "a%00b", "%ff", "%ED%A0%80", "%F0%9F%83%8F", "..%2f..%2fetc%2fpasswd", "a" * 20_000, "'--"):
            if "{" in path:
                parts = path.replace("{", "\0").replace("}", "\0").split("\0")
                address = "".join(evil if n % 2 else part for n, part in enumerate(parts))
                answer = service.request(method.upper(), address, headers={"Content-Type": "application/json"})
                assert answer.status_code < 500, (method, address[:80], answer.text)


def create_app_of(folder: Path) -> Any:
    services = compose.open_services(str(folder / "app.sqlite"))
    app = create_app(services)
    compose.close(services)
    return app


def test_halves_of_characters_and_long_names_are_refused(service: Caller) -> None:
    headers = {"Content-Type": "application/json"}
    for content in (
        b'{"name": "a\\ud800b"}',
        b'{"name": "a\xed\xa0\x80b"}',
        b'{"name": "a\xffb"}',
        b'{"name": "a\x00b"}',
        b'{"name": "' + b"a" * 900_000 + b'"}',
        b'{"name": ""}',
    ):
        refusal_of(service.post("/v1/players", content=content, headers=headers), 400, "malformed")
    assert service.post("/v1/players", content=b'{"name": "\\ud83c\\udccf"}', headers=headers).json()["name"] == "🃏"


def test_headers_refuse_it_too(service: Caller) -> None:
    match = service.open()
    for name, value in [
        ("Idempotency-Key", "a\u00a0b"),
        ("Idempotency-Key", "k" * 129),
        ("If-Match", '"1\u00b2"'),
        ("Consistency-Token", "\u00b2"),
    ]:
        headers = {name.encode(): value.encode("latin-1")}
        method, path = (
            ("GET", f"/v1/matches/{match}") if name == "Consistency-Token" else ("POST", f"/v1/matches/{match}/events")
        )
        answer = service.request(method, path, json={"type": "note", "text": "x"}, headers=headers)
        refusal_of(answer, 400, "malformed")
    answer = service.get(f"/v1/matches/{match}", headers={b"Authorization": "Bearer \u00ff\u00fe".encode("latin-1")})
    refusal_of(answer, 401, "unauthenticated")


def test_a_webhook_has_an_address_without_breaks(service: Caller) -> None:
    for url in (
        "https://a.example/\r\nX: y",
        "https://a.example/x\n",
        "javascript:alert(1)",
        "https://a.example/\u202e",
    ):
        answer = service.post("/v1/webhooks", json={"url": url, "kinds": ["match.event"]})
        refusal_of(answer, 400, "malformed")
