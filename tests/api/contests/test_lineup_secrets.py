"""A line-up that waits for that of the other team is in no answer to any reader: tried by putting another one in its place."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from api.context import AppContext
from referee.championship.events import OpenedLineup
from referee.championship.lineup_checks import bind
from referee.log.tables import LINEUP_SECRETS
from tests.api.access.test_access import NOBODY, table
from tests.api.http.test_dry_run import agrees
from tests.support import postgres
from tests.support.dry_runs import DRY, by_comparison
from tests.support.quiet import everything, quiet
from tests.support.service import BEARER, Caller, refusal_of
from tests.support.teams_at_work import TEAMS, TeamContest

FIRST, SECOND, THIRD = TEAMS
EVERYWHERE = (
    "/v1/stream",
    "/v1/results",
    "/v1/matches",
    "/v1/championships",
    "/v1/players",
    "/v1/administration",
    "/metrics",
)
"""Calls about all championships."""
MEDIA = ("application/json", "application/x-ndjson", "text/html", "text/csv", "text/event-stream")
QUERIES = {"stream": {"once": "true"}, "whatif": {"claim": "c1:upheld"}}
Answers = dict[tuple[str, ...], str]
"""Answers by call and reader."""
WIDEST = ("rival", "organizer of all")
"""The readers of every form; the others read JSON."""
WHOLE_DATABASE = "/v1/backup"
"""A backup is the database itself, for the operator of the service."""


def boards_of(team: str, *order: int) -> list[list[str]]:
    one, other, third, fourth = (TEAMS[team][n] for n in order or range(4))
    return [[one, other], [third], [fourth]]


class Hall:
    """An encounter for which one team has given its line-up, and readers of every role."""

    def __init__(self, client: Caller, services: AppContext) -> None:
        self.client, self.services = client, services
        self.contest = TeamContest(client)
        self.fixture = self.contest.encounter(FIRST, SECOND)
        self.ids = {one["name"]: one["id"] for one in self.contest.view()["entrants"]}
        people = {one["name"]: one["id"] for team in self.contest.view()["entrants"] for one in team["players"]}
        here = {"championship": self.contest.championship}
        self.people = people
        self.sha256 = ""
        self.readers: dict[str, dict[str, str]] = {
            "public": {"Authorization": ""},
            "own member": client.bearer("player", player=people[TEAMS[FIRST][0]]),
            "rival": client.bearer("player", player=people[TEAMS[SECOND][0]]),
            "referee": client.bearer("referee", **here),
            "organizer": client.bearer("organizer", **here),
            "auditor": client.bearer("auditor", **here),
            "auditor of all": client.bearer("auditor"),
            "organizer of all": client.bearer("organizer"),
        }
        assert self.give(FIRST, key=f"first-{self.contest.id}").is_success

    def path(self, team: str) -> str:
        return f"/v1/fixtures/{self.fixture['id']}/lineups/{self.ids[team]}"

    def give(
        self, team: str, boards: list[list[str]] | None = None, key: str | None = None, **options: Any
    ) -> httpx.Response:
        headers = options.pop("headers", {}) | ({"Idempotency-Key": key} if key else {})
        body = {"boards": boards or boards_of(team)}
        return self.client.put(self.path(team), json=body, headers=headers, **options)

    def row(self) -> dict[str, str]:
        with self.services.people.store.connect() as connection:
            [row] = connection.execute(LINEUP_SECRETS.select().where(LINEUP_SECRETS.c.fixture == self.fixture["id"]))
        return dict(row._mapping)

    def replace(self, **values: str) -> None:
        with self.services.people.store.begin() as connection:
            connection.execute(sa.update(LINEUP_SECRETS).values(**values))

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Every call, with the ids of this hall."""
        ids = {
            "championship_id": self.contest.championship,
            "contest_id": self.contest.id,
            "fixture_id": self.fixture["id"],
            "team": self.ids[SECOND],
            "player_id": self.people[TEAMS[FIRST][0]],
            "other_id": self.people[TEAMS[SECOND][0]],
            "player": TEAMS[FIRST][0],
            "out": self.ids[FIRST],
            **dict.fromkeys(("match_id", "series_id", "webhook_id", "token_id", "delivery_id"), NOBODY),
            "claim": "c1",
            "ruleset_id": "guinote",
            "code": "forbidden",
            "name": "start.js",
            "digest": "0123456789abcdef",
            "path": "nothing.js",
            **dict.fromkeys(("number", "board", "hand", "side", "version"), "1"),
        }
        for line in sorted({(one.method, one.path) for one in table()}):
            yield line[0], line[1].format(**ids)

    def is_here(self, address: str) -> bool:
        """True for an address of this encounter, its contest, its championship or a member of a team."""
        ids = (self.contest.championship, self.contest.id, self.fixture["id"], *self.people.values())
        return any(id_ in address for id_ in ids)

    def reads(self) -> Answers:
        """All that anybody can read, in every form."""
        answers: Answers = {}
        for method, address in self.addresses():
            if method != "GET" or address == WHOLE_DATABASE or not (self.is_here(address) or address in EVERYWHERE):
                continue
            for media in MEDIA:
                for reader, headers in self.readers.items():
                    if media != MEDIA[0] and reader not in WIDEST:
                        continue
                    query = QUERIES.get(address.rpartition("/")[2])
                    answer = self.client.get(address, params=query, headers={"Accept": media} | headers)
                    answers[address, media, reader] = f"{answer.status_code} {answer.headers.get('etag')} {answer.text}"
        return answers

    def tries(self) -> Answers:
        """All answers to writes that are tried: dry runs, refusals."""
        bodies = [
            {},
            {"boards": boards_of(SECOND)},
            {"boards": boards_of(FIRST)},
            {"boards": boards_of(SECOND)[:2]},
            {"boards": [*boards_of(SECOND)[:2], [TEAMS[FIRST][3]]]},
        ]
        answers: Answers = {}
        for method, address in self.addresses():
            if method == "GET" or not self.is_here(address):
                continue
            is_lineup = "/lineups/" in address
            for n, body in enumerate(bodies if is_lineup and method == "PUT" else bodies[:1]):
                for reader, headers in self.readers.items():
                    params = {"dry_run": "true"} | ({"reason": "a ver"} if method == "DELETE" else {})
                    options: dict[str, Any] = {} if method == "DELETE" else {"json": body}
                    answer = self.client.request(method, address, params=params, headers=headers, **options)
                    answers[method, address, str(n), reader] = f"{answer.status_code} {answer.text}"
        return answers


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], scope="module")
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with ExitStack() as exits:
        if request.param == "postgres":
            yield exits.enter_context(postgres.database(request.getfixturevalue("postgres_url")))
        else:
            yield str(tmp_path_factory.mktemp("lineups") / "log.sqlite")


