"""Refusals by the server itself: of unreadable requests, by a worker without a place for another connection, and after an
application that failed without an answer.

They are problem documents like every other refusal, and the connection closes after them.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from api.http.headers import answer_refused
from referee.errors import ServiceRefusal, TooMany
from referee.text import Text

Application = Callable[[Any, Any, Any], Awaitable[None]]
RETRY_SECONDS: Final = 2
_METHODS: Final = "DELETE, GET, HEAD, OPTIONS, POST, PUT"
_NOT_ALLOWED: Final = 405


def refusing(refusal: ServiceRefusal) -> Application:
    """Returns an application that refuses a request and closes its connection."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        allow = {"Allow": _METHODS} if refusal.status == _NOT_ALLOWED else {}
        await answer_refused(scope, receive, send, refusal, {"Connection": "close", **allow})

    return answer


class ServiceFailure(ServiceRefusal):
    """A failure of the service before it answered."""

    status, code = 500, "internal"


answer_failure: Final = refusing(
    ServiceFailure(
        Text(es="el servicio falló antes de contestar", en="the service failed before it answered"),
        extra={"stored": "unknown"},
    )
)
refuse_connection: Final = refusing(
    TooMany(
        Text(
            es=f"este proceso del servicio no tiene sitio para más conexiones: prueba dentro de {RETRY_SECONDS} segundos",
            en=f"this process of the service has no place for more connections: try again in {RETRY_SECONDS} seconds",
        ),
        extra={"retry_after": RETRY_SECONDS},
    )
)
