"""Messages of the log's entries: their kinds and payloads. Webhooks get them as the public may see them, readers of a stream
as they themselves may.

`version` is that of the entry in its log, which is its `id` in the streams of the API.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET

from api.webhooks.outbox import PING, Message, Webhook
from api.webhooks.sources import Sources
from projections import void
from projections.projection import Past
from referee.championship.events import DECISIONS, BoardDecision, BoardMatchOpened, DecisionUndone, MemberSubstituted
from referee.championship.redaction import secret_results
from referee.championship.state import decoder as decisions
from referee.errors import NotFound
from referee.followers.feed import LogRecord
from referee.match.aggregate import Match
from referee.match.entries import AnyEntry, decode
from referee.match.events import Opening
from referee.match.facts import ClaimMade, ClaimRuled, Fact, MatchEnded, MatchRestated
from referee.match.ledger import MatchResult
from referee.match.redaction import shown_facts, view_at, visible_line
from referee.match.registry import rulesets, tag
from referee.match.state import NOBODY
from referee.match.view import COUNTS, Counting
from referee.text import Text

MatchKind = Literal["match.opened", "match.event", "match.finished", "match.restated", "claim.made", "claim.ruled"]
CountingKind = Literal["match.counting"]
ChampionshipKind = Literal["championship.event", "contest.drawn", "contest.result", "standings.changed"]
Kind = MatchKind | CountingKind | ChampionshipKind
MATCH_KINDS: tuple[str, ...] = get_args(MatchKind)
[COUNTING] = get_args(CountingKind)
KINDS: tuple[str, ...] = (*MATCH_KINDS, COUNTING, *get_args(ChampionshipKind))

_DRAWS = frozenset({"contest_drawn", "contest_redrawn"})
_RESULTS = frozenset({"result_reported", "result_corrected", "walkover_given", "match_finished", "match_reopened"}) | {
    tag(kind)
    for kind in DECISIONS
    if issubclass(kind, BoardDecision) and kind not in {BoardMatchOpened, MemberSubstituted}
}
_MOVES = (
    _DRAWS
    | _RESULTS
    | {"entrant_withdrawn", "entrant_added", "entrant_substituted", "tie_ruled", "player_sanctioned"}
    | {"contest_cancelled", "decision_undone", "sanction_undone", "player_removed"}
    | {"name_corrected", "player_merged", "merge_undone"}
)
"""The decisions that can move a table."""
_DECISIONS = frozenset(tag(kind) for kind in DECISIONS)
TELLING_OUTCOME = frozenset({"match.finished", "match.restated"})
"""The kinds whose messages have the status, the totals and the result of the match."""


class MatchPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of a match's log as its reader sees it, with ids and no names.

    `status`, `totals` and `result` are there where it ended or was restated.
    """

    match: str
    version: int
    ruleset: str
    event: dict[str, Any]
    fixture: str | None = None
    championship: str | None = None
    status: str | None = None
    totals: list[int] | None = None
    result: MatchResult | None = None


class ChampionshipPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of a championship's log, with ids and no names. `contest` is the one it is about, where it is about one."""

    championship: str
    version: int
    event: dict[str, Any]
    contest: str | None = None


class MatchCounting(Counting, frozen=True, kw_only=True):
    """A match, whether it counts in its contest now, and what is played in place of one that counts no more."""

    match: str


class CountingPayload(msgspec.Struct, frozen=True):
    """The matches that count no more, or count again, since this entry of a championship's log."""

    championship: str
    version: int
    matches: list[MatchCounting]


class PingPayload(msgspec.Struct, frozen=True):
    """Nothing but that the webhook is reached."""

    webhook: str


Data = MatchPayload | CountingPayload | ChampionshipPayload | PingPayload


class Payload(msgspec.Struct, frozen=True):
    """The body of every message."""

    type: str
    timestamp: str
    data: Data


@cache
def _match_topics() -> frozenset[str]:
    return frozenset({tag(Opening)}.union(*({tag(kind) for kind in rules.events} for rules in rulesets().values())))


