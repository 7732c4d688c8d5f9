"""Commands that speak with a service by its address, as any program could: through `referee.client`."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from api import settings
from api.cli.decorators import bad_use, complain, option
from api.cli.language import language, say
from referee.text import Text

if TYPE_CHECKING:
    from referee.client import Referee, Retries

DEFAULT_URL = "http://127.0.0.1:8000"
URL_OPTION = option(
    "--url",
    es="La dirección del servicio.",
    en="The address of the service.",
    envvar=settings.URL,
    default=DEFAULT_URL,
    show_default=True,
    metavar="URL",
)


def require_parts(extra: str, *modules: str) -> None:
    """Raises a usage error where a module that this command needs is not installed; `extra` names the extra that has it."""
    from importlib.util import find_spec

    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        install = f"pip install 'card-referee[{extra}]'"
        raise bad_use(
            f"falta {', '.join(missing)}, que el servicio solo no necesita: {install}",
            f"{', '.join(missing)} is not installed, as the service alone does not need it: {install}",
        )


def require_http_url(url: str) -> None:
    """Raises a usage error for an address that no HTTP client takes."""
    import httpx

    try:
        parts = httpx.URL(url)
    except httpx.InvalidURL:
        parts = httpx.URL("")
    if parts.scheme not in {"http", "https"} or not parts.host:
        raise bad_use(
            f"«{url}» no es una dirección http o https: {DEFAULT_URL}, por ejemplo",
            f"{url!r} is no http or https address: {DEFAULT_URL}, for example",
        )


@contextmanager
def connection(url: str, *, has_token: bool = False, retries: "Retries | None" = None) -> Iterator["Referee"]:
    """A client of the service at this address, for the block; with `has_token`, with the token in the environment.

    A refusal of the service, or its silence, ends the process in words: exit status 1.
    """
    from referee.client import ClientError, Referee, RequestRefused

    require_http_url(url)
    token = (os.environ.get(settings.TOKEN) or None) if has_token else None
    try:
        with Referee(url, token, language=language(), retries=retries) as referee:
            yield referee
    except RequestRefused as refused:
        what = refused.refusal.detail or refused.refusal.title
        complain(Text(es=f"no: {what} [{refused.code}]", en=f"refused: {what} [{refused.code}]"))
    except ClientError as error:
        complain(Text(es=f"el servicio no contesta: {error}", en=f"the service does not answer: {error}"))
    else:
        return
    sys.exit(1)


def echo(words: Text) -> None:
    """Prints a line at once, in the language of the terminal."""
    click.echo(say(words))
    sys.stdout.flush()
