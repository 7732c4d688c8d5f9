"""Contests in which every table plays hands of the same cards (duplicate.*).

`deals.py` has the cards of a hand, as they follow from ruleset, seed and number.
"""
