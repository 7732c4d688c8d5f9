"""Serving the tools over standard input and output: `referee mcp`."""

import os

from api import settings
from api.cli.clients import URL_OPTION, connection, require_parts
from api.cli.decorators import command


@command("mcp")
@URL_OPTION
def mcp(url: str) -> None:
    """Serves until its input ends."""
    require_parts("mcp", "httpx", "mcp")
    from api.cli.assistant.server import make_server

    with connection(url, has_token=True) as referee:
        make_server(referee, writes=bool(os.environ.get(settings.TOKEN))).run("stdio")
