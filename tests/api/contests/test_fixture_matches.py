"""Fixtures with a match on the log: the messages that the contest gets at its end and later."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from referee.audit import portable
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.match.events import SharedHand
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Seating, prepare_fixture
from referee.people.register import open_people
from tests.support.beside import enter
from tests.support.organizing import Contest
from tests.support.playout import play_out
from tests.support.service import TOKEN, Caller, Running, refusal_of

FIVE = ("Ana", "Beto", "Carla", "Dani", "Elena")
MATCH = list(play_out("hearts.castillar", 2, "u", first_dealer=0, lines=(1,)))


def open_fixture(client: Caller, fixture: dict[str, Any], **more: Any) -> str:
    answer = client.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0} | more)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_fixture_decides_seats_ruleset_and_limits(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto", "Carla", "Dani")
    [fixture] = contest.fixtures()
    view = organizer.get(f"/v1/matches/{open_fixture(organizer, fixture)}").json()
    assert [seat["name"] for seat in view["seats"]] == ["Ana", "Beto", "Carla", "Dani"]
    assert (view["ruleset"], view["params"]["limit"]) == ("hearts.castillar", 100)
    now = contest.fixture("Ana", "Beto", "Carla", "Dani")
    assert (now["state"], now["match"]) == ("open", view["id"])
    items = organizer.get(f"/v1/matches?player={view['seats'][0]['player']}").json()["items"]
    assert [item["fixture"] for item in items] == [fixture["id"]]
    of_contest = organizer.get(f"/v1/matches?contest={contest.id}").json()["items"]
    assert [item["id"] for item in of_contest] == [view["id"]]


def test_a_group_ends_at_50_and_asks_for_an_extra_round_only_where_it_matters(organizer: Caller) -> None:
    contest = Contest(organizer, *"ABCDEFGH")
    group = contest.fixtures("group")[0]
    match = open_fixture(organizer, group)
    assert organizer.get(f"/v1/matches/{match}").json()["params"]["limit"] == 50
    opening = organizer.get(f"/v1/matches/{match}/events?limit=1").json()["items"][0]
    assert (opening["lines"], opening["fixture"]) == ([1, 2], group["id"])


def test_the_oldest_deals_first_where_birth_dates_are_known(organizer: Caller) -> None:
    players = [{"name": "Ana", "birth_date": "1990-01-01"}, {"name": "Beto", "birth_date": "1950-01-01"}]
    made = organizer.post("/v1/championships", json={"name": "x", "players": players, "distinct": True}).json()
    body = {"ruleset": "hearts.castillar", "format": "castillar", "order": ["Ana", "Beto"]}
    drawn = organizer.post(f"/v1/championships/{made['id']}/contests", json=body).json()
    view = organizer.post("/v1/matches", json={"fixture": drawn["fixtures"][0]["id"]}).json()
    assert view["dealer"] == 1


def test_a_second_open_match_is_refused(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    [fixture] = contest.fixtures()
    first = open_fixture(organizer, fixture)
    problem = refusal_of(organizer.post("/v1/matches", json={"fixture": fixture["id"]}), 409, "conflict")
    assert first in problem["detail"]
    organizer.tell(first, MATCH)
    refusal_of(organizer.post("/v1/matches", json={"fixture": fixture["id"]}), 409, "conflict")
    refusal_of(contest.tell({"Ana": 40, "Beto": 64}), 409, "conflict")


@pytest.mark.parametrize(
    "more",
    [{"ruleset": "hearts.yppedia"}, {"seats": [{"name": "A"}, {"name": "B"}]}, {"params": {"rounds": 2}}],
)
def test_what_contradicts_the_fixture_is_refused(organizer: Caller, more: dict[str, Any]) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    body = {"fixture": contest.fixtures()[0]["id"]} | more
    refusal_of(organizer.post("/v1/matches", json=body), 422, "inconsistent")
    assert contest.fixtures()[0]["state"] == "pending"


def test_a_fixture_nobody_knows(organizer: Caller) -> None:
    refusal_of(organizer.post("/v1/matches", json={"fixture": "nothing"}), 404, "not-found")
    refusal_of(organizer.post("/v1/matches", json={"enforcement": "strict"}), 400, "malformed")


def test_the_result_goes_to_the_contest_with_the_last_card(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    [fixture] = contest.fixtures()
    match = open_fixture(organizer, fixture)
    organizer.tell(match, MATCH[:-1])
    assert contest.fixtures()[0]["state"] == "open"
    view = organizer.tell(match, MATCH[-1])["view"]
    played_fixture = contest.fixtures()[0]
    assert (played_fixture["state"], played_fixture["result"]["points"]) == ("played", view["score"]["totals"])
    assert played_fixture["result"]["stars"] == view["score"]["stars"]
    assert contest.view()["phase"] == "finished"
    log = organizer.get(f"/v1/championships/{contest.championship}/events").json()["items"]
    assert [entry["type"] for entry in log][-2:] == ["match_opened", "match_finished"]


def test_a_retract_takes_the_result_back_and_the_new_end_gives_another(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    fixture = contest.fixture("Ana", "Beto")
    match = open_fixture(organizer, fixture)
    version = organizer.tell(match, MATCH)["version"]
    organizer.tell(match, {"type": "retract", "to": version - 1, "reason": "carta mal leída"})
    assert contest.fixture("Ana", "Beto")["state"] == "open"
    organizer.tell(match, {"type": "withdraw", "seat": 0, "reason": "se va"})
    now = contest.fixture("Ana", "Beto")
    assert (now["state"], now["result"]["winner"]) == ("played", 1)
    changes = organizer.get(f"/v1/contests/{contest.id}/changes").json()["items"]
    assert [(change["type"], change["reason"]) for change in changes] == [("match_reopened", "carta mal leída")]
    counts = {row["player"]["name"]: (row["before"]["j"], row["after"]["j"]) for row in changes[0]["rows"]}
    assert counts["Ana"] == counts["Beto"] == (1, 0)
    assert all(row["before"] != row["after"] for row in changes[0]["rows"])


def test_a_late_card_changes_the_result_in_the_contest(organizer: Caller) -> None:
    contest = Contest(organizer, "Ana", "Beto")
    match = open_fixture(organizer, contest.fixtures()[0])
    view = organizer.tell(match, MATCH)["view"]
    before = contest.general()
    organizer.tell(match, {"type": "sanction", "seat": 0, "card": "black", "reason": "insulta"})
    assert contest.general() == before | {"Ana": before["Ana"] - 1}
    assert contest.fixtures()[0]["result"]["cards"] == [[0, 1], [0, 0]]
    organizer.tell(match, {"type": "note", "text": "fin"})
    log = organizer.get(f"/v1/championships/{contest.championship}/events").json()["items"]
    endings = [entry for entry in log if entry["type"] == "match_finished"]
    assert [entry["ended_at"] for entry in endings] == [view["version"]] * 2
    assert endings[1]["supersedes"] == endings[0]["version"]


def test_a_reopened_match_is_closed_once_the_final_has_begun(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    contest.league(FIVE, but=("Dani-Elena",))
    match = open_fixture(organizer, contest.fixture("Dani", "Elena"))
    version = organizer.tell(match, MATCH)["version"]
    final = contest.fixtures("final")[0]
    playing = open_fixture(organizer, final)
    retract = {"type": "retract", "to": version - 1, "reason": "error"}
    problem = refusal_of(organizer.say(match, retract), 409, "closed")
    assert [void["match"] for void in problem["difference"]["voids"]] == [playing]
    assert organizer.version(match) == version
    answer = organizer.post(f"/v1/matches/{match}/events?reopen=true", json=retract)
    assert answer.status_code == 201
    items = organizer.get(f"/v1/contests/{contest.id}/fixtures").json()["items"]
    assert [item["state"] for item in items if item["id"] == final["id"]] == ["superseded"]
    refusal_of(organizer.say(playing, {"type": "withdraw", "seat": 0, "reason": "x"}), 409, "void")
    organizer.tell(match, MATCH[-1])
    again = contest.fixtures("final")[0]
    assert (again["id"], again["state"]) == (final["id"], "pending")
    open_fixture(organizer, again)


def test_everybody_leaving_a_league_match_makes_it_void(organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    match = open_fixture(organizer, contest.fixture("Ana", "Beto"))
    for seat in (0, 1):
        organizer.tell(match, {"type": "withdraw", "seat": seat, "reason": "lluvia"})
    assert contest.fixture("Ana", "Beto")["state"] == "void"
    assert {j for *_, j in contest.rows("j")} == {0}


def test_tables_that_finish_together_never_conflict(running: Running, organizer: Caller) -> None:
    contest = Contest(organizer, *FIVE)
    fixtures = contest.fixtures("league")
    matches = [open_fixture(organizer, fixture) for fixture in fixtures]
    for match in matches:
        organizer.tell(match, MATCH[:-1])

    def finish(match: str) -> int:
        with Caller(base_url=running.url, headers={"Authorization": f"Bearer {TOKEN}"}) as client:
            return client.say(match, MATCH[-1]).status_code

    with ThreadPoolExecutor(10) as tables:
        assert {*tables.map(finish, matches)} == {201}
    assert {j for *_, j in contest.rows("j")} == {4}


@pytest.mark.parametrize(
    "part",
    [{}, {"board": 2}, {"board": 2, "shared_hand": SharedHand("c", 2, "0" * 64)}],
    ids=["match", "board", "hand"],
)
def test_a_contests_match_is_imported_with_its_lines_and_without_its_contest(
    tmp_path: Path, part: dict[str, Any]
) -> None:
    one, other = (
        MatchCommands(open_log(str(tmp_path / name)), open_people(engine(str(tmp_path / name))))
        for name in ("one", "other")
    )
    seating = Seating(
        "hearts.castillar",
        {"limit": 50},
        tuple(enter(one.people, [(n, None) for n in "ABCD"], "x")),
        "f",
        (1, 2),
        **part,
    )
    command = OpenMatch(fixture="f", board=part.get("board"), first_dealer=0)
    match = one.begin(prepare_fixture(command, seating, one.people, lambda: "seed"), "organizer").match
    text = b"\n".join(msgspec.json.encode(line) for line in portable.export(one, match.id, one.people.name))
    new_opening = portable.take(other, text, "organizer").opening
    assert (new_opening.lines, new_opening.fixture, new_opening.params["limit"]) == ((1, 2), None, 50)
    assert (new_opening.board, new_opening.shared_hand) == (UNSET, part.get("shared_hand", UNSET))
    for service in (one, other):
        service.log.close()
        service.people.store.dispose()
