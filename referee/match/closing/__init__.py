"""The two-key close: who has to confirm a hand, and the keys with which each side does."""
