"""The matches of a contest that have a time, or had one: an entry of a calendar for each place, whoever plays there."""

from collections.abc import Iterator

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
        elif earlier := [view for view in map(page.fixture, reversed(ids)) if page.is_for(view, player)]:
            yield Appointment(ids[0], earlier[0], times[-1], sequence, cancelled=True)


def _is_about(one: object, ids: list[str]) -> bool:
    """Whether a decision, or what followed from one, may change these fixtures: any but a decision about another one."""
    if isinstance(one, FixtureDecision):
        return one.fixture in ids
    if isinstance(one, ContestDecision):
        return True
    assert isinstance(one, tuple)
    return any(isinstance(fact, FixtureCreated | FixtureVoided) and fact.fixture in ids for fact in one)
