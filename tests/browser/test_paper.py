"""Printed pages: pages of paper from Chromium, the texts on them, and the links in their QR codes."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from referee.championship.recorded_contest import sides_of
from referee.match.registry import ruleset, rulesets
from tests.browser.looking import Looker
from tests.support.organizing import TEN, Contest, smallest
from tests.support.paper import POINTS, PrintedDocument, print_to_pdf
from tests.support.records import replay_record
from tests.support.rounds_at_work import ContestInRounds
from tests.support.service import Caller, Running
from tests.support.teams_at_work import BOARDS, TeamContest

Json = dict[str, Any]
WORD = {"es": "Ronda", "en": "Round"}
LONG = ("María del Pilar Fernández de Córdoba y Ruiz", "José Antonio Bartolomé Ibáñez de Aldecoa")
LONG_TEAMS = ("Peña Recreativa y Cultural «El As de Oros» del Arrabal", "Asociación de Vecinos de la Magdalena")
EIGHT_BOARDS: list[Json] = [
    *BOARDS,
    {"ruleset": "escoba", "name": "Escoba de los mayores de setenta años", "weight": 2},
] * 2
REVOKE: list[Json] = [
    {"type": "deal"},
    {"type": "play", "seat": 0, "card": "2C"},
    {"type": "play", "seat": 1, "card": "9D"},
    {"type": "claim", "by": 0, "against": 1, "kind": "revoke", "at": 4},
    {"type": "ruling", "claim": "c1", "upheld": True, "reason": "se vio la carta, y los dos lo dicen"},
]
BUILD: list[Json] = [
    {"type": "deal", "table": ["7C", "3C", "KC", "KD"]},
    {"type": "build", "seat": 0, "card": "2C", "cards": ["7C"], "value": 9},
    {"type": "claim", "by": 1, "against": 0, "kind": "improper-build", "at": 3},
]


def coto(organizer: Caller) -> str:
    """The demonstration's coto, with a renuncio that a later card proved."""
    return replay_record(organizer, "guinote-coto")


def revoke(organizer: Caller) -> str:
    """A revoke in a match of a championship, at a table with a name, between people with long ones."""
    contest = Contest(organizer, *LONG)
    fixture = contest.fixtures()[0]["id"]
    body = {"fixture": fixture, "table": "Mesa del rincón", "first_dealer": 0}
    match = str(organizer.post("/v1/matches", json=body).json()["id"])
    organizer.tell(match, REVOKE)
    return match


def build(organizer: Caller) -> str:
    """A build of an unseen hand, still to be ruled on."""
    seats = [{"name": name} for name in LONG]
    body = {"ruleset": "casino.classic", "seats": seats, "first_dealer": 1}
    match = str(organizer.post("/v1/matches", json=body).json()["id"])
    organizer.tell(match, BUILD)
    return match


REPORTS = {
    coto: ("Guiñote", "baza", "triunfo espadas", "ACEPTADA"),
    revoke: ("Fiestas", "Mesa del rincón", "1, baza 1", *LONG, "se vio la carta"),
    build: ("Casino", "PENDIENTE", *LONG),
}


@pytest.mark.parametrize("paper", POINTS)
@pytest.mark.parametrize("make", REPORTS, ids=lambda make: make.__name__)
def test_the_report_of_a_dispute_is_one_page_with_its_signatures(
    running: Running, organizer: Caller, context: BrowserContext, make: Any, paper: str
) -> None:
    match = make(organizer)
    dispute = organizer.get(f"/v1/matches/{match}/claims/c1").json()["dispute"]
    page = context.new_page()
    page.goto(f"{running.url}/v1/matches/{match}/claims/c1?format=html")
    sheet = print_to_pdf(page, paper)
    assert len(sheet) == 1
    assert sheet.sizes() == {POINTS[paper]}
    text = sheet.text(0)
    for words in ("Árbitro", "Quien reclama:", "Quien responde:", "Fecha", match, *REPORTS[make]):
        assert words in text
    # The rules that the move raised, and no other; if it raised none, those that it was judged by.
    rules = {finding["rule"]: finding["status"] for finding in dispute["findings"]}
    rules_raised = {rule for rule, status in rules.items() if status != "kept"} or set(rules)
    assert {rule for rule in rules if rule in text} == rules_raised
    at = dispute["claim"]["at"]
    before = organizer.get(f"/v1/matches/{match}", params={"at": at - 1}).json()
    tricks = before["table"].get("tricks_taken")
    assert f"Mano {before['hand']}{'' if tricks is None else f', baza {sum(tricks) + 1}'} " in text
    assert sheet.codes(0) == [f"{running.url}/replay/{match}?step={at}"]


