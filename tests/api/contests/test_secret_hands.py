"""While somebody has a hand still to play, no answer tells anybody but the staff what was made in it (duplicate.deals).

Two services hold the same contest, and differ only in what was made in hands that a table has still to play. To every reader that
may not know it, all their answers are the same. So it is with hands that are played card by card, each in a match of its own: one
was played to its end, and one is being played. Hashes are no part of that comparison, as ids differ: none that is made of such a
result is in an answer.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest
from litestar.routes import HTTPRoute

from api import compose
from api.webhooks.payloads import KINDS, MATCH_KINDS
from tests.support.application import create_app
from tests.support.inside import Clock, inside, same_seeds
from tests.support.organizing import TEN, Contest
from tests.support.same_deals import SameDeals, fixtures_of, open_hand, play_hand
from tests.support.service import BEARER, Caller

SIX = TEN[:6]
MADE = (((4, 1), (5, 0)), ((1, 4), (0, 6)))
"""The points of the first two tables in each of their hands, in each of the two services."""
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
LOTS = re.compile(r'"lots":-?[0-9]+')
CODE = re.compile("<svg.*?</svg>", re.DOTALL)
OF_MATCHES = ("/v1/matches/", "/print/matches/")
HASH = re.compile(r"[0-9a-f]{64}|[0-9a-f]{40}")
OTHERWISE = (
    "/v1/log/",
    "/metrics",
    "/v1/health/ready",
    "/v1/players/{player_id}/proof",
    "/v1/backup",
    "/v1/openapi",
    "/v1/docs",
    "/static/",
)
"""Answers of signatures and figures of the process, which are never the same, and of files of the program."""


class Evening(NamedTuple):
    """A contest whose third table has everything still to play, and tokens of readers that may not know what the others made.

    At the first two tables hands 1 and 2 are told, and hand 3 is a match: `played`, and `going` on. `seat` sits at that one.
    """

    contest: SameDeals
    client: Caller
    organizer: dict[str, str]
    readers: dict[str, dict[str, str]]
    ids: dict[str, str]
    played: str
    going: str
    seat: dict[str, str]

    def lines(self, header: dict[str, str]) -> list[dict[str, Any]]:
        """The log of the championship as a reader gets it."""
        address = f"/v1/championships/{self.contest.championship}/events?limit=500"
        return [*read(self.client, address, header).json()["items"]]


@contextmanager
def evening(
    folder: Path, clock: Clock, figures: Sequence[tuple[int, int]], correction: tuple[int, int]
) -> Iterator[Evening]:
    # Cards that chance deals in pack order stand in the rules of the game, too: these do not.
    with inside(str(folder / "referee.sqlite"), clock, seed_source=same_seeds()) as client:
        client.headers.update(BEARER)
        contest = SameDeals(client, *SIX, hands=3, params={"round_count": 2, "pairing": "danish"})
        round_ = contest.pair(seed="fiesta")
        one, other, third = fixtures_of(round_)
        for fixture in (one, other):
            for number, points in enumerate(figures, start=1):
                assert contest.hand(fixture, number, points, note=f"fueron {points[0]}").is_success
        body = {"points": [*correction], "reason": f"eran {correction[0]}"}
        assert client.put(f"/v1/fixtures/{one}/boards/1/result", json=body).is_success
        lines = client.get(f"/v1/championships/{contest.championship}/events?limit=500").json()["items"]
        last = [line["version"] for line in lines if line["type"] == "board_reported"][-1]
        why = {"reason": f"no fueron {figures[1][0]}"}
        assert client.delete(f"/v1/contests/{contest.id}/decisions/{last}", params=why).is_success
        chance = Random(str(figures))
        played, going = open_hand(client, one, 3), open_hand(client, other, 3)
        play_hand(client, "escoba", played, chance)
        play_hand(client, "escoba", going, chance, most=9)
        elsewhere = Contest(client, "Zoe", "Nuria")
        player = client.get(f"/v1/fixtures/{third}").json()["entrants"][0]["id"]
        there = {"championship": elsewhere.championship}
        readers = {
            "public": {},
            "player of another table": client.bearer("player", player=player),
            "player of it": client.bearer(
                "player", player=client.get(f"/v1/fixtures/{one}").json()["entrants"][0]["id"]
            ),
            "referee elsewhere": client.bearer("referee", **there),
            "organizer elsewhere": client.bearer("organizer", **there),
            "auditor elsewhere": client.bearer("auditor", **there),
        }
        ids = {
            "championship_id": contest.championship,
            "contest_id": contest.id,
            "fixture_id": one,
            "player_id": player,
            "other_id": client.get(f"/v1/fixtures/{one}").json()["entrants"][0]["id"],
            "number": "1",
            "hand": "1",
            "ruleset_id": "escoba",
            "code": "conflict",
            "claim": "c1",
        }
        sitting = client.get(f"/v1/fixtures/{other}").json()["entrants"][0]["id"]
        seat = client.bearer("player", player=sitting)
        yield Evening(contest, client, dict(BEARER), readers, ids, played, going, seat)


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Evening, Evening]]:
    clock = Clock()
    with ExitStack() as stack:
        yield tuple(  # type: ignore[misc]
            stack.enter_context(evening(tmp_path_factory.mktemp("twin"), clock, points, points[1])) for points in MADE
        )


@pytest.fixture(scope="module")
def reads(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Every path of the application that is read and is about no match or series."""
    services = compose.open_services(str(tmp_path_factory.mktemp("routes") / "routes.sqlite"))
    app = create_app(services)
    compose.close(services)
    paths = {
        re.sub(r":\w+}", "}", route.path)
        for route in app.routes
        if isinstance(route, HTTPRoute) and "GET" in route.methods
    }
    return sorted(path for path in paths if not path.startswith(OTHERWISE))


