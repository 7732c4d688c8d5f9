"""Legal events of any game can be recorded by touch: whole random matches, from the opening to the result."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from referee.match.registry import ruleset, rulesets
from tests.browser.tablet import Tablet
from tests.support.by_legal import fill, pick
from tests.support.service import TOKEN, Caller, Running

Json = dict[str, Any]
SHORT: dict[str, Json] = {
    "hearts.castillar": {"limit": 50, "rounds": 2},
    "hearts.yppedia": {"closing_score": 40},
    "casino.classic": {"target": 8},
    "casino.royal": {"target": 8},
    "casino.spades": {"target": 20},
    "casino.draw": {"target": 8},
    "escoba": {"target": 5},
    "scopa": {"target": 5},
    "scopone": {"target": 5},
}
"""House rules under which a match does not take all night."""
TABLES = [(name, seats) for name, rules in sorted(rulesets().items()) for seats in rules.seats]
FIGURES = 0.1
TRIES = 400
ORDERED = frozenset({"attack", "recover"})
"""The events with cards that stay in the declared order."""
LONGEST = 3_000


@pytest.mark.parametrize("hands", ["unseen", "known"])
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_a_whole_match_by_touch(
    running: Running, organizer: Caller, context: BrowserContext, name: str, seats: int, hands: str
) -> None:
    rng = Random(f"{name} {seats} {hands}")
    match = organizer.open(name, seats, params=SHORT.get(name, {}), **dealer(name))
    tablet = Tablet(context.new_page(), running.url, match, TOKEN)
    for _ in range(LONGEST):
        event = coming(rng, organizer, match, name, unseen=hands == "unseen")
        if event is None:
            break
        tablet.record(event)
    view = organizer.get(f"/v1/matches/{match}").json()
    assert view["status"] == "finished"
    assert tablet.faults == []


def dealer(name: str) -> Json:
    """The first dealer, if the choice is not left to the players."""
    return {"first_dealer": None} if name == "corona" else {}


def coming(rng: Random, caller: Caller, match: str, name: str, unseen: bool) -> Json | None:
    """One of the events that may come next, with all its choices made; None once the match is over."""
    legal = caller.get(f"/v1/matches/{match}/legal").json()["events"]
    choices = [entry for entry in legal if entry["type"] != "deal" or bool(entry.get("shuffle")) != unseen]
    if name == "corona" and not unseen:
        choices = [entry for entry in choices if entry["type"] != "start"]
    if not choices:
        return None
    entry = pick(rng, choices, FIGURES)
    if "choose" not in entry:
        return dict(entry)
    pack = ruleset(name).pack.names
    for _ in range(TRIES):
        event = canonical(fill(rng, entry, pack), pack)
        answer = caller.post(f"/v1/matches/{match}/events", params={"dry_run": "true"}, json=event)
        if answer.status_code == 200:
            return event
    raise AssertionError(f"no way was found to fill in {entry}")


def canonical(event: Json, pack: Sequence[str]) -> Json:
    """The event with its cards in the order of the pack, if their order means nothing."""
    sets = {"table", "cards"} if event["type"] not in ORDERED else set()
    return {
        name: sorted(value, key=pack.index) if name in sets and value is not None else value
        for name, value in event.items()
    }
