"""A person with two entries: one person in every answer after a merge, and two again after its undo."""

from typing import Any
from uuid import uuid4

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, Running, refusal_of


class Twice:
    """A person with two entries in one championship: `stays` plays one contest, `goes` another, and a match outside."""

    def __init__(self, client: Caller) -> None:
        self.client = client
        tag = uuid4().hex[:12]
        self.name, self.old = f"Ana {tag}", f"Anita {tag}"
        self.others = [f"Beto {tag}", f"Zoe {tag}"]
        self.first = Contest(client, self.name, self.others[0])
        self.championship = self.first.championship
        response = client.post(
            f"/v1/championships/{self.championship}/players", json={"players": [self.old, self.others[1]]}
        )
        assert response.status_code == 201, response.text
        self.ids = {one["name"]: one["id"] for one in response.json()["players"]}
        self.stays, self.goes = self.ids[self.name], self.ids[self.old]
        body = {"ruleset": "hearts.castillar", "format": "castillar", "order": [self.old, self.others[1]]}
        response = client.post(f"/v1/championships/{self.championship}/contests", json=body)
        assert response.status_code == 201, response.text
        self.second = response.json()["id"]
        self.fixture = response.json()["fixtures"][0]["id"]
        seats = [{"player": self.goes}, {"player": self.ids[self.others[0]]}]
        response = client.post("/v1/matches", json={"ruleset": "hearts.castillar", "seats": seats, "first_dealer": 0})
        self.match = response.json()["id"]

    def win(self) -> None:
        """The person wins both contests, one with each entry, and gets a card with each."""
        self.first.report({self.name: 40, self.others[0]: 64}, cards={self.name: [1, 0]})
        card = {"player": self.old, "card": "yellow", "reason": "habla"}
        assert self.client.post(f"/v1/championships/{self.championship}/sanctions", json=card).status_code == 201
        assert self.client.post(f"/v1/fixtures/{self.fixture}/result", json={"points": [40, 64]}).status_code == 201

    def merge(self, **more: Any) -> Any:
        body = {"into": self.stays, "reason": "apuntada dos veces"} | more
        return self.client.post(f"/v1/players/{self.goes}/merge", json=body)

    def undo(self) -> Any:
        return self.client.delete(f"/v1/players/{self.goes}/merge", params={"reason": "eran dos"})

    def everywhere(self) -> str:
        """Every answer with people, read by the organizer."""
        client, at = self.client, f"/v1/championships/{self.championship}"
        paths = [
            at,
            f"/v1/contests/{self.second}",
            f"/v1/contests/{self.second}/standings",
            f"/v1/contests/{self.second}/fixtures",
            f"/v1/fixtures/{self.fixture}",
            f"/v1/matches/{self.match}",
            f"/v1/players/{self.goes}",
            f"/v1/players/{self.goes}/record",
            f"/v1/players/{self.goes}/statistics",
            f"/v1/matches?player={self.stays}",
            f"/v1/sanctions?player={self.stays}",
            f"/v1/ratings?championship={self.championship}",
            f"/v1/players/{self.goes}/ratings",
            "/v1/players?limit=200",
        ]
        pages = [f"/v1/contests/{self.second}/fixtures", f"/v1/contests/{self.second}/standings", at]
        read = [client.get(path) for path in paths]
        read += [client.get(path, headers={"Accept": "text/html"}) for path in pages]
        read += [client.get(f"/v1/contests/{self.second}/fixtures", headers={"Accept": "text/csv"})]
        assert all(answer.status_code == 200 for answer in read), [answer.text for answer in read]
        return "\n".join(answer.text for answer in read)


@pytest.fixture
def twice(head: Caller) -> Twice:
    return Twice(head)


def general(twice: Twice) -> list[dict[str, Any]]:
    return list(twice.client.get(f"/v1/championships/{twice.championship}").json()["general"])


