"""The check of the tables beside the log: their release, the progress of the read models, failing webhooks."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from api.cli.doctor.findings import Diagnosis, good, warning, wrong
from api.webhooks.outbox import Outbox, Webhook
from projections.follower import BATCH, PROJECTIONS, progress_of, shape_is_current
from referee.people import schema
from referee.text import Text

WAITS = timedelta(minutes=10)
"""The time after which a running service must have sent a message that was due."""
MOST_WEBHOOKS = 500
"""The most webhooks that are checked."""


def look_at_schema(store: sa.Engine) -> Diagnosis:
    """Checks the release of the tables."""
    with store.connect() as connection:
        age, last = schema.age(connection), schema.last_migration(connection)
    if age == "current":
        return good("schema", f"las tablas son las de esta versión ({last})", f"the tables are this release's ({last})")
    if age == "older":
        return warning(
            "schema",
            Text(es="las tablas son de una versión anterior", en="the tables are of an earlier release"),
            Text(
                es="haz una copia de seguridad y arranca el servicio: las pone al día solo, y no pierde nada",
                en="make a backup and start the service: it brings them up to date by itself, and loses nothing",
            ),
        )
    return wrong(
        "schema",
        Text(es=f"las tablas son de una versión más nueva ({last})", en=f"the tables are of a newer release ({last})"),
        Text(
            es="instala esa versión de referee o una posterior, o restaura la copia de seguridad de antes de actualizar",
            en="install that release of referee or a later one, or restore the backup from before the upgrade",
        ),
    )


def look_at_read_models(store: sa.Engine, head: int) -> Diagnosis:
    """Checks that the read models are not far behind the `head` of the log."""
    with store.connect() as connection:
        if not shape_is_current(connection):
            return warning(
                "read_models",
                Text(
                    es="los modelos de lectura son de otra versión, o no están",
                    en="the read models are of another release, or missing",
                ),
                Text(
                    es="arranca el servicio: los rehace solo, y mientras tanto se puede jugar",
                    en="start the service: it builds them again by itself, and matches can be played meanwhile",
                ),
            )
        at = progress_of(connection, PROJECTIONS)
    if any(one.position > head for one in at.values()):
        return wrong(
            "read_models",
            Text(
                es="los modelos de lectura conocen registros que el registro ya no tiene",
                en="the read models know records that the log no longer has",
            ),
            Text(
                es="¿se restauró solo una parte? Restaura la copia entera y ejecuta `referee rebuild`",
                en="was only a part restored? Restore the whole backup and run `referee rebuild`",
            ),
        )
    behind = head - min(one.position for one in at.values())
    if behind <= BATCH:
        return good("read_models", "los modelos de lectura están al día", "the read models are up to date")
    return warning(
        "read_models",
        Text(es=f"a los modelos de lectura les faltan {behind} registros", en=f"the read models lack {behind} records"),
        Text(
            es="el servicio los pone al día mientras está en marcha; si lo está y esto no baja, mira `failing` en "
            "/v1/health/ready",
            en="the service brings them up to date while it runs; if it does and this does not shrink, look at `failing` in "
            "/v1/health/ready",
        ),
    )


def look_at_webhooks(store: sa.Engine, now: datetime) -> Iterator[Diagnosis]:
    """Yields the findings about webhooks that do not get through."""
    outbox = Outbox(store)
    webhooks, queues = outbox.page("", MOST_WEBHOOKS), outbox.queues()
    late = (now.astimezone(UTC) - WAITS).isoformat(timespec="milliseconds")
    findings = list(filter(None, map(_refusal, webhooks)))
    stuck = sum(queue.due_since < late for id_, queue in queues.items() if id_ in {one.id for one in webhooks})
    if stuck:
        findings.append(
            warning(
                "webhooks",
                Text(
                    es=f"{stuck} webhooks tienen mensajes que debían haber salido hace más de diez minutos",
                    en=f"{stuck} webhooks have messages that were due more than ten minutes ago",
                ),
                Text(
                    es="los envía el servicio: arráncalo; si está en marcha, mira `failing` en /v1/health/ready y su salida",
                    en="the service sends them: start it; if it runs, look at `failing` in /v1/health/ready and at its output",
                ),
            )
        )
    several = len(webhooks)
    yield from findings or [good("webhooks", f"{several} webhooks, sin atascos", f"{several} webhooks, none is stuck")]


def _refusal(webhook: Webhook) -> Diagnosis | None:
    """The finding that a webhook's receiver does not take its messages; None if it does."""
    id_, since, why = webhook.id, webhook.disabled_at or webhook.failing_since, webhook.disabled_for
    if since is None:
        return None
    what = Text(es=f"el webhook {id_} falla desde {since}", en=f"webhook {id_} has been failing since {since}")
    advice = Text(
        es=f"mira por qué en GET /v1/webhooks/{id_}/deliveries; se vuelve a intentar solo",
        en=f"see why in GET /v1/webhooks/{id_}/deliveries; it is tried again by itself",
    )
    if webhook.disabled_at is not None:
        what = Text(
            es=f"el webhook {id_} está desactivado desde {since}: {why}",
            en=f"webhook {id_} was disabled at {since}: {why}",
        )
        advice = Text(
            es=f"arregla lo que hay en su dirección y envíale una prueba: POST /v1/webhooks/{id_}/test",
            en=f"mend what is at its address and send it a test: POST /v1/webhooks/{id_}/test",
        )
    return warning("webhooks", what, advice)
