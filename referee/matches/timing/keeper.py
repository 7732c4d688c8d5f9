"""Records that the time of a turn is over, if the service keeps the clock: once, even with several processes."""

from datetime import datetime, timedelta

from referee.errors import CountsNoMore, ServiceRefusal, Unavailable
from referee.log.timeouts.failures import is_outage
from referee.match.aggregate import Match
from referee.match.events import Event
from referee.match.shares import is_player
from referee.match.timing.clock_views import whole_time
from referee.match.timing.running_time import SILENCE
from referee.matches.commands import MatchCommands
from referee.matches.timing.clocks import TurnClocks, limit_of, turn_time
from referee.matches.timing.times import running_now, stop_all

BY = "clock"
"""The author of the record."""


class StaleTurn(Exception):
    """The turn was played in time, or another process has recorded the end of its time."""


class Timekeeper:
    """Checks the clocks that the service keeps. Two of them at once do no harm."""

    def __init__(self, service: MatchCommands, clocks: TurnClocks) -> None:
        self._service = service
        self._clocks = clocks
        self._due: dict[str, datetime] = {}
        """The time of the next check of a match, when its time may be over; none for clocks that stand or wait."""
        self._silent: dict[str, int] = {}
        """Matches in which there was nothing to record, and their versions then."""

    def take_over(self) -> None:
        """Begins to keep the clocks, which stood until now."""
        self._due.clear()
        self._silent.clear()
        stop_all(self._service.people.store)

    def round(self) -> timedelta | None:
        """Looks at every match that is due. Returns how soon the next one will be; None where no clock runs.

        What fails of one match is raised once the others were looked at; a database that does not answer, at once.
        """
        now = self._clocks.time()
        running = running_now(self._service.people.store, now)
        self._due = {match: due for match, due in self._due.items() if match in running}
        failure: Exception | None = None
        for match in running:
            if self._due.get(match, now) <= now:
                try:
                    self.look(match)
                except Exception as error:
                    if isinstance(error, Unavailable) or is_outage(error):
                        raise
                    failure = failure or error
        if failure:
            raise failure
        return min((due - now for due in self._due.values()), default=timedelta.max) if running else None

    def look(self, id_: str) -> None:
        """Records that the time of a turn is over, where it is, and notes when to look again."""
        match = self._service.match(id_)
        self._due.pop(id_, None)
        limit, seat = limit_of(match), match.turn()
        if limit is None or limit.by != "service" or seat is None or self._silent.get(id_) == match.version:
            return
        running, now = self._clocks.running(match)
        whole = whole_time(limit, turn_time(match))
        if running.elapsed_time(now) < whole:
            if running.runs(now):
                # The next turn has no extra time, and may begin at once.
                self._due[id_] = min(running.over_at(whole), now + timedelta(seconds=limit.seconds))
        elif not self._waits(id_):
            self._say(match, seat)

    def _waits(self, id_: str) -> bool:
        """True if a present tablet of the staff has events that did not arrive yet: they were played before.

        A player's word holds up no clock: it would be their own.
        """
        now = self._service.clock()
        tablets = self._service.people.presence.of(id_, now)
        since = datetime.fromisoformat(now) - SILENCE
        staff = (one for one in tablets if not is_player(one.by))
        return any(one.pending and datetime.fromisoformat(one.heard_at) > since for one in staff)

    def _say(self, match_then: Match, seat: int) -> None:
        timing = match_then.game.setup.timing
        assert timing is not None
        out = timing.out(seat)

        def decide(match: Match) -> Event:
            if match.version != match_then.version:
                raise StaleTurn
            return out

        try:
            self._service.record(match_then.id, decide, BY)
        except StaleTurn:
            pass
        except CountsNoMore:
            # Its contest can let it count again, which changes nothing in its own log.
            self._due[match_then.id] = self._clocks.time() + SILENCE
        except ServiceRefusal:
            # The hand is unknown: only the referee can say which card is played.
            self._silent[match_then.id] = match_then.version
