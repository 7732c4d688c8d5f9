"""As how many requests one counts against a limit of requests (`REFEREE_RATE`) that costs more than others."""

from typing import Final

REPORT_COST: Final = 10
"""One that makes something of a whole match, contest or championship."""
PAPER_COST: Final = 10
"""One for which a page of paper has to be made."""
PREVIEW_COST: Final = 3
"""One for which the preview of a link has to be made."""
PICTURE_COST: Final = 20
"""One for which a picture has to be drawn."""
ABOUT: Final = (
    "What costs more counts as several requests: a replay, an audit, a what-if, the proofs of a record, a copy of the database "
    f"as {REPORT_COST}. What is kept counts as one, and where it has to be made a calendar, a feed of results, the corrections "
    f"of a contest count as {REPORT_COST}, a page to print as {PAPER_COST}, the preview of a link in a page of a match, "
    f"a board or a championship as {PREVIEW_COST}, its picture as {PICTURE_COST}."
)
"""The same in words, as documents say it."""
