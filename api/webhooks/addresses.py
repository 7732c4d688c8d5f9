"""Destinations of messages: public addresses, and private networks only if the operator allows them.

`api.webhooks.guarded_network` connects to allowed ones only.
"""

from urllib.parse import urlsplit

from api.webhooks.networks import is_own, is_public
from referee.errors import BadRequest, Flaw
from referee.text import Text


def check_url(url: str, *, private: bool) -> None:
    """Raises BadRequest for an address to which no message could go. Names are looked up later, when a message is sent."""
    try:
        # `urlsplit` drops line breaks and tabs, but the stored address would keep them.
        parts = urlsplit(url if url.isprintable() else "")
        host, _ = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError:
        host = None
    if host is None or parts.scheme not in {"http", "https"}:
        raise _refusal(
            Text(
                es="tiene que ser una dirección http o https con un host",
                en="must be an http or https address with a host",
            )
        )
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _refusal(
            Text(
                es="no puede llevar usuario, contraseña ni fragmento", en="must not carry a user, password or fragment"
            )
        )
    if not private and _surely_private(host):
        raise _refusal(
            Text(
                es=f"«{host}» está en una red privada o es de esta máquina",
                en=f"{host!r} is in a private network or of this machine",
            )
        )


def _surely_private(host: str) -> bool:
    try:
        return not is_public(host) or is_own(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _refusal(problem: Text) -> BadRequest:
    return BadRequest(Text(es=f"`url` {problem.es}", en=f"`url` {problem.en}"), flaws=(Flaw("$.url", problem),))
