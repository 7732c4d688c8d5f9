"""What chance decides in a dry run: the request is answered once, and the marks of the product are those of a comparison."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from api.context import AppContext
from api.http.json_paths import without
from referee.championship import dry_run as championships
from referee.contests.formats import formats
from referee.match.registry import rulesets
from referee.matches import dry_run as matches
from tests.api.http.test_dry_run import agrees
from tests.support.dry_runs import BY_ACCIDENT, DRY, by_comparison
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

DEAL = {"type": "deal", "shuffle": True}
NOTE = {"type": "note", "text": "a"}
AT, LATER = "2026-08-15T17:00:00Z", "2026-08-16T17:00:00Z"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Caller, AppContext]]:
    with quiet(str(tmp_path_factory.mktemp("chance") / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        yield client, services


def draw_of(client: Caller, format_: str) -> tuple[str, dict[str, Any]]:
    """Returns the address at which a contest of this format is drawn, and its body: with a bye where the format has any."""
    for players in (5, 8, 4, 10):
        names = [f"{format_} {players} {n}" for n in range(players)]
        opening = {"name": format_, "players": names, "distinct": True}
        championship = client.post("/v1/championships", json=opening).json()["id"]
        path, body = f"/v1/championships/{championship}/contests", {"ruleset": "hearts.castillar", "format": format_}
        if client.post(path, json=body, params=DRY).status_code == 200:
            return path, body
    raise AssertionError(format_)


def differs(client: Caller, path: str, **options: Any) -> bool:
    """True if the answer of a dry run is another one than the comparison gives."""
    dry = client.post(path, params=DRY, **options)
    assert dry.status_code == 200, dry.text
    return bool(dry.json() != by_comparison(client, "POST", path, **options))


def test_a_request_is_answered_once(here: tuple[Caller, AppContext], monkeypatch: pytest.MonkeyPatch) -> None:
    client, services = here
    match, fresh = client.open("guinote", 2), client.open("guinote", 2)
    client.tell(match, {**DEAL, "seed": "dry run"})
    play = client.get(f"/v1/matches/{match}/legal").json()["events"][0]
    draw, contest = draw_of(client, "league")
    runs: list[AppContext] = []
    make = AppContext.dry_run

    def count_runs(parts: AppContext) -> AppContext:
        runs.append(make(parts))
        return runs[-1]

    monkeypatch.setattr(AppContext, "dry_run", count_runs)
    monkeypatch.setattr(
        services.service, "seed_source", lambda: pytest.fail("a dry run must not reveal a seed to come")
    )
    opening = {"ruleset": "guinote", "seats": [{"name": name, "distinct": True} for name in ("Ana", "Beto")]}
    requests: list[tuple[str, Any]] = [(f"/v1/matches/{match}/events", event) for event in (NOTE, play)]
    requests += [(f"/v1/matches/{fresh}/events", DEAL), ("/v1/matches", opening), (draw, contest)]
    for path, body in requests:
        runs.clear()
        assert client.post(path, json=body, params=DRY).status_code == 200
        assert len(runs) == 1


@pytest.mark.parametrize("format_", formats())
def test_a_draw_is_marked_as_a_comparison_finds_it(here: tuple[Caller, AppContext], format_: str) -> None:
    client, _ = here
    path, body = draw_of(client, format_)
    assert not differs(client, path, json=body)
    again, reason = f"/v1/contests/{client.post(path, json=body).json()['id']}/draw", {"reason": "faltaba una bola"}
    dry = client.post(again, json=reason, params=DRY).json()
    assert without(by_comparison(client, "POST", again, json=reason), BY_ACCIDENT) == without(dry, BY_ACCIDENT)
    # A contest that begins with rounds has no match before the first is paired.
    begins_with_rounds = format_ in {"rounds", "stages"}
    assert {fixture["version"] for fixture in dry["fixtures"]} == (set() if begins_with_rounds else {None})
    assert agrees(dry, client.post(again, json=reason).json())


def test_a_redraw_at_set_times_leaves_out_what_clashes(here: tuple[Caller, AppContext]) -> None:
    """A fixture has `double_booked`, and there is a warning, only where the draw puts a person in two matches at one time."""
    client, _ = here
    opening = {"name": "two", "players": [f"two {n}" for n in range(8)], "distinct": True}
    path = f"/v1/championships/{client.post('/v1/championships', json=opening).json()['id']}/contests"
    body = {"ruleset": "hearts.castillar", "format": "league"}
    contests = [client.post(path, json=body).json() for _ in "12"]
    other, redrawn_fixtures = (contest["fixtures"] for contest in contests)
    # Two rounds at one time clash in every draw, a match with one of the other contest, at another table, in some.
    times = [(fixture, AT) for fixture in redrawn_fixtures[:8]] + [(redrawn_fixtures[9], LATER), (other[0], LATER)]
    for fixture, at in times:
        assert client.put(f"/v1/fixtures/{fixture['id']}/schedule", json={"starts_at": at}).status_code == 200
    again, reason = f"/v1/contests/{contests[1]['id']}/draw", {"reason": "faltaba una bola"}
    dry = client.post(again, json=reason, params=DRY).json()
    assert (set(dry["fixtures"]), dry["warnings"]) == ({None}, None)
    assert without(by_comparison(client, "POST", again, json=reason), BY_ACCIDENT) == without(dry, BY_ACCIDENT)
    assert agrees(dry, client.post(again, json=reason).json())


OF_EACH_GAME = {name.partition(".")[0]: (name, min(rules.seats)) for name, rules in sorted(rulesets().items())}


@pytest.mark.parametrize(("ruleset", "seats"), [*OF_EACH_GAME.values(), ("scopa", 2)])
def test_a_first_dealer_and_a_deal_are_marked_so(here: tuple[Caller, AppContext], ruleset: str, seats: int) -> None:
    client, _ = here
    opening = {"ruleset": ruleset, "seats": [{"name": f"{ruleset} {n}", "distinct": True} for n in range(seats)]}
    assert not differs(client, "/v1/matches", json=opening)
    match = client.post("/v1/matches", json=opening).json()["id"]
    events = f"/v1/matches/{match}/events"
    for body in (DEAL, [NOTE, {"type": "shuffle_commitment"}, DEAL], {"type": "shuffle_commitment"}):
        assert not differs(client, events, json=body)
    assert not differs(client, events, json=DEAL, headers={"Prefer": "return=minimal"})
    client.tell(match, {"type": "shuffle_commitment"})
    assert not differs(client, events, json=DEAL)


def queue_of(client: Caller, *events: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Returns the address of a new match's queue, and the options of a request with these events."""
    match = client.open("hearts.castillar", 2)
    lines = [{"type": "queue", "match": match, "version": 1}]
    lines += [{"key": f"key-{number}", **event} for number, event in enumerate(events)]
    content = "\n".join(map(json.dumps, lines))
    return f"/v1/matches/{match}/queue", {"content": content, "headers": {"Content-Type": "application/x-ndjson"}}


