"""The log's signed checkpoints, and the proofs that an entry is in it.

Hashes only, and none of them says anything of a hidden card (`referee.evidence.leaves`). The leaf of an entry, with its seal
and the chain's hash, goes to readers that may see the entry.
"""

from collections.abc import Callable, Hashable
from typing import Annotated

from litestar import Response, get
from msgspec import Meta, Struct

from api.access.policy import Principal, require_hands, require_overseer, require_results, require_staff
from api.access.secret_matches import require_shown
from api.context import AppContext, Request, charge_request, reader_of
from api.document.samples import evidence as samples
from api.http.answers import encode
from api.http.describe import LOG, NDJSON, Answer
from api.http.negotiation import negotiate
from api.http.parameters import Number, Words
from api.reads.response_store import CachedBody
from api.runtime.threads import off_loop, writing_off_loop
from referee.audit import portable as matches
from referee.championship import portable
from referee.championship.redaction import secret_results
from referee.errors import NotFound
from referee.evidence import proof_files
from referee.evidence.keys import PublicKey
from referee.evidence.leaves import Leaf
from referee.evidence.merkle import leaf_hash
from referee.evidence.notes import Checkpoint
from referee.evidence.signing.rotations import ADMINISTRATION
from referee.evidence.witnesses.asking import checkpoint_for, newest_witnessed, policy_for
from referee.evidence.witnesses.cosignatures import policy_of
from referee.match.aggregate import Match
from referee.people.committed_names import opening_keys
from referee.people.merge_log import REGISTER
from referee.series.chain import SERIES
from referee.text import Text

JSON = "application/json"
TEXT = "text/plain"
MOST_LEAVES = 10**15
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class InclusionProof(Struct, frozen=True):
    """That an entry is in the log as it was signed: the audit path of RFC 9162, from `leaf_hash` to the checkpoint's root.

    `leaf_hash` is the SHA-256 of a zero byte and the RFC 8785 form of `leaf`; `leaf_index` counts from 0.
    """

    leaf: Leaf
    leaf_index: int
    leaf_hash: Hash
    path: tuple[Hash, ...]
    checkpoint: Checkpoint


class ConsistencyProof(
    Struct, frozen=True, rename={"old": "from", "new": "to", "old_root": "from_root", "new_root": "to_root"}
):
    """That the log of `to` records begins with that of `from`: the consistency proof of RFC 9162."""

    old: int
    old_root: Hash
    new: int
    new_root: Hash
    path: tuple[Hash, ...]


SIZE = Number(name="size", about="The checkpoint that was published for a log of this size.", least=1, most=MOST_LEAVES)
WITNESSES = Number(
    name="witnesses", about="The newest checkpoint that so many of this log's witnesses signed.", least=1, most=100
)
FROM = Number(
    name="from", about="The size of the earlier checkpoint.", least=1, most=MOST_LEAVES, is_required=True, example=1
)
TO = Number(name="to", about="The size of the later one; the newest unless given.", least=1, most=MOST_LEAVES)
EVENT = Words(
    name="event",
    about="The id of a match or championship, or `merges` for the log of merges, `series` for that of series, or "
    "`administration`, a colon, and the version of the entry.",
    pattern="^[A-Za-z0-9._-]{1,100}:[1-9][0-9]{0,8}$",
    format=Text(
        es="el id de un encuentro o campeonato, dos puntos y una versión",
        en="the id of a match or championship, a colon and a version",
    ),
    is_required=True,
    example="01920000-0000-7000-8000-000000000001:3",
)
OF = Words(
    name="of",
    about="The id of a match or championship, or `administration`.",
    pattern="^[A-Za-z0-9._-]{1,100}$",
    format=Text(es="un id", en="an id"),
    is_required=True,
    example="01920000-0000-7000-8000-000000000001",
)


@LOG.doc(
    "The public key that checks checkpoints",
    Answer("The key, as signed notes write it and as PEM.", PublicKey, samples.key, also={TEXT: samples.KEY}),
    about="Keep it when you first see it: somebody who can rewrite the log can also serve another key.",
    refusals=(422,),
)
@get("/v1/log/key")
async def get_log_key(request: Request) -> Response[bytes]:
    services, _ = reader_of(request)
    key = await off_loop(services.notary.public_key)
    if negotiate(request) == TEXT:
        return Response(f"{key.key}\n".encode(), media_type=TEXT)
    return Response(encode(key), media_type=JSON)


