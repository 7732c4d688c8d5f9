"""The names in a portable record, each held against the proof of it.

Who has a commitment at the checkpoint, and was not erased, is in the signed list of ends, has a proof, and is named wherever the
record names people: a name that is another one, that was left out or that was put in is found. Who is not in the list was erased
by then; nobody can say any more what they were called. A record that names nobody at all, as a log is served, is just that.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.heads import StreamHead
from referee.evidence.names.name_proofs import NameProof, wrong_name, wrong_proof
from referee.evidence.notes import Checkpoint
from referee.match.entries import SEATING
from referee.text import Text

CHAMPIONSHIP = "championship_opened"
LEFT_OUT = Text(es="se ha quitado de aquí, y el registro lo tiene", en="it was left out here, and the log has it")
PUT_IN = Text(
    es="el registro no responde de él: se borró a esta persona, o el nombre se añadió después",
    en="the log does not vouch for it: the person was erased, or the name was put in later",
)
TWICE = Text(es="su prueba está dos veces", en="its proof is there twice")


class NamesChecked(Struct, frozen=True):
    """The people of a record: how many names are those that the log committed to, and the ids of those without a name."""

    proven: int
    unnamed: tuple[str, ...]


class NamedPlace(Struct, frozen=True):
    """Where a record has room for somebody's name: line and version; the name, None where it has none."""

    line: int
    stream: str
    version: int
    person: str
    name: str | None


class NamesOfRecord:
    """The names of a record, as far as its lines have come."""

    def __init__(self) -> None:
        self._places: list[NamedPlace] = []

    def take(self, number: int, stream: str, line: Mapping[str, Any]) -> None:
        """Takes in a line whose place in its chain is right."""
        self._places += [NamedPlace(number, stream, line["version"], *named) for named in names_in(line)]

    def checked(self, proofs: Sequence[NameProof]) -> NamesChecked:
        """What the check came to, where it found nothing wrong."""
        proven = {proof.person for proof in proofs} if self._are_any() else set()
        unnamed = dict.fromkeys(place.person for place in self._places if place.person not in proven)
        return NamesChecked(len(proven), tuple(unnamed))

    def flaw(
        self, proofs: Sequence[NameProof] | None, ends: Sequence[StreamHead], checkpoint: Checkpoint
    ) -> EvidenceFlaw | None:
        """The first name that is not proven, of a record whose other streams end as was signed."""
        if proofs is None:
            return None
        named = self._of_names(proofs) if self._are_any() else iter(())
        return next(chain(self._of_proofs(proofs, ends, checkpoint), named), None)

    def _are_any(self) -> bool:
        return any(place.name is not None for place in self._places)

    def _of_proofs(
        self, proofs: Sequence[NameProof], ends: Sequence[StreamHead], checkpoint: Checkpoint
    ) -> Iterator[EvidenceFlaw]:
        by_stream = {head.stream: head for head in ends}
        seen: set[str] = set()
        for proof in proofs:
            wrong = TWICE if proof.person in seen else wrong_proof(proof, by_stream.get(proof.person), checkpoint)
            seen.add(proof.person)
            if wrong:
                yield EvidenceFlaw("name", expected=proof.person, found=wrong)

    def _of_names(self, proofs: Sequence[NameProof]) -> Iterator[EvidenceFlaw]:
        known = {proof.person: proof for proof in proofs}
        for place in self._places:
            if wrong := _wrong(place, known.get(place.person)):
                yield EvidenceFlaw(
                    "name",
                    line=place.line,
                    stream=place.stream,
                    version=place.version,
                    expected=place.person,
                    found=wrong,
                )
        for person in known.keys() - {place.person for place in self._places}:
            yield EvidenceFlaw("name", expected=person, found=LEFT_OUT)


def _wrong(place: NamedPlace, proof: NameProof | None) -> Text | None:
    if proof is None:
        return PUT_IN if place.name is not None else None
    return LEFT_OUT if place.name is None else wrong_name(proof, place.name)


def names_in(line: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """The people for whose name a line has room, and their names."""
    names, seats = line.get("names"), line.get("seats")
    if line.get("type") == CHAMPIONSHIP and isinstance(names, dict):
        yield from ((person, _text(name)) for person, name in names.items())
    if line.get("type") in SEATING and isinstance(seats, list):
        known = (seat for seat in seats if isinstance(seat, dict) and isinstance(seat.get("player"), str))
        yield from ((seat["player"], _text(seat.get("name"))) for seat in known)


def _text(name: object) -> str | None:
    return None if name is None else name if isinstance(name, str) else str(name)
