"""The check of a running service from outside: its answer, its readiness, its own work, its clock."""

import http.client
import os
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import msgspec

from api.cli.doctor.findings import Diagnosis, good, warning, wrong
from api.proxy.public import is_unnamed, read_url
from api.settings import PROXIES, TOKEN, URL
from referee.text import Text

ANSWER_SECONDS = 30.0
APART_SECONDS = 30
"""The most seconds that two clocks may differ."""
MOST_BYTES = 1_000_000
LAGS = 1_000
"""Records that a read model, or the tree, may be behind for a moment."""


class _Lag(msgspec.Struct):
    lag: int = 0


class _Ready(msgspec.Struct):
    """The response of `/v1/health/ready`. Without a token it has the status only."""

    status: str
    position: int | None = None
    projections: dict[str, _Lag] = {}
    evidence: _Lag | None = None
    failing: dict[str, str] = {}
    url: str | None = None


class _ServiceAnswer(msgspec.Struct):
    status: int
    body: bytes
    date: str | None


def look_at_service(url: str, now: datetime) -> Iterator[Diagnosis]:
    """Yields the findings about the service at this address; more of them with `REFEREE_TOKEN`."""
    try:
        answer = _ask(url.rstrip("/") + "/v1/health/ready", os.environ.get(TOKEN))
    except (OSError, http.client.HTTPException) as error:
        yield _no_answer(url, error)
        return
    try:
        ready = msgspec.json.decode(answer.body, type=_Ready)
    except msgspec.DecodeError:
        yield _not_ready(url, answer)
        return
    if answer.status != 200:
        yield _not_ready(url, answer)
        return
    yield good("service", f"{url} contesta y puede trabajar", f"{url} answers and can work")
    yield from _addresses(url, ready.url)
    yield from _work(ready)
    yield from _clock(answer.date, now)


def _addresses(request_url: str, own_url: str | None) -> Iterator[Diagnosis]:
    """Checks that the links of the service (QR codes, calendars) lead to the address of the request, if that has a name."""
    parts = urlsplit(request_url)
    if own_url is None or parts.hostname is None or is_unnamed(parts.hostname):
        return
    if own_url == read_url(f"{parts.scheme}://{parts.netloc}", "URL"):
        yield good("addresses", "los enlaces que escribe llevan aquí", "the links that it writes lead here")
        return
    yield warning(
        "addresses",
        Text(
            es=f"los enlaces que escribe (códigos QR, calendarios) empiezan por {own_url}",
            en=f"the links that it writes (QR codes, calendars) begin with {own_url}",
        ),
        Text(
            es=f"pon {URL} con su dirección pública, y {PROXIES} con la de su proxy",
            en=f"set {URL} to its public address, and {PROXIES} to that of its proxy",
        ),
    )


def _work(ready: _Ready) -> Iterator[Diagnosis]:
    if ready.status == "catching_up":
        yield warning(
            "read_models",
            Text(es="los modelos de lectura se están rehaciendo", en="the read models are being built again"),
            Text(
                es="espera: se puede jugar mientras tanto. /v1/health/ready dice cuánto falta",
                en="wait: matches can be played meanwhile. /v1/health/ready says how long it takes",
            ),
        )
    if ready.status == "read_only":
        yield warning(
            "service",
            Text(
                es="solo lee: su base de datos no admite escrituras",
                en="it only reads: its database takes no writes",
            ),
            Text(
                es="si debería escribir, pon en REFEREE_DATABASE la dirección del servidor que escribe y reinícialo",
                en="if it should write, put the address of the server that writes into REFEREE_DATABASE and restart it",
            ),
        )
    if ready.position is None:
        yield warning(
            "token",
            Text(es="sin token no dice más", en="without a token it says no more"),
            Text(es=f"da un token en {TOKEN}", en=f"give a token in {TOKEN}"),
        )
        return
    for work, why in ready.failing.items():
        yield wrong(
            "work",
            Text(es=f"el trabajo «{work}» falla: {why}", en=f"the work “{work}” fails: {why}"),
            Text(
                es="lo que escribe el servicio dice más; mira su base de datos con `referee doctor --database`",
                en="the service's output says more; look at its database with `referee doctor --database`",
            ),
        )
    lags = {name: one.lag for name, one in ready.projections.items()}
    lags |= {"evidence": ready.evidence.lag} if ready.evidence else {}
    late = {name: lag for name, lag in lags.items() if lag > LAGS}
    if late and ready.status == "ready":
        names = ", ".join(f"{name} ({lag})" for name, lag in late.items())
        yield warning(
            "read_models",
            Text(es=f"van retrasados: {names}", en=f"these are behind: {names}"),
            Text(
                es="mira otra vez dentro de un minuto; si no baja, reinicia el servicio",
                en="look again in a minute; if it does not shrink, restart the service",
            ),
        )
    elif not ready.failing:
        yield good("work", "nada de lo que hace por su cuenta falla", "nothing of what it does by itself fails")


