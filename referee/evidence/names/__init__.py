"""Names held against the log that does not hold them: by who has a record, or one name, and the public key."""
