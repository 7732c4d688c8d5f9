"""The mark of responses that name a person with an earlier name: erased, corrected, merged or parted again.

Versions of matches and contests do not count such changes, so a client's copy of the same version may show the old name.
"""

from referee.work import Mark

COUNT = "SELECT count FROM erasures"
"""Asks a database how often a name has changed."""
ASKED = Mark()
"""The request read a name that was another one before."""
