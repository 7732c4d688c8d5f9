"""The migrations of the tables of people and tokens. The service applies them when it starts."""
