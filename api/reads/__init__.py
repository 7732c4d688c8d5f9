"""Where reads are answered from: read models, replica, memory, cached responses."""
