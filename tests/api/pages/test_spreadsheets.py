"""Tables for a spreadsheet: with the API's names for programs, and in people's own language."""

import csv
from io import StringIO
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.pages.print.spreadsheets import FORMULA, Captions, NumberCell, Spreadsheet
from api.pages.times import HallClock
from referee.match.registry import deed_titles
from tests.support.hall import Hall
from tests.support.service import Caller

MARK = "\ufeff"
TABLES = (
    "/v1/contests/{contest}/fixtures",
    "/v1/contests/{contest}/standings",
    "/v1/championships/{championship}",
    "/v1/contests/{contest}/changes",
    "/v1/sanctions?championship={championship}",
    "/v1/ratings?championship={championship}",
    "/v1/players/{player}/ratings",
)
RECORD = "/v1/players/{player}/record"


@pytest.fixture
def hall(organizer: Caller) -> Hall:
    """A hall with an absent player, a match with a time, and an erased person."""
    hall = Hall(organizer)
    when = {"starts_at": "2026-08-15T17:00:00Z", "table": "Rincón"}
    at = hall.league.fixture("Bernardo", "Concha")["id"]
    assert organizer.put(f"/v1/fixtures/{at}/schedule", json=when).is_success
    walkover = hall.league.fixture("Dámaso", "Estrella")
    absent = {"absent": [walkover["entrants"][0]["id"]], "reason": "no vino"}
    assert organizer.post(f"/v1/fixtures/{walkover['id']}/walkover", json=absent).is_success
    assert hall.league.correct({"Ángeles": 60, "Bernardo": 44}, "=acta mal sumada").is_success
    for _ in range(2):
        card = {"player": hall.player("Ángeles"), "card": "yellow", "reason": "=juego lento"}
        assert organizer.post(f"/v1/championships/{hall.championship}/sanctions", json=card).is_success
    hall.guinote()
    assert organizer.delete(f"/v1/players/{hall.player('Ángeles')}").is_success
    return hall


def table(hall: Hall, public: Caller, path: str, **params: str) -> str:
    ids = {"contest": hall.league.id, "championship": hall.championship, "player": hall.player("Bernardo")}
    path, _, query = path.format(**ids).partition("?")
    answer = public.get(path, params={**dict(parse_qsl(query)), "format": "csv", **params})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/csv; charset=utf-8")
    assert answer.text.startswith(MARK) is ("lang" in params)
    return answer.text.removeprefix(MARK)


def rows(hall: Hall, public: Caller, path: str, **query: str) -> list[dict[str, str]]:
    separator = ";" if query.get("lang") == "es" else ","
    return list(csv.DictReader(StringIO(table(hall, public, path, **query)), delimiter=separator))


@pytest.mark.parametrize("path", TABLES)
@pytest.mark.parametrize(("language", "label"), [("es", "Nombre borrado"), ("en", "Name erased")])
def test_in_words_there_is_no_id_and_no_name_of_a_field(
    hall: Hall, public: Caller, path: str, language: str, label: str
) -> None:
    in_words, plain = rows(hall, public, path, lang=language), rows(hall, public, path)
    assert len(in_words) == len(plain)
    # A few names of fields are words: of a game's counts, and of people.
    assert not {name for name in plain[0] if name.islower()} & {*in_words[0]} - {*deed_titles()}
    cells = [cell for row in in_words for cell in row.values()]
    assert not [cell for cell in cells if "_" in cell or cell.count("-") > 3]
    assert any(label in cell for cell in cells)


def test_a_walkover_a_time_and_a_place_are_said_as_people_say_them(hall: Hall, public: Caller) -> None:
    fixtures = rows(hall, public, TABLES[0], lang="es", zone="Europe/Madrid")
    [timed_row] = [row for row in fixtures if row["Hora"]]
    assert (timed_row["Hora"], timed_row["Mesa"], timed_row["Fase"], timed_row["Estado"]) == (
        *("2026-08-15 19:00", "Rincón", "Liga", "Por jugar"),
    )
    assert [row["No vino"] for row in fixtures if row["Estado"] == "Incomparecencia"] != [""]
    standings = rows(hall, public, TABLES[1], lang="es")
    assert {row["Pasa"] for row in standings} <= {"sí", "no"}
    assert {"Puesto", "Jugador/a", "Ganados", "Diferencia", "Decide"} <= {*standings[0]}
    general = rows(hall, public, TABLES[2], lang="en")
    assert [*general[0]] == ["Place", "Player", "Total", "Golds", "Silvers", "Bronzes", "Cards"]


