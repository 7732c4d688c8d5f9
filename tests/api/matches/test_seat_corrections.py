"""Wrong seats found before the first card, over HTTP: lists, tokens, PINs, contest results and portable records follow."""

from pathlib import Path
from typing import Any

from click.testing import CliRunner

from api.cli.main import main
from tests.api.matches.test_confirmation import PINS, confirmation_now, pin, set_pin
from tests.support.organizing import Contest
from tests.support.service import Caller, Running, refusal_of

SHUFFLED = {"type": "deal", "shuffle": True, "seed": "seats"}


def open_match(client: Caller, *names: str, **more: Any) -> tuple[str, dict[str, str]]:
    """A match of these people, and their ids."""
    body = {"ruleset": "guinote", "seats": [{"name": name} for name in names], "first_dealer": 0} | more
    match = client.post("/v1/matches", json=body).json()
    return match["id"], {seat["name"]: seat["player"] for seat in match["seats"]}


def sit(client: Caller, match: str, *players: str, **more: Any) -> Any:
    event = {"type": "seats", "seats": [{"player": player} for player in players], "reason": "estaban cambiados"}
    return client.post(f"/v1/matches/{match}/events", json=event | more)


def seat_names(client: Caller, match: str) -> list[str]:
    return [seat["name"] for seat in client.get(f"/v1/matches/{match}").json()["seats"]]


def test_lists_and_records_are_of_those_who_sit(head: Caller) -> None:
    match, ids = open_match(head, "Ana", "Beto")
    carla = head.post("/v1/players", json={"name": "Carla Sentada", "distinct": True}).json()["id"]
    answer = sit(head, match, carla, ids["Ana"])
    assert answer.status_code == 201, answer.text
    assert seat_names(head, match) == ["Carla Sentada", "Ana"]
    assert answer.json()["view"]["dealer"] == 1, "Ana was to deal, and does"
    assert answer.json()["events"][0]["first_dealer"] == 1

    def match_ids(player: str) -> list[str]:
        return [item["id"] for item in head.get(f"/v1/matches?player={player}").json()["items"]]

    def unfinished_games(player: str) -> int:
        return sum(game["unfinished"] for game in head.get(f"/v1/players/{player}/record").json()["games"])

    assert (match_ids(carla), match_ids(ids["Beto"]), unfinished_games(carla), unfinished_games(ids["Beto"])) == (
        [match],
        [],
        1,
        0,
    )
    head.tell(match, {"type": "retract", "to": 1, "reason": "no lo estaban"})
    assert seat_names(head, match) == ["Ana", "Beto"]
    assert (match_ids(carla), match_ids(ids["Beto"]), unfinished_games(carla), unfinished_games(ids["Beto"])) == (
        [],
        [match],
        0,
        1,
    )


def test_who_is_not_entered_takes_no_seat_and_nobody_two(head: Caller) -> None:
    match, ids = open_match(head, "Ana", "Beto")
    refusal_of(sit(head, match, "nobody", ids["Ana"]), 404, "not-found")
    refusal_of(sit(head, match, ids["Ana"], ids["Ana"]), 422, "inconsistent")
    refusal_of(sit(head, match, ids["Ana"]), 409, "impossible")
    refusal_of(sit(head, match, ids["Beto"], ids["Ana"], first_dealer=2), 409, "impossible")
    event = {"type": "seats", "seats": [{"name": "Carla"}, {"name": "Dani"}], "reason": "x"}
    refusal_of(head.post(f"/v1/matches/{match}/events", json=event), 400, "malformed")


def test_after_the_first_card_it_is_too_late(head: Caller) -> None:
    match, ids = open_match(head, "Ana", "Beto")
    head.tell(match, SHUFFLED)
    problem = refusal_of(sit(head, match, ids["Beto"], ids["Ana"]), 409, "impossible")
    assert problem["rule"] == "seats.before-cards"
    clauses = {clause["code"] for clause in head.get("/v1/rulesets/guinote").json()["clauses"]}
    assert problem["rule"] in clauses


def test_the_oldest_of_those_who_sit_deals_first(head: Caller) -> None:
    born = {"Ana": "1990-01-01", "Beto": "1960-01-01", "Carla": "1950-01-01"}
    ids = {
        name: head.post("/v1/players", json={"name": f"{name} Mayor", "birth_date": day, "distinct": True}).json()["id"]
        for name, day in born.items()
    }
    seats = [{"player": ids["Ana"]}, {"player": ids["Beto"]}]
    match = head.post("/v1/matches", json={"ruleset": "hearts.castillar", "seats": seats}).json()
    assert match["dealer"] == 1
    answer = sit(head, match["id"], ids["Carla"], ids["Beto"])
    assert answer.json()["view"]["dealer"] == 0
    assert sit(head, match["id"], ids["Ana"], ids["Beto"], first_dealer=0).json()["view"]["dealer"] == 0


