"""The parts of a running service that the webhooks use."""

from typing import Protocol

from api.observing.figures import Figures
from api.runtime.job_failures import JobFailures
from api.webhooks.outbox import Outbox
from referee.championship.service import Championships
from referee.followers.feed import Feed
from referee.followers.lease import LeaseClock
from referee.followers.signal import Signal
from referee.matches.commands import MatchCommands


class Sources(Protocol):
    """The log, as matches and championships read it, the outbox, and the signals that wake the deliverer."""

    service: MatchCommands
    championships: Championships
    outbox: Outbox
    feed: Feed
    append_signal: Signal
    mail: Signal
    job_failures: JobFailures
    turn_clock: LeaseClock
    figures: Figures
