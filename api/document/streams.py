"""Descriptions of streams in words: OpenAPI has no schema for the events of `text/event-stream`."""

from collections.abc import Iterable

BROWSERS_OWN = {"open": "opened"}
"""Names of events that differ from their types: a browser's EventSource sends an `open` of its own (HTML, section 9.2)."""
COUNTING = "counting"
"""The name of the event of a match's stream that says whether the match counts. It is no entry, and has no id."""
ABOUT_COUNTING = (
    f" A match that is played for a fixture has one event more, `{COUNTING}`, which is no entry of its log and has no `id`: "
    "`counts` is false once its contest goes on without it, and `instead` is what is played in its place, as in its view. "
    "It comes when that changes, and at the start where the match does not count or `Last-Event-ID` was sent."
)
RETRY_MILLISECONDS = 2000
"""Wait before a client reconnects (`retry`). It goes with the first event, since some clients fail on `retry` alone."""
ALIVE_SECONDS = 15.0
"""Seconds of silence after which a comment is sent, so that proxies keep the connection open."""
POSITION = "position"
"""The name of the event of the stream of everything that says how far in the log the stream is."""
ABOUT_EVERYTHING = (
    "The messages that webhooks get (`MatchPayload`, `CountingPayload`, `ChampionshipPayload`), as you may see them: a token "
    "that sees a hand gets it here too. `data` is the body of the message, `event` its kind. One entry can give several "
    "messages, one of each kind that you asked for; without `kinds` each entry of every match and championship comes once. "
    f"The first event, and one after long silence, is `{POSITION}`: it says how far in the log the stream is, so that you can "
    "resume from there. `id` counts up, with gaps. To resume, send `Last-Event-ID` with the last `id` that you have: "
    "no message is lost and none comes twice. Without it the stream begins now, and with `0` at the beginning of the log. An "
    "`id` that is too many entries behind is refused (422, `inconsistent`), and so is one that this log does not come to (409, "
    "`conflict`): it is of another service, or this one was restored from an older copy. The stream ends when its token "
    "expires or is revoked. Kinds may be added: ignore those that you do not know."
)


def name_of(type_: str) -> str:
    """The name of the event of an entry of this type."""
    return BROWSERS_OWN.get(type_, type_)


def about(types: Iterable[str], schema: str) -> str:
    """Describes names, data, order and resumption of the stream of a log with entries of these types."""
    names = ", ".join(f"`{name_of(type_)}`" for type_ in dict.fromkeys(types))
    return (
        f"One event for each entry of the log, in order: first the entries that are there, then each new one as it is "
        f"stored. `id` is the entry's version. `data` is the entry as one line of JSON (`{schema}`), as you may see it, "
        f"with its `type`, its `version`, and in `names` the people that it is about. `event` is the type, and `opened` for "
        f"`open`, which browsers use themselves: {names}. To resume, send `Last-Event-ID` with the last `id` that you have; "
        f"the next event is the one after it. "
        f"A browser's EventSource does so by itself, {RETRY_MILLISECONDS} ms after the connection breaks "
        f"(`retry`, sent with the first event). Lines that begin with `:` are comments: one at the start, and one after "
        f"{ALIVE_SECONDS:.0f} s of silence. The stream stays open after the last entry; with `once` it ends there. It also "
        f"ends when its token expires or is revoked. Types may be added: ignore those that you do not know."
    )
