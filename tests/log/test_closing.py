"""A log that is closed lets its readers come to an end: SQLite does not survive a connection closed under their hands."""

from pathlib import Path
from threading import Event, Thread

from eventsourcing.sqlite import SQLiteApplicationRecorder

from referee.log.log import open_log
from referee.log.records import Record


def test_a_log_is_closed_when_the_last_reader_is_done(tmp_path: Path) -> None:
    log = open_log(str(tmp_path / "log.sqlite"))
    log.append([Record("stream", 1, "note", b"{}")])
    assert isinstance(log.recorder, SQLiteApplicationRecorder)
    store, reading, leave = log.recorder.datastore, Event(), Event()
    counts: list[int] = []

    def read() -> None:
        with store.transaction(commit=False) as cursor:
            cursor.execute("SELECT count(*) AS many FROM stored_events")
            reading.set()
            leave.wait()
            counts.append(cursor.fetchone()["many"])

    reader, closer = Thread(target=read, daemon=True), Thread(target=log.close, daemon=True)
    reader.start()
    reading.wait()
    closer.start()
    closer.join(0.05)
    assert closer.is_alive(), "it was closed while somebody read"
    leave.set()
    reader.join(60)
    closer.join(60)
    assert counts == [1]
