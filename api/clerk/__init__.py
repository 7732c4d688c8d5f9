"""The clerk: a process of its own that takes the log to the read models and the tree."""
