"""The requests that a player may send over HTTP. No refusal tells a card that the player has not seen."""

import json
from typing import Any

import httpx
import pytest

from referee.cards import FRENCH, SPANISH_40
from referee.games.corona.rules import PACK
from tests.support.hands import TWO, holder
from tests.support.service import Caller, refusal_of

LEADER = holder(TWO)


def the_same(answers: list[httpx.Response], status: int, code: str) -> dict[str, Any]:
    """The one problem that answers all of these."""
    problems = [refusal_of(answer, status, code) for answer in answers]
    assert len(problems) > 1
    assert len({json.dumps(problem) for problem in problems}) == 1
    return problems[0]


def deal_by_server(organizer: Caller, ruleset: str, seats: int, **more: Any) -> tuple[str, list[dict[str, str]]]:
    """A match that the server has dealt, and the headers of its players."""
    match = organizer.open(ruleset, seats, player_input=True, **more)
    organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})
    return match, [organizer.bearer("player", match=match, seat=seat) for seat in range(seats)]


def first_legal(client: Caller, match: str, **headers: str) -> dict[str, Any]:
    event: dict[str, Any] = client.get(f"/v1/matches/{match}/legal", headers=headers).json()["events"][0]
    return event


@pytest.fixture
def battle(organizer: Caller) -> tuple[str, list[dict[str, str]]]:
    return deal_by_server(organizer, "corona", 2, first_dealer=None)


def test_a_player_sends_one_event_a_request(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2, player_input=True)
    organizer.tell(match, {"type": "deal", "dealer": 0, "hands": TWO})
    player = organizer.bearer("player", match=match, seat=LEADER)
    lead = {"type": "play", "seat": LEADER, "card": "2C"}
    answers = [public.say(match, [lead, {"type": "play", "seat": LEADER, "card": c}], **player) for c in FRENCH.names]
    answers += [public.say(match, [lead, {"type": "nonsense"}], **player)]
    answers += [public.say(match, [lead, lead], **player, **{"If-Match": '"1"'})]
    assert "index" not in the_same(answers, 403, "forbidden")
    refusal_of(public.say(match, [], **player), 400, "malformed")
    assert public.tell(match, [lead], **player)["version"] == organizer.version(match) == 3


def test_no_guess_at_a_draw_is_told_right_or_wrong(organizer: Caller, public: Caller) -> None:
    match, players = deal_by_server(organizer, "guinote", 2)
    organizer.tell(match, first_legal(organizer, match))
    seat = organizer.get(f"/v1/matches/{match}").json()["turn"]
    last = first_legal(public, match, **players[seat])

    def guesses(card: str) -> list[httpx.Response]:
        draw = {"type": "draw", "seat": seat, "card": card}
        return [
            public.say(match, [last, draw], **players[seat]),
            public.say(match, [last, draw], **players[seat], **{"If-Match": '"1"'}),
        ]

    the_same([answer for card in SPANISH_40.names for answer in guesses(card)], 403, "forbidden")
    public.tell(match, last, **players[seat])
    singles = [public.say(match, {"type": "draw", "seat": seat, "card": c}, **players[seat]) for c in SPANISH_40.names]
    assert "`card`" in the_same(singles, 403, "forbidden")["detail"]


def test_no_guess_at_the_income_is_told_right_or_wrong(
    organizer: Caller, public: Caller, battle: tuple[str, list[dict[str, str]]]
) -> None:
    match, players = battle
    seat = organizer.get(f"/v1/matches/{match}").json()["turn"]
    guesses = [{"type": "income", "seat": seat, "card": card} for card in PACK.names[:40]]
    for headers in ({}, {"If-Match": '"1"'}):
        the_same([public.say(match, guess, **players[seat], **headers) for guess in guesses], 403, "forbidden")
    stale = public.say(match, {"type": "income", "seat": seat}, **players[seat], **{"If-Match": '"1"'})
    assert refusal_of(stale, 409, "conflict")["still"] in ("regular", ["regular"])
    public.tell(match, {"type": "income", "seat": seat}, **players[seat])


