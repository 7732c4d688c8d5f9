"""Values of places: podium points and extras, by place from the first."""

GENERAL = (5, 3, 2, 1)
"""Any contest, unless set (format.podium)."""
FINAL = (5, 3, 2, 1)
"""A final after a league or groups (podium.final)."""
TIED_TOP = (5, 3, 1, 0)
"""A final of four that were level at the head of the league (podium.tied-top)."""
TIED_TOP_EXTRAS = (2, 1, 1, 1)
"""Extra points of such a final (podium.tied-top)."""
DIRECT = {2: (5, 3), 3: (5, 3, 1), 4: (5, 3, 1, 0)}
"""A podium without a final, by number of players (podium.direct)."""
LEAGUE_CHAMPION = 2
"""For the first of a league (podium.final, podium.direct); for each of the tied where it is null (league.null)."""
GROUP_CHAMPION = 1
"""For the first of each group (podium.final)."""
