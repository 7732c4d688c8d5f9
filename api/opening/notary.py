"""The notary of an opened log, its keys, and the record of a start."""

import os
from functools import partial

from api import settings
from api.settings import OPEN_TABLE, ORIGIN, SIGNING_KEY, key_file
from referee import __version__
from referee.errors import Inconsistent
from referee.evidence.keys import Verifier, signing_key
from referee.evidence.notary import Notary
from referee.evidence.notes import good_origin
from referee.evidence.signing.signers import require_signer
from referee.evidence.tree import Tree
from referee.followers.lease import LeaderLease
from referee.matches.commands import MatchCommands
from referee.operations.row_commitments import commit_rows
from referee.text import Text

FOLLOWS = "follow"
"""The lease of the node that follows the log for all."""


def notary_of(service: MatchCommands, database: str) -> Notary:
    """The notary that signs the checkpoints of this service's log. Raises Inconsistent for an invalid origin."""
    origin = os.environ.get(ORIGIN) or None
    if origin and not good_origin(origin):
        raise Inconsistent(
            Text(
                es=f"{ORIGIN} no puede llevar espacios ni «+»: {origin!r}",
                en=f"{ORIGIN} must not contain spaces or +: {origin!r}",
            )
        )
    tree = Tree(service.log, service.people.store, origin)
    return Notary(tree, partial(signing_key, os.environ.get(SIGNING_KEY) or None, key_file(database)), service.clock)


def own_verifiers(notary: Notary, database: str) -> list[Verifier]:
    """The public key of this machine's signing key, if it has one."""
    return [notary.verifier()] if os.environ.get(SIGNING_KEY) or key_file(database).exists() else []


def require_one_signer(notary: Notary, database: str) -> None:
    """Raises Impossible if several nodes could sign, and another key than that of this machine does.

    A machine without a key makes one if no node runs, as after a restore. A file has one node: there a new key may replace the
    old one, and the start reports it.
    """
    if not notary.tree.log.backend.is_shared:
        return
    own, newest = own_verifiers(notary, database), notary.last_note()
    if newest is not None and not own and not LeaderLease(notary.tree.store, FOLLOWS).is_held():
        notary.checkpoint(new_key=True)
    else:
        where = settings.SIGNING_KEY if os.environ.get(SIGNING_KEY) else str(key_file(database))
        require_signer(newest, notary.follow_keys(own), where)


def record_start(service: MatchCommands, notary: Notary) -> None:
    """Records the settings and the key of this start, unless the log has them already or takes no writes."""
    if not service.log.takes_writes:
        return
    open_table = os.environ.get(OPEN_TABLE) == "1"
    commit_rows(service.administration, service.people.store)
    service.administration.record_settings(settings.in_effect(__version__, open_table=open_table))
    service.administration.record_first_key(notary.public_key().key)
