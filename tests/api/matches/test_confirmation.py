"""Two-key close over HTTP: the readers that may confirm, their token or PIN, and the stored form of a PIN."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.organizing import Contest
from tests.support.playout import play_out
from tests.support.service import Caller, Running, refusal_of, start

HAND = list(play_out("hearts.castillar", 2, "u", first_dealer=0, params=(("rounds", 1),)))
WHOLE = list(play_out("hearts.castillar", 2, "u", first_dealer=0, lines=(1,)))
PINS = ("271828182845", "314159265358")


def confirmation_now(client: Caller, match: str, side: int, hand: int = 1) -> dict[str, Any]:
    """The confirmation of the match as it is now."""
    return {"type": "confirm", "side": side, "hand": hand, "version": client.version(match)}


def pin(side: int) -> dict[str, str]:
    return {"Confirmation-Pin": PINS[side]}


def set_pin(client: Caller, match: str, side: int | str, digits: Any = "2718", **headers: str) -> Any:
    body = {"pin": digits}
    return client.put(f"/v1/matches/{match}/pins/{side}", json=body, headers=headers)


def reset(client: Caller, match: str, side: int, digits: str, **headers: str) -> Any:
    body = {"pin": digits, "reason": "lo ha olvidado"}
    return client.put(f"/v1/matches/{match}/pins/{side}", json=body, headers=headers)


def awaiting(client: Caller, *pins: int, **more: Any) -> str:
    """A match of one hand, which is played, with the PINs of these sides."""
    match = client.open("hearts.castillar", 2, confirm="sides", params={"rounds": 1}, **more)
    for side in pins:
        assert set_pin(client, match, side, PINS[side]).status_code == 204
    client.tell(match, HAND)
    return match


@pytest.fixture
def match(organizer: Caller) -> str:
    return awaiting(organizer, 0, 1)


# With a token


def test_each_side_confirms_with_its_own_token(organizer: Caller, public: Caller) -> None:
    match = awaiting(organizer)
    sides = [organizer.bearer("player", match=match, seat=seat) for seat in (0, 1)]
    legal = public.get(f"/v1/matches/{match}/legal").json()
    assert (legal["turn"], legal["events"]) == (None, [confirmation_now(public, match, side) for side in (0, 1)])
    problem = refusal_of(public.say(match, confirmation_now(public, match, 1), **sides[0]), 403, "forbidden")
    assert "0" in problem["detail"]
    first = public.tell(match, confirmation_now(public, match, 0), **sides[0])
    assert first["events"][0]["recorded_by"].startswith("player:")
    assert first["view"]["confirmation"] == {"hand": 1, "confirmed": [0], "missing": [1]}
    refusal_of(public.say(match, confirmation_now(public, match, 0), **sides[0]), 409, "impossible")
    last = public.tell(match, confirmation_now(public, match, 1), **sides[1])
    assert [fact["fact"] for fact in last["events"][0]["facts"]] == ["side_confirmed", "hand_confirmed", "match_ended"]
    assert (last["view"]["status"], last["view"]["phase"]) == ("finished", "over")
    refusal_of(public.say(match, confirmation_now(public, match, 1), **sides[1]), 409, "finished")


def test_partners_have_one_key_between_them(organizer: Caller, public: Caller) -> None:
    match = organizer.open("guinote", 4, confirm="sides")
    organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})
    partner = organizer.bearer("player", match=match, seat=3)
    refusal_of(public.say(match, confirmation_now(public, match, 0), **partner), 403, "forbidden")
    refusal_of(public.say(match, confirmation_now(public, match, 1), **partner), 409, "impossible")


def test_a_deal_too_early_names_the_rule_and_the_confirmations(organizer: Caller) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides")
    for side in (0, 1):
        set_pin(organizer, match, side, PINS[side])
    organizer.tell(match, HAND)
    organizer.tell(match, confirmation_now(organizer, match, 1), **pin(1))
    problem = refusal_of(organizer.say(match, {"type": "deal"}), 409, "irregular")
    assert (problem["rule"], problem["alternatives"]) == ("confirm.sides", [confirmation_now(organizer, match, 0)])
    spanish = organizer.say(match, {"type": "deal"}, **{"Accept-Language": "es"}).json()
    assert "confirmación" in spanish["detail"]
    version = organizer.version(match)
    stale = organizer.say(match, {"type": "deal"}, **{"If-Match": f'"{version - 1}"'})
    assert refusal_of(stale, 409, "conflict")["still"] == ["irregular"]
    organizer.tell(match, confirmation_now(organizer, match, 0), **pin(0))
    organizer.tell(match, {"type": "deal"})


def test_the_rule_stands_in_every_rulebook(public: Caller) -> None:
    for item in public.get("/v1/rulesets").json()["items"]:
        clauses = public.get(f"/v1/rulesets/{item['id']}").json()["clauses"]
        assert [clause["code"] for clause in clauses].count("confirm.sides") == 1


# At a tablet


@pytest.mark.parametrize("role", ["organizer", "referee"])
def test_a_tablet_confirms_with_the_pin_of_the_side(organizer: Caller, public: Caller, match: str, role: str) -> None:
    tablet = organizer.bearer(role)
    version = organizer.version(match)
    problem = refusal_of(public.say(match, confirmation_now(public, match, 0), **tablet), 403, "forbidden")
    assert "Confirmation-Pin" in problem["detail"]
    refusal_of(public.say(match, confirmation_now(public, match, 0), **tablet, **pin(1)), 403, "forbidden")
    refusal_of(
        public.say(match, confirmation_now(public, match, 0), **tablet, **{"Confirmation-Pin": "12a4"}),
        400,
        "malformed",
    )
    assert organizer.version(match) == version
    public.tell(match, confirmation_now(public, match, 0), **tablet, **pin(0))
    answer = public.tell(match, confirmation_now(public, match, 1), **tablet, **pin(1))
    assert answer["view"]["status"] == "finished"
    assert answer["events"][0]["recorded_by"].startswith(f"{role}:")


def test_what_a_confirmation_is_called_in_json_makes_no_difference(organizer: Caller, match: str) -> None:
    body = b'{"type": "con\\u0066irm", "side": 0, "hand": 1}'
    answer = organizer.post(f"/v1/matches/{match}/events", content=body, headers={"Content-Type": "application/json"})
    refusal_of(answer, 403, "forbidden")


def test_nobody_else_confirms_whatever_pin_they_send(organizer: Caller, public: Caller, match: str) -> None:
    refusal_of(public.say(match, confirmation_now(public, match, 0), **pin(0)), 401, "unauthenticated")
    refusal_of(
        public.say(match, confirmation_now(public, match, 0), **pin(0), **organizer.bearer("auditor")), 403, "forbidden"
    )
    other = organizer.bearer("player", match=match, seat=1)
    refusal_of(public.say(match, confirmation_now(public, match, 0), **pin(0), **other), 403, "forbidden")
    elsewhere = organizer.bearer("referee", match=organizer.open())
    refusal_of(public.say(match, confirmation_now(public, match, 0), **pin(0), **elsewhere), 403, "forbidden")


def test_where_nobody_asked_for_it_a_referee_confirms_as_ever(organizer: Caller) -> None:
    match = organizer.open("hearts.castillar", 2)
    organizer.tell(match, HAND)
    for side in (0, 1):
        organizer.tell(match, confirmation_now(organizer, match, side))
    organizer.tell(match, {"type": "deal"})
    refusal_of(set_pin(organizer, match, 0), 409, "impossible")


def test_a_side_without_a_pin_is_told_how_to_get_one(organizer: Caller) -> None:
    match = awaiting(organizer)
    problem = refusal_of(organizer.say(match, confirmation_now(organizer, match, 0), **pin(0)), 403, "forbidden")
    assert f"/v1/matches/{match}/pins/0" in problem["detail"]


def test_wrong_pins_lock_it_until_it_is_set_anew(organizer: Caller, match: str) -> None:
    for _ in range(5):
        refusal_of(organizer.say(match, confirmation_now(organizer, match, 0), **pin(1)), 403, "forbidden")
    answer = organizer.say(match, confirmation_now(organizer, match, 0), **pin(0))
    problem = refusal_of(answer, 429, "too-many")
    assert 50 < problem["retry_after"] <= 60
    assert answer.headers["retry-after"] == str(problem["retry_after"])
    organizer.tell(match, confirmation_now(organizer, match, 1), **pin(1))
    assert reset(organizer, match, 0, "4321").status_code == 204
    refusal_of(organizer.say(match, confirmation_now(organizer, match, 0), **pin(0)), 403, "forbidden")
    organizer.tell(match, confirmation_now(organizer, match, 0), **{"Confirmation-Pin": "4321"})


def test_the_last_confirmation_is_safe_to_retry_when_its_pin_is_gone(organizer: Caller, match: str) -> None:
    organizer.tell(match, confirmation_now(organizer, match, 0), **pin(0))
    headers = pin(1) | {"Idempotency-Key": f"last-{match}"}
    last = confirmation_now(organizer, match, 1)
    first = organizer.tell(match, last, **headers)
    assert organizer.tell(match, last, **headers) == first
    again = organizer.say(match, confirmation_now(organizer, match, 0), **headers)
    refusal_of(again, 403, "forbidden")


# Setting a PIN


def test_who_sets_the_pin_of_a_side(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides")
    player = organizer.bearer("player", match=match, seat=1)
    assert set_pin(public, match, 1, **player).status_code == 204
    refusal_of(set_pin(public, match, 0, **player), 403, "forbidden")
    assert set_pin(public, match, 0, **organizer.bearer("referee", match=match)).status_code == 204
    refusal_of(set_pin(public, match, 0), 401, "unauthenticated")
    refusal_of(set_pin(public, match, 0, **organizer.bearer("auditor")), 403, "forbidden")
    scopes: tuple[tuple[str, dict[str, Any]], ...] = (("referee", {}), ("player", {"seat": 0}))
    for role, scope in scopes:
        other = organizer.bearer(role, match=organizer.open(), **scope)
        refusal_of(set_pin(public, match, 0, **other), 403, "forbidden")


def test_once_cards_are_dealt_a_referee_sets_a_pin_with_the_one_before_only(organizer: Caller, public: Caller) -> None:
    match = awaiting(organizer, 0)
    referee = organizer.bearer("referee", match=match)
    for side in (0, 1):
        refusal_of(set_pin(public, match, side, "4321", **referee), 403, "forbidden")
        refusal_of(set_pin(public, match, side, "4321", **referee, **pin(1)), 403, "forbidden")
    organizer.tell(match, confirmation_now(organizer, match, 0), **pin(0))
    assert set_pin(public, match, 0, "4321", **referee, **pin(0)).status_code == 204
    assert set_pin(public, match, 1, "4321", **organizer.bearer("player", match=match, seat=1)).status_code == 204


def test_what_is_no_pin_and_what_is_no_side(organizer: Caller) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides")
    for wrong in ("123", "1234567890123", "12 4", "12a4", "1234\n", "١٢٣٤", "", 1234, None):
        refusal_of(set_pin(organizer, match, 0, wrong), 400, "malformed")
    refusal_of(organizer.put(f"/v1/matches/{match}/pins/0", json={"pin": "1234", "side": 1}), 400, "malformed")
    for side in ("2", "-1", "x", "00001"):
        refusal_of(set_pin(organizer, match, side, "1234"), 404, "not-found")
    refusal_of(set_pin(organizer, "nothing", 0), 404, "not-found")


def test_a_match_that_is_over_has_no_pins(organizer: Caller, match: str) -> None:
    organizer.tell(match, confirmation_now(organizer, match, 0), **pin(0))
    version = organizer.tell(match, confirmation_now(organizer, match, 1), **pin(1))["version"]
    refusal_of(set_pin(organizer, match, 0), 409, "finished")
    organizer.tell(match, {"type": "retract", "to": version - 1, "reason": "no era ella"})
    problem = refusal_of(organizer.say(match, confirmation_now(organizer, match, 1), **pin(1)), 403, "forbidden")
    assert "PIN" in problem["detail"]
    assert reset(organizer, match, 1, PINS[1]).status_code == 204
    organizer.tell(match, confirmation_now(organizer, match, 1), **pin(1))


def test_no_pin_is_in_the_log_the_answers_the_database_or_what_the_service_writes(tmp_path: Path) -> None:
    with start(tmp_path) as service, Caller(base_url=service.url) as client:
        client.headers["Authorization"] = "Bearer an-organizer-token-for-tests"
        match = awaiting(client, 0, 1)
        answers = [
            client.say(match, confirmation_now(client, match, 0), **pin(1)),
            client.say(match, confirmation_now(client, match, 0), **pin(0)),
        ]
        answers += [client.put(f"/v1/matches/{match}/pins/1", json={"pin": PINS[1] + "x"})]
        answers += [client.get(f"/v1/matches/{match}{part}") for part in ("", "/events", "/audit", "/replay", "/legal")]
        answers += [client.get("/metrics"), client.get("/v1/tokens")]
        assert [answer.status_code for answer in answers[:3]] == [403, 201, 400]
        service.kill()
        contents = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
        assert any(b"scrypt$" in content for content in contents)
        for one in PINS:
            assert not [answer for answer in answers if one in answer.text]
            assert not [content for content in contents if one.encode() in content]


# A contest hears of it with the last key


def test_a_fixture_is_played_once_its_match_is_confirmed(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla", "Dani", "Elena")
    fixture = contest.fixture("Ana", "Beto")
    body = {"fixture": fixture["id"], "first_dealer": 0, "confirm": "sides"}
    match = str(organizer.post("/v1/matches", json=body).json()["id"])
    for side in (0, 1):
        set_pin(organizer, match, side, PINS[side])
    hand = 0
    for event in WHOLE:
        if event["type"] == "deal" and hand:
            for side in (1, 0):
                organizer.tell(match, confirmation_now(organizer, match, side, hand), **pin(side))
        hand += event["type"] == "deal"
        view = organizer.tell(match, event)["view"]
    assert (view["status"], view["phase"], view["result"]) == ("open", "confirm", None)
    version = view["version"]
    organizer.tell(match, {"type": "sanction", "seat": 0, "card": "yellow", "reason": "insulta"})
    organizer.tell(match, confirmation_now(organizer, match, 0, hand), **pin(0))
    assert contest.fixture("Ana", "Beto")["state"] == "open"
    assert [item["status"] for item in organizer.get(f"/v1/matches?contest={contest.id}").json()["items"]] == ["open"]
    assert {j for *_, j in contest.rows("j")} == {0}
    final_view = organizer.tell(match, confirmation_now(organizer, match, 1, hand), **pin(1))["view"]
    played_fixture = contest.fixture("Ana", "Beto")
    assert (played_fixture["state"], played_fixture["result"]["points"]) == ("played", final_view["score"]["totals"])
    log = organizer.get(f"/v1/championships/{contest.championship}/events").json()["items"]
    entry = log[-1]
    assert (entry["type"], entry["ended_at"], entry["match_version"]) == (
        "match_finished",
        version,
        final_view["version"],
    )
    assert entry["result"]["late_cards"] == [[1, 0], [0, 0]]
    items = organizer.get(f"/v1/matches?contest={contest.id}").json()["items"]
    assert [item["status"] for item in items] == ["finished"]


def test_streams_tell_of_confirmations(running: Running, organizer: Caller, match: str) -> None:
    organizer.tell(match, confirmation_now(organizer, match, 0), **pin(0))
    last = organizer.get(f"/v1/matches/{match}/stream?once=true", headers={"Last-Event-ID": "2"}).text
    assert '"side_confirmed"' in last and "event: confirm" in last
    assert PINS[0] not in last
