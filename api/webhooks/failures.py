"""Why a message did not arrive or a webhook was disabled: kept as text in both languages, shown in the reader's."""

from typing import TypeVar

import msgspec

from api.webhooks.outbox import Delivery, Webhook
from referee.text import Text

Shown = TypeVar("Shown", Delivery, Webhook)


def no_answer(seconds: float) -> Text:
    """The receiver took too long."""
    return Text(es=f"sin respuesta en {seconds:g} s", en=f"no answer within {seconds:g} s")


def not_sent(failed: Exception) -> Text:
    """There was no connection, or it broke."""
    what = f"{type(failed).__name__}: {failed}"[:200]
    return Text(es=f"no se pudo enviar ({what})", en=f"could not be sent ({what})")


def nowhere(host: str) -> Text:
    """The host has no address to which a message may go."""
    return Text(
        es=f"{host} está en una red privada o no existe", en=f"{host} is in a private network or does not exist"
    )


def answered(status: int | None) -> Text:
    """The receiver refused the message."""
    return Text(es=f"contestó {status}", en=f"answered {status}")


GONE = Text(es="contestó 410 Gone", en="answered 410 Gone")


def nothing_since(time: str) -> Text:
    """Nothing has arrived for days."""
    return Text(es=f"no llega nada desde {time}", en=f"nothing has arrived since {time}")


def kept(why: Text | None) -> str | None:
    """The text as the database keeps it."""
    return None if why is None else msgspec.json.encode(why).decode()


def in_language(why: str | None, language: str) -> str | None:
    """A kept text for a reader; one that is kept in one language alone as it is."""
    if why is None or not why.startswith("{"):
        return why
    return msgspec.json.decode(why, type=Text).in_language(language)


def shown(found: Shown, language: str) -> Shown:
    """A message or a webhook as a reader of this language gets it."""
    if isinstance(found, Delivery):
        return msgspec.structs.replace(found, error=in_language(found.error, language))
    return msgspec.structs.replace(found, disabled_for=in_language(found.disabled_for, language))
