"""The discipline of a championship: the effect of a player's cards there, and the time that a match waits for absent players."""

import csv
import re
from html import unescape
from io import StringIO
from typing import Any

import httpx
import pytest

from referee.championship.state import Championship, decoder
from referee.contests.discipline import Discipline
from tests.support import stored
from tests.support.organizing import Contest
from tests.support.service import Caller, refusal_of

LADDER = ["warning", "game", "match", "expulsion"]
NAMES = ("Ana", "Beto", "Carla")


class Cup:
    """A championship with a ladder and a league of Corazones."""

    def __init__(self, client: Caller, ladder: list[str] | None = LADDER) -> None:
        self.client = client
        body: dict[str, Any] = {"name": "Copa", "players": list(NAMES), "distinct": True}
        body |= {"discipline": {"ladder": ladder}} if ladder else {}
        self.view = client.post("/v1/championships", json=body).json()
        self.id = str(self.view["id"])
        self.ids = {one["name"]: str(one["id"]) for one in self.view["players"]}
        asked = {"ruleset": "hearts.castillar", "format": "castillar", "order": list(NAMES)}
        contest = client.post(f"/v1/championships/{self.id}/contests", json=asked).json()
        self.fixtures = {frozenset(e["name"] for e in one["entrants"]): one for one in contest["fixtures"]}

    def gives(self, name: str, card: str = "yellow", reason: str = "tarde") -> None:
        body = {"player": name, "card": card, "reason": reason}
        assert self.client.post(f"/v1/championships/{self.id}/sanctions", json=body).is_success

    def agrees(self, discipline: dict[str, Any] | None) -> httpx.Response:
        """Agrees on another discipline from now on."""
        body = {"discipline": discipline, "reason": "lo pide la peña"}
        return self.client.put(f"/v1/championships/{self.id}/discipline", json=body)

    def plays(self, *names: str) -> str:
        """Opens the match of these two and returns its id."""
        fixture = self.fixtures[frozenset(names)]
        return str(self.client.post("/v1/matches", json={"fixture": fixture["id"]}).json()["id"])

    def seat(self, match: str, name: str) -> int:
        seats = self.client.get(f"/v1/matches/{match}").json()["seats"]
        return next(int(one["seat"]) for one in seats if one["name"] == name)

    def steps(self, **query: str) -> list[tuple[str, int | None, str | None]]:
        """The register of this championship, first to last."""
        items = self.client.get("/v1/sanctions", params={"championship": self.id, **query}).json()["items"]
        return [(one["reason"], one["nth"], one["penalty"]) for one in reversed(items)]

    def reads(self, path: str, **query: str) -> str:
        text = self.client.get(path, params={"lang": "es"} | query).text
        return " ".join(unescape(re.sub(r"(?s)<(style|svg|head)\b.*?</\1>|<[^>]*>", " ", text)).split())


@pytest.fixture
def cup(organizer: Caller) -> Cup:
    return Cup(organizer)


def test_a_further_card_is_as_the_last_step() -> None:
    agreed = Discipline(("warning", "match"))
    assert [agreed.penalty(nth) for nth in (1, 2, 3, 9)] == ["warning", "match", "match", "match"]


def test_a_championship_says_its_ladder_and_stores_it(cup: Cup, public: Caller) -> None:
    assert cup.view["discipline"] == {"ladder": LADDER}
    assert public.get(f"/v1/championships/{cup.id}").json()["discipline"] == {"ladder": LADDER}
    [first] = public.get(f"/v1/championships/{cup.id}/events", params={"limit": 1}).json()["items"]
    assert first["discipline"] == {"ladder": LADDER}


def test_without_one_nothing_more_is_stored_and_no_card_has_a_step(organizer: Caller) -> None:
    cup = Cup(organizer, None)
    assert cup.view["discipline"] is None
    [first] = organizer.get(f"/v1/championships/{cup.id}/events", params={"limit": 1}).json()["items"]
    assert "discipline" not in first
    cup.gives("Ana")
    assert cup.steps() == [("tarde", None, None)]
    assert "Escalera" not in cup.reads(f"/print/championships/{cup.id}/sanctions")


def test_a_championship_stored_with_a_ladder_is_read_again() -> None:
    championships = [
        Championship.fold(file.stem, map(decoder.decode, stored.read(file)[1]))
        for file in stored.files(stored.CHAMPIONSHIPS)
    ]
    assert Discipline(("warning", "game", "match", "expulsion"), 15) in [one.discipline for one in championships]
    assert None in [one.discipline for one in championships]


