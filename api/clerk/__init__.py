"""The clerk: a separate process that takes the log to the read models and the tree."""
