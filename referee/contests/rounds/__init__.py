"""Tournaments in rounds: everybody plays one match a round, against a rival that the table so far decides."""
