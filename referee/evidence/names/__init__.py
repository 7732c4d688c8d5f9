"""The check of names against a log that has only commitments to them. It needs a record, or one name, and the public key."""
