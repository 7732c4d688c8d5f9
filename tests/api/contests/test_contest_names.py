"""A contest with a name of its own is called by it everywhere: on paper, in feeds, in previews."""

from collections.abc import Iterator

import pytest

from tests.support.organizing import Contest
from tests.support.service import Caller, Running

NAME = "Copa de la peña «El Cierzo»"
GAME = "Corazones, El Castillar"
CONTEST_PAPERS = ("fixtures", "sheets", "corrections", "settlement")


@pytest.fixture(scope="module")
def client(running: Running) -> Iterator[Caller]:
    with running.client() as client:
        yield client


@pytest.fixture(scope="module")
def contest(client: Caller) -> Contest:
    """A league of three under its own name. It has a result, a corrected one, a match at a table with a card, and times."""
    contest = Contest(client, "Ana", "Beto", "Carla", format="league", stakes={"each": 2, "split": "winner_takes_all"})
    contest.report({"Ana": 40, "Beto": 64}, cards={"Ana": [1, 0]})
    assert contest.correct({"Ana": 30, "Beto": 74}, cards={"Ana": [1, 0]}).is_success
    fixture = contest.fixture("Ana", "Carla")
    when = {"starts_at": "2026-08-15T17:00:00Z", "table": 3}
    assert client.put(f"/v1/fixtures/{fixture['id']}/schedule", json=when).is_success
    match = client.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0}).json()["id"]
    card = {"type": "sanction", "seat": 0, "card": "yellow", "reason": "grita"}
    assert client.post(f"/v1/matches/{match}/events", json=card).is_success
    return contest


@pytest.fixture(scope="module")
def addresses(contest: Contest) -> dict[str, str]:
    """Every address that names a contest, by a word for it."""
    of, championship = contest.id, contest.championship
    match = contest.fixture("Ana", "Carla")["match"]
    papers = {f"{kind} on paper": f"/print/contests/{of}/{kind}?" for kind in CONTEST_PAPERS}
    return papers | {
        "stakes of a match": f"/print/matches/{match}/settlement?",
        "record of a card at a table": f"/print/matches/{match}/sanctions?",
        "record of a card with a result": f"/print/championships/{championship}/sanctions?",
        "general table on the wall": f"/print/championships/{championship}/general?",
        "table": f"/v1/contests/{of}/standings?format=html&",
        "fixtures": f"/v1/contests/{of}/fixtures?format=html&",
        "calendar": f"/v1/championships/{championship}/calendar.ics?",
        "feed": f"/championships/{championship}/results.atom?",
        "preview of the championship": f"/championships/{championship}?",
        "preview of the board of one contest": f"/board/{championship}?only={of}&",
    }


def text_at(client: Caller, address: str) -> str:
    answer = client.get(f"{address}lang=es", headers={"Accept": "text/html, */*"})
    assert answer.status_code == 200, (address, answer.text)
    # A calendar folds its long lines.
    return answer.text.replace("\r\n ", "").replace("&#34;", '"')


def test_everything_says_the_name_and_without_one_the_game(
    client: Caller, contest: Contest, addresses: dict[str, str]
) -> None:
    for name, there, absent in ((NAME, NAME, ""), (None, GAME, NAME)):
        assert client.put(f"/v1/contests/{contest.id}", json={"name": name}).is_success
        texts = {what: text_at(client, address) for what, address in addresses.items()}
        assert [what for what, text in texts.items() if there not in text.replace("\\,", ",")] == []
        assert [what for what, text in texts.items() if absent and absent in text] == []


def test_the_list_of_results_and_the_championship_have_the_name(client: Caller, contest: Contest) -> None:
    assert client.put(f"/v1/contests/{contest.id}", json={"name": NAME}).is_success
    results = client.get(f"/v1/results?championship={contest.championship}").json()["items"]
    assert [one["contest_name"] for one in results] == [NAME] * len(results) != []
    [summary] = client.get(f"/v1/championships/{contest.championship}").json()["contests"]
    assert summary["name"] == NAME


def test_a_diploma_has_the_name(client: Caller) -> None:
    contest = Contest(client, "Dani", "Elena", format="league")
    contest.report({"Dani": 40, "Elena": 64})
    assert client.put(f"/v1/contests/{contest.id}", json={"name": NAME}).is_success
    assert NAME in text_at(client, f"/print/contests/{contest.id}/diplomas?")


@pytest.mark.parametrize("name", [" ", "\u200b", "\u2060\u00ad", "\u2800"])
def test_a_championship_and_a_contest_have_names_that_can_be_seen(client: Caller, name: str) -> None:
    contest = Contest(client, "Ana", "Beto", "Carla", format="league")
    at = f"/v1/championships/{contest.championship}"
    draw = {"ruleset": "hearts.castillar", "format": "league", "name": name}
    for answer in (
        client.post("/v1/championships", json={"name": name, "players": []}),
        client.put(at, json={"name": name}),
        client.put(f"/v1/contests/{contest.id}", json={"name": name}),
        client.post(f"{at}/contests", json=draw),
        client.post("/v1/series", json={"name": name}),
    ):
        assert answer.status_code == 400, (answer.request.url, answer.text)
    assert client.put(at, json={"name": " Fiestas  de mayo "}).json()["name"] == "Fiestas de mayo"
