"""The key that may sign a log: the one that signed its newest checkpoint.

All nodes on one database sign with one key. With several keys, a check of the checkpoints of one node would refuse
those of another.
"""

from collections.abc import Sequence

from referee.errors import Impossible
from referee.evidence.keys import Verifier
from referee.evidence.notes import BadNote, open_checkpoint, parts
from referee.text import Text

FOLLOWED = Text(es="otra ha seguido a esta", en="another one has followed this one")
NOT_HERE = Text(es="aquí no hay ninguna clave que firme", en="there is no signing key here")


def strange(newest: str | None, own: Sequence[Verifier]) -> Text | None:
    """The reason why none of these keys may sign after the newest note; None if one may. Any key may sign the first note."""
    if newest is None:
        return None
    try:
        origin = open_checkpoint(newest, own).origin
    except BadNote as bad:
        return bad.text if own else NOT_HERE
    # A key that followed another one has signed below it.
    _, text, signatures = parts(newest)
    last = [signature for signature in signatures if signature[0] == origin][-1]
    return None if any(key.vouches(*last, text) for key in own) else FOLLOWED


def require_signer(newest: str | None, own: Sequence[Verifier], source: str = "") -> None:
    """Raises Impossible unless one of these keys may sign after the newest note. `source` names the source of the keys."""
    why = strange(newest, own)
    if why is None:
        return
    place = f"{source}: " if source else ""
    raise Impossible(
        Text(
            es=f"otra clave firma este registro ({place}{why.es}). Todos los nodos de una base de datos firman con la "
            "misma: copia aquí la suya. Para cambiarla está `referee key rotate`; si se perdió, ejecuta una vez `referee "
            "checkpoint --new-key`",
            en=f"another key signs this log ({place}{why.en}). All nodes on one database sign with the same key: copy "
            "it here. To change it there is `referee key rotate`; if it is lost, run `referee checkpoint --new-key` once",
        )
    )
