"""The portable record of a championship: its log, then the log of every match opened in it, a line each.

It includes matches that count no more: a reader can compare them with the matches that the championship's log names.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from referee.audit import portable
from referee.championship.events import OPENING
from referee.championship.service import Championships
from referee.championship.state import decoder
from referee.evidence.names.in_records import names_in
from referee.log.log import Log
from referee.log.records import Record
from referee.match.entries import stored_line


def export(championships: Championships, id_: str) -> Iterator[dict[str, Any]]:
    """The lines as stored; the first carries the people's names, which are outside the hashes. Raises NotFound.

    Each name is that under which the id was entered, to which the log committed, regardless of later merges.
    """
    names = championships.people.own_name
    now = championships.championship(id_)
    return _lines(championships, id_, {player: names(player) for player in (*now.entered_ids, *now.players)})


def people(championships: Championships, id_: str) -> list[str]:
    """The ids of the people that such a record may name. Raises NotFound."""
    return [person for line in export(championships, id_) for person, _ in names_in(line)]


def streams(log: Log, id_: str) -> list[str]:
    """The ids of the logs in such a record, in its order."""
    return _streams(id_, log.read(id_))


def _streams(id_: str, records: Sequence[Record]) -> list[str]:
    events = (decoder.decode(bytes(record.state)).event for record in records)
    return [id_, *dict.fromkeys(event.match for event in events if isinstance(event, OPENING))]


def _lines(championships: Championships, id_: str, names: dict[str, str | None]) -> Iterator[dict[str, Any]]:
    records = championships.log.read(id_)
    for record in records:
        line = stored_line(bytes(record.state))
        yield line | {"names": names} if line["version"] == 1 else line
    for match in _streams(id_, records)[1:]:
        yield from portable.export(championships.matches, match, championships.people.own_name)
