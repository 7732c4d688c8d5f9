"""Webhooks of a service opened inside the test: made, given messages, delivered without a passing of time."""

import asyncio
import base64
import json
from collections.abc import Callable
from typing import Any

from api.context import AppContext
from api.webhooks.deliverer import Deliverer, Send
from api.webhooks.outbox import Delivery, Webhook
from api.webhooks.post import Post
from referee.matches.append import Append
from referee.matches.opening import OpenMatch, Sitting
from tests.support.beside import store_rows
from tests.support.receiver import ReceivedRequest, Receiver, Reply
from tests.support.waiting import DEADLOCK_SECONDS

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
NOTE = {"type": "note", "text": "mesa 3"}


def hook(services: AppContext, receiver: Receiver, *kinds: str, **only: Any) -> Webhook:
    """A webhook of this receiver, for these kinds of event, or for every event of a match."""
    position = services.service.log.position()
    kinds = kinds or ("match.event",)
    webhook, row = services.outbox.prepare(receiver.url, kinds, SECRET, position, services.service.clock(), **only)
    store_rows(services.outbox.store, [row])
    return webhook


def open_sample_match(services: AppContext, seats: str = "ABCD", **more: Any) -> str:
    command = OpenMatch("hearts.castillar", tuple(Sitting(name=name) for name in seats), first_dealer=0, **more)
    return services.service.open_match(command, "tests").match.id


def say(services: AppContext, match: str, *events: dict[str, Any]) -> None:
    services.service.append(Append(match, [json.dumps(event).encode() for event in events], "tests"))


async def _rounds(services: AppContext, rounds: int, send: Send | None, seconds: float) -> None:
    post = Post(private=True, seconds=seconds)
    deliverer = Deliverer(services, send or post, chance=lambda: 0.0)
    try:
        for _ in range(rounds):
            await deliverer.turn()
            await deliverer.all_settled()
    finally:
        await deliverer.stop()
        await post.close()


def deliver(
    services: AppContext, rounds: int = 12, send: Send | None = None, seconds: float = DEADLOCK_SECONDS
) -> None:
    """Runs as many looks of a deliverer as it takes, without a passing of time. An attempt has this number of seconds."""
    asyncio.run(_rounds(services, rounds, send, seconds))


def log_of(services: AppContext, webhook: Webhook) -> list[Delivery]:
    """The delivery log, oldest first."""
    return services.outbox.deliveries(webhook.id, limit=500)[0][::-1]


def refusing(status: int, **headers: str) -> Callable[[ReceivedRequest], Reply]:
    return lambda request: Reply(status, {name.replace("_", "-"): value for name, value in headers.items()})
