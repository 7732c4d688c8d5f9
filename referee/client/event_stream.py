"""Server-Sent Events, read from the bytes of a stream (HTML, section 9.2.6)."""

from collections.abc import Iterator

from msgspec import Struct

COUNTING = "counting"
"""The name of the one message of a match's stream that is not an entry: if the match counts in its contest."""

POSITION = "position"
"""The name of the message of the stream of everything that only says how far the stream is."""


class ServerEvent(Struct, frozen=True):
    """One message of a stream: its name, its id and its data."""

    name: str
    id: str
    data: str


class EventReader:
    """Reads the messages of a stream from its bytes.

    `last` is the id to resume from, `retry_seconds` the pause before that, as the service asks for. Lines end with a line feed
    only, as this service sends them, so that text may hold any other separator.
    """

    def __init__(self, last: str = "") -> None:
        self.last = last
        self.retry_seconds = 2.0
        self.forget()

    def forget(self) -> None:
        """Drops an incomplete message: the resumed stream sends it as a whole."""
        self._rest = b""
        self._id = self.last
        self._begin()

    def take(self, chunk: bytes) -> Iterator[ServerEvent]:
        """Yields the messages that these bytes complete, and moves `last` on with each."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            if event := self._line(line.removesuffix(b"\r").decode()):
                self.last = event.id
                yield event

    def _begin(self) -> None:
        self._name, self._data = "message", list[str]()

    def _line(self, line: str) -> ServerEvent | None:
        if not line:
            name, data = self._name, self._data
            self._begin()
            return ServerEvent(name, self._id, "\n".join(data)) if data else None
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match field:
            case "data":
                self._data.append(value)
            case "event":
                self._name = value
            case "id":
                self._id = value
            case "retry" if value.isascii() and value.isdigit():
                self.retry_seconds = int(value) / 1000
            case _:
                pass
        return None