@pytest.fixture(scope="module")
def service(database: str) -> Iterator[tuple[Caller, AppContext]]:
    with quiet(database) as (client, services):
        client.headers.update(BEARER)
        yield client, services


@pytest.fixture
def hall(service: tuple[Caller, AppContext]) -> Iterator[Hall]:
    hall = Hall(*service)
    yield hall
    with hall.services.people.store.begin() as connection:
        connection.execute(LINEUP_SECRETS.delete())


def with_another_line_up(hall: Hall) -> None:
    """Puts another line-up in the place of the one that waits, under another salt."""
    members = json.loads(hall.row()["members"])
    other = [[members[2][0], members[1][0]], [members[0][1]], [members[0][0]]]
    hall.replace(members=json.dumps(other), salt="ab" * 32)


def test_nothing_that_is_read_depends_on_it(hall: Hall) -> None:
    answers = answers_with_another(hall, hall.reads)
    assert any(hall.sha256 in text for text in answers.values())


def test_nothing_that_is_tried_depends_on_it(hall: Hall) -> None:
    answers = answers_with_another(hall, hall.tries)
    assert any(where[:1] == ("PUT",) and text.startswith("200") for where, text in answers.items())


def answers_with_another(hall: Hall, ask: Callable[[], Answers]) -> Answers:
    """All answers, which are the same with another line-up in the place of the one that waits."""
    first, again = ask(), ask()
    steady = {where for where, text in first.items() if again[where] == text}
    salt, hall.sha256 = hall.row()["salt"], hall.row()["sha256"]
    with_another_line_up(hall)
    after = ask()
    assert [where for where in sorted(steady) if after[where] != first[where]] == []
    assert not [where for where, text in (first | again).items() if salt in text]
    assert not [where for where in first if where not in steady and hall.fixture["id"] in first[where]], "unsteady"
    assert len(steady) > 0.9 * len(first)
    return first


