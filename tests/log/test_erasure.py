"""A person erased by one process is unnamed in all of them within the second that is promised."""

from collections.abc import Iterator, Set
from pathlib import Path

import pytest
import sqlalchemy as sa

from referee.log.opening.engine import engine
from referee.people.register import NAMES_KEPT_SECONDS, CachedName, People, open_people
from tests.support.administering import erase_player
from tests.support.beside import enter, store_rows

AT = "2026-05-01T17:00:00.000Z"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    sqlite = str(tmp_path / "people.sqlite")
    return sqlite if request.param == "sqlite" else str(request.getfixturevalue("postgres_database"))


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


@pytest.fixture
def processes(database: str, clock: list[float]) -> Iterator[tuple[People, People]]:
    """The people of one database as two processes have them, by one clock."""
    here, there = (open_people(engine(database), lambda: clock[0]) for _ in "12")
    yield here, there
    here.store.dispose()
    there.store.dispose()


def test_an_erased_name_is_gone_in_every_process(processes: tuple[People, People], clock: list[float]) -> None:
    here, there = processes
    ana, beto = enter(here, [("Ana", None), ("Beto", None)], AT)
    assert [there.name(one) for one in (ana, beto)] == ["Ana", "Beto"]
    assert erase_player(here, ana)
    assert here.name(ana) is None
    clock[0] += NAMES_KEPT_SECONDS
    assert [there.name(one) for one in (ana, beto)] == [None, "Beto"]
    assert [here.name(one) for one in (ana, beto)] == [None, "Beto"]


@pytest.mark.parametrize("together", [False, True])
def test_a_name_looked_up_while_it_is_erased_is_not_kept(
    processes: tuple[People, People], clock: list[float], *, together: bool
) -> None:
    here, there = processes
    [ana] = enter(here, [("Ana", None)], AT)
    read = there.read_names

    def slowly(ids: Set[str]) -> dict[str, CachedName]:
        names = read(ids)
        erase_player(here, ana)
        return names

    there.read_names = slowly  # type: ignore[method-assign]
    if together:
        there.remember([ana])
    assert there.name(ana) == "Ana"
    clock[0] += NAMES_KEPT_SECONDS
    there.read_names = read  # type: ignore[method-assign]
    assert there.name(ana) is None


def test_names_are_asked_for_together(processes: tuple[People, People]) -> None:
    here, there = processes
    several = enter(here, [("Ana", None), ("Beto", None), ("Carla", None)], AT)
    first, *_ = several
    assert there.name(first) == "Ana"
    read, queries = there.read_names, []

    def note_ids(ids: Set[str]) -> dict[str, CachedName]:
        queries.append({*ids})
        return read(ids)

    there.read_names = note_ids  # type: ignore[method-assign]
    there.remember([*several, first, "nobody"])
    assert queries == [{*several[1:], "nobody"}]
    assert [there.name(one) for one in several] == ["Ana", "Beto", "Carla"]
    there.remember(several)
    assert len(queries) == 1


def test_the_name_of_who_was_merged_is_remembered_with_the_others(processes: tuple[People, People]) -> None:
    here, there = processes
    ana, anita, beto = enter(here, [("Ana", None), ("Anita", None), ("Beto", None)], AT)
    store_rows(here.store, here.merge(anita, ana))
    there.remember([anita, beto])
    there.read_names = None  # type: ignore[method-assign, assignment]
    assert [there.name(one) for one in (anita, beto)] == ["Ana", "Beto"]


def test_names_are_not_asked_for_again_while_nobody_is_erased(
    processes: tuple[People, People], clock: list[float]
) -> None:
    here, there = processes
    [ana] = enter(here, [("Ana", None)], AT)
    assert there.name(ana) == "Ana"
    clock[0] += 100
    enter(here, [("Beto", None)], AT)
    there.read_names = None  # type: ignore[method-assign, assignment]
    assert there.name(ana) == "Ana"


def test_erasing_nobody_is_no_erasure(processes: tuple[People, People]) -> None:
    here, _ = processes
    assert not erase_player(here, "nobody")


def test_the_names_of_who_just_came_in_are_not_asked_for(processes: tuple[People, People]) -> None:
    here, _ = processes
    newcomers = here.newcomers([("Ana", None), ("Beto", None)], AT, is_guest=True)
    entered = here.entering(newcomers)
    store_rows(here.store, [one.row() for one in newcomers])
    entered()
    here.read_names = None  # type: ignore[method-assign, assignment]
    assert [here.name(one.person.id) for one in newcomers] == ["Ana", "Beto"]


def test_who_is_erased_as_soon_as_they_came_in_stays_erased(
    processes: tuple[People, People], clock: list[float]
) -> None:
    here, there = processes
    [ana] = here.newcomers([("Ana", None)], AT)
    entered = here.entering([ana])
    store_rows(here.store, [ana.row()])
    assert erase_player(there, ana.person.id)
    clock[0] += NAMES_KEPT_SECONDS
    assert here.name(ana.person.id) is None
    entered()
    assert here.name(ana.person.id) is None


def test_finding_nobody_asks_nothing(processes: tuple[People, People]) -> None:
    here, _ = processes
    statements: list[str] = []
    sa.event.listen(here.store, "before_cursor_execute", lambda *arguments: statements.append(arguments[2]))
    assert here.find([]) == {}
    assert not statements
