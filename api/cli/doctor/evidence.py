"""The evidence of a log: its newest chains, or with `whole` all of it; the tree, the signing key, the clock of its times."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from eventsourcing.persistence import Notification

from api import settings
from api.cli.doctor.findings import RESTORE, Diagnosis, good, warning, wrong
from referee.errors import Inconsistent
from referee.evidence import merkle
from referee.evidence.batches import examine, rows_of
from referee.evidence.chains import Chains
from referee.evidence.database import check
from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.keys import Verifier, public_bytes, signing_key
from referee.evidence.notary import Notary
from referee.evidence.notes import BadNote, parse_checkpoint
from referee.evidence.tiles import MissingTile
from referee.evidence.tree import Tree
from referee.log.log import Log
from referee.text import Text

NEWEST = 1_000
"""Records at the end of the log that a quick check reads."""
MOST_CHAINS = 100
"""Chains that a quick check follows, from their beginning."""
BACK = timedelta(seconds=5)
"""The time that a clock may go back without a warning: records of several processes are stored in another order."""
AHEAD = timedelta(minutes=5)


class _RecordTime(msgspec.Struct):
    recorded_at: datetime | None = None


def reading(log: Log, store: sa.Engine) -> Notary:
    """A notary that reads the evidence of a log and signs nothing."""

    def no_key() -> Ed25519PrivateKey:
        raise _nothing_is_signed()

    return Notary(Tree(log, store), no_key, str)


def newest(log: Log) -> Sequence[Notification]:
    """The last records of a log."""
    return log.follow(max(0, log.position() - NEWEST))


def look_at_log(notary: Notary, records: Sequence[Notification]) -> Diagnosis:
    """Checks that the newest chains are whole, and that the log is as long as the tree."""
    log, state = notary.tree.log, notary.tree.state()
    if state and log.position() < state.position:
        flaw: EvidenceFlaw | None = EvidenceFlaw("missing", expected=state.position, found=log.position())
    else:
        streams = list(dict.fromkeys(str(record.originator_id) for record in reversed(records)))[:MOST_CHAINS]
        flaw = next(filter(None, (_flaw_of(log, stream) for stream in streams)), None)
    if flaw:
        return _diagnosis("log", flaw)
    many = log.position()
    return good(
        "log", f"{many} registros; las últimas cadenas, íntegras", f"{many} records; the newest chains are whole"
    )


def look_at_tree(notary: Notary) -> Diagnosis:
    """Checks that the tree still begins with the tree of the last checkpoint."""
    last, state = notary.last_note(), notary.tree.state()
    if last is None or state is None:
        return good("tree", "aún no hay punto de control que comparar", "there is no checkpoint to compare with yet")
    try:
        checkpoint = parse_checkpoint(last)
        if checkpoint.size <= state.size and merkle.root(checkpoint.size, notary.tree.nodes()).hex() == checkpoint.root:
            size = checkpoint.size
            return good(
                "tree",
                f"el árbol es el del último punto de control, de {size} registros",
                f"the tree is that of the last checkpoint, of {size} records",
            )
    except (BadNote, MissingTile):
        pass
    return wrong(
        "tree",
        Text(
            es="el árbol no es el del último punto de control: alguien ha reescrito el pasado",
            en="the tree is not that of the last checkpoint: somebody rewrote the past",
        ),
        _REWRITTEN,
    )


def look_at_whole(notary: Notary, database: str, tell: Callable[[int], None]) -> Diagnosis:
    """Checks every chain, the tree against the log, and both against every checkpoint."""
    keys: list[Verifier] = []
    with suppress(Inconsistent):
        keys = own_keys(database)
    if not keys and notary.last_note() is not None:
        return warning(
            "whole_log",
            Text(
                es="no se ha mirado entero: falta la clave que firmó los puntos de control",
                en="it was not looked at as a whole: the key that signed the checkpoints is missing",
            ),
            Text(
                es="`referee verify --key CLAVE` lo mira con la mitad pública",
                en="`referee verify --key KEY` does so with its public half",
            ),
        )
    verdict = check(notary, keys, tell=tell)
    if verdict.flaw:
        return _diagnosis("whole_log", verdict.flaw)
    return good(
        "whole_log",
        f"{verdict.records} registros en {verdict.chains} cadenas, todas íntegras; {verdict.checkpoints} puntos de control",
        f"{verdict.records} records in {verdict.chains} chains, every chain whole; {verdict.checkpoints} checkpoints agree",
    )


def own_keys(database: str) -> list[Verifier]:
    """The public half of this machine's signing key; none if there is no key. Raises Inconsistent."""
    setting, beside = os.environ.get(settings.SIGNING_KEY) or None, settings.key_file(database)
    # `signing_key` would make a missing one.
    return [Verifier(public_bytes(signing_key(setting, beside)))] if setting or beside.exists() else []