@pytest.fixture
def prints(running: Running, context: BrowserContext) -> Callable[..., PrintedDocument]:
    """Prints a page of the service: on this paper, or on that which the page asks for."""

    def print_page(path: str, paper: str | None = None) -> PrintedDocument:
        looker = Looker(context.new_page(), running.url, path, "body")
        assert looker.faults == []
        return print_to_pdf(looker.page, paper)

    return print_page


Prints = Callable[..., PrintedDocument]


@pytest.mark.parametrize("paper", POINTS)
def test_a_small_league_hangs_on_the_wall_as_one_page(organizer: Caller, prints: Prints, paper: str) -> None:
    contest = Contest(organizer, *TEN[:5])
    assert len(prints(f"/print/contests/{contest.id}/fixtures?lang=es", paper)) == 1


@pytest.mark.parametrize("with_names", [True, False], ids=["names", "lines"])
@pytest.mark.parametrize("boards", [BOARDS, EIGHT_BOARDS], ids=["three", "eight"])
@pytest.mark.parametrize("paper", POINTS)
def test_the_sheet_of_an_encounter_is_one_page_that_leads_to_the_board(
    running: Running, organizer: Caller, prints: Prints, paper: str, boards: Sequence[Json], with_names: bool
) -> None:
    teams = {team: [f"{LONG[n % 2]} {n}{team[0]}" for n in range(10)] for team in LONG_TEAMS}
    contest = TeamContest(organizer, teams, boards=boards, name="Liga de invierno")
    [encounter] = contest.fixtures()
    if with_names:
        contest.line_up(encounter)
    sheets = prints(f"/print/contests/{contest.id}/sheets?lang=es", paper)
    assert len(sheets) == 1
    assert sheets.is_within_edges(0)
    text = sheets.text(0)
    assert all(words in text for words in ("Liga de invierno", "Mesa 1", "Firma", "Árbitro", f"{len(boards)}. "))
    assert ("Aldecoa" in text) == with_names
    assert sheets.codes(0) == [f"{running.url}/board/{contest.championship}?only={contest.id}"]


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("paper", POINTS)
def test_fixtures_for_the_wall_lead_to_the_board_without_a_token(
    running: Running, organizer: Caller, prints: Prints, paper: str, language: str
) -> None:
    contest = Contest(organizer, *TEN)
    path = f"/print/contests/{contest.id}/fixtures?lang={language}"
    sheets = prints(path, paper)
    assert sheets.sizes() == {POINTS[paper]}
    # The end of a word in a font means nothing to the reader.
    text = "".join(map(sheets.text, range(len(sheets)))).replace(" ", "")
    for number in range(1, 10):
        assert f"{WORD[language]}{number}" in text
    for fixture in contest.fixtures():
        assert "–".join(one["name"] for one in fixture["entrants"]) in text
    assert sheets.codes(0) == [f"{running.url}/board/{contest.championship}?only={contest.id}"]
    assert "token" not in running.get(path).text


