"""The secrets of commitments: made with them, kept beside the log until what they decide opens them.

They are in a table of the same database, so every process has them and a restart loses none. The log has their hashes only,
until the seed that opens a commitment is on it.
"""

from collections.abc import Callable

import sqlalchemy as sa
from msgspec import UNSET
from msgspec.structs import replace

from referee.errors import BadRequest, Flaw
from referee.log.row_writes import DeleteRow, InsertRow, RowWrite
from referee.log.tables import SHUFFLE_SECRETS
from referee.match.aggregate import Match
from referee.match.events import Event, SeedSource, ShuffleCommitment
from referee.match.shuffle_commitments import Commitment, digest, not_kept, seed_of, source_of
from referee.matches.shared_deals import (
    deals_not_kept,
    is_shared_deal,
    require_its_dealer,
    require_no_cards,
    require_no_own_pack,
)
from referee.text import Text

SecretLookup = Callable[[str, str], str | None]
"""(match, sha256): the secret that was made for this match; None where it is not kept here.

A copy of the match, taken in as a record, has none: it would show the cards before they are dealt.
"""


def stored_secrets(store: sa.Engine) -> SecretLookup:
    """The secrets of one database."""

    def secret_of(match: str, sha256: str) -> str | None:
        with store.connect() as connection:
            secret: str | None = connection.execute(
                sa.select(SHUFFLE_SECRETS.c.secret).where(
                    SHUFFLE_SECRETS.c.match == match, SHUFFLE_SECRETS.c.sha256 == sha256
                )
            ).scalar()
            return secret

    return secret_of


class SeedResolver:
    """The results of chance for events that are decided together: from a waiting commitment, or from a seed drawn now.

    `of_record`: the events come with a record. Its seeds are all `brought`, whatever it says: a commitment before them
    came with them, and binds nothing. A record without a word on a seed stays so. `is_trial`: nothing of them will be
    stored, as in a dry run: another secret stands in for the one that waits, so that nothing tells what it will decide.
    """

    def __init__(
        self, seed_source: Callable[[], str], secrets: SecretLookup, *, of_record: bool = False, is_trial: bool = False
    ) -> None:
        self.is_trial = is_trial
        self._seed_source, self._secrets, self._of_record = seed_source, secrets, of_record
        self.has_drawn = False
        """True once chance has decided something that no record says."""
        self._new_secrets: dict[str, str] = {}
        self._opened_digests: list[str] = []

    def rows(self, match: str) -> list[RowWrite]:
        """Returns the row writes to store with the events: inserts secrets that wait now, deletes those that the log now has."""
        if not self._new_secrets and not self._opened_digests:
            return []
        new_rows = [{"match": match, "sha256": sha, "secret": secret} for sha, secret in self._new_secrets.items()]
        old_rows = [{"match": match, "sha256": sha} for sha in self._opened_digests]
        return [
            *(InsertRow(SHUFFLE_SECRETS.name, row) for row in new_rows),
            *(DeleteRow(SHUFFLE_SECRETS.name, row) for row in old_rows),
        ]

    def complete(self, work: Match, event: Event) -> Event:
        """The event with what the rules and chance fill in.

        Raises MatchOver, BadRequest, and Impossible for a secret that is not kept.
        """
        work.refuse_if_over(event)
        if work.opening.shared_hand is not UNSET and not self._of_record:
            require_no_own_pack(work, event)
            if is_shared_deal(work, event):
                return self._with_shared_cards(work, event)
        if type(event) is ShuffleCommitment:
            return self._with_commitment(event)
        sources: list[SeedSource] = []
        whole = work.complete(event, lambda: self._seed(work, sources))
        if not hasattr(whole, "seed"):
            # Chance has no part in most events.
            return whole
        if seed_of(whole) is None:
            return whole if source_of(whole) is None else replace(whole, seed_source=UNSET)
        if self._of_record:
            # A commitment of the same record is drawn and opened at one moment, at each import.
            unsaid = source_of(whole) is None and not sources
            return whole if unsaid else replace(whole, seed_source="drawn" if sources == ["drawn"] else "brought")
        return replace(whole, seed_source=sources[0] if sources else "brought")

    def _with_shared_cards(self, work: Match, event: Event) -> Event:
        """The deal of a hand that all tables play, with its cards: by the service, or as they lie on the table from a sheet."""
        # Contests are not loaded for matches of their own.
        from referee.contests.duplicate.deals import event_of

        hand = work.opening.shared_hand
        assert hand is not UNSET
        require_no_cards(event)
        self.has_drawn = True
        if work.opening.fixture is None:
            # A record that was imported says whose hand it is, and gets no cards by that.
            raise deals_not_kept()
        seed = self._seed_source() if self.is_trial else self._secrets(hand.contest, hand.commitment)
        if seed is None:
            raise deals_not_kept()
        deal = event_of(work.rules, work.params, work.state.seats, seed, hand.hand)
        require_its_dealer(event, deal)
        return deal

    def _with_commitment(self, event: ShuffleCommitment) -> ShuffleCommitment:
        if event.sha256 is None:
            secret = self._seed_source()
            self._new_secrets[digest(secret)] = secret
            return ShuffleCommitment(digest(secret))
        if not self._of_record:
            what = Text(es="lo pone el servicio: se envía sin él", en="the service fills it in: leave it out")
            raise BadRequest(Text(es=f"`sha256` {what.es}", en=f"`sha256`: {what.en}"), flaws=(Flaw("$.sha256", what),))
        return event

    def _seed(self, work: Match, sources: list[SeedSource]) -> str:
        self.has_drawn = True
        waiting = work.commitment
        if waiting is None:
            sources.append("drawn")
            return self._seed_source()
        sources.append("committed")
        secret = self._new_secrets.get(waiting.sha256) or self._secret_of(work, waiting)
        self._opened_digests.append(digest(secret))
        return waiting.seed(secret)

    def _secret_of(self, work: Match, waiting: Commitment) -> str:
        if self.is_trial:
            secret = self._seed_source()
            work.commitment = replace(waiting, sha256=digest(secret))
        elif (stored_secret := self._secrets(work.id, waiting.sha256)) is not None:
            secret = stored_secret
        else:
            raise not_kept(waiting)
        return secret
