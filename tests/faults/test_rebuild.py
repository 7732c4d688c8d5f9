"""Read models made anew while tablets write: no write waits long, nothing is lost, and the rows are the same."""

from pathlib import Path

import pytest

from projections.rebuild import rebuild
from tests.support.process import Process
from tests.support.service import start
from tests.support.tablet import Tablet, open_one
from tests.support.waiting import eventually


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def test_a_rebuild_while_tablets_write(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database = str(request.getfixturevalue("postgres_database")) if kind == "postgres" else None
    with start(tmp_path, "--workers", "2", database=database) as running:
        here = Process(database or str(running.database))
        tablets = [Tablet(open_one(running), name) for name in "AB"]
        for tablet in tablets:
            tablet.url = running.url
            tablet.start()
        rebuilt = []
        for _ in range(3):
            for tablet in tablets:
                eventually(tablet.has_had(5))
            rebuilt += rebuild(here.matches.log, here.matches.people.store)
        for tablet in tablets:
            tablet.stop.set()
            tablet.join()
            last = tablet.answered[-1][1]
            items = running.get("/v1/matches").json()["items"]
            assert next(item["version"] for item in items if item["id"] == tablet.match) == last
            assert [version for _, version in tablet.answered] == list(range(2, last + 1))
        assert all(one.same for one in rebuilt)
        assert len({one.position for one in rebuilt}) == 3
        assert all(one.same for one in rebuild(here.matches.log, here.matches.people.store))
        here.close()
