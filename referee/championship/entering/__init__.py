"""Entry into a contest after its draw."""
