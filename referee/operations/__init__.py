"""Acts of administration, on the same append-only log as the matches: the act, its time and its author, never a secret."""
