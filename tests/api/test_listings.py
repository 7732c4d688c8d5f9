"""Lists on paper: what was corrected and which cards were given, as the pages say it, and nothing that a program would say."""

import re
from typing import get_args

import pytest

from api.pages.paper.listing import KINDS
from referee.championship.events import AnyDecision
from tests.support.hall import Hall
from tests.support.service import Caller

TAGS = re.compile(r"<[^>]+>")


def cells(client: Caller, path: str) -> list[list[str]]:
    """The rows of a list, cell by cell."""
    answer = client.get(f"{path}?lang=es&zone=Europe/Madrid")
    assert answer.status_code == 200, answer.text
    rows = re.findall(r"<tr>(.*?)</tr>", answer.text)
    return [[TAGS.sub("", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows]


@pytest.fixture
def hall(organizer: Caller) -> Hall:
    return Hall(organizer)


def test_a_correction_is_a_line_with_what_it_was_and_why(hall: Hall, public: Caller) -> None:
    path = f"/print/contests/{hall.league.id}/corrections"
    assert "No se ha corregido nada." in public.get(f"{path}?lang=es").text
    assert hall.league.correct({"Concha": 60, "Dámaso": 44}, "acta mal sumada").status_code == 200
    head, row = cells(public, path)
    assert head == ["Cuándo", "Qué", "Encuentro", "Antes", "Después", "Motivo"]
    assert row[1] == "Resultado corregido"
    assert {*row[2].split(" – ")} == {"Concha", "Dámaso"}
    assert {*re.split(r"\s–\s", row[3])} == {"61", "43"}
    assert {*re.split(r"\s–\s", row[4])} == {"60", "44"}
    assert row[5] == "acta mal sumada"
    assert re.fullmatch(r"\w+ \d+ de \w+ de \d{4}, \d\d:\d\d", row[0])


def test_a_card_is_a_line_with_who_and_why(hall: Hall, organizer: Caller, public: Caller) -> None:
    path = f"/print/championships/{hall.championship}/cards"
    assert "No se ha dado ninguna tarjeta." in public.get(f"{path}?lang=es").text
    card = {"player": hall.player("Bernardo"), "card": "yellow", "reason": "juego lento"}
    assert organizer.post(f"/v1/championships/{hall.championship}/sanctions", json=card).status_code == 201
    match = hall.guinote()
    organizer.told(match, {"type": "sanction", "seat": 0, "card": "black", "reason": "enseñar cartas"})
    head, black, yellow = cells(public, path)
    assert head == ["Jugador/a", "Tarjeta", "Motivo", "Encuentro", "Cuándo"]
    assert yellow[:4] == ["Bernardo", "Amarilla", "juego lento", ""]
    assert black[1:3] == ["Negra", "enseñar cartas"]
    assert "Concha" in black[3]
    assert organizer.delete(f"/v1/players/{hall.player('Bernardo')}").status_code == 204
    assert cells(public, path)[2][0] == "Nombre borrado"


def test_every_kind_of_correction_has_words_in_both_languages() -> None:
    assert KINDS["es"].keys() == KINDS["en"].keys()
    assert KINDS["es"].keys() <= {kind.__struct_config__.tag for kind in get_args(AnyDecision)}
