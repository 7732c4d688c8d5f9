"""Opens what lies in a database, without what answers requests: the log, the people, the notary. Commands need no more.

`api.compose` puts a service together that answers.
"""

from api.opening.notary import FOLLOWS, notary_of, own_verifiers, record_start, require_one_signer
from api.opening.service import close_service, closing, open_service

__all__ = [
    "FOLLOWS",
    "close_service",
    "closing",
    "notary_of",
    "open_service",
    "own_verifiers",
    "record_start",
    "require_one_signer",
]
