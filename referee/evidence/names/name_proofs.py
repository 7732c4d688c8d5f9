"""The proof that the log committed to a name: the end of the person's chain, its proof, and the key of the commitment.

The key opens the commitment to the name and no other, and reveals nothing of the birth date. The key of an erased person is
deleted: their name can no longer be proven.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from referee.commitments.commitments import commitment_of
from referee.commitments.committed_rows import name_fields
from referee.decoding import strict_object, unreadable
from referee.errors import UNREADABLE, ExplainedError
from referee.evidence.keys import Verifier
from referee.evidence.leaves import Inclusion, Leaf
from referee.evidence.merkle import BadProof, leaf_hash, root_by_inclusion
from referee.evidence.notes import BadNote, Checkpoint, open_checkpoint
from referee.evidence.signing.rotations import key_ring
from referee.evidence.stream_ends import SignedHeads, StreamHead, open_heads
from referee.evidence.witnesses.cosignatures import NOBODY, Cosignature, WitnessPolicy
from referee.match.entries import GENESIS, canonical, link_hash, stored_line
from referee.text import Text

if TYPE_CHECKING:
    from referee.evidence.notary import Notary
    from referee.log.records import Record

OTHER_CHECKPOINT = Text(
    es="la lista de finales es de otro punto de control", en="the list of ends belongs to another checkpoint"
)
OTHER_NAME = Text(
    es="no es el nombre al que se comprometió el registro", en="it is not the name that the log committed to"
)
OTHER_END = Text(
    es="no es lo último que el registro tiene de esta persona", en="it is not the last that the log has of this person"
)
OTHER_ENTRY = Text(
    es="su anotación no es la que lleva esa huella", en="the entry beside it is not the one with that hash"
)
OTHER_TREE = Text(es="su prueba no lleva a lo que se firmó", en="its proof does not lead to what was signed")

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Person = Annotated[str, Meta(description="Their id.")]


class NameEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The last entry of a person's chain, as records have entries: the commitments of when they were entered or corrected."""

    type: Literal["person_entered", "person_corrected"]
    person: Person
    name: Annotated[Hex, Meta(description="The commitment to their name.")]
    details: Annotated[
        Hex, Meta(description="The commitment to their birth date, and to when and how they were entered.")
    ]
    version: Annotated[int, Meta(ge=1)]
    recorded_at: str
    recorded_by: str
    facts: Annotated[tuple[str, ...], Meta(description="None: such an entry has no facts.")]
    hash: Hex


class NameProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What binds the name of a person: the last entry of their chain with its proof, and the key of its commitment.

    `previous` is the hash of the entry before; a chain of one entry has none.
    """

    person: Person
    key: Annotated[Hex, Meta(description="Opens the commitment to the name, and no other.")]
    entry: NameEntry
    leaf_index: Annotated[int, Meta(ge=0)]
    seal: Hex
    path: Annotated[tuple[Hex, ...], Meta(description="The audit path of RFC 9162, from the leaf up.")]
    previous: Annotated[
        str, Meta(pattern="^([0-9a-f]{64})?$", description="The hash of the entry before it; a first entry has none.")
    ] = ""


class NameDocument(Struct, frozen=True, omit_defaults=True):
    """A name and its proof, for somebody who has the public key and nothing else; `referee verify` takes it as a file."""

    name: str
    proof: NameProof
    checkpoint: Checkpoint
    heads: Annotated[str, Meta(description="The signed note that the person's chain ends there.")]
    keys: Annotated[tuple[str, ...], Meta(description="Changes of keys up to the one that signed.")] = ()


class SignedEnds(Struct, frozen=True):
    """A checkpoint and the ends of chains at it, with signatures that were verified, and the witnesses of the checkpoint."""

    checkpoint: Checkpoint
    heads: tuple[StreamHead, ...]
    witnesses: tuple[Cosignature, ...]


class ProvenName(Struct, frozen=True):
    """A name to which the log committed by a checkpoint, with the signatures of the checkpoint by the requested witnesses."""

    person: str
    name: str
    corrections: int
    checkpoint: Checkpoint
    witnesses: tuple[Cosignature, ...]


class BadName(ExplainedError):
    """A name that is not proven, and why."""


def prove_names(notary: "Notary", checkpoint: Checkpoint, keys: Mapping[str, str]) -> list[NameProof]:
    """The proofs of the names of these people, as they stood at this checkpoint; `keys` open the commitments.

    People entered or corrected after the checkpoint are left out, and people without a commitment in the log.
    """
    ends = ((person, notary.tree.log.last(person)) for person in keys)
    return [
        _proof(notary, person, keys[person], last, checkpoint.size)
        for person, last in ends
        if last is not None and notary.holds(person, last.originator_version, checkpoint.size)
    ]


def _proof(notary: "Notary", person: str, key: str, last: "Record", size: int) -> NameProof:
    version = last.originator_version
    inclusion = notary.inclusion(person, version, size)
    before = notary.inclusion(person, version - 1, size).leaf.hash if version > 1 else ""
    return _line(person, key, last, inclusion, before or "")


def _line(person: str, key: str, last: "Record", inclusion: Inclusion, previous: str) -> NameProof:
    entry = msgspec.convert(stored_line(bytes(last.state)), NameEntry)
    return NameProof(person, key, entry, inclusion.index, inclusion.leaf.seal, inclusion.path, previous)


def end_of(proof: NameProof) -> StreamHead:
    """The end of a person's chain by this proof."""
    return StreamHead(proof.person, proof.entry.version, proof.entry.hash)


