"""The headers of every answer: position, browser security, remaining quota, methods of the path."""

from typing import Any

from litestar.types import ASGIApp, Message, Send

from api.context import context_in, services_in
from api.http import consistency, headers
from api.observing.request_info import on_route


class ResponseHeaders:
    """Completes the head of every answer; with `own_pages`, pages of other sites may not embed it."""

    def __init__(self, app: ASGIApp, *, own_pages: bool) -> None:
        self._app = app
        self._own_pages = own_pages

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._app(scope, receive, with_headers(scope, send, own_pages=self._own_pages))


def with_headers(scope: Any, send: Send, *, own_pages: bool) -> Send:
    """Wraps `send`: completes the head of the answer."""

    async def take(message: Message) -> None:
        if message["type"] == "http.response.start":
            on_route(scope.get("path_template"))
            context = context_in(scope)
            own_headers = consistency.position_headers(message, scope, context)
            if quota := services_in(scope).access.quota(scope, context.sender):
                own_headers |= quota.headers()
            headers.complete(message, scope, own_headers)
            if own_pages:
                headers.keep_to_own_pages(message)
        await send(message)

    return take
