"""The referee: an append-only log of card games, and the rules that judge and score it."""

__version__ = "0.1.0"
