"""Every result that a table can end with is entered by hand and corrected by hand: in every game, for every ending."""

from random import Random
from typing import Any

import pytest
from msgspec import convert

from referee.championship.recorded_contest import sides_of
from referee.match.registry import ruleset
from referee.match.terms.agreed_time import AgreedTime
from tests.support.by_legal import OnTable
from tests.support.endings import ENDINGS, Ending, bring_to
from tests.support.grown import TABLES
from tests.support.organizing import TEN, Contest
from tests.support.service import Caller, refusal_of
from tests.support.table import Table

CLOCK = {"match_seconds": 2_700}
TIME_UP = {"type": "time_up"}
OPENING: dict[str, Any] = {"lines": tuple[int, ...], "timing": AgreedTime, "first_dealer": int}
"""The parts of the opening that decide the course of a match."""
LARGEST = dict(TABLES)
"""Every game with its greatest number of players."""
OTHERS = [(name, seats, ending) for name, seats in LARGEST.items() for ending in ENDINGS if ending != "time"]


class RecordedTable(OnTable):
    """A match in memory, and its record."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.events: list[dict[str, Any]] = []

    def tell(self, event: dict[str, Any]) -> None:
        super().tell(event)
        self.events.append(event)


def play_fixture(client: Caller, fixture: dict[str, Any], ending: Ending, name: str, seats: int) -> str:
    """The id of a match that was recorded for a fixture, up to this ending."""
    response = client.post("/v1/matches", json={"fixture": fixture["id"]})
    assert response.status_code == 201, response.text
    view = response.json()
    opening = client.get(f"/v1/matches/{view['id']}/events?limit=1").json()["items"][0]
    fields = {key: convert(opening[key], of) for key, of in OPENING.items() if opening.get(key) is not None}
    kept = RecordedTable(Table(name, seats, **fields))
    bring_to(ending, Random(f"{name} {seats} {ending}"), kept, seats, len(fixture["entrants"]))
    client.tell(view["id"], kept.events)
    return str(view["id"])


def contest_of(client: Caller, name: str, seats: int, **body: Any) -> Contest:
    """A contest of one match of this game at a table with this number of seats."""
    sides = ruleset(name).sides(seats)
    people = TEN[:seats]
    entrants: list[Any] = [[*people[n::sides]] for n in range(sides)] if sides < seats else [*people]
    assert sides in sides_of(name, seats // sides)
    return Contest(client, *people, ruleset=name, format="single", order=entrants, **body)


def hand_entry(result: dict[str, Any]) -> dict[str, Any]:
    """The result as an organizer enters it after a look at the table."""
    return {name: value for name, value in result.items() if name not in {"ranking", "note", "absent"}}


@pytest.mark.parametrize(("name", "seats", "ending"), [*((*table, "time") for table in TABLES), *OTHERS])
def test_what_a_table_ended_with_is_told_and_corrected_by_hand(
    organizer: Caller, name: str, seats: int, ending: Ending
) -> None:
    more: dict[str, Any] = {"timing": CLOCK} if ending == "time" else {}
    at_table, by_hand = (contest_of(organizer, name, seats, **more) for _ in range(2))
    [fixture], [other] = at_table.fixtures(), by_hand.fixtures()
    play_fixture(organizer, fixture, ending, name, seats)
    [over] = at_table.fixtures()
    assert over["state"] == "played"
    body = hand_entry(over["result"])
    address = f"/v1/fixtures/{other['id']}/result"
    assert organizer.post(f"{address}?dry_run=true", json=body).status_code == 200
    answer = organizer.post(address, json=body)
    assert answer.status_code == 201, (body, answer.text)
    assert answer.json()["result"] == over["result"]
    assert by_hand.rows("points") == at_table.rows("points")
    for id_ in (fixture["id"], other["id"]):
        address = f"/v1/fixtures/{id_}/result"
        correction = body | {"reason": "repasado"}
        assert organizer.put(f"{address}?dry_run=true", json=correction).status_code == 200
        response = organizer.put(address, json=correction)
        assert response.status_code == 200, response.text
        assert response.json()["result"] == over["result"]


def test_a_match_that_everybody_left_is_told_as_one_to_which_nobody_came(organizer: Caller) -> None:
    at_table, by_hand = (Contest(organizer, "Ana", "Beto", ruleset="escoba", format="league") for _ in range(2))
    [fixture], [other] = at_table.fixtures(), by_hand.fixtures()
    left = [{"type": "withdraw", "seat": seat, "reason": "se va"} for seat in (0, 1)]
    organizer.tell(organizer.post("/v1/matches", json={"fixture": fixture["id"]}).json()["id"], left)
    [over] = at_table.fixtures()
    body = {"points": [0, 0], "left": [0, 1]}
    problem = refusal_of(organizer.post(f"/v1/fixtures/{other['id']}/result", json=body), 422, "inconsistent")
    assert "walkover" in problem["detail"]
    nobody = {"absent": ["Ana", "Beto"], "reason": "se fueron"}
    answer = organizer.post(f"/v1/fixtures/{other['id']}/walkover", json=nobody)
    assert (answer.status_code, answer.json()["state"]) == (201, over["state"])
    assert over["state"] == "void"
    instead = {"If-Match": f'"{over["version"]}"'}
    again = organizer.post(f"/v1/fixtures/{fixture['id']}/walkover", json=nobody, headers=instead)
    assert (again.status_code, again.json()["state"]) == (201, "void")
    response = organizer.put(
        f"/v1/fixtures/{fixture['id']}/result", json={"points": [0, 0], "left": [1], "reason": "Ana se quedó"}
    )
    assert (response.status_code, response.json()["result"]["winner"]) == (200, 0)


def test_without_a_clock_a_score_that_never_got_there_is_refused_and_with_one_what_is_impossible(
    organizer: Caller,
) -> None:
    without, with_one = (
        Contest(organizer, "Ana", "Beto", ruleset="escoba", format="single", **more) for more in ({}, {"timing": CLOCK})
    )
    refusal_of(without.tell({"Ana": 12, "Beto": 12}), 422, "inconsistent")
    problem = refusal_of(with_one.tell({"Ana": 60, "Beto": 3}), 422, "inconsistent")
    assert problem["errors"][0]["path"] == "$.points"
    assert with_one.tell({"Ana": 12, "Beto": 12}).status_code == 201


def test_the_clock_that_a_match_had_of_its_own_counts_and_so_does_one_that_the_contest_had(organizer: Caller) -> None:
    own = Contest(organizer, "Ana", "Beto", ruleset="escoba", format="single")
    [fixture] = own.fixtures()
    body = {"fixture": fixture["id"], "timing": CLOCK}
    match = organizer.post("/v1/matches", json=body).json()["id"]
    organizer.tell(match, {"type": "deal", "shuffle": True, "seed": "x"})
    organizer.tell(match, [{"type": "redeal", "reason": "x"}, {"type": "time_up"}])
    assert own.correct({"Ana": 5, "Beto": 3}).status_code == 200
    former = Contest(organizer, "Ana", "Beto", ruleset="escoba", format="single", timing=CLOCK)
    no_more = {"timing": None, "reason": "sin prisa"}
    assert organizer.put(f"/v1/contests/{former.id}/timing", json=no_more).status_code == 200
    assert former.tell({"Ana": 5, "Beto": 3}).status_code == 201


def test_who_won_a_level_match_that_time_ended_is_told_afterwards(organizer: Caller) -> None:
    """A case of guinote: level in partidas, ahead in the one in play; and a knockout that needs one side to go through."""
    contest = Contest(organizer, "Ana", "Beto", ruleset="guinote", format="knockout", timing=CLOCK)
    contest.report({"Ana": 1, "Beto": 1})
    assert contest.correct({"Ana": 1, "Beto": 1}, winner=1).status_code == 200
    assert contest.podium()[0][1] == "Beto"
    assert contest.correct({"Ana": 2, "Beto": 1}).status_code == 200
    assert contest.podium()[0][1] == "Ana"
