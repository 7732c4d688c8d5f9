"""Lists of very many rows: each page is read in its order by an index, so that it costs the same however long the list is."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from projections import calls, championships, matches, sanctions
from projections.championships import ResultFilter
from projections.follower import SHAPES, Follower
from projections.matches import MatchFilter, Order
from projections.projection import nobody
from projections.rating import queries as ratings
from projections.rating.queries import TableEnd
from referee.matches.opening import OpenMatch, Sitting
from tests.support.process import Process

TIME = "2026-05-01T10:00:00.000Z"
Ask = Callable[[sa.Connection], object]
ORDERS: tuple[Order, ...] = ("newest", "oldest", "changed")
TIMES = ((None, None), (TIME, None), (None, TIME), (TIME, TIME))
FILTERS = [
    MatchFilter(ruleset=ruleset, status=status, cursor=cursor, order=order, since=since, until=until)
    for ruleset, status, cursor, order, (since, until) in product(
        (None, "guinote"), (None, "open", "finished"), (None, 1_000_000), ORDERS, TIMES
    )
]


def filter_name(filter_: MatchFilter | ResultFilter) -> str:
    """The question of a filter, as text."""
    return " ".join(f"{name}={value}" for name, value in msgspec.structs.asdict(filter_).items() if value is not None)


def all_of(room: Any, before: int | None) -> Ask:
    return lambda connection: room(connection, before=before)


IN_ORDER: dict[str, Ask] = {
    **{filter_name(chosen): partial(matches.find, filters=chosen) for chosen in FILTERS},
    **{
        f"{name} from {before}": all_of(find, before)
        for name, find in (
            ("championships", championships.find),
            ("sanctions", sanctions.find),
        )
        for before in (None, 1_000_000)
    },
    **{
        f"results {filter_name(chosen)}": partial(championships.latest_results, filters=chosen)
        for chosen in (
            ResultFilter(ruleset=ruleset, since=since, cursor=cursor)
            for ruleset, since, cursor in product((None, "guinote"), (None, TIME), (None, 1_000_000))
        )
    },
    **{
        f"ratings in {ruleset or 'all'} from {after}": partial(
            ratings.table, names=nobody, ruleset=ruleset, after=after
        )
        for ruleset in (None, "guinote")
        for after in (None, TableEnd(100_000, "ana"))
    },
}
"""Lists of everything, or of a property that very many may share."""
OF_FEW: dict[str, Ask] = {
    "of a player": lambda connection: matches.find(connection, MatchFilter(player=("ana",))),
    "of a player, of a status": lambda connection: matches.find(
        connection, MatchFilter(player=("ana",), status="open")
    ),
    "of a contest": lambda connection: matches.find(connection, MatchFilter(contest="c")),
    "of a championship": lambda connection: matches.find(connection, MatchFilter(championship="c")),
    "all of a championship": lambda connection: matches.of_championship(connection, "c"),
    "sanctions of a player": lambda connection: sanctions.find(connection, player=("ana",)),
    "sanctions of a championship": lambda connection: sanctions.find(connection, championship="c"),
    "sanctions of a series": lambda connection: sanctions.find(connection, series="s"),
    "calls of a championship": lambda connection: calls.find(connection, "c"),
    "calls that wait": lambda connection: calls.find(connection, "c", is_answered=False),
    "results of a championship": partial(championships.latest_results, filters=ResultFilter(championship="c")),
    "results of a player": partial(championships.latest_results, filters=ResultFilter(player=("ana",), since=TIME)),
    "ratings of a player": lambda connection: ratings.of_player(connection, "ana"),
    "what moved a player": lambda connection: ratings.history(connection, "ana", nobody, before=(TIME, 10)),
    "what moved a player in a game": lambda connection: ratings.history(connection, "ana", nobody, ruleset="guinote"),
}
"""Lists of a property that few share: those rows are looked up, and put in order."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sa.Engine]:
    here = Process(str(tmp_path_factory.mktemp("lists") / "log.sqlite"))
    Follower(here.matches.log, here.matches.people.store)
    yield here.matches.people.store
    here.close()