def ping(webhook: str, at: str) -> Message:
    """The message that tests a webhook."""
    return Message(PING, webhook, 0, _body(PING, at, PingPayload(webhook)))


def messages(
    sources: Sources,
    past: Past,
    record: LogRecord,
    webhooks: Sequence[Webhook],
    sees: Callable[[Match], int] = lambda _: NOBODY,
    reads_hand_to_play: Callable[[Match], bool] = lambda _: False,
) -> Iterator[tuple[str, Message]]:
    """Yields the messages of a record of the log: the id of each webhook that gets one, and the message.

    `sees` returns the hands of a match that may be seen while they are in play, as a mask of seats. `reads_hand_to_play`: its
    reader may read a match of a hand that other tables have still to play; nobody else is told anything of it (duplicate.deals).
    """
    if record.topic in _DECISIONS:
        yield from _of_counting(past, record, webhooks)
        yield from _of_championship(sources, record, webhooks)
    elif record.topic in _match_topics():
        yield from _of_match(_MatchRecord(sources, record, sees, reads_hand_to_play), webhooks)


def _of_championship(sources: Sources, record: LogRecord, webhooks: Sequence[Webhook]) -> Iterator[tuple[str, Message]]:
    id_, version = str(record.originator_id), record.originator_version
    kinds = WITH_RESULT_UNDONE if _takes_result_back(record) else KINDS_OF_DECISION[record.topic]
    hearers = [webhook for webhook in webhooks if webhook.match is None and webhook.championship in {None, id_}]
    if not any(kind in webhook.kinds for webhook in hearers for kind in kinds):
        return
    entry = decisions.decode(bytes(record.state))
    secret = secret_results(sources.championships.championship(id_))
    payload = ChampionshipPayload(id_, version, secret.line(entry), getattr(entry.event, "contest", None))
    for kind in kinds:
        message = Message(kind, id_, version, _body(kind, entry.recorded_at, payload))
        yield from ((webhook.id, message) for webhook in hearers if kind in webhook.kinds)


def _of_counting(past: Past, record: LogRecord, webhooks: Sequence[Webhook]) -> Iterator[tuple[str, Message]]:
    id_, version = str(record.originator_id), record.originator_version
    hearers = [one for one in webhooks if COUNTING in one.kinds and one.championship in {None, id_}]
    if not hearers:
        return
    before, now = (void.rows(past.championship(id_, at), past) for at in (version - 1, version))
    previous_rows, rows = ({row.match: row.counting for row in some} for some in (before, now))
    changes = {
        match: rows.get(match, COUNTS)
        for match in {**previous_rows, **rows}
        if previous_rows.get(match) != rows.get(match)
    }
    recorded_at = decisions.decode(bytes(record.state)).recorded_at
    for webhook in hearers:
        countings = [
            MatchCounting(match=match, counts=counting.counts, instead=counting.instead)
            for match, counting in changes.items()
            if webhook.match in {None, match}
        ]
        if countings:
            body = _body(COUNTING, recorded_at, CountingPayload(id_, version, countings))
            yield webhook.id, Message(COUNTING, id_, version, body)


def _kinds_of_decision(topic: str) -> tuple[str, ...]:
    kinds = ["championship.event"]
    kinds += ["contest.drawn"] if topic in _DRAWS else []
    kinds += ["contest.result"] if topic in _RESULTS else []
    kinds += ["standings.changed"] if topic in _MOVES else []
    return tuple(kinds)


KINDS_OF_DECISION = {topic: _kinds_of_decision(topic) for topic in _DECISIONS}
"""The kinds of messages of an entry of a championship's log, by its type."""
WITH_RESULT_UNDONE = ("championship.event", "contest.result", "standings.changed")
"""Those of an entry that takes a decision about one match back."""


