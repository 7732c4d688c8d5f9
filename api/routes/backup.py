"""The whole database as one file, for the organizer of the whole service to take away."""

import logging
import tempfile
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from litestar import get
from litestar.response import Stream

from api.access.policy import require_organizer
from api.context import AppContext, Request, charge_request, reader_of
from api.http.answers import SENT_AS_IT_IS
from api.http.describe import HEALTH, Answer
from api.http.resources import resources_of, stream
from api.runtime.threads import off_loop
from referee.backup.copying import copy_database
from referee.log.backend import backend_of

PART_BYTES = 256 * 1024
"""The part of the file in memory at one time."""
_log = logging.getLogger(__name__)


@HEALTH.doc(
    "A copy of the whole database, as it is at this moment",
    Answer(
        "An SQLite file that `referee serve --database FILE` opens, whichever database it was made of.",
        media="application/octet-stream",
        schema={"type": "string", "format": "binary"},
        example="SQLite format 3",
        headers={"Content-Disposition": "The name of the file, with the time at which it was made."},
    ),
    about="It holds everything: names, dates of birth, hands in play, the hashes of tokens and PINs, the secrets of webhooks. "
    "Keep it where nobody else reads it. Only an organizer of the whole service may take it. The signing key is not in it.",
    refusals=(403,),
    token=True,
)
# To compress so much would keep the event loop from everybody else.
@get("/v1/backup", opt={SENT_AS_IT_IS: True})
async def take_backup(request: Request) -> Stream:
    services, principal = reader_of(request)
    require_organizer(principal)
    charge_request(request)
    _log.warning("A copy of the whole database was taken by %s", principal.name)
    file, size = await off_loop(_copy, services)
    made_at = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    headers = {
        "Content-Disposition": f'attachment; filename="referee-{made_at}.sqlite"',
        "Content-Length": str(size),
    }
    resources_of(request).enter_context(file)
    return stream(request, _parts(file), "application/octet-stream", headers)


def _copy(services: AppContext) -> tuple[IO[bytes], int]:
    """A copy without a name, gone as soon as it is closed, and its size. It is made beside the file that it is a copy of."""
    store = services.people.store
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=backend_of(store).folder(store)) as folder:
        path = Path(folder) / "copy.sqlite"
        copy_database(store, path)
        return path.open("rb"), path.stat().st_size


async def _parts(file: IO[bytes]) -> AsyncGenerator[bytes, None]:
    while part := await off_loop(file.read, PART_BYTES):
        yield part
