"""The end of a match: the two-key close and its keys, what comes after the end, and the transfers that settle the stakes."""
