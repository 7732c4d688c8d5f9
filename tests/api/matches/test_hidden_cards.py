"""Matches played over HTTP: no route of a match names a card that its reader has not seen."""

import json
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute

from api import compose
from tests.properties.test_leaks import NAME
from tests.support.application import create_app
from tests.support.service import Caller
from tests.support.watched import PARAMS, WatchedRun, watch_match

TABLES = [
    ("hearts.castillar", 4),
    ("hearts.yppedia", 4),
    ("guinote", 4),
    ("guinote", 2),
    ("casino.royal", 3),
    ("escoba", 3),
    ("corona", 2),
]
MATCHES = 2
"""The number of matches of each table."""


@pytest.fixture(scope="module")
def reads(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Every path of the application that reads a part of one match. Lists of possible next moves are left out, and so is the
    rulebook, as its clauses name cards.
    """
    services = compose.open_services(str(tmp_path_factory.mktemp("routes") / "routes.sqlite"))
    app = create_app(services)
    compose.close(services)
    paths = [
        route.path.replace(":str}", "}")
        for route in app.routes
        if isinstance(route, HTTPRoute) and "GET" in route.methods
    ]
    reads_of_matches = [path for path in paths if "{match_id}" in path and not path.endswith(("/legal", "/rulebook"))]
    assert "/v1/matches/{match_id}/audit" in reads_of_matches
    return reads_of_matches


def play_on_service(organizer: Caller, run: WatchedRun) -> str:
    """The same match on the service, by the same events."""
    opening = run.match.opening
    more: dict[str, Any] = {"first_dealer": opening.first_dealer, "params": PARAMS.get(opening.ruleset, {})}
    match = organizer.open(opening.ruleset, run.game.seats, player_input=True, **more)
    for event in run.said:
        organizer.tell(match, event, Prefer="return=minimal")
    return match


def ask_all_forms(client: Caller, path: str, match: str, run: WatchedRun, headers: dict[str, str]) -> str:
    """All answers of a route, in every form that it has."""
    claims = [claim.claim for claim in run.match.ledger.claims] if "{claim}" in path else [""]
    queries = ["once=true", *(f"once=true&claim={claim.claim}:upheld" for claim in run.match.ledger.claims)]
    forms = [{}, {"Accept": "application/x-ndjson"}, {"Accept": "text/html"}]
    texts: list[str] = []
    for claim in claims:
        for query in queries:
            address = f"{path.format(match_id=match, claim=claim)}?{query}"
            answers = [client.get(address, headers=headers | form) for form in forms]
            texts += map(without_lists, answers)
    return "\n".join(texts)


def without_lists(answer: httpx.Response) -> str:
    """An answer without the lists of possible next moves, as any card may stand in them."""
    media = answer.headers["content-type"]
    if media.startswith("image/"):
        # A picture is drawn from the preview. The head of each page has its words, which are tested too.
        return ""
    if not media.startswith("application/json"):
        return answer.text
    body = answer.json()
    for step in body.get("steps", ()):
        step.pop("legal", None)
    return json.dumps(body, ensure_ascii=False)


def legend(run: WatchedRun) -> set[str]:
    """The cards that the game's own explanations name."""
    text = run.match.game.reading.legend
    return set(NAME.findall(text.es + text.en)) if text else set()


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
def test_no_route_names_a_card_that_its_reader_has_not_seen(
    organizer: Caller, public: Caller, reads: list[str], ruleset: str, seats: int
) -> None:
    runs = (watch_match(ruleset, seats, f"http {seed}") for seed in range(50))
    for run in [run for run in runs if run.is_hidden() and len(run.said) > 6][:MATCHES]:
        match = play_on_service(organizer, run)
        cards_by_words = {run.match.rules.pack.in_words(card, "es"): card for card in run.match.rules.pack.names}
        for reader in (None, *range(seats)):
            headers = {} if reader is None else organizer.bearer("player", match=match, seat=reader)
            unseen = run.names_unseen(reader)
            for path in reads:
                text = ask_all_forms(public, path, match, run, headers)
                cards = unseen & ({*NAME.findall(text)} - legend(run))
                cards |= {card for words, card in cards_by_words.items() if words in text and card in unseen}
                assert not cards, f"{path} tells reader {reader} of {sorted(cards)}"


def test_what_a_player_is_told_after_an_append_names_no_card_of_another(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 4, player_input=True)
    view = organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})["view"]
    for seat, hand in enumerate(view["hands"]):
        header = organizer.bearer("player", match=match, seat=seat)
        passing = {"type": "pass", "seat": seat, "cards": hand[:3]}
        stale = public.say(match, passing, **header, **{"If-Match": '"1"'})
        assert stale.json()["code"] == "conflict"
        response = public.say(match, passing, **header)
        assert response.status_code == 201
        now = organizer.get(f"/v1/matches/{match}").json()["hands"]
        others = {card for other, cards in enumerate(now) if other != seat for card in cards} - set(passing["cards"])
        for answer in (stale, response):
            assert not others & set(NAME.findall(answer.text))
            assert answer.text.count('"hash":null') == len(answer.json().get("since") or answer.json()["events"])
