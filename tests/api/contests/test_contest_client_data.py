"""Client data of championships, contests and fixtures: each is made once, and found again by the importer's own id."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of

FOUR = ("Ana", "Beto", "Carla", "Dani")
KEPT: dict[str, Any] = {"external_id": "liga-2026", "metadata": {"origen": "hoja de la peña"}}
CHAMPIONSHIP: dict[str, Any] = {"name": "Liga de la peña", "players": list(FOUR), "distinct": True}
CONTEST: dict[str, Any] = {"ruleset": "hearts.castillar", "format": "league", "order": list(FOUR)}


def rounds(*players: str) -> list[dict[str, Any]]:
    """A league of three or four that was drawn elsewhere."""
    first, second, third, *fourth = players
    if not fourth:
        return [{"matches": [[one, other]]} for one, other in ((first, second), (second, third), (third, first))]
    [last] = fourth
    return [
        {"matches": [[first, second], [third, last]]},
        {"matches": [[first, third], [last, second]]},
        {"matches": [[first, last], [second, third]]},
    ]


def make(client: Caller, path: str, body: dict[str, Any], status: int = 201) -> dict[str, Any]:
    answer = client.post(path, json=body)
    assert answer.status_code == status, answer.text
    view = dict(answer.json())
    assert answer.headers["location"].endswith(view["id"])
    return view


def limited_to(client: Caller, role: str, **scope: str) -> Caller:
    """A client with a token of this role and scope."""
    token = client.post("/v1/tokens", json={"role": role, "scope": scope}).json()["token"]
    return Caller(transport=client._transport, base_url=client.base_url, headers={"Authorization": f"Bearer {token}"})


def data_of(view: dict[str, Any]) -> dict[str, Any]:
    return {name: view[name] for name in ("external_id", "metadata") if name in view}


def test_a_championship_is_opened_once(head: Caller) -> None:
    body = {**CHAMPIONSHIP, **KEPT, "external_id": "once"}
    view = make(head, "/v1/championships", body)
    assert data_of(view) == {**KEPT, "external_id": "once"}
    people = [one["id"] for one in head.get("/v1/players", params={"name": "Ana"}).json()["items"]]
    again = make(head, "/v1/championships", body, 200)
    assert {**again, "warnings": view["warnings"]} == view
    assert [one["id"] for one in head.get("/v1/players", params={"name": "Ana"}).json()["items"]] == people
    items = head.get("/v1/championships", params={"external_id": "once"}).json()["items"]
    assert [one["id"] for one in items] == [view["id"]] and data_of(items[0]) == data_of(view)
    problem = refusal_of(head.post("/v1/championships", json=body | {"name": "Otra"}), 409, "exists")
    assert problem["existing"] == f"/v1/championships/{view['id']}"
    assert head.get("/v1/championships", params={"external_id": "never"}).json()["items"] == []


def test_a_contest_is_drawn_once_in_each_championship(head: Caller) -> None:
    first, second = (make(head, "/v1/championships", CHAMPIONSHIP)["id"] for _ in "ab")
    contests = []
    for championship in (first, second):
        path, body = f"/v1/championships/{championship}/contests", {**CONTEST, **KEPT}
        contest = make(head, path, body)
        assert make(head, path, body, 200) == contest
        assert data_of(contest) == KEPT
        assert head.get(f"/v1/contests/{contest['id']}").json() == contest
        [summary] = head.get(f"/v1/championships/{championship}").json()["contests"]
        assert (summary["id"], data_of(summary)) == (contest["id"], KEPT)
        contests.append(contest["id"])
    assert len({*contests}) == 2
    other = {**CONTEST, **KEPT, "ruleset": "guinote"}
    problem = refusal_of(head.post(f"/v1/championships/{second}/contests", json=other), 409, "exists")
    assert problem["existing"] == f"/v1/contests/{contests[1]}"


def test_a_championship_is_the_same_as_it_was_sent_and_as_it_was_corrected(head: Caller) -> None:
    body = {**CHAMPIONSHIP, **KEPT, "external_id": "corrected"}
    view = make(head, "/v1/championships", body)
    path = f"/v1/championships/{view['id']}"
    ladder = {"ladder": ["warning", "match"]}
    ana = next(one["id"] for one in view["players"] if one["name"] == "Ana")
    names = [ana, *FOUR[1:]]
    now = body | {"name": "Liga corregida", "discipline": ladder, "metadata": {"origen": "otra"}}
    now |= {"players": [*names, {"name": "Elena", "birth_date": "1984-03-09"}]}
    problem = refusal_of(head.post("/v1/championships", json=now), 409, "exists")
    assert problem["differing"] == ["name", "players", "discipline", "metadata"]
    elena = {"name": "Elena", "birth_date": "1984-03-09"}
    for method, at, change in (
        ("PUT", path, {"name": "Liga corregida", "reason": "mal escrito"}),
        ("PUT", f"{path}/discipline", {"discipline": ladder, "reason": "acordado"}),
        ("POST", f"{path}/players", {"players": [elena], "distinct": True}),
        ("PATCH", path, {"metadata": {"origen": "otra"}}),
    ):
        answer = head.request(method, at, json=change)
        assert answer.is_success, answer.text
    after = make(head, "/v1/championships", now, 200)
    assert after == make(head, "/v1/championships", body, 200)
    assert after["name"] == "Liga corregida" and len(after["players"]) == 5
    problem = refusal_of(head.post("/v1/championships", json=now | {"players": names}), 409, "exists")
    assert problem["differing"] == ["players"]


@pytest.mark.parametrize(
    ("other", "differing"),
    [
        ({"name": "La liga"}, ["name"]),
        ({"params": {"legs": 2}}, ["params"]),
        ({"podium": [3, 1]}, ["podium"]),
        ({"timing": {"turn_seconds": 60}}, ["timing"]),
        ({"stakes": {"each": 10, "split": "winner_takes_all"}}, ["stakes"]),
        ({"entrants": FOUR[:3], "order": FOUR[:3]}, ["entrants", "order"]),
        ({"order": FOUR[::-1]}, ["order"]),
        ({"order": None, "entrants": FOUR, "seed": "otra"}, ["seed"]),
        ({"format": "knockout"}, ["format", "params"]),
        ({"ruleset": "guinote"}, ["ruleset", "params"]),
        ({"order": None, "rounds": rounds(*FOUR[:3])}, ["entrants", "rounds"]),
        ({"order": None, "rounds": rounds(*FOUR)}, ["rounds"]),
        ({"metadata": {"origen": "otra"}}, ["metadata"]),
    ],
    ids="_".join,
)
def test_another_contest_is_refused_with_what_differs(
    head: Caller, other: dict[str, Any], differing: list[str]
) -> None:
    championship = make(head, "/v1/championships", CHAMPIONSHIP)["id"]
    path, body = f"/v1/championships/{championship}/contests", {**CONTEST, **KEPT}
    make(head, path, body)
    assert refusal_of(head.post(path, json=body | other), 409, "exists")["differing"] == differing


def test_a_league_that_was_drawn_elsewhere_comes_again(head: Caller) -> None:
    championship = make(head, "/v1/championships", CHAMPIONSHIP)["id"]
    path, body = f"/v1/championships/{championship}/contests", {**CONTEST, **KEPT, "order": None}
    body |= {"rounds": rounds(*FOUR)}
    contest = make(head, path, body)
    assert make(head, path, body, 200) == contest
    now = body | {"rounds": body["rounds"][::-1]}
    assert refusal_of(head.post(path, json=now), 409, "exists")["differing"] == ["rounds"]
    again = {"rounds": now["rounds"], "reason": "otro calendario"}
    assert head.post(f"/v1/contests/{contest['id']}/draw", json=again).is_success
    assert make(head, path, now, 200) == make(head, path, body, 200)


def test_a_contest_is_the_same_as_it_was_sent_and_as_it_was_corrected(head: Caller) -> None:
    championship = make(head, "/v1/championships", CHAMPIONSHIP)["id"]
    path, body = f"/v1/championships/{championship}/contests", {**CONTEST, **KEPT}
    contest = f"/v1/contests/{make(head, path, body)['id']}"
    now = body | {"name": "La liga", "timing": {"turn_seconds": 60}, "metadata": {"origen": "otra"}}
    now |= {"order": [*FOUR[1:], FOUR[0]]}
    problem = refusal_of(head.post(path, json=now), 409, "exists")
    assert {*problem["differing"]} == {"name", "timing", "metadata", "order"}
    for method, at, change in (
        ("PUT", contest, {"name": "La liga", "reason": "acordado"}),
        ("PUT", f"{contest}/timing", {"timing": {"turn_seconds": 60}, "reason": "acordado"}),
        ("POST", f"{contest}/draw", {"order": now["order"], "reason": "otro sorteo"}),
        ("PATCH", contest, {"metadata": {"origen": "otra"}}),
    ):
        answer = head.request(method, at, json=change)
        assert answer.is_success, answer.text
    assert make(head, path, now, 200) == make(head, path, body, 200)


def test_a_retry_with_a_key_is_answered_as_the_first_was(head: Caller) -> None:
    championship = make(head, "/v1/championships", CHAMPIONSHIP)["id"]
    for path, body in (
        ("/v1/championships", {**CHAMPIONSHIP, **KEPT, "external_id": "with-a-key"}),
        (f"/v1/championships/{championship}/contests", {**CONTEST, **KEPT}),
    ):
        first, again = (head.post(path, json=body, headers={"Idempotency-Key": "kept"}) for _ in "ab")
        assert (first.status_code, first.json()) == (again.status_code, again.json())
        assert first.status_code == 201
        head.headers.pop("Idempotency-Key", None)


def test_two_at_the_same_moment_make_one(head: Caller) -> None:
    championship = make(head, "/v1/championships", CHAMPIONSHIP)["id"]
    for path, body in (
        ("/v1/championships", {**CHAMPIONSHIP, **KEPT, "external_id": "raced"}),
        (f"/v1/championships/{championship}/contests", {**CONTEST, **KEPT}),
    ):
        with ThreadPoolExecutor(4) as pool:
            answers = [*pool.map(lambda _, path=path, body=body: head.post(path, json=body), range(4))]
        assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
        assert len({answer.json()["id"] for answer in answers}) == 1


def test_fixtures_are_found_by_the_id_that_they_were_given(head: Caller) -> None:
    league = Contest(head, *FOUR, format="league")
    one, other = (item["id"] for item in league.fixtures()[:2])
    fixture = head.patch(f"/v1/fixtures/{one}", json=KEPT | {"external_id": "J1-M1"}).json()
    assert data_of(fixture) == KEPT | {"external_id": "J1-M1"}
    fixtures = head.get(f"/v1/contests/{league.id}/fixtures", params={"external_id": "J1-M1"}).json()["items"]
    assert fixtures == [fixture] == [head.get(f"/v1/fixtures/{one}").json()]
    assert fixture in head.get(f"/v1/contests/{league.id}").json()["fixtures"]
    problem = refusal_of(head.patch(f"/v1/fixtures/{other}", json={"external_id": "J1-M1"}), 409, "exists")
    assert problem["existing"] == f"/v1/fixtures/{one}"
    assert data_of(head.patch(f"/v1/fixtures/{one}", json={"external_id": None, "metadata": None}).json()) == {}
    assert data_of(head.patch(f"/v1/fixtures/{other}", json={"external_id": "J1-M1"}).json()) == {
        "external_id": "J1-M1"
    }
    never = head.get(f"/v1/contests/{league.id}/fixtures", params={"external_id": "never"})
    assert never.json()["items"] == []


@pytest.mark.parametrize("kind", ["championship", "contest", "fixture"])
def test_a_change_is_seen_by_who_has_the_answer_from_before(head: Caller, kind: str) -> None:
    league = Contest(head, *FOUR, format="league")
    ids = {"championship": league.championship, "contest": league.id, "fixture": league.fixtures()[0]["id"]}
    path = f"/v1/{kind}s/{ids[kind]}"
    before = head.get(path)
    assert head.patch(path, json={"metadata": {"k": "x"}}).json()["metadata"] == {"k": "x"}
    after = head.get(path, headers={"If-None-Match": before.headers["etag"]})
    assert (after.status_code, after.json()["metadata"]) == (200, {"k": "x"})
    assert head.get(path, headers={"If-None-Match": after.headers["etag"]}).status_code == 304
    assert {**after.json(), "metadata": None} == {**before.json(), "metadata": None}
    assert head.patch(path, json={"metadata": {"k": None}}).json() == before.json()


def test_only_who_runs_or_audits_the_championship_reads_it(head: Caller) -> None:
    league, elsewhere = Contest(head, *FOUR, format="league"), Contest(head, *FOUR, format="league")
    championship = league.championship
    fixture = league.fixtures()[0]["id"]
    paths = [f"/v1/championships/{championship}", f"/v1/contests/{league.id}", f"/v1/fixtures/{fixture}"]
    for path in paths:
        assert head.patch(path, json={"external_id": f"of {fixture}", "metadata": {"k": "secreto"}}).is_success
    lists = ["/v1/championships", f"/v1/contests/{league.id}/fixtures"]
    readers = [head, *(limited_to(head, role, championship=championship) for role in ("organizer", "auditor"))]
    for reader in readers:
        assert all("secreto" in reader.get(path).text for path in (*paths, *lists))
        query = {"external_id": f"of {fixture}"}
        assert reader.get(f"/v1/contests/{league.id}/fixtures", params=query).json()["items"][0]["id"] == fixture
    others = [
        Caller(transport=head._transport, base_url=head.base_url),
        limited_to(head, "referee", championship=championship),
        *(limited_to(head, role, championship=elsewhere.championship) for role in ("organizer", "auditor")),
    ]
    for other in others:
        texts = [other.get(path).text for path in (*paths, *lists)]
        assert not [text for text in texts if "secreto" in text or f"of {fixture}" in text]
        status = 401 if other is others[0] else 403
        for path in lists:
            assert other.get(path, params={"external_id": f"of {fixture}"}).status_code == status
        for path in paths:
            assert other.patch(path, json={"metadata": {"k": "x"}}).status_code == status
    organizer = readers[1]
    assert organizer.patch(paths[0], json={"metadata": {"k": "y"}}).is_success
    assert organizer.patch(paths[1], json={"external_id": "mine"}).is_success
    # The external ids of championships are unique in the whole service.
    refusal_of(organizer.patch(paths[0], json={"external_id": "mine"}), 403, "forbidden")


def test_it_stays_over_a_restart_and_is_in_no_log(database: str) -> None:
    with quiet(database) as (client, services):
        client.headers.update(BEARER)
        championship = make(client, "/v1/championships", {**CHAMPIONSHIP, **KEPT})["id"]
        contest = make(client, f"/v1/championships/{championship}/contests", {**CONTEST, **KEPT})
        services.follower.catch_up()
        export = client.get(f"/v1/championships/{championship}/export").text
        assert "liga-2026" not in export and "peña" not in export.replace(CHAMPIONSHIP["name"], "")
    with quiet(database) as (client, services):
        client.headers.update(BEARER)
        services.follower.catch_up()
        assert make(client, "/v1/championships", {**CHAMPIONSHIP, **KEPT}, 200)["id"] == championship
        assert make(client, f"/v1/championships/{championship}/contests", {**CONTEST, **KEPT}, 200) == contest
        assert data_of(client.get(f"/v1/championships/{championship}").json()) == KEPT
