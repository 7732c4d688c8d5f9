"""Commands that wait at the same moment are stored in one transaction, and each keeps its own verdict."""

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from threading import RLock
from typing import Any

import pytest

from api.runtime import database_calls
from referee import work
from referee.errors import Conflict, Impossible, KeyReused, ServiceRefusal, Unavailable
from referee.followers.signal import Signal
from referee.log.commits import async_append, group
from referee.log.commits.group import (
    LOOK_AROUND,
    MOST_RECORDS,
    CommandSteps,
    GroupCommit,
    Lock,
    run_alone,
    store_together,
)
from referee.log.records import Commit, Record, Write
from referee.log.row_writes import InsertRow
from referee.match.entries import first_chain_flaw
from referee.matches.append import Append, StoredAppend
from referee.matches.commands import MatchCommands
from referee.matches.opening import OpenMatch, Sitting
from referee.matches.queries import MatchReader
from tests.log.test_championships import MATCH
from tests.log.test_log import DEAL, NOTE, lines, open_match, reopen, say, service
from tests.support.grouping import group_commit
from tests.support.inserts import never_from_the_loop, watch_inserts
from tests.support.process import Process

__all__ = ["reopen", "service"]
OUT_OF_TURN = {"type": "play", "seat": 0, "card": "2C"}


