"""Who stands where, and why: the tables of leagues, groups and matches, podium points, the general table.

Pure functions of recorded results. `ties.py` has the steps that part a tie, which every order here is made of.
"""
