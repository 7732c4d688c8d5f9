"""The register of people in a dry run: it stores no person, and knows the names of new ones."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import sqlalchemy as sa

from referee.log.dry_run import GeneratedValues, dry_run_store
from referee.people.pins import Pins
from referee.people.presence import Presence
from referee.people.register import CachedName, OwnNames, People, PersonDraft, people_by_look
from referee.people.tokens import Tokens


class DryRunPins(Pins):
    """The PINs of a database in a dry run: a wrong one counts as always, and a right one changes nothing."""

    def _count_after_right(self, row: sa.Row[Any]) -> dict[str, Any]:
        return {"wrong": row.wrong, "locked_until": row.locked_until}


class DryRunPeople(People):
    """An overlay of a register. It has its cache of names; what it enters is not stored."""

    def __init__(self, people: People, generated: GeneratedValues) -> None:
        # The tables of the register are up to date, and its names are cached.
        vars(self).update(vars(people))
        self.store = dry_run_store(people.store)
        self.own_name = OwnNames(self._cached_name)
        self.tokens, self.presence = Tokens(self.store), Presence(self.store)
        # The count of wrong PINs is stored.
        self.pins = DryRunPins(people.store, people.pins.clock)
        self._generated = generated
        self._own_names: dict[str, CachedName] = {}

    def newcomers(
        self,
        people: Sequence[tuple[str, date | None]],
        at: str,
        *,
        is_guest: bool = False,
        disambiguations: Sequence[str | None] = (),
    ) -> list[PersonDraft]:
        """People by name and birth date, with new ids. Their names are known from now on. Raises BadRequest."""
        new = super().newcomers(people, at, is_guest=is_guest, disambiguations=disambiguations)
        rows = [one.row().values for one in new]
        with self.store.connect() as connection:
            looks = people_by_look(connection, {row["look"] for row in rows if row["disambiguation"]})
        looks.update(row["look"] for row in rows)
        for one, row in zip(new, rows, strict=True):
            words, is_shared = one.person.disambiguation or None, looks[row["look"]] > 1
            entry = CachedName(one.person.name, may_change=False, disambiguation=words, is_shared=is_shared)
            self._own_names[self._generated.add(one.person.id)] = CachedName(entry.display_name, may_change=False)
        return new

    def entering(self, newcomers: Sequence[PersonDraft]) -> Callable[[], None]:
        """Returns a function that does nothing: `newcomers` has the names."""
        return lambda: None

    def scrub_erasure(self) -> None:
        """Does nothing: no row was deleted."""

    def _cached_name(self, id_: str) -> CachedName | None:
        return self._own_names.get(id_) or super()._cached_name(id_)
