"""Rows beside the log, bound by it: what they hold is not in the log, and whether it was changed can still be told."""
