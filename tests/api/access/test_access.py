"""Tests of every route with every role, against the table in `access.md`. A route without a line in the table fails.

`ok` is any answer but 401 and 403; a GET that is `ok` is answered with 200.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from litestar.routes import HTTPRoute

from api import compose
from api.app import create_app
from api.pages.browser import site
from tests.support.hands import TWO, holder
from tests.support.organizing import Contest
from tests.support.same_deals import SameDeals
from tests.support.service import TOKEN, Caller, Running

TABLE = Path(__file__).parents[1] / "access.md"
JSON = {"Content-Type": "application/json"}
NDJSON = {"Content-Type": "application/x-ndjson"}
SEAT = holder(TWO)
NOBODY = "01920000-0000-7000-8000-000000000099"
ALL_SEEN = {"referee", "referee of the match", "organizer", "auditor", "organizer of all"}


class Line(NamedTuple):
    """One line of the table: the call, its body, and the answer that each role gets."""

    method: str
    path: str
    query: str
    body: str
    answers: dict[str, str]


def table() -> list[Line]:
    rows = [
        [cell.strip() for cell in row.strip("|").split("|")]
        for row in TABLE.read_text(encoding="utf-8").splitlines()
        if row.startswith("|")
    ]
    (_, _, *roles), _, *lines = rows
    found = []
    for call, body, *answers in lines:
        method, _, address = call.strip("`").partition(" ")
        path, _, query = address.partition("?")
        found.append(Line(method, path, query, body.strip("`"), dict(zip(roles, answers, strict=True))))
    return found


def routes(folder: Path) -> set[tuple[str, str]]:
    """Every method and path of the application."""
    services = compose.open_services(str(folder / "routes.sqlite"))
    app = create_app(services)
    compose.close(services)
    return {
        (method, re.sub(r":\w+}", "}", route.path))
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods - {"OPTIONS", "HEAD"}
    }


def test_every_route_has_its_line(tmp_path: Path) -> None:
    assert {(line.method, line.path) for line in table()} == routes(tmp_path)


HOUSE: dict[str, Any] = {"name": "La casa", "author": "La peña", "ruleset": "hearts.castillar", "params": {}}


class Ground:
    """A championship with a match in play, a second championship, and a token of every role."""

    def __init__(self, organizer: Caller, anybody: httpx.Client) -> None:
        self.organizer, self.anybody = organizer, anybody
        self.webhooks: list[str] = []
        here, there = Contest(organizer, "Ana", "Beto", house=HOUSE), Contest(organizer, "Carla", "Dani")
        self.match, self.other = self.play_match(here), self.play_match(there)
        self.championship, self.contest = here.championship, here
        mine, theirs = {"championship": here.championship}, {"championship": there.championship}
        bearer = organizer.bearer
        self.tokens: dict[str, dict[str, str]] = {
            "public": {},
            "player": bearer("player", match=self.match, seat=SEAT),
            "player elsewhere": bearer("player", match=self.other, seat=SEAT),
            "referee": bearer("referee", **mine),
            "referee of the match": bearer("referee", match=self.match),
            "referee elsewhere": bearer("referee", **theirs),
            "organizer": bearer("organizer", **mine),
            "organizer elsewhere": bearer("organizer", **theirs),
            "auditor": bearer("auditor", **mine),
            "auditor elsewhere": bearer("auditor", **theirs),
            "organizer of all": bearer("organizer"),
        }

    @cached_property
    def rounds(self) -> str:
        """A contest in rounds of the championship, with a newcomer."""
        path = f"/v1/championships/{self.championship}"
        newcomer = {"players": [{"name": "Gala Tarde", "distinct": True}]}
        players = self.organizer.post(f"{path}/players", json=newcomer).json()["players"]
        body = {"ruleset": "hearts.castillar", "format": "rounds", "entrants": [one["id"] for one in players]}
        return str(self.organizer.post(f"{path}/contests", json=body).json()["id"])

    @cached_property
    def teams(self) -> str:
        """A league of two teams of the championship, each of one person."""
        players = self.organizer.get(f"/v1/championships/{self.championship}").json()["players"][:2]
        teams = [{"name": f"Peña {n}", "members": [one["id"]]} for n, one in enumerate(players, start=1)]
        board = {"ruleset": "hearts.castillar"}
        body = board | {"format": "league", "teams": {"boards": [board]}, "entrants": teams}
        return str(self.organizer.post(f"/v1/championships/{self.championship}/contests", json=body).json()["id"])

    @cached_property
    def same_deals(self) -> str:
        """A contest of this championship with the same deals at every table, with a round that is paired."""
        entrants = self.organizer.get(f"/v1/contests/{self.rounds}").json()["entrants"]
        body = {"ruleset": "escoba", "format": "rounds", "duplicate": {"hands": 1}}
        body["entrants"] = [one["id"] for one in entrants]
        contest = self.organizer.post(f"/v1/championships/{self.championship}/contests", json=body).json()["id"]
        assert self.organizer.post(f"/v1/contests/{contest}/rounds", json={"round": 1}).is_success
        return str(contest)

    def encounter(self) -> str:
        """The encounter of the two teams."""
        fixtures = self.organizer.get(f"/v1/contests/{self.teams}/fixtures").json()["items"]
        return str(fixtures[0]["id"])

    def first_team(self) -> str:
        """The first of the two teams, by id."""
        return str(self.organizer.get(f"/v1/contests/{self.teams}").json()["entrants"][0]["id"])

    def in_rounds(self) -> str:
        """The contest in rounds, the first of which is paired."""
        assert self.organizer.post(f"/v1/contests/{self.rounds}/rounds", json={"round": 1}).is_success
        return self.rounds

    def play_match(self, contest: Contest) -> str:
        """The fixture's match: dealt, with one card laid and one claim made. The claim proves nothing."""
        fixture = contest.fixtures()[0]["id"]
        body = {"fixture": fixture, "first_dealer": 0, "player_input": True}
        match = str(self.organizer.post("/v1/matches", json=body).json()["id"])
        claim = {"type": "claim", "by": 1 - SEAT, "against": SEAT, "kind": "revoke", "at": 3}
        lead = {"type": "play", "seat": SEAT, "card": "2C"}
        self.organizer.tell(match, [{"type": "deal", "hands": TWO}, lead, claim])
        return match

    def with_same_deals(self) -> str:
        """A contest with the same deals at every table; its first hand is played."""
        contest = SameDeals(self.organizer, "Ana", "Beto", "Zoe", hands=1)
        contest.table(str(contest.pair()["pairs"][0]["fixture"]), (4, 1))
        return str(contest.id)

    def path_with_ids(self, path: str) -> str:
        """A path with the ids of this ground. Anything that the call deletes is made for it first."""
        ids: dict[str, Any] = {
            "match_id": self.match,
            "championship_id": self.championship,
            "contest_id": self.contest.id,
            "claim": "c1",
            "side": SEAT,
            "ruleset_id": "guinote",
            "code": "forbidden",
            "delivery_id": NOBODY,
            "name": "start.js",
            "player": "Ana",
            "out": "Ana",
            "version": 1,
            "digest": site.digest(),
            "path": "table/page.js",
        }
        if "{fixture_id}" in path:
            ids["fixture_id"] = self.contest.fixtures()[0]["id"]
        if "{board}" in path:
            ids |= {"fixture_id": self.encounter(), "board": 1}
        if "{team}" in path:
            ids |= {"fixture_id": self.encounter(), "team": self.first_team()}
        if "{hand}" in path:
            ids |= {"contest_id": self.with_same_deals(), "hand": 1}
        if "{number}" in path:
            ids |= {"contest_id": self.in_rounds(), "number": 1}
        if path.endswith("/deals"):
            ids["contest_id"] = self.same_deals
        if "{player_id}" in path or "{other_id}" in path:
            ids["player_id"] = self.organizer.post(
                "/v1/players", json={"name": "Elena Fichada", "distinct": True}
            ).json()["id"]
        if "{other_id}" in path:
            ids["other_id"] = ids["player_id"]
        if "{series_id}" in path:
            ids["series_id"] = self.organizer.post("/v1/series", json={"name": "Fiestas"}).json()["id"]
        if "{webhook_id}" in path:
            # A championship has a limit on these.
            while self.webhooks:
                self.organizer.delete(f"/v1/webhooks/{self.webhooks.pop()}")
            webhook = {
                "url": "https://board.example/hooks",
                "kinds": ["match.event"],
                "championship": self.championship,
            }
            ids["webhook_id"] = self.organizer.post("/v1/webhooks", json=webhook).json()["id"]
            self.webhooks.append(ids["webhook_id"])
        if "{token_id}" in path:
            body = {"role": "auditor", "scope": {"match": self.match}}
            ids["token_id"] = self.organizer.post("/v1/tokens", json=body).json()["id"]
        return path.format(**ids)

    def fill_in(self, text: str) -> str:
        """A query or a body with the ids of this ground."""
        if "$FIXTURE" in text:
            text = text.replace("$FIXTURE", self.contest.fixtures()[0]["id"])
        return text.replace("$CHAMPIONSHIP", self.championship).replace("$MATCH", self.match)

    def prepare(self, line: Line, role: str) -> httpx.Request:
        """The request of a line by a role. Anything that it needs is made first."""
        query = line.query or ("once=true" if line.path.endswith("/stream") else "")
        return self.anybody.build_request(
            line.method,
            self.path_with_ids(line.path) + (f"?{self.fill_in(query)}" if query else ""),
            content=self.fill_in(line.body).encode(),
            headers=(NDJSON if line.path.endswith("/queue") else JSON) | self.tokens[role],
        )

    def ask(self, line: Line, role: str) -> httpx.Response:
        return self.anybody.send(self.prepare(line, role))


