"""Commands of the two servers that are compared: ours as `referee serve` runs it, the bare handler on Granian, the yardstick."""

import sys

STREAMS = 4_000


def of_service(app: str, port: int) -> list[str]:
    """The command that runs a factory of applications in one worker of our server."""
    call = f"work({app!r}, Listening('127.0.0.1', {port}), 1, {STREAMS}, 'warning', 'text')"
    return [sys.executable, "-c", f"from api.server.workers import Listening, work; {call}"]


def of_bare(app: str, port: int, *more: str) -> list[str]:
    """The command that runs an application in one worker of Granian."""
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--port", str(port), "--log-level", "warning"]
    return [*command, *more, app]