def _clock(date: str | None, now: datetime) -> Iterator[Diagnosis]:
    if date is None:
        return
    apart = round(abs((parsedate_to_datetime(date).astimezone(UTC) - now).total_seconds()))
    if apart <= APART_SECONDS:
        yield good("clock", "su reloj y el de esta máquina concuerdan", "its clock and this machine's agree")
        return
    yield warning(
        "clock",
        Text(
            es=f"su reloj y el de esta máquina difieren en {apart} s",
            en=f"its clock and this machine's differ by {apart} s",
        ),
        Text(
            es="pon los dos en hora por la red: `timedatectl set-ntp true`",
            en="set both over the network: `timedatectl set-ntp true`",
        ),
    )


def _ask(url: str, token: str | None) -> _ServiceAnswer:
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
            return _ServiceAnswer(answer.status, answer.read(MOST_BYTES), answer.headers.get("Date"))
    except urllib.error.HTTPError as refused:
        with refused:
            return _ServiceAnswer(refused.code, refused.read(MOST_BYTES), refused.headers.get("Date"))


def _no_answer(url: str, error: Exception) -> Diagnosis:
    reason = getattr(error, "reason", error)
    if isinstance(reason, ssl.SSLError):
        advice = Text(
            es="el certificado no vale para este nombre, ha caducado, o esta máquina no se fía de quien lo firmó",
            en="the certificate is not for this name, has expired, or this machine does not trust who signed it",
        )
    else:
        advice = Text(
            es="mira si el servicio está en marcha (`systemctl status referee`) y si dirección y puerto son esos",
            en="see whether the service runs (`systemctl status referee`), and whether address and port are right",
        )
    return wrong("service", Text(es=f"{url} no contesta: {reason}", en=f"{url} does not answer: {reason}"), advice)


def _not_ready(url: str, answer: _ServiceAnswer) -> Diagnosis:
    what = Text(
        es=f"{url} contesta {answer.status}, y no lo que contesta un servicio que puede trabajar",
        en=f"{url} answers {answer.status}, and not what a service answers that can work",
    )
    if answer.status == 503:
        advice = Text(
            es="no llega a su base de datos: mírala con `referee doctor --database`; sigue solo en cuanto conteste",
            en="it does not reach its database: look at that with `referee doctor --database`; it goes on by itself then",
        )
    elif answer.status == 401:
        advice = Text(
            es=f"no conoce el token de {TOKEN}: ¿se revocó, o es de otro servicio?",
            en=f"it does not know the token in {TOKEN}: was it revoked, or is it another service's?",
        )
    else:
        advice = Text(
            es="¿contesta ahí otro programa, o el proxy? Pon la dirección del servicio, sin ruta",
            en="does another program answer there, or the proxy? Give the address of the service, without a path",
        )
    return wrong("service", what, advice)