@pytest.mark.parametrize("paper", POINTS)
def test_each_page_of_a_round_says_which_round_it_is(
    running: Running, organizer: Caller, prints: Prints, paper: str
) -> None:
    contest = ContestInRounds.of_pairs(organizer, *(f"{name} {n}" for n in range(41) for name in ("Ángel", "Noé")))
    contest.pair()
    sheets = prints(f"/print/contests/{contest.id}/rounds/1?lang=es", paper)
    assert sheets.sizes() == {POINTS[paper]}
    texts = [sheets.text(page) for page in range(len(sheets))]
    assert ["Por nombres" in text for text in texts] == [False, True, True, True]
    assert all("Ronda 1 ·" in text and "Fiestas · Guiñote" in text for text in texts)
    assert all(sheets.is_within_edges(page) for page in range(len(sheets)))
    assert sheets.codes(0) == [f"{running.url}/board/{contest.championship}?only={contest.id}"]


def test_a_long_round_begins_on_the_first_page(organizer: Caller, prints: Prints) -> None:
    contest = ContestInRounds.of_pairs(organizer, *(f"{LONG[n % 2]} {n}" for n in range(80)))
    contest.pair()
    sheets = prints(f"/print/contests/{contest.id}/fixtures?lang=es", "A4")
    assert LONG[0] in sheets.text(0)


@pytest.mark.parametrize("name", [name for name in sorted(rulesets()) if 2 in (*sides_of(name, 1), *sides_of(name, 2))])
def test_a_sheet_for_a_table_without_a_tablet_asks_for_what_the_game_counts(
    organizer: Caller, prints: Prints, name: str
) -> None:
    players = TEN[:4] if 2 in sides_of(name, 1) else [TEN[:2], TEN[2:4]]
    house = {
        "name": "La taberna " * 6 + "de Ainzón",
        "author": "Peña " * 13 + "El Cierzo",
        "ruleset": name,
        "params": {},
    }
    contest = Contest(organizer, *TEN[:4], ruleset=name, format="league", order=players, house=house)
    pending = contest.fixtures()
    for paper in POINTS:
        sheets = prints(f"/print/contests/{contest.id}/sheets?lang=es", paper)
        assert len(sheets) == len(pending)
        for number, fixture in enumerate(pending):
            text = sheets.text(number)
            for words in (
                ruleset(name).title.es,
                "Peña El Cierzo",
                "Mano 1",
                "Suma",
                "Total",
                "Amarillas",
                "Negras",
                "Firma",
                "Árbitro",
            ):
                assert words in text
            assert all(one["name"] in text for one in fixture["entrants"])
            assert sheets.codes(number) == []
            figure = next(iter(ruleset(name).game.reading.figures.values()))
            assert figure.es in text


def test_what_was_played_needs_no_sheet(organizer: Caller, prints: Prints) -> None:
    contest = Contest(organizer, *TEN[:3])
    contest.report({"Ana": 40, "Beto": 64})
    assert len(prints(f"/print/contests/{contest.id}/sheets")) == 2


def test_the_general_table_and_the_standings_are_a_page(running: Running, organizer: Caller, prints: Prints) -> None:
    contest = Contest(organizer, *LONG)
    contest.report({LONG[0]: 40, LONG[1]: 64})
    for paper in POINTS:
        general = prints(f"/print/championships/{contest.championship}/general", paper)
        table = prints(f"/v1/contests/{contest.id}/standings?format=html", paper)
        assert (len(general), len(table)) == (1, 1)
        assert all(name in general.text(0) and name in table.text(0) for name in LONG)
        assert general.codes(0) == [f"{running.url}/board/{contest.championship}"]


WIDTH = round(186 / 25.4 * 96)
"""Pixels that the narrower of the papers, A4, leaves between its margins."""


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_nothing_is_wider_than_its_paper(
    running: Running, organizer: Caller, context: BrowserContext, prints: Prints, name: str
) -> None:
    contest = smallest(organizer, name)
    for size in POINTS:
        assert len(prints(f"/print/contests/{contest.id}/sheets", size)) == 1
    page = context.new_page()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": WIDTH, "height": 1000})
    for paper in (
        f"/v1/contests/{contest.id}/fixtures?format=html",
        f"/v1/contests/{contest.id}/standings?format=html",
        *(f"/print/contests/{contest.id}/{kind}" for kind in ("fixtures", "sheets", "corrections")),
        *(f"/print/championships/{contest.championship}/{kind}" for kind in ("general", "cards", "sanctions")),
    ):
        for language in WORD:
            page.goto(f"{running.url}{paper}{'&' if '?' in paper else '?'}lang={language}")
            assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH, (paper, language)


