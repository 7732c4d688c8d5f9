"""Ends the one-file service (`make pyz`) with a sentence where its compiled packages do not fit this Python or this system.

It runs at each start of the file, before anything of the service is imported: an import would fail, and hide the reason.
"""

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

PACKAGES = Path(__file__).parents[1]
"""The folder into which the file unpacks itself; this module is in its `bin/`."""
MODULE = "msgspec/_core"
"""A compiled module, without which nothing of the service can be imported."""


# The annotation is a string because an old Python, which is to be told, could not evaluate it.
def misfit() -> "str | None":
    """Returns the Python and system that the file was made for, such as `cpython-311-x86_64-linux-gnu`; None if this is one."""
    names = [path.name for path in PACKAGES.glob(MODULE + ".*") if path.suffix in {".so", ".pyd"}]
    if any(name == Path(MODULE).name + ending for name in names for ending in EXTENSION_SUFFIXES):
        return None
    return ", ".join(name.split(".")[1] for name in names)


if __name__ == "__main__":
    expected = misfit()
    if expected is not None:
        sys.exit(
            f"este fichero se hizo para {expected}; este Python es {sys.implementation.cache_tag} en {sys.platform}: hágalo"
            " aquí con `make pyz`, o use aquel Python\n"
            f"this file was made for {expected}; this Python is {sys.implementation.cache_tag} on {sys.platform}: make it"
            " here with `make pyz`, or use that Python"
        )
