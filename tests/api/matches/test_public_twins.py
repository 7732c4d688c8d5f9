"""All public answers about matches with infractions that are shown only after a hand, over HTTP.

Two services hold the same matches, but for cards that no reader has seen, and so for proofs. No answer may differ.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute

import api
from referee.match.registry import rulesets
from tests.support.inside import Clock
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller
from tests.support.twins import elsewhere
from tests.support.watched import PARAMS, Run, WatchedRun, watch_match

SEEDS = 200
"""Matches that are searched for twins with different infractions."""
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
SAME_FOR_ALL = ("/static/", "/docs", "/v1/rulesets", "/v1/formats", "/v1/problems", "/openapi", "/metrics")
"""Paths with no content of a match."""
OF_HASHES = ("/v1/log/", "/v1/players/{player_id}/proof")
"""Proofs are made of the hashes of all entries. They tell of no card as long as the entries are hidden."""
OF_IDS = re.compile(r"[0-9a-f]{64}|<svg viewBox.*?</svg>")
"""Hashes of public entries, and QR codes of addresses."""
NOBODY = "01920000-0000-7000-8000-00000000dead"
Twins = tuple[WatchedRun, Run]


def account(run: Run) -> tuple[Any, ...]:
    """The parts of a match that a proof changes."""
    ledger = run.match.ledger
    infractions = [(one.code, one.seat, one.version, one.status) for one in ledger.infractions]
    return infractions, [claim.status for claim in ledger.claims], ledger.totals


def twins_of(ruleset: str) -> Twins:
    """Twins of a game, with different accounts if any are found."""
    seats = max(rulesets()[ruleset].seats)
    last: Twins | None = None
    for seed in range(SEEDS):
        run = watch_match(ruleset, seats, f"public {seed}", infractions_shown="hand_end")
        other = elsewhere(run, None) if run.is_hidden() else None
        if other is not None:
            last = (run, other)
            if account(run) != account(other):
                return last
    assert last is not None
    return last


class Hall:
    """A service with the same matches as its twin."""

    def __init__(self, client: Caller, runs: list[Run]) -> None:
        self.client = client
        client.headers.update(BEARER)
        self.places = {run.match.rules.id: self._play_match(run) for run in runs}
        del client.headers["Authorization"]

    def _play_match(self, run: Run) -> dict[str, str]:
        """The match of a contest, and the player of its first seat: their places in paths."""
        opening = run.match.opening
        names = [f"{opening.ruleset} {seat}" for seat in range(run.game.seats)]
        sides = run.match.rules.sides(len(names))
        order: list[Any] = names if sides == len(names) else [names[side::sides] for side in range(sides)]
        contest = Contest(
            self.client,
            *names,
            ruleset=opening.ruleset,
            format="single",
            params=PARAMS.get(opening.ruleset, {}),
            order=order,
        )
        fixture = contest.fixtures()[0]["id"]
        response = self.client.put(f"/v1/fixtures/{fixture}/schedule", json={"starts_at": "2026-08-15T19:00:00Z"})
        assert response.status_code == 200, response.text
        body = {"fixture": fixture, "infractions_shown": "hand_end", "enforcement": opening.enforcement}
        if opening.first_dealer is not None:
            body["first_dealer"] = opening.first_dealer
        response = self.client.post("/v1/matches", json=body)
        assert response.status_code == 201, response.text
        view = response.json()
        self.client.tell(view["id"], run.said, Prefer="return=minimal")
        player = view["seats"][0]["player"]
        places = {"contest_id": contest.id, "championship_id": contest.championship, "fixture_id": fixture}
        return {**places, "match_id": view["id"], "player_id": player, "other_id": player, "claim": "c1"}

    def version(self, ruleset: str) -> int:
        """The last version of a match."""
        return self.client.version(self.places[ruleset]["match_id"])

    def answer_of(self, path: str, ruleset: str, **query: str) -> tuple[int, bytes]:
        """An answer without the parts that differ between any two services: ids, and values made of them."""
        places = defaultdict(lambda: NOBODY, self.places[ruleset])
        once = {"once": "true"} if path.endswith("/stream") else {}
        answer = self.client.get(path.format_map(places), params={**query, **once})
        if answer.headers.get("content-type", "").startswith("image/"):
            return answer.status_code, answer.content
        order: dict[str, str] = {}
        # Calendars fold long lines wherever they are.
        text = answer.text.replace("\r\n ", "")
        text = UUID.sub(lambda uuid: order.setdefault(uuid[0], f"#{len(order)}"), text)
        text = OF_IDS.sub("", text)
        return answer.status_code, text.encode()


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hall, Hall]]:
    """The two services. Every match of the first has its twin in the second."""
    folder = tmp_path_factory.mktemp("twins")
    twins = [twins_of(ruleset) for ruleset in sorted(rulesets())]
    assert sum(account(one) != account(other) for one, other in twins) > len(twins) / 2
    with ExitStack() as stack:
        yield tuple(_hall(stack, folder / f"{n}.sqlite", [pair[n] for pair in twins]) for n in (0, 1))  # type: ignore[misc]


def _hall(stack: ExitStack, file: Path, runs: list[Run]) -> Hall:
    clock = Clock()
    clock.time = datetime(2026, 8, 15, 17, tzinfo=UTC)
    client, _ = stack.enter_context(quiet(str(file), clock))
    return Hall(client, runs)


def _reads(hall: Hall) -> list[str]:
    """Every public path that could show a part of a match."""
    transport: Any = hall.client._transport
    routes = [route for route in transport._transport.app.routes if isinstance(route, HTTPRoute)]
    paths = [route.path.replace(":str}", "}") for route in routes if "GET" in route.methods]
    return [path for path in paths if not path.startswith((*SAME_FOR_ALL, *OF_HASHES)) and ":path" not in path]


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_nothing_that_is_told_of_a_match_depends_on_what_was_proven_in_the_hand_in_play(
    halls: tuple[Hall, Hall], ruleset: str
) -> None:
    paths = [path for path in _reads(halls[0]) if "{" in path]
    assert {"/share/{match_id}", "/table/{match_id}", "/players/{player_id}/against/{other_id}"} <= {*paths}
    assert {"/championships/{championship_id}/results.atom", "/v1/championships/{championship_id}/calendar.ics"} <= {
        *paths
    }
    assert told_apart(halls, paths, ruleset, {}) == []
    assert told_apart(halls, ["/v1/players/{player_id}/record"], ruleset, {"format": "csv"}) == []
    assert told_apart(halls, ["/v1/matches/{match_id}/claims/{claim}"], ruleset, {"format": "html"}) == []
    for upheld in ("upheld", "rejected"):
        assert told_apart(halls, ["/v1/matches/{match_id}/whatif"], ruleset, {"claim": f"c1:{upheld}"}) == []
    previewed = ["/table/{match_id}", "/replay/{match_id}"]
    for step in range(1, halls[0].version(ruleset)):
        assert told_apart(halls, previewed, ruleset, {"step": str(step), "lang": "en"}) == []


def test_nor_do_lists(halls: tuple[Hall, Hall]) -> None:
    paths = [path for path in _reads(halls[0]) if "{" not in path]
    assert {"/v1/matches", "/v1/results", "/"} <= {*paths}
    assert told_apart(halls, paths, "guinote", {}) == []
    assert told_apart(halls, ["/v1/matches"], "guinote", {"order": "changed", "format": "csv"}) == []


def told_apart(halls: tuple[Hall, Hall], paths: list[str], ruleset: str, query: dict[str, str]) -> list[str]:
    """The paths with answers that tell the twins apart."""
    return [
        path
        for path in paths
        if halls[0].answer_of(path, ruleset, **query) != halls[1].answer_of(path, ruleset, **query)
    ]


def test_routes_and_pages_read_the_account_of_a_match_by_its_view_only() -> None:
    """No other module reads the parts that a view hides from its reader."""
    account = re.compile(r"\.ledger\.(totals|tallies|hands|infractions|claims|result)\b")
    folders = [Path(api.__file__).parent / name for name in ("pages", "routes", "http", "webhooks")]
    read = [file for folder in folders for file in folder.rglob("*.py") if account.search(file.read_text("utf-8"))]
    assert read == []
