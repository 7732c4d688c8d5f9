"""A tablet's queue given in as a file: what is not there yet is appended, line by line, and no line holds up the next."""

from asyncio import sleep
from functools import partial
from typing import Annotated, Literal

import msgspec
from litestar import Response, post
from litestar.params import FromPath
from msgspec import UNSET, Meta, UnsetType

from api.access.policy import Principal, require_match, require_one_try, require_recorder, require_to_record
from api.context import AppContext, Request, reader_of
from api.http.answers import encode, version_tag
from api.http.bodies import body_of, key_digest, read, require_key, require_sound
from api.http.commands import consistency_token, requested_events, write_events
from api.http.describe import CONSISTENCY, EVENTS, NDJSON, Answer, Lines
from api.http.negotiation import language_of
from api.http.problems import Problem, problem_of
from api.routes.matches.pins import CONFIRMATION_PIN, require_keys
from referee.decoding import json_lines
from referee.errors import UNREADABLE, BadRequest, Flaw, Inconsistent, ServiceRefusal, TooLarge
from referee.match.registry import malformation
from referee.matches.replays import queued_before
from referee.text import Text

JSON = "application/json"
MOST_QUEUED = 2000
"""Events in one file."""


class Queue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the file: the match, and the version of it that the tablet knew to be stored."""

    type: Literal["queue"]
    match: Annotated[str, Meta(min_length=1, max_length=64)]
    version: Annotated[int, Meta(ge=0, le=1_000_000_000)]


class QueueItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one line of the file, counted from 1; `key` is null where the line cannot be read.

    `stored`: it is in the log now, as `version`. `there`: it was in the log already, as `version`. `refused`: it is not,
    and `problem` says why.
    """

    line: Annotated[int, Meta(ge=2)]
    key: str | None
    status: Literal["stored", "there", "refused"]
    version: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    problem: Problem | UnsetType = UNSET


class QueueGiven(msgspec.Struct, frozen=True):
    """What became of a queue: the version the match is at now, and every event of the file in its order."""

    version: int
    items: list[QueueItem]


EXAMPLE = {
    "version": 42,
    "items": [
        {"line": 2, "key": "5f1c9f4e-0a52-4be4-a3cb-3cc2b3f7a7f1", "status": "there", "version": 41},
        {"line": 3, "key": "1f0b2f6d-6a0e-4f8e-8a51-27c1a4c1d1f2", "status": "stored", "version": 42},
        {
            "line": 4,
            "key": "c7a1f1d4-1a9b-4a5c-9f0e-6e2d8b0c7a33",
            "status": "refused",
            "problem": {
                "type": "/v1/problems/impossible",
                "title": "The log would contradict itself: it cannot have happened at this table.",
                "status": 409,
                "detail": "no claim c9 is pending",
                "code": "impossible",
            },
        },
    ],
}
SENT = (
    '{"type":"queue","match":"01920000-0000-7000-8000-000000000001","version":1}\n'
    '{"type":"note","text":"mesa 3","key":"5f1c9f4e-0a52-4be4-a3cb-3cc2b3f7a7f1"}\n'
)


