"""Ways to open a database other than to write to it: a probe that makes nothing, read-only, and a replica."""
