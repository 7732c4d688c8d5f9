"""Hands entered by their figures, over HTTP: the roles that may, the refusals, and the answers to readers and contests."""

from typing import Any

import msgspec
import pytest

from referee.match.registry import rulesets
from tests.api.contests.test_fixture_matches import open_fixture
from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

ROUND = {"type": "count", "figures": {"points": [10, 16]}}
MIXED: list[dict[str, Any]] = [
    {"type": "deal", "shuffle": True, "seed": "azar"},
    {"type": "count", "figures": {"points": [10, 16]}},
    {"type": "count", "figures": {"points": [26, 0]}},
    {"type": "count", "figures": {"points": [13, 13]}},
    {"type": "count", "figures": {"points": [5, 21]}},
]


def test_a_match_told_by_its_figures_alone_is_a_match_like_any_other(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    [fixture] = contest.fixtures()
    match = open_fixture(organizer, fixture)
    answer = organizer.tell(match, MIXED)
    view = answer["view"]
    assert (view["status"], view["score"]["totals"], view["score"]["stars"]) == ("finished", [28, 76], [1, 0])
    assert [hand["counted"] for hand in view["score"]["hands"]] == [True] * 4
    assert contest.fixture("Ana", "Beto")["state"] == "played"
    assert contest.fixture("Ana", "Beto")["result"]["stars"] == [1, 0]
    audit = organizer.get(f"/v1/matches/{match}/audit").json()
    assert [sheet["counted"] for sheet in audit["hands"]] == [True] * 4
    assert (audit["differences"], audit["chain"]["intact"]) == ([], True)
    steps = organizer.get(f"/v1/matches/{match}/replay").json()
    assert [step["event"]["type"] for step in steps["steps"]] == ["open", *[event["type"] for event in MIXED]]


def test_whoever_may_deal_may_count(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2, player_input=True)
    player = organizer.bearer("player", match=match, seat=0)
    for role, header, status in (
        ("referee", organizer.bearer("referee"), 201),
        ("organizer", organizer.bearer("organizer"), 201),
        ("auditor", organizer.bearer("auditor"), 403),
        ("player", player, 403),
    ):
        assert public.say(match, ROUND, **header).status_code == status, role
    refusal_of(public.say(match, ROUND), 401, "unauthenticated")


def test_what_can_be_chosen_is_told_to_readers_without_the_hidden_cards(organizer: Caller, public: Caller) -> None:
    match = organizer.open("hearts.castillar", 2)
    organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "azar"})
    for caller in (organizer, public):
        [option] = [e for e in caller.get(f"/v1/matches/{match}/legal").json()["events"] if e["type"] == "count"]
        points = option["choose"]["figures"]["points"]
        assert (points["kind"], points["per"], points["min"], points["sum"]) == ("numbers", "seat", [0, 0], 26)


@pytest.mark.parametrize(
    ("figures", "status", "code", "path"),
    [
        ({"points": [10, 10]}, 409, "impossible", "$.figures.points"),
        ({"points": [26, 27]}, 409, "impossible", "$.figures.points[1]"),
        ({"points": [26]}, 400, "malformed", "$.figures.points"),
        ({"points": [26, "0"]}, 400, "malformed", "$.figures.points[1]"),
        ({"points": [26, 0], "stars": [1, 0]}, 400, "malformed", "$.figures"),
    ],
)
def test_the_refusal_names_the_figure(
    organizer: Caller, figures: dict[str, Any], status: int, code: str, path: str
) -> None:
    match = organizer.open("hearts.castillar", 2)
    problem = refusal_of(organizer.say(match, {"type": "count", "figures": figures}), status, code)
    assert [error["path"] for error in problem["errors"]] == [path]
    assert organizer.version(match) == 1


def test_two_keys_hold_for_a_counted_hand(organizer: Caller) -> None:
    match = organizer.open("hearts.castillar", 2, confirm="sides")
    assert organizer.tell(match, ROUND)["view"]["phase"] == "confirm"
    problem = refusal_of(organizer.say(match, ROUND), 409, "irregular")
    assert problem["rule"] == "confirm.sides"


def test_a_counted_hand_is_taken_back_exported_and_imported(organizer: Caller) -> None:
    match = organizer.open("hearts.castillar", 2)
    organizer.tell(match, ROUND)
    view = organizer.tell(match, {"type": "retract", "to": 1, "reason": "otra mesa"})["view"]
    assert (view["score"]["totals"], view["score"]["hands"]) == ([0, 0], [])
    organizer.tell(match, ROUND)
    lines = organizer.get(f"/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"}).text.splitlines()
    assert [msgspec.json.decode(line)["type"] for line in lines] == ["open", "count", "retract", "count"]


def test_every_ruleset_that_counts_hands_says_so_in_its_rulebook(organizer: Caller) -> None:
    for name, rules in rulesets().items():
        if not rules.game.reading.figures:
            continue
        book = organizer.get(f"/v1/rulesets/{name}").json()
        assert "count" in str(book["events"])
        assert "count.figures" in [clause["code"] for clause in book["clauses"]]
