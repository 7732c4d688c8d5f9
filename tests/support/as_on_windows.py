"""The command line in a Python that lacks the same as on Windows.

Each line of input is a list of arguments, and each line of output is their result.
"""

import asyncio
import json
import os
import signal
import socket
import sys
import warnings
from typing import Any

HIDDEN = ("fcntl", "resource", "uvloop", "grp", "pwd", "termios")
LACKING: dict[Any, tuple[str, ...]] = {
    os: ("fork", "getuid", "geteuid", "killpg", "sched_getaffinity", "fchmod", "sysconf"),
    signal: ("SIGHUP", "SIGKILL", "SIGUSR1"),
    socket: ("AF_UNIX",),
    asyncio: ("PidfdChildWatcher",),
}
"""The parts of standard library modules that only POSIX systems have."""


def hide() -> None:
    """Removes everything that Windows does not have."""
    for name in HIDDEN:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in LACKING.items():
        for name in names:
            vars(module).pop(name, None)
    # A file that is read without a named encoding is read in another one there. (Python says so with `-X warn_default_encoding`.)
    warnings.filterwarnings("error", category=EncodingWarning, module="(api|projections|referee)[.]")


def main() -> None:
    """Runs the commands, one after the other."""
    from click.testing import CliRunner

    from api.cli import witness
    from api.cli.main import main as referee

    # It would serve until it is stopped.
    vars(witness)["run"] = lambda *_, **__: None
    for line in sys.stdin:
        result = CliRunner().invoke(referee, json.loads(line))
        failure = None if result.exception is None else repr(result.exception)
        came = {"status": result.exit_code, "output": result.stdout, "errors": result.stderr, "failure": failure}
        print(json.dumps(came), flush=True)


if __name__ == "__main__":
    hide()
    main()
