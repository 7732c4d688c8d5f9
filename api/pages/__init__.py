"""Pages that a referee shows at the table or prints: templates, and what they are filled with."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("api", "pages"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, **values: Any) -> str:
    """A page as HTML; every value is escaped."""
    return _environment().get_template(template).render(**values)