def test_ten_rounds_between_four_fit_their_sheet(running: Running, organizer: Caller, context: BrowserContext) -> None:
    contest = Contest(organizer, *LONG, *TEN[:2], format="single", order=[*LONG, *TEN[:2]])
    page = context.new_page()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": WIDTH, "height": 1000})
    for language in WORD:
        page.goto(f"{running.url}/v1/contests/{contest.id}/fixtures?format=html&lang={language}")
        assert page.locator("td.box").count() == 40
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH


def test_a_long_table_has_its_head_on_every_page(organizer: Caller, prints: Prints) -> None:
    people = [f"Persona {number:02}" for number in range(1, 65)]
    contest = Contest(organizer, *people, ruleset="corona", format="knockout")
    for paper, head in (
        (f"/v1/contests/{contest.id}/standings?format=html&lang=es", "Pos. Jugador/a"),
        (f"/print/championships/{contest.championship}/general?lang=es", "Pos. Jugador/a"),
    ):
        for size in POINTS:
            sheets = prints(paper, size)
            texts = [sheets.text(number) for number in range(len(sheets))]
            assert len(texts) > 1
            assert [text for text in texts if "Persona" in text and head not in text] == []
            # A row is on one page, whole.
            assert sorted(name for text in texts for name in people if name in text) == people


@pytest.mark.parametrize(("language", "words"), [("es", ("5 puntos", "1 punto")), ("en", ("5 points", "1 point"))])
def test_one_point_is_not_several(organizer: Caller, prints: Prints, language: str, words: tuple[str, str]) -> None:
    contest = Contest(organizer, *TEN[:4])
    contest.report(dict(zip(TEN, (100, 5, 10, 15), strict=False)))
    text = prints(f"/v1/contests/{contest.id}/standings?format=html&lang={language}").text(0)
    for word in words:
        assert re.search(rf"{word}\b", text), text


def test_a_diploma_for_each_on_the_podium(organizer: Caller, prints: Prints) -> None:
    contest = Contest(organizer, *LONG)
    place = f"/print/contests/{contest.id}/diplomas?lang=es"
    assert "Aún no hay podio" in prints(place).text(0)
    contest.report({LONG[0]: 64, LONG[1]: 40})
    for path, word in (
        (place, "Corazones"),
        (f"/print/championships/{contest.championship}/diplomas?lang=es", "general"),
    ):
        sheets = prints(f"{path}&where=El%20Castillar")
        assert sheets.sizes() == {(841, 594)}
        texts = [sheets.text(number) for number in range(len(sheets))]
        assert len(texts) == 2
        for text, name, place_ in zip(texts, reversed(LONG), ("Primer puesto", "Segundo puesto"), strict=True):
            for words in (
                name,
                place_,
                word,
                "Fiestas",
                "En El Castillar, a ",
                "La organización",
                "El árbitro principal",
            ):
                assert words in text


def test_partners_have_a_diploma_each(organizer: Caller, prints: Prints) -> None:
    pairs = [list(TEN[:2]), list(TEN[2:4])]
    with_pairs = organizer.post(
        "/v1/championships", json={"name": "Fiestas", "players": list(TEN[:4]), "distinct": True}
    ).json()["id"]
    body = {"ruleset": "guinote", "format": "knockout", "entrants": pairs}
    contest = organizer.post(f"/v1/championships/{with_pairs}/contests", json=body).json()
    fixture = contest["fixtures"][0]
    assert organizer.post(f"/v1/fixtures/{fixture['id']}/result", json={"points": [3, 1]}).status_code == 201
    sheets = prints(f"/print/contests/{contest['id']}/diplomas?lang=en")
    texts = [sheets.text(number) for number in range(len(sheets))]
    assert len(texts) == 4
    assert all(any(f"{a} with {b}" in text for text in texts) for one in pairs for a, b in (one, reversed(one)))
