"""What a stream sends, in words: OpenAPI has none for the events of `text/event-stream`."""

from collections.abc import Iterable

BROWSERS_OWN = {"open": "opened"}
"""Names of events where the type will not do: a browser's EventSource sends an `open` of its own (HTML, section 9.2)."""
RETRY_MILLISECONDS = 2000
"""When a client that lost touch asks again. It goes with the first event, since some clients stumble over it alone."""
ALIVE_SECONDS = 15.0
"""After how long a silence a comment is sent, so that proxies keep the line open."""


def name_of(type_: str) -> str:
    """What the event of an entry of this type is called."""
    return BROWSERS_OWN.get(type_, type_)


def about(types: Iterable[str], schema: str) -> str:
    """Names, data, order, and how to resume, for the stream of a log whose entries have these types."""
    names = ", ".join(f"`{name_of(type_)}`" for type_ in dict.fromkeys(types))
    return (
        f"One event for each entry of the log, in its order, none twice and none left out: first what is there, then each "
        f"entry as it is stored. `id` is the entry's version, `data` the entry as one line of JSON (`{schema}`), as you "
        f"may see it, with its `type` and `version`. `event` is the type, and `opened` for `open`, which browsers use "
        f"themselves: {names}. To resume, send `Last-Event-ID` with the last `id` that you have; the next event is the one "
        f"after it. A browser's EventSource does so by itself, {RETRY_MILLISECONDS} ms after it lost touch (`retry`, sent "
        f"with the first event). Lines that begin with `:` are comments: one at once, and one after {ALIVE_SECONDS:.0f} s "
        f"of silence. The stream goes on after the last entry; with `once` it ends there. It ends too when its token "
        f"expires or is revoked. Types may be added: pass over what you do not know."
    )
