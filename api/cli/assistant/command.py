"""Serving the tools over standard input and output: `referee mcp`."""

import os

from api import settings
from api.cli.clients import URL_OPTION, connection, require_parts
from api.cli.decorators import command


@command(
    "mcp",
    es="Sirve herramientas a un asistente (Model Context Protocol) por la entrada y la salida estándar: lee del servicio, y "
    "sólo escribe con un token en REFEREE_TOKEN.",
    en="Serve tools to an assistant (Model Context Protocol) over standard input and output: it reads from the service, and "
    "writes only with a token in REFEREE_TOKEN.",
)
@URL_OPTION
def mcp(url: str) -> None:
    """Serves until its input ends."""
    require_parts("mcp", "httpx", "mcp")
    from api.cli.assistant.server import make_server

    with connection(url, has_token=True) as referee:
        make_server(referee, writes=bool(os.environ.get(settings.TOKEN))).run("stdio")
