"""The running service serves these tests too."""

from tests.api.conftest import running

__all__ = ["running"]