def test_no_guess_at_what_an_attack_costs_is_told_right_or_wrong(
    organizer: Caller, public: Caller, battle: tuple[str, list[dict[str, str]]]
) -> None:
    match, players = battle
    for _ in range(60):
        events = organizer.get(f"/v1/matches/{match}/legal").json()["events"]
        moves = [event for event in events if event["type"] != "recover"]
        if moves[0]["type"] == "defend" and moves[0]["choose"]["attackers"]:
            break
        hires = [event for event in moves if event["type"] == "hire"]
        organizer.tell(match, next(map(complete, hires or moves)))
    defender = moves[0]["seat"]
    guesses = [{"type": "defend", "seat": defender, "blocks": [], "lost": [card]} for card in (*PACK.names[:40], None)]
    for headers in ({}, {"If-Match": '"1"'}):
        the_same([public.say(match, guess, **players[defender], **headers) for guess in guesses], 403, "forbidden")
    public.tell(match, {"type": "defend", "seat": defender, "blocks": []}, **players[defender])


def complete(event: dict[str, Any]) -> dict[str, Any]:
    """A legal event with all of its choices made: every card attacks, none defends."""
    if event["type"] == "defend":
        return {"type": "defend", "seat": event["seat"], "blocks": []}
    return {
        **{k: v for k, v in event.items() if k != "choose"},
        **({"cards": event["choose"]["cards"]} if "choose" in event else {}),
    }


def test_the_last_to_pass_is_not_told_who_leads(organizer: Caller, public: Caller) -> None:
    match, players = deal_by_server(organizer, "hearts.castillar", 4)
    hands = organizer.get(f"/v1/matches/{match}").json()["hands"]
    for seat in (0, 1, 2):
        public.tell(match, {"type": "pass", "seat": seat, "cards": hands[seat][:3]}, **players[seat])
    passing = {"type": "pass", "seat": 3, "cards": hands[3][:3]}
    lead = {"type": "play", "seat": 3, "card": "2C"}
    the_same(
        [public.say(match, events, **players[3]) for events in ([passing, lead], [passing, passing])], 403, "forbidden"
    )


@pytest.mark.parametrize(("ruleset", "seats", "pack"), [("hearts.castillar", 4, FRENCH), ("guinote", 4, SPANISH_40)])
def test_where_players_record_every_hand_is_dealt_or_none(
    organizer: Caller, ruleset: str, seats: int, pack: Any
) -> None:
    match = organizer.open(ruleset, seats, player_input=True)
    each = {"hearts.castillar": 13, "guinote": 6}[ruleset]
    hands = [pack.names[seat * each : (seat + 1) * each] for seat in range(seats)]
    more = {"turn_up": pack.names[-1]} if ruleset == "guinote" else {}
    for partial in ([hands[0], *[None] * (seats - 1)], [None, *hands[1:]], [None] * seats):
        refusal_of(organizer.say(match, {"type": "deal", "hands": partial, **more}), 409, "impossible")
    organizer.tell(match, {"type": "deal", "hands": hands, **more})


def test_where_the_log_knows_part_of_the_hands_no_card_is_looked_at(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 4, player_input=True)
    organizer.tell(match, {"type": "deal"})
    organizer.tell(match, {"type": "reveal", "seat": 0, "cards": FRENCH.names[:5]})
    player = organizer.bearer("player", match=match, seat=1)
    passes = [
        {"type": "pass", "seat": 1, "cards": [a, b, c]}
        for a, b, c in zip(FRENCH.names[::3], FRENCH.names[1::3], FRENCH.names[2::3], strict=False)
    ]
    for headers in ({}, {"If-Match": '"1"'}):
        problem = the_same([public.say(match, one, **player, **headers) for one in passes], 403, "forbidden")
        assert "`cards`" in problem["detail"]
    for seat in range(4):
        own = organizer.bearer("player", match=match, seat=seat)
        public.tell(match, {"type": "pass", "seat": seat}, **own)
    plays = [public.say(match, {"type": "play", "seat": 1, "card": card}, **player) for card in FRENCH.names]
    the_same(plays, 403, "forbidden")


def test_where_the_log_knows_no_hand_players_play_as_they_hold(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 4, player_input=True)
    organizer.tell(match, {"type": "deal"})
    players = [organizer.bearer("player", match=match, seat=seat) for seat in range(4)]
    for seat in range(4):
        public.tell(match, {"type": "pass", "seat": seat}, **players[seat])
    for seat, card in enumerate(("2C", "3C", "4C", "5C")):
        public.tell(match, {"type": "play", "seat": seat, "card": card}, **players[seat])
