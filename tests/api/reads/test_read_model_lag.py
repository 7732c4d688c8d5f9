"""Read models far behind the log: answers still come in time, and tell the lag."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from api import compose
from api.context import AppContext
from api.http.describe import Doc
from api.reads.read_models import AGAIN_SECONDS, ReadModels, read_at
from api.routes.health import readiness
from api.workers.clocks import clock_lifespan
from projections.follower import POSITIONS, Follower
from projections.speed import Speed
from referee.errors import Conflict
from tests.support.application import create_app
from tests.support.process import Process

SECONDS_A_BATCH = 10.0


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Slow(Follower):
    """A follower that takes batches only after its release, and then at the pace of its clock."""

    def __init__(self, services: AppContext, clock: Clock) -> None:
        super().__init__(services.service.log, services.follower.store, batch=1, clock=clock)
        self.clock = clock
        self.start = Event()
        self.let = Event()

    def step(self, head: int) -> int:
        self.start.set()
        self.let.wait(60)
        self.clock.now += SECONDS_A_BATCH
        return super().step(head)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[AppContext]:
    """A service with a league in its log that no read model has taken."""
    database = str(tmp_path / "log.sqlite")
    here = Process(database)
    here.league()
    here.close()
    services = compose.open_services(database, open_table=True)
    yield services
    compose.close(services)


@pytest.fixture
def slow(services: AppContext) -> Iterator[Slow]:
    """Its follower, which stands still until its release."""
    follower = Slow(services, Clock())
    services.follower = follower
    services.read_models = ReadModels(follower, wait_seconds=0, clock=follower.clock)
    yield follower
    follower.let.set()


def lists(services: AppContext) -> list[str]:
    """Every GET of the service without a parameter in its path, and with an answer from read models."""
    paths = []
    for route in create_app(services).routes:
        handlers = getattr(route, "route_handlers", [])
        docs = [handler.opt.get("doc") for handler in handlers if "GET" in handler.http_methods]
        if any(isinstance(doc, Doc) for doc in docs) and "{" not in route.path:
            paths.append(route.path)
    return paths


def test_a_list_says_how_far_it_is_instead_of_waiting(services: AppContext, slow: Slow) -> None:
    head = services.service.log.position()
    paths = set()
    with TestClient(create_app(services), base_url="http://127.0.0.1") as client:
        assert slow.start.wait(60)
        for path in lists(services):
            # A stream has no end by itself.
            answer = client.get(path, params={"once": "true"} if path.endswith("/stream") else {})
            assert answer.status_code in {200, 400, 404, 409}, path
            if answer.status_code == 409:
                paths.add(path)
                problem = answer.json()
                assert (problem["code"], problem["position"], problem["head"]) == ("conflict", 0, head), path
                assert answer.headers["Retry-After"]
                assert f"0 of {head}" in problem["detail"]
        slow.let.set()
    assert {"/v1/matches", "/v1/championships", "/v1/sanctions", "/v1/ratings"} <= paths


def test_ready_says_that_it_is_catching_up_how_far_and_how_long(services: AppContext, slow: Slow) -> None:
    head = services.service.log.position()
    slow.let.set()
    ready = readiness(services)
    assert ready.status == "catching_up"
    assert ready.catching_up is not None
    assert (ready.catching_up.position, ready.catching_up.head, ready.catching_up.seconds) == (0, head, None)
    assert slow.step(head) == 1
    later = readiness(services).catching_up
    assert later is not None
    assert later.position == 1
    assert later.seconds == pytest.approx(SECONDS_A_BATCH * (head - 1))
    slow.catch_up()
    state = readiness(services)
    assert (state.status, state.catching_up) == ("ready", None)


def test_who_waits_longer_than_is_promised_is_told_at_once(services: AppContext, slow: Slow) -> None:
    head = services.service.log.position()
    models = ReadModels(slow, wait_seconds=SECONDS_A_BATCH, clock=slow.clock)
    slow.let.set()
    slow.step(head)
    slow.step(head)
    slow.let.clear()
    slow.start.clear()
    with pytest.raises(Conflict) as error:
        asyncio.run(models.look(head, lambda _: "answer"))
    assert not slow.start.is_set(), "no batch was waited for"
    assert error.value.extra["retry_after"] == SECONDS_A_BATCH * (head - 2)


def test_read_models_that_are_nearly_there_are_waited_for(services: AppContext) -> None:
    models = ReadModels(Follower(services.service.log, services.follower.store, batch=1), wait_seconds=60)
    assert asyncio.run(models.look(services.service.log.position(), lambda _: "answer")) == "answer"


def test_what_keeps_the_read_models_from_moving_is_said(services: AppContext) -> None:
    class BrokenFollower(Follower):
        def step(self, head: int) -> int:
            raise RuntimeError("no more disk")

    models = ReadModels(BrokenFollower(services.service.log, services.follower.store), wait_seconds=60)
    with pytest.raises(RuntimeError, match="no more disk"):
        asyncio.run(models.look(1, lambda _: "answer"))


def leave_ratings(services: AppContext) -> int:
    """Leaves ratings to be computed again, from the first match on. Returns the position of the log."""
    services.follower.catch_up()
    mine = POSITIONS.c.projection == "ratings"
    with services.follower.store.begin() as connection:
        connection.execute(POSITIONS.table.update().where(mine).values(rest="@0"))
    return services.service.log.position()


def test_only_who_asks_for_ratings_waits_until_they_are_settled(services: AppContext) -> None:
    head = leave_ratings(services)
    models = ReadModels(services.follower, wait_seconds=0)
    assert asyncio.run(models.look(head, lambda _: "answer")) == "answer"
    with pytest.raises(Conflict) as error:
        asyncio.run(models.look(head, lambda _: "answer", until_settled=True))
    assert error.value.extra == {"position": head, "head": head, "retry_after": AGAIN_SECONDS}
    assert not readiness(services).projections["ratings"].settled
    assert readiness(services).status == "ready"


def test_ratings_that_are_soon_settled_are_waited_for(services: AppContext) -> None:
    head = leave_ratings(services)
    models = ReadModels(services.follower, wait_seconds=60)
    assert asyncio.run(models.look(head, lambda _: "answer", until_settled=True)) == "answer"
    assert readiness(services).projections["ratings"].settled


def test_following_goes_on_until_nothing_is_left(services: AppContext) -> None:
    leave_ratings(services)
    asyncio.run(ReadModels(services.follower).follow(services.service.log))
    assert readiness(services).projections["ratings"].settled


def test_a_standby_whose_ratings_are_not_settled_leaves_them_to_the_server_that_writes(services: AppContext) -> None:
    leave_ratings(services)
    with services.follower.store.connect() as connection:
        names = services.follower.projections
        assert read_at(connection, names, 0, lambda _: "answer", until_settled=True).answer is None
        assert read_at(connection, names, 0, lambda _: "answer", until_settled=False).answer == ("answer",)


def test_one_batch_at_a_time_serves_everyone_who_waits(services: AppContext, slow: Slow) -> None:
    models = ReadModels(slow, wait_seconds=60)
    head = services.service.log.position()
    slow.let.set()

    async def many() -> list[str]:
        return await asyncio.gather(*(models.look(1, lambda _: "answer") for _ in range(50)))

    assert asyncio.run(many()) == ["answer"] * 50
    assert slow.clock.now < 100 + SECONDS_A_BATCH * head


def test_speed_is_measured_from_where_they_were_first_seen_behind() -> None:
    clock = Clock()
    speed = Speed(clock)
    assert speed.seconds(0, 1_000) is None
    speed.saw(0, 1_000)
    assert speed.seconds(0, 1_000) is None
    clock.now += 2
    speed.saw(200, 1_000)
    assert speed.seconds(200, 1_000) == pytest.approx(8)
    speed.saw(1_000, 1_000)
    clock.now += 60
    speed.saw(1_010, 1_020)
    assert speed.seconds(1_010, 1_020) == pytest.approx(60)


def test_what_fails_beside_requests_is_told_by_its_drivers_name(tmp_path: Path) -> None:
    services = compose.open_services(str(tmp_path / "log.sqlite"))
    try:
        assert readiness(services).failing == {}
        error = OperationalError("UPDATE", None, LookupError("nobody is to read this"))
        services.job_failures.note("evidence", error)
        assert readiness(services).failing == {"evidence": "LookupError"}
        services.job_failures.clear("evidence")
        assert readiness(services).failing == {}
    finally:
        compose.close(services)


def test_clocks_that_are_not_kept_are_told_until_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    services = compose.open_services(str(tmp_path / "log.sqlite"))
    keeper = services.timekeeper

    def refuse() -> None:
        raise OperationalError("SELECT", None, LookupError("nobody is to read this"))

    async def wait_until_failing(failing: dict[str, str]) -> None:
        while readiness(services).failing != failing:
            await asyncio.sleep(0)

    async def keep_clocks() -> None:
        keeps = clock_lifespan(keeper, services.clock_turn, services.job_failures)
        with monkeypatch.context() as patch:
            patch.setattr(keeper, "round", refuse)
            async with keeps(Litestar()):
                await wait_until_failing({"clocks": "LookupError"})
        async with keeps(Litestar()):
            await wait_until_failing({})

    try:
        asyncio.run(keep_clocks())
    finally:
        compose.close(services)
