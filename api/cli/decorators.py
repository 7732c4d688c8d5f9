"""The parts of commands: words in two languages, shared options, refusals as one line, exit statuses.

Exit status: 0; 1 when the answer is no; 2 for bad use.
"""

import errno
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gettext import gettext
from typing import Any, TypeVar

import click
import msgspec

from api.cli.commands import COMMANDS
from api.cli.hidden_password import hide_password
from api.cli.language import metavar, say, speak, write_everything
from api.runtime.gc_tuning import start_without_collections
from api.settings import DATABASE as DATABASE_VARIABLE
from api.settings import database_of, default_database
from referee.errors import Inconsistent, ServiceRefusal
from referee.text import Text

F = TypeVar("F", bound=Callable[..., object])
LONG = 1_000


class BilingualCommand(click.Command):
    """A command, or a group of commands, with help in both languages."""

    def __init__(self, *arguments: Any, words: Text, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.words = words

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return _with_help(super().get_help_option(ctx))

    def get_short_help_str(self, limit: int = LONG) -> str:
        self.help = say(self.words)
        # Whole: lists of commands wrap, and half a sentence is of no help.
        return super().get_short_help_str(LONG)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = say(self.words)
        super().format_help_text(ctx, formatter)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [metavar(piece) for piece in super().collect_usage_pieces(ctx)]


class BilingualGroup(BilingualCommand, click.Group):
    """Commands that print a refusal as one line, in the language of the terminal."""

    command_class = BilingualCommand
    group_class = type

    def main(self, *arguments: Any, **settings: Any) -> Any:
        speak()
        write_everything()
        if not arguments and settings.get("args") is None:
            # Called as a program: the process and its arguments are its own.
            start_without_collections()
            hide_password(complain)
        return super().main(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        with refusals_in_words():
            return super().invoke(ctx)


class Option(click.Option):
    """An option with help in both languages."""

    def __init__(self, *arguments: Any, words: Text, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.words = words

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = say(self.words)
        return super().get_help_record(ctx)

    def make_metavar(self, ctx: click.Context) -> str:
        return metavar(super().make_metavar(ctx))


class Argument(click.Argument):
    """An argument with a name in both languages, in help and errors."""

    def make_metavar(self, ctx: click.Context) -> str:
        return metavar(super().make_metavar(ctx))


def command(name: str) -> Callable[[Callable[..., object]], BilingualCommand]:
    """Makes the command of this name of a function, with help in both languages."""
    return click.command(name, cls=BilingualCommand, words=COMMANDS[name].words)


def group(name: str, **attributes: Any) -> Callable[[Callable[..., object]], BilingualGroup]:
    """Makes the group of commands of this name of a function, with help in both languages."""
    return click.group(name, cls=BilingualGroup, words=COMMANDS[name].words, **attributes)


def option(*names: str, es: str, en: str, **attributes: Any) -> Callable[[F], F]:
    """Adds an option to a command, with help in both languages."""
    return click.option(*names, cls=Option, words=Text(es=es, en=en), **attributes)


def argument(*names: str, **attributes: Any) -> Callable[[F], F]:
    """Adds an argument to a command, with a name in both languages."""
    return click.argument(*names, cls=Argument, **attributes)


class Address(click.ParamType[str]):
    """The address of a database. Errors do not repeat the address: it may hold a password."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from referee.log.address import is_postgres, sqlite_path

        try:
            database = database_of(value)
        except Inconsistent as refused:
            self.fail(say(refused.text), param, ctx)
        if not is_postgres(database) and sqlite_path(database).is_dir():
            self.fail(say(Text(es="es una carpeta, no un fichero", en="it is a folder, not a file")), param, ctx)
        return database


DATABASE = click.option(
    "--database",
    cls=Option,
    type=Address(),
    metavar="ADDRESS",
    envvar=DATABASE_VARIABLE,
    default=default_database,
    words=Text(
        es=f"Un fichero para SQLite, o postgresql://...; si no se da, {DATABASE_VARIABLE} o un fichero en la carpeta de datos.",
        en=f"A file for SQLite, or postgresql://...; by default {DATABASE_VARIABLE} or a file in your data folder.",
    ),
)
JSON = click.option(
    "--json",
    "as_json",
    cls=Option,
    is_flag=True,
    words=Text(es="Escribe la respuesta en JSON.", en="Print the answer as JSON."),
)


def answer(as_json: bool, whole: Any, words: Text) -> None:
    """Prints an answer: as JSON, or as a sentence."""
    click.echo(msgspec.json.encode(whole).decode() if as_json else say(words))


def complain(words: Text) -> None:
    """Prints a complaint to standard error, apart from the answer."""
    click.echo(say(words), err=True)


@contextmanager
def refusals_in_words() -> Iterator[None]:
    """Ends the process with one line in the language of the terminal where the block is refused: exit status 1, for files 2."""
    try:
        yield
    except ServiceRefusal as refused:
        rule = f" [{refused.rule}]" if refused.rule else ""
        complain(Text(es=f"no: {refused.text.es}{rule}", en=f"refused: {refused.text.en}{rule}"))
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        where = f"{error.filename}: " if error.filename else ""
        complain(Text(es=f"{where}{error.strerror}", en=f"{where}{error.strerror}"))
        sys.exit(2)
    except Exception as error:
        if not _of_the_database(error):
            raise
        # The driver's own message: it names the server and the user, never the password.
        what = str(error).splitlines()[0]
        complain(
            Text(
                es=f"la base de datos no responde como debería: {what}",
                en=f"the database does not answer as it should: {what}",
            )
        )
    else:
        return
    sys.exit(1)


def bad_use(es: str, en: str) -> click.UsageError:
    """The error for wrong use of a command: exit status 2."""
    return click.UsageError(say(Text(es=es, en=en)))


def require_database(database: str) -> None:
    """Raises a usage error if there is no database at this address: only `serve`, `demo`, `import` and `restore` make one."""
    import sqlite3

    from referee.log.address import is_postgres
    from referee.log.opening.probe import DatabaseAccessError, database_exists

    try:
        there = database_exists(database)
    except DatabaseAccessError as error:
        raise bad_use(f"el servidor no la abre: {error}", f"the server does not open it: {error}") from error
    except sqlite3.DatabaseError as error:
        raise bad_use(f"{database} no es una base de datos: {error}", f"{database} is no database: {error}") from error
    if not there:
        # The address of a server may hold a password.
        what = "postgresql://..." if is_postgres(database) else database
        raise bad_use(
            f"no hay base de datos {what}: la crean `referee serve` y `referee import`",
            f"there is no database {what}: `referee serve` and `referee import` create one",
        )


def _with_help(option: click.Option | None) -> click.Option | None:
    """Sets the text of click's `--help` again: click keeps the option with the language of its first use."""
    if option is not None:
        option.help = gettext("Show this message and exit.")
    return option


def _of_the_database(error: Exception) -> bool:
    """True if a database's driver raised the error. A driver that was never imported cannot have raised it."""
    kinds = (
        ("sqlite3", "Error"),
        ("psycopg", "Error"),
        ("eventsourcing.persistence", "PersistenceError"),
        ("sqlalchemy.exc", "SQLAlchemyError"),
    )
    drivers = ((sys.modules.get(module), name) for module, name in kinds)
    return any(module is not None and isinstance(error, getattr(module, name)) for module, name in drivers)
