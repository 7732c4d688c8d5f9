"""The server of a service: workers that share one socket, and the connections of each."""
