"""The table of Casino: its cards and builds, the values of the cards, and the plays that it allows."""
