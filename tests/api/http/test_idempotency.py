"""Requests sent again with their Idempotency-Key, after every person was erased and everything deleted that can be.

The tests cover every operation with the header in the document. The answer is the first again, or 410 if the document says so.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from api.context import AppContext
from tests.api.document.test_document import DOCUMENT
from tests.support.organizing import Contest
from tests.support.quiet import everything, quiet
from tests.support.service import BEARER, Caller, refusal_of
from tests.support.teams_at_work import TEAMS, TeamContest

HEADER = {"$ref": "#/components/parameters/IdempotencyKey"}
KEYED = {
    operation["operationId"]: operation
    for item in DOCUMENT["paths"].values()
    for operation in item.values()
    if HEADER in operation["parameters"]
}
GONE = {id_ for id_, operation in KEYED.items() if "410" in operation["responses"]}
FIVE = ("Ana", "Beto", "Carla", "Dani", "Elena")


class KeyedWrite(NamedTuple):
    """A write as it was sent, its operation as its key, and its answer."""

    method: str
    path: str
    body: Any
    status: int
    answer: dict[str, Any]


class Evening:
    """Every operation with a key, done once, with people by their names."""

    def __init__(self, client: Caller) -> None:
        self.client = client
        self.writes: dict[str, KeyedWrite] = {}
        self.people()
        self.contests()
        self.boards()
        self.matches()

    def send(self, operation: str, method: str, path: str, body: Any = None) -> dict[str, Any]:
        answer = self.client.request(method, path, json=body, headers={"Idempotency-Key": operation})
        assert answer.is_success, (operation, answer.text)
        self.writes[operation] = KeyedWrite(method, path, body, answer.status_code, answer.json())
        return dict(answer.json())

    def people(self) -> None:
        person = self.send("enterPlayer", "POST", "/v1/players", {"name": "Zoe"})["id"]
        twice = self.client.post("/v1/players", json={"name": "Zoé Pérez"}).json()["id"]
        body = {"into": person, "reason": "dos veces"}
        self.send("mergePlayer", "POST", f"/v1/players/{twice}/merge", body)
        body = {"name": "Fiestas", "players": [person, "Abel"]}
        championship = self.send("openChampionship", "POST", "/v1/championships", body)["id"]
        self.championship = f"/v1/championships/{championship}"
        self.send("enterPlayers", "POST", f"{self.championship}/players", {"players": ["Berta", "Celia"]})
        card = {"player": "Zoe", "card": "yellow", "reason": "llega tarde"}
        self.send("sanctionPlayer", "POST", f"{self.championship}/sanctions", card)
        version = self.writes["sanctionPlayer"].answer["version"]
        self.send("removeSanction", "DELETE", f"{self.championship}/sanctions/{version}?reason=otra")
        self.client.post(f"{self.championship}/players", json={"players": ["Dora"]})
        self.send("removePlayerFromChampionship", "DELETE", f"{self.championship}/players/Dora?reason=otra")
        self.send("renameChampionship", "PUT", self.championship, {"name": "Feria"})
        series = self.send("openSeries", "POST", "/v1/series", {"name": "Fiestas"})["id"]
        self.send("placeEdition", "PUT", f"{self.championship}/series", {"series": series, "edition": 3})
        self.send("renameSeries", "PUT", f"/v1/series/{series}", {"name": "Fiestas de septiembre"})
        hook = {"url": "https://board.example/hooks", "kinds": ["match.event"], "championship": championship}
        self.send("createWebhook", "POST", "/v1/webhooks", hook)

    def boards(self) -> None:
        encounter = TeamContest(self.client).fixtures()[0]
        boards = f"/v1/fixtures/{encounter['id']}/boards/1"
        lineup = f"/v1/fixtures/{encounter['id']}/lineups/{encounter['entrants'][0]['id']}"
        members = TEAMS[encounter["entrants"][0]["name"]]
        self.send("giveLineup", "PUT", lineup, {"boards": [[*members[:2]], [members[2]], [members[3]]]})
        self.send("removeLineup", "DELETE", f"{lineup}?reason=otra")
        self.send("reportBoard", "POST", f"{boards}/result", {"points": [3, 1]})
        self.send("correctBoard", "PUT", f"{boards}/result", {"points": [1, 3], "reason": "al revés"})
        absence = {"absent": [encounter["entrants"][0]["name"]], "reason": "faltan"}
        self.send("giveBoardWalkover", "POST", f"{boards.removesuffix('1')}2/walkover", absence)
        at_once = {"boards": [{"board": 3, "result": {"points": [40, 64]}}]}
        self.send("reportBoards", "POST", boards.removesuffix("/1"), at_once)
        league = TeamContest(self.client)
        other = league.line_up(league.fixtures()[0])
        boards = f"/v1/fixtures/{other['id']}/boards"
        assert self.client.post(f"{boards}/1/result", json={"points": [3, 1]}).is_success
        change = {
            "out": other["boards"][1]["players"][0][0]["name"],
            "in": other["boards"][0]["players"][0][0]["name"],
            "reason": "se va",
        }
        self.send("substituteMember", "POST", f"{boards}/2/substitutions", change)

    def contests(self) -> None:
        draw = {"ruleset": "hearts.castillar", "format": "castillar", "entrants": ["Zoe", "Abel", "Berta"]}
        contest_id = self.send("drawContest", "POST", f"{self.championship}/contests", draw)["id"]
        contest = f"/v1/contests/{contest_id}"
        self.send("drawAgain", "POST", f"{contest}/draw", {"reason": "faltaba una bola"})
        self.send("renameContest", "PUT", contest, {"name": "Copa"})
        clock = {"timing": {"match_seconds": 3000}, "reason": "40 minutos son pocos"}
        self.send("changeTiming", "PUT", f"{contest}/timing", clock)
        ladder = {"discipline": {"ladder": ["warning", "match"]}, "reason": "lo pide la peña"}
        self.send("changeDiscipline", "PUT", f"{self.championship}/discipline", ladder)
        change = {"out": "Abel", "in": "Celia", "reason": "enfermo"}
        self.send("substitutePlayer", "POST", f"{contest}/substitutions", change)
        items = self.client.get(f"{contest}/fixtures").json()["items"]
        first, second, third = (item for item in items if item["state"] == "pending")
        path = f"/v1/fixtures/{first['id']}"
        day = {"round": first["round"], "entrants": [one["name"] for one in first["entrants"]], "table": 7}
        self.send("fillInFixtures", "POST", f"{contest}/fixtures", {"items": [day]})
        self.send("scheduleFixture", "PUT", f"{path}/schedule", {"starts_at": "2026-08-14T17:00:00Z", "table": 1})
        self.send("reportResult", "POST", f"{path}/result", {"points": [40, 64]})
        self.send("correctResult", "PUT", f"{path}/result", {"points": [64, 40], "reason": "al revés"})
        absent = {"absent": [second["entrants"][0]["name"]], "reason": "no ha venido"}
        self.send("removeResult", "DELETE", f"{path}/result?reason=otro")
        self.send("giveWalkover", "POST", f"/v1/fixtures/{second['id']}/walkover", absent)
        self.send("removeWalkover", "DELETE", f"/v1/fixtures/{second['id']}/walkover?reason=otro")
        leaves = {"player": third["entrants"][0]["name"], "reason": "se va"}
        self.send("withdrawPlayer", "POST", f"{contest}/withdrawals", leaves)
        leaver = third["entrants"][0]["id"]
        self.send("removeWithdrawal", "DELETE", f"{contest}/withdrawals/{leaver}?reason=otro")
        out = self.client.get(contest).json()["substitutions"][0]["player"]["id"]
        self.send("removeSubstitution", "DELETE", f"{contest}/substitutions/{out}?reason=otro")
        self.send("cancelContest", "DELETE", f"{contest}?reason=llueve")
        late = Contest(self.client, *FIVE[:4], format="league", params={"late_until": 1})
        newcomer = {"players": [{"name": "Zacarías", "distinct": True}]}
        assert self.client.post(f"/v1/championships/{late.championship}/players", json=newcomer).is_success
        self.send("enterLate", "POST", f"/v1/contests/{late.id}/entrants", {"player": "Zacarías"})
        rounds = f"/v1/contests/{Contest(self.client, *FIVE[:4], format='rounds').id}/rounds"
        pairs = self.send("pairRound", "POST", rounds, {"draft": True})["pairs"]
        other_way = {
            "pairs": [[one["id"] for one in pair["entrants"]] for pair in pairs[::-1]],
            "reason": "a la ventana",
        }
        self.send("changeRound", "PUT", f"{rounds}/1", other_way)
        self.send("publishRound", "POST", f"{rounds}/1/publish", None)
        self.send("removeRound", "DELETE", f"{rounds}/1?reason=otra")
        level = Contest(self.client, *FIVE)
        level.league(FIVE, but=("Dani-Elena",))
        both = {"absent": ["Dani", "Elena"], "reason": "no han venido"}
        open_fixture = level.fixture("Dani", "Elena")["id"]
        assert self.client.post(f"/v1/fixtures/{open_fixture}/walkover", json=both).is_success
        ruling = {"tie": ["Dani", "Elena"], "order": [["Elena"], ["Dani"]], "reason": "sorteo"}
        version = self.send("ruleTie", "POST", f"/v1/contests/{level.id}/rulings", ruling)["version"]
        self.send("removeDecision", "DELETE", f"/v1/contests/{level.id}/decisions/{version}?reason=otro")

    def matches(self) -> None:
        seats = [{"player": self.writes["enterPlayer"].answer["id"]}, {"name": "Hugo"}]
        match = self.send("openMatch", "POST", "/v1/matches", {"ruleset": "hearts.castillar", "seats": seats})["id"]
        self.send("appendEvents", "POST", f"/v1/matches/{match}/events", {"type": "note", "text": "mesa 3"})

    def clear(self) -> None:
        """Deletes every webhook and erases every person."""
        for kind in ("webhooks", "players"):
            for item in self.client.get(f"/v1/{kind}?limit=500").json()["items"]:
                assert self.client.delete(f"/v1/{kind}/{item['id']}").status_code == 204
            assert not self.client.get(f"/v1/{kind}").json()["items"]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Evening, AppContext]]:
    with quiet(str(tmp_path_factory.mktemp("evening") / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        evening = Evening(client)
        evening.clear()
        yield evening, services


def ids(node: Any) -> Any:
    """An answer without its names, as they are erased."""
    if isinstance(node, dict):
        return {name: ids(value) for name, value in node.items() if name != "name"}
    return [ids(one) for one in node] if isinstance(node, list) else node


def test_every_keyed_operation_is_sent(evening: tuple[Evening, AppContext]) -> None:
    assert evening[0].writes.keys() == KEYED.keys()


@pytest.mark.parametrize("operation", sorted(KEYED))
def test_what_is_sent_again_is_answered_as_the_first_was_or_gone(
    evening: tuple[Evening, AppContext], operation: str
) -> None:
    (acts, services), language = evening, {"Accept-Language": "es"}
    act, before = acts.writes[operation], everything(services)
    headers = {"Idempotency-Key": operation} | language
    again = acts.client.request(act.method, act.path, json=act.body, headers=headers)
    if operation in GONE:
        problem = refusal_of(again, 410, "gone")
        assert "Idempotency-Key" in problem["detail"]
    else:
        assert (again.status_code, ids(again.json())) == (act.status, ids(act.answer)), again.text
    assert everything(services) == before
