"""Queries that the event loop sends to PostgreSQL, without a thread."""
