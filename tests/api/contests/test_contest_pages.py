"""Contests over HTTP: sheets to print, boards, lists, the log."""

import csv
import io
import json

from referee.contests.standings.ties import STEPS
from referee.match.entries import first_chain_flaw
from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of


def test_fixtures_as_csv_and_as_a_page_to_print(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana <b>", "=Beto()", "Carla")
    contest.report({"Ana <b>": 40, "=Beto()": 64})
    url = f"/v1/contests/{contest.id}/fixtures"
    answer = public.get(url, headers={"Accept": "text/csv"})
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == 3
    played_row = next(row for row in rows if row["state"] == "played")
    assert (played_row["entrants"], played_row["points"]) == ("Ana <b> / '=Beto()", "40 / 64")
    cards = {"Carla": [1, 2], "Ana <b>": [2, 1]}
    contest.report({"Ana <b>": 52, "Carla": 52}, rounds_won=[2, 2], extra_rounds=[[13, 13], [0, 26]], cards=cards)
    answer = public.get(url, headers={"Accept": "text/csv"})
    [second] = [row for row in csv.DictReader(io.StringIO(answer.text)) if row["entrants"] == "Ana <b> / Carla"]
    assert (second["yellow"], second["black"]) == ("2 / 1", "1 / 2")
    assert second["extra_rounds"] == "13 / 13; 0 / 26"
    page = public.get(url, headers={"Accept": "text/html", "Accept-Language": "es"}).text
    assert "Ana &lt;b&gt;" in page
    for word in ("Ronda 1", "Mesa 1", "Total", "Estrellitas", "Tarjetas", "Firma", "Descansa Carla"):
        assert word in page
    assert public.get(url, params={"format": "csv"}).text == answer.text
    mine = public.get(url, params={"player": "Carla"}).json()["items"]
    assert len(mine) == 2
    refusal_of(public.get(url, params={"player": "Nadie"}), 404, "not-found")


def test_the_log_is_chained_and_names_nobody(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Zósimo", "Wenceslao")
    contest.report({"Zósimo": 40, "Wenceslao": 64})
    url = f"/v1/championships/{contest.championship}"
    text = public.get(f"{url}/events", headers={"Accept": "application/x-ndjson"}).text
    assert "Zósimo" not in text
    lines = [json.loads(line) for line in text.splitlines()]
    assert first_chain_flaw(lines) == (4, None)
    assert [line["type"] for line in lines] == [
        "championship_opened",
        "players_entered",
        "contest_drawn",
        "result_reported",
    ]
    refusal_of(public.get(f"{url}/export"), 401, "unauthenticated")
    exported = [json.loads(line) for line in organizer.get(f"{url}/export").text.splitlines()]
    assert {*exported[0]["names"].values()} == {"Zósimo", "Wenceslao"}
    assert first_chain_flaw(exported) == (4, None)
    page = public.get(f"{url}/events?after=1&limit=2").json()
    assert ([item["version"] for item in page["items"]], page["next"]) == ([2, 3], 3)


def test_a_board_follows_the_championship(organizer: Caller, public: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    url = f"/v1/championships/{contest.championship}/stream"
    kinds = []
    with public.stream("GET", url, headers={"Last-Event-ID": "2"}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.iter_lines():
            if line.startswith("data: "):
                kinds.append(json.loads(line.removeprefix("data: "))["type"])
                if kinds == ["contest_drawn"]:
                    contest.report({"Ana": 40, "Beto": 64})
                else:
                    break
    assert kinds == ["contest_drawn", "result_reported"]
    assert public.get(f"{url}?once=true").text.count("data: ") == 4


def test_championships_are_listed_newest_first(organizer: Caller, public: Caller) -> None:
    ids = [Contest(organizer, "Ana", "Beto").championship for _ in range(3)]
    page = public.get("/v1/championships?limit=2").json()
    assert [item["id"] for item in page["items"]] == ids[:0:-1]
    assert {item["contests"] for item in page["items"]} == {1}
    rest = public.get(f"/v1/championships?limit=1&cursor={page['next']}").json()
    assert [item["id"] for item in rest["items"]] == ids[:1]


def test_the_formats_say_their_choices_their_rulesets_and_every_rule(public: Caller) -> None:
    answer = public.get("/v1/formats").json()
    formats = {item["id"]: item for item in answer["items"]}
    assert {*formats} == {"single", "league", "groups", "knockout", "rounds", "stages", "castillar"}
    assert formats["castillar"]["rulesets"] == ["hearts.castillar"]
    assert "guinote" in formats["league"]["rulesets"]
    assert "legs" in json.dumps(formats["league"]["options"])
    codes = {clause["code"] for clause in answer["clauses"]}
    assert {"castillar.format", "league.matters", "general.provenance"} <= codes
    for item in formats.values():
        assert {"league", "match", "ruling", "open"} <= item["rules"].keys() <= {"league", "match", *STEPS}, item["id"]
        assert {*item["rules"].values()} <= codes, item["id"]
    assert formats["castillar"]["rules"]["sanctions"] == "league.sanctions"
