"""Backup: a copy of a whole database as it is at one moment, and the way back from it."""
