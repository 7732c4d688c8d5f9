"""Tables and podium on paper: as CSV for a spreadsheet, as a page for the wall."""

import csv
import re
from importlib.resources import files
from io import StringIO

from api.pages.print import boards
from api.pages.words.translations import LANGUAGES
from referee.contests.standings.ties import STEPS
from tests.support.organizing import Contest
from tests.support.service import Caller

FIVE = ("Ana", "Beto", "=Carla", "Dani", "<i>Elena</i>")


def table_of(client: Caller, contest: Contest) -> list[dict[str, str]]:
    answer = client.get(f"/v1/contests/{contest.id}/standings", headers={"Accept": "text/csv"})
    assert answer.headers["content-type"].startswith("text/csv")
    return list(csv.DictReader(StringIO(answer.text)))


def test_a_league_as_csv_says_what_the_json_says(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    contest.report({"Ana": 40, "Beto": 64})
    rows = contest.standings()["rows"]
    lines = table_of(organizer, contest)
    assert [(line["place"], line["ptos"], line["diff"]) for line in lines] == [
        (str(row["place"]), str(row["ptos"]), str(row["diff"])) for row in rows
    ]
    assert [line["player"] for line in lines if "Carla" in line["player"]] == ["'=Carla"]
    assert {line["points"] for line in lines} == {""}


def test_groups_as_csv_are_numbered(organizer: Caller) -> None:
    contest = Contest(organizer, *(f"Jugador {n}" for n in range(8)))
    lines = table_of(organizer, contest)
    assert [line["table"] for line in lines] == ["1"] * 4 + ["2"] * 4
    assert {line["j"] for line in lines} == {""}


def test_a_page_for_the_wall(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    headers = {"Accept": "text/html", "Accept-Language": "es"}
    page = organizer.get(f"/v1/contests/{contest.id}/standings", headers=headers).text
    assert "Provisional" in page
    assert "Aún no hay podio" in page
    assert "&lt;i&gt;Elena&lt;/i&gt;" in page
    assert "<i>Elena" not in page


def test_the_podium_is_on_the_page(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    contest.report({"Ana": 40, "Beto": 64}, winner=0, rounds_won=[3, 1], stars=[0, 0])
    page = organizer.get(f"/v1/contests/{contest.id}/standings?format=html", headers={"Accept-Language": "en"}).text
    assert "Podium" in page
    assert "5 points" in page


def test_the_page_says_every_step_in_words() -> None:
    assert all({*boards.STEPS[language]} == {*STEPS} for language in boards.WORDS)


def test_the_screens_say_every_step_in_words() -> None:
    """A translation of them has the Spanish word of each step that it does not have itself."""
    folder = files("api.pages") / "browser" / "static" / "shared" / "contests" / "words"
    for language in LANGUAGES:
        text = (folder / f"{language}.js").read_text(encoding="utf-8")
        [table] = re.findall(r"\bsteps: (?:/\*\* .*? \*/ \()?\{(.*?)\}", text)
        assert {*re.findall(r'"?([\w.]+)"?: "', table)} == {*STEPS}, language