def test_corrections_and_cards_say_who_what_and_why(hall: Hall, public: Caller) -> None:
    *_, row = rows(hall, public, TABLES[3], lang="es", zone="Europe/Madrid")
    assert (row["Qué"], row["Motivo"]) == ("Resultado corregido", "'=acta mal sumada")
    assert {row["Antes"], row["Después"]} & {"60 / 44", "44 / 60"}
    assert {*row} == {"Cuándo", "Qué", "De quién", "Antes", "Después", "Motivo"}
    cards = rows(hall, public, f"{TABLES[4]}&limit=1", lang="en")
    assert [(card["Player"], card["Card"], card["Reason"]) for card in cards] == 2 * [
        ("Name erased", "Yellow", "'=juego lento")
    ]
    assert len(rows(hall, public, f"/v1/sanctions?player={hall.player('Bernardo')}")) == 0


def test_a_record_is_a_line_a_game(hall: Hall, public: Caller) -> None:
    [plain] = [row for row in rows(hall, public, RECORD) if row["ruleset"] == "guinote"]
    assert (plain["played"], plain["won"], plain["unfinished"], plain["infractions"]) == ("0", "0", "1", "0")
    [line] = [row for row in rows(hall, public, RECORD, lang="es") if row["Juego"] == "Guiñote"]
    assert (line["Jugados"], line["Ganados"], line["Sin acabar"], line["Faltas probadas"]) == ("0", "0", "1", "0")


@pytest.mark.parametrize(("language", "default"), [("es", ";"), ("en", ",")])
def test_each_table_comes_with_the_separator_of_its_language_or_with_the_one_asked_for(
    hall: Hall, public: Caller, language: str, default: str
) -> None:
    for path in (*TABLES, RECORD):
        content = [[*row.values()] for row in rows(hall, public, path, lang=language)]
        for name, separator in [(",", ","), (";", ";"), ("comma", ","), ("semicolon", ";"), ("tab", "\t")]:
            lines = table(hall, public, path, lang=language, separator=name)
            assert [*csv.reader(StringIO(lines), delimiter=separator)][1:] == content
            assert (lines == table(hall, public, path, lang=language)) is (separator == default)
        for_programs = table(hall, public, path)
        assert for_programs == table(hall, public, path, separator="comma")
        assert for_programs != table(hall, public, path, separator=";")


def test_a_separator_that_there_is_not_is_refused(hall: Hall, public: Caller) -> None:
    answer = public.get(f"/v1/contests/{hall.league.id}/fixtures", params={"format": "csv", "separator": "|"})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "?separator")


def test_numbers_have_the_decimal_mark_of_the_language() -> None:
    sheet, columns = Spreadsheet(["points"], [[2.5], [-1], [NumberCell("-4 / 0")]]), Captions({"points": "Puntos"})
    assert sheet.in_words(columns, HallClock("es")).decode() == f"{MARK}Puntos\r\n2,5\r\n-1\r\n-4 / 0\r\n"
    assert sheet.in_words(columns, HallClock("es"), ",").decode() == f'{MARK}Puntos\r\n"2,5"\r\n-1\r\n-4 / 0\r\n'
    assert sheet.in_words(columns, HallClock("en"), ";").decode() == f"{MARK}Puntos\r\n2.5\r\n-1\r\n-4 / 0\r\n"
    assert sheet.as_csv(";").decode() == "points\r\n2.5\r\n-1\r\n-4 / 0\r\n"


@given(text=st.text(st.sampled_from("=+-@;,\t\n\"' aé1"), max_size=12), separator=st.sampled_from(",;\t"))
def test_any_text_is_one_field_and_no_formula_whatever_separator_its_reader_has(text: str, separator: str) -> None:
    lines = Spreadsheet(["first", "reason"], [[1, text]]).as_csv(separator).decode()
    [_, [first, cell]] = csv.reader(StringIO(lines, newline=""), delimiter=separator)
    assert (first, cell.replace("'", "")) == ("1", text.strip().replace("'", ""))
    for other in ",;\t":
        cells = [cell for row in csv.reader(StringIO(lines, newline=""), delimiter=other) for cell in row]
        assert not [cell for cell in cells if cell.strip()[:1] in FORMULA]
