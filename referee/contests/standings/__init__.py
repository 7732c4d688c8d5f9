"""The standings and their reasons: the tables of leagues, groups and matches, podium points, the general table.

Pure functions of recorded results. `ties.py` has the steps that split a tie, which every order here is made of.
"""
