"""Shuffles that no person steers: the service fixes a secret before seats add words, and both together make the seed.

The SHA-256 of the secret is on the log first (`shuffle_commitment`). Each seat may then add a text (`shuffle_text`). The next
event that chance decides has as its seed the secret and these texts, so it opens the commitment: the service could no longer
change the secret, and the seats did not know it. A commitment is opened once. After a `retract` it stays opened, or taken back:
the cards may have been seen.
"""

from hashlib import sha256
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.errors import BadRequest, Impossible
from referee.match.events import Event, Retract, SeedSource, ShuffleCommitment, ShuffleText
from referee.match.terms import house
from referee.text import Text


class TextAdded(Struct, frozen=True):
    """What a seat added to a shuffle in event `version`."""

    seat: int
    text: Annotated[str, Meta(description="Its words.")]
    version: int


class Commitment(Struct, frozen=True):
    """A commitment that is not opened yet: of event `version`, to the secret of this SHA-256; `texts` were added since."""

    version: int
    sha256: Annotated[str, Meta(description="The SHA-256 of the secret.")]
    texts: Annotated[
        tuple[TextAdded, ...], Meta(description="What seats added since: the last words of each, in seat order.")
    ] = ()

    def with_last_texts(self) -> "Commitment":
        """The same with the texts that make the seed: the last of each seat, in seat order."""
        last = {text.seat: text for text in self.texts}
        return replace(self, texts=tuple(last[seat] for seat in sorted(last)))

    def seed(self, secret: str) -> str:
        """The seed that this secret makes with the texts: `secret 0:text 2:text`."""
        return secret + self._suffix()

    def opened_by(self, seed: str) -> str | None:
        """The secret in a seed that opens the commitment; None where it does not."""
        suffix = self._suffix()
        secret = seed.removesuffix(suffix)
        return secret if secret + suffix == seed and digest(secret) == self.sha256 else None

    def _suffix(self) -> str:
        return "".join(f" {text.seat}:{text.text}" for text in self.with_last_texts().texts)


def digest(secret: str) -> str:
    """The SHA-256 of the secret's UTF-8 bytes, in hexadecimal."""
    return sha256(secret.encode()).hexdigest()


def after(commitment: Commitment | None, event: Event, version: int) -> Commitment | None:
    """The commitment that waits to be opened once this event is on the log as this version; None without one."""
    if type(event) is ShuffleCommitment:
        return Commitment(version, event.sha256 or "")
    if commitment is None:
        return None
    if type(event) is ShuffleText:
        return replace(commitment, texts=(*commitment.texts, TextAdded(event.seat, event.text, version)))
    if type(event) is Retract:
        texts = tuple(text for text in commitment.texts if text.version <= event.to)
        return None if event.to < commitment.version else replace(commitment, texts=texts)
    return commitment if seed_of(event) is None else None


def seed_of(event: Event) -> str | None:
    """The seed by which chance decided something in this event; None if it decided nothing."""
    seed: str | None = getattr(event, "seed", None)
    return seed


def source_of(event: Event) -> SeedSource | None:
    """The source of the seed of this event by its record; None if the record does not tell."""
    source: SeedSource | UnsetType = getattr(event, "seed_source", UNSET)
    return None if source is UNSET else source


def check(commitment: Commitment | None, event: Event) -> None:
    """Raises Impossible for a second commitment, a text without one, and a seed that does not open the one that waits."""
    if type(event) is ShuffleCommitment:
        _require_new(commitment, event)
    elif type(event) is ShuffleText:
        if commitment is None:
            raise _refusal(
                es="ninguna mezcla está comprometida: las palabras van después de `shuffle_commitment` y antes del reparto",
                en="no shuffle is committed to: words are added after a `shuffle_commitment`, and before the deal",
            )
    elif commitment is not None and (seed := seed_of(event)) is not None and commitment.opened_by(seed) is None:
        raise _refusal(
            es=f"esta semilla no abre el compromiso de la versión {commitment.version}: reparte sin `seed`, o deshaz antes "
            f"hasta la versión {commitment.version - 1}",
            en=f"this seed does not open the commitment of version {commitment.version}: deal without `seed`, or first retract "
            f"to version {commitment.version - 1}",
        )


def _require_new(commitment: Commitment | None, event: ShuffleCommitment) -> None:
    if commitment is not None:
        raise _refusal(
            es=f"la próxima mezcla ya está comprometida en la versión {commitment.version}",
            en=f"the next shuffle is committed to already, in version {commitment.version}",
        )
    if event.sha256 is None:
        raise BadRequest(Text(es="falta `sha256`", en="`sha256` is missing"))


def not_kept(commitment: Commitment) -> Impossible:
    """The refusal of a shuffle without its secret: the match came as a record from elsewhere."""
    back = commitment.version - 1
    return _refusal(
        es=f"el secreto de la versión {commitment.version} no está aquí: deshaz hasta la versión {back} y comprométela otra vez",
        en=f"the secret of version {commitment.version} is not kept here: retract to version {back} and commit again",
    )


def drawn_alone() -> Impossible:
    """The refusal of events after one that chance decides, in one request."""
    return _refusal(
        es="lo que decide el azar es lo último de su petición: lo que sigue va en otra",
        en="what chance decides is the last of its request: what follows goes in another",
    )


def _refusal(es: str, en: str) -> Impossible:
    return Impossible(Text(es=es, en=en), rule=house.SHUFFLE)
