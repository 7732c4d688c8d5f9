"""Records in and out of the log: `referee import · export`."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from api.cli.decorators import (
    DATABASE,
    JSON,
    answer,
    argument,
    command,
    complain,
    option,
    require_database,
)
from api.cli.files import FILE, NEW_FILE
from referee.text import Text

if TYPE_CHECKING:
    from api.cli.progress import Tell
    from referee.match.aggregate import Match
    from referee.matches.commands import MatchCommands


@command("import")
@argument("files", nargs=-1, required=True, metavar="FILE...", type=FILE)
@option(
    "--match-id",
    es="Conserva el id del encuentro, o le da uno nuevo.",
    en="Keep the match's id, or give it a new one.",
    type=click.Choice(["keep", "new"]),
    default="new",
    show_default=True,
)
@DATABASE
@JSON
def import_(files: tuple[Path, ...], match_id: str, database: str, as_json: bool) -> None:
    """Takes records into the log."""
    from api import opening, settings
    from api.cli.progress import progress

    settings.keep_to_oneself(database)
    service = opening.open_service(database)
    texts = [file.read_bytes() for file in files]
    lines = [len(text.splitlines()) for text in texts]
    with opening.closing(service), progress(Text(es="líneas", en="lines"), sum(lines)) as tell:
        for file, text, before in zip(files, texts, accumulate(lines, initial=0), strict=False):
            match = import_record(
                service, file.name, text, "import", keep_id=match_id == "keep", tell=partial(_on, tell, before)
            )
            whole = {"file": str(file), "match": match.id, "version": match.version, "totals": match.ledger.totals}
            answer(
                as_json,
                whole,
                Text(
                    es=f"{file.name}: encuentro {match.id}, {match.version} entradas, tantos {match.ledger.totals}",
                    en=f"{file.name}: match {match.id}, {match.version} entries, totals {match.ledger.totals}",
                ),
            )


def _on(tell: "Tell", before: int, events: int) -> None:
    """Reports progress in lines: `before` lines of earlier records, the opening of this one, and so many events."""
    tell(before + 1 + events)


def import_record(
    service: "MatchCommands",
    file: str,
    text: bytes,
    by: str,
    *,
    keep_id: bool = False,
    tell: Callable[[int], None] | None = None,
) -> "Match":
    """Takes a record into the log. Ends the command with status 1, and names file, line and rule, if the record is broken.

    Calls `tell` with the number of its events that were judged.
    """
    from referee.audit import portable

    try:
        return portable.take(service, text, by, keep_id=keep_id, on_event=tell)
    except portable.BrokenRecord as broken:
        line, why = broken.line, broken.refusal
        rule = f" [{why.rule}]" if why.rule else ""
        complain(
            Text(
                es=f"{file} no se acepta: línea {line}: {why.text.es}{rule}",
                en=f"{file} is refused: line {line}: {why.text.en}{rule}",
            )
        )
        raise SystemExit(1) from broken


@command("export")
@argument("identifier", metavar="MATCH|CHAMPIONSHIP")
@option(
    "--proofs",
    es="Escribe ahí las pruebas del acta.",
    en="Write the proofs of the record there.",
    type=NEW_FILE,
    metavar="FILE",
)
@DATABASE
def export(identifier: str, proofs: Path | None, database: str) -> None:
    """Prints a record."""
    require_database(database)
    from api import opening, settings
    from referee.evidence import proof_files
    from referee.evidence.witnesses.asking import checkpoint_for, policy_for
    from referee.people.committed_names import opening_keys

    service = opening.open_service(database)
    with opening.closing(service):
        if proofs is None:
            for line in _lines(service, identifier):
                click.echo(msgspec.json.encode(line))
            return
        notary = opening.notary_of(service, database)
        while True:
            # Entries after the checkpoint are left for another export. A name corrected meanwhile has another key: try again.
            names = opening_keys(service.people.store, _people(_lines(service, identifier)))
            now = notary.checkpoint()
            streams = _by_stream(_lines(service, identifier))
            if names == opening_keys(service.people.store, _people(chain.from_iterable(streams.values()))):
                break
            service.people.look_again()
        witnesses = policy_for(settings.witnesses())
        checkpoint = checkpoint_for(notary, witnesses, now, lambda size: notary.covers([*streams, *names], size))
        record_proofs = proof_files.prove(notary, checkpoint, list(streams), names)
        for head in record_proofs.heads:
            for line in streams[head.stream][: head.version]:
                click.echo(msgspec.json.encode(line))
        proofs.write_bytes(record_proofs.file)


def _people(lines: Iterable[dict[str, Any]]) -> list[str]:
    from referee.evidence.names.in_records import names_in

    return [person for line in lines for person, _ in names_in(line)]


def _by_stream(lines: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The lines of a record, in order, by the id of their log."""
    from referee.evidence.chains import opened_by

    streams: dict[str, list[dict[str, Any]]] = {}
    stream = ""
    for line in lines:
        stream = opened_by(line) or stream
        streams.setdefault(stream, []).append(line)
    return streams


def _lines(service: "MatchCommands", identifier: str) -> Iterator[dict[str, Any]]:
    """The record of a match, or of a championship with its matches. Raises NotFound."""
    from referee.audit import portable
    from referee.errors import NotFound

    try:
        service.opening(identifier)
    except NotFound as missing:
        # The record of a match needs no rules of contests, and no game.
        from referee.championship import portable as championships
        from referee.championship.service import Championships

        try:
            return championships.export(Championships(service), identifier)
        except NotFound:
            raise missing from None
    return portable.export(service, identifier, service.people.own_name)
