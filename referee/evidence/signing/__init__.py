"""Which key signs a log, and how another takes its place."""
