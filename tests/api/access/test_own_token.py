"""The rights of one's own token, asked for by every role. They never exceed the rights that the service then grants."""

from typing import Any

import pytest

from tests.support.organizing import Contest
from tests.support.service import TOKEN, Caller, Running, refusal_of


class Hall:
    """A championship with a match in play, and a match outside any championship."""

    def __init__(self, client: Caller, *, player_input: bool = False) -> None:
        self.contest = Contest(client, "Ana", "Beto")
        self.championship = self.contest.championship
        body = {"fixture": self.contest.fixtures()[0]["id"], "player_input": player_input}
        self.view: dict[str, Any] = client.post("/v1/matches", json=body).json()
        self.match = str(self.view["id"])


def own(client: Caller, headers: dict[str, str]) -> dict[str, Any]:
    answer = client.get("/v1/me", headers=headers)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.mark.parametrize("role", ["organizer", "referee", "auditor"])
def test_a_token_of_a_championship_names_it(organizer: Caller, public: Caller, role: str) -> None:
    hall = Hall(organizer)
    scope, until = {"championship": hall.championship}, "2099-01-01T00:00:00.000Z"
    answer = own(public, organizer.bearer(role, until, **scope))
    assert (answer["role"], answer["scope"], answer["expires"]) == (role, scope, until)
    assert answer["championship"] == {"id": hall.championship, "name": "Fiestas"}
    assert answer["matches"] == []
    assert organizer.delete(f"/v1/tokens/{answer['id']}").status_code == 204


@pytest.mark.parametrize("role", ["organizer", "referee", "auditor"])
def test_a_token_of_everything_names_nothing(organizer: Caller, public: Caller, role: str) -> None:
    answer = own(public, organizer.bearer(role))
    assert (answer["role"], answer["scope"], answer["expires"]) == (role, {}, None)
    assert (answer["championship"], answer["matches"]) == (None, [])


@pytest.mark.parametrize(("role", "records"), [("referee", True), ("auditor", False)])
def test_a_token_of_a_match_names_it_and_its_championship(
    organizer: Caller, public: Caller, role: str, records: bool
) -> None:
    hall = Hall(organizer)
    answer = own(public, organizer.bearer(role, match=hall.match))
    assert answer["championship"]["id"] == hall.championship
    assert answer["matches"] == [{"match": hall.match, "seats": [], "records": records}]
    alone = organizer.open()
    assert own(public, organizer.bearer(role, match=alone))["championship"] is None


@pytest.mark.parametrize("player_input", [False, True])
def test_a_player_is_told_the_open_tables_and_the_own_seats(
    organizer: Caller, public: Caller, player_input: bool
) -> None:
    hall = Hall(organizer, player_input=player_input)
    seats = hall.view["seats"]
    for seat, scope in (
        (1, {"match": hall.match, "seat": 1}),
        (0, {"player": seats[0]["player"]}),
        (0, {"player": seats[0]["player"], "championship": hall.championship}),
    ):
        answer = own(public, organizer.bearer("player", **scope))
        assert answer["matches"] == [{"match": hall.match, "seats": [seat], "records": player_input}]
    elsewhere = Hall(organizer).championship
    bearer = organizer.bearer("player", player=seats[0]["player"], championship=elsewhere)
    assert own(public, bearer)["matches"] == []


def test_without_a_good_token_nothing_is_said(running: Running, organizer: Caller, public: Caller) -> None:
    refusal_of(public.get("/v1/me"), 401, "unauthenticated")
    record = organizer.post("/v1/tokens", json={"role": "referee"}).json()
    assert organizer.delete(f"/v1/tokens/{record['id']}").status_code == 204
    refusal_of(public.get("/v1/me", headers={"Authorization": f"Bearer {record['token']}"}), 401, "unauthenticated")
    assert TOKEN not in organizer.get("/v1/me").text
