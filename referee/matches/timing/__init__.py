"""The clocks of matches: what is left of a turn."""
