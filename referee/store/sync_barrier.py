"""What is asked of PostgreSQL before something is acknowledged that was found stored, and whose own commit gave no answer.

A primary that broke while a commit waited for its standbys shows it, though no standby has it yet. Only another commit that
writes waits for them again.
"""

SYNC_BARRIER = "SELECT pg_logical_emit_message(true, 'referee', '')"
"""Writes to no table, only to the log of the server, and its commit waits as every other does
(https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-REPLICATION).
"""
