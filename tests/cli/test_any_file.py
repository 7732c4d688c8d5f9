"""Commands that read a file: a record saved by other programs is read, and no file at all makes a traceback."""

import codecs
import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api.cli.main import main
from tests.support.commands import invoke

RECORDS = Path(__file__).parents[1] / "data" / "records"
RECORD = RECORDS / "hearts-openspiel-05.match.jsonl"
HOUSE = {"name": "Casa", "author": "Peña", "ruleset": "hearts.castillar", "params": {"limit": 50}}
SAVED: dict[str, Callable[[bytes], bytes]] = {
    "byte order mark": lambda text: codecs.BOM_UTF8 + text,
    "CR LF": lambda text: text.replace(b"\n", b"\r\n"),
    "blank lines": lambda text: b"\n \t\n" + text.replace(b"\n", b"\n\n") + b"\n  \n",
    "all of these": lambda text: codecs.BOM_UTF8 + b"\r\n" + text.replace(b"\n", b"\r\n\r\n") + b"\r\n",
    "UTF-16": lambda text: text.decode().encode("utf-16"),
    "no last line end": lambda text: text.rstrip(b"\n"),
}
"""A file as other programs save it."""
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    2**70,
    "",
    "x",
    "2C",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
    "\u202e",
    "\ud800",
)
EXAMPLES = 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Files of every kind that a command reads, as this program writes them."""
    folder = tmp_path_factory.mktemp("files")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFEREE_DATABASE", str(folder / "cli.sqlite"))
        patch.setenv("REFEREE_ORIGIN", "example.org/club")
        patch.setenv("XDG_DATA_HOME", str(folder))
        match = json.loads(invoke("import", "--json", RECORD).output)["match"]
        (folder / "bare").write_bytes(RECORD.read_bytes())
        (folder / "record").write_text(invoke("export", match, "--proofs", folder / "proofs").stdout, encoding="utf-8")
        (folder / "key").write_text(invoke("key").stdout, encoding="utf-8")
        (folder / "checkpoint").write_text(invoke("checkpoint").stdout, encoding="utf-8")
        (folder / "house").write_text(json.dumps(HOUSE), encoding="utf-8")
        yield folder


def reads(folder: Path, kind: str, file: Path) -> list[list[object]]:
    """The commands that read a file of this kind, with the other files that they need."""
    key_options = ["--key", folder / "key"]
    return {
        "bare": [["audit", file], ["import", file], ["verify", file]],
        "record": [
            *(["verify", file, *more] for more in ([], ["--json"], ["--proofs", folder / "proofs", *key_options])),
            *(["audit", file], ["import", file]),
        ],
        "proofs": [["verify", folder / "record", "--proofs", file, *key_options], ["verify", file, *key_options]],
        "key": [["verify", folder / "record", "--proofs", folder / "proofs", "--key", file]],
        "checkpoint": [["verify", "--checkpoint", file]],
        "house": [["house", file], ["house", file, "--rulebook", "--json"]],
    }[kind]


KINDS = ("bare", "record", "proofs", "key", "checkpoint", "house")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def output(result: Result) -> str:
    """The output of a command, without ids, hashes and times, which it makes anew each time."""
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|\d{4}-\d\d-\d\d[T ][\d:.]+", "_", result.output)


# A checkpoint is a note: its line ends are part of the signed text.
@pytest.mark.parametrize(
    ("kind", "way"),
    [
        (kind, way)
        for kind in KINDS
        for way in SAVED
        if kind != "checkpoint" or way in {"byte order mark", "CR LF", "UTF-16"}
    ],
)
def test_a_file_that_another_program_saved_is_read_as_it_was(folder: Path, kind: str, way: str) -> None:
    (whole := folder / "whole" / "file.jsonl").parent.mkdir(exist_ok=True)
    (other := folder / "other" / "file.jsonl").parent.mkdir(exist_ok=True)
    whole.write_bytes((folder / kind).read_bytes())
    other.write_bytes(SAVED[way](whole.read_bytes()))
    for plain, other_command in zip(reads(folder, kind, whole), reads(folder, kind, other), strict=True):
        result_plain, result = run(*plain), run(*other_command)
        assert result.exit_code == result_plain.exit_code, result.output
        assert output(result).replace("/other/", "/whole/") == output(result_plain)


@pytest.mark.parametrize("command", [["import"], ["audit"], ["verify"]])
def test_a_line_is_named_by_its_number_in_the_file(folder: Path, command: list[str]) -> None:
    lines = (folder / "record").read_bytes().splitlines()
    file = folder / "broken.jsonl"
    file.write_bytes(
        b"\n\n" + b"\n\n".join([*lines[:2], lines[2].replace(b'"version":3', b'"version":33'), *lines[3:]])
    )
    result = run(*command, file)
    assert result.exit_code == 1
    assert "line 7" in result.output or "línea 7" in result.output, result.output


def change_value(text: bytes, chance: random.Random) -> bytes:
    """A file with a mistake: one value of a line, or bytes."""
    lines = text.split(b"\n")
    number = chance.randrange(len(lines))
    try:
        line = json.loads(lines[number])
    except ValueError:
        return break_file(text, chance)
    places = [*_places(line)]
    *way, last = chance.choice(places) if places else [None]
    parent: Any = line
    for step in way:
        parent = parent[step]
    if last is not None and chance.random() < 0.2:
        del parent[last]
    elif last is not None:
        parent[last] = chance.choice(VALUES)
    lines[number] = json.dumps(line).encode()
    return b"\n".join(lines)


def break_file(text: bytes, chance: random.Random) -> bytes:
    """A file cut, turned round, or of another kind altogether."""
    at = chance.randrange(len(text))
    lines = text.split(b"\n")
    chance.shuffle(lines)
    return chance.choice(
        [
            text[:at],
            text[:at] + bytes([chance.randrange(256)]) + text[at + 1 :],
            text[at:],
            b"\n".join(lines),
            b'{"type": "open"}\n' + text,
            b"\0" + text,
            b"[" * 50_000,
            b'{"a":' + b"9" * 5_000 + b"}",
            chance.randbytes(200),
            b"",
        ]
    )


def _places(value: Any, *way: Any) -> Iterator[tuple[Any, ...]]:
    """The way to each value inside of another."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield (*way, step)
        yield from _places(inner, *way, step)


@pytest.mark.parametrize("kind", KINDS)
def test_no_file_whatever_makes_a_traceback(folder: Path, kind: str) -> None:
    file, whole = folder / "any.jsonl", (folder / kind).read_bytes()
    for seed in range(EXAMPLES):
        chance = random.Random(seed)
        text = chance.choice([change_value, change_value, break_file])(whole, chance)
        file.write_bytes(chance.choice([*SAVED.values()])(text) if text.isascii() and chance.random() < 0.2 else text)
        command = chance.choice([*reads(folder, kind, file), ["audit", file], ["verify", file], ["house", file]])
        result = run(*command)
        assert result.exception is None or isinstance(result.exception, SystemExit), (command, text[:2000])
        assert result.exit_code in {0, 1, 2}
        assert result.output.strip()
