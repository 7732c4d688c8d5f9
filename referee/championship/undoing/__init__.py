"""Taking back what an organizer told: the way back of every decision, and the decisions that go it."""