def test_cards_at_a_table_with_a_result_and_outside_are_counted_together(cup: Cup) -> None:
    cup.gives("Ana", reason="uno")
    match = cup.plays("Ana", "Beto")
    cup.client.tell(match, {"type": "sanction", "seat": cup.seat(match, "Ana"), "card": "black", "reason": "dos"})
    fixture = cup.fixtures[frozenset(("Ana", "Carla"))]
    cards = [[1, 1] if one["name"] == "Ana" else [0, 0] for one in fixture["entrants"]]
    body = {"points": [40, 64], "cards": cards, "note": "tres y cuatro"}
    assert cup.client.post(f"/v1/fixtures/{fixture['id']}/result", json=body).is_success
    cup.gives("Ana", reason="cinco")
    cup.gives("Beto", reason="otro")
    assert cup.steps() == [
        ("uno", 1, "warning"),
        ("dos", 2, "game"),
        ("tres y cuatro", 3, "match"),
        ("tres y cuatro", 4, "expulsion"),
        ("cinco", 5, "expulsion"),
        ("otro", 1, "warning"),
    ]
    assert cup.steps(limit="1") == [("otro", 1, "warning")]
    assert cup.steps(player=cup.ids["Ana"], limit="2")[0] == ("tres y cuatro", 4, "expulsion")


def test_a_card_taken_back_counts_no_more_and_the_others_go_down(cup: Cup) -> None:
    match = cup.plays("Ana", "Beto")
    seat = cup.seat(match, "Ana")
    version = cup.client.tell(match, {"type": "sanction", "seat": seat, "card": "yellow", "reason": "uno"})["version"]
    cup.gives("Ana", reason="dos")
    assert cup.steps() == [("uno", 1, "warning"), ("dos", 2, "game")]
    cup.client.tell(match, {"type": "retract", "to": version - 1, "reason": "era Beto"})
    assert cup.steps() == [("dos", 1, "warning")]
    cup.client.tell(match, {"type": "retract", "to": version, "reason": "sí era"})
    assert cup.steps() == [("uno", 1, "warning"), ("dos", 2, "game")]


def test_the_cards_of_one_person_entered_twice_are_counted_together(cup: Cup) -> None:
    entered = cup.client.post(f"/v1/championships/{cup.id}/players", json={"players": ["Anita"]}).json()
    cup.gives("Ana", reason="uno")
    cup.gives("Anita", reason="dos")
    body = {"into": cup.ids["Ana"], "reason": "es la misma"}
    path = f"/v1/players/{entered['players'][-1]['id']}/merge"
    answer = cup.client.post(path, json=body)
    assert answer.is_success, answer.text
    assert cup.steps() == [("uno", 1, "warning"), ("dos", 2, "game")]
    assert cup.client.delete(path, params={"reason": "son dos"}).is_success
    assert cup.steps() == [("uno", 1, "warning"), ("dos", 1, "warning")]


def test_each_championship_has_its_own_ladder(organizer: Caller) -> None:
    """The register of a player, too, in which cards of several championships stand side by side."""
    cups = [Cup(organizer, ladder) for ladder in (LADDER, None, ["match"])]
    ana = cups[0].ids["Ana"]
    for cup in cups[1:]:
        organizer.post(f"/v1/players/{cup.ids['Ana']}/merge", json={"into": ana, "reason": "es la misma"})
    for cup in (*cups, cups[0]):
        cup.gives("Ana")
    items = organizer.get("/v1/sanctions", params={"player": ana}).json()["items"]
    assert [one["penalty"] for one in reversed(items)] == ["warning", None, "match", "game"]


def test_the_record_to_sign_says_the_step_and_its_rule(cup: Cup) -> None:
    cup.gives("Ana", reason="uno")
    match = cup.plays("Ana", "Beto")
    sanction = {"type": "sanction", "seat": cup.seat(match, "Ana"), "card": "yellow", "reason": "dos"}
    version = cup.client.tell(match, sanction)["version"]
    text = cup.reads(f"/print/matches/{match}/sanctions")
    assert "Escalera 2.ª tarjeta en el campeonato: pierde la partida" in text and "discipline.ladder" in text
    assert "Ladder card 1 in the championship: warning" in cup.reads(
        f"/print/championships/{cup.id}/sanctions", lang="en"
    )
    cup.client.tell(match, {"type": "retract", "to": version - 1, "reason": "no"})
    paper = cup.reads(f"/print/matches/{match}/sanctions", version=str(version))
    assert "ya no cuenta" in paper and "Escalera" not in paper


