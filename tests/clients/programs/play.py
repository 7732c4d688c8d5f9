"""A play of Hearts by the client that OpenAPI Generator makes for Python: a match is dealt, a card is played, the view is read.

A program of its own, which needs the generated package beside it: `play.py URL TOKEN`.
"""

import sys

from referee_openapi import (
    ApiClient,
    Configuration,
    DealEvent,
    EventsApi,
    HeartsCastillarView,
    MatchesApi,
    OpenByRuleset,
    OpenMatch,
    PlayEvent,
    SitByName,
    Sitting,
)


def main(url: str, token: str) -> None:
    """Prints the figures of the view."""
    with ApiClient(Configuration(host=url, access_token=token)) as client:
        seats = [Sitting(SitByName(name=name)) for name in ("Ana", "Beto")]
        opening = OpenByRuleset(ruleset="hearts.castillar", seats=seats, first_dealer=0)
        match = MatchesApi(client).open_match(OpenMatch(opening)).actual_instance
        assert isinstance(match, HeartsCastillarView), match
        for event in (DealEvent(type="deal"), PlayEvent(type="play", seat=0, card="2C")):
            EventsApi(client).append_events(match.id, event)
        view = MatchesApi(client).get_match(match.id).actual_instance
        assert isinstance(view, HeartsCastillarView), view
        print("version", view.version, "on the table", f"[{' '.join(view.table.trick)}]", "seat", view.turn)


if __name__ == "__main__":
    main(*sys.argv[1:])