def test_the_log_has_a_commitment_alone(hall: Hall) -> None:
    rows = everything(hall.services)
    salt = hall.row()["salt"]
    assert [name for name, texts in rows.items() if any(salt in text for text in texts)] == [LINEUP_SECRETS.name]
    records = hall.services.service.log.read(hall.contest.championship)
    [event] = [event for one in records if (event := json.loads(bytes(one.state))["event"])["type"] == "lineup_given"]
    assert event.keys() == {"type", "contest", "fixture", "team", "sha256"}
    members = json.loads(hall.row()["members"])
    assert event["sha256"] == bind(hall.fixture["id"], OpenedLineup(hall.ids[FIRST], members, salt))
    # Without the salt nobody finds it by trying all there are.
    assert event["sha256"] != bind(hall.fixture["id"], OpenedLineup(hall.ids[FIRST], members, "0" * 64))


def test_a_dry_run_of_the_second_opens_nothing(hall: Hall) -> None:
    before = everything(hall.services)
    for _ in "12":
        dry = hall.give(SECOND, params=DRY)
        assert dry.status_code == 200, dry.text
        assert [board["players"] for board in dry.json()["boards"]] == [None] * 3
        assert [one["shown"] for one in dry.json()["lineups"]] == [True, True]
    assert dry.json() == by_comparison(hall.client, "PUT", hall.path(SECOND), json={"boards": boards_of(SECOND)}) | {
        "boards": dry.json()["boards"]
    }
    assert everything(hall.services) == before
    assert agrees(dry.json(), hall.give(SECOND).json())


def test_a_dry_run_of_the_first_is_marked_as_a_comparison_finds_it(hall: Hall) -> None:
    body = {"boards": boards_of(FIRST, 3, 2, 1, 0)}
    dry = hall.client.put(hall.path(FIRST), params=DRY, json=body)
    assert dry.json() == by_comparison(hall.client, "PUT", hall.path(FIRST), json=body)


def test_the_row_is_gone_once_the_log_has_it(hall: Hall) -> None:
    assert hall.row()["team"] == hall.ids[FIRST]
    assert hall.give(FIRST, boards_of(FIRST, 3, 2, 1, 0)).is_success
    assert hall.row()["team"] == hall.ids[FIRST]
    assert hall.client.delete(hall.path(FIRST), params={"reason": "otra"}).is_success
    assert everything(hall.services)[LINEUP_SECRETS.name] == []
    for team in (SECOND, FIRST):
        assert hall.give(team).is_success
    assert everything(hall.services)[LINEUP_SECRETS.name] == []


@pytest.mark.parametrize("change", ["members", "salt", "gone"])
def test_one_that_was_changed_beside_the_log_is_not_shown(hall: Hall, change: str) -> None:
    if change == "members":
        with_another_line_up(hall)
        hall.replace(salt=hall.row()["salt"])
    elif change == "salt":
        hall.replace(salt="cd" * 32)
    else:
        with hall.services.people.store.begin() as connection:
            connection.execute(LINEUP_SECRETS.delete())
    before = hall.contest.view()["version"]
    refusal = hall.give(SECOND)
    assert refusal_of(refusal, 409, "impossible")
    assert not any(name in refusal.text for name in TEAMS[FIRST])
    assert hall.contest.view()["version"] == before
    assert hall.client.delete(hall.path(FIRST), params={"reason": "se da otra vez"}).is_success
    for team in (FIRST, SECOND):
        assert hall.give(team).is_success
    assert "players" in hall.contest.encounter(FIRST, SECOND)["boards"][0]
