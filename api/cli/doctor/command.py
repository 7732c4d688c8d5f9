"""`referee doctor`: looks at a database or a running service, and says what is wrong and what to do. It changes nothing."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import click
import msgspec

from api.cli.decorators import DATABASE, JSON, argument, bad_use, command, option
from api.cli.doctor.findings import NAMES, RESTORE, Diagnosis, wrong
from api.cli.language import say
from referee.text import Text

HEADS = {
    "ok": Text(es="bien", en="ok"),
    "warning": Text(es="aviso", en="warning"),
    "wrong": Text(es="mal", en="wrong"),
}
WIDTH = 8


@command("doctor")
@argument("url", metavar="[ADDRESS]", required=False)
@option(
    "--whole",
    es="Comprueba el registro entero y cada página del fichero, no solo lo último.",
    en="Check the whole log and every page of the file, not only the newest.",
    is_flag=True,
)
@DATABASE
@JSON
def doctor(url: str | None, whole: bool, database: str, as_json: bool) -> None:
    """Looks at a service or at its database."""
    now = datetime.now(UTC)
    if url is None:
        findings = list(_of_database(database, now, whole=whole))
    else:
        if not url.startswith(("http://", "https://")):
            raise bad_use(
                f"la dirección de un servicio empieza por http:// o https://, y esta es {url}",
                f"the address of a service begins with http:// or https://, and this is {url}",
            )
        from api.cli.doctor.service import look_at_service

        findings = list(look_at_service(url, now))
    if as_json:
        click.echo(msgspec.json.encode([_for_programs(one) for one in findings]).decode())
    else:
        _print(findings)
    sys.exit(1 if any(one.level == "wrong" for one in findings) else 0)


def _of_database(database: str, now: datetime, *, whole: bool) -> Iterator[Diagnosis]:
    """Yields the findings about a database. If it cannot be opened, there are none about its content."""
    from api.cli.doctor.file import look_at_file
    from api.cli.doctor.server import look_at_server
    from referee.log.address import is_postgres, sqlite_path

    at_rest = look_at_server(database) if is_postgres(database) else look_at_file(sqlite_path(database), whole=whole)
    last = None
    for last in at_rest:
        yield last
    if last is not None and last.level != "wrong":
        yield from _readable(_of_content(database, now, whole=whole))


def _of_content(database: str, now: datetime, *, whole: bool) -> Iterator[Diagnosis]:
    from api.cli.doctor import evidence, tables, witnesses
    from api.cli.progress import progress
    from referee.log.opening.readonly import read_only

    with read_only(database) as (log, store):
        schema = tables.look_at_schema(store)
        yield schema
        if schema.level != "ok":
            # The queries of this release may not fit the tables of another.
            return
        yield tables.look_at_read_models(store, log.position())
        yield from tables.look_at_webhooks(store, now)
        notary = evidence.reading(log, store)
        records = evidence.newest(log)
        yield evidence.look_at_key(database, notary)
        yield evidence.look_at_log(notary, records)
        yield evidence.look_at_tree(notary)
        yield from witnesses.look_at_witnesses(notary, now)
        yield from evidence.look_at_clock(records, now)
        if whole:
            with progress(Text(es="registros", en="records"), log.position()) as tell:
                yield evidence.look_at_whole(notary, database, tell)


def _readable(findings: Iterator[Diagnosis]) -> Iterator[Diagnosis]:
    """Yields these findings. If the database cannot be read further, the last one says so."""
    import sqlite3

    from referee.log.timeouts.failures import FAILURES

    failures: tuple[type[Exception], ...] = (sqlite3.Error, *FAILURES)
    try:
        yield from findings
    except failures as error:
        message = str(error.__cause__ or error).splitlines()[0]
        yield wrong(
            "integrity",
            Text(
                es=f"la base de datos no se puede leer más allá: {message}",
                en=f"the database cannot be read further: {message}",
            ),
            RESTORE,
        )


def _print(findings: Iterable[Diagnosis]) -> None:
    counts = Counter(one.level for one in findings)
    for one in findings:
        click.echo(f"{say(HEADS[one.level]):{WIDTH}} {say(NAMES[one.check])}: {say(one.what)}")
        if one.advice:
            click.echo(f"{'':{WIDTH}} -> {say(one.advice)}")
    bad, careful = counts["wrong"], counts["warning"]
    click.echo(say(Text(es=f"mal: {bad}; avisos: {careful}", en=f"wrong: {bad}; warnings: {careful}")))


def _for_programs(one: Diagnosis) -> dict[str, str | None]:
    """A finding for programs, with its sentences in the language of the terminal."""
    return {
        "check": one.check,
        "level": one.level,
        "what": say(one.what),
        "advice": say(one.advice) if one.advice else None,
    }
