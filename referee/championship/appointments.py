"""The matches of a contest that have a time, or had one: an entry of a calendar for each place, whoever plays there."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from referee.championship.events import (
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
    history = page.on_record.history
    by_key: dict[str, list[str]] = {}
    for record in page.on_record.fixtures.values():
        by_key.setdefault(record.key, []).append(record.id)
    current = {view.id: view for view in page.fixtures(player) if view.state not in LEFT_OUT}
    for ids in by_key.values():
        times = [
            one.starts_at
            for _, one in history
            if isinstance(one, FixtureScheduled) and one.fixture in ids and one.starts_at
        ]
        views = [current[id_] for id_ in ids if id_ in current]
        now = next((view for view in views if view.starts_at), None)
        if not times:
            continue
        sequence = max(at for at, one in history if _is_about(one, ids))
        if now and now.starts_at:
            yield Appointment(ids[0], now, now.starts_at, sequence, cancelled=False)
        elif earlier := [view for view in map(page.fixture, ids) if page.is_for(view, player)]:
            yield Appointment(ids[0], _last(page, earlier), times[-1], sequence, cancelled=True)


def _last(page: ContestPage, views: Sequence[FixtureView]) -> FixtureView:
    """The one of these fixtures of one place that was to be played there last.

    A fixture of people who are not entered any more, for what brought them was taken back, is only named where no other is.
    """
    records = page.on_record.fixtures
    entered = {entrant.id for entrant in page.contest.entrants}
    of_id = {view.id: view for view in views}
    known = {id_: view for id_, view in of_id.items() if {*records[id_].entrants} <= entered} or of_id
    key = records[views[0].id].key
    for contest in page.on_record.past() if len(known) > 1 else ():
        fixture = contest.state.fixture(key)
        record = contest.record_of(fixture) if fixture else None
        if record and record.id in known:
            return known[record.id]
    return [*known.values()][-1]


def _is_about(one: object, ids: list[str]) -> bool:
    """Whether a decision, or what followed from one, may change these fixtures: any but a decision about another one."""
    if isinstance(one, FixtureDecision):
        return one.fixture in ids
    if isinstance(one, ContestDecision):
        return True
    assert isinstance(one, tuple)
    return any(isinstance(fact, FixtureCreated | FixtureVoided) and fact.fixture in ids for fact in one)
