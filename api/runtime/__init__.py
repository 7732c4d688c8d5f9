"""Threads, groups of writes, processes and clients of one running service."""
