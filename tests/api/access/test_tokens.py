"""Tokens over HTTP: made, listed, revoked, expired. None is wider than its maker's, and none can be read out of the database."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.webhooks.schedule import stamp
from tests.support.inside import Clock, inside
from tests.support.organizing import Contest
from tests.support.service import BEARER, TOKEN, Caller, Running, refusal_of
from tests.support.waiting import DEADLOCK_SECONDS

NOBODY = "01920000-0000-7000-8000-000000000099"


@pytest.fixture
def contest(organizer: Caller) -> Contest:
    return Contest(organizer, "Ana", "Beto", "Carla")


@pytest.fixture
def other(organizer: Caller) -> Contest:
    return Contest(organizer, "Dani", "Elena", "Fito")


@pytest.fixture
def local(running: Running, organizer: Caller, contest: Contest) -> Iterator[Caller]:
    """The organizer of one championship."""
    headers = organizer.bearer("organizer", championship=contest.championship)
    with Caller(base_url=running.url, headers=headers) as client:
        yield client


def soon(**time: float) -> str:
    return (datetime.now(UTC) + timedelta(**time)).isoformat().replace("+00:00", "Z")


def tokens_by_id(client: Caller) -> dict[str, Any]:
    """Every token that this client may see, by id, read in small pages."""
    by_id: dict[str, Any] = {}
    cursor = ""
    while True:
        page = client.get("/v1/tokens", params={"limit": 3} | ({"cursor": cursor} if cursor else {})).json()
        assert len(page["items"]) <= 3
        by_id |= {token["id"]: token for token in page["items"]}
        if page["next"] is None:
            return by_id
        cursor = page["next"]


def test_a_token_has_the_name_that_it_was_given_until_it_is_revoked(
    organizer: Caller, local: Caller, contest: Contest
) -> None:
    body = {"role": "referee", "scope": {"championship": contest.championship}}
    record = local.post("/v1/tokens", json=body | {"name": "Marta"}).json()
    assert record["name"] == "Marta"
    assert local.post("/v1/tokens", json=body).json()["name"] is None
    assert {one["name"] for one in tokens_by_id(local).values()} == {"Marta", None}
    for wrong in ("", "M" * 101):
        refusal_of(local.post("/v1/tokens", json=body | {"name": wrong}), 400, "malformed")
    assert local.delete(f"/v1/tokens/{record['id']}").status_code == 204
    assert organizer.get(f"/v1/tokens/{record['id']}").json()["name"] is None


def test_a_token_is_shown_once_and_its_record_says_what_it_is_good_for(organizer: Caller, contest: Contest) -> None:
    scope = {"championship": contest.championship}
    answer = organizer.post(
        "/v1/tokens", json={"role": "referee", "scope": scope, "expires": "2099-01-01T01:00:00+01:00"}
    )
    token_record = answer.json()
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
    secret = token_record.pop("token")
    record = organizer.get(answer.headers["location"]).json()
    assert record == {**token_record, "revoked_at": None}
    assert (record["role"], record["scope"], record["expires"]) == ("referee", scope, "2099-01-01T00:00:00.000Z")
    assert tokens_by_id(organizer)[token_record["id"]] == record
    assert secret not in organizer.get("/v1/tokens", params={"limit": 500}).text


def test_the_database_holds_no_token(running: Running, organizer: Caller) -> None:
    secret = organizer.post("/v1/tokens", json={"role": "auditor", "scope": {}}).json()["token"]
    files = [file.read_bytes() for file in running.database.parent.glob(running.database.name + "*")]
    assert not any(secret.encode() in content or TOKEN.encode() in content for content in files)


def test_a_revoked_token_is_unauthenticated_at_once_and_its_record_stays(organizer: Caller, public: Caller) -> None:
    record = organizer.post("/v1/tokens", json={"role": "organizer"}).json()
    header = {"Authorization": f"Bearer {record['token']}"}
    assert public.get("/v1/tokens", headers=header).status_code == 200
    for _ in "again":
        assert organizer.delete(f"/v1/tokens/{record['id']}").status_code == 204
    answer = public.get("/v1/matches", headers=header)
    refusal_of(answer, 401, "unauthenticated")
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert organizer.get(f"/v1/tokens/{record['id']}").json()["revoked_at"]
    refusal_of(organizer.delete(f"/v1/tokens/{NOBODY}"), 404, "not-found")


def test_a_token_does_not_lock_its_bearer_out(organizer: Caller, public: Caller) -> None:
    record = organizer.post("/v1/tokens", json={"role": "organizer"}).json()
    header = {"Authorization": f"Bearer {record['token']}"}
    refusal_of(public.delete(f"/v1/tokens/{record['id']}", headers=header), 403, "forbidden")
    assert public.get("/v1/tokens", headers=header).status_code == 200


def test_an_expired_token_is_unauthenticated(tmp_path: Path) -> None:
    clock = Clock()
    with inside(str(tmp_path / "referee.sqlite"), clock) as client:
        expires = stamp(clock.time + timedelta(hours=1))
        body = {"role": "auditor", "scope": {}, "expires": expires}
        record = client.post("/v1/tokens", json=body, headers=BEARER).json()
        header = {"Authorization": f"Bearer {record['token']}"}
        clock.on(timedelta(hours=1, milliseconds=-1))
        assert client.get("/v1/matches", headers=header).status_code == 200
        clock.on(timedelta(milliseconds=1))
        refusal_of(client.get("/v1/matches", headers=header), 401, "unauthenticated")


MALFORMED: list[dict[str, Any]] = [
    {},
    {"role": "king", "scope": {}},
    {"role": "organizer", "scope": {"match": NOBODY}},
    {"role": "organizer", "scope": {"seat": 0}},
    {"role": "referee", "scope": {"player": NOBODY}},
    {"role": "auditor", "scope": {"match": NOBODY, "seat": 0}},
    {"role": "player", "scope": {}},
    {"role": "player", "scope": {"match": NOBODY}},
    {"role": "player", "scope": {"seat": 0}},
    {"role": "player", "scope": {"championship": NOBODY}},
    {"role": "player", "scope": {"match": NOBODY, "seat": "0"}},
    {"role": "referee", "scope": {"table": "3"}},
    {"role": "referee", "scope": {}, "expires": "2099-01-01T00:00:00"},
    {"role": "referee", "scope": {}, "expires": "mañana"},
    {"role": "referee", "scope": {}, "secret": "x"},
]


@pytest.mark.parametrize("body", MALFORMED)
def test_malformed_tokens(organizer: Caller, body: dict[str, Any]) -> None:
    assert refusal_of(organizer.post("/v1/tokens", json=body), 400, "malformed")["errors"]


def test_tokens_that_could_be_good_for_nothing_are_refused(organizer: Caller) -> None:
    match = organizer.open()
    for body, status, code in (
        ({"role": "referee", "scope": {"championship": NOBODY}}, 404, "not-found"),
        ({"role": "referee", "scope": {"match": NOBODY}}, 404, "not-found"),
        ({"role": "player", "scope": {"player": NOBODY}}, 404, "not-found"),
        ({"role": "player", "scope": {"match": match, "seat": 2}}, 422, "inconsistent"),
        ({"role": "auditor", "scope": {}, "expires": soon(seconds=-1)}, 422, "inconsistent"),
    ):
        refusal_of(organizer.post("/v1/tokens", json=body), status, code)


def test_a_championships_organizer_makes_sees_and_takes_tokens_within_it(
    organizer: Caller, local: Caller, contest: Contest, other: Contest
) -> None:
    theirs = other.fixture("Dani", "Elena")["id"]
    ours = contest.fixture("Ana", "Beto")["id"]
    match = organizer.post("/v1/matches", json={"fixture": ours}).json()["id"]
    elsewhere = organizer.post("/v1/matches", json={"fixture": theirs}).json()["id"]
    alone = organizer.open()
    within = [{"championship": contest.championship}, {"match": match}]
    beyond = [{}, {"championship": other.championship}, {"match": elsewhere}, {"match": alone}]
    responses = [local.post("/v1/tokens", json={"role": "referee", "scope": scope}) for scope in within]
    assert [answer.status_code for answer in responses] == [201, 201]
    for scope in beyond:
        refusal_of(local.post("/v1/tokens", json={"role": "referee", "scope": scope}), 403, "forbidden")
    ana = contest.fixture("Ana", "Beto")["entrants"][0]["id"]
    refusal_of(local.post("/v1/tokens", json={"role": "player", "scope": {"player": ana}}), 403, "forbidden")
    local.bearer("player", player=ana, championship=contest.championship)
    outside = organizer.post("/v1/tokens", json={"role": "referee", "scope": {"match": alone}}).json()["id"]
    by_id = tokens_by_id(local)
    assert {answer.json()["id"] for answer in responses} <= by_id.keys()
    assert all(token["scope"] for token in by_id.values())
    assert outside not in by_id
    refusal_of(local.get(f"/v1/tokens/{outside}"), 403, "forbidden")
    refusal_of(local.delete(f"/v1/tokens/{outside}"), 403, "forbidden")
    assert local.delete(f"/v1/tokens/{responses[0].json()['id']}").status_code == 204


def test_only_organizers_make_tokens(organizer: Caller, public: Caller, contest: Contest) -> None:
    body = {"role": "auditor", "scope": {}}
    refusal_of(public.post("/v1/tokens", json=body), 401, "unauthenticated")
    for role in ("referee", "auditor"):
        header = organizer.bearer(role, championship=contest.championship)
        problem = refusal_of(public.post("/v1/tokens", json=body, headers=header), 403, "forbidden")
        assert "organizer" in problem["detail"]


def test_a_token_that_was_revoked_ends_its_stream(organizer: Caller, running: Running) -> None:
    match = organizer.open()
    record = organizer.post("/v1/tokens", json={"role": "auditor", "scope": {"match": match}}).json()
    headers = {"Authorization": f"Bearer {record['token']}"}
    with httpx.stream(
        "GET", f"{running.url}/v1/matches/{match}/stream", headers=headers, timeout=DEADLOCK_SECONDS
    ) as answer:
        lines = answer.iter_lines()
        assert any(line.startswith("event: open") for line in lines)
        organizer.delete(f"/v1/tokens/{record['id']}")
        organizer.tell(match, {"type": "note", "text": "mesa 3"})
        assert not [line for line in lines if line.startswith("event: note")]


# The end of tokens


def make_token(client: Caller, **more: Any) -> dict[str, Any]:
    answer = client.post("/v1/tokens", json={"role": "organizer"} | more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def bearer(token: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {token['token']}"}


def test_no_token_outlives_the_one_that_made_it(running: Running, organizer: Caller) -> None:
    maker = make_token(organizer, expires=soon(hours=1))
    with Caller(base_url=running.url, headers=bearer(maker)) as client:
        assert make_token(client)["expires"] == maker["expires"]
        assert make_token(client, expires=soon(minutes=1))["expires"] < maker["expires"]
        later = client.post("/v1/tokens", json={"role": "auditor", "expires": soon(hours=2)})
    assert refusal_of(later, 422, "inconsistent")["errors"][0]["path"] == "$.expires"
    assert make_token(organizer)["expires"] is None


def test_a_record_says_with_which_token_it_was_made(running: Running, organizer: Caller) -> None:
    maker = make_token(organizer)
    with Caller(base_url=running.url, headers=bearer(maker)) as client:
        child = make_token(client)
    assert child["created_by"] == maker["id"]
    assert organizer.get(f"/v1/tokens/{child['id']}").json()["created_by"] == maker["id"]


def test_with_a_token_goes_all_that_was_made_with_it(running: Running, organizer: Caller, public: Caller) -> None:
    family = [make_token(organizer)]
    for _ in range(3):
        with Caller(base_url=running.url, headers=bearer(family[-1])) as client:
            family.append(make_token(client))
    beside = make_token(organizer)
    for token in (*family, beside):
        assert public.get("/v1/tokens", headers=bearer(token)).status_code == 200
    with Caller(base_url=running.url, headers=bearer(family[-1])) as client:
        refusal_of(client.delete(f"/v1/tokens/{family[1]['id']}"), 403, "forbidden")
    assert organizer.delete(f"/v1/tokens/{family[1]['id']}").status_code == 204
    statuses = [public.get("/v1/tokens", headers=bearer(token)).status_code for token in (*family, beside)]
    assert statuses == [200, 401, 401, 401, 200]
    records = [organizer.get(f"/v1/tokens/{token['id']}").json() for token in family]
    assert [record["revoked_at"] is None for record in records] == [True, False, False, False]
