"""Witnesses: other services that sign a log's checkpoints, each only what continues the last that it signed."""
