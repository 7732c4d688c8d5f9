"""The portable record of a championship: its log, then the log of every match played in it, a line each."""

from collections.abc import Iterator
from typing import Any

from referee.championship.service import Championships
from referee.championship.state import Championship
from referee.match.entries import stored_line
from referee.review import portable


def export(championships: Championships, id_: str) -> Iterator[dict[str, Any]]:
    """The lines as stored; the first carries the people's names, which are outside the hashes. Raises NotFound."""
    names = championships.people.name
    now = championships.championship(id_)
    return _lines(championships, now, {player: names(player) for player in (*now.entered, *now.players)})


def streams(championship: Championship) -> list[str]:
    """The ids of the logs in such a record, in its order."""
    records = [record for contest in championship.contests.values() for record in contest.fixtures.values()]
    return [championship.id, *dict.fromkeys(record.match for record in records if record.match)]


def _lines(championships: Championships, now: Championship, names: dict[str, str | None]) -> Iterator[dict[str, Any]]:
    for record in championships.log.read(now.id):
        shown = stored_line(bytes(record.state))
        yield shown | {"names": names} if shown["version"] == 1 else shown
    for match in streams(now)[1:]:
        yield from portable.export(championships.matches, match, championships.people.name)