def test_two_entries_are_one_person_everywhere(twice: Twice) -> None:
    twice.win()
    before = {row["player"]["id"]: row for row in general(twice)}
    response = twice.merge()
    assert response.status_code == 201, response.text
    assert response.json() == {"id": twice.stays, "name": twice.name, "birth_date": None, "merged": [twice.goes]}
    assert response.headers["location"] == f"/v1/players/{twice.stays}"
    history = twice.client.get(f"/v1/players/{twice.stays}/merge").json()["items"]
    assert [(one["player"], one["name"]) for one in history] == [(twice.goes, twice.old)]
    text = twice.everywhere().replace(f'"merged":["{twice.goes}"]', "")
    assert twice.goes not in text
    assert twice.old not in text
    rows = general(twice)
    [row] = [row for row in rows if row["player"]["id"] == twice.stays]
    assert len(rows) == 3, "four entries, three people"
    for figure in ("points", "golds", "sanctions"):
        assert row[figure] == before[twice.stays][figure] + before[twice.goes][figure]
    assert row["golds"] == 2
    assert len(row["from"]) == len(before[twice.stays]["from"]) + len(before[twice.goes]["from"])


def test_lists_and_records_of_either_id_are_those_of_the_person(twice: Twice) -> None:
    client = twice.client
    twice.win()
    seats = [{"player": twice.stays}, {"name": "Nadie"}]
    other = client.post("/v1/matches", json={"ruleset": "hearts.castillar", "seats": seats}).json()["id"]
    assert twice.merge().status_code == 201
    for id_ in (twice.stays, twice.goes):
        found = client.get(f"/v1/matches?player={id_}").json()["items"]
        assert {item["id"] for item in found} == {other, twice.match}
        assert {item["players"][0]["id"] for item in found} == {twice.stays}
        cards = client.get(f"/v1/sanctions?player={id_}").json()["items"]
        assert [card["player"] for card in cards] == [twice.stays] * 2
        record = client.get(f"/v1/players/{id_}/record").json()
        assert (record["player"], record["games"][0]["unfinished"]) == (twice.stays, 2)
        assert client.get(f"/v1/players/{id_}").json()["id"] == twice.stays
        of_contest = client.get(f"/v1/contests/{twice.second}/fixtures?player={id_}").json()["items"]
        assert [item["id"] for item in of_contest] == [twice.fixture]


def test_the_old_name_and_the_old_id_mean_the_person(twice: Twice) -> None:
    client, at = twice.client, f"/v1/championships/{twice.championship}"
    assert twice.merge().status_code == 201
    for who in (twice.old, twice.goes, twice.name, twice.stays):
        response = client.post(f"{at}/sanctions", json={"player": who, "card": "yellow", "reason": "tarde"})
        assert response.status_code == 201, response.text
    [row] = [row for row in general(twice) if row["player"]["id"] == twice.stays]
    assert row["sanctions"] == 4
    response = client.post(f"/v1/contests/{twice.second}/withdrawals", json={"player": twice.name, "reason": "se va"})
    assert response.json()["withdrawals"][0]["player"] == {"id": twice.stays, "name": twice.name}
    items = client.get("/v1/players", params={"name": twice.old}).json()["items"]
    assert [item["id"] for item in items] == [twice.stays]
    seats = [{"player": twice.goes}, {"name": "Nadie"}]
    sat = client.post("/v1/matches", json={"ruleset": "hearts.castillar", "seats": seats}).json()
    assert sat["seats"][0]["player"] == twice.stays
    refusal_of(client.post(f"{at}/players", json={"players": [twice.goes]}), 422, "inconsistent")
    problem = refusal_of(client.post(f"{at}/players", json={"players": [twice.old]}), 422, "ambiguous")
    assert [one["id"] for one in problem["people"]] == [twice.stays]
    problem = refusal_of(client.post("/v1/players", json={"name": twice.old}), 422, "ambiguous")
    assert [one["id"] for one in problem["people"]] == [twice.stays]
    both = {"ruleset": "hearts.castillar", "seats": [{"player": twice.goes}, {"player": twice.stays}]}
    refusal_of(client.post("/v1/matches", json=both), 422, "inconsistent")


