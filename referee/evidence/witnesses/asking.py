"""The requests of a log to its witnesses, and its use of their responses. The caller sends the requests."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from referee.errors import ExplainedError, Inconsistent
from referee.evidence.notary import Notary
from referee.evidence.notes import DASH, BadNote, Checkpoint, whole_number
from referee.evidence.witnesses.cosignatures import WitnessKey, WitnessPolicy, cosignatures, policy_of, read_witness
from referee.evidence.witnesses.requests import KEY_PATH, PATH, SIZE_TYPE, format_request
from referee.text import Text

FORKED = Text(
    es="{name} firmó un árbol de {size} hojas, y este registro no lo continúa",
    en="{name} signed a tree of {size} leaves, and this log does not continue it",
)
REFUSED = Text(es="{name} contesta {status}", en="{name} answers {status}")
UNSIGNED = Text(
    es="{name} contesta 200 sin firmar con su clave", en="{name} answers 200, and did not sign with its key"
)


UNKNOWN_KEY = 403
"""The status in tlog-witness for a checkpoint that is signed by no key the witness knows."""


class WitnessAddress(Struct, frozen=True):
    """The address of a witness, without the path, and the key that checks its signatures."""

    url: str
    key: WitnessKey

    @property
    def path(self) -> str:
        """The address to which checkpoints are sent."""
        return self.url.rstrip("/") + PATH

    @property
    def key_path(self) -> str:
        """The address to which changes of the log's key are sent."""
        return self.url.rstrip("/") + KEY_PATH


class WitnessAnswer(Struct, frozen=True):
    """The response of a witness: the status, the media type, the text."""

    status: int
    media: str
    text: str


def policy_for(witnesses: Sequence[WitnessAddress]) -> WitnessPolicy:
    """The policy that all of these witnesses must have signed."""
    return policy_of([one.key for one in witnesses])


class NoCosignature(ExplainedError):
    """A witness that did not sign."""


def read_witnesses(text: str) -> tuple[WitnessAddress, ...]:
    """The witnesses of a setting: address and key of each, with white space between. Raises Inconsistent."""
    words = text.split()
    urls, keys = words[::2], words[1::2]
    if len(urls) != len(keys) or not all(url.startswith(("http://", "https://")) for url in urls):
        raise Inconsistent(
            Text(
                es="de cada testigo hacen falta su dirección (http:// o https://) y su clave, separadas por un espacio",
                en="each witness needs its address (http:// or https://) and its key, with a space between them",
            )
        )
    return tuple(WitnessAddress(url, read_witness(key)) for url, key in zip(urls, keys, strict=True))


class AskedWitness:
    """One witness of a log, and the size of the last tree that it signed, as far as is known: requests continue from there."""

    def __init__(self, notary: Notary, witness: WitnessAddress) -> None:
        self.witness = witness
        self._notary = notary
        self._size = 0

    def due(self) -> Checkpoint | None:
        """The newest checkpoint; None if this witness has signed it already."""
        last = self._notary.last()
        return last if last and last.size and not cosignatures(last.note, [self.witness.key]) else None

    def request(self, checkpoint: Checkpoint) -> bytes:
        """The body of a request to sign. Raises NoCosignature if the witness signed a larger tree than this log has."""
        size = self._size
        if size > checkpoint.size:
            raise NoCosignature(self._words(FORKED, size=size))
        proof = self._notary.consistency(size, checkpoint.size)[0] if size else ()
        return format_request(size, [bytes.fromhex(hash_) for hash_ in proof], checkpoint.note)

    def keys_to_tell(self, answer: WitnessAnswer) -> tuple[str, ...]:
        """The changes of this log's key, first to last, if the witness may have refused for not knowing the newest key."""
        return self._notary.rotations.notes() if answer.status == UNKNOWN_KEY else ()

    def take_response(self, checkpoint: Checkpoint, answer: WitnessAnswer) -> bool:
        """Takes in a response. Returns True if the witness signed; False if it knows another size and needs a request from there.

        Raises NoCosignature for a refusal, and for a response that makes no sense.
        """
        size = whole_number(answer.text.removesuffix("\n")) if answer.media == SIZE_TYPE else None
        if answer.status == 409 and size is not None and size != self._size:
            self._size = size
            return False
        if answer.status != 200:
            is_fork = answer.status == 422 or size is not None
            raise NoCosignature(self._words(FORKED if is_fork else REFUSED, size=self._size, status=answer.status))
        self._keep(checkpoint, answer.text)
        self._size = checkpoint.size
        return True

    def _keep(self, checkpoint: Checkpoint, lines: str) -> None:
        """Stores the lines that this witness signed, and ignores any other lines of its response."""
        mine = [line for line in lines.splitlines(keepends=True) if self._is_mine(checkpoint, line)]
        if not mine:
            raise NoCosignature(self._words(UNSIGNED))
        self._notary.add_signatures(checkpoint.size, mine)

    def _is_mine(self, checkpoint: Checkpoint, line: str) -> bool:
        try:
            return line.startswith(DASH) and bool(cosignatures(checkpoint.note + line, [self.witness.key]))
        except BadNote:
            return False

    def _words(self, words: Text, **values: object) -> Text:
        values |= {"name": self.witness.key.name}
        return Text(es=words.es.format(**values), en=words.en.format(**values))


def newest_witnessed(notary: Notary, policy: WitnessPolicy) -> Checkpoint | None:
    """The newest of the last published checkpoints with as many witnesses' signatures as a policy requires."""
    return next((one for one in notary.newest() if _satisfies(one, policy)), None)


def checkpoint_for(notary: Notary, policy: WitnessPolicy, now: Checkpoint, covers: Callable[[int], bool]) -> Checkpoint:
    """The checkpoint for a proof: the newest with witnesses' signatures, if its size covers the subject; else that of `now`."""
    candidate = newest_witnessed(notary, policy) if policy.least else None
    return candidate if candidate and candidate.size <= now.size and covers(candidate.size) else now


def unsigned_since(notary: Notary, witness: WitnessAddress) -> Checkpoint | None:
    """The first of the last published checkpoints after the one that this witness signed; None if it is not behind."""
    policy, first = policy_of([witness.key]), None
    for one in notary.newest():
        if not one.size or _satisfies(one, policy):
            break
        first = one
    return first


def _satisfies(checkpoint: Checkpoint, policy: WitnessPolicy) -> bool:
    try:
        policy.check(checkpoint.note)
    except BadNote:
        return False
    return True
