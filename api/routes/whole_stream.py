"""All that a reader may see as one stream of Server-Sent Events: the messages that webhooks get, without a webhook.

A client resumes by the position in the log, so that it needs no place for each match. Records are read once for all readers that
wake at the same signal, and the messages of a batch are made once for all with the same rights and the same filter.
"""

from collections.abc import AsyncGenerator, Sequence
from functools import partial

from litestar import get
from litestar.response import Stream
from msgspec import Struct

from api.access.policy import Principal, reads_hand_to_play
from api.context import AppContext, Request, reader_of
from api.document.samples.matches import ID
from api.document.streams import ABOUT_EVERYTHING, ALIVE_SECONDS, POSITION, RETRY_MILLISECONDS
from api.http.answers import encode
from api.http.consistency import wait_for_log
from api.http.describe import EVENTS, Answer
from api.http.parameters import Header, Words
from api.routes.streams import ONCE, StreamReader, comment, stream_answer, stream_reader
from api.runtime.threads import off_loop
from api.webhooks.outbox import Webhook
from api.webhooks.payloads import KINDS, messages
from projections.projection import Past
from referee.errors import Flaw, Inconsistent, NotAuthenticated
from referee.followers.coalescer import Coalescer
from referee.followers.feed import LogRecord
from referee.log.timeouts import budget
from referee.text import Text

EVERY_ENTRY = ("match.event", "championship.event")
"""The kinds that a reader gets who names none: each entry once."""
BATCH = 50
"""Records of the log that are read at once."""
MOST_BEHIND = 20_000
"""Records by which a client may be behind: more would cost too much for one reader."""
MESSAGES_OF_RECORD = 16
"""The ids that each position has: one for each kind of message, in the order of `KINDS`, and the last for the position itself."""
_kind = "|".join(kind.replace(".", r"\.") for kind in KINDS)
KINDS_PARAM = Words(
    name="kinds",
    about="Only messages of these kinds, separated by commas: those of webhooks, or each entry of a log once without it.",
    pattern=f"^({_kind})(,({_kind})){{0,{len(KINDS) - 1}}}$",
    format=Text(
        es=f"clases de mensajes, separadas por comas: {', '.join(KINDS)}",
        en=f"kinds of messages, separated by commas: {', '.join(KINDS)}",
    ),
)
MATCH = Words(name="match", about="Only messages about this match.")
CHAMPIONSHIP = Words(name="championship", about="Only messages about this championship and its matches.")
LAST = Header(
    name="Last-Event-ID",
    about="The last `id` that you have. Without it, or where it is empty, the stream begins now, and with `0` at the beginning "
    "of the log. 409 `conflict` where the log does not come to it, as after a restore from an older copy.",
    pattern="^[0-9]{0,18}$",
    format=Text(es="el último `id` que ya tiene", en="is the last `id` that you have"),
)


class StreamFilter(Struct, frozen=True):
    """The messages that a client wants: of some kinds, of everything or of one match or championship."""

    kinds: tuple[str, ...] = EVERY_ENTRY
    match: str | None = None
    championship: str | None = None

    def as_webhook(self) -> Webhook:
        """A webhook that would get the same messages."""
        return Webhook("", "", self.kinds, self.match, self.championship, "")


class RecordBatch(Struct, frozen=True):
    """Records above a position in order. `through` is the position that they reach, `is_last` if that is the head."""

    records: Sequence[LogRecord]
    through: int
    is_last: bool


def id_of_position(position: int) -> int:
    """The id that comes after all messages of the record at a position, and before those of the next."""
    return (position + 1) * MESSAGES_OF_RECORD - 1


