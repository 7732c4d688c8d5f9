"""A new game is added as one folder, and every part of the service has it without an edit.

The toy is found by a service, by commands and by test runs that start with it on their path. Nothing else refers to it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import validator_for

from referee.cards import FRENCH
from referee.match.terms.house import CONFIRM_SIDES
from tests.support.organizing import Contest
from tests.support.service import Caller, Running, refusal_of, start
from tests.support.toy_game import RULESET, WITH_TOY

HANDS = (("3C", "9C", "KC"), ("2D", "JD", "AD"))
HASTE = {"type": "deal", "hands": HANDS}
"""Seat 0 holds 3C, 9C and KC: to lay 9C first is haste, and 3C comes later to prove it."""
PLAYS = [(0, "9C"), (1, "2D"), (0, "3C"), (1, "JD"), (1, "AD"), (0, "KC")]
ROOT = Path(__file__).parents[3]
EVERY_GAME = [
    *(f"tests/properties/test_{name}.py" for name in ("every_game", "leaks", "still", "busiest")),
    "tests/rules/test_registry.py",
    "tests/architecture/test_architecture.py",
    "tests/architecture/test_games_are_asked.py",
]
"""The tests that run for every ruleset that is found."""
SHARED = "share_a_tag"
"""The name of the test that compares every two games."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that starts with one more game."""
    with start(tmp_path_factory.mktemp("toy"), **WITH_TOY) as service:
        yield service