def document(notary: "Notary", checkpoint: Checkpoint, name: str, proof: NameProof) -> NameDocument:
    """A name with all that a stranger needs to check it."""
    return NameDocument(name, proof, checkpoint, notary.heads(checkpoint, [end_of(proof)]), notary.rotations.notes())


# The check by a reader who has only the public key


def read_document(text: bytes) -> NameDocument | None:
    """The proof of one name; None for a file that is something else. Raises BadName for one that is broken."""
    try:
        document_fields = strict_object(text)
    except (ExplainedError, *UNREADABLE):
        return None
    if "proof" not in document_fields or "type" in document_fields:
        return None
    try:
        return msgspec.convert(document_fields, NameDocument)
    except msgspec.ValidationError as error:
        raise BadName(unreadable(error)[0]) from error


def signed_ends(
    checkpoint: str, heads: str, keys: Sequence[str], verifiers: Iterable[Verifier], policy: WitnessPolicy = NOBODY
) -> SignedEnds:
    """Opens the two notes of one checkpoint, its own and the list of ends.

    Raises BadNote unless both are signed by one of the verifiers, or by a key to which the changes of keys lead from them.
    """
    ring = key_ring(verifiers, keys)
    signed_checkpoint, ends = open_checkpoint(checkpoint, ring), open_heads(heads, ring)
    witnesses = policy.check(checkpoint)
    if not _same(signed_checkpoint, ends):
        raise BadNote(OTHER_CHECKPOINT)
    return SignedEnds(signed_checkpoint, ends.streams, witnesses)


def _same(checkpoint: Checkpoint, heads: SignedHeads) -> bool:
    return heads.checkpoint == msgspec.structs.replace(checkpoint, note=heads.checkpoint.note)


def check_document(one: NameDocument, verifiers: Iterable[Verifier], policy: WitnessPolicy = NOBODY) -> ProvenName:
    """Checks the proof of one name. Raises BadNote for a missing signature, BadName for a name that is not proven."""
    ends = signed_ends(one.checkpoint.note, one.heads, one.keys, verifiers, policy)
    end = next((head for head in ends.heads if head.stream == one.proof.person), None)
    wrong = wrong_proof(one.proof, end, ends.checkpoint) or wrong_name(one.proof, one.name)
    if wrong:
        raise BadName(wrong)
    return ProvenName(one.proof.person, one.name, one.proof.entry.version - 1, ends.checkpoint, ends.witnesses)


def wrong_proof(proof: NameProof, end: StreamHead | None, checkpoint: Checkpoint) -> Text | None:
    """The fault of a proof, apart from the name itself; None if it is sound. `end` is the signed end of the person's chain."""
    entry, index = proof.entry, proof.leaf_index
    if end is None or (entry.version, entry.hash) != (end.version, end.hash):
        return OTHER_END
    before = bytes.fromhex(proof.previous) if proof.previous else GENESIS
    entry_hash = link_hash(before, canonical(msgspec.to_builtins(entry)))
    if entry.person != proof.person or entry_hash.hex() != entry.hash:
        return OTHER_ENTRY
    leaf = leaf_hash(Leaf(entry.hash, proof.seal, proof.person, entry.type, entry.version).data)
    try:
        root = root_by_inclusion(leaf, index, checkpoint.size, [bytes.fromhex(one) for one in proof.path])
    except BadProof as bad:
        return bad.text
    return None if root.hex() == checkpoint.root else OTHER_TREE


def wrong_name(proof: NameProof, name: str) -> Text | None:
    """The refusal of a name that a sound proof does not belong to; None if the name is right."""
    commitment = commitment_of(proof.key, name_fields(proof.person, name))
    return None if commitment == proof.entry.name else OTHER_NAME
