"""The texts that the tools answer and take: JSON without spaces, of a length that an assistant can read; ids that fit a path."""

from typing import Annotated, Any

import msgspec
from pydantic import Field

from api.cli.language import say
from referee.text import Text

MOST_CHARACTERS = 40_000
"""Characters of one answer: some 10,000 tokens."""

Id = Annotated[str, Field(pattern="^[A-Za-z0-9-]{1,64}$")]
"""An id of the service."""
RulesetId = Annotated[str, Field(pattern="^[a-z0-9_-]+([.][a-z0-9_-]+)*$", max_length=64)]
"""The id of a game, such as `hearts.castillar`."""
Limit = Annotated[int, Field(ge=1, le=200)]
Cursor = Annotated[str, Field(max_length=64, description="The `next` of the page before.")]


def compact(value: Any) -> str:
    """A value as JSON."""
    return msgspec.json.encode(value).decode()


def shorten(text: str) -> str:
    """Cuts a text to MOST_CHARACTERS, and says so at its end."""
    if len(text) <= MOST_CHARACTERS:
        return text
    end = Text(
        es=f"[cortado aquí, de {len(text)} caracteres: pida menos]",
        en=f"[cut here, of {len(text)} characters: ask for less]",
    )
    return f"{text[:MOST_CHARACTERS]}\n{say(end)}"