def plan(store: sa.Engine, ask: Ask) -> list[str]:
    """SQLite's plan for the rows of a list: a step a line."""
    statements: list[tuple[str, Any]] = []

    def hear(_: Any, __: Any, statement: str, parameters: Any, *more: Any) -> None:
        statements.append((statement, parameters))

    with store.connect() as connection:
        sa.event.listen(connection, "before_cursor_execute", hear)
        ask(connection)
        sa.event.remove(connection, "before_cursor_execute", hear)
        statement, parameters = statements[0]
        return [str(step[3]) for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]


TOGETHER = ("COMPOUND QUERY", "LEFT-MOST SUBQUERY", "UNION ALL")
"""Steps that read nothing themselves: their parts are read in steps of their own."""
SUBQUERIES = ("SCALAR SUBQUERY", "CORRELATED SCALAR SUBQUERY", "LIST SUBQUERY", "REUSE SUBQUERY")
"""Beginnings of such steps: the rows of a question within the question are read in steps of their own, too."""


def is_by_index(step: str) -> bool:
    """True if a step of a plan reads its rows by an index, and no whole table."""
    return " INDEX " in step or step in TOGETHER or step.startswith(("SEARCH", *SUBQUERIES))


@pytest.mark.parametrize("name", IN_ORDER)
def test_a_page_is_read_in_its_order(store: sa.Engine, name: str) -> None:
    steps = plan(store, IN_ORDER[name])
    assert [step for step in steps if not is_by_index(step)] == []


@pytest.mark.parametrize("name", OF_FEW)
def test_what_few_have_in_common_is_looked_up(store: sa.Engine, name: str) -> None:
    steps = plan(store, OF_FEW[name])
    assert [step for step in steps if not is_by_index(step) and "TEMP B-TREE" not in step] == []
    assert steps[0].startswith("SEARCH")


def test_matches_of_one_moment_are_in_the_order_of_the_log(start: Callable[[], Process]) -> None:
    here = start()
    here.matches.clock = lambda: TIME
    command = OpenMatch("hearts.castillar", (Sitting(name="Ana"), Sitting(name="Beto")), first_dealer=0)
    ids = [here.matches.open_match(command, "organizer").match.id for _ in range(5)]
    follower = Follower(here.matches.log, here.matches.people.store)
    follower.catch_up()
    with here.matches.people.store.connect() as connection:
        for order in ORDERS:
            whole = ids if order == "oldest" else ids[::-1]
            ids_read, cursor = list[str](), None
            for _ in range(3):
                page, cursor = matches.find(connection, MatchFilter(order=order, limit=2, cursor=cursor))
                ids_read += [row.id for row, _ in page]
            assert (ids_read, cursor) == (whole, None)


def test_indexes_of_an_earlier_release_are_made_again_and_no_row_is(start: Callable[[], Process]) -> None:
    here = start()
    here.league()
    store = here.matches.people.store
    follower = Follower(here.matches.log, store)
    follower.catch_up()
    whole, progress = indexes(store), follower.progress()
    with store.begin() as connection:
        connection.execute(sa.text("DROP INDEX ix_projection_match_fixture"))
        connection.execute(sa.text("CREATE INDEX ix_projection_match_place ON projection_match (place)"))
        connection.execute(sa.delete(SHAPES.table).where(SHAPES.c.shape == shapes(store)[-1]))
    assert indexes(store) != whole
    again = Follower(here.matches.log, store)
    assert indexes(store) == whole
    assert again.progress() == progress


def indexes(store: sa.Engine) -> set[str | None]:
    inspector = sa.inspect(store)
    return {index["name"] for index in inspector.get_indexes("projection_match")}


def shapes(store: sa.Engine) -> list[str]:
    """The digests of tables and of indexes, in the order in which they were written."""
    with store.connect() as connection:
        return list(connection.execute(sa.select(SHAPES.c.shape)).scalars())
