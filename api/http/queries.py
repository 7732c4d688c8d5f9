"""Query parameters, read as strictly as bodies: one of each, of the right shape, or a refusal that names it."""

from collections.abc import Sequence

from litestar import Request

from referee.characters import refusal, unseen
from referee.errors import Flaw, Malformed
from referee.text import Text

MOST = 1_000_000_000
"""The largest number that a query may carry: more versions than any match has."""


def text(request: Request, name: str) -> str | None:  # type: ignore[type-arg]
    """A parameter as it came; None without it. Raises Malformed where it comes twice, or with characters unseen."""
    values = request.query_params.getall(name, [])
    if len(values) > 1:
        raise _flawed(name, Text(es="viene más de una vez", en="comes more than once"))
    value = str(values[0]) if values else None
    if value is not None and (character := unseen(value)):
        raise refusal(f"?{name}", character)
    return value


def number(request: Request, name: str, least: int, most: int = MOST) -> int | None:  # type: ignore[type-arg]
    """A whole number between `least` and `most`; None without the parameter. Raises Malformed."""
    value = text(request, name)
    if value is None:
        return None
    if not (value.isascii() and value.isdigit() and len(value) <= 18 and least <= int(value) <= most):
        raise _flawed(
            name,
            Text(
                es=f"es un número de {least} a {most}, no «{value}»",
                en=f"is a number from {least} to {most}, not {value!r}",
            ),
        )
    return int(value)


def cursor(request: Request) -> str | None:  # type: ignore[type-arg]
    """The id that a page ended with; None on the first page. Raises Malformed."""
    value = text(request, "cursor")
    if value is not None and not (1 <= len(value) <= 36 and set(value) <= set("0123456789abcdef-")):
        raise _flawed(
            "cursor", Text(es=f"es el `next` de otra página, no «{value}»", en=f"is a page's `next`, not {value!r}")
        )
    return value


def choice(request: Request, name: str, known: Sequence[str]) -> str | None:  # type: ignore[type-arg]
    """One of the known words; None without the parameter. Raises Malformed."""
    value = text(request, name)
    if value is not None and value not in known:
        words = ", ".join(known)
        raise _flawed(name, Text(es=f"es uno de {words}, no «{value}»", en=f"is one of {words}, not {value!r}"))
    return value


def flag(request: Request, name: str) -> bool:  # type: ignore[type-arg]
    """Whether a parameter is `true`. Raises Malformed for anything but `true` and `false`."""
    return choice(request, name, ("true", "false")) == "true"


def _flawed(name: str, what: Text) -> Malformed:
    return Malformed(Text(es=f"`{name}` {what.es}", en=f"`{name}` {what.en}"), flaws=(Flaw(f"?{name}", what),))
