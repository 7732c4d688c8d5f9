"""Files that commands read and write, checked before a command begins."""

import os
from pathlib import Path

import click

from api.cli.language import say
from referee.text import Text

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


class NewFile(click.Path):
    """A file that can be written: its folder is there, and may be written to."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Path:  # type: ignore[override]
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        folder = path.absolute().parent
        if not folder.is_dir():
            self.fail(say(Text(es=f"no existe la carpeta {folder}", en=f"there is no folder {folder}")), param, ctx)
        if not os.access(folder, os.W_OK):
            self.fail(
                say(Text(es=f"no se puede escribir en {folder}", en=f"cannot write to the folder {folder}")), param, ctx
            )
        return path


NEW_FILE = NewFile(dir_okay=False, writable=True, path_type=Path)
