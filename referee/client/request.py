"""A call: what is sent, and how its answer is read. It does nothing by itself; a client sends it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar
from uuid import uuid4

import msgspec
from msgspec import Struct

T = TypeVar("T")
Value = str | int | bool | None


class Call(Struct, Generic[T], frozen=True, kw_only=True):
    """One request, `path` from `/v1` on. `read` makes the answer of its body.

    A GET is repeated after a failure of the network, and a call with a `key`, its Idempotency-Key, by which the service knows
    it again. Any other is sent once.
    """

    method: str
    path: str
    read: Callable[[bytes], T]
    query: Mapping[str, Value] = {}
    body: Any = None
    headers: Mapping[str, str] = {}
    key: str | None = None

    @property
    def repeats(self) -> bool:
        """Whether it does no harm to send it twice."""
        return self.method == "GET" or self.key is not None

    def all_headers(self) -> dict[str, str]:
        """The headers of the request."""
        keyed = {"Idempotency-Key": self.key} if self.key else {}
        typed = {} if self.body is None else {"Content-Type": "application/json"}
        return {**typed, **keyed, **self.headers}

    def content(self) -> bytes | None:
        """The body as JSON."""
        return None if self.body is None else msgspec.json.encode(self.body)

    def params(self) -> dict[str, str | int]:
        """The query, without what was not given."""
        return {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in self.query.items()
            if value is not None and value is not False
        }


def get(path: str, read: Callable[[bytes], T], **query: Value) -> Call[T]:
    """A question."""
    return Call(method="GET", path=path, read=read, query=query)


def post(
    path: str,
    read: Callable[[bytes], T],
    body: Any,
    *,
    method: str = "POST",
    query: Mapping[str, Value] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Call[T]:
    """A write with a key of its own, so that it can be repeated and is stored once."""
    return Call(
        method=method, path=path, read=read, query=query or {}, body=body, headers=headers or {}, key=str(uuid4())
    )


def given(**fields: Any) -> dict[str, Any]:
    """A body of the fields that were given: those that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def reading(shape: type[T]) -> Callable[[bytes], T]:
    """How an answer of this shape is read. Fields that a newer service adds are left out."""
    decoder = msgspec.json.Decoder(shape)
    return decoder.decode


def if_match(version: int | None) -> dict[str, str]:
    """The header by which a write is refused when somebody else wrote first."""
    return {} if version is None else {"If-Match": f'"{version}"'}


def texts(values: Sequence[Any]) -> list[Any]:
    """Names as the service takes them: text is a name, anything else goes as it is."""
    return [{"name": value} if isinstance(value, str) else value for value in values]