PLAY = {"type": "play", "seat": 0, "card": "2C"}


@pytest.mark.parametrize("events", [(NOTE, DEAL), (DEAL, NOTE), (NOTE, DEAL, PLAY)])
def test_what_becomes_of_a_queue_after_a_deal_is_marked_so(
    here: tuple[Caller, AppContext], events: tuple[dict[str, Any], ...]
) -> None:
    path, options = queue_of(here[0], *events)
    assert not differs(here[0], path, **options)


def test_a_forgotten_mark_is_found(here: tuple[Caller, AppContext], monkeypatch: pytest.MonkeyPatch) -> None:
    client, _ = here
    draw, contest = draw_of(client, "league")
    for mark in championships.DRAWN:
        if "players" not in mark:
            with monkeypatch.context() as patch:
                patch.setattr(championships, "DRAWN", [one for one in championships.DRAWN if one != mark])
                assert differs(client, draw, json=contest), mark
    redraw = f"/v1/contests/{client.post(draw, json=contest).json()['id']}/draw"
    monkeypatch.setattr(championships, "DRAWN_AGAIN", championships.DRAWN_AGAIN[1:])
    assert differs(client, redraw, json={"reason": "faltaba una bola"})
    monkeypatch.setattr(matches, "FIRST_DEALER", "")
    opening = {"ruleset": "guinote", "seats": [{"name": name, "distinct": True} for name in ("Ana", "Beto")]}
    assert differs(client, "/v1/matches", json=opening)
    queue, options = queue_of(client, DEAL, PLAY)
    monkeypatch.setattr(matches, "QUEUE", ())
    assert differs(client, queue, **options)
    monkeypatch.setattr(matches, "SEEDS", 1)
    assert differs(client, f"/v1/matches/{client.open('guinote', 2)}/events", json=DEAL)
