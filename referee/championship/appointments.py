"""The matches of a contest that have a time, or had one: a calendar entry for each place, independent of its players."""

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
from referee.championship.presenters import ContestPresenter
from referee.championship.views import FixtureView

LEFT_OUT = {"void", "superseded"}
"""The states of a match that is not played."""


class Appointment(Struct, frozen=True):
    """The time of a match. `id` is that of the first fixture in its place, and stays when others come to play there.

    `sequence` grows with each decision about it; `is_cancelled`: it is not played then any more.
    """

    id: str
    fixture: FixtureView
    starts_at: str
    sequence: int
    is_cancelled: bool


def appointments(presenter: ContestPresenter, player: str | None = None) -> Iterator[Appointment]:
    """The appointments of a contest; with `player`, those that this person has or had, by id."""
    by_key: dict[str, list[str]] = {}
    for record in presenter.recorded_contest.fixtures.values():
        by_key.setdefault(record.key, []).append(record.id)
    log, last = _Log.of(presenter.recorded_contest.history), _LastToPlay(presenter)
    current = {view.id: view for view in presenter.fixtures(player) if view.state not in LEFT_OUT}
    for ids in by_key.values():
        times = [log.times[id_] for id_ in ids if id_ in log.times]
        if not times:
            continue
        views = [current[id_] for id_ in ids if id_ in current]
        now = next((view for view in views if view.starts_at), None)
        if now and now.starts_at:
            yield Appointment(ids[0], now, now.starts_at, log.last_version(ids), is_cancelled=False)
        elif earlier := [view for view in map(presenter.fixture, ids) if presenter.is_for(view, player)]:
            yield Appointment(ids[0], last.of(earlier), max(times)[1], log.last_version(ids), is_cancelled=True)


class _LastToPlay:
    """The last fixture to be played in each place, by the past of a contest, which is read once for all places."""

    def __init__(self, presenter: ContestPresenter) -> None:
        self._records = presenter.recorded_contest.fixtures
        self._entrants = {entrant.id for entrant in presenter.contest.entrants}
        self._past = presenter.recorded_contest.past()
        self._moments: list[dict[str, str]] = []

    def of(self, views: Sequence[FixtureView]) -> FixtureView:
        """The one of these fixtures of one place that was last to be played there.

        A fixture with people that are not entered any more, since their entry was undone, is returned only if there is no other.
        """
        of_id = {view.id: view for view in views}
        candidates = {
            id_: view for id_, view in of_id.items() if {*self._records[id_].members} <= self._entrants
        } or of_id
        if len(candidates) > 1:
            key = self._records[views[0].id].key
            for moment in self._back():
                if moment.get(key) in candidates:
                    return candidates[moment[key]]
        return [*candidates.values()][-1]

    def _back(self) -> Iterator[dict[str, str]]:
        """The fixture of each place by its key, now and after each earlier entry of the history, last first."""
        yield from self._moments
        for contest in self._past:
            records = contest.by_fixture()
            pairs = ((fixture.key, records.get((fixture.key, fixture.entrants))) for fixture in contest.state.fixtures)
            moment = {key: record.id for key, record in pairs if record}
            self._moments.append(moment)
            yield moment


class _Log(Struct, frozen=True):
    """The appointments in a contest's log, read once: there may be thousands of matches.

    `times` has the last time of each fixture, behind the version that set it; `versions` the last version with a decision or
    consequence about each fixture, `last_shared` that for all of them: any decision but one about another fixture.
    """

    times: dict[str, tuple[int, str]]
    versions: dict[str, int]
    last_shared: int

    @classmethod
    def of(cls, history: Iterable[tuple[int, ContestDecision | tuple[AnyConsequence, ...]]]) -> Self:
        """Reads it, first to last."""
        times: dict[str, tuple[int, str]] = {}
        versions: dict[str, int] = {}
        last_shared = 0
        for at, one in history:
            if isinstance(one, FixtureDecision):
                versions[one.fixture] = at
                if isinstance(one, FixtureScheduled) and one.starts_at:
                    times[one.fixture] = (at, one.starts_at)
            elif isinstance(one, ContestDecision):
                last_shared = at
            else:
                versions |= {fact.fixture: at for fact in one if isinstance(fact, FixtureCreated | FixtureVoided)}
        return cls(times, versions, last_shared)

    def last_version(self, fixtures: Iterable[str]) -> int:
        """The last version that may have changed any of these fixtures."""
        return max(self.last_shared, *(self.versions.get(fixture, 0) for fixture in fixtures))
