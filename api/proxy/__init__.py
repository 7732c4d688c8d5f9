"""Where people reach the service: its public address, and what proxies in front of it say of a request."""
