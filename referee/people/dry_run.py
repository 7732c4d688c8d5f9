"""The register of people in a dry run: it stores no person, and knows the names of new ones."""

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa

from referee.log.dry_run import dry_run_store
from referee.log.row_writes import InsertRow, RowWrite
from referee.log.tables import PEOPLE
from referee.people.pins import Pins
from referee.people.register import CachedName, People, PersonDraft, people_by_look


class DryRunPins(Pins):
    """The PINs of a database in a dry run: a wrong one counts as always, and a right one changes nothing."""

    def _count_after_right(self, row: sa.Row[Any]) -> dict[str, Any]:
        return {"wrong": row.wrong, "locked_until": row.locked_until}


class DryRunPeople(People):
    """An overlay of a register. It begins with the names that this one has read; what it enters is not stored."""

    def __init__(self, people: People) -> None:
        super().__init__(dry_run_store(people.store), people._clock)
        self._names, self._merges = people._names, people._merges
        self._last_erasure, self._look_at = people._last_erasure, people._look_at
        # The count of wrong PINs is stored.
        self.pins = DryRunPins(people.store, people.pins.clock)
        self._own_names: dict[str, CachedName] = {}

    def add_rows(self, rows: Sequence[RowWrite]) -> None:
        """Adds the names of the people whom these rows would enter."""
        people = [row.values for row in rows if isinstance(row, InsertRow) and row.table == PEOPLE.name]
        if not people:
            return
        with self.store.connect() as connection:
            looks = people_by_look(connection, {one["look"] for one in people if one["disambiguation"]})
        looks.update(one["look"] for one in people)
        for one in people:
            words, is_shared = one["disambiguation"], looks[one["look"]] > 1
            name = CachedName(str(one["name"]), False, str(words) if words else None, is_shared)
            self._own_names[str(one["id"])] = CachedName(name.display_name, may_change=False)

    def entering(self, newcomers: Sequence[PersonDraft]) -> Callable[[], None]:
        """Returns a function that does nothing: `add_rows` has the names."""
        return lambda: None

    def scrub_erasure(self) -> None:
        """Does nothing: no row was deleted."""

    def _cached_name(self, id_: str) -> CachedName | None:
        return self._own_names.get(id_) or super()._cached_name(id_)
