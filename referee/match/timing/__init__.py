"""The time of turns and matches: its limits, and how much of it is gone. No clock is read here: all times are parameters."""
