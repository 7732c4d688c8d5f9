"""The command line: `referee serve · demo · import · audit · token · backup · rebuild · openapi`, and those of `api.verifying`.

Exit status: 0; 1 when the answer is no; 2 for bad use.
"""

import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import click
import msgspec
import psycopg
from eventsourcing.persistence import PersistenceError
from rich.console import Console
from sqlalchemy.exc import SQLAlchemyError

from api import compose
from api.cli import verifying
from api.routes.tokens import CreateToken, need_sound
from referee import __version__
from referee.errors import NotFound, Refused
from referee.evidence.notary import Notary
from referee.evidence.notes import BadNote, opened
from referee.match.aggregate import Match
from referee.people.register import People
from referee.people.scope import Role
from referee.review import audit as auditing
from referee.review import portable
from referee.service.matches import Service, utc_now
from referee.store.address import is_postgres, private_file, sqlite_path

DATABASE = click.option(
    "--database",
    envvar=compose.DATABASE,
    help="A file for SQLite, or postgresql://...; by default a file in your data folder.",
)
LEVELS = ("debug", "info", "warning", "error")
JSON = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")


class Group(click.Group):
    """Commands that print a refusal as one line, with exit status 1."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except portable.BrokenRecord as broken:
            rule = f" [{broken.refused.rule}]" if broken.refused.rule else ""
            click.echo(f"refused: line {broken.line}: {broken.refused}{rule}", err=True)
        except Refused as refused:
            rule = f" [{refused.rule}]" if refused.rule else ""
            click.echo(f"refused: {refused}{rule}", err=True)
        except (psycopg.Error, PersistenceError, SQLAlchemyError, sqlite3.Error) as error:
            # What the driver itself says: it names the server and the user, never the password.
            click.echo(f"the database does not answer as it should: {str(error).splitlines()[0]}", err=True)
        sys.exit(1)


@click.group(cls=Group)
@click.version_option(__version__, prog_name="referee")
def main() -> None:
    """Scores and referees physical card games."""


def _say(as_json: bool, answer: Any, words: str) -> None:
    click.echo(msgspec.json.encode(answer).decode() if as_json else words)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64))
@click.option("--log-level", default="warning", show_default=True, type=click.Choice(LEVELS))
@click.option("--access-log", is_flag=True, help="Print a line a request: method, path, status; no query, no headers.")
@DATABASE
def serve(host: str, port: int, workers: int, log_level: str, access_log: bool, database: str | None) -> None:
    """Serve the API."""
    database = compose.database_of(database)
    os.environ[compose.LOG_LEVEL] = log_level
    os.environ[compose.DATABASE] = database
    # Before there are several workers: they find every table made.
    desk = compose.open_desk(database)
    _first_token(desk.people)
    _first_key(desk.notary, database)
    compose.close(desk)
    click.echo(f"referee {__version__} on http://{host}:{port}  (docs: http://{host}:{port}/v1/docs)")
    _run(host, port, workers, log_level, access_log=access_log)


def _first_token(people: People) -> None:
    """On a new database, prints one organizer token and keeps it where the message says."""
    if os.environ.get(compose.TOKEN) or people.tokens.any():
        return
    _, token = people.tokens.grant("organizer", utc_now())
    kept = compose.data_folder() / "organizer.token"
    private_file(kept)
    # One that was there may have been readable by others.
    kept.chmod(0o600)
    kept.write_text(token + "\n", encoding="utf-8")
    click.echo(f"organizer token: {token}\nkept in {kept}; the database holds only its hash")


def _first_key(notary: Notary, database: str) -> None:
    """Makes the key that signs checkpoints where there is none, and says so where it is not the one that signed last."""
    fresh = not compose.own_verifiers(notary, database)
    last, verifier = notary.last(), notary.verifier()
    if fresh:
        click.echo(
            f"the key that signs checkpoints is kept in {compose.key_file(database)}; `referee key` prints its public half"
        )
    try:
        if last:
            opened(last.note, [verifier])
    except BadNote as bad:
        click.echo(f"the checkpoints so far were signed by another key: {bad}", err=True)


def _run(host: str, port: int, workers: int, log_level: str = "warning", *, access_log: bool = False) -> None:
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    Granian(
        "api.compose:app_from_environment",
        address=host,
        port=port,
        workers=workers,
        interface=Interfaces.ASGI,
        factory=True,
        log_enabled=True,
        log_level=LogLevels(log_level),
        log_access=access_log,
        websockets=False,
        # A stream stays open for as long as its reader likes; a restart does not wait for that.
        workers_kill_timeout=5,
    ).serve()


@main.command()
@click.option("--port", default=8000, show_default=True)
def demo(port: int) -> None:
    """Play the records that ship with it into a fresh database, and serve it on this machine, open to whoever sits at it."""
    from api.cli.demo import fill, where_to_look
    from api.cli.demo_championship import hold

    with tempfile.TemporaryDirectory(prefix="referee-demo-") as folder:
        os.environ[compose.DATABASE] = str(Path(folder) / "demo.sqlite")
        os.environ[compose.OPEN_TABLE] = "1"
        service = compose.open_service(os.environ[compose.DATABASE])
        shown, hall = fill(service), hold(service)
        where_to_look(Console(), shown, hall, f"http://127.0.0.1:{port}", os.environ[compose.DATABASE])
        service.log.close()
        _run("127.0.0.1", port, 1)


@main.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--match-id", type=click.Choice(["keep", "new"]), default="new", show_default=True)
@DATABASE
@JSON
def import_(files: tuple[Path, ...], match_id: str, database: str | None, as_json: bool) -> None:
    """Take portable records into the log, each event judged; a broken record is refused whole."""
    service = compose.open_service(compose.database_of(database))
    for file in files:
        match = portable.take(service, file.read_bytes(), "import", keep_id=match_id == "keep")
        answer = {"file": str(file), "match": match.id, "version": match.version, "totals": match.ledger.totals}
        _say(as_json, answer, f"{file.name}: match {match.id}, {match.version} entries, totals {match.ledger.totals}")


@main.command()
@click.argument("what")
@click.option("--hand", type=click.IntRange(1), help="Only this hand.")
@click.option("--strict", is_flag=True, help="Exit with 1 where an infraction is proven.")
@DATABASE
@JSON
def audit(what: str, hand: int | None, strict: bool, database: str | None, as_json: bool) -> None:
    """Print the readable replay of a match in the log, or of a record in a file."""
    from api.cli.terminal import audit_of

    with tempfile.TemporaryDirectory() as folder:
        service, match = _audited(what, database, Path(folder))
        entries = service.entries(match.id)
        lines = list(portable.export(service, match.id, service.people.name))
        report = auditing.audit(match, entries, lines)
        if hand is not None:
            report = auditing.only(report, hand)
        if as_json:
            click.echo(msgspec.json.encode(report))
        else:
            audit_of(report, match.view(names=service.people.name), Console())
        service.log.close()
        service.people.store.dispose()
    if strict and any(i.status == "proven" for i in report.infractions):
        sys.exit(1)


def _audited(what: str, database: str | None, folder: Path) -> tuple[Service, Match]:
    """The match to audit: one in the log, or a file taken into a database of its own."""
    file = Path(what)
    if file.is_file():
        service = compose.open_service(str(folder / "audit.sqlite"))
        return service, portable.take(service, file.read_bytes(), "audit")
    service = compose.open_service(compose.database_of(database))
    try:
        return service, service.match(what)
    except NotFound as missing:
        raise click.UsageError(f"{what}: no such file, and {missing}") from missing


for command in (verifying.export, verifying.verify, verifying.checkpoint, verifying.key):
    main.add_command(command)


@main.group()
def token() -> None:
    """Tokens: who may do what."""


@token.command("create")
@click.option("--role", type=click.Choice(get_args(Role)), default="organizer", show_default=True)
@click.option("--championship", help="Only in this championship.")
@click.option("--match", help="Only in this match.")
@click.option("--seat", type=click.IntRange(0, 9), help="A player's: the seat of the match, counted from 0.")
@click.option("--player", help="A player's: wherever this player, by id, sits.")
@click.option("--expires", help="Until when it is good, RFC 3339: 2030-01-31T20:00:00Z.")
@DATABASE
@JSON
def token_create(role: Role, expires: str | None, database: str | None, as_json: bool, **scope: Any) -> None:
    """Make a token and print it; only its hash is kept."""
    body = {"role": role, "scope": {name: value for name, value in scope.items() if value is not None}}
    try:
        asked = msgspec.convert(body | ({"expires": expires} if expires else {}), CreateToken)
    except msgspec.ValidationError as error:
        raise click.UsageError(str(error)) from error
    desk = compose.open_desk(compose.database_of(database))
    need_sound(desk, asked)
    made, secret = desk.people.tokens.grant(role, utc_now(), scope=asked.scope, expires=asked.expires)
    compose.close(desk)
    _say(as_json, msgspec.to_builtins(made) | {"token": secret}, secret)


@token.command("list")
@DATABASE
@JSON
def token_list(database: str | None, as_json: bool) -> None:
    """The tokens on record; never the tokens themselves."""
    kept = compose.open_service(compose.database_of(database)).people.tokens
    tokens = list(kept.all())
    if as_json:
        click.echo(msgspec.json.encode(tokens))
    now = datetime.now(UTC)
    for known in [] if as_json else tokens:
        scope = " ".join(f"{name}={value}" for name, value in msgspec.to_builtins(known.scope).items()) or "everywhere"
        over = f"revoked {known.revoked_at}" if known.revoked_at else f"expired {known.expires}"
        state = (f"until {known.expires}" if known.expires else "in force") if known.seconds_left(now) > 0 else over
        click.echo(f"{known.id}  {known.role:10} {known.created_at}  {state}  {scope}")


@token.command("revoke")
@click.argument("id_", metavar="ID")
@DATABASE
@JSON
def token_revoke(id_: str, database: str | None, as_json: bool) -> None:
    """Revoke a token; running services notice within seconds."""
    if not compose.open_service(compose.database_of(database)).people.tokens.revoke(id_, utc_now()):
        click.echo(f"there is no token {id_} in force", err=True)
        sys.exit(1)
    _say(as_json, {"id": id_, "revoked": True}, f"revoked {id_}")


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@DATABASE
def backup(file: Path, database: str | None) -> None:
    """Copy an SQLite database to a file, whole, while it is being written to."""
    database = compose.database_of(database)
    if is_postgres(database):
        raise click.UsageError("for PostgreSQL use pg_dump or pg_basebackup, see deploy/README.md")
    if not sqlite_path(database).is_file():
        raise click.UsageError(f"there is no database {database}")
    if file.exists():
        raise click.UsageError(f"{file} exists already")
    private_file(file)
    with closing(sqlite3.connect(sqlite_path(database))) as source, closing(sqlite3.connect(file)) as copy:
        source.backup(copy)
    click.echo(f"{database} copied to {file}")


@main.command()
@click.argument("projections", nargs=-1)
@DATABASE
@JSON
def rebuild(projections: tuple[str, ...], database: str | None, as_json: bool) -> None:
    """Make read models anew from the log, beside the live ones, and swap them in; all of them, or those named."""
    from projections.follower import PROJECTIONS
    from projections.rebuild import rebuild as make_anew

    unknown = [name for name in projections if name not in PROJECTIONS]
    if unknown:
        raise click.UsageError(f"no projection {', '.join(unknown)}; there are: {', '.join(PROJECTIONS)}")
    desk = compose.open_desk(compose.database_of(database))
    made = make_anew(desk.service.log, desk.people.store, projections or tuple(PROJECTIONS))
    compose.close(desk)
    if as_json:
        click.echo(msgspec.json.encode(made))
    for one in [] if as_json else made:
        verdict = {True: "as it was", False: "differs from what it was", None: "not compared"}[one.same]
        click.echo(f"{one.projection}: {one.rows} rows at position {one.position}, {verdict}, {one.digest}")


@main.command()
@click.option("--output", type=click.Path(path_type=Path), help="Write it there in place of printing it.")
def openapi(output: Path | None) -> None:
    """The OpenAPI document."""
    from api.app import create_app
    from api.document.document import as_text

    with tempfile.TemporaryDirectory() as folder:
        desk = compose.open_desk(str(Path(folder) / "openapi.sqlite"))
        text = as_text(create_app(desk))
        desk.service.log.close()
        desk.follower.store.dispose()
    if output:
        output.write_bytes(text)
    else:
        click.echo(text)
