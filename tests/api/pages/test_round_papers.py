"""A round on paper and as a spreadsheet: by table and by name; nothing of a draft on pages for everybody."""

import csv
import re
from io import StringIO
from typing import Any

import pytest

from referee.contests.standings.alphabet import spanish
from tests.support.rounds_at_work import NAMES, ContestInRounds
from tests.support.service import Caller

Json = dict[str, Any]
TAGS = re.compile(r"<[^>]+>")
FOR_EVERYBODY = (
    "/print/contests/{contest}/rounds/1?lang=es",
    "/v1/contests/{contest}/rounds/1?format=html&lang=es",
    "/print/contests/{contest}/fixtures?lang=es",
    "/print/contests/{contest}/sheets?lang=es",
    "/v1/contests/{contest}/fixtures?format=csv",
)
HTML = {"Accept": "text/html"}


@pytest.fixture
def contest(organizer: Caller) -> ContestInRounds:
    return ContestInRounds.of_pairs(organizer, *NAMES)


def lists(client: Caller, contest: ContestInRounds, number: int = 1) -> list[list[list[str]]]:
    """The rows of the two lists of a round, cell by cell, without their heads."""
    answer = client.get(f"/print/contests/{contest.id}/rounds/{number}?lang=es&zone=Europe/Madrid")
    assert answer.status_code == 200, answer.text
    bodies = re.findall(r"<tbody>(.*?)</tbody>", answer.text, re.DOTALL)
    rows = [re.findall(r"<tr.*?</tr>", body) for body in bodies]
    return [[[TAGS.sub("", cell) for cell in re.findall(r"<td.*?</td>", row)] for row in body] for body in rows]


def name_of(entrant: Json) -> str:
    return str(entrant["name"])


def test_each_table_is_a_line_and_who_rests_is_named(contest: ContestInRounds, public: Caller) -> None:
    view = contest.pair()
    by_table, _ = lists(public, contest)
    assert by_table == [[str(pair["table"]), *map(name_of, pair["entrants"])] for pair in view["pairs"]]
    page = public.get(f"/print/contests/{contest.id}/rounds/1?lang=es").text
    assert f"Descansa {view['rest']['player']['name']}" in page
    # Each of the two lists says on all of its pages which round it is.
    heads = re.findall(r"<thead>(.*?)</thead>", page, re.DOTALL)
    assert [("Ronda 1" in head, "Fiestas" in head, "Guiñote" in head) for head in heads] == [(True, True, True)] * 2
    assert f"/board/{contest.championship}?only={contest.id}" in page


def test_each_person_is_a_line_in_the_order_of_the_spanish_alphabet(contest: ContestInRounds, public: Caller) -> None:
    view = contest.pair()
    _, by_name = lists(public, contest)
    assert [row[0].split(" con ")[0] for row in by_name] == sorted(NAMES, key=spanish)
    table = {one: str(pair["table"]) for pair in view["pairs"] for each in pair["entrants"] for one in people(each)}
    rival = {
        one: name_of(other)
        for pair in view["pairs"]
        for entrant, other in (pair["entrants"], pair["entrants"][::-1])
        for one in people(entrant)
    }
    for name, at, against in by_name:
        one = name.split(" con ")[0]
        assert (at, against) == (table.get(one, "–"), rival.get(one, "Descansa"))
    assert dict(name.split(" con ") for name, *_ in by_name) == dict(partners(NAMES))


def people(entrant: Json) -> list[str]:
    return [one["name"] for one in entrant["players"]]


def partners(names: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(one, names[n + 1 if n % 2 == 0 else n - 1]) for n, one in enumerate(names)]


def test_a_table_and_a_time_of_its_own_stand_on_the_sheet(contest: ContestInRounds, public: Caller) -> None:
    [first, second] = contest.pair()["pairs"]
    schedule = {"starts_at": "2026-08-15T17:00:00Z", "table": "Rincón"}
    assert contest.client.put(f"/v1/fixtures/{first['fixture']}/schedule", json=schedule).is_success
    by_table, by_name = lists(public, contest)
    assert by_table[0][:2] == ["Rincón", "sábado 15 de agosto de 2026, 19:00"]
    assert by_table[1][:2] == [str(second["table"]), ""]
    assert sum(row[1:3] == by_table[0][:2] for row in by_name) == 4
    assert contest.client.put(
        f"/v1/fixtures/{second['fixture']}/schedule", json={"starts_at": schedule["starts_at"]}
    ).is_success
    # A time that all have is said once, in the heads.
    by_table, _ = lists(public, contest)
    assert [row[0] for row in by_table] == ["Rincón", str(second["table"])]
    assert len(by_table[0]) == 3
    page = public.get(f"/print/contests/{contest.id}/rounds/1?lang=es&zone=Europe/Madrid").text
    assert page.count("sábado 15 de agosto de 2026, 19:00") == 3