def match_kinds(version: int, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The kinds of messages of an entry of a match's log with these facts."""
    conditions = {
        "match.opened": version == 1,
        "match.event": True,
        "match.finished": any(isinstance(fact, MatchEnded) for fact in facts),
        "match.restated": any(isinstance(fact, MatchRestated) for fact in facts),
        "claim.made": any(isinstance(fact, ClaimMade) for fact in facts),
        "claim.ruled": any(isinstance(fact, ClaimMade | ClaimRuled) and fact.status != "pending" for fact in facts),
    }
    return tuple(kind for kind, so in conditions.items() if so)


def _takes_result_back(record: LogRecord) -> bool:
    """True if a decision about one match was taken back: that too is sent to webhooks that get its results."""
    if record.topic != tag(DecisionUndone):
        return False
    event = decisions.decode(bytes(record.state)).event
    return isinstance(event, DecisionUndone) and event.fixture is not None


class _MatchRecord:
    """A record of a match's log, read only as far as needed."""

    def __init__(
        self,
        sources: Sources,
        record: LogRecord,
        sees: Callable[[Match], int],
        reads_hand_to_play: Callable[[Match], bool],
    ) -> None:
        self.sources = sources
        self.record = record
        self.sees = sees
        self.reads_hand_to_play = reads_hand_to_play
        self.id = str(record.originator_id)
        self.version = record.originator_version

    @cached_property
    def opening(self) -> Opening:
        return self.sources.service.opening(self.id)

    @cached_property
    def championship(self) -> str | None:
        if self.opening.fixture is None:
            return None
        try:
            return self.sources.championships.of(self.opening.fixture, Text(es="encuentro por jugar", en="fixture")).id
        except NotFound:
            # A record from another service: its championship does not exist here.
            return None

    @cached_property
    def entry(self) -> AnyEntry:
        return decode(bytes(self.record.state), self.record.topic, self.opening.ruleset)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        facts: Sequence[Fact] = self.entry.facts
        if self.opening.infractions_shown is not UNSET:
            match = self.sources.service.match(self.id)
            facts = shown_facts(match, self.entry, facts, self.sees(match))
        return match_kinds(self.version, facts)

    @cached_property
    def payload(self) -> MatchPayload:
        match = self.sources.service.match(self.id)
        event = visible_line(match, self.entry, self.sees(match))
        ruleset, fixture = self.opening.ruleset, self.opening.fixture
        return MatchPayload(self.id, self.version, ruleset, event, fixture, self.championship)

    @cached_property
    def outcome(self) -> MatchPayload:
        match, then = self.sources.service.match(self.id), self.sources.service.match_at(self.id, self.version)
        view = view_at(match, then, self.sees(match))
        return msgspec.structs.replace(self.payload, status=view.status, totals=view.totals(), result=view.result)

    def is_hidden(self) -> bool:
        """True if the reader may know nothing of this match yet."""
        if self.opening.shared_hand is UNSET or not self.sources.championships.is_to_play(self.opening):
            return False
        return not self.reads_hand_to_play(self.sources.service.match(self.id))

    def is_for(self, webhook: Webhook) -> bool:
        """True if a webhook gets the messages of this match."""
        if webhook.match not in {None, self.id}:
            return False
        return webhook.championship is None or webhook.championship == self.championship


def _of_match(record: _MatchRecord, webhooks: Sequence[Webhook]) -> Iterator[tuple[str, Message]]:
    webhooks_of_matches = [webhook for webhook in webhooks if any(kind in MATCH_KINDS for kind in webhook.kinds)]
    hearers = [webhook for webhook in webhooks_of_matches if record.is_for(webhook)]
    for kind in record.kinds if hearers and not record.is_hidden() else ():
        listening = [webhook.id for webhook in hearers if kind in webhook.kinds]
        if listening:
            payload = record.outcome if kind in TELLING_OUTCOME else record.payload
            message = Message(kind, record.id, record.version, _body(kind, record.entry.recorded_at, payload))
            yield from ((id_, message) for id_ in listening)


def _body(kind: str, at: str, data: Data) -> str:
    return msgspec.json.encode(Payload(kind, at, data)).decode()
