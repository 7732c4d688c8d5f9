"""Followers of the log: they read its records in order, each exactly once, and are notified of new ones."""
