"""Reads of what is in memory: the same answers as from the database, and no others."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

import pytest
from litestar.handlers import HTTPRouteHandler

from api.compose import close
from api.context import AppContext
from api.middleware import read_sources
from api.reads.cached_matches import CachedMatches, cached_matches
from api.reads.match_source import FROM_MEMORY, MatchSource
from api.routes.matches.match import Matches
from referee.errors import Unavailable
from referee.match.aggregate import Match
from referee.people import changed_names
from tests.support.application import create_app
from tests.support.inside import Clock, services_on
from tests.support.quiet import call_app
from tests.support.service import BEARER, Caller, refusal_of


class Hall(NamedTuple):
    """A service on a file, what it has in memory, and the ids of its matches."""

    client: Caller
    services: AppContext
    memory: CachedMatches
    matches: dict[str, str]


def memory_of(services: AppContext) -> CachedMatches:
    return cached_matches(
        services.service, services.people, services.championships, services.answers, services.worker_cache
    )


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("cached") / "log.sqlite")


@pytest.fixture(scope="module")
def hall(database: str) -> Iterator[Hall]:
    """Matches of each kind of answer: one that counts, one that counts no more, with a clock that runs and one that stands."""
    services = services_on(database, Clock())
    with call_app(create_app(services), "http://table.example") as client:
        client.headers.update(BEARER)

        def post(path: str, headers: Any = None, **body: Any) -> dict[str, Any]:
            answer = client.post(path, json=body, headers=headers)
            assert answer.is_success, answer.text
            return dict(answer.json())

        people = [post("/v1/players", name=name, distinct=True)["id"] for name in ("Ana", "Beto", "Carla", "Ana María")]
        namesake = post("/v1/players", name="Ana", disambiguation="de Soria", distinct=True)["id"]
        assert client.put(f"/v1/players/{people[1]}", json={"name": "Norberto", "distinct": True}).is_success
        championship = post("/v1/championships", name="Fiestas", players=people[:3], distinct=True)["id"]
        draw = {"ruleset": "hearts.castillar", "format": "league", "order": people[:3]}
        contest = post(f"/v1/championships/{championship}/contests", **draw)["id"]
        fixtures = client.get(f"/v1/contests/{contest}/fixtures").json()["items"]
        matches = {
            name: post("/v1/matches", fixture=fixture["id"])["id"]
            for name, fixture in zip(("counts", "void"), fixtures, strict=False)
        }
        void = f"/v1/fixtures/{fixtures[1]['id']}"
        walkover = {"absent": [fixtures[1]["entrants"][0]["id"]], "reason": "se fue"}
        post(f"{void}/walkover", {"If-Match": f'"{client.get(void).json()["version"]}"'}, **walkover)
        seats = [{"player": people[3]}, {"player": namesake}]
        matches["merged"] = post("/v1/matches", ruleset="hearts.castillar", seats=seats, first_dealer=0)["id"]
        post(f"/v1/players/{people[3]}/merge", into=people[0], reason="la misma persona")
        for name in ("running", "standing"):
            matches[name] = client.open("hearts.yppedia", 4, params={"turn_seconds": 20})
        passes = [{"type": "pass", "seat": seat, "cards": None} for seat in range(4)]
        for event in ({"type": "deal"}, *passes, {"type": "play", "seat": 0, "card": "2C"}):
            client.tell(matches["running"], event)
        for match in matches.values():
            assert client.get(f"/v1/matches/{match}").is_success
        memory = memory_of(services)
        # A file has no other source, unless it is given one.
        services.memory = memory
        yield Hall(client, services, memory, matches)
    close(services)


def names_of(source: MatchSource, match: Match) -> list[object]:
    """The players of a match as a source shows them, and if names were read that may change."""
    changed_names.ASKED.begin()
    players = [seat.player for seat in match.opening.seats]
    names = [source.people.shown_names(players), *map(source.people.name, players), *map(source.people.now, players)]
    return [names, changed_names.ASKED.is_set()]


@pytest.mark.parametrize("name", ["counts", "void", "merged", "running", "standing"])
def test_a_match_in_memory_is_as_in_the_database(hall: Hall, name: str) -> None:
    sources: tuple[MatchSource, ...] = (hall.services, hall.memory)
    match, same_match = (source.service.match(hall.matches[name]) for source in sources)
    assert match is same_match
    names, same_names = (names_of(source, match) for source in sources)
    assert names == same_names
    counting, same_counting = (source.championships.counting(match) for source in sources)
    assert counting == same_counting
    assert (counting is not None) is (name in {"counts", "void"})
    assert counting is None or counting[0].counts is (name == "counts")
    if name == "running":
        with pytest.raises(Unavailable):
            hall.memory.turn_clocks.of(match, None)
    else:
        clocks, same_clocks = (
            (source.turn_clocks.of(match, None), source.turn_clocks.of_match(match)) for source in sources
        )
        assert clocks == same_clocks


def _silent(*_: object, **__: object) -> NoReturn:
    raise AssertionError("the database is asked")


async def _is_silent(_: AppContext) -> bool:
    return True


@pytest.mark.parametrize("name", ["counts", "void", "merged", "running", "standing"])
def test_every_read_of_a_match_in_memory_asks_no_database(
    hall: Hall, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    routes = (route for route in vars(Matches).values() if isinstance(route, HTTPRouteHandler))
    paths = [f"/v1/matches{path}" for route in routes if route.opt.get(FROM_MEMORY) for path in route.paths]
    addresses = [path.replace("{match_id:str}", hall.matches[name]) for path in paths]
    assert len(addresses) == 4
    answers = [hall.client.get(address) for address in addresses]
    monkeypatch.setattr(read_sources, "_is_still_silent", _is_silent)
    monkeypatch.setattr(hall.services.people.store, "connect", _silent)
    monkeypatch.setattr(hall.services.service.log, "read", _silent)
    for address, answer in zip(addresses, answers, strict=True):
        # Another header, so that this is no answer of before.
        again = hall.client.get(address, headers={"Accept-Language": "en-GB"})
        if name == "running" and address == addresses[0]:
            # A clock that runs needs the time of the database.
            refusal_of(again, 503, "unavailable")
            continue
        assert "does not answer" in again.headers["Cache-Status"]
        assert (again.status_code, again.content, again.headers["etag"]) == (
            200,
            answer.content,
            answer.headers["etag"],
        )


def test_names_that_may_change_are_among_them(hall: Hall) -> None:
    names = {name: names_of(hall.memory, hall.memory.service.match(id_)) for name, id_ in hall.matches.items()}
    assert [names[name][1] for name in ("merged", "standing")] == [True, False]
    assert "Ana (de Soria)" in str(names["merged"][0])


def test_nothing_in_memory_is_refused_at_once(database: str, hall: Hall) -> None:
    services = services_on(database, Clock())
    memory, id_ = memory_of(services), hall.matches["counts"]
    match = hall.services.service.match(id_)
    player = match.opening.seats[0].player
    questions: list[Callable[[], object]] = [
        lambda: memory.service.match(id_),
        lambda: memory.people.name(player),
        lambda: memory.people.shown_names([player]),
    ]
    # The log is never in memory, whatever else is.
    for source in (memory, hall.memory):
        questions += [
            lambda source=source: source.service.match_at(id_, 1),  # type: ignore[misc]
            lambda source=source: source.service.entries(id_),  # type: ignore[misc]
            lambda source=source: source.service.stored_lines(id_, 1),  # type: ignore[misc]
        ]
    for question in questions:
        with pytest.raises(Unavailable):
            question()
    assert memory.people.now(player) == player
    assert memory.championships.counting(match) is None
    close(services)
