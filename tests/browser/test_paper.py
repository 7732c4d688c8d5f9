"""What is printed: pages of paper as Chromium makes them, what is read on them, and where their QR codes lead."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from tests.support.organizing import Contest
from tests.support.paper import POINTS, printed
from tests.support.service import Caller, Running

Json = dict[str, Any]
RECORDS = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"
LONG = ("María del Pilar Fernández de Córdoba y Ruiz", "José Antonio Bartolomé Ibáñez de Aldecoa")
REVOKE: list[Json] = [
    {"type": "deal"},
    {"type": "play", "seat": 0, "card": "2C"},
    {"type": "play", "seat": 1, "card": "9D"},
    {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4},
    {"type": "ruling", "claim": "c1", "upheld": True, "reason": "se vio la carta, y los dos lo dicen"},
]
BUILD: list[Json] = [
    {"type": "deal", "table": ["7C", "3C", "KC", "KD"]},
    {"type": "build", "seat": 0, "card": "2C", "cards": ["7C"], "value": 9},
    {"type": "claim", "by": 1, "against": 0, "kind": "improper-build", "at": 3},
]


def coto(organizer: Caller) -> str:
    """The demonstration's coto, with a renuncio that a later card proved."""
    lines = (RECORDS / "guinote-coto.match.jsonl").read_text(encoding="utf-8").splitlines()
    opening, *events = map(json.loads, lines)
    asked = {key: opening[key] for key in ("ruleset", "params", "seats", "enforcement", "first_dealer")}
    match = str(organizer.post("/v1/matches", json=asked).json()["id"])
    organizer.told(match, events)
    return match


def revoke(organizer: Caller) -> str:
    """A revoke in a match of a championship, at a table with a name, between people with long ones."""
    contest = Contest(organizer, *LONG)
    fixture = contest.fixtures()[0]["id"]
    body = {"fixture": fixture, "table": "Mesa del rincón", "first_dealer": 0}
    match = str(organizer.post("/v1/matches", json=body).json()["id"])
    organizer.told(match, REVOKE)
    return match


def build(organizer: Caller) -> str:
    """A build of a hand that nobody saw, still to be ruled on."""
    seats = [{"name": name} for name in LONG]
    body = {"ruleset": "casino.classic", "seats": seats, "first_dealer": 1}
    match = str(organizer.post("/v1/matches", json=body).json()["id"])
    organizer.told(match, BUILD)
    return match


REPORTS = {
    coto: ("Guiñote", "baza", "triunfo espadas", "ACEPTADA"),
    revoke: ("Fiestas", "Mesa del rincón", "1, baza 1", *LONG, "se vio la carta"),
    build: ("Casino", "PENDIENTE", *LONG),
}


@pytest.mark.parametrize("paper", POINTS)
@pytest.mark.parametrize("made", REPORTS, ids=lambda made: made.__name__)
def test_the_report_of_a_dispute_is_one_page_with_its_signatures(
    running: Running, organizer: Caller, context: BrowserContext, made: Any, paper: str
) -> None:
    match = made(organizer)
    dispute = organizer.get(f"/v1/matches/{match}/claims/c1").json()["dispute"]
    page = context.new_page()
    page.goto(f"{running.url}/v1/matches/{match}/claims/c1?format=html")
    sheet = printed(page, paper)
    assert len(sheet) == 1
    assert sheet.sizes() == {POINTS[paper]}
    text = sheet.text(0)
    for words in ("Árbitro", "Quien reclama:", "Quien responde:", "Fecha", match, *REPORTS[made]):
        assert words in text
    # The rules that the move raised, and no other; where it raised none, those that it was held against.
    rules = {finding["rule"]: finding["status"] for finding in dispute["findings"]}
    raised = {rule for rule, status in rules.items() if status != "kept"} or set(rules)
    assert {rule for rule in rules if rule in text} == raised
    at = dispute["claim"]["at"]
    before = organizer.get(f"/v1/matches/{match}", params={"at": at - 1}).json()
    tricks = before["table"].get("tricks_taken")
    assert f"Mano {before['hand']}{'' if tricks is None else f', baza {sum(tricks) + 1}'} " in text
    assert sheet.codes(0) == [f"{running.url}/replay/{match}?step={at}"]
