"""Seasons: what the championships of a series come to together, and how two people fared against each other."""
