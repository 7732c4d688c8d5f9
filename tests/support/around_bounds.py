"""Values around the bounds of a JSON Schema: a valid value in which one thing is changed, to just inside a bound or just outside.

They are made without asking which of the two they are: a validator of JSON Schema tells that of the whole value.
"""

from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any, NamedTuple

import jsonschema_rs
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from referee.characters import ONE_LINE, SEEN, UNBROKEN

Json = dict[str, Any]
Path = tuple[str | int, ...]

OTHER_TYPES: tuple[Any, ...] = (None, True, 1, 1.5, "x", [], {})
LARGE = 2**53
MOST_ITEMS = 4
"""The items of any list, where its schema allows more and fewer."""
UNKNOWN = "unheard_of"
"""The name of a field that no schema has."""
TEXTS = ("", " ", "x\n", "\nx", "x\r\n", "x\ty", "ñandú", "nand\u0303u", "٣", "𝒳", "x\0", "x\x85", "x\u202ey", "x\x7f")
"""Texts that patterns and databases may take amiss: line breaks, other scripts, beyond 16 bits, unseen characters."""
OF_PATTERN: dict[str, tuple[str, ...]] = {
    SEEN: ("x",),
    ONE_LINE: ("x", " x ", " ", "\u3000", "\ufeff", "x\ny", "x\u2028y", "x\ty"),
    UNBROKEN: ("x", "x\ry"),
    "^[!-~]+$": ("!", "~", "", "a b", "a\tb", "ñ", "\x7f"),
    "^[0-9]{4,12}$": ("2718", "1" * 12, "271", "1" * 13, "27a8", "2718\n", "٢٧١٨"),
    "^[0-9a-f]{64}$": ("0" * 64, "0" * 63, "0" * 65, "A" * 64, "0" * 64 + "\n"),
    "^c[1-9][0-9]*$": ("c1", "c10", "c0", "c", "C1", "c1\n", "c١"),
    "^b[1-9][0-9]*$": ("b1", "b10", "b0", "b", "B1", "b1\n"),
    "^[BCDEHOS]$": ("B", "C", "O", "H", "A", "b", "BB", "B\n"),
    "^https?://[!-~]+$": (
        "https://board.example/a",
        "http://board.example",
        "ftp://board.example",
        "https://",
        "HTTPS://board.example/",
        "https://board.example/a b",
        "https://board.example/ñ",
        "https://board.example/\n",
    ),
    "^whsec_[A-Za-z0-9+/]{32,87}={0,2}$": (
        "whsec_" + "A" * 32,
        "whsec_" + "A" * 86 + "==",
        "whsec_" + "A" * 31,
        "whsec_" + "A" * 88,
        "WHSEC_" + "A" * 32,
        "whsec_" + "A" * 32 + "\n",
    ),
}
"""For each regular expression of a body: texts that it takes and texts that it does not."""
CARD = "^((X)[12]|"
CARDS = ("2C", "1O", "12B", "QS", "X1", "X3", "13O", "1C\n", "qs", "2", "10S", "2CC")
OF_FORMAT: dict[str, tuple[str, ...]] = {
    "date": (
        "1960-04-05",
        "2024-02-29",
        "2023-02-29",
        "0001-01-01",
        "0000-01-01",
        "9999-12-31",
        "1960-4-5",
        "19600405",
        "1960-W14-2",
        "1960-04-05T00:00:00Z",
        "1960-04-05\n",
        "",
    ),
    "date-time": (
        "2999-05-01T17:00:00Z",
        "2999-05-01t17:00:00z",
        "2999-05-01T17:00:00.5+02:00",
        "2999-05-01T17:00:00.123456789-23:59",
        "2999-05-01T17:00:00-00:00",
        "2998-12-31T23:59:60Z",
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+23:59",
        "9999-12-31T23:59:59-23:59",
        "2999-02-29T17:00:00Z",
        "2999-05-01T24:00:00Z",
        "2999-05-01T17:00:00+24:00",
        "2999-05-01T17:00:00",
        "2999-05-01 17:00:00Z",
        "2999-05-01T17:00Z",
        "2999-05-01T17:00:00,5Z",
        "2999-05-01T17:00:00+0200",
        "29990501T170000Z",
        "2999-W18-5T17:00:00Z",
        "2999-05-01T17:00:00Z\n",
        "2999-05-01",
        "",
    ),
}


