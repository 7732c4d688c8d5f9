"""The readable replay: `referee audit`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from api.cli.decorators import DATABASE, JSON, argument, bad_use, command, option, require_database

if TYPE_CHECKING:
    from referee.match.aggregate import Match
    from referee.matches.commands import MatchCommands


@command("audit")
@argument("source", metavar="MATCH|FILE")
@option("--hand", es="Solo esta mano.", en="Only this hand.", type=click.IntRange(1), metavar="HAND")
@option(
    "--strict",
    es="Termina con estado 1 si hay una infracción probada.",
    en="Exit with status 1 if an infraction is proven.",
    is_flag=True,
)
@DATABASE
@JSON
def audit(source: str, hand: int | None, strict: bool, database: str, as_json: bool) -> None:
    """Prints the audit of a match."""
    if not Path(source).is_file():
        require_database(database)
    from rich.console import Console

    from api.cli.terminal import audit_of
    from referee.audit import audit as auditing
    from referee.audit import portable

    with _open_match(source, database) as (service, match):
        lines = list(portable.export(service, match.id, service.people.name))
        report = auditing.audit(match, service.entries(match.id), lines)
        if hand is not None:
            report = auditing.only(report, hand)
        if as_json:
            click.echo(msgspec.json.encode(report))
        else:
            audit_of(report, match.view(names=service.people.name, now=service.people.now), Console())
    if strict and any(i.status == "proven" for i in report.infractions):
        sys.exit(1)


@contextmanager
def _open_match(source: str, database: str) -> Iterator[tuple["MatchCommands", "Match"]]:
    """Yields the match to audit: one in the log, or a file in a database of its own."""
    import tempfile

    from api import opening
    from api.cli.archive.portable import import_record
    from referee.errors import NotFound

    file = Path(source)
    with tempfile.TemporaryDirectory() as folder:
        own_database = str(Path(folder) / "audit.sqlite") if file.is_file() else None
        service = opening.open_service(own_database or database, lasts=own_database is None)
        with opening.closing(service):
            if own_database:
                yield service, import_record(service, file.name, file.read_bytes(), "audit")
                return
            try:
                match = service.match(source)
            except NotFound as missing:
                raise bad_use(
                    f"{source}: no existe el fichero, y {missing.text.es}",
                    f"{source}: no such file, and {missing.text.en}",
                ) from missing
            yield service, match
