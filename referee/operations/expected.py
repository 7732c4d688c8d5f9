"""The tables beside the log, as the log has them: commitments to their rows, and the values that its acts tell openly."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from referee.commitments.commitments import SaltedCommitment
from referee.commitments.committed_rows import DETAILS, NAME, PEOPLE, PINS, ROW, TOKENS, WEBHOOKS
from referee.log.log import Log
from referee.match.registry import tag
from referee.operations import acts
from referee.operations.acts import (
    AnyAct,
    BoundRow,
    PersonErased,
    RowsBound,
    SidePinSet,
    TokenMade,
    TokenRevoked,
    WebhookDeleted,
    WebhookMade,
)
from referee.people import committed_names
from referee.people.committed_names import AnyNameCommitment, PersonCorrected, PersonEntered
from referee.people.scope import Role, Scope

Key = str
"""The name of a row, as acts have it."""
NAMES = (PersonEntered, PersonCorrected)
ACTS = (TokenMade, TokenRevoked, SidePinSet, WebhookMade, WebhookDeleted, PersonErased, RowsBound)
TOPICS = tuple(tag(kind) for kind in (*NAMES, *ACTS))
"""The topics of all records about rows beside the log."""


class ExpectedToken(Struct, frozen=True):
    """The values of a token, from the act that made it."""

    role: Role
    scope: Scope
    expires: str | None


class ExpectedRows:
    """The rows beside the log, from the log up to one of its positions."""

    def __init__(self, log: Log, through: int) -> None:
        self.commitments: dict[str, dict[Key, Mapping[str, SaltedCommitment] | None]] = {
            table: {} for table in (PEOPLE, TOKENS, PINS, WEBHOOKS)
        }
        """By table and row, the commitments to its parts; None if an act of an earlier release made it."""
        self.tokens: dict[Key, ExpectedToken] = {}
        self.revocations: dict[Key, str | None] = {}
        """The time at which each token was revoked; None if an act of an earlier release did not say."""
        self.erased_people: set[Key] = set()
        self.complete = False
        """True if all rows of earlier releases are bound."""
        for record in log.of_topics(TOPICS, through):
            state = bytes(record.state)
            if record.topic in _NAME_TOPICS:
                self._name(committed_names.decoder.decode(state).event)
            else:
                self._act(acts.decoder.decode(state).event)

    def _name(self, event: AnyNameCommitment) -> None:
        self.commitments[PEOPLE][event.person] = {NAME: event.name, DETAILS: event.details}

    def _act(self, event: AnyAct) -> None:
        match event:
            case TokenMade():
                self.tokens[event.token] = ExpectedToken(event.role, event.scope, event.expires)
                self._set_commitment(TOKENS, event.token, event.commitment)
            case TokenRevoked():
                self.revocations |= dict.fromkeys(event.revoked, event.at)
            case SidePinSet():
                self._set_commitment(PINS, f"{event.match}:{event.side}", event.commitment)
            case WebhookMade():
                self._set_commitment(WEBHOOKS, event.webhook, event.commitment)
            case WebhookDeleted():
                self.commitments[WEBHOOKS].pop(event.webhook, None)
            case PersonErased():
                self._forget(event.ids)
            case RowsBound():
                self._bound(event)

    def _set_commitment(self, table: str, key: Key, commitment: SaltedCommitment | None) -> None:
        self.commitments[table][key] = None if commitment is None else {ROW: commitment}

    def _forget(self, ids: Iterable[Key]) -> None:
        for id_ in ids:
            self.erased_people.add(id_)
            self.commitments[PEOPLE].pop(id_, None)

    def _bound(self, act: RowsBound) -> None:
        self.complete = True
        later: dict[str, tuple[BoundRow, ...]] = {TOKENS: act.tokens, PINS: act.pins, WEBHOOKS: act.webhooks}
        for table, rows in later.items():
            for row in rows:
                self._set_commitment(table, row.key, row.commitment)
                if row.revoked_at is not None:
                    self.revocations[row.key] = row.revoked_at


_NAME_TOPICS = frozenset(tag(kind) for kind in NAMES)


def differing_columns(token: ExpectedToken, row: Mapping[str, Any], scope: Scope | None) -> tuple[str, ...]:
    """The columns of a token that differ from the act that made it; `scope` is that of the row, None if it is not valid."""
    pairs = {
        "role": (token.role, row["role"]),
        "scope": (token.scope, scope),
        "expires_at": (token.expires, row["expires_at"]),
    }
    return tuple(column for column, (expected_value, value) in pairs.items() if expected_value != value)
