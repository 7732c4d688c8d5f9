"""Webhooks: make one, try it, list the fate of each message, send one again."""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Callable
from secrets import token_bytes
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import FromPath
from msgspec import Meta

from api.access.policy import Principal, require_organizer, require_organizer_somewhere
from api.context import AppContext, Request, reader_of
from api.document.samples.matches import AT, ID
from api.http.answers import encode
from api.http.bodies import idempotency_key, json_body, read
from api.http.describe import IDEMPOTENCY_KEY, WEBHOOKS, Answer, links
from api.http.negotiation import language_of
from api.http.paging import LINK, page_answer
from api.http.parameters import ID_CURSOR, LIMIT, Cursor, Flag, OneOf
from api.runtime.threads import off_loop
from api.webhooks.addresses import check_url
from api.webhooks.failures import localize
from api.webhooks.outbox import Delivery, Webhook
from api.webhooks.payloads import Kind, ping
from referee.errors import BadRequest, Flaw, Impossible, NotFound
from referee.log.idempotency import Creation, New, create_once, deletion_refusal
from referee.operations.acts import WebhookDeleted, WebhookMade
from referee.operations.record import ActDecision
from referee.operations.row_commitments import commitment_to
from referee.people.scope import Id
from referee.text import Text

JSON = "application/json"
SECRET_BYTES = 32
MOST_ALIKE = 50
"""Webhooks of one match, of one championship, or of everything: each of them is asked about every record."""
MOST = 1_000
"""Webhooks in all."""
STATUS = OneOf(name="status", about="Only of this status.", words=("pending", "delivered", "given_up"))
BODY = Flag(name="body", about="Each message with its `body`, the exact text that is signed and sent.")
CURSOR = Cursor()
WEBHOOK_ID = "01920000-0000-7000-8000-000000000041"
MESSAGE_ID = "8bfb3e3a-5c6e-5f0e-9c51-2a4a6f0f7d11"

Url = Annotated[
    str,
    Meta(
        pattern=r"^https?://[!-~]+\Z",
        max_length=2000,
        description="An `http` or `https` address in the open internet; international names in their ASCII form.",
        examples=["https://board.example/hooks/referee"],
    ),
]
Secret = Annotated[
    str,
    Meta(
        pattern=r"^whsec_[A-Za-z0-9+/]{32,87}={0,2}\Z",
        description="`whsec_` and the base64 of 24 to 64 bytes; left out, one is made.",
    ),
]


class CreateWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who wants to hear of what; with `match` or `championship`, only of that one."""

    url: Url
    kinds: Annotated[tuple[Kind, ...], Meta(min_length=1, max_length=50)]
    secret: Secret | None = None
    match: Id | None = None
    championship: Id | None = None


class WebhookWithSecret(Webhook, frozen=True, kw_only=True):
    """A webhook just made. This is the only answer that has its `secret`."""

    secret: str


class WebhookPage(msgspec.Struct, frozen=True):
    """Webhooks in the order in which they were made; `next` is the cursor of the next page."""

    items: list[Webhook]
    next: str | None


class DeliveryPage(msgspec.Struct, frozen=True):
    """Messages to a webhook, latest first; `next` is the cursor of the next page."""

    items: list[Delivery]
    next: str | None


WEBHOOK = Webhook(
    WEBHOOK_ID, "https://board.example/hooks/referee", ("match.finished", "match.restated"), None, None, AT
)
MADE = WebhookWithSecret(
    **msgspec.structs.asdict(WEBHOOK), secret="whsec_" + b64encode(b"an example of thirty-two bytes..").decode()
)
DELIVERED = Delivery(MESSAGE_ID, "match.finished", ID, 57, "delivered", 1, None, 204, None, AT, AT)
WAITING = Delivery(MESSAGE_ID, "match.finished", ID, 57, "pending", 2, AT, 503, "answered 503", AT, None)
QUEUED = Answer("The message as it waits to be sent.", Delivery, WAITING)


def _about(services: AppContext, webhook_request: CreateWebhook) -> None:
    """Raises NotFound for an unknown match or championship."""
    if webhook_request.match is not None:
        services.service.opening(webhook_request.match)
    if webhook_request.championship is not None:
        services.championships.championship(webhook_request.championship)


def _secret(webhook_request: CreateWebhook) -> str:
    """The requested secret, or a new one. Raises BadRequest."""
    if webhook_request.secret is None:
        return "whsec_" + b64encode(token_bytes(SECRET_BYTES)).decode()
    try:
        size = len(b64decode(webhook_request.secret.removeprefix("whsec_"), validate=True))
    except binascii.Error:
        size = 0
    if not 24 <= size <= 64:
        what = Text(es="es `whsec_` y de 24 a 64 bytes en base64", en="is `whsec_` and 24 to 64 bytes in base64")
        raise BadRequest(Text(es=f"`secret` {what.es}", en=f"`secret` {what.en}"), flaws=(Flaw("$.secret", what),))
    return webhook_request.secret


def _no_webhook(id_: str) -> NotFound:
    return NotFound(Text(es=f"no hay webhook {id_}", en=f"there is no webhook {id_}"))


def _existing(services: AppContext, id_: str) -> WebhookWithSecret:
    webhook, secret = services.outbox.find(id_), services.outbox.secret(id_)
    if webhook is None or secret is None:
        raise deletion_refusal(Text(es=f"el webhook {id_}", en=f"webhook {id_}"))
    return WebhookWithSecret(**msgspec.structs.asdict(webhook), secret=secret)


def _create(
    services: AppContext, webhook_request: CreateWebhook, by: str, key: tuple[str, str] | None
) -> WebhookWithSecret:
    """Makes a webhook; with an idempotency key a retry gives the first one again. Raises KeyReused, ResourceDeleted."""
    secret, kinds = _secret(webhook_request), tuple(dict.fromkeys(webhook_request.kinds))
    administration, log = services.service.administration, services.service.log

    def make() -> tuple[New, Callable[[int], WebhookWithSecret]]:
        webhook, row = services.outbox.prepare(
            webhook_request.url,
            kinds,
            secret,
            log.position(),
            services.service.clock(),
            match=webhook_request.match,
            championship=webhook_request.championship,
        )
        answer = WebhookWithSecret(**msgspec.structs.asdict(webhook), secret=secret)
        host = urlsplit(webhook_request.url).hostname or ""
        act = WebhookMade(webhook.id, host, kinds, webhook.match, webhook.championship, commitment_to(row))
        records = administration.records([act], by)
        # Counted after the end of the acts was read: a webhook made meanwhile conflicts with that append.
        _require_room(services, webhook_request)
        return New(webhook.id, records, [row]), lambda _: answer

    creation = Creation(key, by, lambda id_: _existing(services, id_), make)
    return administration.retry(lambda: create_once(log, creation))


def _require_room(services: AppContext, webhook_request: CreateWebhook) -> None:
    """Raises Impossible where there are as many webhooks as there may be."""
    count = services.outbox.count(webhook_request.match, webhook_request.championship)
    if count.alike >= MOST_ALIKE:
        of = (
            Text(es="del encuentro", en="of the match")
            if webhook_request.match
            else Text(es="del campeonato", en="of the championship")
            if webhook_request.championship
            else Text(es="de todo", en="of everything")
        )
        what = Text(es=f"hay ya {count.alike} webhooks {of.es}", en=f"there are {count.alike} webhooks {of.en} already")
    elif count.whole >= MOST:
        what = Text(es=f"hay ya {count.whole} webhooks", en=f"there are {count.whole} webhooks already")
    else:
        return
    raise Impossible(Text(es=f"{what.es}: borra antes alguno", en=f"{what.en}: delete one of them first"))


def _delete(services: AppContext, id_: str, by: str) -> bool:
    """Deletes a webhook. Returns False if there was none."""

    def decide() -> tuple[bool, ActDecision]:
        if services.outbox.find(id_) is None:
            return False, ActDecision()
        return True, ActDecision([WebhookDeleted(id_)], services.outbox.deletion(id_))

    return services.service.administration.record(by, decide)


def _organizer(request: Request) -> tuple[AppContext, Principal]:
    """The services, and the organizer of the request. Raises NotAuthenticated, Forbidden."""
    services, principal = reader_of(request)
    require_organizer_somewhere(principal)
    return services, principal


def _webhook_of(services: AppContext, principal: Principal, id_: str) -> Webhook:
    """A webhook. Raises NotFound, Forbidden where it covers more than the organizer's own championship."""
    webhook = services.outbox.find(id_)
    if webhook is None:
        raise _no_webhook(id_)
    require_organizer(principal, webhook.championship)
    return webhook


def _no_message(id_: str) -> NotFound:
    return NotFound(Text(es=f"no hay mensaje {id_}", en=f"there is no message {id_}"))


