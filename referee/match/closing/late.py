"""What may still come once a match is over, and how far back it may go."""

from referee.errors import Impossible, MatchOver
from referee.match.events import Event, Retract, Withdraw
from referee.match.ledger import Ledger
from referee.text import Text


def refuse_if_over(event: Event, ledger: Ledger) -> None:
    """Raises MatchOver for an event that would move on a match that is over."""
    late = isinstance(event, Withdraw) and ledger.result is not None and ledger.result.reason == "withdraw"
    if ledger.status != "open" and event.GAME and not late:
        raise MatchOver(
            Text(
                es="el encuentro ha terminado: sólo admite retract, ruling, reveal, claim, note y sanction",
                en="the match is over: only retract, ruling, reveal, claim, note and sanction may still come",
            )
        )


def refuse_ahead(event: Retract, version: int) -> None:
    """Raises Impossible for a `retract` to a version that does not exist yet, where this is the last."""
    if event.to > version:
        raise Impossible(
            Text(
                es=f"no se puede volver a la versión {event.to}: la última es la {version}",
                en=f"cannot go back to version {event.to}: the last is {version}",
            )
        )
