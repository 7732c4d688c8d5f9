"""The client against the running service: every game, every call, and its errors for refusals."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from api.http.problems import Problem
from referee.client import (
    AsyncReferee,
    Call,
    KnownPlayer,
    Referee,
    Refusal,
    RequestRefused,
    Retries,
    ServiceUnreachable,
    calls,
    desk_calls,
)
from referee.games.hearts.events import HeartsDeal
from referee.games.hearts.views.table import HeartsTable
from referee.match.choice import Choice
from referee.match.entries import first_chain_flaw
from referee.match.events import Claim, Event, Note, Opening, Play
from referee.match.facts import InfractionProven
from referee.match.registry import rulesets
from tests.client.test_desk_calls import calls_of
from tests.support.service import TOKEN, Running
from tests.support.waiting import DEADLOCK_SECONDS

MOVES = 12


@pytest.fixture
def referee(running: Running) -> Iterator[Referee]:
    with Referee(running.url, TOKEN, timeout=DEADLOCK_SECONDS) as client:
        yield client


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def names(seats: int) -> list[str]:
    return [f"Jugador {seat}" for seat in range(seats)]


@pytest.mark.parametrize("ruleset", rulesets())
def test_a_match_of_every_game_is_read_whole(running: Running, referee: Referee, ruleset: str) -> None:
    rules = rulesets()[ruleset]
    match = referee.open_match(ruleset, names(rules.seats[0]), first_dealer=0 if rules.has_dealer else None)
    for _ in range(MOVES):
        legal = referee.legal(match)
        raw = running.get(f"/v1/matches/{match.id}/legal", headers={"Authorization": f"Bearer {TOKEN}"}).json()
        assert as_json(legal.events) == raw["events"]
        moves = [move for move in legal.events if isinstance(move, Event)]
        if not moves:
            assert all(isinstance(move, Choice) for move in legal.events)
            break
        answer = referee.append(match, moves[0])
        assert answer.version == answer.entries[-1].version
    view = running.get(f"/v1/matches/{match.id}", headers={"Authorization": f"Bearer {TOKEN}"}).json()
    assert as_json(referee.match(match.id)) == view
    page = referee.log(match)
    assert [entry.version for entry in page.items] == list(range(1, page.version + 1))
    assert isinstance(page.items[0].event, Opening)


@pytest.mark.parametrize("ruleset", rulesets())
def test_hidden_hands_are_read_by_the_public(running: Running, referee: Referee, ruleset: str) -> None:
    rules = rulesets()[ruleset]
    match = referee.open_match(ruleset, names(rules.seats[0]))
    for move in referee.legal(match).events:
        if isinstance(move, Event) and getattr(move, "shuffle", None):
            referee.append(match, move)
            break
    with Referee(running.url, timeout=DEADLOCK_SECONDS) as public:
        view = public.match(match.id)
        entries = list(public.stream(view, once=True))
    assert [entry.version for entry in entries] == list(range(1, view.version + 1))
    assert entries[-1].hash is None or view.version == 1


def test_a_view_has_the_structs_of_its_game(referee: Referee) -> None:
    match = referee.open_match("hearts.castillar", ["Ana", "Beto"], first_dealer=0)
    assert isinstance(match.table, HeartsTable)
    assert isinstance(match.params, rulesets()["hearts.castillar"].params)
    again = referee.open_match("hearts.castillar", [KnownPlayer(seat.player) for seat in match.seats])
    assert [seat.player for seat in again.seats] == [seat.player for seat in match.seats]


def test_a_renuncio_is_recorded_claimed_and_verified(referee: Referee) -> None:
    match = referee.open_match("hearts.castillar", ["Ana", "Beto"], first_dealer=0)
    referee.append(match, HeartsDeal())
    plays = [(0, "2C"), (1, "9D"), (0, "KS"), (1, "3S"), (0, "5C"), (1, "8C")]
    answer = referee.append(match, *(Play(seat, card) for seat, card in plays), if_version=2)
    (proof,) = [fact for entry in answer.entries for fact in entry.facts if isinstance(fact, InfractionProven)]
    answer = referee.append(match, Claim(by=0, against=1, kind="revoke", at=proof.version))
    assert answer.view is not None
    assert answer.view.claims[0].status == "upheld"
    audit = referee.audit(match.id)
    assert audit.infractions[0].code == proof.code
    assert [row.id for row in referee.matches(limit=1).items] == [match.id]


def test_the_record_of_a_match_is_verified_from_its_lines(referee: Referee) -> None:
    match = referee.open_match("guinote", names(4))
    referee.append(match, Note("se apagó la luz"), Note("volvió"))
    lines = referee.record(match.id)
    assert first_chain_flaw(lines) == (3, None)


def test_a_rehearsal_stores_nothing(referee: Referee) -> None:
    match = referee.open_match("hearts.castillar", ["Ana", "Beto"])
    trial = referee.append(match, Note("una prueba"), dry_run=True)
    assert trial.entries[0].event == Note("una prueba")
    assert referee.match(match.id).version == 1


def test_a_refusal_is_an_exception_with_its_code(running: Running) -> None:
    with Referee(running.url, TOKEN, language="es", timeout=DEADLOCK_SECONDS) as referee:
        match = referee.open_match("hearts.castillar", ["Ana", "Beto"])
        with pytest.raises(RequestRefused, match="conflict") as conflict:
            referee.append(match, Note("tarde"), if_version=7)
        assert (conflict.value.status, conflict.value.refusal.version) == (409, 1)
        with pytest.raises(RequestRefused) as unknown:
            referee.match("nothing")
        assert unknown.value.code == "not-found"
    with Referee(running.url, "wrong", timeout=DEADLOCK_SECONDS) as stranger, pytest.raises(RequestRefused) as error:
        list(stranger.stream(match))
    assert error.value.code == "unauthenticated"


def test_a_refusal_has_every_field_of_the_problem() -> None:
    assert set(Refusal.__struct_fields__) == set(Problem.__struct_fields__)


def test_any_other_call_is_sent_too(referee: Referee) -> None:
    formats = referee.send(Call(method="GET", path="/v1/formats", read=msgspec.json.decode))
    assert formats


def test_a_championship_is_read_and_told(running: Running, referee: Referee) -> None:
    def read(body: bytes) -> str:
        return str(msgspec.json.decode(body)["id"])

    body = {"name": "Fiestas del cliente", "players": ["Ana C", "Beto C"]}
    championship = referee.send(Call(method="POST", path="/v1/championships", read=read, body=body))
    draw = {"ruleset": "hearts.castillar", "format": "castillar", "order": ["Ana C", "Beto C"]}
    contest = referee.send(Call(method="POST", path=f"/v1/championships/{championship}/contests", read=read, body=draw))
    (fixture,) = referee.fixtures(contest).items
    fixture_after = referee.report_result(fixture.id, [54, 50], rounds_won=[2, 2], stars=[0, 0])
    assert fixture_after.result is not None
    whole = referee.standings(contest)
    first = referee.standings(contest, limit=1)
    below = referee.standings(contest, limit=1, cursor=str(first.next))
    assert (whole.contest, whole.rows) == (contest, (*(first.rows or ()), *(below.rows or ())))
    assert referee.standings(contest, limit=1, player="Ana C").rows in {first.rows, below.rows}
    assert referee.contest(contest).fixtures[0].id == fixture.id
    assert referee.championship(championship).players[0].name == "Ana C"
    [latest] = referee.results(championship=championship, ruleset="hearts.castillar").items
    assert latest.fixture == fixture_after
    kinds = [entry.event.__class__.__name__ for entry in referee.championship_stream(championship, once=True)]
    assert kinds[0] == "ChampionshipOpened"
    assert "ResultReported" in kinds


def test_an_importer_runs_twice(referee: Referee) -> None:
    person, again = (
        referee.enter_player("Eva Cliente", external_id="client-1", metadata={"club": "El Basto"}) for _ in "ab"
    )
    assert person == again
    assert referee.players(external_id="client-1").items == (person,)
    with pytest.raises(RequestRefused) as refused:
        referee.enter_player("Otra Cliente", external_id="client-1")
    assert (refused.value.code, refused.value.refusal.existing) == ("exists", f"/v1/players/{person.id}")
    changed = referee.change_player_data(person.id, metadata={"club": None, "license": "7"})
    assert (changed.external_id, changed.metadata) == ("client-1", {"license": "7"})
    assert referee.change_player_data(person.id, external_id=None).external_id is None
    own: Any = {"external_id": "client-liga", "metadata": {"origen": "hoja"}}
    league, same = (referee.open_championship("Liga", [person.id, "Fe"], reuse=True, **own) for _ in "ab")
    assert league.id == same.id == referee.championships(external_id="client-liga").items[0].id
    players = [one.id for one in league.players]
    contest, same_contest = (
        referee.draw_contest(league.id, "hearts.castillar", "league", entrants=players, seed="x", **own) for _ in "ab"
    )
    assert contest.id == same_contest.id
    fixture = referee.change_fixture_data(contest.fixtures[0].id, external_id="J1")
    assert referee.fixtures(contest.id, external_id="J1").items == (fixture,)
    assert referee.change_championship_data(league.id, metadata=None).external_id == "client-liga"
    assert referee.change_contest_data(contest.id, external_id=None).metadata == {"origen": "hoja"}


def test_both_clients_have_every_call(running: Running) -> None:
    every = {name for module in (calls, desk_calls) for name in calls_of(module)}
    assert every <= set(dir(Referee)) & set(dir(AsyncReferee))

    async def play() -> list[int]:
        async with AsyncReferee(running.url, TOKEN, timeout=DEADLOCK_SECONDS) as referee:
            match = await referee.open_match("hearts.castillar", ["Ana", "Beto"])
            await referee.append(match, Note("hola"))
            return [entry.version async for entry in referee.stream(match, once=True)]

    assert asyncio.run(play()) == [1, 2]


def test_nobody_there_is_said() -> None:
    quick = Retries(tries=2)
    with (
        Referee("http://127.0.0.1:1", retries=quick, sleep=lambda _: None) as referee,
        pytest.raises(ServiceUnreachable),
    ):
        referee.match("any")


def test_it_loads_nothing_of_the_service() -> None:
    script = (
        "import sys, referee.client; from referee.match.registry import rulesets; rulesets();"
        "print(*sorted({name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)))"
    )
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    modules = set(process.stdout.split())
    heavy = {"alembic", "api", "eventsourcing", "litestar", "projections", "psycopg", "sqlalchemy"}
    assert modules & heavy == set()
    assert {"httpx", "msgspec", "referee"} <= modules


def test_a_connection_given_from_outside_is_used(running: Running) -> None:
    with Referee(running.url, TOKEN, http=httpx.Client(timeout=DEADLOCK_SECONDS)) as referee:
        assert referee.matches().items is not None
