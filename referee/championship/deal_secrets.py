"""The secret seeds of the deals of rounds: bound by the log from the pairing on, opened once no table has a hand still to play.

They are kept beside the log with the secrets of shuffles, and stay there where a round is taken away: nothing opens them then.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from referee.championship.events import ContestDecision, DealsOpened, Decision, RoundPaired
from referee.championship.recorded_contest import RecordedContest
from referee.championship.state import Championship, DecisionEntry
from referee.contests.contest import PairedRound
from referee.contests.rounds.hands import open_hands
from referee.log.row_writes import InsertRow, RowWrite
from referee.log.tables import SHUFFLE_SECRETS
from referee.match.shuffle_commitments import digest

SecretLookup = Callable[[str, str], str | None]
"""(contest, sha256): the secret of this hash; None where it is not kept here."""


class NewSecrets:
    """Secrets that a command draws; those of entries that are stored are stored with them."""

    def __init__(self, seed_source: Callable[[], str]) -> None:
        self._seed_source = seed_source
        self._secrets: dict[str, str] = {}

    def commit(self) -> str:
        """Draws a secret, and returns its SHA-256."""
        secret = self._seed_source()
        self._secrets[digest(secret)] = secret
        return digest(secret)

    def rows(self, entries: Iterable[DecisionEntry]) -> Sequence[RowWrite]:
        """The rows of the secrets that these entries bind."""
        events = [one.event for one in entries if isinstance(one.event, RoundPaired)]
        return [
            InsertRow(
                SHUFFLE_SECRETS.name,
                {
                    "match": one.contest,
                    "sha256": one.deals.commitment,
                    "secret": self._secrets[one.deals.commitment],
                },
            )
            for one in events
            if one.deals is not None
        ]


def openings(work: Championship, events: Iterable[Decision], secret_of: SecretLookup) -> Iterator[DealsOpened]:
    """The openings of deals that no table has still to play, in the contests that these events are about.

    A championship that came as a record from elsewhere has no secrets to open.
    """
    for id_ in dict.fromkeys(one.contest for one in events if isinstance(one, ContestDecision)):
        contest = work.contests[id_]
        for round_ in _played_rounds(contest):
            assert round_.deals is not None
            seed = secret_of(id_, round_.deals.commitment)
            if seed is not None:
                yield DealsOpened(id_, round_.round, seed)


def _played_rounds(contest: RecordedContest) -> Iterator[PairedRound]:
    """The rounds with deals that are bound and not open, and that no table plays any more."""
    terms = contest.contest.duplicate
    waiting = [one for one in contest.contest.pairings if one.deals is not None and one.deal_seed is None]
    if terms is None or not waiting:
        return
    hands = open_hands(contest.contest, contest.state.fixtures)
    for one in waiting:
        if {(one.round, board) for board in range(1, terms.hands + 1)} <= hands:
            yield one
