"""`--database` with a server's address: everybody on a machine can read the arguments of its programs, and the address may hold
a password. So the process begins again in its own place, with the address in its environment, which is for its user alone.

What `ps` showed until then may have been seen, and shells remember what was typed: that is said.
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
"""What an address with a password looks like, read more widely than libpq does."""
SEEN = Text(
    es="todos en esta máquina pueden leer los argumentos de un programa, también la contraseña de --database: ponga la dirección "
    f"en {DATABASE}, adonde pasa ahora",
    en="everybody on this machine can read the arguments of a program, the password in --database too: put the address into "
    f"{DATABASE}, to which it moves now",
)


class Arguments(NamedTuple):
    """The arguments of a process without addresses of servers, and that of the database; None where that is a file."""

    kept: list[str]
    address: str | None


def without_servers(arguments: Sequence[str]) -> Arguments | None:
    """The arguments without each `--database` that is a server; None where there is none. The last one says which it is."""
    kept: list[str] = []
    address, has_server, rest = None, False, list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--":
            kept += [word, *rest]
            break
        name, is_one_word, value = word.partition("=")
        if name != OPTION or not (is_one_word or rest):
            kept.append(word)
            continue
        given = value if is_one_word else rest.pop(0)
        if SERVER.match(given):
            address, has_server = given, True
        else:
            address = None
            kept += [OPTION, given]
    return Arguments(kept, address) if has_server else None


def hide_password(complain: Callable[[Text], None]) -> None:
    """Begins this process again where the address of a server is among its arguments."""
    found = without_servers(sys.orig_argv[1:])
    if found is None or os.name != "posix":
        return
    if any(map(PASSWORD.search, sys.orig_argv)):
        complain(SEEN)
        sys.stderr.flush()
    moved = {} if found.address is None else {DATABASE: found.address}
    os.execve(sys.executable, [sys.orig_argv[0], *found.kept], os.environ | moved)
