"""The service without some of its work beside requests, for `test_beside_requests.py`."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from litestar import Litestar

WITHOUT = "WITHOUT"
"""The environment variable that names the parts left out, with commas between."""


def _nothing(*_args: Any, **_kwargs: Any) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        yield

    return lifespan


def service() -> Litestar:
    """The service, by its environment."""
    from api import app, compose

    for part in filter(None, os.environ.get(WITHOUT, "").split(",")):
        assert hasattr(app, part), part
        setattr(app, part, _nothing)
    return compose.app_from_environment()