@pytest.fixture(scope="module")
def ground(running: Running) -> Iterator[Ground]:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with (
        Caller(base_url=running.url, headers=headers) as organizer,
        Caller(base_url=running.url) as anybody,
    ):
        ground = Ground(organizer, anybody)
        yield ground
        for webhook in ground.webhooks:
            organizer.delete(f"/v1/webhooks/{webhook}")


@pytest.mark.parametrize("line", table(), ids=lambda line: f"{line.method} {line.path} {line.query}{line.body}")
def test_each_role_is_answered_as_the_table_says(ground: Ground, line: Line) -> None:
    responses = {role: ground.ask(line, role) for role in line.answers}
    statuses = {role: str(a.status_code) if a.status_code in {401, 403} else "ok" for role, a in responses.items()}
    assert statuses == line.answers
    if line.method == "GET":
        wrong = {
            role: a.status_code for role, a in responses.items() if statuses[role] == "ok" and a.status_code != 200
        }
        assert not wrong or line.path == "/"
    assert all(answer.status_code < 500 for answer in responses.values())


def test_each_role_sees_the_hands_in_its_scope_and_a_player_the_own(ground: Ground) -> None:
    hands = ground.anybody.get(f"/v1/matches/{ground.match}", headers=ground.tokens["organizer of all"]).json()["hands"]
    for role, headers in ground.tokens.items():
        own = [hand if seat == SEAT else None for seat, hand in enumerate(hands)]
        hands_seen = hands if role in ALL_SEEN else own if role == "player" else [None, None]
        assert ground.anybody.get(f"/v1/matches/{ground.match}", headers=headers).json()["hands"] == hands_seen, role