@EVENTS.doc(
    "Give in a tablet's queue as a file: what is not there yet is appended",
    Answer(
        "What became of every line.", QueueGiven, EXAMPLE, headers={"ETag": "The new version, quoted."} | CONSISTENCY
    ),
    about="For a tablet that comes back without a network, or whose battery died. The first line names the match, each "
    "further one is an event with the `key` that the tablet would send, or sent, as its `Idempotency-Key` (`x-lines` has their "
    "shapes). An event that "
    "the tablet had sent with that key is `there`, and one that it sends again later is answered as stored: nothing is "
    f"doubled, whoever gives in the file. A refused line stores nothing and holds up no other. At most {MOST_QUEUED} "
    "events. A player gives in events of the own seat only, as they could send them.",
    body=Lines(Queue),
    body_examples={"one note waits": SENT},
    refusals=(403, 422),
    token=True,
)
@post("/v1/matches/{match_id:str}/queue", status_code=200)
async def give_queue(request: Request, match_id: FromPath[str]) -> Response[bytes]:
    body = await body_of(request, NDJSON)
    services, principal = reader_of(request)
    require_recorder(principal)
    require_match(principal, match_id)
    require_to_record(principal, await services.ask(services.service.match, match_id), ())
    lines = json_lines(body)
    _require_queue(lines, match_id)
    if services.is_dry_run:
        require_one_try(principal, len(lines) - 1)
    items = []
    for number, line in lines[1:]:
        items.append(await _append_line(request, services, principal, match_id, number, line))
        # Other requests are answered in between.
        await sleep(0)
    match = await services.ask(services.service.match, match_id)
    headers = {"ETag": version_tag(match.version), "Vary": "Accept-Language, Authorization"}
    headers |= consistency_token(await services.ask(services.service.log.position))
    return Response(encode(QueueGiven(match.version, items)), media_type=JSON, headers=headers)


def _require_queue(lines: list[tuple[int, bytes]], match_id: str) -> None:
    """Raises BadRequest or Inconsistent unless the first line opens a queue of this match, TooLarge for too many events."""
    try:
        queue = read(lines[0][1] if lines else b"", Queue)
    except BadRequest as refused:
        text = Text(es=f"primera línea: {refused.text.es}", en=f"first line: {refused.text.en}")
        raise BadRequest(text, flaws=refused.flaws) from refused
    if queue.match != match_id:
        other = Text(es=f"es del encuentro {queue.match}", en=f"it is for match {queue.match}")
        raise Inconsistent(
            Text(
                es=f"esta cola {other.es}, no de {match_id}",
                en=f"this queue is for match {queue.match}, not for {match_id}",
            ),
            flaws=(Flaw("$.match", other),),
        )
    if len(lines) - 1 > MOST_QUEUED:
        raise TooLarge(
            Text(
                es=f"una cola lleva hasta {MOST_QUEUED} eventos, no {len(lines) - 1}: envíela en varias partes",
                en=f"a queue has up to {MOST_QUEUED} events, not {len(lines) - 1}: send it in parts",
            )
        )


async def _append_line(
    request: Request,
    services: AppContext,
    principal: Principal,
    match_id: str,
    number: int,
    line: bytes,
) -> QueueItem:
    """Appends a line, and returns its fate."""
    key = None
    try:
        key, body = _split_key(line)
        digest = key_digest(key)
        requested = await requested_events(services, principal, match_id, body)
        [event] = requested.events
        before = await services.ask(queued_before, services.service, match_id, event, principal.name, digest)
        if before is not None:
            return QueueItem(number, key, "there", before.version)
        pin = CONFIRMATION_PIN.of(request)
        if requested.match.opening.confirm is not None:
            await require_keys(services, principal, requested, pin, None)
        steps = partial(services.service.appending_queued, match_id, event, principal.name, digest, requested.visible)
        entry = await write_events(services, match_id, [event], steps)
    except ServiceRefusal as refused:
        return QueueItem(number, key, "refused", problem=problem_of(refused, language_of(request)))
    return QueueItem(number, key, "stored", entry.version)


def _split_key(line: bytes) -> tuple[str, bytes]:
    """The key of a line, and the event without it. Raises BadRequest."""
    require_sound(line)
    try:
        fields = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        if "key" not in fields:
            raise malformation(msgspec.ValidationError("Object missing required field `key`"))
        key = _key(fields.pop("key"))
    except UNREADABLE as error:
        raise malformation(error) from error
    return key, encode(fields)


def _key(raw: msgspec.Raw) -> str:
    try:
        key = msgspec.json.decode(raw, type=str)
    except msgspec.ValidationError as error:
        raise malformation(msgspec.ValidationError(f"{error} - at `$.key`")) from error
    require_key(key, "$.key")
    return key
