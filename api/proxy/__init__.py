"""The way to the service: its public address, and the headers of the proxies in front of it."""