def addresses(path: str, evening: Evening) -> Iterator[str]:
    """The addresses of a path in this service; none where it has other ids."""
    for match in (evening.played, evening.going) if "{match_id}" in path else ("",):
        yield from addresses_with(path, evening.ids | {"match_id": match})


def addresses_with(path: str, ids: dict[str, str]) -> Iterator[str]:
    """The address of a path with these ids, in every form that it may have; none where it has other ids."""
    names = re.findall(r"{(\w+)}", path)
    if {*names} <= ids.keys():
        address = path.format(**ids)
        if path.endswith("/stream"):
            yield from (f"{address}?once=true", f"{address}?once=true&kinds=contest.result,standings.changed")
        else:
            scopes = (f"championship={ids['championship_id']}", f"player={ids['player_id']}")
            forms = ("format=csv", "format=html", "format=ndjson", *scopes)
            yield from (address, *(f"{address}?{form}" for form in forms))


def plain(text: str) -> str:
    """An answer with its ids named by the order in which they come, and without hashes and pictures of addresses."""
    names: dict[str, str] = {}
    text = CODE.sub("", text)
    text = ID.sub(lambda id_: names.setdefault(id_[0], f"id {len(names)}"), text)
    return LOTS.sub("lots", HASH.sub("hash", text))


def read(client: Caller, address: str, header: dict[str, str]) -> httpx.Response:
    request = client.build_request("GET", address, headers={"Last-Event-ID": "0", "Accept-Language": "es", **header})
    if not header:
        del request.headers["Authorization"]
    return client.send(request)


class AddressRead(NamedTuple):
    """An address, as one reader asked for it in both services."""

    about: str
    path: str
    one: httpx.Response
    other: httpx.Response


