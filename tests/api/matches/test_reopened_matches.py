"""A match that was over goes on, as a proof opens its last hand again: everything based on its end falls."""

import json
from pathlib import Path
from typing import Any

import pytest

from api.context import AppContext
from projections.rebuild import rebuild
from referee.match.registry import rulesets
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

NAMES = ("Ana", "Beto", "Carla", "Dani")
PLAYED = Path(__file__).parents[2] / "data" / "played"
OPENED_AGAIN: dict[str, tuple[str, dict[str, Any]]] = {"guinote": ("guinote-false-cante", {"coto": 1})}
"""A record, by ruleset, of a match with these house rules that was over. Its last event opens the last hand again."""
REOPENING = [id_ for id_, rules in rulesets().items() if any(kind.REOPENS_HANDS for kind in rules.facts)]


def test_every_game_that_opens_hands_again_is_looked_at() -> None:
    assert sorted(REOPENING) == sorted(OPENED_AGAIN)


class MatchAnswers:
    """The answers of a service about a match, and about everything based on its end."""

    def __init__(self, client: Caller, services: AppContext, ruleset: str) -> None:
        self.client, self.services, self.ruleset = client, services, ruleset

    def get(self, path: str, **query: str) -> Any:
        answer = self.client.get(path, params=query)
        assert answer.is_success, answer.text
        return answer.json()

    def of(self, match: str) -> tuple[str, list[str], int, list[tuple[int, int]], list[int | None]]:
        """Returns its status, its status in the index, the number of rated matches, the finished and the unfinished matches of
        its players, and the share of each in the stakes.
        """
        statuses = [
            status
            for status in ("open", "finished", "abandoned")
            for one in self.get("/v1/matches", status=status)["items"]
            if one["id"] == match
        ]
        view = self.get(f"/v1/matches/{match}")
        people = [self.get(f"/v1/players/{one['player']}/record") for one in view["seats"]]
        counts = [(of["played"], of["unfinished"]) for one in people for of in one["games"]]
        rating_count = len(self.get("/v1/ratings", ruleset=self.ruleset)["items"])
        settlement = (view.get("result") or {}).get("settlement") or {}
        return view["status"], statuses, rating_count, counts, settlement.get("shares", [])

    def rebuilt(self) -> bool:
        """True if the read models equal those made from the whole log."""
        self.services.follower.catch_up()
        results = rebuild(self.services.service.log, self.services.people.store)
        return all(one.same for one in results)


def events(record: str) -> list[dict[str, Any]]:
    lines = (PLAYED / f"{record}.jsonl").read_text(encoding="utf-8").splitlines()
    return [event for line in lines if (event := json.loads(line))["type"] != "confirm"]


@pytest.mark.parametrize("ruleset", REOPENING)
def test_what_stands_on_the_end_of_a_match_falls_when_it_goes_on(ruleset: str, tmp_path: Path) -> None:
    record, params = OPENED_AGAIN[ruleset]
    *rest, proof = events(record)
    seats = [{"name": name} for name in NAMES]
    body = {"ruleset": ruleset, "params": params, "seats": seats, "first_dealer": rest[0]["dealer"]}
    stakes = {"each": 10, "split": "winner_takes_all"}
    with quiet(str(tmp_path / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        state = MatchAnswers(client, services, ruleset)
        match = client.post("/v1/matches", json=body | {"stakes": stakes}).json()["id"]
        client.tell(match, rest)
        assert state.of(match) == ("finished", ["finished"], 4, [(1, 0)] * 4, [20, 0, 20, 0])
        client.tell(match, proof)
        assert state.of(match) == ("open", ["open"], 0, [(0, 1)] * 4, [])
        [last] = client.get(f"/v1/matches/{match}/events", params={"after": len(rest) + 1}).json()["items"]
        assert last["facts"][-1]["fact"] == "match_restated"
        assert state.rebuilt()


@pytest.mark.parametrize("ruleset", REOPENING)
def test_a_contest_waits_for_a_match_that_goes_on(ruleset: str, tmp_path: Path) -> None:
    record, params = OPENED_AGAIN[ruleset]
    *rest, proof = events(record)
    with quiet(str(tmp_path / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        pairs = [list(NAMES[:2]), list(NAMES[2:])]
        contest = Contest(client, *NAMES, ruleset=ruleset, format="league", order=pairs, params=params)
        state = MatchAnswers(client, services, ruleset)
        fixture = contest.fixtures()[0]["id"]
        body = {"fixture": fixture, "first_dealer": rest[0]["dealer"]}
        match = client.post("/v1/matches", json=body).json()["id"]
        client.tell(match, rest)
        assert (contest.view()["phase"], contest.fixtures()[0]["state"]) == ("finished", "played")
        client.tell(match, proof)
        assert (contest.view()["phase"] == "finished", contest.fixtures()[0]["state"]) == (False, "open")
        assert state.of(match)[:4] == ("open", ["open"], 0, [(0, 1)] * 4)
        client.tell(match, {"type": "withdraw", "seat": 0, "reason": "se va"})
        assert (contest.view()["phase"], contest.fixtures()[0]["state"]) == ("finished", "played")
        assert state.rebuilt()
