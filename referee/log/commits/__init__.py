"""Commands that are stored together in one transaction: the steps of a command, and the commits of a group."""
