"""What an operator sees of a running service: lines of its log, counts and times, traces."""

from typing import Literal

Format = Literal["text", "json"]
"""How lines of a log are written."""