@LOG.doc(
    "The signed checkpoint: size and root of the log's Merkle tree",
    Answer(
        "The checkpoint; with `Accept: text/plain` the signed note alone.",
        Checkpoint,
        samples.checkpoint,
        also={TEXT: samples.checkpoint().note},
    ),
    about="Of the log as it is now, the one that was published for a `size`, or the newest that `witnesses` signed. `note` is a "
    "checkpoint as C2SP's tlog-checkpoint, signed-note and tlog-cosignature say. Keep one, and nobody can rewrite what came "
    "before it unseen.",
    params=(SIZE, WITNESSES),
    refusals=(404, 409),
)
@get("/v1/log/checkpoint")
async def get_checkpoint(request: Request) -> Response[bytes]:
    services, _ = reader_of(request)
    size, witnesses = SIZE.of(request), WITNESSES.of(request)
    if size is not None:
        checkpoint = await off_loop(_published_checkpoint, services, size)
    elif witnesses is not None:
        checkpoint = await off_loop(_witnessed_checkpoint, services, witnesses)
    else:
        checkpoint = await writing_off_loop(services.notary.checkpoint)
    if negotiate(request) == TEXT:
        return Response(checkpoint.note.encode(), media_type=TEXT)
    return Response(encode(checkpoint), media_type=JSON)


@LOG.doc(
    "The proof that an entry is in the signed log",
    Answer(
        "The proof, against the newest checkpoint that witnesses signed, or that of now.",
        InclusionProof,
        samples.inclusion,
    ),
    about="While a hand is hidden from its reader, its entries are too, and the proof of one is refused.",
    params=(EVENT,),
    refusals=(403, 404, 409),
)
@get("/v1/log/proofs/inclusion")
async def prove_inclusion(request: Request) -> Response[bytes]:
    services, principal = reader_of(request)
    stream, version = _event(request)

    await services.worker_cache.run(lambda: _require_open(services, principal, stream, version))

    def prove() -> InclusionProof:
        notary = services.notary
        checkpoint = _covering_checkpoint(
            services, notary.checkpoint(), lambda size: notary.holds(stream, version, size)
        )
        proof = notary.inclusion(stream, version, checkpoint.size)
        hash_ = leaf_hash(proof.leaf.data).hex()
        return InclusionProof(proof.leaf, proof.index, hash_, proof.path, checkpoint)

    return Response(
        await _cached_proof(services, ("inclusion", stream, version), lambda: encode(prove())), media_type=JSON
    )


@LOG.doc(
    "The proof that the log only grew from one size to another",
    Answer("The proof.", ConsistencyProof, samples.consistency),
    params=(FROM, TO),
    refusals=(404, 409),
)
@get("/v1/log/proofs/consistency")
async def prove_consistency(request: Request) -> Response[bytes]:
    services, _ = reader_of(request)
    old, new = FROM.require(request), TO.of(request)

    def prove() -> ConsistencyProof:
        to = new or services.notary.checkpoint().size
        path, old_root, new_root = services.notary.consistency(old, to)
        return ConsistencyProof(old, old_root, to, new_root, path)

    return Response(await _cached_proof(services, ("consistency", old, new), lambda: encode(prove())), media_type=JSON)


@LOG.doc(
    "The proofs of a whole record, as a file",
    Answer("The checkpoint and where each log ends, then a proof for each line.", media=NDJSON, example=samples.PROOFS),
    about="For `referee verify FILE --proofs`, which finds what was changed or left out. Refused while a hand in the record is "
    "hidden from its reader.",
    params=(OF,),
    refusals=(403, 404, 409),
)
@get("/v1/log/proofs/record")
async def prove_record(request: Request) -> Response[bytes]:
    services, principal = reader_of(request)
    of = OF.require(request)
    charge_request(request)

    # The checkpoint first: its reader may see every entry that comes before it where they may see those of a moment later.
    now = await writing_off_loop(services.notary.checkpoint)
    streams = await services.worker_cache.run(lambda: _streams(services, principal, of))

    def prove() -> bytes:
        keys = opening_keys(services.people.store, _people(services, of))
        checkpoint = _covering_checkpoint(services, now, lambda size: services.notary.covers([*streams, *keys], size))
        return proof_files.prove(services.notary, checkpoint, streams, keys).file

    headers = {"Content-Disposition": f'attachment; filename="{of}.proofs.jsonl"'}
    return Response(await _cached_proof(services, ("record", of), prove), media_type=NDJSON, headers=headers)


