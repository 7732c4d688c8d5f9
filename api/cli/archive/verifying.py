"""The commands of evidence: `referee verify · checkpoint`. The check of a file needs no service and no database."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from api.cli.archive import coverage_report, names, shuffles, tables, witness_policy
from api.cli.archive.counted import many
from api.cli.archive.key_param import KeyParam
from api.cli.decorators import DATABASE, JSON, answer, argument, bad_use, command, option, require_database
from api.cli.files import FILE
from api.cli.language import say
from referee.text import Text

if TYPE_CHECKING:
    from projections.commitment_comparison import CommitmentVerdict
    from projections.comparison import TablesVerdict
    from referee.evidence.batches import Processes
    from referee.evidence.database import DatabaseVerdict
    from referee.evidence.flaws import EvidenceFlaw
    from referee.evidence.keys import Verifier
    from referee.evidence.notary import Notary
    from referee.evidence.notes import Checkpoint
    from referee.evidence.records import Verdict
    from referee.evidence.witnesses.cosignatures import WitnessKey, WitnessPolicy

T = TypeVar("T")
FETCH = "curl -sS http://127.0.0.1:8000/v1/log/checkpoint"
"""The command that gets a checkpoint to keep, from a service on this machine."""
MANY_RECORDS = 50_000
"""Records from which several processes check a log: about half a second of work for one."""


def _verifier(text: str) -> "Verifier":
    from referee.evidence.keys import read_verifier

    return read_verifier(text)


@command("verify")
@argument("file", metavar="[FILE]", required=False, type=FILE)
@option(
    "--proofs",
    es="El fichero de pruebas que `referee export` escribió junto al acta.",
    en="The proof file that `referee export` wrote beside the record.",
    type=FILE,
    metavar="FILE",
)
@option(
    "--key",
    "keys",
    es="La clave pública con que se firma, como la escribe `referee key`, o un fichero con ella.",
    en="The public key that signs, as `referee key` prints it, or a file of it.",
    type=KeyParam(_verifier),
    multiple=True,
    metavar="KEY",
)
@option(
    "--checkpoint",
    "saved_files",
    es="Un punto de control guardado en otra parte, como nota firmada o como JSON. Solo para la base de datos.",
    en="A checkpoint that you kept elsewhere, as a signed note or as JSON. For the database only.",
    multiple=True,
    type=FILE,
    metavar="FILE",
)
@witness_policy.WITNESS
@witness_policy.LEAST
@DATABASE
@JSON
def verify(
    file: Path | None,
    proofs: Path | None,
    keys: "tuple[Verifier, ...]",
    saved_files: tuple[Path, ...],
    witnesses: "tuple[WitnessKey, ...]",
    least: int | None,
    database: str,
    as_json: bool,
) -> None:
    """Checks a record, or a database."""
    policy = witness_policy.policy(witnesses, least)
    if file is None:
        if proofs:
            raise bad_use("--proofs son las de un FICHERO", "--proofs are those of a FILE")
        require_database(database)
        sys.exit(_verify_database(database, list(keys), saved_files, policy, as_json))
    if saved_files:
        raise bad_use(
            "--checkpoint es para una base de datos; un FICHERO tiene sus --proofs",
            "--checkpoint is for a database, a FILE has its --proofs",
        )
    if (one := names.document(file)) is not None and not proofs:
        sys.exit(_verify_name(file, names.verdict(one, list(keys), policy), as_json))
    if policy.witnesses and not proofs:
        raise bad_use(
            "los testigos firman puntos de control: --witness necesita --proofs",
            "witnesses sign checkpoints: --witness needs --proofs",
        )
    if proofs and not keys:
        raise bad_use(
            "--proofs necesita la clave pública que las firmó: --key",
            "--proofs need the public key that signed them: --key",
        )
    sys.exit(_verify_file(file, proofs, list(keys), policy, as_json))


def _verify_file(
    file: Path, proofs: Path | None, verifiers: "list[Verifier]", policy: "WitnessPolicy", as_json: bool
) -> int:
    from api.cli.progress import progress
    from referee.evidence import proof_files, records
    from referee.evidence.flaws import EvidenceFlaw

    try:
        proof_set = proof_files.read_proofs(proofs.read_bytes(), verifiers, policy) if proofs else None
    except proof_files.BadProofFile as bad:
        flaw = EvidenceFlaw("signature", found=Text(es=f"{proofs}: {bad.text.es}", en=f"{proofs}: {bad.text.en}"))
        return _say(as_json, {"file": str(file), "flaw": _for_programs(flaw)}, _of(file, flaw.text), 1)
    with progress(Text(es="líneas", en="lines")) as tell:
        verdict = records.check(file.read_bytes(), proof_set, tell)
    witnesses = proof_set.witnesses if proof_set else ()
    chance = shuffles.check_record(file, verdict)
    verdict = msgspec.structs.replace(verdict, flaw=verdict.flaw or chance.flaw)
    whole = {
        "file": str(file),
        **msgspec.to_builtins(verdict),
        "chance": shuffles.for_programs(chance),
        "witnesses": msgspec.to_builtins(witnesses),
        "flaw": _for_programs(verdict.flaw),
    }
    good = not verdict.flaw and verdict.has_chains
    words = (
        witness_policy.with_witnesses(shuffles.with_shuffles(_words(verdict), chance), witnesses)
        if good
        else _words(verdict)
    )
    left = (*shuffles.not_checked(chance), *coverage_report.of_record(verdict)) if good else ()
    return _say(as_json, whole, _of(file, words), 0 if good else 1, left)


def _verify_name(file: Path, verdict: names.NameVerdict, as_json: bool) -> int:
    words = witness_policy.with_witnesses(verdict.words, verdict.witnesses)
    whole = {"file": str(file), **verdict.whole, "flaw": _for_programs(verdict.flaw)}
    return _say(as_json, whole, _of(file, words), 1 if verdict.flaw else 0, verdict.left)


def _of(file: Path, text: Text) -> Text:
    return Text(es=f"{file.name}: {text.es}", en=f"{file.name}: {text.en}")


def _words(verdict: "Verdict") -> Text:
    if verdict.flaw:
        return verdict.flaw.text
    if not verdict.has_chains:
        return Text(es="no lleva huellas, no hay nada que comprobar", en="no hashes, nothing to verify")
    whole, checkpoint = _whole(verdict), verdict.checkpoint
    if checkpoint is None:
        return whole
    names = _names_proven(verdict)
    return Text(
        es=f"{whole.es}; todas en el registro {checkpoint.origin} tal como se firmó el {checkpoint.time}, "
        f"{checkpoint.size} registros{names.es}",
        en=f"{whole.en}; all in the log {checkpoint.origin} as signed at {checkpoint.time}, {checkpoint.size} records{names.en}",
    )


def _names_proven(verdict: "Verdict") -> Text:
    """The statement that the names are those of the log, as the end of a sentence."""
    n = verdict.names.proven_names if verdict.names else 0
    if not n:
        return Text(es="", en="")
    return Text(
        es=f"; {n} nombre es el que anotó" if n == 1 else f"; {n} nombres son los que anotó",
        en=f"; {n} name is what it committed to" if n == 1 else f"; {n} names are what it committed to",
    )


def _whole(verdict: "Verdict") -> Text:
    """The statement that a chain is whole, with its last hash; or that all of several chains are."""
    n, chains = verdict.entries, verdict.chains
    if len(chains) != 1:
        several = len(chains)
        es, en = (
            f"{n} entradas en {several} cadenas, todas íntegras",
            f"{n} entries in {several} chains, every chain whole",
        )
    else:
        head = chains[0].head
        es, en = f"{n} entradas, cadena íntegra, termina en {head}", f"{n} entries, chain whole, head {head}"
    return Text(es=es, en=en)


def _verify_database(
    database: str,
    verifiers: "list[Verifier]",
    saved_files: tuple[Path, ...],
    policy: "WitnessPolicy",
    as_json: bool,
) -> int:
    from api import opening
    from api.cli.progress import progress
    from projections import comparison
    from projections.commitment_comparison import compare_commitments
    from referee.evidence import database as databases

    with opening.closing(opening.open_service(database)) as service:
        notary = opening.notary_of(service, database)
        verifiers = verifiers or opening.own_verifiers(notary, database)
        if not verifiers and (saved_files or notary.last()):
            raise bad_use(
                "los puntos de control necesitan la clave pública que los firmó: --key",
                "the checkpoints need the public key that signed them: --key",
            )
        checkpoints = [_checkpoint(path, _follow_keys(notary, verifiers)) for path in saved_files]
        total = service.log.position()
        with progress(Text(es="registros", en="records"), total) as tell, _others(total) as others:
            verdict = databases.check(notary, verifiers, checkpoints, tell, others)
            chance = shuffles.check_database(service.log, verdict, others)
        verdict = msgspec.structs.replace(verdict, flaw=verdict.flaw or chance.flaw)
        with progress(Text(es="tablas", en="tables"), total) as tell:
            table_verdict = None if verdict.flaw else comparison.compare(service.log, service.people.store, tell)
            commitment_verdict = None if verdict.flaw else compare_commitments(service.log, service.people.store)
        witness_check = witness_policy.check_witnesses(notary, checkpoints, policy)
    if witness_check.flaw and not verdict.flaw:
        verdict = msgspec.structs.replace(verdict, flaw=witness_check.flaw)
    row = tables.first_flaw(table_verdict, commitment_verdict)
    flaw = _for_programs(verdict.flaw) or tables.flaw_of(row)
    left = (
        ()
        if flaw
        else [
            *shuffles.not_checked(chance),
            *coverage_report.of_database(verdict, table_verdict, commitment_verdict, has_saved=bool(saved_files)),
            *witness_check.gaps(verdict.records),
        ]
    )
    whole = {
        **{name: value for name, value in msgspec.to_builtins(verdict).items() if name not in shuffles.FOUND},
        "chance": shuffles.for_programs(chance),
        "tables": tables.for_programs(table_verdict),
        "bound": tables.commitments_for_programs(commitment_verdict),
        "witnesses": msgspec.to_builtins(witness_check.cosignatures),
        "flaw": flaw,
    }
    words = _database_words(verdict, table_verdict, commitment_verdict)
    if not flaw:
        words = witness_policy.with_witnesses(shuffles.with_shuffles(words, chance), witness_check.cosignatures)
    return _say(as_json, whole, words, 1 if flaw else 0, left)


def _others(records: int) -> "AbstractContextManager[Processes | None]":
    """Starts a process for each core if there is enough work to be worth it."""
    from referee.evidence.batches import processes

    many = cores()
    return processes(many) if many > 1 and records >= MANY_RECORDS else nullcontext()


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _database_words(
    verdict: "DatabaseVerdict", table_verdict: "TablesVerdict | None", commitment_verdict: "CommitmentVerdict | None"
) -> Text:
    if verdict.flaw:
        return verdict.flaw.text
    if row := tables.first_flaw(table_verdict, commitment_verdict):
        return tables.flaw_words(row)
    table_words = tables.words(table_verdict, commitment_verdict)
    count = verdict.checkpoints
    return Text(
        es=f"{many(verdict.records, 'registro', 'registros')} en {many(verdict.chains, 'cadena', 'cadenas')}, todas íntegras; "
        f"{verdict.leaves} en el árbol, que concuerda con {many(count, 'punto', 'puntos')} de control{table_words.es}",
        en=f"{many(verdict.records, 'record', 'records')} in {many(verdict.chains, 'chain', 'chains')}, every chain whole; "
        f"{verdict.leaves} of them in the tree, which agrees with {many(count, 'checkpoint', 'checkpoints')}{table_words.en}",
    )


def _follow_keys(notary: "Notary", verifiers: "list[Verifier]") -> "list[Verifier]":
    """These keys, and those to which the log leads from them; these alone if the log's changes of keys are broken.

    The check of the log reports the broken change.
    """
    from referee.evidence.notes import BadNote

    try:
        return notary.follow_keys(verifiers)
    except BadNote:
        return verifiers


def _checkpoint(path: Path, verifiers: "list[Verifier]") -> "Checkpoint":
    """The checkpoint in a file: a signed note, or the JSON that has it in `note`."""
    from referee.decoding import ENCODING, in_utf8, text_in
    from referee.evidence import notes

    try:
        note = text_in(in_utf8(path.read_bytes()).decode(), "note").replace("\r\n", "\n")
        notes.parse_checkpoint(note)
    except notes.BadNote as bad:
        raise _no_checkpoint(path, bad.text) from bad
    except UnicodeDecodeError as error:
        raise _no_checkpoint(path, ENCODING) from error
    try:
        return notes.open_checkpoint(note, verifiers)
    except notes.BadNote as bad:
        why = bad.text
        raise bad_use(f"{path} no es de fiar: {why.es}", f"{path} cannot be trusted: {why.en}") from bad


def _no_checkpoint(path: Path, why: Text) -> click.UsageError:
    return bad_use(
        f"{path} no es un punto de control: {why.es}. Aquí va lo que da `{FETCH}`: la nota firmada, o el JSON con ella",
        f"{path} is no checkpoint: {why.en}. It takes what `{FETCH}` gives: the signed note, or the JSON with it",
    )


def _for_programs(flaw: "EvidenceFlaw | None") -> dict[str, Any] | None:
    """A flaw for programs, with its sentences in the language of the terminal."""
    if flaw is None:
        return None
    parts = {"expected": flaw.expected, "found": flaw.found}
    sentences = {name: say(part) for name, part in parts.items() if isinstance(part, Text)}
    return {**msgspec.to_builtins(flaw), **sentences, "message": say(flaw.text)}


def _say(as_json: bool, whole: dict[str, Any], words: Text, status: int, left: Sequence[Text] = ()) -> int:
    """Prints a verdict and the limits of the check; a flaw stands alone. Returns the exit status."""
    answer(
        as_json, {**whole, "not_checked": coverage_report.for_programs(left)}, coverage_report.with_limits(words, left)
    )
    return status


@command("checkpoint")
@option(
    "--new-key",
    es="Firma con la clave de esta máquina aunque hasta ahora firmara otra: desde aquí solo arrancan los nodos que tengan esta.",
    en="Sign with the key of this machine although another one signed so far: from here on only nodes with this one start.",
    is_flag=True,
)
@DATABASE
@JSON
def checkpoint(new_key: bool, database: str, as_json: bool) -> None:
    """Prints a checkpoint."""
    signed_checkpoint = ask_notary(database, lambda notary: notary.checkpoint(new_key=new_key))
    click.echo(msgspec.json.encode(signed_checkpoint).decode() if as_json else signed_checkpoint.note, nl=as_json)


def ask_notary(database: str, ask: "Callable[[Notary], T]") -> T:
    """Asks the notary of a database, and returns its answer."""
    require_database(database)
    from api import opening

    with opening.closing(opening.open_service(database)) as service:
        return ask(opening.notary_of(service, database))
