"""Erasures, and PINs that are set, with an act on record."""

from collections.abc import Sequence

from referee.administration.acts import PersonErased, SidePinSet
from referee.administration.binding import commitment_to
from referee.administration.record import ActsDecided, Administration
from referee.binding.bound_rows import PINS
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry
from referee.match.vocabulary import PinReset, PinSet
from referee.people.register import People
from referee.store.log import Record
from referee.store.rows import Beside, NewRow


def erase_person(administration: Administration, people: People, id_: str, by: str) -> bool:
    """Deletes a person's name and birth date, under every id of theirs. Says whether there was one."""

    def decide() -> tuple[bool, ActsDecided]:
        ids, rows = people.erasure(id_)
        return bool(ids), ActsDecided([PersonErased(id_, ids)] if ids else [], rows)

    found = administration.record(by, decide)
    if found:
        people.erased()
    return found


class PinsOnRecord:
    """Hears of what is appended to matches, and adds an act for each PIN that is set, to the same append."""

    def __init__(self, administration: Administration) -> None:
        self._administration = administration

    def __call__(
        self, match: Match, entries: Sequence[AnyEntry], by: str, rows: Sequence[Beside], *, reopen: bool
    ) -> Sequence[Record]:
        pins = {row.values["side"]: row for row in rows if isinstance(row, NewRow) and row.table == PINS}
        if not pins:
            # A record that is imported tells of PINs, and brings none.
            return ()
        given = [entry.event for entry in entries if isinstance(entry.event, _PIN_GIVEN)]
        acts = [
            SidePinSet(match.id, event.side, isinstance(event, PinReset), commitment_to(pins[event.side]))
            for event in given
        ]
        return self._administration.records(acts, by)


_PIN_GIVEN = (PinSet, PinReset)
