"""A typed client of the service, for programs that wait and for programs that do other things meanwhile.

    from referee.client import Referee
    from referee.match.vocabulary import Play

    with Referee("http://127.0.0.1:8000", token="secret") as referee:
        match = referee.open_match("hearts.castillar", ["Ana", "Beto"], first_dealer=0)
        referee.append(match, Play(0, "2C"))

`AsyncReferee` has the same calls, awaited. Both repeat what may be repeated after a failure of the network, read what they
have written, and resume streams. Events, facts, views and tables are the service's own structs.
"""

from referee.client.answers import (
    AppendResult,
    ContestFixtures,
    DecisionEntry,
    KnownPlayer,
    LegalMoves,
    LogEntry,
    LogPage,
    UnknownEvent,
    UnknownFact,
)
from referee.client.asynchronous import AsyncReferee
from referee.client.failures import ClientError, Refusal, RequestRefused, ServiceUnreachable
from referee.client.request import Call
from referee.client.retrying import Retries
from referee.client.synchronous import Referee

__all__ = [
    "AppendResult",
    "AsyncReferee",
    "Call",
    "ClientError",
    "ContestFixtures",
    "DecisionEntry",
    "KnownPlayer",
    "LegalMoves",
    "LogEntry",
    "LogPage",
    "Referee",
    "Refusal",
    "RequestRefused",
    "Retries",
    "ServiceUnreachable",
    "UnknownEvent",
    "UnknownFact",
]
