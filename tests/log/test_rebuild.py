"""Read models made anew: the same on both databases, bit for bit, and swapped in without a reader noticing."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
import sqlalchemy as sa

from projections import matches
from projections.follower import PROJECTIONS, Follower
from projections.matches import MATCHES
from projections.rebuild import rebuild
from referee.audit import portable
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.matches.append import Append
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Sitting
from referee.people.register import open_people

RECORDS = Path(__file__).parents[2] / "api" / "cli" / "demo" / "records"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MatchCommands]:
    """A log with every match of the demo, one of them withdrawn from and one taken back."""
    sqlite = str(tmp_path / "log.sqlite")
    database = sqlite if request.param == "sqlite" else str(request.getfixturevalue("postgres_database"))
    service = MatchCommands(open_log(database), open_people(engine(database)))
    for file in sorted(RECORDS.glob("*.match.jsonl")):
        last = portable.take(service, file.read_bytes(), "tests")
    service.append(
        Append(last.id, [json.dumps({"type": "retract", "to": last.version // 2, "reason": "x"}).encode()], "tests")
    )
    service.append(Append(last.id, [json.dumps({"type": "withdraw", "seat": 0, "reason": "x"}).encode()], "tests"))
    yield service
    service.log.close()
    service.people.store.dispose()


def test_a_rebuild_equals_the_live_tables(service: MatchCommands) -> None:
    results = rebuild(service.log, service.people.store)
    assert [one.projection for one in results] == list(PROJECTIONS)
    assert all(one.same for one in results)
    assert {one.position for one in results} == {service.log.position()}
    assert results[0].rows > len(list(RECORDS.glob("*.match.jsonl")))
    assert rebuild(service.log, service.people.store) == results


def test_a_rebuild_finds_and_mends_a_row_that_was_tampered_with(service: MatchCommands) -> None:
    store = service.people.store
    before = rebuild(service.log, store, ["matches"])
    with store.begin() as connection:
        connection.execute(sa.update(MATCHES.table).values(status="open"))
    [result] = rebuild(service.log, store, ["matches"])
    assert result.same is False
    assert rebuild(service.log, store, ["matches"]) == before


def test_the_follower_goes_on_from_the_new_position(service: MatchCommands) -> None:
    store = service.people.store
    rebuild(service.log, store)
    match = service.open_match(OpenMatch("guinote", tuple(Sitting(name=name) for name in "AB")), "tests").match
    Follower(service.log, store).catch_up()
    with store.connect() as connection:
        assert matches.find(connection, matches.MatchFilter(limit=1))[0][0][0].id == match.id
    assert all(one.same for one in rebuild(service.log, store))


def test_readers_never_see_a_half(service: MatchCommands) -> None:
    store = service.people.store
    Follower(service.log, store).catch_up()
    whole = len(list(RECORDS.glob("*.match.jsonl")))
    stop, counts = Event(), set()

    def read() -> None:
        while not stop.is_set():
            with store.connect() as connection:
                counts.add(connection.scalar(sa.select(sa.func.count()).select_from(MATCHES.table)))

    reader = Thread(target=read)
    reader.start()
    for _ in range(3):
        rebuild(service.log, store)
    stop.set()
    reader.join()
    assert counts == {whole}