def position_before(id_: int) -> int:
    """The last position all of whose messages come before or at this id."""
    return max(0, (id_ + 1) // MESSAGES_OF_RECORD - 1)


def read_records(services: AppContext, after: int) -> RecordBatch:
    """The next records of the log above a position."""
    log = services.service.log
    head = log.position()
    records = [LogRecord(one) for one in log.follow(after, BATCH, head)] if head > after else []
    is_last = len(records) < BATCH
    return RecordBatch(records, max(after, head) if is_last else records[-1].id, is_last)


def make_blocks(
    services: AppContext, records: Sequence[LogRecord], principal: Principal, selection: StreamFilter
) -> list[tuple[int, bytes]]:
    """The blocks of the messages that a reader gets of these records, with their ids."""
    past, webhooks = Past(services.service.log), [selection.as_webhook()]
    return [
        (id_, f"id: {id_}\r\nevent: {message.kind}\r\ndata: {message.body}\r\n\r\n".encode())
        for record in records
        for _, message in messages(
            services, past, record, webhooks, principal.sees, partial(reads_hand_to_play, principal)
        )
        for id_ in [record.id * MESSAGES_OF_RECORD + KINDS.index(message.kind)]
    ]


def _position_block(position: int, id_: int) -> bytes:
    """The block that says how far the stream is, with the id to resume from."""
    return f"id: {id_}\r\nevent: {POSITION}\r\n".encode() + b"data: " + encode({"position": position}) + b"\r\n\r\n"


async def _next_batch(
    services: AppContext, looks: Coalescer, at: tuple[int, int], principal: Principal, selection: StreamFilter
) -> tuple[list[tuple[int, bytes]], RecordBatch]:
    """The next blocks above the position in `at`, which has the number of the signal too.

    They are made in threads: a reader that is far behind must not keep the others waiting.
    """
    after, _ = at
    batch = await looks.run(at, partial(off_loop, read_records, services, after))
    # Readers of one token see the same, and so do all without one.
    rights = principal.token.id if principal.token else principal.name
    make = partial(off_loop, make_blocks, services, batch.records, principal, selection)
    blocks = await looks.run((*at, rights, selection), make) if batch.records else []
    return blocks, batch


async def follow_everything(
    services: AppContext, reader: StreamReader, selection: StreamFilter, last: int, *, once: bool
) -> AsyncGenerator[bytes, None]:
    """The messages above an id as they come, first the id to resume from; with `once`, those that are there now.

    It ends once its reader may read no more, and on a standby once the server that writes answers again.
    """
    after, sent_id, silent_since = position_before(last), last, services.clock()
    looks = Coalescer()

    def is_silent() -> bool:
        return services.clock() - silent_since >= ALIVE_SECONDS

    yield comment("referee")
    yield f"retry: {RETRY_MILLISECONDS}\r\n".encode() + _position_block(after, last)
    with services.append_signal.listen(
        is_due=lambda: is_silent() or not (reader.is_known() and services.is_needed())
    ) as listener:
        signal_count = listener.attend()
        while True:
            budget.begin(of=services.service.log.health)
            try:
                who = reader.asks() if reader.is_known() else await services.ask(reader.asks)
            except NotAuthenticated:
                return
            blocks, batch = await _next_batch(services, looks, (after, signal_count), who, selection)
            after = batch.through
            for id_, block in blocks:
                if id_ > last:
                    yield block
                    sent_id, silent_since = id_, services.clock()
            if not batch.is_last:
                continue
            if once or not services.is_needed():
                return
            # The first looks are not shared, so that they are as new as can be; later ones are.
            looks = services.looks
            await listener.wait()
            signal_count = listener.attend()
            if is_silent():
                silent_since = services.clock()
                # What the filter leaves out moves the place to resume from too.
                head_id = id_of_position(after)
                yield _position_block(after, head_id) if head_id > sent_id else comment("alive")
                sent_id = max(sent_id, head_id)


@EVENTS.doc(
    "Everything as it happens",
    Answer(
        "Server-Sent Events; `id` is the place to resume from.",
        media="text/event-stream",
        example='id: 927\nevent: position\ndata: {"position":57}\n\nid: 929\nevent: match.event\n'
        f'data: {{"type":"match.event","timestamp":"2026-05-01T17:00:00.000Z","data":{{"match":"{ID}","version":2}}}}\n\n',
    ),
    about=ABOUT_EVERYTHING,
    params=(KINDS_PARAM, MATCH, CHAMPIONSHIP, LAST, ONCE),
    refusals=(404, 422),
)
@get("/v1/stream")
async def stream_everything(request: Request) -> Stream:
    services, _ = reader_of(request)
    once, last, kinds = ONCE.of(request), LAST.of(request), KINDS_PARAM.of(request)
    selection = StreamFilter(
        tuple(dict.fromkeys(kinds.split(","))) if kinds else EVERY_ENTRY,
        MATCH.of(request),
        CHAMPIONSHIP.of(request),
    )
    if selection.match is not None:
        await services.ask(services.service.opening, selection.match)
    if selection.championship is not None:
        await services.ask(services.championships.championship, selection.championship)
    head = await wait_for_log(services, position_before(int(last)) if last else 0)
    id_ = int(last) if last else id_of_position(head)
    _require_recent(id_, head)
    blocks = follow_everything(services, stream_reader(request, services), selection, id_, once=once)
    return stream_answer(request, services, blocks, once=once)


def _require_recent(id_: int, head: int) -> None:
    """Raises Inconsistent for an id that is too far back."""
    behind = head - position_before(id_)
    if behind > MOST_BEHIND:
        text = Text(
            es=f"`{LAST.name}` queda {behind} entradas atrás, y se recuperan {MOST_BEHIND} como mucho: lea las listas y conecte "
            "sin él",
            en=f"`{LAST.name}` is {behind} entries behind, and at most {MOST_BEHIND} are sent again: read the lists and connect "
            "without it",
        )
        raise Inconsistent(text, flaws=(Flaw(LAST.name, text),))
