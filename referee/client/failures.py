"""Failures of a call: the service refused it, or could not be reached."""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType


class RefusalError(Struct, frozen=True):
    """An error in a request: its place, as a path, and a message."""

    path: str
    message: str


class Refusal(Struct, frozen=True):
    """The problem document of a refusal (RFC 9457). Fields that the refusal does not need are unset."""

    status: int
    title: str = ""
    detail: str = ""
    code: str = "internal"
    type: str = "about:blank"
    rule: str | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    index: int | UnsetType = UNSET
    alternatives: list[dict[str, Any]] | UnsetType = UNSET
    errors: list[RefusalError] | UnsetType = UNSET
    version: int | UnsetType = UNSET
    position: int | UnsetType = UNSET
    head: int | UnsetType = UNSET
    since: list[dict[str, Any]] | UnsetType = UNSET
    stored: str | UnsetType = UNSET
    retry_after: int | UnsetType = UNSET
    still: list[str] | UnsetType = UNSET
    possible: list[int] | UnsetType = UNSET
    people: list[dict[str, Any]] | UnsetType = UNSET
    matches: list[str] | UnsetType = UNSET
    contests: list[str] | UnsetType = UNSET
    undo_first: list[dict[str, Any]] | UnsetType = UNSET
    in_the_way: list[dict[str, Any]] | UnsetType = UNSET
    least: dict[str, Any] | UnsetType = UNSET
    existing: str | UnsetType = UNSET
    differing: list[str] | UnsetType = UNSET
    championship: str | UnsetType = UNSET
    instead: dict[str, Any] | UnsetType | None = UNSET
    difference: dict[str, Any] | UnsetType = UNSET


class ClientError(Exception):
    """A call failed."""


class RequestRefused(ClientError):
    """The service refused the request. `code` is the reason for programs, the text of the exception is for people."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {refusal.detail or refusal.title}")
        self.refusal = refusal

    @property
    def code(self) -> str:
        """The reason: a code of `/v1/problems/{code}`."""
        return self.refusal.code

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.refusal.status


class ServiceUnreachable(ClientError):
    """No answer came after all attempts. A write may have been stored or not: check before you send it as a new one."""


class CheckNotPossible(ClientError):
    """An export cannot be checked: it is no record that can be read, or the service's own package is not installed."""


def refusal_of(status: int, body: bytes) -> RequestRefused:
    """Makes the exception for an answer that is no success, also if a proxy sent it and it is no problem document."""
    try:
        return RequestRefused(msgspec.json.decode(body, type=Refusal))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return RequestRefused(
            Refusal(status=status, detail=f"the answer has status {status} and is no problem document")
        )
