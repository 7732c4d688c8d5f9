"""Every command of the command line, found in click's own tree, and arguments that fit it."""

from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner, Result

from api.cli.main import command_of, main

RECORD = Path(__file__).parents[1] / "data" / "records" / "hearts-openspiel-05.match.jsonl"


def invoke(*arguments: object, status: int = 0) -> Result:
    """Runs a command in this process; `status` is the exit status expected of it."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == status, result.output
    return result


def commands(group: click.Group = main, *before: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command, with its name, word by word."""
    for name, entry in group.commands.items():
        command = command_of(entry) if group is main else entry
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)
        else:
            yield (*before, name), command


COMMANDS = {" ".join(name): command for name, command in commands()}
CREATES = {"serve", "demo", "import", "restore"}
"""The commands that make a database if there is none."""
TELLS = {"doctor"}
"""The commands that report a missing database: that is their answer, not an error."""


def has(command: click.Command, option: str) -> bool:
    """True if a command has this option."""
    return any(option in param.opts for param in command.params)


def fitting(command: click.Command, folder: Path) -> list[str]:
    """Arguments that a command needs, of the right kind."""
    return [
        str(RECORD if isinstance(param.type, click.Path) and param.type.exists else folder / "argument")
        for param in command.params
        if isinstance(param, click.Argument) and param.required
    ]
