"""Makes the stored samples that are missing, from matches in the tests of the rules: `make samples`.

Every match of those tests is noted. If one has a type without a sample, it may be played again by the service on a real log, and
the stored entries are kept. Existing samples stay as they are.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.championship.service import new_id
from referee.errors import ServiceRefusal
from referee.log.log import open_log
from referee.log.opening.engine import engine
from referee.match.events import Opening
from referee.match.registry import rulesets
from referee.match.terms.named_house import NamedHouse
from referee.matches.commands import MatchCommands
from referee.people.register import open_people
from tests.support import acts, stored, stored_series
from tests.support.stored_championship import play
from tests.support.table import Table

_tables: list[Table] = []


def pytest_configure() -> None:
    """Notes every table from now on."""
    make_table = Table.__init__

    def noting(table: Table, ruleset: str, seats: int, **opening: Any) -> None:
        make_table(table, ruleset, seats, **opening)
        _tables.append(table)

    Table.__init__ = noting  # type: ignore[method-assign, assignment]


def pytest_sessionfinish() -> None:
    """Writes the missing samples."""
    with tempfile.TemporaryDirectory() as folder:
        service = MatchCommands(open_log(f"{folder}/log.sqlite"), open_people(engine(f"{folder}/log.sqlite")))
        for name in rulesets():
            _add(service, name, [table for table in _tables if table.match.rules.id == name])
        service.log.close()
        service.people.store.dispose()
        if stored.championship_types() - stored.stored_championship_types():
            print("added", play(Path(folder)))
        if acts.types() - acts.stored_types():
            print("added", acts.play(Path(folder)))
        if stored_series.types() - stored_series.stored_types():
            print("added", stored_series.play(Path(folder)))


def _add(service: MatchCommands, name: str, tables: Sequence[Table]) -> None:
    """Adds samples, the shortest logs first: each has a type of which this ruleset has no sample yet."""
    own = stored.types_of(entry for file in stored.files(name) for entry in stored.entries(file))
    missing = stored.ruleset_types(name) - own
    for table in sorted(tables, key=lambda table: len(table.events)):
        if not missing & _types(table):
            continue
        try:
            opening = replace(table.match.opening, match=new_id())
            match = service.begin(
                opening, "samples", bodies=[msgspec.json.encode(event) for event in table.events]
            ).match
        except ServiceRefusal:
            # A table of the tests takes more than the service, such as a hand laid out in the middle of a match.
            continue
        types = stored.types_of(service.entries(match.id))
        if missing & types:
            states = [bytes(record.state) for record in service.log.read(match.id)]
            print("added", stored.write(name, stored.stands(service.match(match.id)), states))
            missing -= types
    if missing:
        print("no test of the rules comes to", name, stored.type_names(missing))


def _types(table: Table) -> set[type[msgspec.Struct]]:
    house = {NamedHouse} if table.match.opening.house else set()
    return {Opening, *house, *map(type, table.events), *(type(fact) for _, fact in table.facts)}
