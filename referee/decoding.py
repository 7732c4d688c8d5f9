"""Explanations of unreadable texts, in both languages.

msgspec gives them in English, in the words of Python's types. Here each of its sentences has a translation that needs
neither; a test holds the list against the installed msgspec.
"""

import codecs
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from referee.errors import ExplainedError
from referee.text import Text

TYPES: Mapping[str, Text] = {
    "int": Text(es="un número entero", en="a whole number"),
    "float": Text(es="un número", en="a number"),
    "str": Text(es="un texto", en="text"),
    "bool": Text(es="true o false", en="true or false"),
    "array": Text(es="una lista", en="a list"),
    "object": Text(es="un objeto", en="an object"),
    "null": Text(es="null", en="null"),
    "date": Text(es="una fecha", en="a date"),
    "datetime": Text(es="una fecha con hora", en="a date with a time"),
    "time": Text(es="una hora", en="a time"),
    "duration": Text(es="una duración", en="a duration"),
    "uuid": Text(es="un UUID", en="a UUID"),
    "decimal": Text(es="un número decimal", en="a decimal number"),
    "bytes": Text(es="un texto en Base64", en="Base64 text"),
}
PARTS: Mapping[str, tuple[Text, Text]] = {
    "str": (Text(es="carácter", en="character"), Text(es="caracteres", en="characters")),
    "array": (Text(es="elemento", en="item"), Text(es="elementos", en="items")),
    "object": (Text(es="campo", en="field"), Text(es="campos", en="fields")),
    "bytes": (Text(es="byte", en="byte"), Text(es="bytes", en="bytes")),
}
"""Units of a length: singular, plural."""
JSON_REASONS: Mapping[str, Text] = {
    "expected '\"'": Text(es="se esperaban unas comillas", en="a quotation mark was expected"),
    "expected ',' or ']'": Text(es="se esperaba una coma o ]", en="a comma or ] was expected"),
    "expected ',' or '}'": Text(es="se esperaba una coma o }", en="a comma or } was expected"),
    "expected ':'": Text(es="se esperaban dos puntos", en="a colon was expected"),
    "invalid character": Text(es="sobra un carácter", en="there is a character that does not belong there"),
    "invalid character in unicode escape": Text(es="un \\u no lleva cuatro cifras", en="a \\u lacks its four digits"),
    "invalid escape character in string": Text(es="un \\ sin sentido en un texto", en="a \\ in a text means nothing"),
    "invalid escaped character": Text(es="un \\ sin sentido", en="a \\ means nothing"),
    "invalid number": Text(es="un número mal escrito", en="a number is not written as JSON writes it"),
    "invalid utf-16 surrogate pair": Text(es="medio par sustituto", en="half of a surrogate pair"),
    "object keys must be strings": Text(es="una clave no es un texto", en="a key is not text"),
    "trailing characters": Text(es="sobra algo después del final", en="something follows after its end"),
    "trailing comma in array": Text(es="sobra una coma al final de una lista", en="a comma ends a list"),
    "trailing comma in object": Text(es="sobra una coma al final de un objeto", en="a comma ends an object"),
    "unexpected end of escaped utf-16 surrogate pair": Text(es="medio par sustituto", en="half of a surrogate pair"),
    "unexpected end of hex escape": Text(es="un \\u no lleva cuatro cifras", en="a \\u lacks its four digits"),
}
SHAPES: Mapping[str, Text] = {
    "RFC3339 encoded date": Text(es="una fecha RFC 3339", en="an RFC 3339 date"),
    "RFC3339 encoded datetime": Text(es="una fecha con hora RFC 3339", en="an RFC 3339 date with a time"),
    "RFC3339 encoded time": Text(es="una hora RFC 3339", en="an RFC 3339 time"),
    "ISO8601 duration": Text(es="una duración ISO 8601", en="an ISO 8601 duration"),
    "UUID": Text(es="un UUID", en="a UUID"),
    "UUID bytes": Text(es="un UUID", en="a UUID"),
    "base64 encoded string": Text(es="Base64", en="Base64"),
    "decimal string": Text(es="un número decimal", en="a decimal number"),
    "epoch timestamp": Text(es="segundos desde 1970", en="seconds since 1970"),
    "MessagePack timestamp": Text(es="una hora", en="a time"),
    "MessagePack timestamp: nanoseconds out of range": Text(es="una hora", en="a time"),
}
NESTED = Text(es="demasiados niveles, unos dentro de otros", en="nested too deep")
ENCODING = Text(es="no está en UTF-8", en="it is not UTF-8")


