"""Redaction of the log of a match for its readers."""
