"""Every field that an organizer may send can be entered on a page. The exceptions are listed here, each with a reason."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import api.pages.browser
from api.http.parameter_validation import READS
from tests.api.document.test_document import DOCUMENT, resolve

Json = dict[str, Any]
STATIC = Path(api.pages.browser.__file__).parent / "static"
RESULT = ("organize/play/model/result.js", "organize/play/result.js", "games/hearts.js")
CONTESTS = ("organize/contests/create.js", "organize/contests/draw.js", "organize/contests/house.js")
DRAWN = (*CONTESTS, "organize/stakes.js", "organize/timing.js")
SAME_DEALS = ("organize/contests/duplicate.js", "organize/deals/fields.js")
TEAMS = ("organize/contests/teamwork.js", "organize/teams/teams.js")
PEOPLE = ("organize/people/entering.js", "organize/people/lines.js")

ENTERED = {
    "post /v1/championships": ("organize/start/door.js", "organize/start/discipline.js"),
    "post /v1/championships/{championship_id}/contests": (*DRAWN, *TEAMS, *SAME_DEALS),
    "post /v1/championships/{championship_id}/players": PEOPLE,
    "post /v1/championships/{championship_id}/sanctions": ("organize/play/sanctions.js",),
    "put /v1/championships/{championship_id}/discipline": ("organize/start/terms.js", "organize/start/discipline.js"),
    "put /v1/contests/{contest_id}/timing": ("organize/contests/clock.js", "organize/timing.js"),
    "put /v1/championships/{championship_id}": ("organize/renaming.js",),
    "put /v1/contests/{contest_id}": ("organize/renaming.js",),
    "post /v1/contests/{contest_id}/entrants": (
        "organize/play/leaving.js",
        "organize/play/newcomer.js",
        "organize/teams/late.js",
        "organize/play/decision.js",
    ),
    "post /v1/contests/{contest_id}/draw": ("organize/contests/cards.js", *DRAWN),
    "post /v1/contests/{contest_id}/rounds": ("organize/rounds/pairing.js",),
    "put /v1/contests/{contest_id}/rounds/{number}": (
        "organize/rounds/swap.js",
        "organize/play/model/rounds.js",
        "organize/play/decision.js",
    ),
    "post /v1/contests/{contest_id}/rulings": ("organize/play/tie.js", "organize/play/decision.js"),
    "post /v1/contests/{contest_id}/substitutions": ("organize/play/leaving.js", "organize/play/decision.js"),
    "post /v1/contests/{contest_id}/withdrawals": ("organize/play/leaving.js", "organize/play/decision.js"),
    "post /v1/fixtures/{fixture_id}/boards": ("organize/teams/hands.js", *RESULT),
    "post /v1/fixtures/{fixture_id}/boards/{board}/result": RESULT,
    "put /v1/fixtures/{fixture_id}/boards/{board}/result": (*RESULT, "organize/play/decision.js"),
    "post /v1/fixtures/{fixture_id}/boards/{board}/walkover": ("organize/play/result.js", "organize/play/decision.js"),
    "post /v1/fixtures/{fixture_id}/boards/{board}/substitutions": ("organize/teams/substitute.js",),
    "put /v1/fixtures/{fixture_id}/lineups/{team}": (
        "organize/teams/lineups.js",
        "players/lineups.js",
        "shared/lineup/seats.js",
    ),
    "post /v1/fixtures/{fixture_id}/result": RESULT,
    "put /v1/fixtures/{fixture_id}/result": (*RESULT, "organize/play/decision.js"),
    "put /v1/fixtures/{fixture_id}/schedule": ("organize/tables/fixture.js",),
    "post /v1/fixtures/{fixture_id}/walkover": ("organize/play/result.js", "organize/play/decision.js"),
    "post /v1/matches": (
        "organize/tables/choices.js",
        "organize/stakes.js",
        "organize/timing.js",
        "organize/rounds/sheet.js",
    ),
    "put /v1/matches/{match_id}/pins/{side}": ("organize/tables/pins.js",),
    "post /v1/players": PEOPLE,
    "put /v1/players/{player_id}": ("organize/people/person.js",),
    "post /v1/players/{player_id}/merge": ("organize/people/person.js",),
    "post /v1/series": ("organize/start/series.js",),
    "put /v1/series/{series_id}": ("organize/start/series.js",),
    "put /v1/championships/{championship_id}/series": ("organize/start/series.js",),
    "post /v1/tokens": ("organize/access/newkey.js", "organize/tables/key.js"),
    "post /v1/webhooks": ("organize/access/webhooks.js",),
    "put /v1/matches/{match_id}/presence": ("table/presence.js",),
}
"""The modules that make the body of each operation."""

OF_THE_TABLE = {
    "post /v1/matches/{match_id}/events": "a match is recorded at its table's page, where a test taps every regular event",
    "post /v1/matches/{match_id}/queue": "its body is a file that a device gave",
}
OF_PROGRAMS = {
    "patch /v1/players/{player_id}",
    "patch /v1/championships/{championship_id}",
    "patch /v1/contests/{contest_id}",
    "patch /v1/fixtures/{fixture_id}",
    "post /v1/contests/{contest_id}/fixtures",
}
"""The operations of importers: on what they keep with people and contests, and on the days and results of a league that was drawn
elsewhere. Nobody enters them by hand.
"""
KEPT_BY_PROGRAMS = "an importer keeps it for itself"
FIXTURE_DECIDES = "the match is opened for a fixture, which decides it"
ENTERED_APART = "people are entered in the section that asks about namesakes"
NAMED = "the log has the name before and the name after, which say why"
GIVEN_BY_PROGRAMS = "an importer gives the rounds of a league that was drawn elsewhere"
SUBSTITUTES = "how often the members of a team are substituted is agreed on by programs"
CHOSEN = "the page asks who it is among those of the name, and sends the id"
LEFT_OUT = {
    ("post /v1/championships", "players"): ENTERED_APART,
    ("post /v1/championships", "birth_date"): ENTERED_APART,
    ("post /v1/championships", "disambiguation"): ENTERED_APART,
    ("post /v1/championships", "distinct"): ENTERED_APART,
    ("post /v1/championships", "reuse"): ENTERED_APART,
    **{
        (f"post /v1/{making}", field): KEPT_BY_PROGRAMS
        for making in ("players", "championships", "championships/{championship_id}/contests")
        for field in ("external_id", "metadata")
    },
    **{
        (f"post /v1/{drawing}", field): GIVEN_BY_PROGRAMS
        for drawing in ("championships/{championship_id}/contests", "contests/{contest_id}/draw")
        for field in ("matches", "rests")
    },
    **{("post /v1/championships/{championship_id}/contests", field): SUBSTITUTES for field in ("substitutes",)},
    ("post /v1/championships/{championship_id}/players", "reuse"): CHOSEN,
    ("post /v1/players", "reuse"): CHOSEN,
    ("post /v1/contests/{contest_id}/entrants", "birth_date"): ENTERED_APART,
    ("post /v1/contests/{contest_id}/entrants", "reuse"): CHOSEN,
    ("put /v1/championships/{championship_id}", "reason"): NAMED,
    ("put /v1/contests/{contest_id}", "reason"): NAMED,
    ("post /v1/matches", "ruleset"): FIXTURE_DECIDES,
    ("post /v1/matches", "seats"): FIXTURE_DECIDES,
    ("post /v1/matches", "params"): FIXTURE_DECIDES,
    ("post /v1/matches", "house"): FIXTURE_DECIDES,
    ("post /v1/matches", "name"): FIXTURE_DECIDES,
    ("post /v1/matches", "author"): FIXTURE_DECIDES,
    ("post /v1/matches", "note"): FIXTURE_DECIDES,
    ("post /v1/matches", "table"): "the fixture's own, set with its hour",
    ("post /v1/webhooks", "secret"): "the service makes one and shows it",
    ("post /v1/webhooks", "match"): "a championship is told as a whole; programs choose among its messages",
}
"""The fields that no page asks for, each with a reason."""

OF_A_GAME = {"params", "seats"}
"""Fields that differ by game: pages show the fields of the game's own schema. Seats are decided by fixtures."""


