"""Tables for a spreadsheet: for programs by the API's names, for people in the words of their language."""

import csv
from io import StringIO

import pytest

from referee.match.registry import contest_tallies
from tests.support.hall import Hall
from tests.support.service import Caller

MARK = "\ufeff"
TABLES = ("/v1/contests/{contest}/fixtures", "/v1/contests/{contest}/standings", "/v1/championships/{championship}")


@pytest.fixture
def hall(organizer: Caller) -> Hall:
    """A hall in which somebody did not come, one match has its time, and one person was erased."""
    hall = Hall(organizer)
    when = {"starts_at": "2026-08-15T17:00:00Z", "table": "Rincón"}
    at = hall.league.fixture("Bernardo", "Concha")["id"]
    assert organizer.put(f"/v1/fixtures/{at}/schedule", json=when).is_success
    missed = hall.league.fixture("Dámaso", "Estrella")
    absent = {"absent": [missed["entrants"][0]["id"]], "reason": "no vino"}
    assert organizer.post(f"/v1/fixtures/{missed['id']}/walkover", json=absent).is_success
    assert organizer.delete(f"/v1/players/{hall.player('Ángeles')}").is_success
    return hall


def rows(hall: Hall, public: Caller, path: str, **asked: str) -> list[dict[str, str]]:
    path = path.format(contest=hall.league.id, championship=hall.championship)
    text = public.get(path, params={"format": "csv", **asked}).text
    assert text.startswith(MARK) is ("lang" in asked)
    return list(csv.DictReader(StringIO(text.removeprefix(MARK))))


@pytest.mark.parametrize("path", TABLES)
@pytest.mark.parametrize(("language", "erased"), [("es", "Nombre borrado"), ("en", "Name erased")])
def test_in_words_there_is_no_id_and_no_name_of_a_field(
    hall: Hall, public: Caller, path: str, language: str, erased: str
) -> None:
    told, plain = rows(hall, public, path, lang=language), rows(hall, public, path)
    assert len(told) == len(plain)
    # A few names of fields are words: of a game's counts, and of people.
    assert not {name for name in plain[0] if name.islower()} & {*told[0]} - {tally.name for tally in contest_tallies()}
    cells = [cell for row in told for cell in row.values()]
    assert not [cell for cell in cells if "_" in cell or cell.count("-") > 3]
    assert any(erased in cell for cell in cells)


def test_a_walkover_a_time_and_a_place_are_said_as_people_say_them(hall: Hall, public: Caller) -> None:
    fixtures = rows(hall, public, TABLES[0], lang="es", zone="Europe/Madrid")
    [timed] = [row for row in fixtures if row["Hora"]]
    assert (timed["Hora"], timed["Mesa"], timed["Fase"], timed["Estado"]) == (
        *("2026-08-15 19:00", "Rincón", "Liga", "Por jugar"),
    )
    assert [row["No vino"] for row in fixtures if row["Estado"] == "Incomparecencia"] != [""]
    standings = rows(hall, public, TABLES[1], lang="es")
    assert {row["Pasa"] for row in standings} <= {"sí", "no"}
    assert {"Puesto", "Jugador/a", "Ganados", "Diferencia", "Decide"} <= {*standings[0]}
    general = rows(hall, public, TABLES[2], lang="en")
    assert [*general[0]] == ["Place", "Player", "Total", "Golds", "Silvers", "Bronzes", "Cards"]
