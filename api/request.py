"""The request as handlers and middleware see it."""

from typing import Any

import litestar
from litestar.datastructures import State

Request = litestar.Request[Any, Any, State]
"""A request of this application: the fields `user` and `auth` are unused, since `api.access` finds the principal."""
