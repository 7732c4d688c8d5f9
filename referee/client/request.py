"""A call: the request and the decoder of its answer. A client sends it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar
from uuid import uuid4

import msgspec
from msgspec import UNSET, Struct

T = TypeVar("T")
Value = str | int | bool | None


class Call(Struct, Generic[T], frozen=True, kw_only=True):
    """One request, `path` from `/v1` on. `read` decodes the body of the answer.

    After a network failure a GET or PATCH is repeated, and also a call with a `key` (its Idempotency-Key), which the service
    recognizes. Any other call is sent once.
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
        """True if the call is safe to send twice."""
        return self.method in {"GET", "PATCH"} or self.key is not None

    def all_headers(self) -> dict[str, str]:
        """The headers of the request, the fixed ones and its own."""
        key_header = {"Idempotency-Key": self.key} if self.key else {}
        type_header = {} if self.body is None else {"Content-Type": "application/json"}
        return {**type_header, **key_header, **self.headers}

    def content(self) -> bytes | None:
        """The body as JSON."""
        return None if self.body is None else msgspec.json.encode(self.body)

    def params(self) -> dict[str, str | int]:
        """The query, without parameters that are None or false."""
        return {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in self.query.items()
            if value is not None and value is not False
        }


def get(path: str, read: Callable[[bytes], T], **query: Value) -> Call[T]:
    """Makes a call that reads."""
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
    """Makes a call that writes, with a new key, so that it can be repeated and is stored once."""
    return Call(
        method=method, path=path, read=read, query=query or {}, body=body, headers=headers or {}, key=str(uuid4())
    )


def patch(path: str, read: Callable[[bytes], T], **fields: Any) -> Call[T]:
    """Makes a call that changes these fields (RFC 7396), without those that are unset. It can be repeated as it is."""
    body = {name: value for name, value in fields.items() if value is not UNSET}
    return Call(method="PATCH", path=path, read=read, body=body)


def present_fields(**fields: Any) -> dict[str, Any]:
    """A body with the fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def reading(shape: type[T]) -> Callable[[bytes], T]:
    """A decoder of answers of this type. Fields that a newer service adds are left out."""
    decoder = msgspec.json.Decoder(shape)
    return decoder.decode


def if_match(version: int | None) -> dict[str, str]:
    """The header with which a write is refused if another write came first; none without a version."""
    return {} if version is None else {"If-Match": f'"{version}"'}


def texts(values: Sequence[Any]) -> list[Any]:
    """Names in the form of the API: a text becomes a name, all other values stay as they are."""
    return [{"name": value} if isinstance(value, str) else value for value in values]