def test_the_token_of_a_seat_goes_with_its_person(head: Caller, either_service: Running) -> None:
    match, ids = open_match(head, "Ana", "Beto")

    def token(seat: int) -> str:
        scope = {"match": match, "seat": seat}
        return str(head.post("/v1/tokens", json={"role": "player", "scope": scope}).json()["token"])

    first, second = token(0), token(1)
    assert sit(head, match, ids["Beto"], ids["Ana"]).status_code == 201
    third = token(0)
    carla = head.post("/v1/players", json={"name": "Carla Segunda", "distinct": True}).json()["id"]
    assert sit(head, match, carla, ids["Ana"]).status_code == 201
    head.tell(match, SHUFFLED)

    def sees(token: str) -> list[int]:
        with either_service.client(token=token) as client:
            return [n for n, hand in enumerate(client.get(f"/v1/matches/{match}").json()["hands"]) if hand]

    assert (sees(first), sees(second), sees(third)) == ([1], [], []), "Ana's; and Beto, who left, had both the others"
    assert sees(token(0)) == [0]


def test_the_pin_of_a_side_where_others_sit_is_void(head: Caller) -> None:
    match, ids = open_match(head, "Ana", "Beto", "Carla", "Dani", confirm="sides")
    for side in (0, 1):
        assert set_pin(head, match, side, PINS[side]).status_code == 204
    eva = head.post("/v1/players", json={"name": "Eva Sentada", "distinct": True}).json()["id"]
    # The partners of side 0 change places, and are the same side; Eva plays for Dani.
    assert sit(head, match, ids["Carla"], ids["Beto"], ids["Ana"], eva).status_code == 201
    figures = {"tricks": [60, 60], "last": 0, "cantes": []}
    head.tell(match, {"type": "count", "figures": figures})
    assert head.say(match, confirmation_now(head, match, 0), **pin(0)).status_code == 201
    assert (
        "has no PIN"
        in refusal_of(head.say(match, confirmation_now(head, match, 1), **pin(1)), 403, "forbidden")["detail"]
    )


def test_a_fixture_keeps_its_entrants_and_its_result_is_theirs(head: Caller) -> None:
    contest = Contest(head, "Ana", "Beto")
    fixture = contest.fixtures()[0]
    match = head.post("/v1/matches", json={"fixture": fixture["id"], "first_dealer": 0}).json()
    one, other = [seat["player"] for seat in match["seats"]]
    stranger = head.post("/v1/players", json={"name": "Carla Ajena", "distinct": True}).json()["id"]
    refusal_of(sit(head, match["id"], stranger, other), 422, "inconsistent")
    assert sit(head, match["id"], other, one).status_code == 201
    head.tell(match["id"], {"type": "withdraw", "seat": 0, "reason": "se va"})
    places = {row["player"]["id"]: row["place"] for row in contest.standings()["rows"]}
    assert places == {one: 1, other: 2}, "who sat at seat 0 after all left"


def test_a_record_carries_them_and_is_taken_elsewhere(head: Caller, tmp_path: Path) -> None:
    match, ids = open_match(head, "Ana", "Beto")
    carla = head.post("/v1/players", json={"name": "Carla Exportada", "distinct": True}).json()["id"]
    assert sit(head, match, carla, ids["Ana"]).status_code == 201
    contest = Contest(head, "Ana", "Beto")
    fixture = contest.fixtures()[0]["id"]
    new_match = head.post("/v1/matches", json={"fixture": fixture}).json()
    sitting = [seat["player"] for seat in new_match["seats"]]
    assert sit(head, new_match["id"], *reversed(sitting)).status_code == 201
    whole = head.get(f"/v1/championships/{contest.championship}/export").content
    record = tmp_path / "one.championship.jsonl"
    record.write_bytes(whole)
    runner = CliRunner(env={"LANG": "en"})
    outcome = runner.invoke(main, ["verify", str(record)])
    assert outcome.exit_code == 0, outcome.output
    assert b'"name":"Beto"' in next(line for line in whole.splitlines() if b'"type":"seats"' in line)
    one = tmp_path / "one.match.jsonl"
    from_match = [line for line in whole.splitlines() if b'"type":"seats"' in line or b'"type":"open"' in line]
    one.write_bytes(b"\n".join(from_match) + b"\n")
    outcome = runner.invoke(main, ["import", str(one), "--database", str(tmp_path / "new.sqlite")])
    assert outcome.exit_code == 0, outcome.output


def test_a_player_moves_nobody_and_a_try_neither(head: Caller, either_service: Running) -> None:
    match, ids = open_match(head, "Ana", "Beto", player_input=True)
    scope = {"match": match, "seat": 0}
    token = head.post("/v1/tokens", json={"role": "player", "scope": scope}).json()["token"]
    with either_service.client(token=token) as client:
        refusal_of(sit(client, match, ids["Beto"], ids["Ana"]), 403, "forbidden")
    event = {"type": "seats", "seats": [{"player": ids["Beto"]}, {"player": ids["Ana"]}], "reason": "x"}
    trial = head.post(f"/v1/matches/{match}/events?dry_run=true", json=event)
    assert [seat["name"] for seat in trial.json()["view"]["seats"]] == ["Beto", "Ana"]
    assert seat_names(head, match) == ["Ana", "Beto"]
