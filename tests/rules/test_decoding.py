"""Errors for a text that cannot be read: the messages of msgspec, in plain words of both languages."""

import re
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct, _core

from referee.decoding import JSON_REASONS, sentence, unreadable

SAID = re.compile(rb"(?:Expected `|Object |Invalid |Integer value|Number |Timestamp |Duration )[\x20-\x7e]*?(?=%U\0)")
"""Sentences of msgspec as its library holds them: each ends with the place of its path."""
FILLED = {"%zd": "3", "%lld": "3", "%llu": "3", "%U": "x", "%s": ">=", "%R": "'x'"}
NOT_OF_A_READER = {"Expected `%s` %s", "Expected `bytes`"}


def sentences() -> list[str]:
    """Every sentence in which msgspec refuses something, with its places filled in."""
    texts = {text.decode() for text in SAID.findall(Path(_core.__file__).read_bytes())}
    return sorted({_fill_in(text) for text in texts})


def _fill_in(text: str) -> str:
    text = text.replace("`%s`", "`int`").replace("`%U`", "`int`")
    return re.sub(r"%(?:zd|lld|llu|U|s|R)", lambda place: FILLED[place[0]], text)


def test_every_sentence_of_msgspec_has_one_of_ours() -> None:
    every = sentences()
    assert len(every) > 30
    assert [text for text in every if "la forma debida" in sentence(text).es] == []


def test_every_reason_of_its_json_reader_is_known() -> None:
    reasons = re.findall(
        rb"\0((?:expected '|invalid |object keys|trailing |unexpected end)[\x20-\x7e]+)(?=\0)", _library()
    )
    assert len(reasons) > 10
    assert {reason.decode() for reason in reasons} - {"invalid", *JSON_REASONS} == set()


def _library() -> bytes:
    return Path(_core.__file__).read_bytes()


class FieldKinds(Struct, forbid_unknown_fields=True):
    """One field of each kind."""

    whole: Annotated[int, Meta(ge=0, le=5)] = 0
    part: Annotated[float, Meta(gt=0)] = 1.0
    text: Annotated[str, Meta(min_length=1, max_length=3, pattern="^a")] = "a"
    items: Annotated[list[int], Meta(min_length=1, max_length=2)] = []
    pair: tuple[int, int] = (1, 2)
    word: Literal["yes", "no"] = "yes"
    maybe: int | None = None
    time: datetime | None = None
    mapping: dict[str, int] = {}


BAD: list[tuple[Any, str, str, str]] = [
    ({"whole": "1"}, "$.whole", "se esperaba un número entero y llegó un texto", "expected a whole number, got text"),
    ({"whole": 9}, "$.whole", "se esperaba un número entero, 5 o menos", "expected a whole number, 5 or less"),
    ({"part": 0}, "$.part", "se esperaba un número de más de 0.0", "expected a number, more than 0.0"),
    ({"text": ""}, "$.text", "tiene que haber al menos 1 carácter", "needs at least 1 character"),
    ({"text": "aaaa"}, "$.text", "tiene que haber como mucho 3 caracteres", "needs at most 3 characters"),
    ({"text": "b"}, "$.text", "se esperaba un texto de la forma '^a'", "expected text of the form '^a'"),
    ({"items": []}, "$.items", "tiene que haber al menos 1 elemento", "needs at least 1 item"),
    ({"pair": [1]}, "$.pair", "tiene que haber 2 elementos", "needs 2 items"),
    ({"word": "ja"}, "$.word", "'ja' no es uno de los valores posibles", "'ja' is not one of the possible values"),
    (
        {"maybe": "x"},
        "$.maybe",
        "se esperaba un número entero o null y llegó un texto",
        "expected a whole number or null, got text",
    ),
    ({"time": "soon"}, "$.time", "no es una fecha con hora RFC 3339", "it is not an RFC 3339 date with a time"),
    ({"mapping": [1]}, "$.mapping", "se esperaba un objeto y llegó una lista", "expected an object, got a list"),
    ({"nope": 1}, "$", "campo desconocido `nope`", "unknown field `nope`"),
]


@pytest.mark.parametrize(
    ("body", "path", "es", "en"), BAD, ids=[next(iter(body)) + str(n) for n, (body, *_) in enumerate(BAD)]
)
def test_a_bad_value_is_told(body: Any, path: str, es: str, en: str) -> None:
    with pytest.raises(msgspec.ValidationError) as bad:
        msgspec.json.decode(msgspec.json.encode(body), type=FieldKinds)
    assert unreadable(bad.value) == (sentence(str(bad.value).partition(" - at")[0]), path)
    assert (unreadable(bad.value)[0].es, unreadable(bad.value)[0].en) == (es, en)


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[1,]", b'{"a":1,}', b"{1:2}", b'"\\x"', b"nul", b"01", b"1 2", b'"\\ud800"', b"\xff", b'{"a" 1}'],
)
def test_no_json_is_told_in_spanish(text: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as bad:
        msgspec.json.decode(text)
    what, path = unreadable(bad.value)
    assert path == "$"
    assert not re.search(r"\b(is|the|malformed|invalid|expected|truncated)\b", what.es), what.es


def test_what_is_nested_too_deep_is_told() -> None:
    with pytest.raises(RecursionError) as deep:
        msgspec.json.decode(b"[" * 100_000)
    assert unreadable(deep.value)[0].es == "demasiados niveles, unos dentro de otros"
