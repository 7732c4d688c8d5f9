"""The commands of evidence: `referee export · verify · checkpoint · key`. To verify a file needs no service and no database."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from api import compose
from referee.championship import portable as championships
from referee.championship.service import Championships
from referee.errors import NotFound
from referee.evidence import database as databases
from referee.evidence import notes, records
from referee.evidence.chains import opened_by
from referee.evidence.flaws import Flaw
from referee.evidence.keys import Verifier, read_verifier
from referee.evidence.notary import Notary
from referee.review import portable
from referee.service.matches import Service
from referee.store.address import is_postgres, sqlite_path

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
DATABASE = click.option("--database", envvar=compose.DATABASE, help="As of `referee serve`.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
T = TypeVar("T")


def _opened(database: str | None) -> tuple[Service, Notary]:
    database = compose.database_of(database)
    service = compose.open_service(database)
    return service, compose.notary_of(service, database)


def _lines(service: Service, what: str) -> Iterator[dict[str, Any]]:
    """The record of a match, or of a championship with its matches. Raises NotFound."""
    try:
        service.opening(what)
    except NotFound as missing:
        try:
            return championships.export(Championships(service), what)
        except NotFound:
            raise missing from None
    return portable.export(service, what, service.people.name)


@click.command()
@click.argument("what", metavar="MATCH|CHAMPIONSHIP")
@click.option("--proofs", type=click.Path(dir_okay=False, path_type=Path), help="Write there the proofs of the record.")
@DATABASE
def export(what: str, proofs: Path | None, database: str | None) -> None:
    """Print a match, or a championship with its matches, as a portable record with its chains."""
    service, notary = _opened(database)
    lengths: Counter[str] = Counter()
    stream = ""
    for line in _lines(service, what):
        stream = opened_by(line) or stream
        lengths[stream] += 1
        click.echo(msgspec.json.encode(line))
    if proofs:
        proofs.write_bytes(b"\n".join(records.prove(notary, lengths)) + b"\n")


@click.command()
@click.argument("file", required=False, type=FILE)
@click.option("--proofs", type=FILE, help="The proof file that `referee export` wrote beside the record.")
@click.option(
    "--key", "keys", multiple=True, help="The public key that signs, as `referee key` prints it, or a file of it."
)
@click.option("--checkpoint", "saved", multiple=True, type=FILE, help="A checkpoint kept elsewhere; without FILE only.")
@DATABASE
@JSON
def verify(
    file: Path | None,
    proofs: Path | None,
    keys: tuple[str, ...],
    saved: tuple[Path, ...],
    database: str | None,
    as_json: bool,
) -> None:
    """Check a record offline; or without FILE the whole database: chains, tree, checkpoints."""
    verifiers = [_key(given) for given in keys]
    if file is None:
        if proofs:
            raise click.UsageError("--proofs are those of a FILE")
        sys.exit(_verify_database(database, verifiers, saved, as_json))
    if saved:
        raise click.UsageError("--checkpoint is for a database, a FILE has its --proofs")
    if proofs and not verifiers:
        raise click.UsageError("--proofs need the public key that signed them: --key")
    sys.exit(_verify_file(file, proofs, verifiers, as_json))


def _key(given: str) -> Verifier:
    path = Path(given)
    return read_verifier(path.read_text(encoding="utf-8") if len(given) < 256 and path.is_file() else given)


def _verify_file(file: Path, proofs: Path | None, verifiers: list[Verifier], as_json: bool) -> int:
    try:
        known = records.read_proofs(proofs.read_bytes(), verifiers) if proofs else None
    except records.BadProofFile as bad:
        flaw = Flaw("signature", found=f"{proofs}: {bad}")
        return _say(as_json, {"file": str(file), "flaw": _told(flaw)}, f"{file.name}: {flaw.words}", 1)
    verdict = records.check(file.read_bytes(), known)
    answer = {"file": str(file), **msgspec.to_builtins(verdict), "flaw": _told(verdict.flaw)}
    return _say(as_json, answer, f"{file.name}: {_words(verdict)}", 1 if verdict.flaw or not verdict.chained else 0)


def _words(verdict: records.Verdict) -> str:
    if verdict.flaw:
        return verdict.flaw.words
    if not verdict.chained:
        return "no hashes, nothing to verify"
    if len(verdict.chains) == 1:
        told = f"{verdict.entries} entries, chain whole, head {verdict.chains[0].head}"
    else:
        told = f"{verdict.entries} entries in {len(verdict.chains)} chains, every chain whole"
    signed = verdict.checkpoint
    if signed is None:
        return told
    return f"{told}; all in the log {signed.origin} as signed at {signed.time}, {signed.size} records"


def _verify_database(database: str | None, verifiers: list[Verifier], saved: tuple[Path, ...], as_json: bool) -> int:
    database = compose.database_of(database)
    if not is_postgres(database) and not sqlite_path(database).is_file():
        raise click.UsageError(f"there is no database {database}")
    service, notary = _opened(database)
    verifiers = verifiers or compose.own_verifiers(notary, database)
    if not verifiers and (saved or notary.last()):
        raise click.UsageError("the checkpoints need the public key that signed them: --key")
    kept = [_checkpoint(path, verifiers) for path in saved]
    verdict = databases.check(notary, verifiers, kept)
    compose.close_service(service)
    answer = {**msgspec.to_builtins(verdict), "flaw": _told(verdict.flaw)}
    words = (
        verdict.flaw.words
        if verdict.flaw
        else f"{verdict.records} records in {verdict.chains} chains, every chain whole; "
        f"{verdict.leaves} of them in the tree, which agrees with {verdict.checkpoints} checkpoints"
    )
    return _say(as_json, answer, words, 1 if verdict.flaw else 0)


def _checkpoint(path: Path, verifiers: list[Verifier]) -> notes.Checkpoint:
    try:
        return notes.opened(path.read_bytes().decode(), verifiers)
    except (notes.BadNote, UnicodeDecodeError) as bad:
        raise click.UsageError(f"{path}: {bad}") from bad


def _told(flaw: Flaw | None) -> dict[str, Any] | None:
    return {**msgspec.to_builtins(flaw), "message": flaw.words} if flaw else None


def _say(as_json: bool, answer: Any, words: str, status: int) -> int:
    click.echo(msgspec.json.encode(answer).decode() if as_json else words)
    return status


@click.command()
@DATABASE
@JSON
def checkpoint(database: str | None, as_json: bool) -> None:
    """Print the signed checkpoint of the log as it is now, to keep elsewhere."""
    service, notary = _opened(database)
    made = _closing(service, notary.checkpoint)
    click.echo(msgspec.json.encode(made).decode() if as_json else made.note, nl=as_json)


@click.command()
@click.option("--pem", is_flag=True, help="As PEM.")
@DATABASE
@JSON
def key(pem: bool, database: str | None, as_json: bool) -> None:
    """Print the public key that checks the log's checkpoints."""
    service, notary = _opened(database)
    public = _closing(service, notary.public_key)
    click.echo(msgspec.json.encode(public).decode() if as_json else public.pem.strip() if pem else public.key)


def _closing(service: Service, call: Callable[[], T]) -> T:
    try:
        return call()
    finally:
        compose.close_service(service)
