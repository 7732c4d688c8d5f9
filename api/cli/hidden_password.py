"""Hides a password in `--database`: every user of a machine can read the arguments of its programs.

The process starts again in its own place, with the address of the server in its environment, which only its user can read. A
warning says that the password may have been seen until then: `ps` showed it, and shells keep a history.
"""

import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from api.settings import DATABASE
from referee.text import Text

OPTION = "--database"
SERVER = re.compile(r"(?!sqlite:)[a-z][a-z0-9+.-]*://", re.IGNORECASE)
PASSWORD = re.compile(r"://[^/?#]*:[^/?#]*@|password", re.IGNORECASE)
"""Matches an address with a password, more widely than libpq does."""
SEEN = Text(
    es="todos en esta máquina pueden leer los argumentos de un programa, también la contraseña de --database: ponga la dirección "
    f"en {DATABASE}, adonde pasa ahora",
    en="everybody on this machine can read the arguments of a program, the password in --database too: put the address into "
    f"{DATABASE}, to which it moves now",
)


class Arguments(NamedTuple):
    """The arguments of a process without addresses of servers, and the database's address; None if that is a file."""

    others: list[str]
    address: str | None


def without_servers(arguments: Sequence[str]) -> Arguments | None:
    """The arguments without each `--database` of a server; None if there is none. The last `--database` counts."""
    others: list[str] = []
    address, has_server, rest = None, False, list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--":
            others += [word, *rest]
            break
        name, is_one_word, value = word.partition("=")
        if name != OPTION or not (is_one_word or rest):
            others.append(word)
            continue
        database = value if is_one_word else rest.pop(0)
        if SERVER.match(database):
            address, has_server = database, True
        else:
            address = None
            others += [OPTION, database]
    return Arguments(others, address) if has_server else None


def hide_password(complain: Callable[[Text], None]) -> None:
    """Starts this process again if the address of a server is among its arguments."""
    arguments = without_servers(sys.orig_argv[1:])
    if arguments is None or os.name != "posix":
        return
    if any(map(PASSWORD.search, sys.orig_argv)):
        complain(SEEN)
        sys.stderr.flush()
    variables = {} if arguments.address is None else {DATABASE: arguments.address}
    os.execve(sys.executable, [sys.orig_argv[0], *arguments.others], os.environ | variables)