def test_a_championship_that_they_enter_later_knows_both_ids_and_names(twice: Twice) -> None:
    client = twice.client
    assert twice.merge().status_code == 201
    championship = client.post(
        "/v1/championships", json={"name": "Otra", "players": [twice.goes, f"Rosa {uuid4().hex}"]}
    ).json()
    assert championship["players"][0]["id"] == twice.stays
    for who in (twice.old, twice.goes):
        card = {"player": who, "card": "yellow", "reason": "tarde"}
        assert client.post(f"/v1/championships/{championship['id']}/sanctions", json=card).status_code == 201


def test_a_merge_is_taken_back(twice: Twice) -> None:
    twice.win()
    before = twice.everywhere()
    assert twice.merge().status_code == 201
    answer = twice.undo()
    assert answer.status_code == 200, answer.text
    assert answer.json() == {"id": twice.goes, "name": twice.old, "birth_date": None}
    now = twice.everywhere()
    version = f'"version":{twice.client.get(f"/v1/contests/{twice.second}").json()["version"]}'
    was = f'"version":{int(version.partition(":")[2]) - 2}'
    assert now.replace(version, was).replace("\n", "") == before.replace("\n", "")
    refusal_of(twice.undo(), 404, "not-found")
    assert twice.merge().status_code == 201


def test_the_log_says_who_merged_whom_when_and_why(twice: Twice, either_service: Running) -> None:
    client, at = twice.client, f"/v1/championships/{twice.championship}"
    before = client.get(f"{at}/events").json()["items"]
    assert twice.merge().status_code == 201
    assert twice.undo().status_code == 200
    items = client.get(f"{at}/events").json()["items"]
    assert items[: len(before)] == before, "stored events stay as they are"
    merged, undone = items[len(before) :]
    assert (merged["type"], merged["player"], merged["into"]) == ("player_merged", twice.goes, twice.stays)
    assert (merged["reason"], undone["type"], undone["reason"]) == ("apuntada dos veces", "merge_undone", "eran dos")
    history = client.get(f"/v1/players/{twice.stays}/merge").json()
    history = client.get(f"/v1/players/{twice.goes}/merge").json()
    [one, two] = history["items"]
    assert (one["type"], one["reason"], two["type"]) == ("person_merged", "apuntada dos veces", "person_parted")
    assert one["recorded_by"].startswith("organizer")
    assert history["version"] == two["version"]
    proof = client.get("/v1/log/proofs/inclusion", params={"event": f"merges:{one['version']}"})
    assert proof.status_code == 200, proof.text
    assert proof.json()["leaf"]["hash"] == one["hash"]
    names = [twice.name, twice.old]
    assert not any(name in client.get(f"{at}/events").text for name in names)


def test_who_sat_at_one_table_is_two_people(twice: Twice) -> None:
    client = twice.client
    seats = [{"player": twice.stays}, {"player": twice.goes}]
    match = client.post("/v1/matches", json={"ruleset": "hearts.castillar", "seats": seats}).json()["id"]
    problem = refusal_of(twice.merge(), 409, "impossible")
    assert (problem["matches"], problem["contests"]) == ([match], [])
    assert client.get(f"/v1/players/{twice.goes}").json()["id"] == twice.goes


def test_who_entered_one_contest_as_two_is_two_people(twice: Twice) -> None:
    body = {"ruleset": "hearts.castillar", "format": "castillar", "order": [twice.old, twice.name]}
    contest = twice.client.post(f"/v1/championships/{twice.championship}/contests", json=body).json()
    problem = refusal_of(twice.merge(), 409, "impossible")
    assert (problem["matches"], problem["contests"]) == ([], [contest["id"]])
    refusal_of(
        twice.client.post(f"/v1/players/{twice.stays}/merge", json={"into": twice.old, "reason": "x"}),
        409,
        "impossible",
    )


