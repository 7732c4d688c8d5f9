"""Following the log: who reads what was stored, in order and exactly once, and how they hear that there is more."""