SAID = r"""(?:(?<!\$){{|,)\s*{0}\s*[:,}}]|"{0}"|\bbody\.{0} = """
"""The ways in which a module puts a field into a body: in an object, by its name as text, or one by one."""


def bodies() -> Iterator[tuple[str, Json | None]]:
    """Every operation that writes, with the schema of its body. The schema is None for a body that is absent or not JSON."""
    for path, item in DOCUMENT["paths"].items():
        for method in item.keys() - {read.lower() for read in READS} - {"parameters"}:
            content = resolve(item[method].get("requestBody", {})).get("content", {})
            if content:
                yield f"{method} {path}", content.get("application/json", {}).get("schema")


def fields(schema: Json) -> set[str]:
    """The names of all fields of a body, also within its objects and lists."""
    schema = resolve(schema)
    own: Json = schema.get("properties", {})
    parts = [part for name, part in own.items() if name not in OF_A_GAME]
    parts += [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *([schema["items"]] if "items" in schema else ())]
    return {*own}.union(*map(fields, parts))


OPERATIONS = dict(bodies())


def test_every_operation_that_takes_a_body_is_known() -> None:
    assert OPERATIONS.keys() == ENTERED.keys() | OF_THE_TABLE.keys() | OF_PROGRAMS


@pytest.mark.parametrize("operation", ENTERED)
def test_every_field_is_on_a_page(operation: str) -> None:
    text = "\n".join((STATIC / module).read_text(encoding="utf-8") for module in ENTERED[operation])
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    schema = OPERATIONS[operation]
    assert schema is not None
    missing = {field for field in fields(schema) if not re.search(SAID.format(field), code)}
    assert missing == {field for of, field in LEFT_OUT if of == operation}
