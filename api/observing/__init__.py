"""Observability of a running service: lines of its log, metrics, traces."""

from typing import Literal

Format = Literal["text", "json"]
"""The format of the lines of a log."""
