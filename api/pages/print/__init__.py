"""Pages that a referee shows at the table or prints: templates, and what they are filled with."""

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from litestar import Response

from api.http.headers import POLICY, RESOURCE_POLICY, policy
from api.pages.figures import format_figure
from api.pages.naming import display_name

if TYPE_CHECKING:
    from jinja2 import Environment

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def _format(value: object) -> object:
    return format_figure(value) if isinstance(value, int | float) else value


@cache
def _environment() -> "Environment":
    # Loaded with the first page: a start needs no templates.
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=PackageLoader("api.pages", "print"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        finalize=_format,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["named"] = display_name
    return environment


@cache
def _policy(template: str) -> str:
    """Nothing but the template's own styles, by their hash: a page is one file, good without the service too."""
    styles = (
        b64encode(sha256(style.encode()).digest()).decode()
        for source in _sources(template)
        for style in _STYLE.findall(source)
    )
    return policy(style_src=" ".join(f"'sha256-{hash_}'" for hash_ in styles))


def _sources(template: str) -> Iterator[str]:
    """The text of a template, and of those that it extends or includes."""
    from jinja2 import meta

    environment = _environment()
    source = environment.loader.get_source(environment, template)[0] if environment.loader else ""
    yield source
    for name in meta.find_referenced_templates(environment.parse(source)):
        if name is not None:
            yield from _sources(name)


def fill(template: str, **values: Any) -> str:
    """A template with these values, each escaped."""
    return _environment().get_template(template).render(**values)


def page(template: str, language: str, **values: Any) -> Response[bytes]:
    """A page as an answer; every value is escaped, and no script runs in it."""
    text = fill(template, language=language, **values)
    headers = {
        POLICY: _policy(template),
        RESOURCE_POLICY: "same-origin",
        "Content-Language": language,
        "Vary": "Accept, Accept-Language, Authorization",
    }
    return Response(text.encode(), media_type="text/html", headers=headers)
