"""Two keys over HTTP: the roles that may change a PIN and when, its notice to all, and the view that is confirmed."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from referee.matches.preconditions import MOST_PINS
from tests.api.matches.test_confirmation import HAND, PINS, awaiting, confirmation_now, pin, reset, set_pin
from tests.support.service import Caller, Running, refusal_of

NOTE = {"type": "note", "text": "se discute"}
REASON = "lo ha olvidado"
COUNT = {"type": "count", "figures": {"points": [13, 13]}}


@pytest.fixture
def match(organizer: Caller) -> str:
    """A hand that awaits both sides, each with its PIN."""
    return awaiting(organizer, 0, 1)


def log(client: Caller, match: str) -> list[dict[str, Any]]:
    return list(client.get(f"/v1/matches/{match}/events?limit=500").json()["items"])


# The confirmed view


def test_a_confirmation_names_the_version_that_it_confirms(organizer: Caller, match: str) -> None:
    version = organizer.version(match)
    confirmation = confirmation_now(organizer, match, 0)
    organizer.tell(match, NOTE)
    problem = refusal_of(organizer.say(match, confirmation, **pin(0)), 409, "conflict")
    assert (problem["version"], [entry["type"] for entry in problem["since"]]) == (version + 1, ["note"])
    assert problem["still"] == ["impossible"]
    late = refusal_of(organizer.say(match, confirmation | {"version": version + 2}, **pin(0)), 409, "conflict")
    assert (late["version"], late["since"]) == (version + 1, [])
    entry = organizer.tell(match, confirmation | {"version": version + 1}, **pin(0))["events"][0]
    assert (entry["version"], entry["confirms"]) == (version + 2, version + 1)


def test_without_a_version_nothing_is_confirmed(organizer: Caller, match: str) -> None:
    confirmation = confirmation_now(organizer, match, 0)
    bare = {field: value for field, value in confirmation.items() if field != "version"}
    problem = refusal_of(organizer.say(match, bare, **pin(0)), 400, "malformed")
    assert "version" in problem["errors"][0]["message"]
    for wrong in (0, -1, "3", 1.0, True, None):
        refusal_of(organizer.say(match, confirmation | {"version": wrong}, **pin(0)), 400, "malformed")


def test_the_confirmation_of_the_other_side_changes_nothing_of_what_is_confirmed(organizer: Caller, match: str) -> None:
    both = [confirmation_now(organizer, match, side) for side in (0, 1)]
    organizer.tell(match, both[0], **pin(0))
    assert organizer.tell(match, both[1], **pin(1))["view"]["status"] == "finished"


def test_what_comes_between_two_confirmations_has_to_be_seen(organizer: Caller, match: str) -> None:
    both = [confirmation_now(organizer, match, side) for side in (0, 1)]
    organizer.tell(match, both[0], **pin(0))
    organizer.tell(match, NOTE)
    refusal_of(organizer.say(match, both[1], **pin(1)), 409, "conflict")
    organizer.tell(match, confirmation_now(organizer, match, 1), **pin(1))


def test_a_stale_if_match_says_the_same(organizer: Caller, match: str) -> None:
    confirmation = confirmation_now(organizer, match, 0)
    headers = {"If-Match": f'"{organizer.version(match)}"'}
    organizer.tell(match, NOTE)
    refusal_of(organizer.say(match, confirmation, **pin(0), **headers), 409, "conflict")


@pytest.mark.parametrize("confirm", ["sides", None])
def test_a_confirmation_comes_alone(organizer: Caller, confirm: str | None) -> None:
    match = organizer.open("hearts.castillar", 2, confirm=confirm, params={"rounds": 1})
    if confirm:
        set_pin(organizer, match, 0, PINS[0])
    organizer.tell(match, HAND[:-1])
    confirmation = confirmation_now(organizer, match, 0)
    version = organizer.version(match)
    for beside in (
        [NOTE, confirmation],
        [confirmation, NOTE],
        [HAND[-1], confirmation | {"version": version + 1}],
        [confirmation, confirmation],
    ):
        problem = refusal_of(organizer.say(match, beside, **pin(0)), 400, "malformed")
        assert "confirm" in problem["detail"] and problem["index"] in (0, 1)
    assert organizer.version(match) == version


def test_what_may_come_now_can_be_posted_as_it_is(organizer: Caller, match: str) -> None:
    for side in (0, 1):
        [option] = [
            event for event in organizer.get(f"/v1/matches/{match}/legal").json()["events"] if event["side"] == side
        ]
        organizer.tell(match, option, **pin(side))


# Changing a PIN


def test_every_pin_is_on_the_log_for_all_to_see(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides", params={"rounds": 1})
    player = organizer.bearer("player", match=match, seat=1)
    referee = organizer.bearer("referee", match=match)
    assert set_pin(public, match, 0, PINS[0], **referee).status_code == 204
    answer = set_pin(public, match, 1, PINS[1], **player)
    assert int(answer.headers["consistency-token"]) > 0
    organizer.tell(match, HAND)
    version = organizer.version(match)
    assert reset(organizer, match, 0, PINS[1]).status_code == 204
    pins = [entry for entry in log(public, match) if entry["type"].startswith("pin_")]
    assert [(e["type"], e["side"], e["by"], e.get("reason"), e["version"]) for e in pins] == [
        ("pin_set", 0, "referee", None, 2),
        ("pin_set", 1, "player", None, 3),
        ("pin_reset", 0, "organizer", REASON, version + 1),
    ]
    assert [entry["recorded_by"].partition(":")[0] for entry in pins] == ["referee", "player", "organizer"]
    view = public.get(f"/v1/matches/{match}").json()
    assert view["pins"][-1] == {"side": 0, "by": "organizer", "version": version + 1, "reason": REASON}
    audit_pins = public.get(f"/v1/matches/{match}/audit").json()["pins"]
    assert [one["version"] for one in audit_pins] == [2, 3, version + 1]
    assert f"PIN del bando 0 lo cambia la organización, sin el anterior: {REASON}" in audit_pins[-1]["text"]["es"]
    assert f"PIN of side 0 is reset by an organizer, without the old one: {REASON}" in audit_pins[-1]["text"]["en"]
    stream = public.get(f"/v1/matches/{match}/stream?once=true").text.splitlines()
    assert (stream.count("event: pin_set"), stream.count("event: pin_reset")) == (2, 1)


def test_the_page_of_a_dispute_names_them(organizer: Caller, public: Caller) -> None:
    match = awaiting(organizer, 0)
    reset(organizer, match, 0, PINS[1])
    play = next(entry["version"] for entry in log(organizer, match) if entry["type"] == "play" and entry["seat"] == 1)
    organizer.tell(match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": play})
    path = f"/v1/matches/{match}/claims/c1"
    assert [one["reason"] for one in public.get(path).json()["pins"]] == [None, REASON]
    for language, words in (("es", "lo cambia la organización"), ("en", "is reset by an organizer")):
        page = public.get(path, headers={"Accept": "text/html", "Accept-Language": language}).text
        assert words in page and REASON in page and "Jugador 0" in page


def test_before_the_first_deal_whoever_may_sets_it_and_the_log_says_who(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides")
    referee = organizer.bearer("referee", match=match)
    assert [set_pin(public, match, 0, one, **referee).status_code for one in PINS] == [204, 204]
    assert [key["by"] for key in public.get(f"/v1/matches/{match}").json()["pins"]] == ["referee", "referee"]


@pytest.mark.parametrize("beginning", ["dealt", "told by figures", "taken back"])
def test_once_a_hand_began_who_has_both_devices_changes_no_pin(
    organizer: Caller, public: Caller, beginning: str
) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides")
    assert set_pin(organizer, match, 0, PINS[0]).status_code == 204
    referee = organizer.bearer("referee", match=match)
    organizer.tell(match, COUNT if beginning == "told by figures" else {"type": "deal"})
    if beginning == "taken back":
        public.tell(match, {"type": "retract", "to": 1, "reason": "otra vez"}, **referee)
    version = organizer.version(match)
    for side in (0, 1):
        refusal_of(set_pin(public, match, side, "4321", **referee), 403, "forbidden")
        refusal_of(set_pin(public, match, side, "4321", **referee, **pin(1)), 403, "forbidden")
        refusal_of(reset(public, match, side, "4321", **referee), 403, "forbidden")
        problem = refusal_of(set_pin(organizer, match, side, "4321"), 403, "forbidden")
        assert "`reason`" in problem["detail"]
    assert organizer.version(match) == version
    assert set_pin(public, match, 0, "4321", **referee, **pin(0)).status_code == 204
    assert set_pin(public, match, 1, "4321", **organizer.bearer("player", match=match, seat=1)).status_code == 204
    assert reset(organizer, match, 1, "1234").status_code == 204
    assert [entry["type"] for entry in log(organizer, match)[version:]] == ["pin_set", "pin_set", "pin_reset"]


def test_a_player_resets_no_pin_and_a_reset_says_why(organizer: Caller, public: Caller) -> None:
    match = awaiting(organizer, 0)
    player = organizer.bearer("player", match=match, seat=0)
    refusal_of(reset(public, match, 0, "4321", **player), 403, "forbidden")
    for wrong in ("", 1, None, "x" * 501):
        body = {"pin": "4321", "reason": wrong}
        refusal_of(organizer.put(f"/v1/matches/{match}/pins/0", json=body), 400, "malformed")


def test_a_retract_takes_no_reset_out_of_sight(organizer: Caller, public: Caller, match: str) -> None:
    version = organizer.version(match)
    reset(organizer, match, 0, PINS[0])
    organizer.tell(match, {"type": "retract", "to": version, "reason": "nada"})
    assert public.get(f"/v1/matches/{match}").json()["pins"][-1]["reason"] == REASON
    assert public.get(f"/v1/matches/{match}/audit").json()["pins"][-1]["reason"] == REASON
    organizer.tell(match, confirmation_now(organizer, match, 0), **pin(0))


def test_who_sets_a_pin_again_and_again_comes_to_an_end(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides")
    player = organizer.bearer("player", match=match, seat=0)
    for _ in range(MOST_PINS):
        assert set_pin(public, match, 0, **player).status_code == 204
    problem = refusal_of(set_pin(public, match, 0, **player), 409, "impossible")
    assert str(MOST_PINS) in problem["detail"]
    assert set_pin(public, match, 1, **organizer.bearer("player", match=match, seat=1)).status_code == 204
    assert reset(organizer, match, 0, "4321").status_code == 204


@pytest.mark.parametrize("role", ["organizer", "referee", "player"])
def test_nobody_sends_what_the_service_records(organizer: Caller, public: Caller, role: str) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides", player_input=True)
    scope: dict[str, Any] = {"match": match, "seat": 0} if role == "player" else {}
    headers = organizer.bearer(role, **scope)
    event_sent = {"type": "pin_set", "side": 0, "by": role}
    for event in (event_sent, event_sent | {"type": "pin_reset", "reason": "x"}, [event_sent]):
        refusal_of(public.say(match, event, **headers), 403, "forbidden")
    assert organizer.version(match) == 1
    book = public.get("/v1/rulesets/hearts.castillar").json()
    assert not [name for name in book["events"] if name.startswith("pin_")]


# Confirmations in sight of all


def events_of(answer: httpx.Response) -> Iterator[str]:
    for line in answer.iter_lines():
        if line.startswith("event: "):
            yield line.removeprefix("event: ")


def test_who_holds_both_pins_confirms_before_everybodys_eyes(running: Running, organizer: Caller, match: str) -> None:
    """A side's own device and a public board hear of each confirmation and of each PIN at once."""
    last = {"Last-Event-ID": str(organizer.version(match))}
    device = organizer.bearer("player", match=match, seat=1)
    for watcher in (device, {}):
        with (
            running.client(token=None) as client,
            client.stream("GET", f"/v1/matches/{match}/stream", headers=watcher | last) as answer,
        ):
            kinds = events_of(answer)
            if watcher:
                reset(organizer, match, 0, PINS[0])
                assert next(kinds) == "pin_reset"
                organizer.tell(match, confirmation_now(organizer, match, 0), **pin(0))
                assert next(kinds) == "confirm"
            else:
                assert [next(kinds), next(kinds)] == ["pin_reset", "confirm"]
                organizer.tell(match, confirmation_now(organizer, match, 1), **pin(1))
                assert next(kinds) == "confirm"
    view = organizer.get(f"/v1/matches/{match}").json()
    assert (view["status"], [key["reason"] for key in view["pins"]]) == ("finished", [None, None, REASON])
