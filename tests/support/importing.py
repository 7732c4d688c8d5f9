"""The modules of the product, and which of them imports which."""

from functools import cache

import grimp

PRODUCT = ("referee", "api", "projections")


@cache
def import_graph() -> grimp.ImportGraph:
    """Returns the graph of all imports, including those for the type checker alone: made once in a process, for who only reads it."""
    return grimp.build_graph(*PRODUCT, cache_dir=None)
