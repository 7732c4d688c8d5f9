"""Ratings: how strong each player is, by finishing places, with uncertainty, in each game and over all of them."""
