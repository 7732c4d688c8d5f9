"""House rules under a name: a signed set of parameters of one game, to be shared and to open matches with."""

import re
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from referee.characters import ONE_LINE
from referee.errors import BadRequest, Flaw
from referee.text import Text

FOR_GOOD = "It stays in the log for good, also when a person is erased."


class NamedHouse(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set of house rules with its name and its author, as it is shared: this object is the file, and is recorded as it came."""

    name: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=80,
            description=f"What the set is called, in one line. {FOR_GOOD}",
            examples=["La taberna de Ainzón"],
            extra_json_schema={"pattern": ONE_LINE},
        ),
    ]
    author: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=80,
            description=f"Who wrote it, in one line, as they sign it: a pen name will do. {FOR_GOOD}",
            examples=["Peña El Cierzo"],
            extra_json_schema={"pattern": ONE_LINE},
        ),
    ]
    ruleset: Annotated[str, Meta(description="The game that it is for.")]
    params: Annotated[
        dict[str, Any],
        Meta(description="The parameters of the game that it settles; what it leaves out stays as it was."),
    ]
    note: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=500,
                description=f"Where it comes from, or what else is to be known. {FOR_GOOD}",
            ),
        ]
        | UnsetType
    ) = UNSET


def require_one_line(house: NamedHouse, at: str) -> None:
    """Raises BadRequest for a name or an author of blanks, or of more than one line; `at` is the path of the house rules."""
    for field in ("name", "author"):
        if re.fullmatch(ONE_LINE, asdict(house)[field]):
            continue
        what = Text(
            es=f"`{field}` va en una sola línea, sin tabuladores y no en blanco",
            en=f"`{field}` is one line, without tabs and not of blanks",
        )
        raise BadRequest(what, flaws=(Flaw(f"{at}.{field}", what),))