def test_the_register_says_the_steps_on_paper_and_in_a_spreadsheet(cup: Cup) -> None:
    cup.gives("Ana")
    cup.gives("Ana", "black")
    assert "2.ª tarjeta en el campeonato: pierde la partida" in cup.reads(f"/print/championships/{cup.id}/cards")
    query = {"championship": cup.id, "format": "csv"}
    rows = list(csv.DictReader(StringIO(cup.client.get("/v1/sanctions", params=query).text)))
    assert [(row["nth"], row["penalty"]) for row in rows] == [("2", "game"), ("1", "warning")]
    sheet = cup.client.get("/v1/sanctions", params={**query, "lang": "es"}).text
    assert "pierde la partida" in sheet and "warning" not in sheet


def test_a_ladder_changed_later_leaves_what_cards_came_to(cup: Cup, public: Caller) -> None:
    """discipline.ladder: cards on record keep their step, and later cards follow the new ladder."""
    cup.gives("Ana", reason="uno")
    match = cup.plays("Ana", "Beto")
    seat = cup.seat(match, "Ana")
    cup.client.tell(match, {"type": "sanction", "seat": seat, "card": "yellow", "reason": "dos"})
    assert cup.agrees({"ladder": ["expulsion"], "no_show_minutes": 5}).status_code == 200
    assert public.get(f"/v1/championships/{cup.id}").json()["discipline"] == {
        "ladder": ["expulsion"],
        "no_show_minutes": 5,
    }
    version = cup.client.tell(match, {"type": "sanction", "seat": seat, "card": "yellow", "reason": "tres"})["version"]
    cup.gives("Beto", reason="otro")
    assert cup.agrees(None).json()["discipline"] is None
    cup.gives("Ana", reason="cuatro")
    assert cup.agrees({"ladder": ["warning"]}).is_success
    cup.gives("Ana", reason="cinco")
    assert cup.steps() == [
        ("uno", 1, "warning"),
        ("dos", 2, "game"),
        ("tres", 3, "expulsion"),
        ("otro", 1, "expulsion"),
        ("cuatro", None, None),
        ("cinco", 5, "warning"),
    ]
    assert "3.ª tarjeta en el campeonato: expulsión" in cup.reads(f"/print/matches/{match}/sanctions")
    cup.client.tell(match, {"type": "retract", "to": version - 1, "reason": "era Beto"})
    assert cup.steps(player=cup.ids["Ana"])[-1] == ("cinco", 4, "warning")
    log = public.get(f"/v1/championships/{cup.id}/events", params={"limit": 500}).json()["items"]
    changes = [one for one in log if one["type"] == "discipline_changed"]
    assert [one.get("discipline", {}).get("ladder") for one in changes] == [["expulsion"], None, ["warning"]]
    assert all(one["reason"] == "lo pide la peña" and one["recorded_by"] and one["recorded_at"] for one in changes)


def test_what_cards_came_to_is_on_paper_though_nothing_is_agreed_on_any_more(cup: Cup) -> None:
    cup.gives("Ana")
    assert cup.agrees(None).is_success
    assert "1.ª tarjeta en el campeonato: amonestación" in cup.reads(f"/print/championships/{cup.id}/sanctions")


def test_a_ladder_that_cannot_be_does_not_take_the_place_of_the_one_before(cup: Cup) -> None:
    body = refusal_of(cup.agrees({"ladder": ["match", "game"]}), 422, "inconsistent")
    assert [one["path"] for one in body["errors"]] == ["$.discipline.ladder[1]"]
    assert cup.client.get(f"/v1/championships/{cup.id}").json()["discipline"] == {"ladder": LADDER}


def test_minutes_changed_later_hold_for_every_match_without_a_result(organizer: Caller) -> None:
    contest = Contest(organizer, *NAMES, discipline={"no_show_minutes": 15})
    at = f"/v1/fixtures/{contest.fixture('Ana', 'Beto')['id']}"
    assert organizer.put(f"{at}/schedule", json={"starts_at": "2026-08-15T18:00:00Z"}).is_success
    change = {"discipline": {"no_show_minutes": 30}, "reason": "llueve"}
    assert organizer.put(f"/v1/championships/{contest.championship}/discipline", json=change).is_success
    assert organizer.get(at).json()["no_show_at"] == "2026-08-15T18:30:00Z"


