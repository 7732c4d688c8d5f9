"""The modules of the product, and which of them imports which."""

from functools import cache

import grimp

PRODUCT = ("referee", "api", "projections")


@cache
def import_graph() -> grimp.ImportGraph:
    """Returns the graph of all imports, those for the type checker alone included. Made once in a process, so it is only read."""
    return grimp.build_graph(*PRODUCT, cache_dir=None)