def unreadable(error: Exception) -> tuple[Text, str]:
    """The fault of an unreadable text, and its JSON path (`$`: the whole)."""
    if isinstance(error, RecursionError):
        return NESTED, "$"
    if isinstance(error, UnicodeDecodeError):
        return ENCODING, "$"
    match = re.fullmatch(_PATH, str(error), re.DOTALL)
    assert match is not None
    problem = sentence(match["what"])
    if match["key"]:
        problem = Text(es=f"una clave: {problem.es}", en=f"a key: {problem.en}")
    return problem, match["path"] or "$"


def sentence(text: str) -> Text:
    """A sentence of msgspec, without its path, in both languages. An unknown one stays as it is."""
    for pattern, words in _SENTENCES:
        if match := re.fullmatch(pattern, text, re.DOTALL):
            return words(match)
    return Text(es=f"no tiene la forma debida ({text})", en=text)


def _type(name: str) -> Text:
    """Types as msgspec joins them: `int | null`."""
    parts = [TYPES.get(part, Text(es=f"`{part}`", en=f"`{part}`")) for part in name.split(" | ")]
    return Text(es=" o ".join(part.es for part in parts), en=" or ".join(part.en for part in parts))


def _count(n: str, kind: str) -> Text:
    one, many = PARTS[kind]
    return Text(es=f"{n} {(one if n == '1' else many).es}", en=f"{n} {(one if n == '1' else many).en}")


def _type_mismatch(match: re.Match[str]) -> Text:
    expected_type, actual = _type(match["type"]), _type(match["got"])
    return Text(
        es=f"se esperaba {expected_type.es} y llegó {actual.es}", en=f"expected {expected_type.en}, got {actual.en}"
    )


def _required_type(match: re.Match[str]) -> Text:
    expected_type = _type(match["type"])
    return Text(es=f"se esperaba {expected_type.es}", en=f"expected {expected_type.en}")


def _length(match: re.Match[str]) -> Text:
    """A list, text or object that is too long or too short."""
    parts = match.groupdict()
    size = _count(parts["n"], parts["type"])
    if last := parts.get("last"):
        most = _count(last, parts["type"])
        size = Text(es=f"de {parts['n']} a {most.es}", en=f"{parts['n']} to {most.en}")
    elif parts.get("bound") in {"at least ", ">= "}:
        size = Text(es=f"al menos {size.es}", en=f"at least {size.en}")
    elif parts.get("bound"):
        size = Text(es=f"como mucho {size.es}", en=f"at most {size.en}")
    actual = parts.get("got")
    return Text(
        es=f"tiene que haber {size.es}" + (f", y hay {actual}" if actual else ""),
        en=f"needs {size.en}" + (f", got {actual}" if actual else ""),
    )


BOUNDS: Mapping[str, Text] = {
    ">=": Text(es="o más", en="or more"),
    "<=": Text(es="o menos", en="or less"),
    ">": Text(es="de más de", en="more than"),
    "<": Text(es="de menos de", en="less than"),
}


def _bound(match: re.Match[str]) -> Text:
    expected_type, bound, n = TYPES[match["type"]], BOUNDS[match["bound"]], match["n"]
    if match["bound"] in {">=", "<="}:
        return Text(
            es=f"se esperaba {expected_type.es}, {n} {bound.es}", en=f"expected {expected_type.en}, {n} {bound.en}"
        )
    return Text(es=f"se esperaba {expected_type.es} {bound.es} {n}", en=f"expected {expected_type.en}, {bound.en} {n}")


def _fixed_words(es: str, en: str) -> Callable[[re.Match[str]], Text]:
    """A sentence that repeats parts of msgspec's as they are, such as names of fields and values."""
    return lambda match: Text(es=match.expand(es), en=match.expand(en))


def _form(match: re.Match[str]) -> Text:
    """The regular expression that a text does not fit, as schemas write it."""
    pattern = match[1].replace(r"\\Z", "$")
    return Text(es=f"se esperaba un texto de la forma {pattern}", en=f"expected text of the form {pattern}")


def _json(match: re.Match[str]) -> Text:
    why = JSON_REASONS.get(match["why"], Text(es=match["why"], en=match["why"]))
    at = match["byte"]
    return Text(es=f"no es JSON: {why.es} (byte {at})", en=f"it is not JSON: {why.en} (byte {at})")


def _shape(match: re.Match[str]) -> Text:
    shape = SHAPES.get(match["shape"], Text(es=match["shape"], en=match["shape"]))
    return Text(es=f"no es {shape.es}", en=f"it is not {shape.en}")


