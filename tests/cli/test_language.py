"""The words of the command line, in the language of the terminal."""

import gettext
import json
from io import BytesIO
from pathlib import Path

import click
import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from click.testing import CliRunner

from api.cli.decorators import BilingualCommand, Option
from api.cli.language import LOCALE, METAVARS, language
from api.cli.main import main
from tests.support.commands import COMMANDS, RECORD, fitting, has

CATALOGUE = LOCALE / "es" / "LC_MESSAGES" / "messages.po"
NOT_REACHED = {
    "termui.py",
    "_termui_impl.py",
    "_winconsole.py",
    "shell_completion.py",
    "utils.py",
    "decorators.py",
}
"""Files of click that ask, page, edit or complete, which no command here does. (Version and help have words of ours.)"""
FOR_DEVELOPERS = (
    "defined twice",
    "cannot use the same flag",
    "Could not determine",
    "No options defined",
    "take exactly",
)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "REFEREE_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")


def print_help(*arguments: str) -> str:
    return CliRunner().invoke(main, arguments).output


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "ca_ES.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
        ({"LANG": "es_ES", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "es_AR"}, "es"),
        ({"LANG": "en_GB", "LANGUAGE": "ca:es:en"}, "es"),
        ({"LANG": "es_ES", "LANGUAGE": "en:es"}, "en"),
    ],
)
def test_the_language_is_that_of_the_environment(
    environment: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANG", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language() == code
    assert print_help("--help").startswith("Uso:" if code == "es" else "Usage:")


@pytest.mark.parametrize("name", ["", "token", *COMMANDS])
def test_help_speaks_both_languages(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    spanish = print_help(*name.split(), "--help")
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    english = print_help(*name.split(), "--help")
    assert {"Usage:", "Options:"} <= set(english.split())
    assert {"Uso:", "Opciones:"} <= set(spanish.split())
    # The names of options and the values that they may have are the same in both: no more than two words in a line.
    lines = {line for line in english.splitlines() if len(line.split()) > 2}
    assert not lines & set(spanish.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_everything_that_has_help_has_it_in_both_languages(name: str) -> None:
    command = COMMANDS[name]
    assert isinstance(command, BilingualCommand)
    assert command.words.es != command.words.en
    for param in command.params:
        if isinstance(param, click.Option):
            assert isinstance(param, Option), param.opts
            assert param.words.es != param.words.en
        if param.metavar is not None and param.metavar not in {"N", "ID"}:
            assert param.metavar.strip("[].") in METAVARS


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sirve"], "No existe la orden 'sirve'"),
        (["serve", "--access", "1"], "No existe la opción '--access'. ¿Querías decir '--access-log'?"),
        (["serve", "--port", "99999"], "99999 no está en el intervalo 1<=x<=65535."),
        (["serve", "--port", "x"], "'x' no es un número válido."),
        (["serve", "--log-level", "loud"], "'loud' no es ninguno de estos: 'debug', "),
        (["serve", "--port"], "La opción '--port' necesita un valor."),
        (["serve", "again"], "Sobra un argumento (again)"),
        (["import"], "Falta el argumento 'FICHERO...'"),
        (["import", "nowhere"], "No existe el fichero 'nowhere'."),
        (["audit", "nowhere"], "no hay base de datos"),
        (["rebuild", "boards"], "no hay proyección boards"),
    ],
)
def test_usage_errors_are_in_spanish(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert "Error: " in result.output
    assert not {"Usage:", "Try", "Invalid"} & set(result.output.split())


def test_answers_and_refusals_are_in_spanish(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    match = json.loads(print_help("import", "--json", str(RECORD)))["match"]
    record = tmp_path / "record.match.jsonl"
    record.write_text(print_help("export", match), encoding="utf-8")
    assert "225 entradas, cadena íntegra" in print_help("verify", str(record))
    record.write_text(record.read_text(encoding="utf-8").replace('"card":"2C"', '"card":"3C"'), encoding="utf-8")
    assert "línea 7: " not in print_help("verify", str(RECORD))
    assert "la cadena se rompe en la versión" in print_help("verify", str(record))
    assert "229 registros en 5 cadenas, todas íntegras" in print_help("verify")
    assert "como estaba" in print_help("rebuild")
    assert "no hay token x en vigor" in print_help("token", "revoke", "x")


def catalogue() -> dict[str, str]:
    """Texts of click, in English and Spanish."""
    with CATALOGUE.open("rb") as file:
        return {(one.id if isinstance(one.id, str) else one.id[0]): str(one.string) for one in read_po(file) if one.id}


def test_the_spanish_of_click_is_whole() -> None:
    folder = Path(click.__file__).parent
    messages = {
        message if isinstance(message, str) else message[0]
        for file, _, message, _, _ in extract_from_dir(folder, [("**.py", "python")])
        if Path(file).name not in NOT_REACHED
    }
    unsaid = {one for one in messages if any(words in one for words in FOR_DEVELOPERS)} | NEVER_SAID
    assert messages - unsaid - set(catalogue()) == set()


NEVER_SAID = {
    "DeprecationWarning: The command {name!r} is deprecated.{extra_message}",
    "DeprecationWarning: The {param_type} {name!r} is deprecated.{extra_message}",
    "Value must be an iterable.",
    "Choice({choices})",
    "Invalid start character for option ({option})",
    "{value!r} does not match the format {format}.",
    "{value!r} is not a valid UUID.",
    "{name} {filename!r} is not executable.",
    "{len_type} values are required, but {len_value} was given.",
}
"""Texts of kinds of options that no command has."""


def test_the_compiled_spanish_is_that_of_the_text() -> None:
    with CATALOGUE.open("rb") as file:
        fresh = BytesIO()
        write_mo(fresh, read_po(file))
    fresh.seek(0)
    with CATALOGUE.with_suffix(".mo").open("rb") as stream:
        translations = gettext.GNUTranslations(stream)
    for text in catalogue():
        assert translations.gettext(text) == gettext.GNUTranslations(BytesIO(fresh.getvalue())).gettext(text)


def test_a_bad_command_line_never_mixes_languages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    for name, command in COMMANDS.items():
        option = ["--database", str(tmp_path)] if has(command, "--database") else ["--nonsense"]
        result = CliRunner().invoke(main, [*name.split(), *fitting(command, tmp_path), *option])
        assert result.exit_code == 2
        assert not {"Usage:", "Invalid", "Try"} & set(result.output.split())
