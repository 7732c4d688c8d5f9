"""Refusals that no application gives: of requests that cannot be read, by a worker that has no place for another connection, and
where an application fails without an answer.

They are problem documents like every other refusal, and the connection is closed behind them.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from api.http.headers import answer_refused
from referee.errors import Refused, TooMany
from referee.text import Text

Application = Callable[[Any, Any, Any], Awaitable[None]]
RETRY_SECONDS: Final = 2
_METHODS: Final = "DELETE, GET, HEAD, OPTIONS, POST, PUT"
_NOT_ALLOWED: Final = 405


def refusing(refused: Refused) -> Application:
    """An application that refuses a request, and has its connection closed."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        allowed = {"Allow": _METHODS} if refused.status == _NOT_ALLOWED else {}
        await answer_refused(scope, receive, send, refused, {"Connection": "close", **allowed})

    return answer


class Failed(Refused):
    """No answer was given to a request, and none will be."""

    status, code = 500, "internal"


failed: Final = refusing(
    Failed(
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
