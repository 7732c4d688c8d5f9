"""Corrections and the feed of results are read on from cached ones. They equal those made from the whole log."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace

from api.context import AppContext
from api.pages.sharing.feed import ATOM
from referee.championship.appointments import appointments
from referee.championship.changes import ChangesView, changes_of
from referee.championship.presenters import ContestPresenter
from referee.championship.recorded_contest import RecordedContest
from referee.championship.state import Championship
from tests.support.desk import (
    FORMATS,
    Act,
    cancel,
    correct_result,
    draw_again,
    draw_desk_contest,
    give_walkover,
    replace_by_walkover,
    substitute,
    taken_back,
    tell_result,
    withdraw,
)
from tests.support.inside import Clock
from tests.support.organizing import Contest
from tests.support.quiet import quiet
from tests.support.service import BEARER, Caller

ACTS: tuple[Act, ...] = (
    *(tell_result, correct_result) * 4,
    *(replace_by_walkover, give_walkover) * 2,
    *(withdraw, substitute, draw_again),
)
A_DAY = 10
"""Attempted acts of one day. Some of them cannot be done."""


class Read:
    """A service that decides, and another on the same database. Each caches its reads."""

    def __init__(self, clock: Clock, one: tuple[Caller, AppContext], other: tuple[Caller, AppContext]) -> None:
        self.clock, self.client = clock, one[0]
        self.both = (one, other)
        self.undone = 0
        self.corrections = 0

    def go_on(self, contest: Contest, chance: Random) -> None:
        """Does one thing in a contest if it can be done, and sometimes undoes it. A refused act leaves no trace."""
        self.clock.on(timedelta(minutes=1))
        with suppress(AssertionError, StopIteration):
            path = chance.choice(ACTS)(contest)
            if chance.random() < 0.4:
                self.clock.on(timedelta(minutes=1))
                taken_back(contest, path)
                self.undone += 1

    def compare(self, contest: Contest) -> None:
        """Compares the answers of both with the whole log."""
        for client, services in self.both:
            # Names that the other has changed are looked up again.
            services.people.names_now()
            entries = services.championships.entries(contest.championship)
            whole = changes_of(contest.championship, contest.id, entries, services.people.name)
            assert services.championships.changes(contest.id) == (whole, entries[-1].version)
            assert client.get(f"/v1/contests/{contest.id}/changes").json() == as_json(whole)
            assert feed(client, contest) == results(services, contest)
            self.corrections = max(self.corrections, len(whole.items))


def as_json(whole: ChangesView) -> Any:
    """Corrections as JSON."""
    return msgspec.json.decode(msgspec.json.encode(whole))


def feed(client: Caller, contest: Contest) -> list[tuple[str, str]]:
    """The matches of the feed, each with the time of its update."""
    root = ElementTree.fromstring(client.get(f"/championships/{contest.championship}/results.atom").content)
    entries = root.iterfind(f"{{{ATOM}}}entry")
    return [
        (str(one.findtext(f"{{{ATOM}}}id")).removeprefix("urn:uuid:"), str(one.findtext(f"{{{ATOM}}}updated")))
        for one in entries
    ]


def results(services: AppContext, contest: Contest) -> list[tuple[str, str]]:
    """The matches with a result, from a log that is folded entry by entry. The latest change is first."""
    now, times, before = Championship(contest.championship), {}, dict[str, Any]()
    for entry in services.championships.entries(contest.championship):
        now = now.copy()
        now.follow([entry])
        if contest.id not in now.contests:
            continue
        page = ContestPresenter(now, now.contests[contest.id], lambda id_: id_)
        after = {
            one.id: page.recorded_contest.outcome_of(page.recorded_contest.fixtures[one.id]) for one in page.fixtures()
        }
        for id_, outcome in after.items():
            if outcome != before.get(id_):
                times[id_] = (entry.version, entry.recorded_at)
        before = after
    with_result = [id_ for id_, outcome in before.items() if outcome]
    order = sorted(with_result, key=lambda id_: times[id_][0], reverse=True)
    return [(id_, times[id_][1]) for id_ in order]


@pytest.fixture
def read(database: str) -> Iterator[Read]:
    clock = Clock()
    with ExitStack() as stack:
        both = [stack.enter_context(quiet(database, clock)) for _ in range(2)]
        for client, _ in both:
            client.headers.update(BEARER)
        yield Read(clock, *both)


def rename_player(contest: Contest) -> None:
    one, other = contest.client.get(f"/v1/championships/{contest.championship}").json()["players"][:2]
    contest.client.put(f"/v1/players/{one['id']}", json={"name": "Otra Persona", "distinct": True}).raise_for_status()
    contest.client.delete(f"/v1/players/{other['id']}").raise_for_status()


def test_over_random_days(read: Read) -> None:
    chance = Random("verbena")
    for format_ in FORMATS:
        contest = draw_desk_contest(read.client, format_)
        for _ in range(A_DAY):
            read.go_on(contest, chance)
            read.compare(contest)
        rename_player(contest)
        read.compare(contest)
        fixtures = draw_desk_contest(read.client, format_)
        read.compare(fixtures)
        cancel(fixtures)
        read.compare(fixtures)
    assert read.undone > len(FORMATS)
    assert read.corrections > 3


def test_only_what_came_since_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with quiet(str(tmp_path / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        contest = draw_desk_contest(client, "league")
        tell_result(contest)
        _, version = services.championships.changes(contest.id)
        correct_result(contest)
        reads: list[tuple[str, int]] = []
        read: Callable[..., Any] = services.service.log.read

        def note_read(stream: str, after: int = 0, through: int | None = None) -> Any:
            reads.append((stream, after))
            return read(stream, after, through)

        monkeypatch.setattr(services.service.log, "read", note_read)
        services.championships.changes(contest.id)
        assert reads == [(contest.championship, version)]


class CountingLog(tuple[Any, ...]):
    """A log that counts its iterations."""

    times = 0

    def __iter__(self) -> Iterator[Any]:
        self.times += 1
        return super().__iter__()


def test_a_calendar_reads_the_log_of_a_contest_once(tmp_path: Path) -> None:
    """A read for each match would be too slow: the largest league has 4,032, and each may have been moved."""
    with quiet(str(tmp_path / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        contest = Contest(client, "Ana", "Beto", "Carla", "Dora")
        for fixture in contest.fixtures():
            for at in ("2026-08-14T19:00:00Z", "2026-08-15T19:00:00Z"):
                client.put(f"/v1/fixtures/{fixture['id']}/schedule", json={"starts_at": at}).raise_for_status()
        championship, on_record = services.championships.contest(contest.id)
        history = CountingLog(on_record.history)
        page = ContestPresenter(championship, replace(on_record, history=history), services.people.name)
        assert len([*appointments(page)]) == len(contest.fixtures())
        assert history.times == 1


def test_a_calendar_of_places_drawn_twice_looks_back_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look back for each place without a match at a time would be too slow."""
    with quiet(str(tmp_path / "log.sqlite")) as (client, services):
        client.headers.update(BEARER)
        contest = Contest(client, "Ana", "Beto", "Carla", "Dora", format="league")
        for fixture in contest.fixtures():
            body = {"starts_at": "2026-08-14T19:00:00Z"}
            client.put(f"/v1/fixtures/{fixture['id']}/schedule", json=body).raise_for_status()
        contest.do("draw", order=["Dora", "Carla", "Ana", "Beto"], reason="otro sorteo").raise_for_status()
        for fixture in contest.fixtures():
            if fixture.get("starts_at"):
                client.put(f"/v1/fixtures/{fixture['id']}/schedule", json={"starts_at": None}).raise_for_status()
        championship, on_record = services.championships.contest(contest.id)
        looks: list[RecordedContest] = []
        past = RecordedContest.past

        def counting(contest: RecordedContest) -> Iterator[RecordedContest]:
            looks.append(contest)
            return past(contest)

        monkeypatch.setattr(RecordedContest, "past", counting)
        entries = [*appointments(ContestPresenter(championship, on_record, services.people.name))]
        assert len(entries) == 6 and all(one.is_cancelled for one in entries)
        now = {fixture["id"] for fixture in contest.fixtures()}
        assert {one.fixture.id for one in entries} == now
        assert len(looks) == 1


def test_a_copy_from_before_an_erasure_is_not_said_to_be_good(tmp_path: Path) -> None:
    """The correction was found before, so no name is looked up. The erased name is known as missing all the same."""
    with quiet(str(tmp_path / "log.sqlite")) as (client, _):
        client.headers.update(BEARER)
        contest = draw_desk_contest(client, "league")
        tell_result(contest)
        correct_result(contest)
        path = f"/v1/contests/{contest.id}/changes"
        copy = client.get(path)
        who = copy.json()["items"][0]["concerns"][0]["id"]
        client.delete(f"/v1/players/{who}").raise_for_status()
        for _ in range(2):
            anew = client.get(path, headers={"If-None-Match": copy.headers["etag"], "Accept": "application/json"})
            assert anew.status_code == 200 and anew.json() != copy.json()
        csv = client.get(path, headers={"If-None-Match": copy.headers["etag"], "Accept": "text/csv"})
        assert csv.status_code == 200