@pytest.fixture(scope="module")
def answers(twins: tuple[Evening, Evening], reads: list[str]) -> list[AddressRead]:
    """The answers of every address to every reader; all forms of it to the public."""
    one, other = twins
    every = []
    for path in reads:
        both = [*zip(addresses(path, one), addresses(path, other), strict=True)]
        few = both[:: len(both) // 2] if "{match_id}" in path else both[:1]
        for who in one.readers:
            for here, there in both if who == "public" else few:
                pair = (read(one.client, here, one.readers[who]), read(other.client, there, other.readers[who]))
                every.append(AddressRead(f"{who}: {here}", path, *pair))
    return every


def test_all_answers_are_the_same_whatever_was_made(answers: list[AddressRead]) -> None:
    for about, _, one, other in answers:
        assert one.status_code == other.status_code, about
        assert one.headers["content-type"] == other.headers["content-type"], about
        assert plain(one.text) == plain(other.text), about
    assert {
        "/v1/stream",
        "/v1/championships/{championship_id}/stream",
        "/v1/championships/{championship_id}/events",
        "/v1/contests/{contest_id}/decisions",
        "/v1/contests/{contest_id}/changes",
        "/v1/contests/{contest_id}/standings",
        "/print/contests/{contest_id}/fixtures",
        "/print/contests/{contest_id}/sheets",
        "/print/contests/{contest_id}/corrections",
        "/v1/results",
        "/v1/matches",
        "/replay/{match_id}",
        "/table/{match_id}",
    } <= {path for about, path, one, _ in answers if one.is_success and about.startswith("public")}


def test_no_answer_has_a_hash_that_is_made_of_it(twins: tuple[Evening, Evening], answers: list[AddressRead]) -> None:
    one, _ = twins
    lines = one.lines(one.organizer)
    first = min(line["version"] for line in lines if line["type"] == "board_reported")
    hashes = {line["hash"] for line in lines if line["version"] >= first}
    assert len(hashes) > 4
    assert None not in hashes
    of_matches = [*log_of(one, one.played, one.organizer), *log_of(one, one.going, one.organizer)]
    hashes |= {line["hash"] for line in of_matches}
    assert None not in hashes
    for about, _, answer, _ in answers:
        assert not hashes & {*HASH.findall(f"{answer.text} {answer.headers}")}, about


def test_proofs_of_such_entries_are_refused(twins: tuple[Evening, Evening]) -> None:
    one, _ = twins
    id_ = one.contest.championship
    lines = one.lines(one.organizer)
    first = min(line["version"] for line in lines if line["type"] == "board_reported")
    for address, status in (
        (f"/v1/log/proofs/inclusion?event={id_}:{first - 1}", 200),
        (f"/v1/log/proofs/inclusion?event={id_}:{first}", 401),
        (f"/v1/log/proofs/inclusion?event={id_}:{len(lines)}", 401),
        (f"/v1/log/proofs/record?of={id_}", 401),
    ):
        assert read(one.client, address, one.readers["public"]).status_code == status, address
        assert read(one.client, address, one.organizer).status_code == 200, address


def log_of(evening: Evening, match: str, header: dict[str, str]) -> list[dict[str, Any]]:
    """The log of a match as a reader gets it."""
    return [*read(evening.client, f"/v1/matches/{match}/events?limit=500", header).json()["items"]]


def test_nobody_but_the_staff_and_who_plays_it_reads_such_a_match(
    twins: tuple[Evening, Evening], answers: list[AddressRead]
) -> None:
    one, other = twins
    of_one = [address for address in answers if "{match_id}" in address.path and address.path.startswith(OF_MATCHES)]
    assert len({path for _, path, _, _ in of_one}) > 12
    for about, _, answer, _ in of_one:
        # A form that it does not have is refused before.
        assert answer.status_code in {400, 401, 403}, about
    for header in (one.organizer, one.client.bearer("referee", championship=one.contest.championship)):
        for match in (one.played, one.going):
            assert len(log_of(one, match, header)) == len(
                read(one.client, f"/v1/matches/{match}/events", header).json()["items"]
            )
            assert read(one.client, f"/v1/log/proofs/inclusion?event={match}:2", header).status_code == 200
            assert read(one.client, f"/v1/log/proofs/inclusion?event={match}:2", {}).status_code == 401
            assert read(one.client, f"/v1/log/proofs/record?of={match}", {}).status_code == 401
            listed = read(one.client, "/v1/matches", header).json()["items"]
            assert match in {item["id"] for item in listed}
    assert log_of(one, one.played, one.organizer)[-1] != log_of(other, other.played, other.organizer)[-1]
    assert read(one.client, "/v1/matches", {}).json()["items"] == []
    own = read(one.client, f"/v1/matches/{one.going}", one.seat)
    assert own.status_code == 200
    assert [bool(hand) for hand in own.json()["hands"]] == [True, False]
    assert read(one.client, f"/v1/matches/{one.played}", one.seat).status_code == 403


def test_no_webhook_is_told_of_such_a_match(twins: tuple[Evening, Evening]) -> None:
    """Readers of the whole stream get what a webhook of the same kinds gets."""
    one, _ = twins
    address = f"/v1/stream?once=true&kinds={','.join(KINDS)}"
    for who, header in one.readers.items():
        kinds = set(re.findall(r"event: (\S+)", read(one.client, address, header).text))
        assert "championship.event" in kinds
        assert not kinds & {*MATCH_KINDS}, who
    assert {"match.opened", "match.event", "match.finished"} <= set(
        re.findall(r"event: (\S+)", read(one.client, address, one.organizer).text)
    )


def test_the_staff_reads_what_was_made(twins: tuple[Evening, Evening]) -> None:
    one, _ = twins
    for role in ("organizer", "referee", "auditor"):
        lines = one.lines(one.client.bearer(role, championship=one.contest.championship))
        results = [line["result"]["points"] for line in lines if line["type"] == "board_reported"]
        assert results == [[4, 1], [5, 0]] * 2, role


def test_no_answer_has_cards_of_the_round(twins: tuple[Evening, Evening], answers: list[AddressRead]) -> None:
    one, _ = twins
    sheets = one.client.get(f"{one.contest.path}/1/deals").json()
    rows: list[Callable[[str], str]] = [",".join, " ".join, '","'.join, " · ".join]
    parts = {
        join(cards[n : n + 3])
        for item in sheets["sheets"]
        for cards in (*item["deal"]["hands"], item["deal"]["table"], item["deal"]["stock"])
        for n in range(len(cards) - 2)
        for join in rows
    }
    for about, _, answer, _ in answers:
        assert not any(part in answer.text for part in parts), about


def test_everybody_reads_it_once_the_last_table_has_played(tmp_path: Path) -> None:
    with evening(tmp_path, Clock(), MADE[0], MADE[0][1]) as one:
        _, other, third = fixtures_of(one.client.get(f"{one.contest.path}/1").json())
        one.contest.hand(third, 1, (2, 2))
        lines = one.lines({})
        hands = {line["board"]: line["result"] for line in lines if line["type"] == "board_reported"}
        assert hands[1] is not None
        assert hands[2] is None
        for fixture in (other, third):
            one.contest.hand(fixture, 2, (2, 2))
        assert read(one.client, f"/v1/matches/{one.played}", {}).status_code == 401
        told = one.client.put(
            f"/v1/fixtures/{other}/boards/3/result", json={"points": [3, 2], "reason": "se apuntó en papel"}
        )
        assert told.status_code == 200, told.text
        assert one.contest.hand(third, 3, (2, 2)).status_code == 201
        assert all(line["hash"] for line in log_of(one, one.played, {}))
        for match in (one.played, one.going):
            assert log_of(one, match, {})[0]["hash"]
            assert match in read(one.client, "/v1/stream?once=true", {}).text
            assert match in {item["id"] for item in read(one.client, "/v1/matches", {}).json()["items"]}
        lines = one.lines({})
        assert all(line["result"] for line in lines if line["type"] in {"board_reported", "board_corrected"})
        assert all(line["hash"] for line in lines)
