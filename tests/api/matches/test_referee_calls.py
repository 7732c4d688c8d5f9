"""Calls for the referee, over HTTP, on both databases. The roles that may call, answer and list are in access.md."""

from typing import Any

import pytest

from referee.match.registry import rulesets
from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

CALL = {"type": "note", "kind": "call", "text": "no se ha servido"}
ANSWERED = {"type": "note", "kind": "answered", "text": "voy"}


class Table:
    """A fixture's match that a referee records, and the player of seat 1."""

    def __init__(self, head: Caller) -> None:
        self.contest = Contest(head, "Ana", "Beto")
        body = {"fixture": self.contest.fixtures()[0]["id"], "first_dealer": 0, "table": "la del fondo"}
        view = head.post("/v1/matches", json=body).json()
        self.head, self.match, self.seats = head, view["id"], view["seats"]
        self.player = head.bearer("player", match=self.match, seat=1)

    def calls(self, **query: str) -> list[dict[str, Any]]:
        answer = self.head.get(f"/v1/championships/{self.contest.championship}/calls", params=query)
        assert answer.status_code == 200, answer.text
        return list(answer.json()["items"])


@pytest.fixture
def table(head: Caller) -> Table:
    return Table(head)


def test_a_player_calls_where_a_referee_records(table: Table, head: Caller) -> None:
    [entry] = head.tell(table.match, CALL, **table.player)["events"]
    assert (entry["kind"], entry["seat"], entry["recorded_by"][:7]) == ("call", 1, "player:")
    [call] = table.calls()
    assert {field: call[field] for field in ("match", "version", "seat", "text", "table", "answered")} == {
        "match": table.match,
        "version": 2,
        "seat": 1,
        "text": CALL["text"],
        "table": "la del fondo",
        "answered": None,
    }
    assert call["player"] == {"id": table.seats[1]["player"], "name": table.seats[1]["name"]}
    assert call["called_by"] == entry["recorded_by"]
    assert call["called_at"] == entry["recorded_at"]


def test_one_call_of_a_seat_waits_at_a_time(table: Table, head: Caller) -> None:
    head.tell(table.match, CALL, **table.player)
    problem = refusal_of(head.say(table.match, CALL, **table.player), 409, "impossible")
    assert problem["seat"] == 1
    head.tell(table.match, CALL | {"seat": 0})
    head.tell(table.match, ANSWERED | {"call": 2})
    head.tell(table.match, CALL, **table.player)
    assert [call["version"] for call in table.calls(answered="false")] == [5, 3]
    [answered] = table.calls(answered="true")
    assert (answered["version"], answered["answered"]["version"]) == (2, 4)
    assert answered["answered"]["by"].startswith("organizer:")


def test_an_answer_without_a_version_is_to_every_call(table: Table, head: Caller) -> None:
    head.tell(table.match, [CALL | {"seat": 0}, CALL | {"seat": 1}, CALL, ANSWERED])
    assert [call["answered"]["version"] for call in table.calls()] == [5, 5, 5]
    refusal_of(head.say(table.match, ANSWERED), 409, "impossible")
    refusal_of(head.say(table.match, ANSWERED | {"call": 2}), 409, "impossible")


def test_a_retract_takes_no_call_back(table: Table, head: Caller) -> None:
    head.tell(table.match, CALL, **table.player)
    head.tell(table.match, {"type": "retract", "to": 1, "reason": "otra mesa"})
    refusal_of(head.say(table.match, CALL, **table.player), 409, "impossible")
    assert [call["answered"] for call in table.calls()] == [None]
    head.tell(table.match, ANSWERED | {"call": 2})
    head.tell(table.match, CALL, **table.player)


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_a_call_is_a_note_in_every_game_also_when_it_is_over(head: Caller, ruleset: str) -> None:
    rules = rulesets()[ruleset]
    seats = [{"name": f"Jugador {n}"} for n in range(rules.seats[0])]
    match = str(head.post("/v1/matches", json={"ruleset": ruleset, "seats": seats}).json()["id"])
    for seat in range(rules.sides(len(seats))):
        head.tell(match, {"type": "withdraw", "seat": seat, "reason": "x"})
    assert head.get(f"/v1/matches/{match}").json()["status"] == "abandoned"
    head.tell(match, CALL, **head.bearer("player", match=match, seat=1))


@pytest.mark.parametrize(
    ("event", "status", "code"),
    [
        (CALL | {"call": 2}, 400, "malformed"),
        (ANSWERED | {"seat": 1}, 400, "malformed"),
        ({"type": "note", "text": "x", "seat": 1}, 400, "malformed"),
        (CALL | {"kind": "shout"}, 400, "malformed"),
        (CALL | {"seat": 7}, 409, "impossible"),
    ],
)
def test_calls_are_read_strictly(table: Table, head: Caller, event: dict[str, Any], status: int, code: str) -> None:
    refusal_of(head.say(table.match, event), status, code)
    assert head.version(table.match) == 1


def test_a_call_breaks_no_rule_and_is_read_by_everyone(table: Table, head: Caller) -> None:
    head.tell(table.match, CALL, **table.player)
    head.tell(table.match, ANSWERED)
    items = head.get(f"/v1/matches/{table.match}/events").json()["items"]
    assert [(item.get("kind"), item.get("seat")) for item in items[1:]] == [("call", 1), ("answered", None)]
    steps = head.get(f"/v1/matches/{table.match}/replay").json()["steps"]
    assert [step["breaches"] for step in steps[1:]] == [[], []]


def test_there_is_no_list_of_calls_of_what_is_no_championship(head: Caller) -> None:
    refusal_of(head.get("/v1/championships/nobody/calls"), 404, "not-found")


def test_calls_are_filtered_by_two_words(table: Table, head: Caller) -> None:
    path = f"/v1/championships/{table.contest.championship}/calls"
    refusal_of(head.get(path, params={"answered": "maybe"}), 400, "malformed")