class Probe(NamedTuple):
    """A value in which one thing was changed, and where: as a JSON path, such as `$.players[0].name`."""

    place: Path
    value: Any

    @property
    def path(self) -> str:
        """The place as refusals write it."""
        return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.place)


class Bounds:
    """The schemas of a document by name, and values around their bounds."""

    def __init__(self, components: Json) -> None:
        self._components = components

    def validator(self, schema: Json) -> jsonschema_rs.Validator:
        """A validator by the standard, formats too."""
        return jsonschema_rs.Draft202012Validator({**schema, "components": self._components}, validate_formats=True)

    def resolve(self, schema: Json) -> Json:
        """The schema that a reference leads to."""
        while "$ref" in schema:
            schema = self._components["schemas"][schema["$ref"].rpartition("/")[2]]
        return schema

    def kind_of(self, schema: Json, value: Any) -> Json:
        """Of a choice between schemas the one of this value; any other schema as it is."""
        resolved_schema = self.resolve(schema)
        return next((one for one in self._branches(resolved_schema) if self.validator(one).is_valid(value)), schema)

    def sample(self, schema: Json) -> Any:
        """A small value of this schema."""
        schema = self.resolve(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        for branch in self._branches(schema):
            return self.sample(branch)
        match _types(schema)[0]:
            case "object":
                return {name: self.sample(schema["properties"][name]) for name in schema.get("required", ())}
            case "array":
                return [self.sample(schema["items"])] * schema.get("minItems", 0)
            case "string":
                return next(text for text in _texts(schema) if self.validator(schema).is_valid(text))
            case "boolean":
                return False
            case _:
                return schema.get("minimum", 0)

    def values(self, schema: Json) -> SearchStrategy[Any]:
        """Any values of this schema."""
        schema = self.resolve(schema)
        if "const" in schema or "enum" in schema:
            return st.sampled_from(schema.get("enum", [schema.get("const")]))
        if branches := self._branches(schema):
            return st.one_of([self.values(branch) for branch in branches])
        return st.one_of([self._values_of_type(type_, schema) for type_ in _types(schema)])

    def _values_of_type(self, type_: str, schema: Json) -> SearchStrategy[Any]:
        match type_:
            case "object" if "properties" not in schema:
                keys = self.values(_names(schema))
                return st.dictionaries(keys, self.values(schema["additionalProperties"]), max_size=MOST_ITEMS)
            case "object":
                parts = {name: self.values(shape) for name, shape in schema["properties"].items()}
                required = {name: parts.pop(name) for name in schema.get("required", ())}
                objects = st.fixed_dictionaries(required, optional=parts)
                return objects.filter(lambda fields: len(fields) >= schema.get("minProperties", 0))
            case "array":
                least, most = schema.get("minItems", 0), schema.get("maxItems", MOST_ITEMS)
                return st.lists(
                    self.values(schema["items"]), min_size=least, max_size=max(least, min(most, MOST_ITEMS))
                )
            case "string":
                validator = self.validator(schema)
                return st.sampled_from([text for text in (*_texts(schema), *TEXTS) if validator.is_valid(text)])
            case "integer":
                return st.integers(schema["minimum"], schema["maximum"])
            case "number":
                return st.floats(schema["minimum"], schema["maximum"])
            case _:
                return st.none() if type_ == "null" else st.booleans()

    def around(self, schema: Json, value: Any) -> Iterator[Probe]:
        """This value of a schema, each time with one thing changed: in its own bounds, or in those of a part."""
        schema = self.resolve(schema)
        assert "allOf" not in schema, "a kind of schema that is not tried yet"
        yield from (Probe((), other) for other in OTHER_TYPES)
        for branch in self._branches(schema):
            fits = self.validator(branch).is_valid(value)
            yield from self.around(branch, value if fits else self.sample(branch))
        yield from (Probe((), word) for one in schema.get("enum", [schema.get("const")]) for word in _near(one))
        if not {"enum", "const"} & schema.keys():
            for type_ in _types(schema):
                if is_of_type := _OF_TYPE.get(type_):
                    yield from is_of_type(
                        self, schema, value if _has_type(type_, value) else self._first(type_, schema)
                    )

    def _first(self, type_: str, schema: Json) -> Any:
        return self.sample({**schema, "type": type_})

    def _branches(self, schema: Json) -> list[Json]:
        return [*schema.get("anyOf", ()), *schema.get("oneOf", ())]

    def _around_object(self, schema: Json, whole: Json) -> Iterator[Probe]:
        if "properties" not in schema:
            yield from self._around_map(schema, whole)
            return
        yield Probe((UNKNOWN,), {**whole, UNKNOWN: 1})
        for name in whole:
            yield Probe((name,), {key: part for key, part in whole.items() if key != name})
        for name, shape in schema.get("properties", {}).items():
            part = whole.get(name)
            if part is None:
                part = self.sample(shape)
                yield Probe((name,), {**whole, name: part})
            for place, changed in self.around(shape, part):
                yield Probe((name, *place), {**whole, name: changed})

    def _around_map(self, schema: Json, whole: Json) -> Iterator[Probe]:
        shape = schema["additionalProperties"]
        key, part = next(iter(whole.items()), ("x", self.sample(shape)))
        for size in (schema["maxProperties"], schema["maxProperties"] + 1):
            yield Probe((), {f"{key}{n}": part for n in range(size)})
        for _, other in self.around(_names(schema), key):
            if isinstance(other, str):
                yield Probe((), {other: part})
        for place, changed in self.around(shape, part):
            yield Probe((key, *place), {**whole, key: changed})

    def _around_array(self, schema: Json, items: list[Any]) -> Iterator[Probe]:
        several = items or [self.sample(schema["items"])]
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        for size in {max(0, least - 1), least, *(() if most is None else (most, most + 1))}:
            yield Probe((), [*islice(cycle(several), size)])
        for place, changed in self.around(schema["items"], several[0]):
            yield Probe((0, *place), [changed, *several[1:]])

    def _around_string(self, schema: Json, text: str) -> Iterator[Probe]:
        yield from (Probe((), other) for other in _texts(schema))
        if "pattern" in schema or "format" not in schema:
            yield from (Probe((), other) for other in (*TEXTS, f"{text}\n", f"\n{text}", f" {text}"))

    def _around_number(self, schema: Json, number: float) -> Iterator[Probe]:
        bounds = [schema[name] for name in ("minimum", "maximum") if name in schema]
        near = [bound + step for bound in bounds for step in (-1, 0, 1)]
        yield from (Probe((), other) for other in (*near, float(number), LARGE, -LARGE, 10**19, 1e300, number + 0.5))


_OF_TYPE: dict[str, Callable[[Bounds, Json, Any], Iterator[Probe]]] = {
    "object": Bounds._around_object,
    "array": Bounds._around_array,
    "string": Bounds._around_string,
    "integer": Bounds._around_number,
    "number": Bounds._around_number,
}
_PYTHON_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
}


def _names(schema: Json) -> Json:
    """The schema of the names in a map, which are texts."""
    return {"type": "string", **schema["propertyNames"]}


def _has_type(type_: str, value: Any) -> bool:
    return isinstance(value, _PYTHON_TYPES[type_]) and not isinstance(value, bool)


def _types(schema: Json) -> list[str]:
    types = schema.get("type", ["any"])
    return [types] if isinstance(types, str) else list(types)


def _texts(schema: Json) -> Iterator[str]:
    """Texts at the limits of length, of the pattern and of the format."""
    pattern = schema.get("pattern", SEEN)
    own = CARDS if pattern.startswith(CARD) else OF_PATTERN[pattern]
    yield from OF_FORMAT.get(schema.get("format", ""), ())
    yield from own
    if "maxLength" in schema:
        yield from (own[0] * schema["maxLength"], own[0] * (schema["maxLength"] + 1), "𝒳" * schema["maxLength"])


def _near(word: Any) -> tuple[Any, ...]:
    """Values like one of an enum that are another value."""
    if isinstance(word, str):
        return word, word.upper(), f"{word}\n", f" {word}", f"{word}s"
    return (word, word + 1, float(word)) if isinstance(word, int) else (word,)
