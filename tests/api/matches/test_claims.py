"""A dispute over HTTP: the record of a claim as JSON and as a page, for the referee and for the public."""

import pytest

from tests.support.hands import TWO, holder
from tests.support.records import replay_record
from tests.support.service import Caller, refusal_of

LEADER = holder(TWO)
OTHER = 1 - LEADER


@pytest.fixture
def coto(organizer: Caller) -> str:
    """The demo's coto, with a renuncio that a later card proved."""
    return replay_record(organizer, "guinote-coto")


def test_a_dispute_tells_the_move_the_rule_the_proof_and_the_stake(organizer: Caller, coto: str) -> None:
    record = organizer.get(f"/v1/matches/{coto}/claims/c1").json()
    dispute = record["dispute"]
    assert record["seats"][dispute["claim"]["against"]]["name"] == "Carmen"
    assert (dispute["claim"]["status"], dispute["claim"]["kind"]) == ("upheld", "renuncio")
    assert dispute["move"] == {"type": "play", "seat": 2, "card": "2E"}
    proofs = [finding for finding in dispute["findings"] if finding["status"] == "proven"]
    assert [(finding["rule"], finding["evidence"]["cards"]) for finding in proofs] == [
        ("guinote.arrastre-follow", ["7O"])
    ]
    assert "7O" in dispute["held"]["cards"]
    wins, losses = (dispute[side]["score"]["partidas"] for side in ("score_with", "score_without"))
    assert wins[1] == losses[1] + 1


@pytest.mark.parametrize("accept", ["text/html", "text/html,application/xhtml+xml,*/*;q=0.8"])
def test_a_page_for_the_table(organizer: Caller, coto: str, accept: str) -> None:
    headers = {"Accept": accept, "Accept-Language": "es"}
    answer = organizer.get(f"/v1/matches/{coto}/claims/c1", headers=headers)
    assert answer.headers["content-type"].startswith("text/html")
    assert '<html lang="es">' in answer.text
    for words in ("ACEPTADA", "Ángel reclama contra Carmen", "2 de espadas", "7 de oros", "guinote.arrastre-follow"):
        assert words in answer.text
    for words in ("triunfo espadas", "caballo de oros (Jesús)", "Pilar + Carmen – Jesús + Ángel", "el encuentro sigue"):
        assert words in answer.text
    english = organizer.get(f"/v1/matches/{coto}/claims/c1?format=html", headers={"Accept-Language": "en"}).text
    assert "UPHELD" in english


def test_names_on_the_page_are_escaped(organizer: Caller) -> None:
    match = organizer.open(seats=2)
    body = {"ruleset": "hearts.castillar", "seats": [{"name": "<b>A</b>"}, {"name": "B"}], "first_dealer": 0}
    match = organizer.post("/v1/matches", json=body).json()["id"]
    organizer.tell(match, [{"type": "deal"}, {"type": "play", "seat": 0, "card": "2C"}])
    organizer.tell(match, {"type": "play", "seat": 1, "card": "9D"})
    organizer.tell(match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4})
    page = organizer.get(f"/v1/matches/{match}/claims/c1?format=html").text
    assert "<b>A</b>" not in page
    assert "&lt;b&gt;A&lt;/b&gt;" in page
    assert "PENDING" in page


def test_the_public_learns_no_card_of_a_hand_in_progress(organizer: Caller, public: Caller) -> None:
    match = organizer.open(seats=2)
    organizer.tell(match, {"type": "deal", "hands": TWO})
    wrong = next(card for card in TWO[OTHER] if card[1] == "D")
    organizer.tell(match, {"type": "play", "seat": LEADER, "card": "2C"})
    organizer.tell(match, {"type": "play", "seat": OTHER, "card": wrong})
    organizer.tell(match, {"type": "claim", "by": LEADER, "against": OTHER, "kind": "revoke", "at": 4})
    url = f"/v1/matches/{match}/claims/c1"
    assert set(organizer.get(url).json()["dispute"]["held"]["cards"]) == set(TWO[OTHER])
    text = public.get(url).text + public.get(url + "?format=html").text
    unseen = {card for hand in TWO for card in hand} - {"2C", wrong}
    assert not [card for card in unseen if f'"{card}"' in text]


def test_there_is_no_such_claim(public: Caller, organizer: Caller) -> None:
    match = organizer.open()
    refusal_of(public.get(f"/v1/matches/{match}/claims/c1"), 404, "not-found")
    refusal_of(public.get(f"/v1/matches/{match}/claims/c1?format=pdf"), 400, "malformed")


CASINO = [
    {"type": "deal", "table": ["7C", "3C", "KC", "KD"]},
    {"type": "build", "seat": 0, "card": "2C", "cards": ["7C"], "value": 9},
    {"type": "claim", "by": 1, "against": 0, "kind": "improper-build", "at": 3},
    {"type": "take", "seat": 1, "card": "9D", "cards": [], "builds": ["b1"]},
    {"type": "build", "seat": 0, "card": "4C", "cards": ["3C"], "value": 8},
    {"type": "claim", "by": 1, "against": 0, "kind": "improper-build", "at": 6},
    {"type": "trail", "seat": 1, "card": "JD"},
    {"type": "trail", "seat": 0, "card": "QC"},
    {"type": "raise", "seat": 1, "card": "AC", "build": "b2", "value": 9},
    {"type": "duplicate", "seat": 0, "card": "9H", "cards": [], "build": "b2"},
    {"type": "claim", "by": 1, "against": 0, "kind": "improper-build", "at": 11},
    {"type": "trail", "seat": 1, "card": "JH"},
    {"type": "claim", "by": 0, "against": 1, "kind": "improper-build", "at": 10},
]
"""Builds of unseen hands: one that held, one with a wrong sum, one with the last card, one that lacked its card."""
TOLD = {
    ("c1", "es"): ("construye 9 con 2 de tréboles y 7 de tréboles", "RECHAZADA"),
    ("c1", "en"): ("builds 9 with 2 of clubs and 7 of clubs", "REJECTED"),
    ("c2", "es"): ("construye 8 con 4 de tréboles y 3 de tréboles", "Está a la vista en la mesa."),
    ("c2", "en"): ("builds 8 with 4 of clubs and 3 of clubs", "The table shows it."),
    ("c3", "es"): ("duplica b2 con 9 de corazones", "No le quedaba ninguna carta en la mano."),
    ("c3", "en"): ("duplicates b2 with 9 of hearts", "No card was left in the hand."),
    ("c4", "es"): ("aumenta b2 a 9 con as de tréboles", "la mano se vio entera y no tenía lo que se dijo"),
    ("c4", "en"): ("raises b2 to 9 with ace of clubs", "the whole hand was seen, and did not hold what was said"),
}


@pytest.mark.parametrize(("claim", "language"), TOLD)
def test_a_casino_play_is_told_as_what_it_was(organizer: Caller, claim: str, language: str) -> None:
    body = {"ruleset": "casino.classic", "seats": [{"name": "Ana"}, {"name": "Beto"}], "first_dealer": 1}
    match = organizer.post("/v1/matches", json=body).json()["id"]
    organizer.tell(match, CASINO)
    page = organizer.get(f"/v1/matches/{match}/claims/{claim}?format=html", headers={"Accept-Language": language}).text
    kind = {"es": "construcción inadecuada", "en": "improper build"}[language]
    for words in (*TOLD[claim, language], kind):
        assert words in page
    assert "improper-build, " not in page
