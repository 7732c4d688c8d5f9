"""Erasures of people and settings of PINs, each with an act on record."""

from collections.abc import Sequence

from referee.commitments.bound_rows import PINS
from referee.log.records import Record
from referee.log.row_writes import InsertRow, RowWrite
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.events import PinReset, PinSet
from referee.operations.acts import PersonErased, SidePinSet
from referee.operations.binding import commitment_to
from referee.operations.record import ActDecision, Administration
from referee.people.register import People


def erase_person(administration: Administration, people: People, id_: str, by: str) -> bool:
    """Deletes a person's name and birth date, under all ids of the person. Returns false if there was no such person."""

    def decide() -> tuple[bool, ActDecision]:
        ids, rows = people.erasure(id_)
        return bool(ids), ActDecision([PersonErased(id_, ids)] if ids else [], rows)

    is_erased = administration.record(by, decide)
    if is_erased:
        people.erased()
    return is_erased


class PinRecorder:
    """Adds an act for each PIN that is set in a match to the append that sets it."""

    def __init__(self, administration: Administration) -> None:
        self._administration = administration

    def __call__(
        self, match: Match, entries: Sequence[AnyEntry], by: str, rows: Sequence[RowWrite], *, reopen: bool
    ) -> Sequence[Record]:
        pins = {row.values["side"]: row for row in rows if isinstance(row, InsertRow) and row.table == PINS}
        if not pins:
            # An imported match has the events of its PINs, but no rows: the PINs themselves are not imported.
            return ()
        pin_events = [entry.event for entry in entries if isinstance(entry.event, _PIN_GIVEN)]
        acts = [
            SidePinSet(match.id, event.side, isinstance(event, PinReset), commitment_to(pins[event.side]))
            for event in pin_events
        ]
        return self._administration.records(acts, by)


_PIN_GIVEN = (PinSet, PinReset)
