"""The acts of a player with the own token: reads the own hand, claims, and records the own play if players record."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.hands import TWO, holder
from tests.support.organizing import Contest
from tests.support.service import Caller, Running, refusal_of

DEAL = {"type": "deal", "dealer": 0, "hands": TWO}
LEADER = holder(TWO)
LEAD = {"type": "play", "seat": LEADER, "card": "2C"}


@pytest.fixture
def match(organizer: Caller) -> str:
    id_ = organizer.open("hearts.castillar", 2, player_input=True)
    organizer.tell(id_, DEAL)
    return id_


@pytest.fixture
def player(running: Running, organizer: Caller, match: str) -> Iterator[Caller]:
    """The player that leads the first trick."""
    headers = organizer.bearer("player", match=match, seat=LEADER)
    with Caller(base_url=running.url, headers=headers) as client:
        yield client


def own_hand(seat: int) -> list[Any]:
    return [hand if at == seat else None for at, hand in enumerate(TWO)]


def test_a_player_sees_the_own_hand_wherever_hands_are_shown(player: Caller, match: str) -> None:
    view = player.get(f"/v1/matches/{match}").json()
    assert view["hands"] == own_hand(LEADER)
    assert player.get(f"/v1/matches/{match}?at=2").json()["hands"] == own_hand(LEADER)
    deal = player.get(f"/v1/matches/{match}/events").json()["items"][1]
    assert (deal["hands"], deal["type"]) == (own_hand(LEADER), "deal")
    step = player.get(f"/v1/matches/{match}/replay").json()["steps"][-1]
    assert (step["view"]["hands"], step["event"]["hands"]) == (own_hand(LEADER), own_hand(LEADER))
    legal = player.get(f"/v1/matches/{match}/legal").json()["events"]
    assert [event for event in legal if event["type"] != "count"] == [LEAD]
    text = player.get(f"/v1/matches/{match}/stream?once=true").text
    assert TWO[LEADER][0] in text
    assert not [card for card in TWO[1 - LEADER] if f'"{card}"' in text]
    refusal_of(player.get(f"/v1/matches/{match}/whatif?without=2"), 403, "forbidden")


def test_a_player_by_name_sees_the_own_hand_in_every_match(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla")
    ana = next(row["player"]["id"] for row in contest.standings()["rows"] if row["player"]["name"] == "Ana")
    header = organizer.bearer("player", player=ana)
    local = organizer.bearer("player", player=ana, championship=contest.championship)
    elsewhere = organizer.bearer("player", player=ana, championship=Contest(organizer, "Dani", "Elena").championship)
    for rival in ("Beto", "Carla"):
        fixture = contest.fixture("Ana", rival)
        match = organizer.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0}).json()["id"]
        organizer.tell(match, DEAL)
        seat = [entrant["name"] for entrant in fixture["entrants"]].index("Ana")
        for headers, hands in ((header, own_hand(seat)), (local, own_hand(seat)), (elsewhere, [None, None])):
            assert public.get(f"/v1/matches/{match}", headers=headers).json()["hands"] == hands
    refusal_of(public.say(match, {"type": "note", "text": "x"}, **elsewhere), 403, "forbidden")


def test_a_player_records_the_own_moves_only(organizer: Caller, player: Caller, match: str) -> None:
    answer = player.tell(match, LEAD)
    assert answer["events"][0]["recorded_by"].startswith("player:")
    assert answer["view"]["hands"] == [[c for c in TWO[LEADER] if c != "2C"] if s == LEADER else None for s in (0, 1)]
    rival = 1 - LEADER
    card = organizer.get(f"/v1/matches/{match}/legal").json()["events"][0]
    problem = refusal_of(player.say(match, card), 403, "forbidden")
    assert str(LEADER) in problem["detail"]
    version = organizer.version(match)
    for event in (
        {"type": "deal"},
        {"type": "note", "text": "x"},
        {"type": "redeal", "reason": "x"},
        {"type": "count", "figures": {"points": [13, 13]}},
        {"type": "reveal", "seat": LEADER, "cards": []},
        {"type": "sanction", "seat": rival, "card": "black", "reason": "x"},
        {"type": "retract", "to": 1, "reason": "x"},
        {"type": "ruling", "claim": "c1", "upheld": True, "reason": "x"},
        {"type": "confirm", "side": LEADER, "hand": 1},
        {"type": "withdraw", "seat": rival, "reason": "x"},
        {"type": "claim", "by": rival, "against": LEADER, "kind": "revoke", "at": 3},
        [{"type": "claim", "by": LEADER, "against": rival, "kind": "revoke", "at": 3}, {"type": "note", "text": "x"}],
    ):
        refusal_of(player.say(match, event), 403, "forbidden")
    assert organizer.version(match) == version


def test_what_a_player_says_out_of_shape_is_malformed(player: Caller, match: str) -> None:
    refusal_of(player.say(match, {"type": "play", "seat": str(LEADER), "card": "2C"}), 400, "malformed")
    refusal_of(player.say(match, {"type": "play", "seat": LEADER, "card": "1O"}), 422, "not-in-this-game")
    refusal_of(player.say(match, []), 400, "malformed")


def test_a_field_that_comes_twice_is_malformed_so_that_no_two_readers_differ(player: Caller, match: str) -> None:
    body = b'{"type":"play","seat":%d,"card":"2C","seat":%d}' % (LEADER, 1 - LEADER)
    answer = player.post(f"/v1/matches/{match}/events", content=body, headers={"Content-Type": "application/json"})
    refusal_of(answer, 400, "malformed")


def test_where_a_referee_records_a_player_only_claims(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2)
    organizer.tell(match, [DEAL, LEAD])
    player = organizer.bearer("player", match=match, seat=1 - LEADER)
    card = public.get(f"/v1/matches/{match}/legal", headers=player).json()["events"][0]
    problem = refusal_of(public.say(match, card, **player), 403, "forbidden")
    assert "player_input" in problem["detail"]
    claim = {"type": "claim", "by": 1 - LEADER, "against": LEADER, "kind": "revoke", "at": 3}
    assert public.tell(match, claim, **player)["view"]["claims"][0]["by"] == 1 - LEADER
    refusal_of(public.say(organizer.open(), claim, **player), 403, "forbidden")


def test_partners_claim_for_their_side_and_see_one_hand(organizer: Caller, public: Caller) -> None:
    match = organizer.open("guinote", 4, player_input=True)
    organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})
    player = organizer.bearer("player", match=match, seat=1)
    hands = public.get(f"/v1/matches/{match}", headers=player).json()["hands"]
    assert [hand is not None for hand in hands] == [False, True, False, False]
    card = public.get(f"/v1/matches/{match}/legal", headers=player).json()["events"][0]
    version = public.tell(match, card, **player)["version"]
    claim = {"type": "claim", "by": 3, "against": 2, "kind": "renuncio", "at": version}
    refusal_of(public.say(match, claim, **player), 409, "impossible")
    refusal_of(public.say(match, {**claim, "by": 0, "against": 1}, **player), 403, "forbidden")


def test_what_only_a_referee_vouches_for_is_no_players_word(organizer: Caller, public: Caller) -> None:
    match = organizer.open("corona", 2, first_dealer=None, player_input=True)
    view = organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})["view"]
    seat = view["turn"]
    player = organizer.bearer("player", match=match, seat=seat)
    hands = public.get(f"/v1/matches/{match}", headers=player).json()["hands"]
    assert hands == [hand if at == seat else None for at, hand in enumerate(view["hands"])]
    public.tell(match, {"type": "income", "seat": seat}, **player)
    hire = {"type": "hire", "seat": seat, "card": view["hands"][seat][-1], "observed": True}
    assert "observed" in refusal_of(public.say(match, hire, **player), 403, "forbidden")["detail"]


def test_sides_confirm_where_the_match_was_opened_so(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides")
    player = organizer.bearer("player", match=match, seat=1)
    refusal_of(public.say(match, {"type": "confirm", "side": 0, "hand": 1}, **player), 403, "forbidden")
    refusal_of(public.say(match, {"type": "confirm", "side": 1, "hand": 1, "version": 1}, **player), 409, "impossible")


def test_a_referee_writes_and_sees_hands_in_scope_only(organizer: Caller, public: Caller) -> None:
    mine, other = organizer.open(), organizer.open()
    header = organizer.bearer("referee", match=mine)
    for match, hands in ((mine, TWO), (other, [None, None])):
        organizer.tell(match, DEAL)
        assert public.get(f"/v1/matches/{match}", headers=header).json()["hands"] == hands
    public.tell(mine, {"type": "note", "text": "x"}, **header)
    problem = refusal_of(public.say(other, {"type": "note", "text": "x"}, **header), 403, "forbidden")
    assert mine in problem["detail"]
    refusal_of(public.post("/v1/matches", json={}, headers=header), 403, "forbidden")
