"""A path is taken as it is written, or not at all.

A framework that folds `//v1//tokens` and decodes `/v1/%74okens` into a route lets it pass a proxy that closes `/v1/tokens`.
"""

import re

from litestar.types import HTTPScope

_EXACT = re.compile(rb"/|(/[A-Za-z0-9._~-]+)+")
NOWHERE = "/not-found"
"""A path that no route has."""


def is_exact(scope: HTTPScope) -> bool:
    """Whether the path of a request is written as routes and ids are: nothing encoded, no empty segment, none of dots."""
    raw = scope.get("raw_path") or scope["path"].encode()
    path = raw.partition(b"?")[0]
    return _EXACT.fullmatch(path) is not None and not {b".", b".."} & {*path.split(b"/")}
