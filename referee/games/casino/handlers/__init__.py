"""What each event does to a table: when it is refused, and what follows from it."""
