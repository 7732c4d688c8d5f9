"""Ratings: the strength of each player, from finishing places, with its uncertainty, in each game and over all games."""
