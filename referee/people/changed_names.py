"""Whether an answer names somebody who was named otherwise before: erased, corrected, merged or taken apart again.

The versions of matches and contests do not count that, so a client's copy of the same version may show the old name.
"""

from referee.store.outcome import RequestNote

COUNT = "SELECT count FROM erasures"
"""Asks a database how often a name has changed."""
ASKED = RequestNote("changed_names")
"""A name was asked for that is not what it was once."""
