"""Applications in a process of tests: their routes are registered once, for that takes longer than what most tests ask of them.

A service in a process of its own (`tests.support.service`) registers them for itself, and so does each process of the tests.
"""

from collections.abc import Callable
from copy import copy
from functools import wraps
from typing import Any, ParamSpec

import pytest
from litestar import Litestar
from litestar.datastructures import State

from api import app

P = ParamSpec("P")
_routed_apps: dict[bool, Litestar] = {}
"""An application without a service: with and without leave for pages of other sites, all else in routing is the same."""


def _litestar(**settings: Any) -> Litestar:
    """Returns an application with these settings, and with the routes of an earlier one."""
    admits_sites = settings["cors_config"] is not None
    if admits_sites not in _routed_apps:
        empty: dict[str, Any] = {"state": State(), "lifespan": [], "on_shutdown": []}
        _routed_apps[admits_sites] = Litestar(**settings | empty)
    twin = copy(_routed_apps[admits_sites])
    twin.routes = [*twin.routes]
    # All that belongs to a service, or is in use while one runs.
    twin.state = settings["state"]
    twin.on_shutdown = settings["on_shutdown"]
    twin._lifespan_managers = settings["lifespan"]
    twin.event_emitter = type(twin.event_emitter)(listeners=[])
    twin.logging_config = settings["logging_config"]
    twin.get_logger = settings["logging_config"].configure()
    twin.logger = twin.get_logger("litestar")
    # All that leads to the application itself.
    twin.asgi_router = copy(twin.asgi_router)
    twin.asgi_router.app = twin
    twin.asgi_handler = twin._create_asgi_handler()
    return twin


def _with_known_routes(make: Callable[P, Litestar]) -> Callable[P, Litestar]:
    """Returns a function that makes the same applications, and registers routes for the first one alone."""

    @wraps(make)
    def wrapper(*arguments: P.args, **settings: P.kwargs) -> Litestar:
        with pytest.MonkeyPatch.context() as patches:
            patches.setattr(app, "Litestar", _litestar)
            return make(*arguments, **settings)

    return wrapper


create_app = _with_known_routes(app.create_app)
