"""What lies on the table, and what a card may take of it."""
