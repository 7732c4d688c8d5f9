"""Lists on paper: corrections and cards in the words of the pages, without the words of programs."""

import re
from typing import get_args

import pytest

from api.pages.print.paper.listing import KINDS
from referee.championship.events import AnyDecision
from tests.support.hall import FIVE, Hall
from tests.support.organizing import Contest
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
    assert head == ["Cuándo", "Qué", "De quién", "Antes", "Después", "Motivo"]
    assert row[1] == "Resultado corregido"
    assert {*row[2].split(" – ")} == {"Concha", "Dámaso"}
    assert {*row[3].split(" – ")} == {"61", "43"}
    assert {*row[4].split(" – ")} == {"60", "44"}
    assert row[5] == "acta mal sumada"
    assert re.fullmatch(r"\w+ \d+ de \w+ de \d{4}, \d\d:\d\d", row[0])


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("es", "Los puntos del encuentro no cambian. Lo que cambia: tarjetas."),
        ("en", "The points of the match stay. What changes: cards."),
    ],
)
def test_a_correction_of_cards_alone_says_that_the_points_of_the_match_stay(
    hall: Hall, public: Caller, language: str, sentence: str
) -> None:
    cards = {"Concha": [0, 1], "Dámaso": [0, 0]}
    assert hall.league.correct({"Concha": 61, "Dámaso": 43}, "faltaba la negra", cards=cards).is_success
    page = public.get(f"/print/contests/{hall.league.id}/corrections?lang={language}").text
    assert sentence in page
    assert page.count("61 – 43") + page.count("43 – 61") == 1


def test_every_correction_names_whom_it_concerns(organizer: Caller, public: Caller) -> None:
    """Before the first result all are level and stand by their names: a changed name moves its player."""
    league = Contest(organizer, *FIVE)
    ids = {one["name"]: one["id"] for one in league.view()["entrants"]}
    twice = organizer.post("/v1/players", json={"name": "Aarón", "distinct": True}).json()["id"]
    merge = {"into": twice, "reason": "apuntada dos veces"}
    assert organizer.put(f"/v1/players/{ids['Ángeles']}", json={"name": "Zoraida"}).is_success
    assert organizer.post(f"/v1/players/{ids['Estrella']}/merge", json=merge).is_success
    league.report({"Concha": 61, "Dámaso": 43})
    assert league.correct({"Concha": 60, "Dámaso": 44}).is_success
    assert league.do("withdrawals", player=ids["Bernardo"], reason="se va").is_success
    people = {
        "Nombre corregido": {"Zoraida"},
        "Fichas unidas": {"Aarón"},
        "Resultado corregido": {"Concha", "Dámaso"},
        "Retirada": {"Bernardo"},
    }
    table = cells(public, f"/print/contests/{league.id}/corrections")[1:]
    assert {row[1]: {*row[2].split(" – ")} for row in table} == people
    items = organizer.get(f"/v1/contests/{league.id}/changes").json()["items"]
    assert {KINDS["es"][one["type"]]: {who["name"] for who in one["concerns"]} for one in items} == people


def test_a_ruled_tie_names_the_tied_in_the_order_of_the_ruling(organizer: Caller, public: Caller) -> None:
    league = Contest(organizer, *FIVE)
    league.league(FIVE, but=("Dámaso-Estrella",))
    fixture = league.fixture("Dámaso", "Estrella")
    ids = {one["name"]: one["id"] for one in fixture["entrants"]}
    body = {"absent": [*ids.values()], "reason": "no vinieron"}
    assert organizer.post(f"/v1/fixtures/{fixture['id']}/walkover", json=body).is_success
    order = [[ids["Estrella"]], [ids["Dámaso"]]]
    response = league.do("rulings", tie=[*ids.values()], order=order, reason="sorteo")
    assert response.is_success, response.text
    response = league.do("substitutions", out=ids["Estrella"], reason="viaja", **{"in": ids["Dámaso"]})
    assert response.is_success, response.text
    rows = {row[1]: row[2] for row in cells(public, f"/print/contests/{league.id}/corrections")[1:]}
    assert rows == {"Empate resuelto": "Estrella – Dámaso", "Sustitución": "Estrella – Dámaso"}


def test_a_card_is_a_line_with_who_and_why(hall: Hall, organizer: Caller, public: Caller) -> None:
    path = f"/print/championships/{hall.championship}/cards"
    assert "No se ha dado ninguna tarjeta." in public.get(f"{path}?lang=es").text
    card = {"player": hall.player("Bernardo"), "card": "yellow", "reason": "juego lento"}
    assert organizer.post(f"/v1/championships/{hall.championship}/sanctions", json=card).status_code == 201
    match = hall.guinote()
    organizer.tell(match, {"type": "sanction", "seat": 0, "card": "black", "reason": "enseñar cartas"})
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
