"""A witness: it signs a checkpoint of a log that it knows, if the checkpoint continues the last one that it signed.

The order and the answers of its checks are those of C2SP's tlog-witness.
"""

from collections.abc import Callable, Iterable, Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.decoding import ENCODING
from referee.errors import ExplainedError
from referee.evidence.keys import Verifier, format_key
from referee.evidence.merkle import BadProof, check_consistency
from referee.evidence.notes import BadNote, TreeHead, head_of, parts, require_signed
from referee.evidence.signing.rotations import open_rotation
from referee.evidence.witnesses.cosignatures import WitnessKey, cosign, witness_key
from referee.evidence.witnesses.memory import KnownTree, WitnessMemory
from referee.evidence.witnesses.requests import AddCheckpoint, read_request
from referee.text import Text


class WitnessRefusal(ExplainedError):
    """The refusal of a witness to sign, with the status of the response; with 409 the size of the last tree that it signed.

    `is_fork` is True if the log itself seems to have signed a tree that does not continue the last one.
    """

    def __init__(self, text: Text, status: int, size: int | None = None, *, is_fork: bool = False) -> None:
        super().__init__(text)
        self.status = status
        self.size = size
        self.is_fork = is_fork


class Witness:
    """One witness of the logs with these keys, each under a name. `clock` gives POSIX seconds."""

    def __init__(
        self,
        memory: WitnessMemory,
        name: str,
        key: Ed25519PrivateKey,
        logs: Iterable[Verifier],
        clock: Callable[[], float],
    ) -> None:
        self.memory = memory
        self.name = name
        self._key = key
        self._logs = tuple(logs)
        self._clock = clock

    @property
    def key(self) -> WitnessKey:
        """The key that checks its signatures."""
        return witness_key(self.name, self._key)

    def add(self, body: bytes) -> str:
        """The signature lines for the checkpoint that a request holds. Raises WitnessRefusal."""
        try:
            request = read_request(body)
            lines, text, signatures = parts(request.note)
            head = head_of(lines)
        except BadNote as bad:
            raise WitnessRefusal(bad.text, 400) from bad
        try:
            require_signed(text, signatures, self._keys(head.origin))
        except BadNote as bad:
            raise WitnessRefusal(bad.text, 403) from bad
        # The clock is read first: a larger tree signed in the meantime must not get an earlier time than this one.
        at = int(self._clock())
        self._take(request, head)
        return cosign(text, at, self.name, self._key)

    def follow(self, body: bytes) -> str:
        """Accepts the key that the present one signed as its successor. Returns the key, as signed notes write it.

        The last signed tree stays: the new key has to continue it. Raises WitnessRefusal, also if the present key has another
        successor already.
        """
        try:
            note = body.decode()
            rotation = open_rotation(note)
        except BadNote as bad:
            raise WitnessRefusal(bad.text, 400) from bad
        except UnicodeDecodeError as bad:
            raise WitnessRefusal(ENCODING, 400) from bad
        origin, notes = rotation.checkpoint.origin, self.memory.rotations(rotation.checkpoint.origin)
        now = self._keys(origin)
        if note in notes or rotation.key in now:
            return format_key(origin, rotation.key.key)
        if any(open_rotation(other).before == rotation.before for other in notes):
            raise _two_followers(origin)
        if rotation.before not in now or {rotation.before.name, rotation.key.name} != {origin}:
            raise WitnessRefusal(
                Text(es="no la firma la clave que conozco", en="it is not signed by the key that I know"), 403
            )
        last, then = self.memory.tree(origin), rotation.checkpoint
        if last.size == then.size and last.root.hex() != then.root:
            raise _another_tree(origin, last)
        if not self.memory.follow(origin, len(notes), note):
            raise _two_followers(origin)
        return format_key(origin, rotation.key.key)

    def _keys(self, origin: str) -> list[Verifier]:
        """The keys that may sign for a log: configured and accepted ones that were not replaced. Raises WitnessRefusal."""
        configured_keys = [key for key in self._logs if key.name == origin]
        if not configured_keys:
            raise WitnessRefusal(Text(es=f"no conozco el registro {origin}", en=f"I do not know the log {origin}"), 404)
        rotations = [open_rotation(note) for note in self.memory.rotations(origin)]
        former = {one.before.key for one in rotations}
        return [key for key in (*configured_keys, *(one.key for one in rotations)) if key.key not in former]

    def _take(self, request: AddCheckpoint, head: TreeHead) -> None:
        """Remembers a tree that continues the last one. Raises WitnessRefusal."""
        if request.old > head.size:
            raise WitnessRefusal(
                Text(
                    es=f"el tamaño anterior, {request.old}, es mayor que el del punto de control, {head.size}",
                    en=f"the old size, {request.old}, is larger than that of the checkpoint, {head.size}",
                ),
                400,
            )
        last, fresh = self.memory.tree(head.origin), KnownTree(head.size, head.root)
        if request.old != last.size:
            raise _another_size(last.size)
        if last.size == fresh.size and last.root != fresh.root:
            raise _another_tree(head.origin, last)
        try:
            _require_continued(last, fresh, request.proof)
        except BadProof as bad:
            where = f"{head.origin}, {last.size} -> {fresh.size}"
            words = Text(es=f"{where}: {bad.text.es}", en=f"{where}: {bad.text.en}")
            raise WitnessRefusal(words, 422, is_fork=True) from bad
        if not self.memory.move(head.origin, last, fresh, request.note):
            raise _another_size(self.memory.tree(head.origin).size)


def _require_continued(last: KnownTree, fresh: KnownTree, proof: Sequence[bytes]) -> None:
    """Raises BadProof unless the proof leads from the last tree to this one."""
    if last.size:
        check_consistency(last.size, last.root, fresh.size, fresh.root, proof)
    elif proof:
        raise BadProof(Text(es="desde 0 la prueba es vacía", en="from 0 the proof is empty"))


def _another_tree(origin: str, last: KnownTree) -> WitnessRefusal:
    return WitnessRefusal(
        Text(
            es=f"{origin}: firmé otro árbol de {last.size} hojas; este registro se ha bifurcado",
            en=f"{origin}: I signed another tree of {last.size} leaves; this log has forked",
        ),
        409,
        last.size,
        is_fork=True,
    )


def _two_followers(origin: str) -> WitnessRefusal:
    return WitnessRefusal(
        Text(
            es=f"{origin}: a esa clave la ha seguido ya otra; este registro se ha bifurcado",
            en=f"{origin}: another key followed that one already; this log has forked",
        ),
        409,
        is_fork=True,
    )


def _another_size(size: int) -> WitnessRefusal:
    return WitnessRefusal(
        Text(es=f"el último árbol que firmé tiene {size} hojas", en=f"the last tree that I signed has {size} leaves"),
        409,
        size,
    )
