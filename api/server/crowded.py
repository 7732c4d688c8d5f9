"""What a worker answers that has no place for another connection: a problem document like every other refusal."""

from typing import Any, Final

from litestar import Request

from api.http.headers import EVERYWHERE
from api.http.problems import refuse
from referee.errors import TooMany
from referee.text import Text

RETRY_SECONDS: Final = 2


async def refuse_connection(scope: Any, receive: Any, send: Any) -> None:
    """Refuses a request, and has its connection closed."""
    request: Request[Any, Any, Any] = Request(scope, receive, send)
    too_many = TooMany(
        Text(
            es=f"este proceso del servicio no tiene sitio para más conexiones: prueba dentro de {RETRY_SECONDS} segundos",
            en=f"this process of the service has no place for more connections: try again in {RETRY_SECONDS} seconds",
        ),
        extra={"retry_after": RETRY_SECONDS},
    )
    response = refuse(request, too_many)
    response.headers |= dict(EVERYWHERE) | {"Connection": "close", "Cache-Control": "no-store"}
    await response.to_asgi_response(None, request)(scope, receive, send)