async def _cached_proof(services: AppContext, key: tuple[Hashable, ...], prove: Callable[[], bytes]) -> bytes:
    """A proof from the cache, while nothing was added to the log, and no witness signed.

    The permission to read it is checked each time, before.
    """
    position = await services.worker_cache.run(services.service.log.position)
    last_note = await services.worker_cache.run(services.notary.last_note) if services.witnesses else None
    cached_body = await services.worker_cache.of((*key, position, last_note), lambda: CachedBody(prove()))
    return cached_body.body


def _covering_checkpoint(services: AppContext, now: Checkpoint, covers: Callable[[int], bool]) -> Checkpoint:
    return checkpoint_for(services.notary, policy_for(services.witnesses), now, covers)


def _witnessed_checkpoint(services: AppContext, least: int) -> Checkpoint:
    keys = [one.key for one in services.witnesses]
    checkpoint = newest_witnessed(services.notary, policy_of(keys, least)) if least <= len(keys) else None
    if checkpoint is None:
        raise NotFound(
            Text(
                es=f"ningún punto de control lo firmaron aún {least} testigos; este registro tiene {len(keys)}",
                en=f"no checkpoint was signed by {least} witnesses yet; this log has {len(keys)}",
            )
        )
    return checkpoint


def _published_checkpoint(services: AppContext, size: int) -> Checkpoint:
    checkpoint = services.notary.find_published(size)
    if checkpoint is None:
        raise NotFound(
            Text(es=f"no se publicó ningún árbol de tamaño {size}", en=f"no tree of size {size} was published")
        )
    return checkpoint


def _event(request: Request) -> tuple[str, int]:
    """The entry that `event` names. Raises BadRequest."""
    stream, _, version = EVENT.require(request).rpartition(":")
    return stream, int(version)


def _require_open(services: AppContext, principal: Principal, stream: str, version: int) -> None:
    """Raises NotAuthenticated or Forbidden where an entry is hidden from this reader, NotFound where there is none."""
    if stream == REGISTER:
        require_staff(principal)
        return
    if stream == ADMINISTRATION:
        require_overseer(principal)
        return
    if stream == SERIES:
        return
    match = _match(services, stream)
    if match is None:
        _require_open_decision(services, principal, stream, version)
        return
    require_shown(services.championships, principal, match)
    if version > match.version:
        # It may have come since, and be hidden: the match as it was just read knows nothing of it.
        raise NotFound(
            Text(
                es=f"el encuentro no tiene versión {version}: va por la {match.version}",
                en=f"the match has no version {version}: it is at {match.version}",
            )
        )
    require_hands(principal, match, version)


def _require_open_decision(services: AppContext, principal: Principal, championship: str, version: int) -> None:
    """The same for an entry of a championship's log."""
    now = services.championships.championship(championship)
    if version > now.version:
        raise NotFound(
            Text(
                es=f"el campeonato no tiene versión {version}: va por la {now.version}",
                en=f"the championship has no version {version}: it is at {now.version}",
            )
        )
    if secret_results(now).hides(version):
        require_results(principal, championship)


def _streams(services: AppContext, principal: Principal, of: str) -> list[str]:
    """The logs in a record, all of which its reader may see. Raises what `_require_open` does."""
    if of == ADMINISTRATION:
        require_overseer(principal)
        return [of]
    streams = [of] if _match(services, of) else portable.streams(services.service.log, of)
    for id_ in streams:
        match = services.service.match(id_) if id_ != of else _match(services, id_)
        if match:
            require_shown(services.championships, principal, match)
            require_hands(principal, match, match.version)
        elif secret_results(services.championships.championship(id_)).versions:
            require_results(principal, id_)
    return streams


def _people(services: AppContext, of: str) -> list[str]:
    """The ids of the people that a record names."""
    if of == ADMINISTRATION:
        return []
    if _match(services, of):
        return matches.people(services.service, of)
    return portable.people(services.championships, of)


def _match(services: AppContext, id_: str) -> Match | None:
    """The match of this id; None where it is a championship's. Raises NotFound."""
    try:
        return services.service.match(id_)
    except NotFound as missing:
        try:
            services.championships.championship(id_)
        except NotFound:
            raise missing from None
    return None
