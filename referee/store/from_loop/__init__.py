"""PostgreSQL as the event loop asks it, without a thread."""
