"""Coming into a contest that has been drawn."""
