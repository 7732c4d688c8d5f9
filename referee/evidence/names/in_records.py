"""The names in a portable record, each checked against its proof.

A person with a commitment at the checkpoint, unless erased, is in the signed list of ends, has a proof, and is named wherever
the record names people: the check finds a name that was changed, left out or put in. A person missing from the list was erased
by then, and their name can no longer be proven. A record without any names, as a log is served, needs no proof of names.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from referee.evidence.flaws import EvidenceFlaw
from referee.evidence.names.name_proofs import NameProof, wrong_name, wrong_proof
from referee.evidence.notes import Checkpoint
from referee.evidence.stream_ends import StreamHead
from referee.match.entries import SEATING
from referee.text import Text

CHAMPIONSHIP = "championship_opened"
LEFT_OUT = Text(es="se ha quitado de aquí, y el registro lo tiene", en="it was left out here, and the log has it")
PUT_IN = Text(
    es="el registro no responde de él: se borró a esta persona, o el nombre se añadió después",
    en="the log does not vouch for it: the person was erased, or the name was put in later",
)
TWICE = Text(es="su prueba está dos veces", en="its proof is there twice")


class NamesVerdict(Struct, frozen=True, rename={"proven_names": "proven", "unnamed_people": "unnamed"}):
    """The people of a record: how many names are those that the log committed to, and the ids of those without a name."""

    proven_names: int
    unnamed_people: tuple[str, ...]


class NamedPlace(Struct, frozen=True):
    """A place for a name in a record: line, stream and version, the person's id, and the name, None if it is missing."""

    line: int
    stream: str
    version: int
    person: str
    name: str | None


class NamesOfRecord:
    """The names in the lines of a record that were read so far."""

    def __init__(self) -> None:
        self._places: list[NamedPlace] = []

    def take(self, number: int, stream: str, line: Mapping[str, Any]) -> None:
        """Collects the names of a line. The line's place in its chain was checked before."""
        self._places += [NamedPlace(number, stream, line["version"], person, name) for person, name in names_in(line)]

    def result(self, proofs: Sequence[NameProof]) -> NamesVerdict:
        """The result of a check that found no flaw."""
        people_with_proof = {proof.person for proof in proofs} if self._are_any() else set()
        people_without_proof = dict.fromkeys(
            place.person for place in self._places if place.person not in people_with_proof
        )
        return NamesVerdict(len(people_with_proof), tuple(people_without_proof))

    def flaw(
        self, proofs: Sequence[NameProof] | None, ends: Sequence[StreamHead], checkpoint: Checkpoint
    ) -> EvidenceFlaw | None:
        """The first name that is not proven. The other streams of the record were found to end as signed."""
        if proofs is None:
            return None
        name_flaws = self._of_names(proofs) if self._are_any() else iter(())
        return next(chain(self._of_proofs(proofs, ends, checkpoint), name_flaws), None)

    def _are_any(self) -> bool:
        return any(place.name is not None for place in self._places)

    def _of_proofs(
        self, proofs: Sequence[NameProof], ends: Sequence[StreamHead], checkpoint: Checkpoint
    ) -> Iterator[EvidenceFlaw]:
        by_stream = {head.stream: head for head in ends}
        people: set[str] = set()
        for proof in proofs:
            wrong = TWICE if proof.person in people else wrong_proof(proof, by_stream.get(proof.person), checkpoint)
            people.add(proof.person)
            if wrong:
                yield EvidenceFlaw("name", expected=proof.person, found=wrong)

    def _of_names(self, proofs: Sequence[NameProof]) -> Iterator[EvidenceFlaw]:
        proofs_by_person = {proof.person: proof for proof in proofs}
        for place in self._places:
            if wrong := _wrong(place, proofs_by_person.get(place.person)):
                yield EvidenceFlaw(
                    "name",
                    line=place.line,
                    stream=place.stream,
                    version=place.version,
                    expected=place.person,
                    found=wrong,
                )
        for person in proofs_by_person.keys() - {place.person for place in self._places}:
            yield EvidenceFlaw("name", expected=person, found=LEFT_OUT)


def _wrong(place: NamedPlace, proof: NameProof | None) -> Text | None:
    if proof is None:
        return PUT_IN if place.name is not None else None
    return LEFT_OUT if place.name is None else wrong_name(proof, place.name)


def names_in(line: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """The ids of the people that a line can name, with their names; None for a name that is missing."""
    names, seats = line.get("names"), line.get("seats")
    if line.get("type") == CHAMPIONSHIP and isinstance(names, dict):
        yield from ((person, _text(name)) for person, name in names.items())
    if line.get("type") in SEATING and isinstance(seats, list):
        occupants = (seat for seat in seats if isinstance(seat, dict) and isinstance(seat.get("player"), str))
        yield from ((seat["player"], _text(seat.get("name"))) for seat in occupants)


def _text(name: object) -> str | None:
    return None if name is None else name if isinstance(name, str) else str(name)
