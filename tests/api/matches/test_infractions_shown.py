"""The moment at which readers of hidden hands learn of an infraction: a choice of the match, over every route that could tell."""

from typing import Any

import pytest

from tests.support.hands import TWO, holder
from tests.support.service import Caller, refusal_of

LEADER = holder(TWO)
OTHER = 1 - LEADER
WRONG = next(card for card in TWO[OTHER] if card[1] == "D")
CODE = "hearts.follow-suit"
TOLD = ("infraction", "upheld", "rejected", "restated", CODE)


def break_rule(organizer: Caller, **more: Any) -> str:
    """A round in play. A seat did not follow suit though it could, and the log knows it. The rival claims it."""
    match = organizer.open("hearts.castillar", 2, params={"rounds": 1}, **more)
    organizer.tell(match, {"type": "deal", "hands": TWO})
    organizer.tell(match, {"type": "play", "seat": LEADER, "card": "2C"})
    organizer.tell(match, {"type": "play", "seat": OTHER, "card": WRONG})
    organizer.tell(match, {"type": "claim", "by": LEADER, "against": OTHER, "kind": "revoke", "at": 4})
    return match


def finish(organizer: Caller, match: str) -> None:
    """Plays the round to its end, by legal cards."""
    while organizer.get(f"/v1/matches/{match}").json()["status"] == "open":
        events = organizer.get(f"/v1/matches/{match}/legal").json()["events"]
        organizer.tell(match, next(event for event in events if event["type"] == "play"), Prefer="return=minimal")


def pages(client: Caller, match: str, **headers: str) -> dict[str, str]:
    """All answers about a match, by address."""
    player = client.get(f"/v1/matches/{match}").json()["seats"][OTHER]["player"]
    own = f"/v1/matches/{match}"
    paths = [
        own,
        f"{own}?at=5",
        f"{own}/events",
        f"{own}/replay",
        f"{own}/audit",
        f"{own}/legal",
        f"{own}/stream?once=true",
    ]
    paths += [f"/v1/players/{player}/record", f"/v1/players/{player}/statistics", f"/players/{player}"]
    paths += [f"{page}/{match}{step}" for page in ("/table", "/replay") for step in ("", "?step=4")]
    paths += [f"/share/{match}.png", f"/print/matches/{match}/sanctions", f"/print/matches/{match}/settlement"]
    return {path: client.get(path, headers=headers).text for path in paths}


def findings(text: str) -> list[str]:
    """The words of a text that reveal an infraction, beside the names of fields."""
    rest = text.replace('"infractions":[]', "").replace('"infractions_shown"', "")
    return [word for word in TOLD if word in rest]


def test_unless_it_is_asked_otherwise_everybody_is_told_at_once(organizer: Caller, public: Caller) -> None:
    match = break_rule(organizer)
    view = public.get(f"/v1/matches/{match}").json()
    assert view["infractions_shown"] == "at_once"
    assert [(i["code"], i["version"], i["status"]) for i in view["infractions"]] == [(CODE, 4, "proven")]
    assert [claim["status"] for claim in view["claims"]] == ["upheld"]
    assert "infractions_shown" not in public.get(f"/v1/matches/{match}/events").json()["items"][0]
    for wrong in ("never", "", None, True):
        body = {"ruleset": "hearts.castillar", "seats": [{"name": "A"}, {"name": "B"}], "infractions_shown": wrong}
        refusal_of(organizer.post("/v1/matches", json=body), 400, "malformed")


@pytest.mark.parametrize("role", ["public", "leader", "other"])
def test_until_the_hand_is_over_nothing_tells_of_it(organizer: Caller, public: Caller, role: str) -> None:
    match = break_rule(organizer, infractions_shown="hand_end")
    seat = {"leader": LEADER, "other": OTHER}.get(role)
    headers = {} if seat is None else organizer.bearer("player", match=match, seat=seat)
    view = public.get(f"/v1/matches/{match}", headers=headers).json()
    assert (view["infractions_shown"], view["infractions"]) == ("hand_end", [])
    assert [(claim["status"], claim["ruled_at"]) for claim in view["claims"]] == [("pending", None)]
    texts = pages(public, match, **headers)
    assert {path: findings(text) for path, text in texts.items() if findings(text)} == {}
    dispute = public.get(f"/v1/matches/{match}/claims/c1", headers=headers).json()["dispute"]
    assert (dispute["claim"]["status"], dispute["ruling"]) == ("pending", None)
    assert {(finding["status"], finding["version"], finding["evidence"]) for finding in dispute["findings"]} == {
        ("open", None, None)
    }
    page = public.get(f"/v1/matches/{match}/claims/c1?format=html", headers={**headers, "Accept-Language": "en"}).text
    assert "PENDING" in page and "Not known yet." in page and "Broken." not in page
    one, other = (
        public.get(f"/v1/matches/{match}/whatif?claim=c1:{how}", headers=headers).json()
        for how in ("upheld", "rejected")
    )
    assert one["match"] == other["match"]
    finish(organizer, match)
    after = public.get(f"/v1/matches/{match}", headers=headers).json()
    assert [(i["code"], i["status"]) for i in after["infractions"]][:1] == [(CODE, "proven")]
    assert after["claims"][0]["status"] == "upheld"
    after_all = pages(public, match, **headers).items()
    assert all(findings(text) for path, text in after_all if path.startswith("/v1/") and not path.endswith("/legal"))


