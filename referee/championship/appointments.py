"""The matches of a contest that have a time, or had one: an entry of a calendar for each place, whoever plays there."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from msgspec import Struct

from referee.championship.events import (
    AnyConsequence,
    ContestDecision,
    FixtureCreated,
    FixtureDecision,
    FixtureScheduled,
    FixtureVoided,
)
from referee.championship.shown import ContestPage
from referee.championship.views import FixtureView

LEFT_OUT = {"void", "superseded"}
"""The states of a match that nobody plays."""


class Appointment(Struct, frozen=True):
    """When a match is played. `id` is that of the first fixture in its place, and stays while others come to play there.

    `sequence` grows whenever something about it is decided; `cancelled`: it is not played then any more.
    """

    id: str
    fixture: FixtureView
    starts_at: str
    sequence: int
    cancelled: bool


def appointments(page: ContestPage, player: str | None = None) -> Iterator[Appointment]:
    """The appointments of a contest; with `player`, those that this person has or had, by id."""
    by_key: dict[str, list[str]] = {}
    for record in page.on_record.fixtures.values():
        by_key.setdefault(record.key, []).append(record.id)
    log, last = _Log.of(page.on_record.history), _LastToPlay(page)
    current = {view.id: view for view in page.fixtures(player) if view.state not in LEFT_OUT}
    for ids in by_key.values():
        times = [log.times[id_] for id_ in ids if id_ in log.times]
        if not times:
            continue
        views = [current[id_] for id_ in ids if id_ in current]
        now = next((view for view in views if view.starts_at), None)
        if now and now.starts_at:
            yield Appointment(ids[0], now, now.starts_at, log.decided(ids), cancelled=False)
        elif earlier := [view for view in map(page.fixture, ids) if page.is_for(view, player)]:
            yield Appointment(ids[0], last.of(earlier), max(times)[1], log.decided(ids), cancelled=True)


class _LastToPlay:
    """The fixtures that were to be played in their places last, by the past of a contest, which is read once for all places."""

    def __init__(self, page: ContestPage) -> None:
        self._records = page.on_record.fixtures
        self._entered = {entrant.id for entrant in page.contest.entrants}
        self._past = page.on_record.past()
        self._moments: list[dict[str, str]] = []

    def of(self, views: Sequence[FixtureView]) -> FixtureView:
        """The one of these fixtures of one place that was to be played there last.

        A fixture of people who are not entered any more, for what brought them was taken back, is only named where no other is.
        """
        of_id = {view.id: view for view in views}
        known = {id_: view for id_, view in of_id.items() if {*self._records[id_].entrants} <= self._entered} or of_id
        if len(known) > 1:
            key = self._records[views[0].id].key
            for moment in self._back():
                if moment.get(key) in known:
                    return known[moment[key]]
        return [*known.values()][-1]

    def _back(self) -> Iterator[dict[str, str]]:
        """The fixture of each place by its key, now and after each thing that was told before, last first."""
        yield from self._moments
        for contest in self._past:
            records = contest.by_fixture()
            pairs = ((fixture.key, records.get((fixture.key, fixture.entrants))) for fixture in contest.state.fixtures)
            moment = {key: record.id for key, record in pairs if record}
            self._moments.append(moment)
            yield moment


class _Log(Struct, frozen=True):
    """What a contest's log says of appointments, read once: there may be thousands of matches.

    `times` has the last time of each fixture, behind the version that set it; `versions` those in which something was
    decided or followed about a fixture last, `shared` that for all of them: any decision but one about another fixture.
    """

    times: dict[str, tuple[int, str]]
    versions: dict[str, int]
    shared: int

    @classmethod
    def of(cls, history: Iterable[tuple[int, ContestDecision | tuple[AnyConsequence, ...]]]) -> Self:
        """Reads it, first to last."""
        times: dict[str, tuple[int, str]] = {}
        versions: dict[str, int] = {}
        shared = 0
        for at, one in history:
            if isinstance(one, FixtureDecision):
                versions[one.fixture] = at
                if isinstance(one, FixtureScheduled) and one.starts_at:
                    times[one.fixture] = (at, one.starts_at)
            elif isinstance(one, ContestDecision):
                shared = at
            else:
                versions |= {fact.fixture: at for fact in one if isinstance(fact, FixtureCreated | FixtureVoided)}
        return cls(times, versions, shared)

    def decided(self, fixtures: Iterable[str]) -> int:
        """The last version that may have changed any of these fixtures."""
        return max(self.shared, *(self.versions.get(fixture, 0) for fixture in fixtures))
