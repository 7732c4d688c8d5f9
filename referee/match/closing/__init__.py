"""How a match is closed: the two-key close and its keys, and the stakes that are settled with the end."""
