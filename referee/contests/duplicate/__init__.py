"""Contests in which every table plays hands of the same cards (duplicate.*).

`terms.py` has what was agreed, `scoring.py` and `marks.py` what a hand gives. `deals.py` has the cards of a hand, as they follow
from ruleset, seed and number.
"""
