"""Sentences of the audit about seeds and commitments. They say what a reader can compute to check them."""

from referee.match.events import SeedSource
from referee.match.shuffle_commitments import Commitment
from referee.text import Text

CHOSEN: dict[SeedSource | None, Text] = {
    "brought": Text(
        es="La semilla la trajo quien anota, que pudo elegirla",
        en="The recorder brought the seed, and may have chosen it",
    ),
    "drawn": Text(
        es="La semilla la sacó el servicio en ese momento, sin comprometerse antes",
        en="The service drew the seed at that moment, without a commitment before",
    ),
    None: Text(es="El registro no dice quién eligió la semilla", en="The record does not say who chose the seed"),
}


def where(hand: int, version: int) -> Text:
    """Names a place in the record: the hand and the version."""
    return Text(es=f"mano {hand}, versión {version}", en=f"hand {hand}, version {version}")


def of_seed(at: Text, seed: str, source: SeedSource | None, commitment: Commitment | None, *, fits: bool) -> Text:
    """Says if the cards `at` this place follow from the seed, and its origin. `commitment` is the one that the seed opens."""
    if not fits:
        return Text(
            es=f"{at.es}: no es lo que da la semilla «{seed}», o no es la que se comprometió. Se cambió la semilla, lo que "
            "salió, o lo que se dice de ella",
            en=f"{at.en}: it is not what the seed “{seed}” gives, or not the seed that was committed to. The seed was changed, "
            "or what came, or what is said of it",
        )
    es = f"{at.es}: es lo que da la semilla «{seed}». Para verlo: el SHA-256 de la semilla, el número de la mano (y el asiento, "
    es += "donde cada uno tiene su mazo) y la carta, una cosa por línea; las cartas salen en el orden de esas huellas"
    en = f"{at.en}: it is what the seed “{seed}” gives. To see it: the SHA-256 of the seed, the number of the hand (and the seat "
    en += "where each has a pack) and the card, one a line; the cards come in the order of those hashes"
    chooser = CHOSEN[source] if source != "committed" or commitment is None else _opens(commitment)
    return Text(es=f"{es}. {chooser.es}", en=f"{en}. {chooser.en}")


def of_dealer(seed: str, *, fits: bool) -> Text:
    """Says if the first dealer follows from the seed of the opening."""
    if not fits:
        return Text(
            es=f"apertura: no reparte primero quien da la semilla «{seed}». Se cambió la semilla, o quien reparte",
            en=f"opening: who deals first is not whom the seed “{seed}” gives. The seed was changed, or the dealer",
        )
    return Text(
        es=f"apertura: reparte primero quien da la semilla «{seed}». Para verlo: el SHA-256 de la semilla, un 1 y el número "
        "del asiento, desde 0, una cosa por línea; reparte el de la primera de esas huellas",
        en=f"opening: who deals first is whom the seed “{seed}” gives. To see it: the SHA-256 of the seed, a 1 and the number "
        "of the seat, from 0, one a line; the first of those hashes deals",
    )


def of_draw(seed: str) -> Text:
    """Says that the order of a draw does not follow from its seed."""
    return Text(
        es=f"el orden del sorteo no es el que da la semilla «{seed}». Se cambió la semilla, el orden, o lo que se dice de ella",
        en=f"the order of the draw is not what the seed “{seed}” gives. Seed, order, or what is said of them was changed",
    )


def _opens(commitment: Commitment) -> Text:
    es = f"La semilla abre el compromiso de la versión {commitment.version}: el SHA-256 de la palabra con que empieza es el "
    es += "que se anotó entonces"
    en = f"The seed opens the commitment of version {commitment.version}: the SHA-256 of the word that it begins with is the one "
    en += "recorded then"
    if not commitment.texts:
        return Text(es=f"{es}; nadie añadió palabras", en=f"{en}; nobody added words")
    texts = ", ".join(f"{one.seat} «{one.text}»" for one in commitment.texts)
    return Text(es=f"{es}. Palabras de los asientos: {texts}", en=f"{en}. Words of the seats: {texts}")


def waiting(version: int, *, over: bool) -> Text:
    """Says that a commitment has not been opened; with `over`, that it never will be."""
    if over:
        return Text(
            es=f"el compromiso de la versión {version} no se abrió nunca: nadie puede saber si era de verdad",
            en=f"the commitment of version {version} was never opened: nobody can tell whether there was a secret",
        )
    return Text(
        es=f"el compromiso de la versión {version} aún no se ha abierto",
        en=f"the commitment of version {version} is not opened yet",
    )


def taken_back(version: int, at: int) -> Text:
    """Says that a retract took a commitment back."""
    return Text(
        es=f"el compromiso de la versión {version} se deshizo en la {at} sin abrirse",
        en=f"the commitment of version {version} was taken back in version {at} and never opened",
    )


def opening(version: int, at: int, *, counts: bool) -> Text:
    """Says that a seed opened a commitment. `counts` is false if the event of the seed was taken back."""
    es = f"el compromiso de la versión {version} se abrió en la {at}"
    en = f"the commitment of version {version} was opened in version {at}"
    if counts:
        return Text(es=es, en=en)
    return Text(
        es=f"{es}, y lo que decidió se deshizo: sus cartas pudieron verse",
        en=f"{en}, and what it decided was taken back: its cards may have been seen",
    )