def test_nobody_is_merged_into_themselves_or_in_a_circle(twice: Twice) -> None:
    client, reason = twice.client, {"reason": "x"}
    for into in (twice.goes, twice.old):
        refusal_of(twice.merge(into=into), 422, "inconsistent")
    assert twice.merge().status_code == 201
    refusal_of(client.post(f"/v1/players/{twice.stays}/merge", json={"into": twice.goes} | reason), 422, "inconsistent")
    problem = refusal_of(twice.merge(into=twice.ids[twice.others[1]]), 409, "conflict")
    assert [one["id"] for one in problem["people"]] == [twice.stays]
    refusal_of(twice.merge(into=str(uuid4())), 409, "conflict")


def test_who_is_not_there_is_not_merged(twice: Twice) -> None:
    client = twice.client
    refusal_of(twice.merge(into=str(uuid4())), 404, "not-found")
    refusal_of(twice.merge(into="nobody of that name"), 404, "not-found")
    refusal_of(client.post("/v1/players/nobody/merge", json={"into": twice.stays, "reason": "x"}), 404, "not-found")
    refusal_of(client.delete("/v1/players/nobody/merge"), 404, "not-found")
    refusal_of(client.get("/v1/players/nobody/merge"), 404, "not-found")
    refusal_of(client.post(f"/v1/players/{twice.goes}/merge", json={"into": twice.stays}), 400, "malformed")


def test_merges_one_after_the_other_mean_the_last(twice: Twice) -> None:
    client = twice.client
    third = client.post("/v1/players", json={"name": f"Ana Tercera {uuid4().hex}"}).json()["id"]
    assert twice.merge().status_code == 201
    response = client.post(f"/v1/players/{twice.stays}/merge", json={"into": third, "reason": "tres veces"})
    assert response.json()["merged"] == sorted([twice.goes, twice.stays])
    for id_ in (twice.goes, twice.stays, third):
        assert client.get(f"/v1/players/{id_}").json()["id"] == third
    players = [one["id"] for one in client.get(f"/v1/championships/{twice.championship}").json()["players"]]
    assert players.count(third) == 1
    assert {twice.goes, twice.stays}.isdisjoint(players)
    assert client.delete(f"/v1/players/{twice.stays}/merge").json()["merged"] == [twice.goes]
    assert client.get(f"/v1/players/{twice.goes}").json()["id"] == twice.stays
    assert client.delete(f"/v1/players/{twice.goes}/merge").status_code == 200
    assert client.get(f"/v1/players/{twice.goes}").json()["id"] == twice.goes


def test_two_of_one_name_are_merged_by_that_name(head: Caller) -> None:
    name = f"Ana {uuid4().hex}"
    ids = [head.post("/v1/players", json={"name": name, "distinct": True}).json()["id"] for _ in range(2)]
    other = head.post("/v1/players", json={"name": f"Eva {uuid4().hex}"}).json()["id"]
    refusal_of(head.put(f"/v1/players/{other}", json={"name": name + " "}), 422, "ambiguous")
    response = head.post(f"/v1/players/{ids[1]}/merge", json={"into": name, "reason": "dos veces"})
    assert response.status_code == 201, response.text
    assert [item["id"] for item in head.get("/v1/players", params={"name": name}).json()["items"]] == [ids[0]]


