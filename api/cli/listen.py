"""Webhooks on a developer's own machine: `referee listen`.

A webhook cannot reach a machine behind a router. This command follows the stream of everything instead, and posts what webhooks
get to a local address: the same bodies, with the same three headers, signed with a secret that it prints.
"""

import os
from base64 import b64decode, b64encode
from datetime import UTC, datetime
from secrets import token_bytes
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

import click

from api import settings
from api.cli.clients import URL_OPTION, connection, echo, require_http_url, require_parts
from api.cli.decorators import bad_use, command, option
from referee.text import Text

if TYPE_CHECKING:
    import httpx

    from referee.client import StreamMessage

PREFIX = "whsec_"
SECRET_BYTES = 32
LEAST_SECRET_BYTES = 24
ENDLESS = 1_000_000
"""Attempts to connect again, in a row: a service in development may be down for long."""


@command("listen")
@URL_OPTION
@option(
    "--forward",
    es="Adónde se reenvía cada mensaje, como http://127.0.0.1:3000/hook.",
    en="Where each message is posted, such as http://127.0.0.1:3000/hook.",
    required=True,
    metavar="URL",
)
@option(
    "--kind",
    "kinds",
    es="Solo mensajes de esta clase. Se puede repetir; si no se da, de todas.",
    en="Only messages of this kind. Can be repeated; by default all kinds.",
    multiple=True,
    metavar="KIND",
)
@option("--match", es="Solo de este encuentro, por su id.", en="Only of this match, by its id.", metavar="MATCH")
@option(
    "--championship",
    es="Solo de este campeonato, por su id.",
    en="Only of this championship, by its id.",
    metavar="CHAMPIONSHIP",
)
@option(
    "--after",
    es="Desde el mensaje que sigue a este número, que está al principio de su línea; si no se da, desde ahora.",
    en="From the message after this number, which begins its line; by default from now on.",
    type=click.IntRange(0),
    default=0,
    metavar="NUMBER",
)
@option("--once", es="Termina con lo que ya hay.", en="End after what is there now.", is_flag=True)
def listen(
    url: str,
    forward: str,
    kinds: tuple[str, ...],
    match: str | None,
    championship: str | None,
    after: int,
    once: bool,
) -> None:
    """Posts messages to a local address until it is stopped."""
    require_parts("client", "httpx")
    import httpx

    from referee.client import Retries
    from referee.client.request import get

    require_http_url(forward)
    kinds = _known_kinds(kinds)
    secret = _secret()
    with connection(url, retries=Retries(tries=1)) as referee:
        # A wrong address is said at once; later the service may come and go.
        referee.send(get("/v1/health/live", bytes))
    echo(
        Text(
            es=f"escucha {url} y reenvía a {forward}\nsecreto de las firmas: {secret}",
            en=f"listens to {url} and posts to {forward}\nsecret of the signatures: {secret}",
        )
    )
    last = after
    with connection(url, retries=Retries(tries=ENDLESS)) as referee, httpx.Client() as receiver:
        try:
            for message in referee.messages(kinds, match=match, championship=championship, after=after, once=once):
                status = post(receiver, forward, secret, url, message)
                echo(Text(es=_line(message, status.es), en=_line(message, status.en)))
                last = message.id
        except KeyboardInterrupt:
            echo(Text(es=f"sigue donde estaba con --after {last}", en=f"goes on where it was with --after {last}"))


def post(receiver: "httpx.Client", forward: str, secret: str, url: str, message: "StreamMessage") -> Text:
    """Posts a message once, signed as the service signs it. Returns the status of the answer, or why there is none."""
    import httpx

    from api.webhooks.outbox import Outgoing
    from api.webhooks.post import ATTEMPT_SECONDS, sign

    # The same at each attempt, also in another run: a receiver that has it already can tell.
    id_ = str(uuid5(NAMESPACE_URL, f"{url}/v1/stream#{message.id}"))
    outgoing = Outgoing(id_, "", message.type, message.body, 0, forward, secret)
    headers = {**sign(outgoing, datetime.now(UTC)), "Content-Type": "application/json"}
    try:
        answer = receiver.post(forward, content=message.body, headers=headers, timeout=ATTEMPT_SECONDS)
    except httpx.TransportError as error:
        return Text(es=f"no llega: {error}", en=f"does not arrive: {error}")
    return Text(es=str(answer.status_code), en=str(answer.status_code))


def _known_kinds(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """These kinds of messages, or all of them if there is none. Raises a usage error for a kind that does not exist."""
    from api.webhooks.payloads import KINDS

    unknown = ", ".join(kind for kind in kinds if kind not in KINDS)
    if unknown:
        names = ", ".join(KINDS)
        raise bad_use(
            f"no hay mensajes {unknown}; hay: {names}", f"there are no messages {unknown}; there are: {names}"
        )
    return kinds or KINDS


def _line(message: "StreamMessage", status: str) -> str:
    stream = message.data.get("match") or message.data["championship"]
    return f"{message.id} {message.timestamp} {message.type} {stream} {message.data['version']} → {status}"


def _secret() -> str:
    """The secret in the environment, or a new one. Raises a usage error for one that signs nothing."""
    secret = os.environ.get(settings.WEBHOOK_SECRET)
    if not secret:
        return PREFIX + b64encode(token_bytes(SECRET_BYTES)).decode()
    try:
        size = len(b64decode(secret.removeprefix(PREFIX), validate=True))
    except ValueError:
        size = 0
    if not secret.startswith(PREFIX) or size < LEAST_SECRET_BYTES:
        raise bad_use(
            f"{settings.WEBHOOK_SECRET} es `{PREFIX}` y al menos {LEAST_SECRET_BYTES} bytes en base64",
            f"{settings.WEBHOOK_SECRET} is `{PREFIX}` and at least {LEAST_SECRET_BYTES} bytes in base64",
        )
    return secret
