"""Costs of expensive requests: as how many one counts against the limit of requests (`REFEREE_RATE`)."""

from typing import Final

REPORT_COST: Final = 10
"""Of a report on a whole match, contest or championship."""
PAPER_COST: Final = 10
"""Of a page to print that is not cached."""
PREVIEW_COST: Final = 3
"""Of the preview of a link that is not cached."""
PICTURE_COST: Final = 20
"""Of a picture that is not cached."""
ABOUT: Final = (
    "What costs more counts as several requests: a replay, an audit, a what-if, the proofs of a record, a copy of the database "
    f"as {REPORT_COST}. What is kept counts as one, and where it has to be made a calendar, a feed of results, the corrections "
    f"of a contest count as {REPORT_COST}, a page to print as {PAPER_COST}, the preview of a link in a page of a match, "
    f"a board or a championship as {PREVIEW_COST}, its picture as {PICTURE_COST}."
)
"""The same in words, for the documents."""
