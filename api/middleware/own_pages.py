"""Pages of other sites: they may neither ask nor read anything where everyone is an organizer."""

from typing import Any

from litestar.types import ASGIApp

from api.access.own_pages import OwnPages
from api.http.headers import OWN_PAGES_ONLY, answer_refused


class OwnPagesOnly:
    """Refuses the requests of pages of other sites."""

    def __init__(self, app: ASGIApp, own_pages: OwnPages) -> None:
        self._app = app
        self._own_pages = own_pages

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        refusal = self._own_pages.refusal(scope)
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            await answer_refused(scope, receive, send, refusal, OWN_PAGES_ONLY)
