"""The language of the terminal: Spanish or English, from the variables of POSIX in the environment.

Our own words are `Text(es=, en=)`, as everywhere else in the project: both languages stand side by side, and the type
checker sees when one is missing. A gettext catalogue of our own would put the Spanish far away from the English, with no
third language in sight that would pay for it. Click's own sentences (usage errors, "Usage:", "Options:") can be reached
through gettext only, so they have a catalogue in `locale/`, compiled by Babel; a test holds it against the installed click.
"""

import gettext
import os
import sys
from codecs import lookup
from io import TextIOWrapper
from pathlib import Path

from referee.text import Text

LOCALE = Path(__file__).parent / "locale"
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables in the order of gettext. The first one that is set decides."""
METAVARS = {
    "[OPTIONS]": "[OPCIONES]",
    "COMMAND [ARGS]...": "ORDEN [ARGUMENTOS]...",
    "TEXT": "TEXTO",
    "INTEGER": "NÚMERO",
    "FILE": "FICHERO",
    "FILES": "FICHEROS",
    "FOLDER": "CARPETA",
    "HOST": "ANFITRIÓN",
    "PORT": "PUERTO",
    "KEY": "CLAVE",
    "TIME": "HORA",
    "MATCH": "ENCUENTRO",
    "CHAMPIONSHIP": "CAMPEONATO",
    "MATCH|CHAMPIONSHIP": "ENCUENTRO|CAMPEONATO",
    "MATCH|FILE": "ENCUENTRO|FICHERO",
    "PLAYER": "JUGADOR",
    "SEAT": "ASIENTO",
    "HAND": "MANO",
    "ADDRESS": "DIRECCIÓN",
    "PROJECTION": "PROYECCIÓN",
    "NAME": "NOMBRE",
    "NETWORKS": "REDES",
    "NUMBER": "NÚMERO",
    "KIND": "CLASE",
    "URL": "URL",
}
"""The words that stand for values in help texts."""


def language() -> str:
    """`es` or `en`; English if the environment names neither."""
    setting = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    languages = (one.lower()[:2] for one in setting.split(":"))
    return next((one for one in languages if one in {"es", "en"}), "en")


def say(text: Text) -> str:
    """A text in the language of the terminal."""
    return text.in_language(language())


def metavar(word: str) -> str:
    """A word that stands for a value, in the language of the terminal; brackets and dots stay."""
    if language() != "es":
        return word
    bare = word.strip("[].")
    return METAVARS.get(word) or word.replace(bare, METAVARS.get(bare, bare))


def speak() -> None:
    """Makes click speak the language of the terminal."""
    gettext.bindtextdomain("messages", str(LOCALE if language() == "es" else LOCALE / "none"))


def write_everything() -> None:
    """Has files and pipes written in UTF-8, as records are. A terminal of another encoding shows `?` for what it lacks."""
    # Names, cards and the lines of tables are in no code page of Windows.
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper) or lookup(stream.encoding).name == "utf-8":
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8")
