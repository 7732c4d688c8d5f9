"""What is done to the service itself, on the same append-only log as what is played: who, when, and what. Never a secret."""
