"""Client data of people: an importer can run twice, and no other reader sees it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from referee import client_data
from referee.client_data import MOST_KEYS, ClientData
from referee.operations.people import erase_person
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller, refusal_of

ANA: dict[str, Any] = {
    "name": "Ana Importada",
    "distinct": True,
    "external_id": "club-1",
    "metadata": {"club": "El Basto"},
}


def enter(client: Caller, status: int = 201, **body: Any) -> dict[str, Any]:
    answer = client.post("/v1/players", json={**ANA, **body})
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def of_id(client: Caller, external_id: str) -> list[dict[str, Any]]:
    return list(client.get("/v1/players", params={"external_id": external_id}).json()["items"])


def limited_to(client: Caller, role: str, **scope: str) -> Caller:
    """A client with a token of this role and scope."""
    token = client.post("/v1/tokens", json={"role": role, "scope": scope}).json()["token"]
    return Caller(transport=client._transport, base_url=client.base_url, headers={"Authorization": f"Bearer {token}"})


def test_the_same_again_is_the_one_who_is_there(head: Caller) -> None:
    person = enter(head, external_id="twice")
    assert (person["external_id"], person["metadata"]) == ("twice", ANA["metadata"])
    again = head.post("/v1/players", json={**ANA, "external_id": "twice"})
    assert (again.status_code, again.json()) == (200, person)
    assert again.headers["location"] == f"/v1/players/{person['id']}"
    # Whether the name is somebody else's is no part of what is entered.
    assert enter(head, 200, external_id="twice", distinct=False) == person
    assert of_id(head, "twice") == [person] == [head.get(f"/v1/players/{person['id']}").json()]
    assert of_id(head, "thrice") == []


@pytest.mark.parametrize(
    "other",
    [
        {"name": "Ana Otra"},
        {"birth_date": "1984-03-09"},
        {"disambiguation": "Peña"},
        {"metadata": {"club": "La Sota"}},
        {"metadata": None},
        {"name": "Ana Otra", "metadata": None},
    ],
)
def test_another_content_is_refused_with_who_is_there_and_what_differs(head: Caller, other: dict[str, Any]) -> None:
    there = of_id(head, "taken") or [enter(head, external_id="taken")]
    problem = refusal_of(head.post("/v1/players", json={**ANA, "external_id": "taken", **other}), 409, "exists")
    assert problem["existing"] == f"/v1/players/{there[0]['id']}"
    assert problem["differing"] == [*other]
    assert all(f"`{field}`" in problem["detail"] for field in other)
    assert of_id(head, "taken") == there


def test_a_correction_stays_when_the_importer_comes_again(head: Caller) -> None:
    person = enter(head, external_id="corrected")
    body = {"name": "Ana Importada Pérez", "birth_date": "1990-01-02"}
    after = head.put(f"/v1/players/{person['id']}", json=body).json()
    assert after == person | body
    assert enter(head, 200, external_id="corrected") == after


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Ana Corregida"},
        {"birth_date": "1990-01-02"},
        {"disambiguation": "Peña El Cierzo"},
        {"metadata": {"club": "La Sota"}},
    ],
)
def test_an_importer_with_the_correction_in_its_file_comes_again(head: Caller, change: dict[str, Any]) -> None:
    """Once what is there was corrected, both the old content and the new one are the same person."""
    id_ = f"corrected-{next(iter(change))}"
    body = {**ANA, "name": f"Ana {id_}", "external_id": id_}
    person = enter(head, **body)
    refusal_of(head.post("/v1/players", json=body | change), 409, "exists")
    if "metadata" in change:
        assert head.patch(f"/v1/players/{person['id']}", json=change).is_success
    else:
        assert head.put(f"/v1/players/{person['id']}", json={"name": body["name"], **change}).is_success
    [after] = of_id(head, id_)
    assert after != person
    assert enter(head, 200, **body) == enter(head, 200, **(body | change)) == after


def test_a_retry_with_a_key_is_answered_as_the_first_was(head: Caller) -> None:
    headers = {"Idempotency-Key": "client-data"}
    first, again = (head.post("/v1/players", json={**ANA, "external_id": "with-a-key"}, headers=headers) for _ in "ab")
    assert (first.status_code, first.json()) == (201, again.json())


def test_two_at_the_same_moment_enter_one(head: Caller) -> None:
    def enter_same(_: int) -> tuple[int, str]:
        answer = head.post("/v1/players", json={**ANA, "external_id": "raced"})
        return answer.status_code, answer.json()["id"]

    with ThreadPoolExecutor(6) as pool:
        answers = [*pool.map(enter_same, range(6))]
    assert len({id_ for _, id_ in answers}) == 1
    assert sorted(status for status, _ in answers) == [200] * 5 + [201]


def test_who_is_reused_has_it_from_then_on(head: Caller) -> None:
    there = head.post("/v1/players", json={"name": "Beto Conocido"}).json()
    body = {"name": "Beto Conocido", "distinct": False, "reuse": True, "external_id": "reused"}
    assert enter(head, 200, **body)["id"] == there["id"]
    assert enter(head, 200, **body) == of_id(head, "reused")[0]
    problem = refusal_of(head.post("/v1/players", json={**ANA, **body, "external_id": "another"}), 409, "exists")
    assert problem["existing"] == f"/v1/players/{there['id']}"


def test_it_is_changed_key_by_key(head: Caller) -> None:
    person = enter(head, external_id="changed")
    path = f"/v1/players/{person['id']}"

    def change(**body: Any) -> Any:
        answer = head.patch(path, json=body)
        assert answer.status_code == 200, answer.text
        assert head.get(path).json() == answer.json()
        return answer.json()

    assert change() == person
    assert change(metadata={"license": "7"})["metadata"] == {"club": "El Basto", "license": "7"}
    assert change(metadata={"club": None, "license": "8"})["metadata"] == {"license": "8"}
    assert change(external_id="changed-2")["external_id"] == "changed-2"
    assert of_id(head, "changed") == [] and of_id(head, "changed-2")[0]["id"] == person["id"]
    assert change(external_id=None, metadata=None).keys() == {"id", "name", "birth_date"}
    other = enter(head, external_id="changed-3")
    problem = refusal_of(head.patch(path, json={"external_id": "changed-3"}), 409, "exists")
    assert problem["existing"] == f"/v1/players/{other['id']}"
    refusal_of(head.patch("/v1/players/nobody", json={}), 404, "not-found")


def test_it_is_bounded(head: Caller) -> None:
    person = enter(head, external_id="bounded")
    path = f"/v1/players/{person['id']}"
    full = {f"k{n}": "x" for n in range(MOST_KEYS)}
    assert head.patch(path, json={"metadata": {"club": None, **full}}).json()["metadata"] == full
    problem = refusal_of(head.patch(path, json={"metadata": {"more": "x"}}), 422, "inconsistent")
    assert problem["errors"][0]["path"] == "$.metadata"
    for body in (
        {"external_id": ""},
        {"external_id": "x" * 101},
        {"metadata": {"": "x"}},
        {"metadata": {"k" * 41: "x"}},
        {"metadata": {"k": "x" * 501}},
        {"metadata": {"k": 7}},
        {"metadata": {**full, "more": "x"}},
        {"metadata": {"k": "\u202e"}},
    ):
        refusal_of(head.post("/v1/players", json={**ANA, "external_id": "bounded-2", **body}), 400, "malformed")
    problem = refusal_of(head.patch(path, json={"metadata": {"": "x"}}), 400, "malformed")
    assert problem["errors"] == [{"path": "$.metadata", "message": "a key: needs at least 1 character"}]


def test_who_was_entered_twice_is_found_by_both_ids(head: Caller) -> None:
    first = head.post("/v1/players", json={"name": "Carla Doble"}).json()
    twin = enter(head, name="Carla Dóble", external_id="merged")
    merge = {"into": first["id"], "reason": "dos veces inscrita"}
    assert head.post(f"/v1/players/{twin['id']}/merge", json=merge).is_success
    [carla] = of_id(head, "merged")
    assert (carla["id"], carla["merged"], carla["external_id"]) == (first["id"], [twin["id"]], "merged")
    assert enter(head, 200, name="Carla Dóble", external_id="merged")["id"] == first["id"]
    after = head.patch(f"/v1/players/{first['id']}", json={"metadata": {"license": "7"}}).json()
    assert (after["external_id"], after["metadata"]) == ("merged", ANA["metadata"] | {"license": "7"})


def test_only_who_runs_or_audits_everything_reads_it(head: Caller) -> None:
    person = enter(head, external_id="private")
    championship = head.post("/v1/championships", json={"name": "Fiestas", "players": [person["id"]]}).json()["id"]
    path = f"/v1/players/{person['id']}"
    assert limited_to(head, "auditor").get(path).json() == person
    others = [
        Caller(transport=head._transport, base_url=head.base_url),
        limited_to(head, "referee"),
        limited_to(head, "player", player=person["id"]),
        *(limited_to(head, role, championship=championship) for role in ("organizer", "referee", "auditor")),
    ]
    for other in others:
        assert other.get(path).json().keys() == {"id", "name", "birth_date"}
        status = 401 if other is others[0] else 403
        assert other.get("/v1/players", params={"external_id": "private"}).status_code == status
        assert other.patch(path, json={"metadata": {"club": "x"}}).status_code == status
        if status == 403:
            items = other.get("/v1/players", params={"name": ANA["name"]}).json()["items"]
            assert {*items[0]} == {"id", "name", "birth_date"}


@pytest.mark.parametrize("way", ["a change", "a person who is reused"])
def test_nothing_comes_to_who_is_erased_meanwhile(database: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with quiet(database) as (client, services):
        client.headers.update(BEARER)
        person = client.post("/v1/players", json={"name": ANA["name"]}).json()["id"]
        change = client_data.change

        def erase_and_change(*arguments: Any, **more: Any) -> ClientData:
            erase_person(services.service.administration, services.people, person, "organizer")
            return change(*arguments, **more)

        monkeypatch.setattr(client_data, "change", erase_and_change)
        if way == "a change":
            answer = client.patch(f"/v1/players/{person}", json={"external_id": "club-1"})
        else:
            answer = client.post("/v1/players", json={**ANA, "distinct": False, "reuse": True})
        refusal_of(answer, 404, "not-found")
        assert client_data.read(services.people.store, [person]) == {}


def test_it_stays_over_a_restart_and_goes_with_an_erasure(database: str) -> None:
    with quiet(database) as (client, _):
        client.headers.update(BEARER)
        person = enter(client)
        assert client.patch(f"/v1/players/{person['id']}", json={"metadata": {"license": "7"}}).is_success
    with quiet(database) as (client, _):
        client.headers.update(BEARER)
        [ana] = of_id(client, "club-1")
        assert ana["metadata"] == ANA["metadata"] | {"license": "7"}
        assert enter(client, 200) == ana
        assert client.delete(f"/v1/players/{person['id']}").is_success
        assert of_id(client, "club-1") == []
        assert enter(client)["id"] != person["id"]
