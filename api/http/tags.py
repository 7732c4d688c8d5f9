"""ETags: a version, or a digest of the answer, or both (RFC 9110, 8.8.3)."""

from hashlib import sha256

TAG_MARK = "-"
"""Separates the version in an ETag from a mark or digest behind it."""
NOT_WHOLE = "*"
"""The end of an ETag to which `ConditionalGet` adds a digest."""
QUOTED = '"' + NOT_WHOLE


def version_tag(version: int, mark: str = "", *, whole: bool = True) -> str:
    """The ETag of an answer with a version, and a `mark` of its other dependencies.

    Without `whole` the answer depends on more than the version and the mark: on its reader, its form, or later events. Then
    `ConditionalGet` adds a digest once the body is known.
    """
    return f'"{version}{mark}{"" if whole else NOT_WHOLE}"'


def tag_with_digest(tag: str, body: bytes) -> str:
    """Adds the digest of the body to an ETag."""
    return f'"{tag.strip(QUOTED)}{TAG_MARK}{body_tag(body).strip(QUOTED)}"'


def body_tag(body: bytes) -> str:
    """The ETag of an answer without a version: a digest of its body."""
    return f'"{sha256(body).hexdigest()[:16]}"'
