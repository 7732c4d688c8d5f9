"""A statement to run before acknowledging records that were found stored although their own commit gave no answer.

A primary that failed while a commit waited for its standbys shows the records, though no standby has them yet. Only another
commit that writes waits for the standbys again.
"""

SYNC_BARRIER = "SELECT pg_logical_emit_message(true, 'referee', '')"
"""Writes only to the log of the server, to no table; its commit waits for the standbys like every other
(https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-REPLICATION).
"""