def look_at_key(database: str, notary: Notary) -> Diagnosis:
    """Checks that the signing key is here, and that it signed last."""
    where = (os.environ.get(settings.SIGNING_KEY) and settings.SIGNING_KEY) or str(settings.key_file(database))
    try:
        keys = own_keys(database)
    except Inconsistent as refused:
        return wrong("signing_key", refused.text, _KEY)
    last = notary.last_note()
    if not keys:
        if last is None:
            return good(
                "signing_key", "aún no hace falta: nada está firmado", "it is not needed yet: nothing is signed"
            )
        return wrong("signing_key", Text(es=f"no está en {where}", en=f"it is not in {where}"), _KEY)
    if why := notary.may_not_sign(keys):
        what = Text(
            es=f"la de {where} no firmó el último punto de control: {why.es}",
            en=f"the one in {where} did not sign the last checkpoint: {why.en}",
        )
        return wrong("signing_key", what, _KEY)
    return good("signing_key", f"está en {where}", f"it is in {where}")


def look_at_clock(records: Sequence[Notification], now: datetime) -> Iterator[Diagnosis]:
    """Checks that the times of the newest records do not go back, and are not ahead of this machine's clock."""
    times = [(record.id, at) for record in records if (at := _date(record)) is not None]
    latest = max((at for _, at in times), default=now)
    back = _first_back(times)
    if back is None and latest <= now + AHEAD:
        yield good("clock", "las horas del registro van hacia delante", "the times in the log go forward")
    if back is not None:
        what = Text(
            es=f"el reloj fue hacia atrás: en la posición {back[0]} son las {back[1]}, después de las {back[2]}",
            en=f"the clock went back: at position {back[0]} it is {back[1]}, after {back[2]}",
        )
        yield warning("clock", what, _CLOCK)
    if latest > now + AHEAD:
        what = Text(
            es=f"el último registro es de las {latest}, y en esta máquina son las {now}",
            en=f"the last record is of {latest}, and on this machine it is {now}",
        )
        yield warning("clock", what, _CLOCK)


def _first_back(times: Sequence[tuple[int, datetime]]) -> tuple[int, datetime, datetime] | None:
    latest: datetime | None = None
    for position, at in times:
        if latest is not None and at < latest - BACK:
            return position, at, latest
        latest = at if latest is None else max(latest, at)
    return None


def _date(record: Notification) -> datetime | None:
    try:
        return msgspec.json.decode(record.state, type=_RecordTime).recorded_at
    except msgspec.DecodeError:
        # The check of the chains finds a record that cannot be read.
        return None


def _flaw_of(log: Log, stream: str) -> EvidenceFlaw | None:
    """The first flaw of a chain; None if it is whole."""
    findings, chains = examine(rows_of(log.read(stream)), b""), Chains()
    steps = (chains.take(stream, step) for step in findings.first.values())
    flaw = next(filter(None, steps), None) or findings.flaw
    return msgspec.structs.replace(flaw, stream=stream) if flaw else None


def _nothing_is_signed() -> Inconsistent:
    return Inconsistent(Text(es="aquí no se firma nada", en="nothing is signed here"))


def _diagnosis(check: str, flaw: EvidenceFlaw) -> Diagnosis:
    return wrong(check, flaw.text, RESTORE if flaw.problem == "missing" else _REWRITTEN)


_REWRITTEN = Text(
    es="para el servicio, guarda los ficheros tal como están y compara con un punto de control guardado en otra parte: "
    "`referee verify --checkpoint FICHERO`; después restaura la última copia de seguridad que concuerde",
    en="stop the service, keep the files as they are, and compare with a checkpoint that was kept elsewhere: "
    "`referee verify --checkpoint FILE`; then restore the last backup that agrees with it",
)
_KEY = Text(
    es="pon ahí la clave de siempre, de otro nodo o de donde guardaste una copia, con `chmod 600`. Si se ha perdido, "
    "`referee checkpoint --new-key` firma con otra: da a todos la nueva clave pública y conserva la antigua para los puntos de "
    "control de antes. En PostgreSQL ningún nodo arranca con una clave que no firma",
    en="put the key of before there, from another node or from where you kept a copy, with `chmod 600`. If it is lost, "
    "`referee checkpoint --new-key` signs with another one: give everybody the new public key, and keep the old one for earlier "
    "checkpoints. On PostgreSQL no node starts with a key that does not sign",
)
_CLOCK = Text(
    es="no se pierde nada, porque el orden es el de las posiciones; pon el reloj en hora por la red: "
    "`timedatectl set-ntp true`",
    en="nothing is lost, because positions say the order; set the clock over the network: `timedatectl set-ntp true`",
)
