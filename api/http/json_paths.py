"""Places in JSON documents, such as `$.draws[].order[].id`: `[]` stands for each item of a list."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any


def common(documents: Sequence[Any]) -> Any:
    """Returns the first document with null for each part in which the documents differ.

    A part that differs in one item of a list is null in all of them: chance decides it for each item, but an item may have the
    same value in every document, such as one of many entrants that never gets the bye.
    """
    return without(documents[0], set(_differences(documents, "$")))


def without(document: Any, paths: Collection[str], path: str = "$") -> Any:
    """Returns a document, whose own place is `path`, with null in these places."""
    if path in paths:
        return None
    if isinstance(document, dict):
        return {name: without(part, paths, f"{path}.{name}") for name, part in document.items()}
    if isinstance(document, list):
        return [without(part, paths, f"{path}[]") for part in document]
    return document


def _differences(documents: Sequence[Any], path: str) -> Iterator[str]:
    first = documents[0]
    if all(document == first for document in documents):
        return
    if all(isinstance(document, dict) and document.keys() == first.keys() for document in documents):
        for name in first:
            yield from _differences([document[name] for document in documents], f"{path}.{name}")
    elif all(isinstance(document, list) and len(document) == len(first) for document in documents):
        for parts in zip(*documents, strict=True):
            yield from _differences(parts, f"{path}[]")
    else:
        yield path