def test_a_retry_merges_once(twice: Twice) -> None:
    key = {"Idempotency-Key": uuid4().hex}
    body = {"into": twice.stays, "reason": "x"}
    path = f"/v1/players/{twice.goes}/merge"
    answers = [twice.client.post(path, json=body, headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert len(twice.client.get(path).json()["items"]) == 1
    refusal_of(twice.client.post(path, json=body | {"reason": "y"}, headers=key), 422, "key-reused")


def test_a_merge_meant_for_another_version_is_refused(twice: Twice) -> None:
    path, body = f"/v1/players/{twice.goes}/merge", {"into": twice.stays, "reason": "x"}
    assert twice.client.get(path).headers["etag"] == '"0"'
    refusal_of(twice.client.post(path, json=body, headers={"If-Match": '"7"'}), 409, "conflict")
    assert twice.client.post(path, json=body, headers={"If-Match": '"0"'}).status_code == 201
    etag = twice.client.get(path).headers["etag"]
    refusal_of(twice.client.delete(path, headers={"If-Match": '"0"'}), 409, "conflict")
    assert twice.client.delete(path, headers={"If-Match": etag}).status_code == 200


def test_a_dry_run_merges_nobody(twice: Twice) -> None:
    before = twice.everywhere()
    trial = twice.client.post(f"/v1/players/{twice.goes}/merge?dry_run=true", json={"into": twice.stays, "reason": "x"})
    assert trial.status_code == 200, trial.text
    assert trial.json()["merged"] == [twice.goes]
    assert twice.everywhere() == before
    assert twice.merge().status_code == 201
    during = twice.everywhere()
    trial = twice.client.delete(f"/v1/players/{twice.goes}/merge?dry_run=true")
    assert (trial.status_code, trial.json()["name"]) == (200, twice.old)
    assert twice.everywhere() == during


def test_who_is_erased_is_erased_under_every_id(twice: Twice) -> None:
    assert twice.merge().status_code == 201
    assert twice.client.delete(f"/v1/players/{twice.goes}").status_code == 204
    for id_ in (twice.goes, twice.stays):
        refusal_of(twice.client.get(f"/v1/players/{id_}"), 404, "not-found")
    view = twice.client.get(f"/v1/championships/{twice.championship}")
    assert twice.name not in view.text
    assert twice.old not in view.text
    assert [one["name"] for one in view.json()["players"]].count(None) == 1
    assert twice.client.get(f"/v1/matches/{twice.match}").json()["seats"][0] | {"side": 0} == {
        "seat": 0,
        "name": None,
        "player": twice.stays,
        "side": 0,
    }
    refusal_of(twice.undo(), 404, "not-found")


def test_a_token_of_either_entry_is_one_of_the_person(twice: Twice, either_service: Running) -> None:
    tokens = {
        id_: twice.client.post("/v1/tokens", json={"role": "player", "scope": {"player": id_}}).json()["token"]
        for id_ in (twice.stays, twice.goes)
    }
    deal = {"type": "deal", "shuffle": True, "seed": "merges"}
    twice.client.tell(twice.match, deal)

    def sees(id_: str) -> bool:
        with either_service.client(token=tokens[id_]) as client:
            return client.get(f"/v1/matches/{twice.match}").json()["hands"][0] is not None

    assert (sees(twice.goes), sees(twice.stays)) == (True, False)
    assert twice.merge().status_code == 201
    assert (sees(twice.goes), sees(twice.stays)) == (True, True)
    assert twice.undo().status_code == 200
    assert (sees(twice.goes), sees(twice.stays)) == (True, False)


def test_a_copy_of_before_a_merge_is_not_taken_for_new(twice: Twice) -> None:
    path = f"/v1/matches/{twice.match}"
    for change in (twice.merge, twice.undo):
        etag = twice.client.get(path).headers["etag"]
        before = twice.client.get(path).json()["seats"][0]
        assert change().is_success
        again = twice.client.get(path, headers={"If-None-Match": etag})
        assert again.status_code == 200
        assert again.json()["seats"][0] != before


def test_a_reason_that_the_log_cannot_hold_is_refused(twice: Twice) -> None:
    assert twice.merge().is_success
    path = f"/v1/players/{twice.goes}/merge"
    refusal = twice.client.delete(path, params={"reason": "x" * 501})
    assert (refusal.status_code, refusal.json()["errors"][0]["path"]) == (400, "?reason")
    assert twice.client.delete(path, params={"reason": "x" * 500}).is_success