def command(*arguments: object, database: Path | None = None, status: int = 0, **environment: str) -> str:
    """The output of a command of the command line."""
    settings = {"REFEREE_DATABASE": str(database)} if database else {}
    process = subprocess.run(
        [sys.executable, "-m", "api.cli", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | WITH_TOY | settings | {"COLUMNS": "120", "LANG": "en_GB.UTF-8", "LC_ALL": ""} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == status, process.stdout + process.stderr
    return process.stdout


def plays(cards: list[tuple[int, str]]) -> list[dict[str, Any]]:
    return [{"type": "play", "seat": seat, "card": card} for seat, card in cards]


@pytest.fixture
def match(organizer: Caller) -> str:
    """A match that was recorded to its end, with a haste in it and a claim on the haste."""
    match = organizer.open(RULESET, params={"hands": 1}, first_dealer=None)
    organizer.tell(match, [{"type": "deal"}, *plays(PLAYS[:2])])
    organizer.tell(match, {"type": "claim", "by": 1, "against": 0, "kind": "haste", "at": 3})
    organizer.tell(match, plays(PLAYS[2:]))
    return match


def test_without_it_nobody_knows_it(tmp_path: Path) -> None:
    assert RULESET not in command("openapi", PYTHONPATH="")


def test_it_is_published(public: Caller) -> None:
    assert RULESET in {rules["id"] for rules in public.get("/v1/rulesets").json()["items"]}
    book = public.get(f"/v1/rulesets/{RULESET}").json()
    assert {"acehigh.duel", "acehigh.low-first", CONFIRM_SIDES.code} <= {clause["code"] for clause in book["clauses"]}
    assert list(book["claims"]) == ["haste"]
    page = public.get(f"/v1/rulesets/{RULESET}", headers={"Accept-Language": "es"})
    assert "As alto" in page.text


def test_it_is_documented(public: Caller) -> None:
    document = public.get("/v1/openapi.json").json()
    schemas = document["components"]["schemas"]
    assert {"AceHighParams", "AceHighTable", "AceHighScore", "DuelWonFact"} <= schemas.keys()
    assert "haste" in schemas["ClaimEvent"]["properties"]["kind"]["enum"]
    assert f"In `{RULESET}`." in schemas["DuelWonFact"]["description"]
    view = schemas[schemas["MatchView"]["discriminator"]["mapping"][RULESET].rpartition("/")[2]]
    for field in ("params", "table", "score"):
        assert f"AceHigh{field.capitalize()}" in json.dumps(view)
    names = {part.split('"')[0] for part in json.dumps(document).split("#/components/schemas/")[1:]}
    assert names <= schemas.keys()


def test_the_document_holds_for_it(public: Caller, match: str) -> None:
    """The answers about a match of the toy fit the schemas of the document."""
    components = public.get("/v1/openapi.json").json()["components"]
    view = public.get(f"/v1/matches/{match}").json()
    book = public.get(f"/v1/rulesets/{RULESET}").json()
    page = public.get(f"/v1/matches/{match}/events").json()
    for name, answer in {"MatchView": view, "Rulebook": book, "EventPage": page}.items():
        schema = {"$ref": f"#/components/schemas/{name}", "components": components}
        flaws = [(error.message, error.instance_path) for error in validator_for(schema).iter_errors(answer)]
        assert flaws == [], name
    for item in page["items"][1:]:
        event = {
            key: value
            for key, value in item.items()
            if key not in {*components["schemas"]["Stored"]["required"], "facts"}
        }
        schema = {"$ref": "#/components/schemas/AnyEvent", "components": components}
        assert validator_for(schema).is_valid(event), event


def test_it_is_judged_as_recorded(organizer: Caller, match: str) -> None:
    view = organizer.get(f"/v1/matches/{match}").json()
    assert (view["status"], view["score"]["totals"]) == ("finished", [1, 2])
    [infraction] = view["infractions"]
    assert (infraction["code"], infraction["seat"], infraction["version"], infraction["proven_at"]) == (
        "acehigh.low-first",
        0,
        3,
        6,
    )
    assert infraction["evidence"] == {"how": "shown", "cards": ["3C"]}
    assert view["claims"][0]["status"] == "upheld"


def test_it_is_judged_strictly(organizer: Caller) -> None:
    match = organizer.open(RULESET, enforcement="strict", first_dealer=None)
    organizer.tell(match, HASTE)
    problem = refusal_of(organizer.say(match, plays(PLAYS)[0]), 409, "irregular")
    assert (problem["rule"], problem["seat"]) == ("acehigh.low-first", 0)
    assert problem["alternatives"] == plays([(0, "3C")])
    assert organizer.get(f"/v1/matches/{match}/legal").json()["events"] == plays([(0, "3C")])
    refusal_of(organizer.say(match, {"type": "play", "seat": 0, "card": "1O"}), 422, "not-in-this-game")
    refusal_of(
        organizer.say(match, {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 2}),
        422,
        "not-in-this-game",
    )


def test_no_hand_of_it_is_shown_to_others(organizer: Caller, public: Caller) -> None:
    match = organizer.open(RULESET, first_dealer=None)
    organizer.tell(match, HASTE)
    hidden = {card for hand in HANDS for card in hand}
    for path in ("", "/events"):
        response = public.get(f"/v1/matches/{match}{path}")
        assert response.status_code == 200, response.text
        assert not hidden & {*response.text.split('"')}
    legal = public.get(f"/v1/matches/{match}/legal").json()["events"]
    assert len(legal) == FRENCH.size, "any card that the public has not seen"


def test_a_dispute_in_it_can_be_followed(organizer: Caller, match: str) -> None:
    dispute = organizer.get(f"/v1/matches/{match}/claims/c1").json()["dispute"]
    assert [finding["rule"] for finding in dispute["findings"]] == ["acehigh.low-first"]
    for language, words in (("es", ("prisa", "menor a mayor")), ("en", ("haste", "low to high"))):
        page = organizer.get(f"/v1/matches/{match}/claims/c1?format=html", headers={"Accept-Language": language})
        assert page.status_code == 200
        assert all(word in page.text for word in words), page.text


def test_it_is_audited_and_replayed(organizer: Caller, match: str) -> None:
    audit = organizer.get(f"/v1/matches/{match}/audit").json()
    assert audit["chain"]["intact"]
    assert audit["differences"] == []
    [hand] = audit["hands"]
    assert hand["points"] == [1, 2]
    steps = organizer.get(f"/v1/matches/{match}/replay").json()["steps"]
    assert [step["version"] for step in steps] == [*range(1, 10)]


def test_a_league_of_it_is_drawn_told_and_played(organizer: Caller) -> None:
    names = ("Ana", "Beto", "Carla")
    contest = Contest(organizer, *names, ruleset=RULESET, format="league", entrants=list(names))
    contest.report({"Ana": 2, "Beto": 1})
    fixture = contest.fixture("Ana", "Carla")
    response = organizer.post("/v1/matches", json={"fixture": fixture["id"]})
    assert response.status_code == 201, response.text
    organizer.tell(response.json()["id"], [HASTE, *plays(PLAYS)])
    contest.report({"Beto": 3, "Carla": 0})
    assert contest.view()["phase"] == "finished"
    assert {row[1] for row in contest.rows("ptos")} == {*names}
    assert contest.rows("ptos")[0][1:] in {("Ana", 1), ("Beto", 1), ("Carla", 1)}
    for path in (f"contests/{contest.id}/standings", f"contests/{contest.id}/fixtures", f"contests/{contest.id}"):
        for language in ("es", "en"):
            assert organizer.get(f"/v1/{path}", headers={"Accept-Language": language}).status_code == 200
    page = organizer.get(f"/v1/contests/{contest.id}/standings?format=html")
    assert "Carla" in page.text


def test_what_it_counts_in_contests_is_told_shown_and_parts_equal_totals(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", ruleset=RULESET, format="single", entrants=["Ana", "Beto"])
    refusal_of(contest.tell({"Ana": 3, "Beto": 3}, stars=[1, 0]), 422, "not-in-this-game")
    refusal_of(contest.tell({"Ana": 3, "Beto": 3}, sweeps=[1]), 422, "inconsistent")
    fixture_after = contest.report({"Ana": 3, "Beto": 3}, sweeps=[0, 1])
    assert fixture_after["result"]["sweeps"] == [0, 1]
    rows = organizer.get(f"/v1/contests/{contest.id}/standings").json()["rows"]
    assert [(row["player"]["name"], row["sweeps"], row["decided_by"]) for row in rows] == [
        ("Beto", 1, "sweeps"),
        ("Ana", 0, "sweeps"),
    ]
    assert not {"stars", "rounds_won"} & {*rows[0]}
    files = {
        kind: organizer.get(f"/v1/contests/{contest.id}/{kind}", headers={"Accept": "text/csv"}).text
        for kind in ("standings", "fixtures")
    }
    assert all("sweeps" in text.splitlines()[0].split(",") for text in files.values())
    assert ",0 / 1," in files["fixtures"]
    for language, words in (("es", ("Barridas", "más barridas")), ("en", ("Sweeps", "more sweeps"))):
        pages = [
            organizer.get(f"/v1/contests/{contest.id}/{kind}?format=html", headers={"Accept-Language": language}).text
            for kind in ("standings", "fixtures")
        ]
        assert words[0] in pages[0] and words[1] in pages[0] and words[0] in pages[1]


def test_what_people_did_in_it_stands_in_their_records(organizer: Caller, match: str) -> None:
    view = organizer.get(f"/v1/matches/{match}").json()
    record = organizer.get(f"/v1/players/{view['seats'][1]['player']}/record").json()
    assert RULESET in json.dumps(record)
    assert "duel" in json.dumps(record)


def test_its_record_goes_out_and_comes_in(running: Running, match: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(command("export", match, database=running.database), encoding="utf-8")
    assert "chain whole" in command("verify", file)
    fresh = tmp_path / "fresh.sqlite"
    assert json.loads(command("import", "--json", file, database=fresh))["totals"] == [1, 2]
    command("import", file, database=tmp_path / "none.sqlite", PYTHONPATH="", status=1)


@pytest.mark.parametrize(("language", "words"), [("es_ES.UTF-8", "prisa"), ("en_GB.UTF-8", "haste")])
def test_its_audit_is_readable_in_a_terminal(running: Running, match: str, language: str, words: str) -> None:
    output = command("audit", match, database=running.database, LANG=language)
    assert words in output
    assert "acehigh.low-first" in output


def run_tests(*arguments: str) -> str:
    """The output of a run of the toy's tests."""
    process = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "0",
            "-p",
            "no:cacheprovider",
            "-k",
            f"{RULESET} or {SHARED}",
            *arguments,
        ],
        cwd=ROOT,
        env=os.environ | WITH_TOY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout[-3000:]
    return process.stdout


def test_the_suite_of_every_game_runs_for_it() -> None:
    assert " passed" in run_tests(*EVERY_GAME)


def test_the_benchmarks_have_it() -> None:
    assert f"test_legal_on_the_busiest_table[{RULESET}]" in run_tests(
        "--collect-only", "tests/benchmarks/test_every_game.py"
    )
