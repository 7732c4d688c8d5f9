"""What the service does while its database does not answer."""
