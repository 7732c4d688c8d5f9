"""The application of a witness: `POST /add-checkpoint` of C2SP's tlog-witness, and at `/` its key and the last signed sizes.

`POST /follow-key` takes a change of a log's key, signed by the key before it.
"""

import logging
import os
import secrets
from asyncio import timeout
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import time

from litestar import Litestar, Response, get, post
from litestar.exceptions import ClientException
from litestar.logging import LoggingConfig

from api import settings
from api.context import Request
from api.http.negotiation import language_of
from api.observing.formats import OneLine
from api.runtime.threads import off_loop
from referee.errors import Inconsistent
from referee.evidence.keys import Verifier, read_verifier, signing_key
from referee.evidence.notes import MOST_BYTES, good_origin
from referee.evidence.witnesses.memory import WitnessMemory
from referee.evidence.witnesses.requests import KEY_PATH, MOST_HASHES, PATH, SIZE_TYPE
from referee.evidence.witnesses.witness import Witness, WitnessRefusal
from referee.text import Text

TEXT = "text/plain; charset=utf-8"
BODY_SECONDS = 30.0
"""Seconds that a body may take to arrive."""
MOST_BODY = MOST_BYTES + MOST_HASHES * 64
"""The most bytes of a body: a checkpoint with many signatures, and the longest proof."""
BROKEN_OFF = "the body did not arrive"
_log = logging.getLogger("referee.api")


def open_witness(file: Path, name: str | None, logs: tuple[Verifier, ...]) -> Witness:
    """Opens the witness with this file as its memory, and its key beside it; creates both if they are missing.

    Its name never changes after the first start, which takes the given one or a random one. Raises Inconsistent for another name.
    """
    if name and not good_origin(name):
        raise Inconsistent(
            Text(
                es=f"el nombre de un testigo no lleva espacios ni «+»: {name!r}",
                en=f"the name of a witness has no spaces and no +: {name!r}",
            )
        )
    memory = WitnessMemory(file)
    own_name = memory.name(name or f"witness/{secrets.token_hex(8)}")
    if name and name != own_name:
        memory.close()
        raise Inconsistent(
            Text(
                es=f"este testigo se llama {own_name} desde que empezó; otro nombre es otro testigo, con otro fichero",
                en=f"this witness has been called {own_name} since it began; another name is another witness, with another file",
            )
        )
    key = signing_key(None, file.with_name(f"{file.name}.signing-key.pem"))
    return Witness(memory, own_name, key, logs, time)


def read_logs(text: str) -> tuple[Verifier, ...]:
    """The public keys of logs, with white space between. Raises Inconsistent for one that cannot be read or has no name."""
    logs = tuple(read_verifier(word) for word in text.split())
    if not logs or not all(log.name for log in logs):
        raise Inconsistent(
            Text(
                es="hace falta la clave de al menos un registro, con su nombre, como la escribe `referee key`",
                en="the key of at least one log is needed, with its name, as `referee key` prints it",
            )
        )
    return logs


def create_witness_app(witness: Witness) -> Litestar:
    """The ASGI application of one witness."""

    @post(PATH, status_code=200)
    async def add_checkpoint(request: Request) -> Response[bytes]:
        return await _answer(request, witness.add)

    @post(KEY_PATH, status_code=200)
    async def follow_key(request: Request) -> Response[bytes]:
        return await _answer(request, witness.follow)

    @get("/")
    async def say_who() -> Response[bytes]:
        sizes = await off_loop(witness.memory.sizes)
        lines = [witness.key.text, *(f"{origin} {size}" for origin, size in sizes.items())]
        return _text("".join(f"{line}\n" for line in lines))

    @asynccontextmanager
    async def remembering(_: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            witness.memory.close()

    return Litestar(
        [add_checkpoint, follow_key, say_who],
        lifespan=[remembering],
        openapi_config=None,
        request_max_body_size=MOST_BODY,
        logging_config=LoggingConfig(
            root={"level": "WARNING", "handlers": ["queue_listener"]},
            formatters={"standard": {"()": OneLine, "fmt": "%(levelname)s - %(asctime)s - %(message)s"}},
        ),
    )


async def _answer(request: Request, answer: Callable[[bytes], str]) -> Response[bytes]:
    """The response of the witness to the body of a request."""
    try:
        async with timeout(BODY_SECONDS):
            body = await request.body()
    except TimeoutError:
        raise ClientException(BROKEN_OFF, status_code=408) from None
    try:
        return _text(await off_loop(answer, body))
    except WitnessRefusal as refusal:
        return _refuse(request, refusal)


def _text(text: str, status: int = 200, media: str = TEXT) -> Response[bytes]:
    # As a header: the framework adds a charset to a media type of text, which that of a size must not have.
    return Response(text.encode(), status_code=status, headers={"content-type": media})


def _refuse(request: Request, refusal: WitnessRefusal) -> Response[bytes]:
    if refusal.is_fork:
        # The log signed a tree that does not continue the last one: the keeper of the witness must know.
        _log.warning("not signed: %s", refusal.text.en)
    if refusal.size is not None:
        return _text(f"{refusal.size}\n", refusal.status, SIZE_TYPE)
    return _text(f"{refusal.text.in_language(language_of(request))}\n", refusal.status)


def app_from_environment() -> Litestar:
    """The application that `referee witness` runs."""
    file, name = Path(os.environ[settings.WITNESS_FILE]), os.environ.get(settings.WITNESS_NAME) or None
    return create_witness_app(open_witness(file, name, read_logs(os.environ.get(settings.WITNESS_LOGS, ""))))
