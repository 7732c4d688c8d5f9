"""The demonstration that ships with the service."""
