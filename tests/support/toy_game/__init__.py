"""A game unknown to the service, and the environment in which a fresh process finds it among the others.

`sitecustomize.py` is read by any Python that starts with this folder on its path, the workers of a service included.
"""

from pathlib import Path

RULESET = "acehigh"
WITH_TOY = {"PYTHONPATH": str(Path(__file__).parent)}
"""The environment variables of a process that has the toy."""