_PATH = r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`(?P<path>[^`]*?)(?:\[\.\.\.\][^`]*)?`)?"
"""A sentence of msgspec and its path, which ends at an object whose keys are not known beforehand: `[...]` names none of them."""
_SENTENCES: tuple[tuple[str, Callable[[re.Match[str]], Text]], ...] = (
    (
        r"Expected `(?P<type>\w+)` of (?P<bound>at least |at most )?length (?P<n>\d+)(?: to (?P<last>\d+))?"
        r"(?:, got (?P<got>\d+))?",
        _length,
    ),
    (r"Expected `(?P<type>\w+)` of length (?P<bound>[<>]= )(?P<n>\d+)", _length),
    (r"Expected `(?P<type>[^`]*)`, got `(?P<got>[^`]*)`", _type_mismatch),
    (r"Expected `(?P<type>\w+)` (?P<bound>>=|<=|>|<) (?P<n>\S+)", _bound),
    (
        r"Expected `\w+` that's a multiple of (\S+)",
        _fixed_words(r"se esperaba un múltiplo de \1", r"expected a multiple of \1"),
    ),
    (
        r"Expected `str` matching regex (.*)",
        _form,
    ),
    (
        r"Expected `\w+` with a timezone component",
        _fixed_words("falta la zona horaria", "the time zone is missing"),
    ),
    (
        r"Expected `\w+` with no timezone component",
        _fixed_words("sobra la zona horaria", "a time zone does not belong here"),
    ),
    (r"Expected `(?P<type>[^`]*)`", _required_type),
    (
        r"Object missing required field (`.*`)",
        _fixed_words(r"falta el campo \1", r"the field \1 is missing"),
    ),
    (
        r"Object contains unknown field (`.*`)",
        _fixed_words(r"campo desconocido \1", r"unknown field \1"),
    ),
    (
        r"Invalid (?:enum )?value (.*)",
        _fixed_words(r"\1 no es uno de los valores posibles", r"\1 is not one of the possible values"),
    ),
    (r"Invalid (?P<shape>.*)", _shape),
    (
        r"(?:Integer value|Number) out of range",
        _fixed_words("el número es demasiado grande", "the number is too large"),
    ),
    (
        r"(?:Timestamp|Duration) is out of range ?",
        _fixed_words("esa hora no existe", "there is no such time"),
    ),
    (r"Input data was truncated", _fixed_words("el JSON está cortado", "the JSON breaks off")),
    (r"JSON is malformed: (?P<why>.*) \(byte (?P<byte>\d+)\)", _json),
)
"""The sentences of msgspec, compiled when the first fault is explained."""


def in_utf8(raw: bytes) -> bytes:
    """A file of text as this program writes one: without a byte order mark, and in UTF-8 where it has the mark of UTF-16.

    Editors and terminals of Windows write both.
    """
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return raw.decode("utf-16").encode()
        except UnicodeError:
            return raw
    return raw.removeprefix(codecs.BOM_UTF8)


def json_lines(raw: bytes) -> list[tuple[int, bytes]]:
    """The lines of newline-delimited JSON that are not blank, each with its number in the file from 1.

    Lines may end in CR LF, and the file may begin with a byte order mark.
    """
    return [(number, line) for number, line in enumerate(in_utf8(raw).splitlines(), 1) if line.strip()]


def text_in(content: str, field: str) -> str:
    """The text of this field, if the content is a JSON object that has one; else the content itself."""
    try:
        value = strict_object(content.encode()).get(field) if content.lstrip().startswith("{") else None
    except ExplainedError:
        value = None
    return value if isinstance(value, str) else content


def strict_object(raw: bytes) -> dict[str, Any]:
    """A JSON object without repeated names and with valid characters only, so that every other reader reads the same.

    Raises ExplainedError.
    """
    try:
        value = _strict.decode(raw.decode(json.detect_encoding(raw)))
        if _SURROGATE.search(raw):
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        at = error.pos + 1
        raise ExplainedError(Text(es=f"no es JSON (carácter {at})", en=f"it is not JSON (character {at})")) from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise ExplainedError(unreadable(error)[0]) from error
    except UnicodeEncodeError as error:
        raise ExplainedError(Text(es="medio par sustituto", en="half of a surrogate pair")) from error
    except ValueError as error:
        # Python reads no number of more than 4,300 digits.
        raise ExplainedError(Text(es="un número es demasiado largo", en="a number is too long")) from error
    if not isinstance(value, dict):
        raise ExplainedError(Text(es="no es un objeto JSON", en="it is not a JSON object"))
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ExplainedError(Text(es="un nombre sale dos veces en un objeto", en="a name comes twice in one object"))
    return fields


def _refuse(constant: str) -> None:
    raise ExplainedError(Text(es=f"{constant} no es JSON", en=f"{constant} is not JSON"))


_SURROGATE = re.compile(rb"\\u[dD][89abcdefABCDEF]")
_strict = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refuse)
"""`json.loads` would make one for every line of a file."""
