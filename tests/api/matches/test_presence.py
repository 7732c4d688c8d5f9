"""The presence of a match's recorders, over HTTP. The roles that may ask are in access.md."""

from datetime import datetime
from typing import Any

from tests.support.service import Caller, refusal_of

PATH = "/v1/matches/{}/presence"


def test_tablets_at_one_table_see_each_other(organizer: Caller) -> None:
    match = organizer.open(player_input=True)
    marta, luis = organizer.bearer("referee", match=match), organizer.bearer("player", match=match, seat=1)
    body = {"label": "Marta", "pending": 3, "last_saved": 1}
    assert organizer.put(PATH.format(match), json=body, headers=marta).status_code == 204
    assert organizer.put(PATH.format(match), json={"label": "Luis"}, headers=luis).status_code == 204
    for reader in (marta, luis):
        items = organizer.get(PATH.format(match), headers=reader).json()["items"]
        assert [(item["label"], item["pending"], item["last_saved"]) for item in items] == [
            ("Luis", 0, None),
            ("Marta", 3, 1),
        ]
        assert all(item["seconds_ago"] >= 0 and item["heard_at"].endswith("Z") for item in items)
        assert items[1]["by"].startswith("referee:")


def test_when_somebody_last_tapped_is_told_by_the_clock_of_the_service(organizer: Caller) -> None:
    match = organizer.open()
    for label, idle in (("Marta", 2.5), ("Luis", None), ("Ana", 10**9)):
        body = {"label": label, "idle_seconds": idle}
        assert organizer.put(PATH.format(match), json=body).status_code == 204
    by_label = {item["label"]: item for item in organizer.get(PATH.format(match)).json()["items"]}
    last_sign, last_tap = (datetime.fromisoformat(by_label["Marta"][field]) for field in ("heard_at", "tapped_at"))
    assert (last_sign - last_tap).total_seconds() == 2.5
    assert by_label["Luis"]["tapped_at"] is None
    assert by_label["Ana"]["tapped_at"] < "2026"


def test_who_asks_is_told_what_they_may_record(organizer: Caller) -> None:
    for player_input in (False, True):
        match = organizer.open(player_input=player_input)
        by_role = {
            "referee": {"role": "referee", "seats": [], "records": True},
            "auditor": {"role": "auditor", "seats": [], "records": False},
            "player": {"role": "player", "seats": [1], "records": player_input},
        }
        for role, you in by_role.items():
            scope: dict[str, Any] = {"match": match} | ({"seat": 1} if role == "player" else {})
            answer = organizer.get(PATH.format(match), headers=organizer.bearer(role, **scope))
            assert answer.json()["you"] == you
        assert organizer.get(PATH.format(match)).json()["you"]["role"] == "organizer"


def test_where_a_referee_records_no_player_says_that_a_device_is_there(organizer: Caller) -> None:
    match = organizer.open()
    player = organizer.bearer("player", match=match, seat=1)
    problem = refusal_of(
        organizer.put(PATH.format(match), json={"label": "Luis", "pending": 1}, headers=player), 403, "forbidden"
    )
    assert "player_input" in problem["detail"]
    assert organizer.get(PATH.format(match), headers=player).json()["items"] == []


def test_presence_is_no_part_of_the_log(organizer: Caller) -> None:
    match = organizer.open()
    before = organizer.get(f"/v1/matches/{match}")
    organizer.put(PATH.format(match), json={"label": "Marta"})
    after = organizer.get(f"/v1/matches/{match}")
    assert (after.content, after.headers["Log-Position"]) == (before.content, before.headers["Log-Position"])


def test_presence_is_read_strictly(organizer: Caller) -> None:
    match = organizer.open()
    for body in (
        {},
        {"label": ""},
        {"label": "x", "pending": -1},
        {"label": "x", "pending": "3"},
        {"label": "x", "y": 1},
        {"label": "x", "idle_seconds": -1},
        {"label": "x", "idle_seconds": "2"},
    ):
        refusal_of(organizer.put(PATH.format(match), json=body), 400, "malformed")
    refusal_of(organizer.put(PATH.format("nobody"), json={"label": "x"}), 404, "not-found")
    refusal_of(organizer.get(PATH.format("nobody")), 404, "not-found")
