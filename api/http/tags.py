"""ETags: the version of what is told, or a digest of the answer, or both (RFC 9110, 8.8.3)."""

from hashlib import sha256

TAG_MARK = "-"
"""What follows it in the ETag of an answer with a version names no version."""
NOT_WHOLE = "*"
"""What ends an ETag that is to have a digest."""
QUOTED = '"' + NOT_WHOLE


def version_tag(version: int, mark: str = "", *, whole: bool = True) -> str:
    """The ETag of an answer with a version, and a `mark` of what else it goes by.

    Without `whole` the version does not say all that the answer depends on: who reads it, how they read it, or what came later.
    Then what is sent has a digest behind it, which `Revalidation` puts there once the body is known.
    """
    return f'"{version}{mark}{"" if whole else NOT_WHOLE}"'


def tag_with_digest(tag: str, body: bytes) -> str:
    """The ETag of this version with the digest of its answer."""
    return f'"{tag.strip(QUOTED)}{TAG_MARK}{digest_of(body).strip(QUOTED)}"'


def digest_of(body: bytes) -> str:
    """The ETag of an answer without a version."""
    return f'"{sha256(body).hexdigest()[:16]}"'
