"""The key that signs a log, and its replacement by another."""