class Webhooks(Controller):
    """The routes of webhooks."""

    path = "/v1/webhooks"

    @WEBHOOKS.doc(
        "Make a webhook",
        Answer(
            "The webhook with its secret, which no later answer has.",
            WebhookWithSecret,
            MADE,
            headers={"Location": "The webhook's address."},
            links=links("webhook_id", "getWebhook"),
        ),
        about="It hears of what comes from now on, as the public may see it. Messages are signed after the Standard "
        "Webhooks scheme; `openapi/README.md` says how to verify them and when they are tried again. At most "
        f"{MOST_ALIKE} are of one match, of one championship, or of everything, and {MOST:,} in all.",
        body=CreateWebhook,
        body_examples={
            "results": {"url": WEBHOOK.url, "kinds": list(WEBHOOK.kinds)},
            "one championship": {"url": WEBHOOK.url, "kinds": ["standings.changed"], "championship": ID},
        },
        params=(IDEMPOTENCY_KEY,),
        refusals=(404, 409, 410, 422),
    )
    @post()
    async def create_webhook(self, request: Request) -> Response[bytes]:
        body = await json_body(request)
        services, principal = _organizer(request)
        webhook_request = read(body, CreateWebhook)
        require_organizer(principal, webhook_request.championship)
        check_url(webhook_request.url, private=services.private_webhooks)
        await services.ask(_about, services, webhook_request)
        key = idempotency_key(request, body)
        webhook = await services.write(_create, services, webhook_request, principal.name, key)
        services.mail.notify()
        headers = {"Location": f"/v1/webhooks/{webhook.id}", "Cache-Control": "no-store"}
        return Response(encode(webhook), status_code=201, media_type=JSON, headers=headers)

    @WEBHOOKS.doc(
        "Webhooks, in the order in which they were made",
        Answer("A page of webhooks.", WebhookPage, lambda: WebhookPage([WEBHOOK], None), headers=LINK),
        params=(ID_CURSOR, LIMIT),
    )
    @get()
    async def list_webhooks(self, request: Request) -> Response[bytes]:
        services, principal = _organizer(request)
        cursor, limit = ID_CURSOR.of(request), LIMIT.of(request)
        rows = await off_loop(services.outbox.page, cursor or "", limit + 1, principal.scope.championship)
        items = [localize(webhook, language_of(request)) for webhook in rows[:limit]]
        page = WebhookPage(items, rows[limit - 1].id if len(rows) > limit else None)
        return page_answer(request, page)

    @WEBHOOKS.doc("A webhook", Answer("The webhook.", Webhook, WEBHOOK))
    @get("/{webhook_id:str}")
    async def get_webhook(self, request: Request, webhook_id: FromPath[str]) -> Response[bytes]:
        webhook = await off_loop(_webhook_of, *_organizer(request), webhook_id)
        return Response(encode(localize(webhook, language_of(request))), media_type=JSON)

    @WEBHOOKS.doc("Delete a webhook, with what was on its way", Answer("Deleted."))
    @delete("/{webhook_id:str}", status_code=204)
    async def delete_webhook(self, request: Request, webhook_id: FromPath[str]) -> None:
        services, principal = _organizer(request)
        await off_loop(_webhook_of, services, principal, webhook_id)
        if not await services.write(_delete, services, webhook_id, principal.name):
            raise _no_webhook(webhook_id)

    @WEBHOOKS.doc(
        "What became of each message, latest first",
        Answer("A page of messages.", DeliveryPage, lambda: DeliveryPage([DELIVERED], None), headers=LINK),
        about="Those that came to their end are kept for 30 days.",
        params=(STATUS, BODY, CURSOR, LIMIT),
    )
    @get("/{webhook_id:str}/deliveries")
    async def list_deliveries(self, request: Request, webhook_id: FromPath[str]) -> Response[bytes]:
        services, principal = _organizer(request)
        status, before, limit = STATUS.of(request), CURSOR.of(request), LIMIT.of(request)
        has_bodies, language = BODY.of(request), language_of(request)

        def look() -> DeliveryPage:
            _webhook_of(services, principal, webhook_id)
            items, more = services.outbox.deliveries(
                webhook_id, status=status, before=before, limit=limit, has_bodies=has_bodies
            )
            return DeliveryPage([localize(item, language) for item in items], str(more) if more else None)

        return page_answer(request, await off_loop(look))

    @WEBHOOKS.doc(
        "Send a `ping`",
        QUEUED,
        about="It is tried once. A disabled webhook that takes it hears again, from where it stopped.",
    )
    @post("/{webhook_id:str}/test", status_code=202)
    async def ping_webhook(self, request: Request, webhook_id: FromPath[str]) -> Response[bytes]:
        services, principal = _organizer(request)

        def send() -> Delivery:
            _webhook_of(services, principal, webhook_id)
            at = services.service.clock()
            return services.outbox.ping(webhook_id, ping(webhook_id, at), at)

        return _queued_response(request, services, await services.write(send))

    @WEBHOOKS.doc(
        "Send a message again now, whatever became of it", QUEUED, about="It carries the `webhook-id` that it had."
    )
    @post("/{webhook_id:str}/deliveries/{delivery_id:str}/retry", status_code=202)
    async def retry_delivery(
        self,
        request: Request,
        webhook_id: FromPath[str],
        delivery_id: FromPath[str],
    ) -> Response[bytes]:
        services, principal = _organizer(request)

        def send() -> Delivery:
            _webhook_of(services, principal, webhook_id)
            message = services.outbox.again(webhook_id, delivery_id, services.service.clock())
            if message is None:
                raise _no_message(delivery_id)
            return message

        return _queued_response(request, services, await services.write(send))


def _queued_response(request: Request, services: AppContext, message: Delivery) -> Response[bytes]:
    services.mail.notify()
    return Response(encode(localize(message, language_of(request))), status_code=202, media_type=JSON)
