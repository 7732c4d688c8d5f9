"""Counts in players' records have their game's word on every page. No page shows the name of a field."""

import csv
import re
from io import StringIO

import pytest

from api.pages.print import lists, series_lists, statistic_lists
from api.pages.print.spreadsheets import Captions, Spreadsheet
from api.pages.times import HallClock
from projections.records import RulesetRecord
from projections.seasons.records import RecordMatch, SeriesRecord
from projections.seasons.statistics import GameStatistics, HandPoints, PlayerStatistics, likely
from referee.championship.views import Somebody
from referee.match.registry import deed_titles, rulesets
from tests.architecture.test_games_are_asked import ROOT
from tests.support import stored
from tests.support.service import Caller

GAMES = ROOT / "api" / "pages" / "browser" / "static" / "games"
ANA = Somebody("ana", "Ana")


@pytest.mark.parametrize("name", rulesets())
def test_all_that_stored_matches_count_has_a_word_of_its_game(name: str) -> None:
    rules, deeds = rulesets()[name], set()
    for match, entries in stored.matches(name):
        deeds |= {*match.ledger.tallies}
        for fact in (fact for entry in entries for fact in entry.facts if type(fact) in rules.deeds):
            deeds |= {deed.what for deed in rules.deeds[type(fact)](fact, match.state.seats)}
    assert deeds <= rules.deed_names.keys()
    assert bool(rules.deeds) == bool(rules.deed_titles)
    for deed, title in rules.deed_names.items():
        assert deed not in {title.es, title.en}


@pytest.mark.parametrize("name", rulesets())
def test_the_pages_have_a_word_for_it_too(name: str) -> None:
    [families] = re.findall(r"FAMILIES = \{(.*)\}", (GAMES / "index.js").read_text(encoding="utf-8"))
    elsewhere = dict(re.findall(r"(\w+): (\w+)", families))
    family = name.split(".", maxsplit=1)[0]
    source = (GAMES / f"{elsewhere.get(family, family)}.js").read_text(encoding="utf-8")
    tallies = re.search(r"^  tallies: \{(.*)\},$", source, re.MULTILINE)
    assert {*re.findall(r"(\w+):", tallies[1] if tallies else "")} >= rulesets()[name].deed_names.keys()


def test_the_rulebook_tells_it_to_programs(public: Caller) -> None:
    assert public.get("/v1/rulesets/guinote").json()["deeds"] == {
        "partidas": {"es": "Partidas", "en": "Partidas"},
        "cante": {"es": "Cantes", "en": "Cantes"},
    }


def read(sheet: Spreadsheet, columns: Captions) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(sheet.in_words(columns, HallClock("en")).decode().removeprefix("\ufeff"))))


def test_a_record_and_statistics_have_a_column_for_each() -> None:
    deeds = {"cante": 3, "partidas": 2, "guinote.revoke": 1, "guinote.cante": 1}
    for sheet, columns in (
        (lists.record([RulesetRecord("guinote", 4, 3, 1, deeds)]), lists.RECORD_COLUMNS),
        (
            statistic_lists.statistics(
                PlayerStatistics(
                    ANA, [GameStatistics("guinote", 4, 3, likely(3, 4), 4, deeds, HandPoints(8, 210))], [], []
                ),
                str,
            ),
            statistic_lists.STATISTICS_COLUMNS,
        ),
    ):
        assert {*deed_titles()} <= {*sheet.head}
        [plain] = csv.DictReader(StringIO(sheet.as_csv().decode()))
        assert (plain["cante"], plain["partidas"], plain["infractions"], plain["moon"]) == ("3", "2", "2", "")
        [row] = read(sheet, columns["es"])
        assert (row["Cantes"], row["Partidas"], row["Faltas probadas"]) == ("3", "2", "2")
        assert "Lunas" not in row


def test_the_records_of_a_series_say_it_as_each_game_does() -> None:
    match = RecordMatch(1, "championship", "Fiestas", None, "match", "2026-08-15T17:00:00.000Z")
    of = (("escoba", "sweeps"), ("casino.draw", "sweeps"), ("hearts.castillar", "moon"), ("guinote", "cante"))
    sheet = series_lists.records(
        [SeriesRecord("most_deeds", 2, game, deed, (ANA,), match) for game, deed in of], lambda person: str(person.name)
    )
    for language, column, words in (
        ("es", "De qué", ["Escobas", "Barridas", "Lunas", "Cantes"]),
        ("en", "Of what", ["Sweeps", "Sweeps", "Moons", "Cantes"]),
    ):
        assert [row[column] for row in read(sheet, series_lists.RECORDS_COLUMNS[language])] == words