@pytest.mark.parametrize(
    ("ladder", "path", "code"),
    [
        (["match", "game"], "$.discipline.ladder[1]", "inconsistent"),
        (["warning"] * 13, "$.discipline.ladder", "malformed"),
        (["ban"], "$.discipline.ladder[0]", "malformed"),
    ],
)
def test_a_ladder_that_cannot_be_is_refused(organizer: Caller, ladder: list[str], path: str, code: str) -> None:
    answer = organizer.post("/v1/championships", json={"name": "No se abre", "discipline": {"ladder": ladder}})
    body = refusal_of(answer, answer.status_code, code)
    assert [one["path"] for one in body["errors"]] == [path]
    names = [one["name"] for one in organizer.get("/v1/championships").json()["items"]]
    assert "No se abre" not in names


def test_a_ladder_without_steps_is_none(organizer: Caller) -> None:
    response = organizer.post("/v1/championships", json={"name": "Sin escalera", "discipline": {"ladder": []}})
    assert response.status_code == 201, response.text
    assert not response.json().get("discipline")


def test_a_match_with_a_time_says_from_when_it_may_be_given_to_who_came(organizer: Caller, public: Caller) -> None:
    agreed = {"no_show_minutes": 15}
    contest = Contest(organizer, *NAMES, discipline=agreed)
    assert public.get(f"/v1/championships/{contest.championship}").json()["discipline"] == agreed
    first, second = contest.fixture("Ana", "Beto"), contest.fixture("Ana", "Carla")
    assert "no_show_at" not in first, "nobody said when it is played"
    path = f"/v1/fixtures/{first['id']}"
    for starts, until in (
        ("2026-08-15T19:50:00+02:00", "2026-08-15T18:05:00Z"),
        ("2026-08-15T18:00:30Z", "2026-08-15T18:15:30Z"),
    ):
        planned = organizer.put(f"{path}/schedule", json={"starts_at": starts})
        assert planned.json()["no_show_at"] == public.get(path).json()["no_show_at"] == until
    response = organizer.post("/v1/matches", json={"fixture": first["id"]})
    assert response.is_success and public.get(path).json()["no_show_at"] == until, "a table that is open may be empty"
    headers = {"If-Match": public.get(path).headers["ETag"]}
    absent = {"absent": ["Ana"], "reason": "no se presenta"}
    response = organizer.post(f"{path}/walkover", json=absent, headers=headers)
    assert response.json()["state"] == "walkover" and "no_show_at" not in response.json()
    assert "no_show_at" not in public.get(f"/v1/fixtures/{second['id']}").json()


def test_without_the_clock_a_time_says_nothing_more(organizer: Caller) -> None:
    contest = Contest(organizer, *NAMES, discipline={"ladder": LADDER})
    at = f"/v1/fixtures/{contest.fixture('Ana', 'Beto')['id']}/schedule"
    assert "no_show_at" not in organizer.put(at, json={"starts_at": "2026-08-15T18:00:00Z"}).json()


def test_the_clock_alone_is_no_ladder_and_nothing_agreed_on_is_nothing_stored(organizer: Caller) -> None:
    contest = Contest(organizer, *NAMES, discipline={"no_show_minutes": 240})
    card = {"player": "Ana", "card": "yellow", "reason": "tarde"}
    assert organizer.post(f"/v1/championships/{contest.championship}/sanctions", json=card).is_success
    [given] = organizer.get("/v1/sanctions", params={"championship": contest.championship}).json()["items"]
    assert (given["nth"], given["penalty"]) == (None, None)
    opened = organizer.post("/v1/championships", json={"name": "Copa", "discipline": {}}).json()
    assert opened["discipline"] is None


@pytest.mark.parametrize("minutes", [0, 241, 1.5])
def test_a_clock_that_cannot_be_is_refused(organizer: Caller, minutes: float) -> None:
    body = {"name": "No se abre", "discipline": {"no_show_minutes": minutes}}
    flaws = refusal_of(organizer.post("/v1/championships", json=body), 400, "malformed")["errors"]
    assert [one["path"] for one in flaws] == ["$.discipline.no_show_minutes"]
