"""Limits of waiting for a database that does not answer."""
