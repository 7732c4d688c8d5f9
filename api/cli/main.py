"""The command line, `referee`: the commands that `api.cli.commands` lists. They import what they need when they run."""

from importlib import import_module

import click

from api.cli.commands import COMMANDS
from api.cli.decorators import BilingualCommand, BilingualGroup, Option
from referee import __version__
from referee.text import Text


class ListedCommands(BilingualGroup):
    """The commands as they are listed. The module of one is imported when that one is to run."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, entry, others = super().resolve_command(ctx, args)
        return name, None if entry is None else command_of(entry), others


def command_of(entry: click.Command) -> click.Command:
    """The command itself, for its entry in the list. Loads its module."""
    assert entry.name is not None
    module, _, function = COMMANDS[entry.name].place.partition(":")
    command: click.Command = getattr(import_module(module), function)
    return command


@click.group(
    "referee",
    cls=ListedCommands,
    commands={name: BilingualCommand(name, words=entry.words) for name, entry in COMMANDS.items()},
    words=Text(es="Puntúa y arbitra juegos de cartas de mesa.", en="Scores and referees physical card games."),
)
@click.version_option(
    __version__,
    cls=Option,
    prog_name="referee",
    message="%(prog)s %(version)s",
    words=Text(es="Muestra la versión y termina.", en="Show the version and exit."),
)
def main() -> None:
    """What `referee` runs."""
