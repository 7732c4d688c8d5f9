"""An option that takes a public key."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

import click

from api.cli.language import say
from referee.errors import Inconsistent
from referee.text import Text

K = TypeVar("K")
MOST_PATH = 256
"""Characters above which a text is not tried as a path."""


class KeyParam(click.ParamType[K], Generic[K]):
    """A public key as text, or a file with it, also the JSON of `/v1/log/key`.

    `read` parses the text, and raises Inconsistent if it is no key.
    """

    name = "key"

    def __init__(self, read: Callable[[str], K]) -> None:
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> K:
        from referee.decoding import in_utf8, text_in

        try:
            path = Path(value)
            is_file = len(value) < MOST_PATH and path.is_file()
            return self._read(text_in(in_utf8(path.read_bytes()).decode(), "key") if is_file else value)
        except Inconsistent as refused:
            self.fail(say(refused.text), param, ctx)
        except UnicodeDecodeError:
            self.fail(say(Text(es="el fichero no es de texto", en="the file is not text")), param, ctx)
