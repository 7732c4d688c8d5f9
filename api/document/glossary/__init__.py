"""Descriptions of the fields of bodies and answers: by `Struct.field`, else by `field`, for all structs that have it.

Fields that only one game has are described in that game's folder. A field described in its struct needs no line here.
"""

from api.document.glossary.contests import CONTESTS, RATINGS
from api.document.glossary.matches import DISPUTES, MATCHES
from api.document.glossary.people import LISTS, PEOPLE, PROBLEMS
from api.document.glossary.series import SERIES
from api.document.glossary.service import MORE, RULEBOOK, SERVICE

FIELDS: dict[str, str] = (
    PEOPLE | LISTS | PROBLEMS | MATCHES | DISPUTES | CONTESTS | RULEBOOK | SERVICE | MORE | RATINGS | SERIES
)
"""The description of each field."""
