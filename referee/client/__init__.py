"""A typed client of the service, synchronous and asynchronous.

    from referee.client import Referee
    from referee.match.events import Play

    with Referee("http://127.0.0.1:8000", token="secret") as referee:
        match = referee.open_match("hearts.castillar", ["Ana", "Beto"], first_dealer=0)
        referee.append(match, Play(0, "2C"))

`AsyncReferee` has the same calls, awaited. After a network failure both repeat the calls that are safe to repeat, and resume
streams. They read their own writes. Events, facts, views and tables are the service's own structs.
"""

from referee.client.answers import (
    AppendResult,
    ContestFixtures,
    ContestHand,
    ContestHistory,
    ContestHistoryLine,
    ContestRound,
    ContestRounds,
    DecisionEntry,
    EnteredPlayer,
    EnteredPlayers,
    HandByTable,
    KnownPlayer,
    LegalMoves,
    LineupCheck,
    LogEntry,
    LogPage,
    PairingCheck,
    RoundLine,
    RoundPair,
    RoundPartners,
    RoundRest,
    StreamMessage,
    UnknownEvent,
    UnknownFact,
)
from referee.client.asynchronous import AsyncReferee
from referee.client.checking import check_lineups, check_pairings
from referee.client.failures import CheckNotPossible, ClientError, Refusal, RequestRefused, ServiceUnreachable
from referee.client.request import Call
from referee.client.retrying import Retries
from referee.client.synchronous import Referee

__all__ = [
    "AppendResult",
    "AsyncReferee",
    "Call",
    "CheckNotPossible",
    "ClientError",
    "ContestFixtures",
    "ContestHand",
    "ContestHistory",
    "ContestHistoryLine",
    "ContestRound",
    "ContestRounds",
    "DecisionEntry",
    "EnteredPlayer",
    "EnteredPlayers",
    "HandByTable",
    "KnownPlayer",
    "LegalMoves",
    "LineupCheck",
    "LogEntry",
    "LogPage",
    "PairingCheck",
    "Referee",
    "Refusal",
    "RequestRefused",
    "Retries",
    "RoundLine",
    "RoundPair",
    "RoundPartners",
    "RoundRest",
    "ServiceUnreachable",
    "StreamMessage",
    "UnknownEvent",
    "UnknownFact",
    "check_lineups",
    "check_pairings",
]
