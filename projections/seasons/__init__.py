"""Seasons: totals over the championships of a series, and the matches of two people against each other."""