@pytest.fixture
def calls(service: MatchCommands, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The streams of each insert, from here on."""
    groups: list[list[str]] = []
    watch_inserts(
        service.log,
        monkeypatch,
        before=lambda records: groups.append([str(record.originator_id) for record in records]),
    )
    return groups


Steps = Callable[[], CommandSteps[StoredAppend]]
"""Returns the steps of a command, each time anew."""


def all_ways(
    service: MatchCommands, monkeypatch: pytest.MonkeyPatch, store: Callable[[Commit, Callable[[], float]], list[int]]
) -> None:
    """Makes a log store everything by this call."""
    never_from_the_loop(monkeypatch)
    monkeypatch.setattr(service.log.recorder, "commit", store)


def saying(service: MatchCommands, match: str, *events: dict[str, Any], **more: Any) -> Steps:
    bodies = [json.dumps(event).encode() for event in events]
    return partial(service.appending, Append(match, bodies, "organizer", **more))


@pytest.fixture(autouse=True, params=["decided in the thread", "decided in the event loop"])
def deciding(request: pytest.FixtureRequest, service: MatchCommands, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs each test with commands that decide in the thread, and in the event loop: rules of groups hold for both."""
    run, lock = GroupCommit.run, RLock()

    async def quickly(self: GroupCommit, steps: Callable[[], CommandSteps[Any]], _: Lock | None = None) -> Any:
        return await run(self, steps, lock)

    if request.param == "decided in the event loop":
        monkeypatch.setattr(GroupCommit, "run", quickly)


def at_once(service: MatchCommands, *commands: Steps) -> list[StoredAppend | BaseException]:
    """The outcomes of commands that come at the same moment."""

    async def all_of_them() -> list[StoredAppend | BaseException]:
        grouping = group_commit(service.log)
        return await asyncio.gather(*(grouping.run(one) for one in commands), return_exceptions=True)

    return asyncio.run(all_of_them())


def stored_appends(answers: Iterable[StoredAppend | BaseException]) -> Iterator[StoredAppend]:
    for answer in answers:
        assert isinstance(answer, StoredAppend), answer
        yield answer


def test_all_that_wait_are_stored_in_one_transaction(service: MatchCommands, calls: list[list[str]]) -> None:
    matches = [open_match(service) for _ in range(5)]
    calls.clear()
    answers = [*stored_appends(at_once(service, *(saying(service, match, DEAL, NOTE) for match in matches)))]
    # On PostgreSQL the first may be on its way before the others come.
    assert len(calls) <= 2
    assert len(calls) == 1 or not service.log.backend.is_local
    for match, answer in zip(matches, answers, strict=True):
        assert (answer.match.id, answer.match.version) == (match, 3)
        assert answer.position == service.log.position_of(match, 3)
        assert first_chain_flaw(lines(service, match)) == (3, None)


def test_a_refusal_is_that_of_its_own_command(service: MatchCommands) -> None:
    good, bad, other = (open_match(service) for _ in range(3))
    answers = at_once(
        service, saying(service, good, DEAL), saying(service, bad, OUT_OF_TURN), saying(service, other, DEAL)
    )
    assert isinstance(answers[1], Impossible)
    assert [service.match(one).version for one in (good, bad, other)] == [2, 1, 2]


def test_commands_of_one_match_are_decided_one_after_the_other(service: MatchCommands, calls: list[list[str]]) -> None:
    match = open_match(service)
    calls.clear()
    answers = [*stored_appends(at_once(service, *(saying(service, match, NOTE | {"text": str(n)}) for n in range(4))))]
    assert sorted(answer.match.version for answer in answers) == [2, 3, 4, 5]
    assert all(len(streams) == 1 for streams in calls)
    assert first_chain_flaw(lines(service, match)) == (5, None)


def test_of_two_for_one_version_the_second_is_told_what_came(service: MatchCommands) -> None:
    match = open_match(service)
    answers = at_once(service, saying(service, match, DEAL, expected=1), saying(service, match, NOTE, expected=1))
    assert [getattr(answer, "code", "stored") for answer in answers] == ["stored", "conflict"]
    assert isinstance(answers[1], ServiceRefusal)
    assert [entry["type"] for entry in answers[1].extra["since"]] == ["deal"]


def test_a_key_that_comes_twice_at_once_is_stored_once(service: MatchCommands) -> None:
    match = open_match(service)
    twice = at_once(service, *(saying(service, match, NOTE, key=("k", "digest")) for _ in range(2)))
    assert [answer.match.version for answer in stored_appends(twice)] == [2, 2]
    other = at_once(service, saying(service, match, NOTE, key=("k", "another")))
    assert isinstance(other[0], KeyReused)
    assert len(lines(service, match)) == 2


def test_what_another_process_wrote_first_disturbs_only_who_met_it(reopen: Callable[[], MatchCommands]) -> None:
    here, there = reopen(), reopen()
    matches = [open_match(here) for _ in range(3)]
    say(there, matches[1], DEAL)
    answers = [*stored_appends(at_once(here, *(saying(here, match, NOTE) for match in matches)))]
    assert [answer.match.version for answer in answers] == [2, 3, 2]
    assert [first_chain_flaw(lines(there, match))[1] for match in matches] == [None] * 3


def test_rows_that_cannot_be_written_are_refused_to_their_own_command(service: MatchCommands) -> None:
    def entering(person: str, stream: str) -> CommandSteps[int]:
        row = InsertRow("people", {"id": person, "name": "Ana", "entered_at": "2026-05-01T10:00:00.000Z"})
        return (yield Write([Record(stream, 1, "open", b"{}")], [row]))

    async def all_of_them() -> list[int | BaseException]:
        grouping = group_commit(service.log)
        wanted = [partial(entering, *of) for of in (("a", "one"), ("a", "two"), ("b", "three"))]
        return await asyncio.gather(*(grouping.run(one) for one in wanted), return_exceptions=True)

    answers = asyncio.run(all_of_them())
    assert [isinstance(answer, int) for answer in answers] == [True, False, True]
    assert [len(service.log.read(stream)) for stream in ("one", "two", "three")] == [1, 0, 1]


@pytest.mark.parametrize("tables", [3, 1], ids=["a match each", "all of one match"])
def test_a_database_that_does_not_answer_is_told_to_all(
    service: MatchCommands, tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [open_match(service) for _ in range(tables)] * (3 // tables)
    counts = []

    def silent(commit: Commit, _: object) -> list[int]:
        counts.append(len(commit.writes))
        raise Unavailable(stored="no")

    all_ways(service, monkeypatch, silent)
    answers = at_once(service, *(saying(service, match, DEAL) for match in matches))
    assert all(isinstance(answer, Unavailable) for answer in answers)
    # Those of one match are not tried one after the other: each would wait for as long as the first.
    assert sum(counts) == 3 if tables == 3 else sum(counts) < 3
    assert [service.match(match).version for match in matches] == [1, 1, 1]


def test_who_waits_behind_a_write_that_failed_has_met_nobody(
    service: MatchCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is unchanged since then: the decision still holds."""
    match = open_match(service)
    store, failures = service.log.recorder.commit, [ArithmeticError("wrong")]  # type: ignore[attr-defined]

    def failing_first(commit: Commit, clock: Callable[[], float]) -> Any:
        if failures:
            raise failures.pop()
        return store(commit, clock)

    all_ways(service, monkeypatch, failing_first)
    # After a clash it would look for entries that came meanwhile.
    monkeypatch.delattr(MatchReader, "match")
    first, second = at_once(service, *(saying(service, match, NOTE) for _ in range(2)))
    assert isinstance(first, ArithmeticError)
    assert [answer.match.version for answer in stored_appends([second])] == [2]


def test_all_of_a_group_that_breaks_off_are_answered(service: MatchCommands, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that wait for the next group are answered too. The outcome of a write that was on its way is unknown."""
    match, outcomes = open_match(service), []
    failures = [ArithmeticError("wrong")]

    def breaking_off_first(*args: Any) -> list[int | Exception]:
        if failures:
            raise failures.pop()
        return store_together(*args)

    never_from_the_loop(monkeypatch)
    for module in (group, database_calls, async_append):
        monkeypatch.setattr(module, "store_together", breaking_off_first)
    monkeypatch.setattr(group, "MOST_MEMBERS", 2)

    async def one(grouping: GroupCommit) -> StoredAppend | BaseException:
        work.STORED.begin()
        try:
            return await grouping.run(saying(service, match, NOTE))
        except ArithmeticError as error:
            outcomes.append(work.stored_word())
            return error

    async def all_of_them() -> list[StoredAppend | BaseException]:
        grouping = group_commit(service.log)
        return await asyncio.gather(*(one(grouping) for _ in range(5)))

    answers = asyncio.run(all_of_them())
    broken = [answer for answer in answers if isinstance(answer, ArithmeticError)]
    # On PostgreSQL the first may be on its way before the others come.
    assert 1 <= len(broken) <= 2
    assert outcomes == ["unknown"] * len(broken)
    assert len([*stored_appends(answer for answer in answers if answer not in broken)]) == 5 - len(broken)


def test_more_records_than_one_transaction_takes_wait_for_the_next(
    service: MatchCommands, calls: list[list[str]]
) -> None:
    def large(stream: str) -> CommandSteps[int]:
        return (yield Write([Record(stream, n + 1, "note", b"{}") for n in range(MOST_RECORDS // 2 + 1)]))

    async def both() -> tuple[int, int]:
        grouping = group_commit(service.log)
        return await asyncio.gather(grouping.run(partial(large, "one")), grouping.run(partial(large, "two")))

    asyncio.run(both())
    assert [{*streams} for streams in calls] == [{"one"}, {"two"}]


def test_a_request_knows_that_its_own_write_was_stored(service: MatchCommands) -> None:
    """The problem document of a failure after it says so."""
    matches = [open_match(service) for _ in range(2)]

    async def one(grouping: GroupCommit, match: str, event: dict[str, Any]) -> str:
        work.STORED.begin()
        with suppress(ServiceRefusal):
            await grouping.run(saying(service, match, event))
        return work.stored_word()

    async def both() -> list[str]:
        grouping = group_commit(service.log)
        return [*await asyncio.gather(one(grouping, matches[0], DEAL), one(grouping, matches[1], OUT_OF_TURN))]

    assert asyncio.run(both()) == ["unknown", "no"]


def test_a_command_alone_raises_what_it_raises(service: MatchCommands) -> None:
    with pytest.raises(Impossible):
        run_alone(service.log, saying(service, open_match(service), OUT_OF_TURN)())


def test_after_commands_that_came_alone_those_that_come_together_are_noticed(
    service: MatchCommands, calls: list[list[str]]
) -> None:
    matches = [open_match(service) for _ in range(2 * LOOK_AROUND)]

    async def alone_then_together() -> list[int]:
        grouping = group_commit(service.log)
        for _ in range(3 * LOOK_AROUND):
            await grouping.run(saying(service, matches[0], NOTE))
        counts = [len(calls)]
        for _ in range(2):
            await asyncio.gather(*(grouping.run(saying(service, match, NOTE)) for match in matches))
            counts.append(len(calls))
        return counts

    calls.clear()
    alone_until, notice, together_until = asyncio.run(alone_then_together())
    assert alone_until == 3 * LOOK_AROUND
    assert notice - alone_until <= LOOK_AROUND + 1
    assert together_until - notice <= 2


def test_who_follows_one_match_hears_of_that_one_only(service: MatchCommands) -> None:
    matches = [open_match(service) for _ in range(3)]

    async def who_hears() -> list[bool]:
        appended = Signal()
        service.log.add_commit_hook(appended.notify_threadsafe)
        grouping = group_commit(service.log)
        with appended.listen(matches[0]) as here, appended.listen(matches[1]) as there:
            for listener in (here, there):
                listener.attend()
            await grouping.run(saying(service, matches[0], NOTE))
            await grouping.run(saying(service, matches[2], NOTE))
            return [listener.event.is_set() for listener in (here, there)]

    assert asyncio.run(who_hears()) == [True, False]


def test_tables_that_finish_at_once_all_tell_their_contest(start: Callable[[], Process]) -> None:
    here = start()
    _, contest = here.league()
    fixtures = list(here.championships.contest(contest)[1].fixtures)[:4]
    matches = [here.open_match(fixture) for fixture in fixtures]
    finishing = (partial(here.matches.appending, Append(match, MATCH, "referee")) for match in matches)
    assert len([*stored_appends(at_once(here.matches, *finishing))]) == 4
    assert {outcome.match for outcome in here.championships.contest(contest)[1].contest.outcomes} == {*matches}
    board = start().championships.contest(contest)[1].contest.outcomes
    assert {outcome.match for outcome in board} == {*matches}


def test_of_two_who_open_a_fixture_at_once_one_is_refused(start: Callable[[], Process]) -> None:
    here = start()
    _, contest = here.league()
    one, other, *_ = here.championships.contest(contest)[1].fixtures

    def opening(fixture: str) -> Steps:
        command = OpenMatch(fixture=fixture, first_dealer=0)
        settle = partial(here.fixtures.opening, command, fixture, lambda: "seed")
        return partial(here.matches.opening_match, command, "organizer", None, settle)

    answers = at_once(here.matches, opening(one), opening(one), opening(other))
    assert [isinstance(answer, Conflict) for answer in answers] == [False, True, False]
    for fixture, answer in ((one, answers[0]), (other, answers[2])):
        assert isinstance(answer, StoredAppend)
        assert here.championships.fixture(fixture)[2].match == answer.match.id


def test_openings_at_once_are_stored_together_and_a_key_opens_one(
    service: MatchCommands, calls: list[list[str]]
) -> None:
    command = OpenMatch("hearts.castillar", (Sitting(name="Ana"), Sitting(name="Beto")), first_dealer=0)
    keys = [("k", "digest"), ("k", "digest"), None, None]
    answers = [
        *stored_appends(at_once(service, *(partial(service.opening_match, command, "organizer", key) for key in keys)))
    ]
    assert [answer.again for answer in answers] == [False, True, False, False]
    assert len({answer.match.id for answer in answers}) == 3
    assert answers[0].match.id == answers[1].match.id
    assert all(service.match(answer.match.id).version == 1 for answer in answers)
    assert len(calls) == 1 or not service.log.backend.is_local


def test_the_positions_of_what_was_stored_at_once_are_those_of_each(service: MatchCommands) -> None:
    matches = [open_match(service) for _ in range(5)]
    answers = [*stored_appends(at_once(service, *(saying(service, match, NOTE) for match in matches)))]
    for match, answer in zip(matches, answers, strict=True):
        assert answer.position == service.log.position_of(match, 2)
