"""Reasons of a failed delivery or a disabled webhook: stored in both languages, shown in the reader's."""

from typing import TypeVar

import msgspec

from api.webhooks.outbox import Delivery, Webhook
from referee.text import Text

L = TypeVar("L", Delivery, Webhook)


def no_answer(seconds: float) -> Text:
    """The reason when the receiver took too long."""
    return Text(es=f"sin respuesta en {seconds:g} s", en=f"no answer within {seconds:g} s")


def not_sent(error: Exception) -> Text:
    """The reason when there was no connection, or it broke."""
    what = f"{type(error).__name__}: {error}"[:200]
    return Text(es=f"no se pudo enviar ({what})", en=f"could not be sent ({what})")


def nowhere(host: str) -> Text:
    """The reason when the host has no allowed address."""
    return Text(
        es=f"{host} está en una red privada o no existe", en=f"{host} is in a private network or does not exist"
    )


def refusal(status: int | None) -> Text:
    """The reason when the receiver refused the message."""
    return Text(es=f"contestó {status}", en=f"answered {status}")


GONE = Text(es="contestó 410 Gone", en="answered 410 Gone")


def nothing_since(time: str) -> Text:
    """The reason when no message has arrived for days."""
    return Text(es=f"no llega nada desde {time}", en=f"nothing has arrived since {time}")


def encode(why: Text | None) -> str | None:
    """Encodes a reason for the database."""
    return None if why is None else msgspec.json.encode(why).decode()


def in_language(why: str | None, language: str) -> str | None:
    """Decodes a stored reason in a reader's language; one that was stored in a single language stays as it is."""
    if why is None or not why.startswith("{"):
        return why
    return msgspec.json.decode(why, type=Text).in_language(language)


def localize(item: L, language: str) -> L:
    """A message or a webhook with its reason in this language."""
    if isinstance(item, Delivery):
        return msgspec.structs.replace(item, error=in_language(item.error, language))
    return msgspec.structs.replace(item, disabled_for=in_language(item.disabled_for, language))
