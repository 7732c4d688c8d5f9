"""Keeping a service: `referee backup · restore · rebuild · openapi`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from api.cli.decorators import DATABASE, JSON, answer, argument, bad_use, command, option, require_database
from api.cli.files import FILE, NEW_FILE
from api.cli.language import say
from referee.text import Text

if TYPE_CHECKING:
    from api.document.document import Edition
    from projections.rebuild import RebuildResult


@command("backup")
@argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@DATABASE
@JSON
def backup(file: Path, database: str, as_json: bool) -> None:
    """Copies a database."""
    require_database(database)
    from referee.backup.copying import copy_database
    from referee.log.address import without_secrets
    from referee.log.opening.engine import engine

    if file.exists():
        raise bad_use(f"{file} ya existe", f"{file} exists already")
    store = engine(database)
    copy_database(store, file)
    store.dispose()
    source = without_secrets(database)
    words = Text(es=f"{source} copiada en {file}", en=f"{source} copied to {file}")
    answer(as_json, {"database": source, "file": str(file), "bytes": file.stat().st_size}, words)


@command("restore")
@argument("file", metavar="FILE", type=FILE)
@DATABASE
@JSON
def restore(file: Path, database: str, as_json: bool) -> None:
    """Puts a copy back."""
    from api import settings
    from referee.backup.restoring import restore_database
    from referee.log.address import without_secrets

    settings.keep_to_oneself(database)
    contents = restore_database(file, database)
    where = without_secrets(database)
    words = Text(
        es=f"{file} devuelta a {where}: {contents.records} anotaciones, {contents.people} personas. Sigue con `referee serve`",
        en=f"{file} put into {where}: {contents.records} entries, {contents.people} people. Go on with `referee serve`",
    )
    answer(
        as_json, {"database": where, "file": str(file), "records": contents.records, "people": contents.people}, words
    )


@command("rebuild")
@argument("projections", metavar="PROJECTION", nargs=-1)
@DATABASE
@JSON
def rebuild(projections: tuple[str, ...], database: str, as_json: bool) -> None:
    """Rebuilds read models."""
    from projections.follower import PROJECTIONS

    unknown = ", ".join(name for name in projections if name not in PROJECTIONS)
    if unknown:
        names = ", ".join(PROJECTIONS)
        raise bad_use(f"no hay proyección {unknown}; hay: {names}", f"no projection {unknown}; there are: {names}")
    require_database(database)
    from api import opening
    from api.cli.progress import progress
    from projections.rebuild import rebuild as rebuilt_from_log

    with opening.closing(opening.open_service(database)) as service:
        total = service.log.position()
        with progress(Text(es="registros", en="records"), total) as tell:
            results = rebuilt_from_log(service.log, service.people.store, projections or tuple(PROJECTIONS), tell)
    if as_json:
        click.echo(msgspec.json.encode(results))
    for one in [] if as_json else results:
        click.echo(say(_words(one)))


def _words(one: "RebuildResult") -> Text:
    verdict = {
        True: Text(es="como estaba", en="as it was"),
        False: Text(es="distinta de lo que había", en="differs from what it was"),
        None: Text(es="sin comparar", en="not compared"),
    }[one.same]
    return Text(
        es=f"{one.projection}: {one.rows} filas en la posición {one.position}, {verdict.es}, {one.digest}",
        en=f"{one.projection}: {one.rows} rows at position {one.position}, {verdict.en}, {one.digest}",
    )


@command("openapi")
@option(
    "--output",
    es="Lo escribe ahí, en vez de mostrarlo.",
    en="Write it there instead of printing it.",
    type=NEW_FILE,
    metavar="FILE",
)
@option(
    "--edition",
    es="La versión de OpenAPI: 3.0 para programas que no leen la 3.1.",
    en="The version of OpenAPI: 3.0 for programs that do not read 3.1.",
    type=click.Choice(["3.1", "3.0"]),
    default="3.1",
    show_default=True,
)
def openapi(output: Path | None, edition: "Edition") -> None:
    """Prints the document."""
    import tempfile

    from api import compose, opening
    from api.app import create_app
    from api.document.document import as_text

    with tempfile.TemporaryDirectory() as folder:
        services = compose.open_services(str(Path(folder) / "openapi.sqlite"))
        with opening.closing(services.service):
            text = as_text(create_app(services), edition)
    if output:
        output.write_bytes(text)
    else:
        click.echo(text)