def test_who_did_not_come_is_said_at_the_table(contest: ContestInRounds, public: Caller) -> None:
    [first, _] = contest.pair()["pairs"]
    body = {"absent": [first["entrants"][0]["id"]], "reason": "no vino"}
    assert contest.client.post(f"/v1/fixtures/{first['fixture']}/walkover", json=body).is_success
    assert public.get(f"/print/contests/{contest.id}/rounds/1?lang=es").text.count("Incomparecencia") == 1


def test_an_erased_person_is_at_a_table_without_a_name(contest: ContestInRounds, public: Caller) -> None:
    view = contest.pair()
    person = view["pairs"][0]["entrants"][0]["players"][0]
    assert contest.client.delete(f"/v1/players/{person['id']}").is_success
    by_table, by_name = lists(public, contest)
    assert "Nombre borrado" in by_table[0][1]
    assert len(by_name) == len(NAMES) - 1
    assert all(not row[0].startswith("Nombre borrado") for row in by_name)


def test_accept_gives_the_page_the_table_and_the_answer_for_programs(contest: ContestInRounds, public: Caller) -> None:
    view = contest.pair()
    path = f"/v1/contests/{contest.id}/rounds/1"
    page = public.get(f"{path}?lang=es", headers=HTML)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.text == public.get(f"/print/contests/{contest.id}/rounds/1?lang=es").text
    rows = list(csv.DictReader(StringIO(public.get(path, headers={"Accept": "text/csv"}).text)))
    *tables, rest = rows
    assert [(row["table"], row["fixture"], row["state"]) for row in tables] == [
        (str(pair["table"]), pair["fixture"], "pending") for pair in view["pairs"]
    ]
    assert [row["entrants"] for row in tables] == [" – ".join(map(name_of, pair["entrants"])) for pair in view["pairs"]]
    ids = [one["id"] for entrant in view["pairs"][0]["entrants"] for one in entrant["players"]]
    assert tables[0]["people"] == " / ".join(ids)
    assert (rest["state"], rest["table"], rest["entrants"]) == ("rest", "", view["rest"]["player"]["name"])
    assert public.get(path).json()["pairs"] == public.get(path, headers={"Accept": "application/json"}).json()["pairs"]


def test_in_words_the_table_says_who_rests(contest: ContestInRounds, public: Caller) -> None:
    view = contest.pair()
    text = public.get(f"/v1/contests/{contest.id}/rounds/1?format=csv&lang=es").text.removeprefix("\ufeff")
    rows = list(csv.DictReader(StringIO(text), delimiter=";"))
    assert list(rows[0]) == ["Ronda", "Mesa", "Estado", "Jugadores"]
    assert [row["Estado"] for row in rows] == ["Por jugar", "Por jugar", "Descansa"]
    assert rows[-1]["Jugadores"] == view["rest"]["player"]["name"]


def test_pages_for_everybody_say_nothing_of_a_draft(contest: ContestInRounds, public: Caller) -> None:
    contest.pair(draft=True)
    for path in FOR_EVERYBODY:
        answer = public.get(path.format(contest=contest.id))
        assert answer.status_code == 200, path
        assert not [name for name in NAMES if name in answer.text], path
    assert "todavía no está publicada" in public.get(FOR_EVERYBODY[0].format(contest=contest.id)).text
    assert public.get(f"/v1/contests/{contest.id}").json()["fixtures"] == []
    assert contest.client.post(f"/v1/contests/{contest.id}/rounds/1/publish").is_success
    assert [len(one) for one in lists(public, contest)] == [2, len(NAMES)]


def test_a_round_that_is_not_there_is_not_found(contest: ContestInRounds, public: Caller) -> None:
    for path in (f"/print/contests/{contest.id}/rounds/1", f"/print/contests/{contest.id}/rounds/none"):
        assert public.get(path).status_code == 404


def test_other_languages_have_words_for_it(contest: ContestInRounds, public: Caller) -> None:
    contest.pair()
    for language, words in {"en": "By table", "ca": "Per taules", "eu": "Mahaiz mahai", "it": "Per tavoli"}.items():
        assert words in public.get(f"/print/contests/{contest.id}/rounds/1?lang={language}").text


def test_the_standings_on_paper_have_the_tie_breaks_once(contest: ContestInRounds, public: Caller) -> None:
    contest.play(contest.pair())
    page = public.get(f"/v1/contests/{contest.id}/standings?format=html&lang=es").text
    [table] = re.findall(r"<thead>(.*?)</thead>", page, re.DOTALL)
    titles = re.findall(r"<th[^>]*>(.*?)</th>", table)
    # The difference is the figure beside it; a bye is won, and not played.
    assert titles == [
        "Pos.",
        "Jugador/a",
        "J",
        "G",
        "P",
        "F",
        "C",
        "Ptos",
        "+/−",
        "Buch.",
        "Vict.",
        "Tarjetas",
        "Decide",
    ]