def test_who_sees_every_hand_is_told_at_once(organizer: Caller, public: Caller) -> None:
    match = break_rule(organizer, infractions_shown="hand_end")
    for headers in (
        organizer.bearer("referee", match=match),
        organizer.bearer("auditor"),
        organizer.bearer("organizer"),
    ):
        view = public.get(f"/v1/matches/{match}", headers=headers).json()
        assert [i["status"] for i in view["infractions"]] == ["proven"]
        assert view["claims"][0]["status"] == "upheld"
        assert "infraction_proven" in public.get(f"/v1/matches/{match}/events", headers=headers).text


def test_a_claimant_is_told_no_more_by_the_answer_to_the_claim(organizer: Caller, public: Caller) -> None:
    for more in ({"infractions_shown": "hand_end"}, {}):
        match = organizer.open("hearts.castillar", 2, params={"rounds": 1}, **more)
        organizer.tell(match, {"type": "deal", "hands": TWO})
        organizer.tell(match, {"type": "play", "seat": LEADER, "card": "2C"})
        organizer.tell(match, {"type": "play", "seat": OTHER, "card": WRONG})
        player = organizer.bearer("player", match=match, seat=LEADER)
        claim = {"type": "claim", "by": LEADER, "against": OTHER, "kind": "revoke", "at": 4}
        [entry] = public.tell(match, claim, **player)["events"]
        fact = entry["facts"][0]
        assert (fact["fact"], fact["status"]) == ("claim_made", "pending" if more else "upheld")
        assert len(entry["facts"]) == (1 if more else 2)


def test_what_the_referee_rules_is_told_with_the_rest(organizer: Caller, public: Caller) -> None:
    """The hands are unknown: the referee looks at them and rules."""
    match = organizer.open("hearts.castillar", 2, infractions_shown="hand_end", params={"rounds": 1})
    organizer.tell(match, {"type": "deal"})
    organizer.tell(match, {"type": "play", "seat": 0, "card": "2C"})
    organizer.tell(match, {"type": "play", "seat": 1, "card": "9D"})
    organizer.tell(match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4})
    organizer.tell(match, {"type": "ruling", "claim": "c1", "upheld": True, "reason": "tenía el 3C"})
    entry = public.get(f"/v1/matches/{match}/events").json()["items"][-1]
    assert (entry["type"], entry["upheld"], entry["reason"], entry["facts"]) == ("ruling", None, None, [])
    assert public.get(f"/v1/matches/{match}/audit").json()["rulings"] == []
    assert "tenía" not in public.get(f"/v1/matches/{match}/claims/c1").text
    assert organizer.get(f"/v1/matches/{match}").json()["claims"][0]["status"] == "upheld"


@pytest.mark.parametrize("role", ["public", "owing", "rival", "staff"])
@pytest.mark.parametrize(
    ("ruleset", "deal", "play"),
    [
        (
            "casino.classic",
            {"hands": [["5D", "9C", "7S", "KS"], ["2H", "3H", "4H", "6H"]], "table": ["2C", "3C", "8H", "QH"]},
            {"type": "take", "seat": 0, "card": "9C", "cards": ["2C", "3C"], "builds": []},
        ),
        (
            "escoba",
            {"hands": [["7C", "4C", "5C"], ["6C", "4E", "5E"]], "table": ["1O", "2O", "10O", "1B"]},
            {"type": "take", "seat": 0, "card": "7C", "cards": ["2O"]},
        ),
    ],
    ids=["a take in Casino", "a take in Escoba"],
)
def test_a_card_that_must_be_played_after_a_retract_is_told_to_all_at_once(
    organizer: Caller, public: Caller, ruleset: str, deal: Any, play: Any, role: str
) -> None:
    match = organizer.open(ruleset, 2, first_dealer=1, infractions_shown="hand_end")
    organizer.tell(match, [{"type": "deal", **deal}, play])
    seat = {"owing": 0, "rival": 1}.get(role)
    token = organizer.bearer("referee", match=match) if role == "staff" else {}
    headers = token if seat is None else organizer.bearer("player", match=match, seat=seat)
    back = {"type": "retract", "to": 2, "reason": "no vale"}
    if role != "staff":
        assert public.say(match, back, **headers).status_code in {401, 403}
    organizer.tell(match, back)
    entry = public.get(f"/v1/matches/{match}/events", headers=headers).json()["items"][-1]
    [debt] = [fact for fact in entry["facts"] if fact["fact"] == "card_owed"]
    assert (debt["seat"], debt["card"]) == (0, play["card"])
    view = public.get(f"/v1/matches/{match}", headers=headers).json()
    assert (view["infractions"], view["version"]) == ([], 4)
    events = public.get(f"/v1/matches/{match}/legal", headers=headers).json()["events"]
    assert {event["card"] for event in events if "card" in event} == {play["card"]}
